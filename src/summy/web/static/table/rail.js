/**
 * Scores, clocks and presence; stock and unseen tiles; the log of moves.
 * @module
 */
import { calm } from "../board/camera.js";
import { make } from "../board/element.js";
import { tileElement } from "../board/tile.js";
import { rank } from "./hand.js";
import { markElement, part, renew } from "./parts.js";
import { clockText, deed, fill, sideName, signed, spoken } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/** Scores as they stand on the page, for counting up. @type {Map<number, number>} */
const shownScores = new Map();

/** Counts a score up, so that it does not jump before the line has landed. @param {Element} element @param {number} side @param {number} score */
function count(element, side, score) {
  const from = shownScores.get(side);
  shownScores.set(side, score);
  if (from === undefined || from === score || calm() || document.hidden) {
    element.textContent = String(score);
    return;
  }
  element.textContent = String(from);
  const start = performance.now() + 320;
  /** @param {number} now */
  const step = (now) => {
    if (shownScores.get(side) !== score) return;
    const part = Math.min(1, Math.max(0, (now - start) / 400));
    element.textContent = String(Math.round(from + (score - from) * part));
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** @param {Table} table */
function drawScore(table) {
  const { view, moment } = table;
  const box = part("score");
  const past = moment === null ? null : moment === 0 ? view.sides.map(() => 0) : table.turns[moment - 1]?.scores ?? null;
  const order = view.sides.map((_, place) => (place + (table.mine?.side ?? 0)) % view.sides.length);
  box.dataset.sides = String(order.length);
  renew(box, [view.sides.map(({ members, gone, hand_count }) => [members, gone, hand_count]), view.to_move, view.status, order, table.mine], () => order.map((number) => {
    const side = /** @type {import("./types.js").Side} */ (view.sides[number]);
    const turn = view.status === "running" && view.to_move === number;
    const people = side.members.filter((member) => member.kind === "person");
    const here = people.some((member) => member.present);
    const own = table.mine?.side === number;
    const presence = own || !people.length ? null : make("span", { class: here ? "live" : "live away" }, here ? gettext("here") : gettext("away"));
    const hand = side.hand_count;
    return make("div", { class: `side${turn ? " turn" : ""}`, "data-side": number, role: "group", "aria-label": sideName(view, number) },
      make("div", { class: "who" }, markElement(table.mark(number)), make("span", { class: "name" }, sideName(view, number)),
        turn ? make("span", { class: "say" }, own ? gettext("Your turn") : gettext("to move")) : null, presence),
      make("b", { class: "pts" }),
      make("div", { class: "meta" }, make("span", { class: "clock", role: "timer" }), view.status === "waiting" ? null : make("span", {}, String(hand),
        make("span", { class: "long" }, ` ${gettext("in hand")}`), make("span", { class: "short" }, ` ${ngettext("tile", "tiles", hand)}`))));
  }));
  for (const element of box.children) {
    const number = Number(/** @type {HTMLElement} */ (element).dataset.side);
    const points = /** @type {Element} */ (element.querySelector(".pts"));
    if (past) {
      shownScores.delete(number);
      points.textContent = String(past[number] ?? 0);
    } else count(points, number, view.sides[number]?.score ?? 0);
  }
  drawClocks(table);
}

/** Sets the clocks; called every quarter of a second. @param {Table} table */
export function drawClocks(table) {
  for (const element of part("score").children) {
    const clock = element.querySelector(".clock");
    const left = table.remaining(Number(element.dataset.side));
    const text = left === null ? "" : clockText(left);
    if (!clock) continue;
    clock.hidden = !text;
    if (clock.textContent === text) continue;
    clock.textContent = text;
    clock.classList.toggle("low", left !== null && left <= 30_000);
  }
}

/** @param {Table} table */
function drawStock(table) {
  const { view } = table;
  const stock = Array.isArray(view.position.stock) ? view.position.stock.length : view.position.stock;
  const known = stock !== null && view.status !== "waiting";
  const text = known ? fill(ngettext("%(count)s tile", "%(count)s tiles", stock), { count: stock }) : "";
  part("stock-count").textContent = text;
  for (const name of ["stock-name", "chip-name"]) part(name).textContent = view.table.can_exchange ? gettext("Bag") : gettext("Stock");
  for (const name of ["chip-count", "bar-count"]) part(name).textContent = known ? String(stock) : "";
  part("chip-words").textContent = text;
  const unseen = view.unseen;
  const total = unseen ? Object.values(unseen).reduce((sum, many) => sum + many, 0) : 0;
  part("stock").hidden = !known;
  part("chip").classList.toggle("no-stock", !known);
  part("unseen-count").textContent = unseen ? fill(gettext("%(count)s unseen"), { count: total }) : "";
  part("stock").classList.toggle("closed", !unseen);
  const list = part("unseen");
  list.hidden = !unseen;
  renew(list, unseen, () => Object.entries(unseen ?? {}).sort(([a], [b]) => rank(a) - rank(b)).map(([tile, many]) =>
    make("li", { class: many ? null : "none", "aria-label": `${spoken(tile)}: ${many}` }, tileElement({ tile, state: "flat" }),
      make("span", { "aria-hidden": "true" }, String(many)))));
  list.classList.toggle("many", Object.keys(unseen ?? {}).length > 16);
}

/** @param {Table} table */
function drawLog(table) {
  const { view, moment } = table;
  const turns = table.turns;
  const at = moment ?? turns.length;
  const list = part("log");
  renew(list, [turns.map((event) => event.seq), at, view.sides.map((side) => side.members), table.mine], () => turns.map((event, place) => {
    const number = place + 1;
    const name = event.side === null ? "" : sideName(view, event.side);
    const play = event.kind === "play";
    const total = event.side === null ? "" : event.scores?.[event.side] ?? event.total ?? "";
    return make("li", { class: number === at ? "now" : null, "data-kind": event.kind, "data-mark": event.side === null ? "" : table.mark(event.side) },
      make("a", { href: `#turn-${number}`, "aria-current": number === at ? "true" : null },
        make("span", { class: "n" }, number), markElement(event.side === null ? "" : table.mark(event.side), name),
        make("span", { class: play ? "sum" : "sum quiet" }, deed(event, view)),
        make("span", { class: "p" }, play || event.points ? signed(event.points ?? 0) : ""), make("span", { class: "run" }, String(total))));
  }).reverse());
  part("log-empty").hidden = turns.length > 0;
  // Who plays alone begins anyway: nothing was decided by a tile.
  const draws = view.sides.length < 2 ? [] : table.log.find((event) => event.kind === "start")?.draws ?? [];
  const rounds = draws.map((tiles) => tiles.map((tile, side) => `${sideName(view, side)}: ${spoken(tile)}`).join(", ")).join("; ");
  part("draws").textContent = rounds && fill(gettext("Drawn for the first turn: %(tiles)s."), { tiles: rounds });
}

/** @param {Table} table */
export function drawRail(table) {
  drawScore(table);
  drawStock(table);
  drawLog(table);
}
