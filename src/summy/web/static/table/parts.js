/**
 * The named parts of the page and drawing them only when they change.
 * @module
 */
import { make } from "../board/element.js";
import { tileElement } from "../board/tile.js";
import { facesOf, spokenLine } from "./words.js";

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/** The element `data-part="name"` of the page. @param {string} name @returns {any} */
export function part(name) {
  const element = document.querySelector(`[data-part="${name}"]`);
  if (!element) throw new Error(`the page has no part "${name}"`);
  return element;
}

/**
 * Fills an element anew when `signature` has changed since the last time.
 * @param {Element} element @param {unknown} signature @param {() => (Node|string|null|false)[]} build
 * @returns {boolean} true when it was filled
 */
export function renew(element, signature, build) {
  const text = JSON.stringify(signature);
  if (drawn.get(element) === text) return false;
  drawn.set(element, text);
  element.replaceChildren(.../** @type {Node[]} */ (build().filter(Boolean)));
  return true;
}

/** A line of small tiles that a screen reader reads as words. @param {string} text line text in faces */
export function lineElement(text) {
  const faces = facesOf(text);
  const line = make("span", { class: "line", role: "img", "aria-label": spokenLine(faces) },
    ...faces.map((face) => tileElement({ tile: face, state: "flat" })));
  // Long lines have smaller tiles: the style sheet divides the room by their number.
  line.style.setProperty("--n", String(faces.length));
  return line;
}

/** The shape of a side. @param {string} mark @param {string} [title] */
export const markElement = (mark, title) => make("i", { class: `mk ${mark}`, ...(title ? { title, role: "img", "aria-label": title } : { "aria-hidden": "true" }) });

/** Copies text; works on pages without TLS too. @param {string} text @returns {Promise<boolean>} */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = make("textarea", { class: "vh", readonly: true });
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/** Sends a form by POST as this site's forms do. @param {string} address @param {Record<string, string>} [fields] */
export function post(address, fields = {}) {
  const token = /** @type {HTMLInputElement|null} */ (document.querySelector("[name=csrfmiddlewaretoken]"))?.value ?? "";
  return fetch(address, { method: "POST", headers: { "X-CSRFToken": token, Accept: "application/json" }, body: new URLSearchParams(fields) });
}
