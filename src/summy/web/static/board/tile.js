/**
 * One tile as the design draws it. Knows names and faces, no rules.
 * @module
 */
import { make, symbol } from "./element.js";

/** Symbols of the sprite for names that are not numbers. @type {Record<string, string>} */
const GLYPHS = { "+": "gp", "-": "gm", "x": "gx", ":": "gc", "÷": "gd", "=": "ge", "+/-": "gpm", "x/:": "gxd" };

/**
 * Family of a face: `` number, `o` operator, `q` equals.
 * @param {string} face
 */
export function family(face) {
  if (face === "=") return "q";
  return /^\d+$/.test(face) || face === "?" ? "" : "o";
}

/**
 * @typedef {object} TileLook
 * @property {string} tile name of the tile (`7`, `12`, `+`, `+/-`, `?` ...)
 * @property {string} [face] what a blank or choice tile stands for
 * @property {number|null} [points] printed in the corner when given
 * @property {string} [state] further classes: `new`, `mate`, `flat`, `ghost`, `sel`, `drop`, `no`, `mark`
 */

/** How all tiles of the page are drawn: division as ÷ instead of : */
export const style = { obelus: false };

/**
 * Makes the element `<b class="t">` of a tile.
 * @param {TileLook} look
 * @returns {HTMLElement}
 */
export function tileElement({ tile, face, points, state = "" }) {
  const shown = face ?? tile;
  const blank = tile === "?";
  const choice = !blank && face !== undefined && face !== tile;
  /** @param {string} name */
  const glyph = (name) => symbol(/^\d+$/.test(name) ? `g${name}` : GLYPHS[name === ":" && style.obelus ? "÷" : name] ?? "g0");
  const classes = ["t", blank ? "blank" : family(shown), choice && "pick", blank && !face && "empty",
    typeof points === "number" && "pts", state].filter(Boolean).join(" ");
  const element = make("b", { class: classes });
  if (shown !== "?") element.append(glyph(shown));
  if (blank && face) element.append(glyph(face));
  if (choice) element.append(make("i", {}, glyph(tile)));
  if (typeof points === "number") element.append(make("small", {}, String(points)));
  return element;
}
