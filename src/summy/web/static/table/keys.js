/**
 * The keyboard. The list that `?` shows is in the template of the page.
 * @module
 */
import { tilesOfKey } from "./hand.js";
import { part } from "./parts.js";

/** @typedef {import("./table.js").Table} Table @typedef {import("../board/board.js").SummyBoard} SummyBoard */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Table} table @param {SummyBoard} board @param {() => void} help */
export function listenKeys(table, board, help) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!table.state || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (target.closest("input, textarea, select, [contenteditable]")) return;
    if (event.altKey) {
      if (reorder(table, target, event.key)) event.preventDefault();
      return;
    }
    const native = Boolean(target.closest("button, a, summary"));
    if (act(table, board, event.key, native, help)) event.preventDefault();
  });
}

/**
 * @param {Table} table @param {SummyBoard} board @param {string} pressed
 * @param {boolean} native the focus is on a control that has its own use for Enter and Space
 * @param {() => void} help @returns {boolean} true when the key was used
 */
function act(table, board, pressed, native, help) {
  const arrow = ARROWS[pressed];
  if (table.moment !== null) {
    if (pressed === "ArrowLeft" || pressed === "ArrowRight") {
      table.lookAt(table.moment + (pressed === "ArrowLeft" ? -1 : 1));
      return true;
    }
    if (pressed === "Home" || pressed === "End") {
      table.lookAt(pressed === "Home" ? 0 : table.turns.length);
      return true;
    }
  } else if (arrow) {
    board.step(...arrow);
    return true;
  }
  if (pressed === "?") {
    help();
    return true;
  }
  if (pressed === "Escape") {
    table.escape();
    return true;
  }
  if (pressed === "Enter" && !native) {
    table.commit();
    return true;
  }
  if (pressed === " " && !native) {
    table.turn();
    return true;
  }
  if (pressed === "Backspace") {
    table.backspace();
    return true;
  }
  return tilesOfKey(pressed).length > 0 && table.mine !== null && !table.over && table.type(pressed);
}

/** Alt and an arrow move the focused tile along the rack. @param {Table} table @param {HTMLElement} target @param {string} pressed */
function reorder(table, target, pressed) {
  const id = Number(/** @type {HTMLElement|null} */ (target.closest("[data-slot]"))?.dataset.slot);
  const arrow = ARROWS[pressed];
  if (!id || !arrow || !arrow[0]) return false;
  const place = table.hand.slots.findIndex((slot) => slot.id === id);
  table.hand.move(id, place + arrow[0]);
  requestAnimationFrame(() => part("rack").querySelector(`[data-slot="${id}"]`)?.focus());
  return true;
}
