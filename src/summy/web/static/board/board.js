/**
 * <summy-board>: shows a board, bounded or without an edge, and tells what people do on it. It knows no rules.
 *
 *     const board = document.createElement("summy-board");
 *     board.set({ tiles: [{ x: 0, y: 0, tile: "=" }], closed: [[2, 0]] });
 *     board.addEventListener("square", (event) => console.log(event.detail.x, event.detail.y));
 *
 * Options and events: options.js and docs/board.md.
 * @module
 */
import { Camera } from "./camera.js";
import { make, symbol } from "./element.js";
import { listen } from "./gestures.js";
import { defaults } from "./options.js";
import { style, tileElement } from "./tile.js";

/** @typedef {import("./options.js").BoardOptions} BoardOptions @typedef {import("./options.js").Square} Square */
/** @typedef {{x: number, y: number, direction: string, length: number}} Line */

/** @type {Record<string, Square>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Milliseconds between two tiles of a line that land. */
const STEP = 25;

/** @param {number} x @param {number} y */
const key = (x, y) => `${x},${y}`;

/** Squares of a line. @param {Line} line @returns {Square[]} */
export const squaresOf = ({ x, y, direction, length }) => Array.from({ length }, (_, step) =>
  direction === "across" ? [x + step, y] : [x, y + step]);

