/**
 * A finished game: the headline, the replay, the score curve that is the scrubber, best sums, numbers, the deal.
 * @module
 */
import { draw, make } from "../board/element.js";
import { copy, lineElement, markElement, part, renew } from "./parts.js";
import { clockText, deed, endReason, fill, facesOf, locale, sideName, signed, spokenLine, verdict } from "./words.js";

/** @typedef {import("./table.js").Table} Table @typedef {import("./types.js").GameEvent} GameEvent */

/** Shapes of the sides, drawn from their middle. @type {Record<string, string>} */
const SHAPES = { "": "m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z", b: "m0-7l7 7l-7 7l-7-7z", c: "m0-7l7 13h-14z", d: "m-5-5h10v10h-10z" };

/** @param {Table} table */
export function listenResult(table) {
  const range = /** @type {HTMLInputElement} */ (part("range"));
  range.addEventListener("input", () => table.visit(Number(range.value)));
  /** @type {[string, () => number][]} */
  const buttons = [["to-first", () => 0], ["to-prev", () => at(table) - 1], ["to-next", () => at(table) + 1], ["to-end", () => table.turns.length]];
  for (const [name, turn] of buttons) part(name).addEventListener("click", () => table.visit(turn()));
  part("rematch").addEventListener("click", () => {
    if (table.view.rematch_url) location.assign(table.view.rematch_url);
    else if (table.may("answer_rematch")) table.command("answer", { what: "rematch", accept: true });
    else table.command("offer", { what: "rematch" });
  });
  part("result").prepend(part("notices"));
  part("copy-link").addEventListener("click", async (/** @type {Event} */ event) => {
    const words = /** @type {HTMLElement} */ (/** @type {Element} */ (event.currentTarget).lastElementChild);
    words.textContent = (await copy(location.href)) ? gettext("Copied") : location.href;
    setTimeout(() => (words.textContent = gettext("Copy link")), 2500);
  });
  new ResizeObserver(() => table.state && table.over && drawCurve(table)).observe(part("curve"));
}

/** @param {Table} table */
const at = (table) => table.moment ?? table.turns.length;

/** Scores after a turn. @param {Table} table @param {number} turn @returns {number[]} */
const scoresAt = (table, turn) => (turn ? table.turns[turn - 1]?.scores : null) ?? table.view.sides.map(() => 0);

/** Sides in the order in which they are shown: your own first. @param {Table} table */
const order = (table) => table.view.sides.map((_, place) => (place + (table.mine?.side ?? 0)) % table.view.sides.length);

/** @param {Table} table */
export function drawResult(table) {
  const { view, turns } = table;
  const result = view.result;
  if (!result) return;
  part("verdict").textContent = verdict(view);
  const first = table.log[0];
  const last = turns.at(-1) ?? first;
  const minutes = first && last ? Math.max(1, Math.round((last.at_ms - first.at_ms) / 60_000)) : 1;
  const facts = [view.rules_title, fill(ngettext("%(count)s turn", "%(count)s turns", turns.length), { count: turns.length }),
    fill(ngettext("%(count)s minute", "%(count)s minutes", minutes), { count: minutes }),
    last && new Date(last.at_ms).toLocaleDateString(locale(), { day: "numeric", month: "long", year: "numeric" }), endReason(view)];
  const par = view.sides.length === 1 && result.par?.score != null ? result.par : null;
  renew(part("final"), [result.scores, facts, view.sides.map((side) => side.members)], () => [
    ...order(table).flatMap((side) => [make("span", { class: "who" }, markElement(table.mark(side)), sideName(view, side)), make("b", {}, String(result.scores[side] ?? 0))]),
    ...(par ? [make("span", { class: "who" }, markElement("b"), par.name), make("b", {}, String(par.score))] : []),
    make("span", { class: "muted" }, facts.filter(Boolean).join(" · "))]);
  const again = part("rematch");
  const asked = view.offers.some((offer) => offer.kind === "rematch" && offer.side === table.mine?.side);
  again.hidden = !asked && !table.may("rematch") && !table.may("answer_rematch") && !view.rematch_url;
  again.disabled = asked && !view.rematch_url;
  part("rematch-words").textContent = view.rematch_url ? gettext("To the new game") : asked ? gettext("Asked") : view.sides.length === 1 ? gettext("Play again") : gettext("Rematch");
  drawTurn(table);
  drawCurve(table);
  drawBest(table);
  drawFacts(table);
  part("seal").textContent = `${view.deal.slice(0, 4)}…${view.deal.slice(-4)}`;
  part("deal-box").hidden = !result.seed;
}

