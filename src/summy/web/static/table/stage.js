/**
 * The board of the page: tells <summy-board> what to show, and shows where a last line out of sight lies.
 * @module
 */
import { squaresOf } from "../board/board.js";
import { icon } from "../board/element.js";
import { at } from "./line.js";
import { markElement, part, renew } from "./parts.js";
import { fill, signed, spoken } from "./words.js";

/** @typedef {import("./table.js").Table} Table @typedef {import("../board/board.js").SummyBoard} SummyBoard */
/** @typedef {import("../board/options.js").CellInfo} CellInfo */

/** Milliseconds of rest before a true line is brought into view: the table must not move under a finger. */
const PAUSE = 500;

/** The true line that was, or will be, brought into view. */
let seen = "null";
let calmly = 0;
/** The moment that was shown last. @type {number|null} */
let was = null;

/** What a square is called by screen readers. @param {CellInfo} cell */
export function squareWords({ name, tile, closed, willClose, premium, cursor }) {
  /** @type {Record<string, string>} */
  const bonus = { "2P": gettext("tile times 2"), "3P": gettext("tile times 3"), "2E": gettext("equation times 2"), "3E": gettext("equation times 3") };
  const words = [];
  if (tile) {
    words.push(spoken(tile.face ?? tile.tile));
    if (tile.tile === "?") words.push(gettext("a blank"));
    else if (tile.face && tile.face !== tile.tile) words.push(gettext("a choice tile"));
    if (tile.state?.includes("new")) words.push(gettext("not played yet"));
    if (tile.state?.includes("mate")) words.push(gettext("laid by a team mate"));
  } else if (closed) words.push(gettext("closed"));
  else words.push(premium ? bonus[premium] ?? premium : gettext("empty"));
  if (willClose) words.push(gettext("will close"));
  if (cursor) words.push(cursor === "across" ? gettext("typing goes across") : gettext("typing goes down"));
  return `${name}: ${words.join(", ")}`;
}

/** The last line at the moment looked at, as a band. @param {Table} table */
export function lastBand(table) {
  const { view, moment, turns } = table;
  if (moment === null) {
    const last = view.last;
    return last && { ...last, mark: table.mark(last.side), text: signed(last.points) };
  }
  const event = turns[moment - 1];
  if (!event?.line || event.side === null) return null;
  return { ...event.line, mark: table.mark(event.side), text: signed(event.points ?? 0) };
}

/** @param {Table} table @param {SummyBoard} board */
export function drawStage(table, board) {
  const { view, moment, preview, cursor } = table;
  const now = moment === null;
  const laid = now ? table.hand.placed : [];
  const points = table.points;
  /** @param {string} tile @param {number} x @param {number} y @param {string} state */
  const look = (tile, x, y, state) => {
    const motion = table.motion.get(at(x, y));
    return { points: points?.[tile] ?? null, state: [state, motion?.state].filter(Boolean).join(" "), ...(motion ? { step: motion.step } : {}) };
  };
  const tiles = [...table.board.values()].map((tile) => ({ ...tile, ...look(tile.tile, tile.x, tile.y, "") }));
  const taken = new Set([...table.board.keys(), ...laid.map((tile) => at(tile.x, tile.y))]);
  for (const tile of laid) tiles.push({ ...tile, ...look(tile.tile, tile.x, tile.y, "new") });
  for (const tile of now ? [...table.mates.values()].flat() : []) {
    if (!taken.has(at(tile.x, tile.y))) tiles.push({ ...tile, ...look(tile.tile, tile.x, tile.y, "mate") });
    taken.add(at(tile.x, tile.y));
  }
  const legal = now && preview?.legal ? preview : null;
  const line = legal?.lines?.[0];
  const end = line ? (line.direction === "across" ? [line.x + line.length, line.y] : [line.x, line.y + line.length]) : null;
  const shown = JSON.stringify(line ?? null);
  const spot = line && end ? (table.inside(end[0] ?? 0, end[1] ?? 0) ? end : squaresOf(line).at(-1)) : null;
  // The whole line stays in view, with its points under the end; a board with an edge is not moved for them.
  const under = (/** @type {number[]} */ [x, y]) => (view.table.board.bounded ? [] : [/** @type {[number, number]} */ ([x ?? 0, (y ?? 0) + 1])]);
  if (shown !== seen) {
    clearTimeout(calmly);
    if (line && spot) calmly = setTimeout(() => board.show([...squaresOf(line), ...(legal?.closes ?? []), ...under(spot)]), PAUSE);
  }
  seen = shown;
  const band = lastBand(table);
  if (moment !== was && band) queueMicrotask(() => board.showLine(band));
  was = moment;
  board.set({
    fitMinimum: table.over ? 8 : view.table.board.bounded ? 12 : innerWidth < 768 ? 34 : 28,
    width: view.table.board.bounded ? view.table.board.width : null,
    height: view.table.board.bounded ? view.table.board.height : null,
    first: view.table.board.first, premium: view.table.board.premium,
    centre: view.table.board.width && view.table.board.height ? [(view.table.board.width - 1) / 2, (view.table.board.height - 1) / 2] : null,
    tiles, closed: table.closed, willClose: legal?.closes ?? [],
    last: band,
    cursor: now && table.canLay ? cursor : null,
    score: spot ? { x: spot[0] ?? 0, y: spot[1] ?? 0, text: signed(legal?.score ?? 0) } : null,
    interactive: table.canLay,
    obelus: view.table.signs[":"] === "÷",
    name: now ? gettext("Table") : fill(gettext("Table after turn %(turn)s"), { turn: moment }),
  });
}

/** Shows the chip at the edge when the last line is out of sight. @param {Table} table @param {SummyBoard} board */
export function drawOff(table, board) {
  const chip = part("off");
  const band = table.state ? lastBand(table) : null;
  const squares = band ? squaresOf(band) : [];
  const hidden = !band || table.over || board.camera.sees([squares[Math.floor(squares.length / 2)] ?? [0, 0]]);
  chip.hidden = hidden;
  if (hidden || !band) return;
  chip.dataset.mark = band.mark;
  const words = fill(gettext("Show the last sum, %(points)s"), { points: band.text });
  chip.setAttribute("aria-label", words);
  renew(chip, [band.mark, band.text], () => [markElement(band.mark), band.text, icon("next")]);
}
