/**
 * The hand on the rack: its order, which tiles are laid on the table and not played yet, which are marked.
 * No page and no rules here. What is laid is kept in the browser, one entry a game.
 * @module
 */

/** @typedef {import("./types.js").Placed} Placed */
/**
 * @typedef {object} Slot one place on the rack
 * @property {number} id stays with the tile as long as it is in the hand
 * @property {string} tile
 * @property {[number, number]|null} at square where it lies, or null on the rack
 * @property {string} [face] what a blank or choice tile stands for
 * @property {boolean} [marked] chosen for discarding
 * @property {boolean} [fresh] drawn just now
 */

const ORDER = ["+", "-", "x", ":", "=", "+/-", "x/:", "?"];

/** Place of a tile name in the canonical order. @param {string} tile */
export const rank = (tile) => (/^\d+$/.test(tile) ? Number(tile) : 100 + ORDER.indexOf(tile));

/** Tile names that a typed key may mean, best first. @param {string} pressed */
export function tilesOfKey(pressed) {
  /** @type {Record<string, string[]>} */
  const signs = { "+": ["+", "+/-"], "-": ["-", "+/-"], "–": ["-", "+/-"], "−": ["-", "+/-"], "x": ["x", "x/:"], "X": ["x", "x/:"], "*": ["x", "x/:"],
    "×": ["x", "x/:"], ":": [":", "x/:"], "/": [":", "x/:"], "÷": [":", "x/:"], "=": ["="] };
  return /^\d$/.test(pressed) ? [pressed] : signs[pressed] ?? [];
}

export class Hand {
  /** @param {string} game @param {() => void} changed */
  constructor(game, changed) {
    this.name = `summy:hand:${game}`;
    this.changed = changed;
    /** @type {Slot[]} */
    this.slots = [];
    /** Slots in the order in which they were laid. @type {number[]} */
    this.trail = [];
    this.next = 1;
    /** What the browser kept, until the first hand is known. @type {{tile: string, at: [number, number]|null, face?: string}[]} */
    this.kept = [];
    try {
      this.kept = JSON.parse(localStorage.getItem(this.name) ?? "[]");
    } catch {
      // A browser without storage, or an entry that is not ours: begin with an empty table.
    }
  }

  /** Tiles that lie on the table. @returns {(Slot & {at: [number, number]})[]} */
  get laid() {
    return /** @type {any} */ (this.slots.filter((slot) => slot.at));
  }

  /** The laid tiles as a move or a message names them, left to right and top to bottom. @returns {Placed[]} */
  get placed() {
    return this.laid.map(({ tile, at, face }) => ({ x: at[0], y: at[1], tile, ...(face ? { face } : {}) }))
      .sort((a, b) => a.y - b.y || a.x - b.x);
  }

  /** @param {number} x @param {number} y */
  laidAt(x, y) {
    return this.laid.find(({ at }) => at[0] === x && at[1] === y);
  }

  /** @param {number} id */
  slot(id) {
    return this.slots.find((slot) => slot.id === id);
  }

  /**
   * Follows the server: keeps the order of what stayed, adds what was drawn, and takes back laid tiles whose square
   * is taken or closed, or that are no longer in the hand.
   * @param {string[]} tiles the hand now
   * @param {(x: number, y: number) => boolean} open true when a tile may still lie on the square
   */
  follow(tiles, open) {
    const first = !this.slots.length;
    /** @type {Slot[]} */
    const old = first ? this.kept.map((entry) => ({ ...entry, id: this.next++ })) : this.slots;
    this.kept = [];
    const left = [...tiles];
    /** @param {string} tile */
    const take = (tile) => left.indexOf(tile) >= 0 && Boolean(left.splice(left.indexOf(tile), 1));
    // Tiles on squares that are taken now were just played: of equal tiles they are the ones that went.
    const stays = (/** @type {Slot} */ slot) => !slot.at || open(...slot.at);
    const kept = new Set([...old.filter(stays), ...old.filter((slot) => !stays(slot))].filter((slot) => take(slot.tile)));
    this.slots = old.filter((slot) => kept.has(slot));
    for (const slot of this.slots) {
      slot.fresh = false;
      if (!stays(slot)) {
        slot.at = null;
        delete slot.face;
      }
    }
    for (const tile of left) this.slots.push({ id: this.next++, tile, at: null, fresh: !first });
    if (first && !old.length) this.slots.sort((a, b) => rank(a.tile) - rank(b.tile));
    this.trail = [...this.trail, ...this.laid.map((slot) => slot.id)].filter((id, place, all) => this.slot(id)?.at && all.indexOf(id) === place);
    this.#keep();
  }

  /** Lays a tile on a square. @param {number} id @param {number} x @param {number} y @param {string} [face] */
  lay(id, x, y, face) {
    const slot = this.slot(id);
    if (!slot) return;
    slot.at = [x, y];
    if (face) slot.face = face;
    this.trail = [...this.trail.filter((other) => other !== id), id];
    this.#keep();
  }

  /** Takes a tile back to the rack. @param {number} id */
  takeBack(id) {
    const slot = this.slot(id);
    if (!slot) return;
    slot.at = null;
    delete slot.face;
    this.trail = this.trail.filter((other) => other !== id);
    this.#keep();
  }

  recall() {
    for (const { id } of this.laid) this.takeBack(id);
  }

  /** Moves a slot to another place of the rack. @param {number} id @param {number} place */
  move(id, place) {
    const slot = this.slot(id);
    if (!slot) return;
    this.slots = this.slots.filter((other) => other !== slot);
    this.slots.splice(Math.max(0, Math.min(this.slots.length, place)), 0, slot);
    this.#keep();
  }

  shuffle() {
    for (let last = this.slots.length - 1; last > 0; last--) {
      const other = Math.floor(Math.random() * (last + 1));
      [this.slots[last], this.slots[other]] = /** @type {[Slot, Slot]} */ ([this.slots[other], this.slots[last]]);
    }
    this.#keep();
  }

  sort() {
    this.slots.sort((a, b) => rank(a.tile) - rank(b.tile) || a.id - b.id);
    this.#keep();
  }

  /** Marks or unmarks tiles for discarding; without an id, unmarks all. @param {number} [id] */
  mark(id) {
    for (const slot of this.slots) slot.marked = id === undefined ? false : slot.id === id ? !slot.marked : slot.marked;
    this.changed();
  }

  get marked() {
    return this.slots.filter((slot) => slot.marked);
  }

  /** The first free slot for a typed key; a choice tile, or a blank as the last resort, comes with its face. @param {string} pressed */
  slotForKey(pressed) {
    const names = tilesOfKey(pressed);
    for (const tile of names.length ? [...names, "?"] : []) {
      const slot = this.slots.find((one) => !one.at && one.tile === tile);
      if (slot) return { slot, face: tile === "?" || tile.includes("/") ? names[0] : undefined };
    }
    return null;
  }

  #keep() {
    try {
      localStorage.setItem(this.name, JSON.stringify(this.slots.map(({ tile, at, face }) => ({ tile, at, face }))));
    } catch {
      // Full or forbidden storage: the tiles then live as long as the page.
    }
    this.changed();
  }

  /** Forgets a finished game. */
  forget() {
    try {
      localStorage.removeItem(this.name);
    } catch {
      // Nothing was kept.
    }
  }
}
