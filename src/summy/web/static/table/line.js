/**
 * The line that is being laid: which tiles it is made of and what is plainly missing. Hints only: the server judges.
 * @module
 */
import { fill, shownLine } from "./words.js";

/** @typedef {import("./types.js").Placed} Placed @typedef {import("./types.js").Direction} Direction */
/** @typedef {Placed & {laid: boolean}} LineTile */
/**
 * @typedef {object} Line
 * @property {Direction} direction
 * @property {LineTile[]} tiles the unbroken run, up to the first gap
 * @property {boolean} straight false when the laid tiles do not share a row or column
 * @property {boolean} gap true when laid tiles remain behind a gap
 */

/** @param {number} x @param {number} y */
export const at = (x, y) => `${x},${y}`;

/** @param {Placed} tile */
export const faceOf = (tile) => tile.face ?? tile.tile;

/**
 * @param {Placed[]} laid in reading order, at least one
 * @param {Map<string, Placed>} table what lies, by square
 * @param {Direction|null} wish direction for a single tile
 * @returns {Line}
 */
export function lineOf(laid, table, wish) {
  const first = /** @type {Placed} */ (laid[0]);
  const row = laid.every((tile) => tile.y === first.y);
  const column = laid.every((tile) => tile.x === first.x);
  const mine = new Map(laid.map((tile) => [at(tile.x, tile.y), tile]));
  /** @param {Direction} direction @returns {Line} */
  const along = (direction) => {
    const [dx, dy] = direction === "across" ? [1, 0] : [0, 1];
    let { x, y } = first;
    const filled = () => mine.get(at(x, y)) ?? table.get(at(x, y));
    while (filled()) [x, y] = [x - dx, y - dy];
    /** @type {LineTile[]} */
    const tiles = [];
    for ([x, y] = [x + dx, y + dy]; filled(); [x, y] = [x + dx, y + dy]) {
      tiles.push({ .../** @type {Placed} */ (filled()), laid: mine.has(at(x, y)) });
    }
    return { direction, tiles, straight: row || column, gap: tiles.filter((tile) => tile.laid).length < laid.length };
  };
  if (row && !column) return along("across");
  if (column && !row) return along("down");
  if (!row) return along("across");
  const [across, down] = [along("across"), along("down")];
  if (wish) return wish === "down" ? down : across;
  return down.tiles.length > across.tiles.length ? down : across;
}

/**
 * What is plainly missing, or "" when only the server can say.
 * @param {Line} line @param {import("./types.js").View} view
 * @returns {string}
 */
export function missing(line, view) {
  const faces = line.tiles.map(faceOf);
  const text = faces.join("");
  const after = shownLine(/[^=]*$/.exec(text)?.[0] || text, view);
  if (!line.straight) return gettext("Not yet: lay all tiles in one line.");
  if (line.gap) return fill(gettext("There is a gap after %(text)s."), { text: after });
  if (view.table.crossword) return ""; // every line through a new tile counts there: the server says which is wrong
  if (text.startsWith("=")) return gettext("Not yet: add a sum before =.");
  if (text.endsWith("=")) return gettext("Not yet: add the answer.");
  if (/[-+x:]$/.test(text)) return fill(gettext("Not yet: add a number after %(sign)s."), { sign: shownLine(text.slice(-1), view) });
  if (!text.includes("=")) {
    return /\d[-+x:]\d/.test(text) ? gettext("Not yet: add = and the answer.") : gettext("Not yet: make a sum with = in it.");
  }
  return "";
}