export class SummyBoard extends HTMLElement {
  constructor() {
    super();
    this.options = defaults();
    this.camera = new Camera(this, () => this.options, () => this.#follow());
    this.plane = make("div", { class: "board", role: "grid" });
    this.frame = make("div", { class: "frame", "aria-hidden": "true" });
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    /** What each cell shows, to leave alone what stays the same. @type {Map<string, string>} */
    this.shown = new Map();
    this.area = "";
    this.pending = false;
    this.fitted = false;
    /** Square that the arrow keys have led to. @type {{x: number, y: number}|null} */
    this.roving = null;
    listen(this, this.camera, {
      tap: (x, y, touch) => this.#tap(x, y, touch),
      lift: (target, pointer) => this.#lift(target, pointer),
    });
    this.addEventListener("keydown", (event) => this.#keydown(event));
    this.addEventListener("focusin", (event) => this.#focused(event));
  }

  connectedCallback() {
    if (!this.plane.isConnected) this.append(this.frame, this.plane);
    this.observer = new ResizeObserver(() => this.#resized());
    this.observer.observe(this);
    this.render();
  }

  disconnectedCallback() {
    this.observer?.disconnect();
  }

  /** Changes options and draws in a microtask. @param {Partial<BoardOptions>} change */
  set(change) {
    if (change.cursor) this.roving = null;
    Object.assign(this.options, change);
    if (this.pending) return;
    this.pending = true;
    queueMicrotask(() => {
      this.pending = false;
      if (this.isConnected) this.render();
    });
  }

  /** First and last column and row of everything that lies, one square of air around the tiles included. */
  get box() {
    const { width, height, tiles, closed, willClose, last } = this.options;
    if (width && height) return { left: 0, top: 0, right: width - 1, bottom: height - 1 };
    const lids = [...closed, ...willClose];
    const columns = [-1, 1, ...tiles.flatMap(({ x }) => [x - 1, x + 1]), ...lids.map(([x]) => x)];
    if (last?.direction === "across") columns.push(last.x + last.length + 1); // its points stand there
    const rows = [-1, 1, ...tiles.flatMap(({ y }) => [y - 1, y + 1]), ...lids.map(([, y]) => y)];
    return { left: Math.min(...columns), top: Math.min(...rows), right: Math.max(...columns), bottom: Math.max(...rows) };
  }

  /** True when the square is on the board. @param {number} x @param {number} y */
  has(x, y) {
    const { width, height } = this.options;
    return !width || !height || (x >= 0 && y >= 0 && x < width && y < height);
  }

  /** Name of a square: "5, 2" without an edge, "F3" on a bounded board. @param {number} x @param {number} y */
  nameOf(x, y) {
    return this.options.width ? `${String.fromCharCode(65 + x)}${y + 1}` : `${x}, ${y}`;
  }

  /** Shows everything, or as much as can be read. @param {boolean} [smooth] */
  fit(smooth = true) {
    const { last, cursor, tiles, width } = this.options;
    const laid = tiles.filter((tile) => tile.state?.includes("new"));
    const middle = laid[laid.length >> 1] ?? cursor;
    const focus = middle ? /** @type {Square} */ ([middle.x, middle.y]) : last ? this.#withPoints(last)[(last.length + 1) >> 1] ?? null : null;
    const box = this.box;
    if (width) [box.left, box.top] = [box.left - 0.6, box.top - 0.6];
    this.camera.fit(box, focus, smooth);
    this.fitted = this.clientWidth > 0;
  }

  /** Zooms by a step. @param {number} factor */
  zoom(factor) {
    this.camera.zoom(factor);
  }

  /** Brings squares into view, if they are not. @param {Square[]} squares */
  show(squares) {
    this.camera.show(squares);
  }

  /** Squares of a line and of the points behind it; a board with an edge is not moved for those. @param {Line} line */
  #withPoints(line) {
    const points = this.options.width ? 0 : line.direction === "across" ? 2 : 1;
    return squaresOf({ ...line, length: line.length + points });
  }

  /** Brings a line and its points into view. @param {Line} line */
  showLine(line) {
    this.show(this.#withPoints(line));
  }

  /** The square at a point of the screen, or null outside the board. @param {number} clientX @param {number} clientY */
  squareAt(clientX, clientY) {
    const [x, y] = this.camera.squareAt(clientX, clientY);
    return this.has(x, y) ? /** @type {Square} */ ([x, y]) : null;
  }

  /** Moves the cursor, and the focus if it is in the board, as an arrow key does. @param {number} dx @param {number} dy */
  step(dx, dy) {
    const inside = this.contains(document.activeElement);
    const from = this.#stop();
    // The first press only shows where one is.
    const moves = inside || this.options.cursor;
    const [x, y] = moves ? [from.x + dx, from.y + dy] : [from.x, from.y];
    if (!this.has(x, y)) return;
    this.roving = { x, y };
    this.#tell("cursor", { x, y });
    this.render();
    if (inside) this.focusSquare(x, y);
    this.camera.show([[x, y]]);
  }

  /** Puts the focus on a square. @param {number} x @param {number} y */
  focusSquare(x, y) {
    this.cells.get(key(x, y))?.focus({ preventScroll: true });
  }

  /** Draws at once. */
  render() {
    const { name, width, tiles, closed, willClose, last, cursor, score, target, premium, first, centre } = this.options;
    const box = this.box;
    for (const place of [cursor, this.roving, target && { x: target[0], y: target[1] }]) {
      if (!place || width) continue;
      box.left = Math.min(box.left, place.x - 1);
      box.right = Math.max(box.right, place.x + 1);
      box.top = Math.min(box.top, place.y - 1);
      box.bottom = Math.max(box.bottom, place.y + 1);
    }
    style.obelus = this.options.obelus;
    this.plane.setAttribute("aria-label", name);
    this.classList.toggle("bounded", Boolean(width));
    const area = [box.left, box.top, box.right, box.bottom].join();
    if (area !== this.area) this.#lay(box, area);
    const byTile = new Map(tiles.map((tile) => [key(tile.x, tile.y), tile]));
    const shut = new Set(closed.map(([x, y]) => key(x, y)));
    const shutting = new Set(willClose.map(([x, y]) => key(x, y)));
    const band = new Map((last ? squaresOf(last) : []).map(([x, y], step, all) => [key(x, y),
      ["hl", last?.direction === "across" ? "h" : "v", step === 0 && "s", step === all.length - 1 && "e", last?.mark && `m${last.mark}`]
        .filter(Boolean).join(" ")]));
    const stop = this.#stop();
    for (let y = box.top; y <= box.bottom; y++) {
      for (let x = box.left; x <= box.right; x++) {
        const at = key(x, y);
        const tile = byTile.get(at);
        const here = cursor?.x === x && cursor?.y === y ? cursor.direction : null;
        const bonus = premium?.[y]?.[x] ?? "";
        const classes = [
          shut.has(at) && "res", shutting.has(at) && "will", band.get(at), first?.[0] === x && first?.[1] === y && "home",
          bonus && !tile && `p${bonus.toLowerCase()}`, bonus && !tile && centre?.[0] === x && centre?.[1] === y && "star",
          here && "cur", here === "down" && "down", target?.[0] === x && target?.[1] === y && "aim",
        ].filter(Boolean).join(" ");
        const chip = last && band.get(at)?.split(" ").includes("e") ? `${last.mark}:${last.text}` : "";
        const points = score?.x === x && score?.y === y ? score.text : "";
        const label = this.options.label({ x, y, name: this.nameOf(x, y), tile, closed: shut.has(at), willClose: shutting.has(at), premium: bonus, cursor: here });
        const tab = stop.x === x && stop.y === y;
        const shown = JSON.stringify([classes, tile, chip, points, label, tab, bonus]);
        if (this.shown.get(at) === shown) continue;
        this.shown.set(at, shown);
        this.#fill(/** @type {HTMLElement} */ (this.cells.get(at)), { classes, tile, chip, points, label, tab, bonus, here });
      }
    }
    if (!this.fitted && this.clientWidth) this.fit(false);
    else this.#follow();
  }

  /** Lays out empty cells for a box of squares. @param {{left: number, top: number, right: number, bottom: number}} box @param {string} area */
  #lay(box, area) {
    const focused = /** @type {HTMLElement|null} */ (this.plane.contains(document.activeElement) ? document.activeElement : null)?.dataset.at;
    const kept = this.cells;
    this.cells = new Map();
    const rows = [];
    for (let y = box.top; y <= box.bottom; y++) {
      const row = make("div", { role: "row", "aria-rowindex": y - box.top + 1 });
      for (let x = box.left; x <= box.right; x++) {
        const at = key(x, y);
        const cell = kept.get(at) ?? make("i", { role: "gridcell", "data-at": at });
        if (!kept.has(at)) {
          cell.style.setProperty("--x", String(x));
          cell.style.setProperty("--y", String(y));
        }
        cell.setAttribute("aria-colindex", String(x - box.left + 1));
        this.cells.set(at, cell);
        row.append(cell);
      }
      rows.push(row);
    }
    for (const at of kept.keys()) if (!this.cells.has(at)) this.shown.delete(at);
    this.plane.replaceChildren(...rows);
    this.plane.setAttribute("aria-rowcount", String(box.bottom - box.top + 1));
    this.plane.setAttribute("aria-colcount", String(box.right - box.left + 1));
    this.area = area;
    if (this.options.width) this.#axes();
    if (focused) this.cells.get(focused)?.focus({ preventScroll: true });
  }

  /** Letters and numbers along the edge of a bounded board. */
  #axes() {
    const { width, height } = this.options;
    const marks = [];
    for (let x = 0; x < (width ?? 0); x++) marks.push([x, -1, String.fromCharCode(65 + x)]);
    for (let y = 0; y < (height ?? 0); y++) marks.push([-1, y, String(y + 1)]);
    this.frame.replaceChildren(...marks.map(([x, y, text]) => {
      const mark = make("span", { class: x === -1 ? "ax r" : "ax" }, text);
      mark.style.setProperty("--x", String(x));
      mark.style.setProperty("--y", String(y));
      return mark;
    }));
    this.style.setProperty("--columns", String(width));
    this.style.setProperty("--rows", String(height));
  }

  /** Fills one cell. @param {HTMLElement} cell @param {Record<string, any>} what */
  #fill(cell, { classes, tile, chip, points, label, tab, bonus, here }) {
    cell.className = classes;
    cell.setAttribute("aria-label", label);
    cell.tabIndex = tab ? 0 : -1;
    const children = [];
    if (bonus && !tile) {
      if (classes.includes("star")) children.push(symbol("star"));
      children.push(make("span", { "aria-hidden": "true" }, bonus));
    }
    if (tile) {
      const element = tileElement(tile);
      if (tile.step) element.style.animationDelay = `${tile.step * STEP}ms`;
      children.push(element);
    } else if (here) children.push(symbol("tri"));
    if (points) children.push(make("span", { class: "chip", "aria-hidden": "true" }, points));
    if (chip) {
      const [mark, text] = [chip.slice(0, chip.indexOf(":")), chip.slice(chip.indexOf(":") + 1)];
      children.push(make("span", { class: `chip last m${mark}`, "aria-hidden": "true" }, make("i", { class: `mk ${mark}` }), text));
    }
    cell.replaceChildren(...children);
  }

  /** The one square that Tab reaches. @returns {{x: number, y: number}} */
  #stop() {
    const { cursor, last, first, width, height } = this.options;
    const here = cursor ?? this.roving;
    if (here) return here;
    if (last) return last;
    return first ? { x: first[0], y: first[1] } : { x: Math.floor((width ?? 0) / 2), y: Math.floor((height ?? 0) / 2) };
  }