/** @param {Table} table */
function drawTurn(table) {
  const { view, turns } = table;
  const turn = at(table);
  const event = turns[turn - 1];
  const words = fill(gettext("Turn %(turn)s of %(last)s"), { turn, last: turns.length });
  part("turn").textContent = words;
  part("to-first").disabled = part("to-prev").disabled = turn === 0;
  part("to-next").disabled = part("to-end").disabled = turn === turns.length;
  const range = part("range");
  range.max = String(turns.length);
  range.value = String(turn);
  const name = event && event.side !== null ? sideName(view, event.side) : "";
  const text = !event ? gettext("The start") : event.kind === "play" ? (event.equations ?? []).map((line) => spokenLine(facesOf(line))).join(", ") : deed(event, view);
  range.setAttribute("aria-valuetext", event ? `${fill(gettext("Turn %(turn)s"), { turn })}: ${name} ${text}${event.kind === "play" ? `, ${signed(event.points ?? 0)}` : ""}` : text);
  renew(part("caption"), [event?.seq, view.sides.map((side) => side.members)], () => !event ? [make("span", {}, gettext("The start"))] : [
    make("span", { class: "who" }, event.side === null ? null : markElement(table.mark(event.side)), name),
    ...(event.kind === "play" ? (event.equations ?? []).map(lineElement) : [make("span", { class: "muted" }, deed(event, view))]),
    event.kind === "play" ? make("b", { class: "p" }, signed(event.points ?? 0)) : null]);
}

/** @param {Table} table */
function drawCurve(table) {
  const { view, turns } = table;
  const box = part("curve");
  const width = box.clientWidth;
  if (!width) return;
  const slim = width < 520;
  const height = slim ? 150 : 210;
  const left = 12;
  const right = width - (slim ? 12 : 84);
  const bottom = height - 24;
  const most = Math.max(10, ...turns.flatMap((event) => event.scores ?? []));
  /** @param {number} turn */
  const x = (turn) => left + ((right - left) * turn) / Math.max(1, turns.length);
  /** @param {number} score */
  const y = (score) => bottom - ((bottom - 14) * Math.max(0, score)) / most;
  const now = at(table);
  const step = [10, 20, 50, 100, 200, 500, 1000].find((one) => most / one <= 4) ?? 2000;
  const plot = part("plot");
  box.style.setProperty("--from", `${left}px`);
  box.style.setProperty("--to", `${width - right}px`);
  renew(plot, [width, turns.map((event) => event.scores), now, view.sides.map((side) => side.members)], () => {
    const marks = [];
    for (let score = 0; score <= most; score += step) {
      marks.push(draw("path", { class: "g", d: `M${left} ${y(score)}H${right}` }));
      if (score) marks.push(draw("text", { x: left, y: y(score) - 5 }, String(score)));
    }
    marks.push(draw("path", { class: "head", d: `M${x(now)} 4V${bottom}` }));
    for (const side of order(table).reverse()) {
      let path = `M${x(0)} ${y(0)}`;
      turns.forEach((event, place) => (path += `H${x(place + 1)}V${y(event.scores?.[side] ?? 0)}`));
      marks.push(draw("path", { class: `curve-line s${table.mark(side) || "a"}`, d: path }));
    }
    order(table).forEach((side, place) => {
      const score = scoresAt(table, now)[side] ?? 0;
      marks.push(draw("path", { class: `end s${table.mark(side) || "a"}`, d: `M${x(now)} ${y(score)}${SHAPES[table.mark(side)] ?? ""}` }));
      if (slim) return;
      const label = draw("text", { class: "k", x: right + 8, y: 20 + place * 22 }, `${sideName(view, side).slice(0, 9)} ${view.result?.scores[side] ?? 0}`);
      marks.push(label);
    });
    marks.push(draw("text", { x: left, y: height - 4 }, gettext("start")));
    if (now > turns.length * 0.12 && now < turns.length * 0.88) marks.push(draw("text", { x: x(now), y: height - 4, "text-anchor": "middle" }, fill(gettext("turn %(turn)s"), { turn: now })));
    marks.push(draw("text", { x: right, y: height - 4, "text-anchor": "end" }, gettext("end")));
    return marks;
  });
  plot.setAttribute("viewBox", `0 0 ${width} ${height}`);
  plot.setAttribute("height", String(height));
  plot.setAttribute("aria-label", fill(gettext("Score after each turn. At the end: %(scores)s."), { scores: order(table).map((side) => `${sideName(view, side)} ${view.result?.scores[side] ?? 0}`).join(", ") }));
}

