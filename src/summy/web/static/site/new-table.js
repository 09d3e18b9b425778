// The form of a new table shows what belongs to the chosen game only. The rest of it hides by CSS.

const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".new-table"));

/** @param {HTMLFormElement} element */
function showGame(element) {
  const chosen = /** @type {HTMLInputElement | null} */ (element.querySelector("[name=rules]:checked"));
  if (!chosen) return;
  element.querySelectorAll("[data-rules]").forEach((group) => {
    const mine = /** @type {HTMLElement} */ (group).dataset.rules === chosen.value;
    /** @type {HTMLElement} */ (group).hidden = !mine;
    group.querySelectorAll("details").forEach((details) => (details.open = mine));
  });
  keepClock(element);
  limitSides(element, Number(chosen.dataset.least), Number(chosen.dataset.most));
}

/**
 * A clock of another game gives way to the clock of the same name of the chosen one, or to none.
 * @param {HTMLFormElement} element
 */
function keepClock(element) {
  const clock = /** @type {HTMLInputElement | null} */ (element.querySelector("[name=clock]:checked"));
  if (!clock?.closest("[hidden]")) return;
  const same = [...element.querySelectorAll(`[name=clock][value="${clock.value}"]`)].find((other) => !other.closest("[hidden]"));
  /** @type {HTMLInputElement} */ (same ?? element.querySelector("[name=clock]")).checked = true;
}

/**
 * Only as many sides as the game can have; a choice of one is none.
 * @param {HTMLFormElement} element @param {number} least @param {number} most
 */
function limitSides(element, least, most) {
  const list = /** @type {HTMLSelectElement} */ (element.querySelector("[name=sides]"));
  for (const option of list.options) option.hidden = option.disabled = Number(option.value) > most;
  if (list.selectedOptions[0]?.disabled) list.value = String(Math.max(2, least));
  /** @type {HTMLElement} */ (list.closest(".for-sides")).hidden = most <= 2;
  const alone = /** @type {HTMLInputElement} */ (element.querySelector("[name=kind][value=solo]"));
  /** @type {HTMLElement} */ (alone.closest("label")).hidden = least > 1;
  if (least > 1 && alone.checked) {
    /** @type {HTMLInputElement} */ (element.querySelector("[name=kind][value=computer]")).checked = true;
  }
}

if (form) {
  form.addEventListener("change", (event) => {
    if (/** @type {HTMLInputElement} */ (event.target).name === "rules") showGame(form);
  });
  showGame(form);
}