  /** Lets plane, dots and frame follow the camera. */
  #follow() {
    const { x, y } = this.camera.origin;
    const style = this.style;
    style.setProperty("--s", `${this.camera.side}px`);
    style.setProperty("--ox", `${x}px`);
    style.setProperty("--oy", `${y}px`);
    this.classList.toggle("small", this.camera.side < 28);
    this.#tell("camera", {});
  }

  #resized() {
    if (!this.clientWidth) return;
    if (!this.fitted || !this.camera.moved) this.fit(false);
    else this.#follow();
  }

  /** @param {number} clientX @param {number} clientY @param {boolean} touch */
  #tap(clientX, clientY, touch) {
    const square = this.squareAt(clientX, clientY);
    if (!square || !this.options.interactive) return;
    const [x, y] = square;
    const { tapMinimum, width } = this.options;
    if (touch && width && this.camera.side < tapMinimum) {
      this.camera.moved = true;
      this.camera.glideTo(x + 0.5, y + 0.5, tapMinimum);
      return;
    }
    this.#tell("square", { x, y, touch });
  }

  /** @param {Element} target @param {PointerEvent} pointer */
  #lift(target, pointer) {
    const cell = /** @type {HTMLElement|null} */ (target.closest("[data-at]"));
    if (!this.options.interactive || !cell?.querySelector(".t.new")) return false;
    const [x, y] = (cell.dataset.at ?? "").split(",").map(Number);
    this.#tell("lift", { x, y, pointer });
    return true;
  }

  /** @param {KeyboardEvent} event */
  #keydown(event) {
    const arrow = ARROWS[event.key];
    if (!arrow || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.step(...arrow);
  }

  /** Tab into the board shows the cursor there. @param {FocusEvent} event */
  #focused(event) {
    const cell = /** @type {HTMLElement} */ (event.target);
    if (!cell.dataset.at || !cell.matches(":focus-visible") || this.options.cursor) return;
    const [x, y] = cell.dataset.at.split(",").map(Number);
    this.#tell("cursor", { x, y });
  }

  /** @param {string} name @param {object} detail */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

customElements.define("summy-board", SummyBoard);
