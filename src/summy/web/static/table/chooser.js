/**
 * Choosing what a blank or a choice tile stands for: a small dialog beside the tile, on phones a sheet.
 * @module
 */
import { make } from "../board/element.js";
import { tileElement } from "../board/tile.js";
import { rank } from "./hand.js";
import { part } from "./parts.js";
import { fill, spoken } from "./words.js";

/** @typedef {import("./table.js").Table} Table @typedef {import("../board/board.js").SummyBoard} SummyBoard */

/** Digits typed so far, for faces of two digits. */
let typed = "";
/** Slot that the dialog is open for. @type {number|null} */
let open = null;

/** @param {Table} table @param {string} tile @returns {string[]} */
function facesFor(table, tile) {
  const known = table.view.table.faces?.[tile];
  if (known) return known;
  if (tile === "+/-") return ["+", "-"];
  if (tile === "x/:") return ["x", ":"];
  return Object.keys(table.view.unseen ?? table.view.table.points ?? {}).filter((name) => !name.includes("/") && name !== "?").sort((a, b) => rank(a) - rank(b));
}

/** @param {Table} table @param {SummyBoard} board @returns {boolean} true while the dialog is open */
export function drawChooser(table, board) {
  const dialog = /** @type {HTMLDialogElement} */ (part("chooser"));
  const slot = table.choosing === null ? null : table.hand.slot(table.choosing);
  if (!slot?.at) {
    table.choosing = null;
    open = null;
    if (dialog.open) dialog.close();
    return false;
  }
  if (open === slot.id) return true;
  open = slot.id;
  typed = "";
  const [x, y] = slot.at;
  /** @param {string} [face] */
  const choose = (face) => {
    table.choosing = null;
    open = null;
    dialog.close();
    if (face) table.hand.lay(slot.id, x, y, face);
    else table.hand.takeBack(slot.id);
    board.focusSquare(x, y);
    table.draw();
  };
  const faces = facesFor(table, slot.tile);
  const buttons = faces.map((face) => make("button", { type: "button", role: "radio", "aria-checked": String(face === slot.face), "aria-label": spoken(face), tabindex: face === (slot.face ?? faces[0]) ? 0 : -1,
    "data-face": face, onclick: () => choose(face) }, tileElement({ tile: face, state: "flat" })));
  part("chooser-title").textContent = fill(slot.tile === "?" ? gettext("Blank at %(square)s stands for") : gettext("Sign at %(square)s stands for"), { square: board.nameOf(x, y) });
  part("chooser-back").onclick = () => choose();
  part("faces").replaceChildren(...buttons);
  part("chooser-note").hidden = slot.tile !== "?";
  dialog.oncancel = (event) => {
    event.preventDefault();
    choose();
  };
  dialog.onkeydown = (event) => key(event, buttons, choose);
  if (!dialog.open) dialog.showModal();
  place(dialog, board, x, y);
  (buttons.find((button) => button.tabIndex === 0) ?? buttons[0])?.focus();
  return true;
}

/** Digits jump to a face, arrows move between faces. @param {KeyboardEvent} event @param {HTMLElement[]} buttons @param {(face?: string) => void} choose */
function key(event, buttons, choose) {
  const now = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
  if (step !== undefined) {
    event.preventDefault();
    buttons[Math.max(0, Math.min(buttons.length - 1, now + step))]?.focus();
  } else if (event.key === "Backspace") choose();
  else if (/^[-+x:=*/\d]$/.test(event.key)) {
    const name = event.key.replace("*", "x").replace("/", ":");
    typed = buttons.some((button) => button.dataset.face === typed + name) ? typed + name : name;
    buttons.find((button) => button.dataset.face === typed)?.focus();
  }
}

/** Puts the dialog beside the tile, on the side with room. @param {HTMLElement} dialog @param {SummyBoard} board @param {number} x @param {number} y */
function place(dialog, board, x, y) {
  const box = board.getBoundingClientRect();
  const { origin, side } = board.camera;
  const left = box.left + origin.x + x * side;
  const top = box.top + origin.y + y * side;
  const { offsetWidth: width, offsetHeight: height } = dialog;
  const beside = left + side + 12 + width < innerWidth ? left + side + 12 : Math.max(8, left - width - 12);
  dialog.style.setProperty("--left", `${beside}px`);
  dialog.style.setProperty("--top", `${Math.max(64, Math.min(innerHeight - height - 8, top + side / 2 - height / 2))}px`);
}