/** @param {Table} table */
function drawBest(table) {
  const { view } = table;
  const best = table.plays.map((event) => ({ event, turn: table.turns.indexOf(event) + 1 }))
    .sort((a, b) => (b.event.points ?? 0) - (a.event.points ?? 0) || a.turn - b.turn).slice(0, 5);
  part("best-box").hidden = !best.length;
  renew(part("best"), best.map(({ event }) => event.seq), () => best.map(({ event, turn }) => make("li", {},
    markElement(table.mark(event.side ?? 0), sideName(view, event.side ?? 0)),
    make("a", { href: `#turn-${turn}`, "aria-label": `${sideName(view, event.side ?? 0)}: ${(event.equations ?? []).map((line) => spokenLine(facesOf(line))).join(", ")}` },
      lineElement(event.equations?.[0] ?? "")),
    make("b", { class: "p" }, signed(event.points ?? 0)))));
}

/** @param {Table} table */
function drawFacts(table) {
  const { view, turns } = table;
  /** @param {number} side */
  const plays = (side) => table.plays.filter((event) => event.side === side);
  /** @param {GameEvent} event */
  const took = (event) => event.at_ms - (table.log[table.log.indexOf(event) - 1]?.at_ms ?? event.at_ms);
  /** @param {number[]} numbers */
  const most = (numbers) => (numbers.length ? Math.max(...numbers) : 0);
  /** @type {[string, (side: number) => string][]} */
  const rows = [
    [gettext("Sums"), (side) => String(plays(side).length)],
    [gettext("Points per sum"), (side) => plays(side).length ? (plays(side).reduce((sum, event) => sum + (event.points ?? 0), 0) / plays(side).length).toLocaleString(locale(), { maximumFractionDigits: 1, minimumFractionDigits: 1 }) : "–"],
    [gettext("Best sum"), (side) => String(most(plays(side).map((event) => event.points ?? 0)))],
    [gettext("Longest turn"), (side) => clockText(most(turns.filter((event) => event.side === side).map(took)))],
  ];
  renew(part("facts"), [turns.map((event) => event.seq), view.sides.map((side) => side.members), table.mine], () => [
    make("thead", {}, make("tr", {}, make("td", {}), ...order(table).map((side) => make("th", { scope: "col" }, sideName(view, side))))),
    make("tbody", {}, ...rows.map(([name, value]) => make("tr", {}, make("th", { scope: "row" }, name), ...order(table).map((side) => make("td", {}, value(side)))))),
  ]);
}

