// The form of a new table shows the options of the chosen game only. The rest of it hides by CSS.

const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".new-table"));

/** @param {HTMLFormElement} element */
function showOptions(element) {
  const chosen = String(new FormData(element).get("rules"));
  element.querySelectorAll("[data-rules]").forEach((group) => {
    /** @type {HTMLElement} */ (group).hidden = /** @type {HTMLElement} */ (group).dataset.rules !== chosen;
  });
  element.querySelectorAll(".for-no-script").forEach((note) => note.remove());
}

if (form) {
  form.addEventListener("change", () => showOptions(form));
  showOptions(form);
}
