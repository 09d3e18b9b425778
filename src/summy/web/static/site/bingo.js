// The bingo page: a tap adds a tile or takes one away at once. Without this module each tap asks the server.

const tileForm = /** @type {HTMLFormElement | null} */ (document.querySelector(".bingo-form"));
if (tileForm) wireTiles(tileForm);

/** @param {HTMLFormElement} element */
function wireTiles(element) {
  const field = /** @type {HTMLInputElement} */ (element.querySelector("[name=tiles]"));
  const chosen = /** @type {HTMLElement} */ (element.querySelector(".chosen"));
  const most = Number(element.dataset.most);
  element.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (button?.name === "add") {
      event.preventDefault();
      if (chosen.children.length < most) add(chosen, button);
    } else if (button?.name === "drop") {
      event.preventDefault();
      const next = /** @type {HTMLElement | null} */ (button.nextElementSibling ?? button.previousElementSibling);
      button.remove();
      (next ?? field).focus();
    } else return;
    field.value = [...chosen.children].map((tile) => tile.getAttribute("aria-label")).join(" ");
  });
  field.addEventListener("input", () => {
    const pad = new Map([...element.querySelectorAll(".pad button")].map((button) => [button.getAttribute("aria-label"), button]));
    chosen.replaceChildren();
    for (const name of namesIn(field.value, (piece) => pad.has(piece))) {
      const button = pad.get(name);
      if (button && chosen.children.length < most) add(chosen, /** @type {HTMLElement} */ (button));
    }
  });
}

/** Other spellings of a sign. @type {Record<string, string>} */
const SPELLINGS = { "*": "x", X: "x", "×": "x", "/": ":", "÷": ":", "−": "-", "–": "-" };

/**
 * Names of tiles in a text: pieces between blanks, or single characters where a piece is no tile.
 * The server reads the same text again and says what it can't read.
 * @param {string} text @param {(piece: string) => boolean} known
 */
function namesIn(text, known) {
  return text.split(/[\s,]+/).flatMap((piece) => (known(piece) ? [piece] : [...piece])).map((name) => SPELLINGS[name] ?? name);
}

/**
 * Lay a copy of a tile beside the chosen ones.
 * @param {HTMLElement} chosen @param {HTMLElement} button
 */
function add(chosen, button) {
  const copy = /** @type {HTMLButtonElement} */ (button.cloneNode(true));
  copy.name = "drop";
  copy.value = String(chosen.children.length);
  chosen.append(copy);
}
