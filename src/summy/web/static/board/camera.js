/**
 * The camera over the board: which square lies in the middle and how large squares are.
 * @module
 */

/** Milliseconds that a pan takes. */
const GLIDE = 240;

/** True when people asked their system for less motion. */
export const calm = () => matchMedia("(prefers-reduced-motion:reduce)").matches;

export class Camera {
  /**
   * @param {HTMLElement} host the part of the page that is looked through
   * @param {() => import("./options.js").BoardOptions} options
   * @param {() => void} changed called after each change
   */
  constructor(host, options, changed) {
    this.host = host;
    this.options = options;
    this.changed = changed;
    /** Middle of the view, in squares (the middle of square 0,0 is 0.5). */
    this.x = 0.5;
    this.y = 0.5;
    /** Side of a square in pixels. */
    this.side = 44;
    /** True once a person has moved the camera: it then stays where they put it. */
    this.moved = false;
    this.glide = 0;
  }

  /** The part of the host that no panel covers, in pixels from its top left corner. */
  get window() {
    const { top, right, bottom, left } = this.options().insets;
    const width = Math.max(80, this.host.clientWidth - left - right);
    const height = Math.max(80, this.host.clientHeight - top - bottom);
    return { left, top, width, height, middleX: left + width / 2, middleY: top + height / 2 };
  }

  /** Pixel of the top left corner of square 0,0. */
  get origin() {
    const { middleX, middleY } = this.window;
    return { x: Math.round(middleX - this.x * this.side), y: Math.round(middleY - this.y * this.side) };
  }

  /**
   * The square under a point of the screen.
   * @param {number} clientX @param {number} clientY @returns {import("./options.js").Square}
   */
  squareAt(clientX, clientY) {
    const box = this.host.getBoundingClientRect();
    const { x, y } = this.origin;
    return [Math.floor((clientX - box.left - x) / this.side), Math.floor((clientY - box.top - y) / this.side)];
  }

  /** @param {number} x @param {number} y @param {number} [side] */
  put(x, y, side = this.side) {
    cancelAnimationFrame(this.glide);
    const { zoomMinimum, zoomMaximum } = this.options();
    this.side = Math.min(zoomMaximum, Math.max(zoomMinimum, side));
    this.x = x;
    this.y = y;
    this.changed();
  }

  /** Moves by pixels, as a hand drags the table. @param {number} dx @param {number} dy */
  drag(dx, dy) {
    this.moved = true;
    this.put(this.x - dx / this.side, this.y - dy / this.side);
  }

  /**
   * Zooms so that the point under the fingers stays there.
   * @param {number} factor @param {number} [clientX] @param {number} [clientY]
   */
  zoom(factor, clientX, clientY) {
    this.moved = true;
    const { zoomMinimum, zoomMaximum } = this.options();
    const side = Math.min(zoomMaximum, Math.max(zoomMinimum, this.side * factor));
    const box = this.host.getBoundingClientRect();
    const { middleX, middleY } = this.window;
    const offX = clientX === undefined ? 0 : clientX - box.left - middleX;
    const offY = clientY === undefined ? 0 : clientY - box.top - middleY;
    this.put(this.x + offX / this.side - offX / side, this.y + offY / this.side - offY / side, side);
  }

  /** Moves there in a calm way, or at once where motion is not wanted. @param {number} x @param {number} y @param {number} [side] */
  glideTo(x, y, side = this.side) {
    const from = { x: this.x, y: this.y, side: this.side };
    if (calm() || !this.host.isConnected) return this.put(x, y, side);
    const start = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const part = Math.min(1, Math.max(0, (now - start) / GLIDE));
      const eased = 1 - (1 - part) ** 3;
      const last = part === 1;
      this.put(from.x + (x - from.x) * eased, from.y + (y - from.y) * eased,
        last ? side : from.side + (side - from.side) * eased);
      if (!last) this.glide = requestAnimationFrame(step);
    };
    cancelAnimationFrame(this.glide);
    this.glide = requestAnimationFrame(step);
  }

  /**
   * Shows a whole box of squares, as large as the options allow; a box that is too large is shown round `focus`.
   * @param {{left: number, top: number, right: number, bottom: number}} box first and last column and row
   * @param {import("./options.js").Square|null} focus
   * @param {boolean} [smooth]
   */
  fit(box, focus, smooth = false) {
    const { fitMinimum, fitMaximum } = this.options();
    const columns = box.right - box.left + 1;
    const rows = box.bottom - box.top + 1;
    const { width, height } = this.window;
    const exact = Math.min(width / columns, height / rows);
    const side = Math.floor(Math.min(fitMaximum, Math.max(fitMinimum, exact)));
    /** @param {number} room @param {number} first @param {number} count @param {number|undefined} wanted */
    const middle = (room, first, count, wanted) => {
      const half = room / side / 2;
      if (wanted === undefined || count <= half * 2) return first + count / 2;
      return Math.min(first + count - half, Math.max(first + half, wanted + 0.5));
    };
    const x = middle(width, box.left, columns, focus?.[0]);
    const y = middle(height, box.top, rows, focus?.[1]);
    this.moved = false;
    if (smooth) this.glideTo(x, y, side);
    else this.put(x, y, side);
  }

  /**
   * True when all these squares are in view.
   * @param {import("./options.js").Square[]} squares
   */
  sees(squares) {
    const { left, top, width, height } = this.window;
    const { x, y } = this.origin;
    return squares.every(([column, row]) => x + column * this.side >= left - 1 && y + row * this.side >= top - 1 &&
      x + (column + 1) * this.side <= left + width + 1 && y + (row + 1) * this.side <= top + height + 1);
  }

  /**
   * Pans, as little as possible, until the squares are in view; zooms out when they would not fit.
   * @param {import("./options.js").Square[]} squares
   */
  show(squares) {
    if (!squares.length || this.sees(squares)) return;
    const columns = squares.map(([x]) => x);
    const rows = squares.map(([, y]) => y);
    const box = { left: Math.min(...columns), right: Math.max(...columns), top: Math.min(...rows), bottom: Math.max(...rows) };
    const { width, height } = this.window;
    const fits = Math.min(width / (box.right - box.left + 1), height / (box.bottom - box.top + 1));
    const side = Math.max(this.options().zoomMinimum, Math.min(this.side, Math.floor(fits)));
    /** @param {number} room @param {number} now @param {number} first @param {number} last */
    const nearest = (room, now, first, last) => {
      const half = room / side / 2;
      return Math.min(Math.max(now, last + 1 - half), first + half);
    };
    this.glideTo(nearest(width, this.x, box.left, box.right), nearest(height, this.y, box.top, box.bottom), side);
  }
}
