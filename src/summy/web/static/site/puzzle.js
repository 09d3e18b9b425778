// The puzzle of the first page: lay the chosen tile in the open square and say what the referee says.
// Without this module the form asks the server and gets the same sentence back.

const puzzle = document.getElementById("puzzle");
if (puzzle) wirePuzzle(puzzle);

/** @param {HTMLElement} element The puzzle: its board, the tiles on offer and the line for words. */
function wirePuzzle(element) {
  const square = /** @type {HTMLElement} */ (element.querySelector(".cur"));
  const words = /** @type {HTMLElement} */ (element.querySelector("[role=status]"));
  const next = /** @type {HTMLAnchorElement} */ (element.querySelector("[data-next]"));
  const arrow = square.innerHTML;
  element.querySelectorAll("button").forEach((button) => {
    button.addEventListener("click", (event) => {
      event.preventDefault();
      const isTrue = button.dataset.true === "true";
      lay(square, button, isTrue);
      if (!isTrue) setTimeout(() => takeBack(square, arrow), 1600);
      words.textContent = button.dataset.say ?? "";
      words.classList.toggle("bad", !isTrue);
      element.classList.toggle("solved", isTrue);
      if (isTrue) next.hidden = false;
    });
  });
  next.addEventListener("click", (event) => {
    event.preventDefault();
    showNext(element, next.href);
  });
}

/**
 * Put a copy of the button's tile on the square.
 * @param {HTMLElement} square @param {HTMLElement} button @param {boolean} isTrue
 */
function lay(square, button, isTrue) {
  const tile = /** @type {HTMLElement} */ (button.querySelector(".t")?.cloneNode(true));
  tile.classList.add("new", isTrue ? "drop" : "no");
  square.replaceChildren(tile);
  square.classList.toggle("filled", isTrue);
}

/**
 * Open the square again, unless a true tile has been laid meanwhile.
 * @param {HTMLElement} square @param {string} arrow Markup of the arrow that shows the direction.
 */
function takeBack(square, arrow) {
  if (square.querySelector(".no")) square.innerHTML = arrow;
}

/**
 * Fetch the next puzzle and put it in the place of this one.
 * @param {HTMLElement} element @param {string} address
 */
async function showNext(element, address) {
  try {
    const answer = await fetch(address);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("puzzle");
    if (!answer.ok || !fresh) throw new Error("no puzzle");
    element.replaceWith(fresh);
    wirePuzzle(fresh);
    fresh.querySelector("button")?.focus({ preventScroll: true });
  } catch {
    location.assign(address);
  }
}
