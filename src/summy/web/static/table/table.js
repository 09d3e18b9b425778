/**
 * What can be done at the table. Takes in what the server says, lays tiles and sends moves through the link, and calls
 * `draw` after each change; the parts of the page read from here and from the state that it keeps.
 * @module
 */
import { at } from "./line.js";
import * as sound from "./sound.js";
import { TableState, TURNS } from "./state.js";

/** @typedef {import("./types.js").View} View @typedef {import("./types.js").GameEvent} GameEvent
 *  @typedef {import("./types.js").Placed} Placed @typedef {import("./types.js").Direction} Direction */

/** Milliseconds between the last laid tile and asking the server about the line, and until it is asked again. */
const PREVIEW_DELAY = 70;
const PREVIEW_PATIENCE = 1_500;

export class Table extends TableState {
  /** @type {import("./link.js").Link|null} */
  link = null;
  connected = true;
  /** Called with each new event that happened just now. @type {(event: GameEvent) => void} */
  happened = () => {};
  /** Number of the last question about the line. */
  asked = 0;
  timer = 0;
  /** The laid tiles that were said to be true, so that it sounds once. */
  told = "";
  /** Laid tiles as the others know them. */
  shared = "[]";
  /** Laid tiles that came from another device of the same person. */
  followed = "[]";
  shareTimer = 0;

  // ---- what the server says -------------------------------------------------------------------------------

  /** @param {any} message */
  receive(message) {
    switch (message.type) {
      case "state": return this.#replace(message);
      case "resync":
        this.sending = null;
        if (message.reason === "turn_over" && message.by) this.hint = interpolate(gettext("%(name)s was faster: your side has moved."), { name: message.by }, true);
        return this.#replace(message);
      case "event": return this.#event(message);
      case "ack":
        if (message.client_id === this.sending) this.sending = null;
        break;
      case "refused": return this.#refused(message);
      case "preview":
        // Too many questions at once: the same one is asked again in a moment.
        if (message.id !== this.asked || message.code === "too_often") return;
        clearTimeout(this.timer);
        if (message.both && !this.wish && this.cursor && message.direction !== this.cursor.direction) {
          // One tile makes a line both ways: the one that is typed along is meant.
          this.wish = this.cursor.direction;
          this.#ask();
          return;
        }
        this.preview = message;
        if (message.legal && !this.view.table.challenge && this.told !== this.#laidKey) sound.isTrue();
        this.told = this.#laidKey;
        break;
      case "tentative": return this.#tentative(message);
      case "presence":
        if (this.state) Object.assign(this.view, { sides: message.sides, claim: message.claim, actions: message.actions });
        break;
      case "chat":
        if (this.chat.some((line) => line.id === message.id)) return;
        this.chat.push(message);
        break;
      case "pong":
        this.offset = message.server_ms - Date.now();
        if (this.state && message.seq > this.view.seq) this.link?.send({ type: "join", since: this.view.seq });
        return;
    }
    this.draw();
  }

  /** @param {View} view */
  #take(view) {
    this.state = view;
    this.offset = view.server_ms - Date.now();
    const own = view.you ? view.position.hands[view.you.side] : null;
    if (Array.isArray(own)) this.hand.follow(own, (x, y) => this.isOpen(x, y));
    if (view.status === "over") {
      this.hand.recall();
      this.hand.forget();
    }
    if (this.mode !== "play" && !this.may(this.mode)) this.mode = "play";
  }

