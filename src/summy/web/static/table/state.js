/**
 * What is known about the table: the last view, the log, the moment that is looked at, and what follows from them.
 * @module
 */
import { Hand } from "./hand.js";
import { at, lineOf, missing } from "./line.js";

/** @typedef {import("./types.js").View} View @typedef {import("./types.js").GameEvent} GameEvent
 *  @typedef {import("./types.js").Placed} Placed @typedef {import("./types.js").Preview} Preview
 *  @typedef {import("./types.js").Direction} Direction */
/** @typedef {{id: string|number, member: string, name: string, text: string, at_ms: number, team: boolean}} ChatLine */

/** Kinds of events that are a turn of the game and stand in the log. */
export const TURNS = new Set(["play", "discard", "exchange", "pass", "auto-pass", "timeout", "lost-turn", "challenge", "withdrawn", "settle", "time-penalty", "resign", "draw-agreed", "abandoned"]);

/** Marks of the sides: your own is the disc, the others follow. */
const MARKS = ["", "b", "c", "d"];

export class TableState {
  /** @type {View|null} */
  state = null;
  /** @type {GameEvent[]} */
  log = [];
  /** Tiles that team mates have laid. @type {Map<string, Placed[]>} */
  mates = new Map();
  /** @type {ChatLine[]} */
  chat = [];
  /** Square for typing. @type {{x: number, y: number, direction: Direction}|null} */
  cursor = null;
  /** Slot chosen on the rack. @type {number|null} */
  selected = null;
  /** What the main button does. @type {"play"|"discard"|"exchange"|"pass"} */
  mode = "play";
  /** Turn that is looked at; null = now. @type {number|null} */
  moment = null;
  /** @type {Preview|null} */
  preview = null;
  /** @type {{message: string, code: string}|null} */
  refusal = null;
  /** A passing word on the live line. */
  hint = "";
  /** Command on its way. @type {string|null} */
  sending = null;
  /** Direction chosen for a single tile. @type {Direction|null} */
  wish = null;
  /** Square of the blank or choice tile whose face is being chosen. @type {number|null} */
  choosing = null;
  /** Tiles in motion, by square: "drop" or "no", with the place in the line. @type {Map<string, {state: string, step: number}>} */
  motion = new Map();
  /** Server time minus our time, in milliseconds. */
  offset = 0;

  /**
   * @param {string} game
   * @param {() => void} draw
   */
  constructor(game, draw) {
    this.game = game;
    this.draw = draw;
    this.hand = new Hand(game, () => this.laidChanged());
  }

  get view() {
    return /** @type {View} */ (this.state);
  }

  get mine() {
    return this.state?.you ?? null;
  }

  get myTurn() {
    return this.mine !== null && this.view.status === "running" && this.view.to_move === this.mine.side;
  }

  get over() {
    return this.state?.status === "over";
  }

  /** @param {string} action */
  may(action) {
    return this.view.actions.includes(action);
  }

  /** Events that are turns, oldest first; the turn's number is its place + 1. */
  get turns() {
    return this.log.filter((event) => TURNS.has(event.kind));
  }

  /** Events of plays that stand: those taken back after a challenge are left out. */
  get plays() {
    const plays = [];
    for (const event of this.turns) {
      if (event.kind === "play") plays.push(event);
      else if (event.kind === "withdrawn") plays.pop();
    }
    return plays;
  }

  /** Class of a side's mark. @param {number} side */
  mark(side) {
    const own = this.mine?.side ?? 0;
    const count = Math.max(1, this.view.sides.length);
    return MARKS[(side - own + count) % count] ?? "";
  }

  /** Tiles on the table at the moment looked at, by square. @returns {Map<string, Placed>} */
  get board() {
    const tiles = new Map(this.view.position.board.map((tile) => [at(tile.x, tile.y), tile]));
    if (this.moment !== null) {
      for (let turn = this.turns.length; turn > this.moment; turn -= 1) {
        const kind = this.turns[turn - 1]?.kind;
        if (kind === "play") for (const tile of this.#placedBefore(turn)) tiles.delete(at(tile.x, tile.y));
        if (kind === "withdrawn") for (const tile of this.#placedBefore(turn)) tiles.set(at(tile.x, tile.y), tile);
      }
    }
    return tiles;
  }

  /** Tiles of the last play among the first turns. @param {number} turns @returns {Placed[]} */
  #placedBefore(turns) {
    const play = this.turns.slice(0, turns).reverse().find((event) => event.kind === "play");
    return /** @type {Placed[]} */ (play?.tiles ?? []);
  }

  /** Closed squares at the moment looked at. @returns {[number, number][]} */
  get closed() {
    if (this.moment === null) return this.view.position.reserved;
    return this.turns.slice(0, this.moment).flatMap((event) => event.closes ?? []);
  }

  /** @param {number} x @param {number} y */
  isClosed(x, y) {
    return this.view.position.reserved.some(([cx, cy]) => cx === x && cy === y);
  }

  /** @param {number} x @param {number} y */
  inside(x, y) {
    const { bounded, width, height } = this.view.table.board;
    return !bounded || (x >= 0 && y >= 0 && x < (width ?? 0) && y < (height ?? 0));
  }

  /** True when a tile may be laid there. @param {number} x @param {number} y */
  isOpen(x, y) {
    return this.inside(x, y) && !this.isClosed(x, y) && !this.board.has(at(x, y));
  }

  /** Points printed on the tiles, where they are not plain from the number itself. */
  get points() {
    const points = this.view.table.points ?? {};
    return Object.entries(points).some(([tile, value]) => /^\d+$/.test(tile) && value !== Number(tile)) ? points : null;
  }

  /** The line that is being laid, or null. */
  get line() {
    const placed = this.hand.placed;
    return placed.length ? lineOf(placed, this.board, this.wish ?? (placed.length === 1 ? this.preview?.direction ?? null : null)) : null;
  }

  get missing() {
    const line = this.line;
    return line ? missing(line, this.view) : "";
  }

  /** Server time now, in milliseconds. */
  get now() {
    return Date.now() + this.offset;
  }

  /** Milliseconds a side has left, below 0 in overtime, or null without a clock. @param {number} side */
  remaining(side) {
    const { to_move, deadline_ms, clock_running, sides } = this.view;
    const over = this.view.table.clock.overtime_ms ?? 0;
    if (this.view.status === "running" && to_move === side && deadline_ms !== null && clock_running) return Math.max(-over, deadline_ms - over - this.now);
    return sides[side]?.remaining_ms ?? null;
  }

  /** Tiles were laid on the table or taken back. */
  laidChanged() {}
}
