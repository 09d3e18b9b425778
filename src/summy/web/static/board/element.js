/**
 * Small builders of page elements. Text is always set as text, never as markup.
 * @module
 */

const SVG = "http://www.w3.org/2000/svg";

/** Address of the icon sprite: the page may name it (a hashed file), else it lies beside this folder. */
const SPRITE = document.documentElement.dataset.sprite || new URL("../icons/sprite.svg", import.meta.url).href;

/**
 * Makes an element. Attributes that are `true` are set empty, `false`, `null` and `undefined` are left out;
 * functions named `onclick` and the like become listeners.
 * @param {string} name tag name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string|number|null|false|undefined)} children
 * @returns {any} the element
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(.../** @type {(Node|string)[]} */ (children.filter((child) => child || child === 0).map((child) =>
    typeof child === "number" ? String(child) : child)));
  return element;
}

/**
 * Makes an SVG element.
 * @param {string} name
 * @param {Record<string, string|number>} [attributes]
 * @param {...(Node|string)} children
 * @returns {SVGElement}
 */
export function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * A drawing of the sprite.
 * @param {string} name symbol in the sprite
 * @param {string} [className] `i` is an icon of the interface, empty a numeral on a tile
 */
export function symbol(name, className = "") {
  return draw("svg", { class: className, "aria-hidden": "true" }, draw("use", { href: `${SPRITE}#${name}` }));
}

/** @param {string} name @returns {SVGElement} an icon in the size of the interface */
export const icon = (name) => symbol(name, "i");