  /** @param {{view: View, log?: GameEvent[]}} message */
  #replace({ view, log }) {
    if (log) this.log = log;
    this.#take(view);
    this.#share();
    this.#ask();
    this.draw();
  }

  /** @param {{seq: number, event: GameEvent|null, view: View}} message */
  #event({ seq, event, view }) {
    if (!this.state || seq <= this.view.seq) return;
    if (seq > this.view.seq + 1) {
      this.link?.send({ type: "join", since: this.view.seq });
      return;
    }
    if (event) this.log.push(event);
    const turn = event && TURNS.has(event.kind);
    if (turn) {
      this.sending = null;
      this.refusal = null;
      this.hint = "";
      this.mates.clear();
      if (event.kind === "play") {
        (event.tiles ?? []).forEach((tile, step) => typeof tile !== "string" && this.move([[tile.x, tile.y]], "drop", step));
        if (event.side === this.mine?.side) [this.cursor, this.wish] = [null, null];
      }
    }
    this.#take(view);
    if (event) this.happened(event);
    this.#ask();
    this.draw();
  }

  /** @param {{client_id: string, code: string, message: string, squares?: [number, number][]}} message */
  #refused(message) {
    if (!message.client_id) return;
    if (message.client_id === this.sending) {
      this.sending = null;
      const laid = this.hand.laid.map((slot) => slot.at);
      this.move(laid.length ? laid : message.squares ?? [], "no");
      sound.refused();
    }
    this.refusal = { message: message.message, code: message.code };
    this.draw();
  }

  /** @param {{member: string, tiles: Placed[]}} message */
  #tentative({ member, tiles }) {
    if (member !== this.mine?.member) this.mates.set(member, tiles);
    else if (!this.hand.laid.length || JSON.stringify(this.hand.placed) === this.followed) {
      // Laid on another device of the same person: followed here until something else is laid here, and not told on.
      this.hand.recall();
      for (const { x, y, tile, face } of tiles) {
        const slot = this.hand.slots.find((one) => !one.at && one.tile === tile);
        if (slot && this.isOpen(x, y)) this.hand.lay(slot.id, x, y, face);
      }
      this.followed = this.shared = JSON.stringify(this.hand.placed);
      clearTimeout(this.shareTimer);
    }
    this.draw();
  }

  // ---- laying tiles ---------------------------------------------------------------------------------------

  /** Lets tiles move for a moment. @param {[number, number][]} squares @param {"drop"|"no"} state @param {number} [step] */
  move(squares, state, step) {
    squares.forEach(([x, y], place) => this.motion.set(at(x, y), { state, step: step ?? place }));
    setTimeout(() => {
      for (const [x, y] of squares) this.motion.delete(at(x, y));
      this.draw();
    }, 900);
  }

  /** A square was tapped. @param {number} x @param {number} y */
  tapSquare(x, y) {
    if (!this.canLay) return;
    this.refusal = null;
    this.hint = "";
    const own = this.hand.laidAt(x, y);
    if (own) {
      if (own.face && this.selected === null) this.choosing = own.id;
      else this.hand.takeBack(own.id);
    } else if (this.selected !== null) this.layAt(this.selected, x, y);
    else if (this.cursor?.x === x && this.cursor.y === y) {
      this.cursor = this.cursor.direction === "across" ? { x, y, direction: "down" } : null;
    } else this.cursor = { x, y, direction: this.cursor?.direction ?? this.wish ?? "across" };
    this.draw();
  }

  /** A tile of the rack was tapped. @param {number} id */
  tapSlot(id) {
    this.refusal = null;
    this.hint = "";
    const slot = this.hand.slot(id);
    if (!slot) return;
    if (this.mode === "discard" || this.mode === "exchange") this.hand.mark(id);
    else if (slot.at) this.hand.takeBack(id);
    else if (this.cursor && this.canLay) this.#layAtCursor(id);
    else this.selected = this.selected === id ? null : id;
    this.draw();
  }

  /** True while tiles may be laid: also when planning. */
  get canLay() {
    return this.mine !== null && this.view.status === "running" && this.moment === null && !this.sending && this.mode === "play";
  }

  /**
   * Lays a tile, or says why it can't lie there.
   * @param {number} id @param {number} x @param {number} y @param {string} [face] @returns {boolean}
   */
  layAt(id, x, y, face) {
    const slot = this.hand.slot(id);
    if (!slot || !this.canLay) return false;
    if (!this.isOpen(x, y)) {
      this.hint = this.isClosed(x, y) ? gettext("This square is closed: a sum ends here.") : gettext("A tile lies there already.");
      this.draw();
      return false;
    }
    const there = this.hand.laidAt(x, y);
    if (there && there.id !== id) {
      if (slot.at) this.hand.lay(there.id, ...slot.at, there.face);
      else this.hand.takeBack(there.id);
    }
    this.selected = null;
    this.hand.lay(id, x, y, face ?? slot.face);
    sound.laid(this.line?.tiles.findIndex((tile) => tile.x === x && tile.y === y));
    if ((slot.tile === "?" || slot.tile.includes("/")) && !slot.face) this.choosing = id;
    this.draw();
    return true;
  }

  /** @param {number} id @param {string} [face] */
  #layAtCursor(id, face) {
    const cursor = this.cursor;
    if (!cursor) return;
    let { x, y } = cursor;
    const [dx, dy] = cursor.direction === "across" ? [1, 0] : [0, 1];
    const filled = () => this.board.has(at(x, y)) || this.hand.laidAt(x, y);
    while (filled()) [x, y] = [x + dx, y + dy];
    if (!this.layAt(id, x, y, face)) return;
    while (filled()) [x, y] = [x + dx, y + dy];
    if (this.inside(x, y)) this.cursor = { x, y, direction: cursor.direction };
  }

  /** A digit or sign was typed. @param {string} pressed @returns {boolean} true when the key means a tile */
  type(pressed) {
    const found = this.hand.slotForKey(pressed);
    if (!found) return false;
    if (this.mode === "discard" || this.mode === "exchange") {
      const { slot } = found;
      const free = this.hand.slots.find((one) => one.tile === slot.tile && !one.marked) ?? slot;
      this.hand.mark(free.id);
    } else if (!this.cursor) this.hint = gettext("Choose a square first: tap it, or use the arrow keys.");
    else {
      this.refusal = null;
      this.hint = "";
      this.#layAtCursor(found.slot.id, found.face);
    }
    this.draw();
    return true;
  }

  /** Takes back the tile that was laid last. */
  backspace() {
    const slot = this.hand.slot(this.hand.trail.at(-1) ?? 0);
    if (!slot?.at || !this.canLay) return;
    this.refusal = null;
    if (this.cursor) this.cursor = { x: slot.at[0], y: slot.at[1], direction: this.cursor.direction };
    this.hand.takeBack(slot.id);
  }

  /** Turns the direction of the cursor, or of a single tile. */
  turn() {
    const both = this.preview?.both ? this.line?.direction : null;
    const now = both ?? this.cursor?.direction ?? this.line?.direction ?? "across";
    const direction = now === "across" ? "down" : "across";
    if (this.cursor) this.cursor = { ...this.cursor, direction };
    if (this.hand.laid.length === 1) {
      this.wish = direction;
      this.preview = null;
      this.#ask();
    }
    this.draw();
  }

  /** Leaves whatever is being done, one layer at a time. */
  escape() {
    this.refusal = null;
    this.hint = "";
    if (this.moment !== null && !this.over) this.lookAt(null);
    else if (this.mode !== "play") this.setMode("play");
    else if (this.selected !== null) this.selected = null;
    else if (this.hand.laid.length && !this.sending) this.hand.recall();
    else this.cursor = null;
    this.draw();
  }

  /** @param {"play"|"discard"|"exchange"|"pass"} mode */
  setMode(mode) {
    this.hand.mark();
    this.refusal = null;
    if (mode === "discard" || mode === "exchange") {
      this.hand.recall();
      if (this.selected !== null) this.hand.mark(this.selected);
    }
    this.selected = null;
    this.mode = mode;
    this.draw();
  }

  /** @param {number|null} turn */
  lookAt(turn) {
    const last = this.turns.length;
    this.moment = turn === null || (turn >= last && !this.over) ? null : Math.max(0, Math.min(last, turn));
    this.draw();
  }

  /** Looks at a turn and names it in the address. @param {number} turn */
  visit(turn) {
    this.lookAt(Math.max(0, turn));
    history.replaceState(null, "", this.moment === null ? location.pathname : `#turn-${this.moment}`);
  }

  // ---- sending --------------------------------------------------------------------------------------------

  /** The move that the main button would send, or null. @returns {import("./types.js").Move|null} */
  get intended() {
    if (this.mode === "pass") return { kind: "pass" };
    if (this.mode !== "play") {
      const tiles = this.hand.marked.map((slot) => slot.tile);
      return tiles.length ? { kind: this.mode, tiles } : null;
    }
    const tiles = this.hand.placed;
    if (!tiles.length) return null;
    const direction = tiles.length > 1 ? this.line?.direction : this.wish ?? this.preview?.direction;
    return { kind: "play", ...(direction && this.line?.straight ? { direction } : {}), tiles };
  }

  /** Sends what the main button stands for. */
  commit() {
    const move = this.intended;
    if (!this.myTurn || this.sending || this.moment !== null) return;
    if (!move) {
      this.hint = this.mode === "play" ? gettext("Tap a tile, then a square.") : "";
      this.draw();
      return;
    }
    this.send(move);
  }

  /** Sends a move for this turn. @param {import("./types.js").Move} move */
  send(move) {
    this.refusal = null;
    this.hint = "";
    this.sending = this.link?.command({ type: "move", expect_turn: this.view.turn, move }) ?? null;
    if (this.mode !== "play") this.setMode("play");
    this.draw();
  }

  /** @param {string} type @param {object} [more] */
  command(type, more = {}) {
    this.link?.command({ type, ...more });
  }

  get #laidKey() {
    return JSON.stringify([this.hand.placed, this.wish]);
  }

  /** @override */
  laidChanged() {
    this.preview = null;
    if (this.hand.laid.length !== 1) this.wish = null;
    if (!this.state) return;
    this.#share();
    this.#ask();
    this.draw();
  }

  /** Asks the server about the line, when nothing is plainly missing; again while no answer comes. */
  #ask() {
    clearTimeout(this.timer);
    this.asked += 1;
    const id = this.asked;
    const ask = () => {
      const move = this.mode === "play" ? this.intended : null;
      if (!move || !this.mine || this.view.status !== "running" || this.missing) return;
      this.link?.send({ type: "preview", id, move });
      this.timer = setTimeout(ask, PREVIEW_PATIENCE);
    };
    this.timer = setTimeout(ask, PREVIEW_DELAY);
  }

  /** Shows the laid tiles to team mates and to one's other devices. */
  #share() {
    const key = JSON.stringify(this.hand.placed);
    if (!this.mine || key === this.shared) return;
    this.shared = key;
    clearTimeout(this.shareTimer);
    this.shareTimer = setTimeout(() => this.link?.send({ type: "tentative", tiles: this.hand.placed }), 150);
  }
}
