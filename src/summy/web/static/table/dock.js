/**
 * The dock at the thumb: live line, rack, tools and the main button.
 * @module
 */
import { icon, make } from "../board/element.js";
import { tileElement } from "../board/tile.js";
import { faceOf } from "./line.js";
import { part, renew } from "./parts.js";
import { fill, facesOf, pointsWords, shownLine, sideName, signed, spoken, spokenLine } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {{tone: ""|"ok"|"bad"|"no", text: string, more?: string, words?: string}} Say */

/** Refusals that only mean that the line is not finished yet. */
const UNFINISHED = new Set(["nothing_placed", "gap", "not_one_line", "line_not_whole", "no_tile_from_table", "not_connected", "opening_must_cover_centre", "no_equals", "empty_side",
  "no_operator", "face_missing", "not_your_turn", "operator_misplaced"]);

/** The equations of a play, the played one first. @param {import("./types.js").Preview} preview */
const linesOf = (preview) => preview.lines ?? [];

/** @param {import("./types.js").Preview} preview */
const several = (preview) => linesOf(preview).length > 1;

/**
 * What the live line says about the laid tiles.
 * @param {Table} table @returns {Say}
 */
function verdictOf(table) {
  const { view, preview } = table;
  const waiting = table.missing;
  if (waiting) return { tone: "", text: waiting };
  if (!preview) return { tone: "", text: "" };
  if (preview.legal) {
    const ends = preview.closes?.length ?? 0;
    const bonus = (preview.score ?? 0) - linesOf(preview).reduce((sum, line) => sum + line.score, 0);
    const more = bonus > 0 ? fill(gettext("All tiles in one turn: %(points)s."), { points: signed(bonus) })
      : preview.both ? gettext("Both directions are true.")
      : several(preview) ? fill(ngettext("%(count)s equation, one turn.", "%(count)s equations, one turn.", linesOf(preview).length), { count: linesOf(preview).length })
        : ends === 2 ? gettext("Both ends close after it.") : ends === 1 ? gettext("One end closes after it.") : "";
    const words = linesOf(preview).map((line) => spokenLine(facesOf(line.text)) + (several(preview) ? `, ${pointsWords(line.score)}` : "")).join(". ");
    // At a table with challenges nobody is told whether it is true.
    if (view.table.challenge) return { tone: "", text: gettext("It may be challenged."), words: `${words}. ${pointsWords(preview.score ?? 0)}.` };
    return { tone: "ok", text: gettext("True"), more, words: `${words}. ${gettext("True")}. ${pointsWords(preview.score ?? 0)}.` };
  }
  // Where every line through a new tile counts, the server names the one that is wrong.
  if (preview.code === "not_equal" && !view.table.crossword) {
    // Says that the sides differ, not what the answer would be: nobody has asked for it yet.
    const [left, right] = (table.line?.tiles.map(faceOf).join("") ?? "").split("=").map((side) => shownLine(side, view));
    return { tone: "no", text: fill(gettext("%(left)s is not %(right)s."), { left, right }) };
  }
  if (preview.code === "not_your_turn") return { tone: "", text: gettext("Kept for your turn.") };
  return { tone: UNFINISHED.has(preview.code ?? "") ? "" : "no", text: preview.message ?? "" };
}

/** What the live line says when nothing is laid. @param {Table} table */
function idle(table) {
  const { view } = table;
  if (table.hint) return table.hint;
  if (view.status === "waiting") return gettext("The game begins when all seats are taken.");
  if (view.status === "over") return "";
  if (!table.mine) return gettext("You are watching.");
  if (!table.myTurn) return gettext("You may lay tiles already: they are kept for your turn.");
  if (table.cursor) return gettext("Tap tiles or type them. Space turns the direction.");
  return gettext("Tap a tile, then a square.");
}

/** @param {Table} table */
function drawSay(table) {
  const say = part("say");
  const { mode, moment, preview, refusal, sending, hint } = table;
  const line = table.hand.laid.length ? table.line : null;
  /** @type {Say} */
  let words;
  if (moment !== null && !table.over) words = { tone: "", text: gettext("You are looking back.") };
  else if (mode === "pass") words = { tone: "", text: gettext("Pass your turn? You keep your tiles.") };
  else if (mode === "discard") words = { tone: "", text: fill(gettext("You may discard 1 to %(most)s tiles. Nobody sees which."), { most: table.hand.slots.length }) };
  else if (mode === "exchange") words = { tone: "", text: gettext("Choose the tiles to exchange. Nobody sees which.") };
  else if (sending) words = { tone: "", text: gettext("Sending") };
  else if (refusal) words = { tone: "bad", text: refusal.message };
  else if (hint) words = { tone: "", text: hint };
  else words = line ? verdictOf(table) : { tone: "", text: "" };
  const tiles = mode === "play" && moment === null && line ? line.tiles : [];
  const points = tiles.length && preview?.legal ? preview.score ?? 0 : null;
  const look = moment !== null && !table.over ? moment : null;
  say.style.setProperty("--n", String(Math.max(8, tiles.length)));
  say.className = `say-line${words.tone === "bad" ? " bad" : ""}${sending ? " sent" : ""}`;
  const changed = renew(say, [tiles, words, points, preview?.both, sending, look, table.turns.length, tiles.length ? "" : idle(table)], () => {
    if (look !== null) return lookBack(table, look, words.text);
    if (!tiles.length && !words.text) return [make("span", {}, idle(table))];
    const parts = [];
    if (points !== null && preview && several(preview)) {
      parts.push(make("span", { class: "sums" }, ...linesOf(preview).map((line) => make("span", { class: "each", role: "img", "aria-label": `${spokenLine(facesOf(line.text))}, ${pointsWords(line.score)}` },
        shownLine(line.text, table.view), make("span", { class: "pill" }, signed(line.score))))));
    } else if (tiles.length) {
      parts.push(make("span", { class: "line", role: "img", "aria-label": spokenLine(tiles.map(faceOf)) },
        ...tiles.map((tile) => tileElement({ tile: tile.tile, face: tile.face, state: tile.laid ? "flat new" : "flat" }))));
    }
    if (points !== null) parts.push(make("b", { class: "plus" }, signed(points)), preview && several(preview) ? make("span", { class: "all" }, gettext("in all")) : null);
    const mark = words.tone === "ok" ? icon("ok") : words.tone === "bad" || words.tone === "no" ? icon("ne") : null;
    if (preview?.both && !sending) parts.push(make("button", { class: "btn soft", type: "button", onclick: () => table.turn() }, gettext("Turn it")));
    parts.push(make("span", { class: tiles.length ? `verdict ${words.tone}` : "plain" }, mark, words.text, words.more ? make("span", {}, words.more) : null));
    return parts;
  });
  if (changed) part("say-words").textContent = words.words ?? (tiles.length && words.text ? `${spokenLine(tiles.map(faceOf))}. ${words.text}` : words.text || idle(table));
}

/** The live line while an earlier moment is looked at. @param {Table} table @param {number} turn @param {string} text */
function lookBack(table, turn, text) {
  const last = table.turns.length;
  /** @param {number|null} to @param {string} name @param {string} label @param {boolean} off */
  const button = (to, name, label, off) => make("button", { class: "icon", "aria-label": label, disabled: off, onclick: () => table.lookAt(to) }, icon(name));
  return [
    make("span", { class: "plain" }, text),
    make("span", { class: "steps" }, button(0, "first", gettext("To the start"), turn === 0), button(turn - 1, "prev", gettext("One turn back"), turn === 0),
      make("b", { class: "num" }, fill(gettext("Turn %(turn)s of %(last)s"), { turn, last })),
      button(turn + 1, "next", gettext("One turn on"), false)),
    make("button", { class: "btn soft", onclick: () => table.lookAt(null) }, gettext("Back to now")),
  ];
}

/** @type {Map<number, HTMLElement>} */
const places = new Map();

/** @param {Table} table @param {(slot: number, event: PointerEvent) => void} grab */
function drawRack(table, grab) {
  const rack = part("rack");
  const { hand, selected, view } = table;
  rack.hidden = !table.mine || view.status !== "running";
  rack.setAttribute("aria-label", fill(ngettext("Your hand, %(count)s tile", "Your hand, %(count)s tiles", hand.slots.length), { count: hand.slots.length }));
  rack.style.setProperty("--places", String(Math.max(view.table.hand_size, hand.slots.length)));
  for (const [id, place] of places) {
    if (hand.slot(id)) continue;
    place.remove();
    places.delete(id);
  }
  const marking = table.mode === "discard" || table.mode === "exchange";
  hand.slots.forEach((slot, index) => {
    let place = places.get(slot.id);
    if (!place) {
      const button = make("button", { type: "button", "data-slot": slot.id, onpointerdown: (/** @type {PointerEvent} */ event) => grab(slot.id, event),
        onclick: () => table.tapSlot(slot.id) });
      place = /** @type {HTMLElement} */ (make("li", {}, button));
      places.set(slot.id, place);
    }
    if (rack.children[index] !== place) rack.insertBefore(place, rack.children[index] ?? null);
    const button = /** @type {HTMLButtonElement} */ (place.firstElementChild);
    const chosen = marking ? Boolean(slot.marked) : selected === slot.id;
    const points = table.points?.[slot.tile];
    const state = slot.at ? "ghost" : slot.marked ? "mark" : selected === slot.id ? "sel" : slot.fresh ? "drop" : "";
    renew(button, [slot, state, points, table.mode], () => [tileElement({ tile: slot.tile, points: slot.at ? undefined : points, state }),
      slot.marked ? make("span", { class: "down" }, icon(table.mode === "exchange" ? "swap" : "bin")) : null]);
    if (slot.at) {
      button.removeAttribute("aria-pressed");
      button.setAttribute("aria-label", fill(gettext("%(tile)s, on the table; press to take back"), { tile: spoken(slot.tile) }));
    } else {
      button.setAttribute("aria-pressed", String(chosen));
      button.setAttribute("aria-label", slot.marked ? fill(gettext("%(tile)s, chosen"), { tile: spoken(slot.tile) }) : spoken(slot.tile));
    }
  });
}

/** Words of the main button. @param {Table} table */
function goWords(table) {
  const { mode, view } = table;
  const count = table.hand.marked.length;
  if (mode === "discard") return count ? fill(gettext("Discard %(count)s"), { count }) : gettext("Discard");
  if (mode === "exchange") return count ? fill(gettext("Exchange %(count)s"), { count }) : gettext("Exchange");
  if (mode === "pass") return gettext("Pass");
  if (table.myTurn || view.to_move === null) return gettext("Play");
  return fill(gettext("%(name)s is thinking"), { name: sideName(view, view.to_move) });
}

/**
 * @param {Table} table
 * @param {(slot: number, event: PointerEvent) => void} grab a tile of the rack may be dragged
 */
export function drawDock(table, grab) {
  const { view, mode } = table;
  const playing = table.mine !== null && view.status === "running";
  part("dock").classList.toggle("bare", !playing);
  drawSay(table);
  drawRack(table, grab);
  part("tools").hidden = !playing && view.status !== "running";
  for (const name of ["recall", "shuffle", "sort"]) part(name).hidden = !playing;
  part("recall").disabled = !table.hand.laid.length || table.sending !== null;
  const swap = part("swap");
  const other = table.may("discard") ? "discard" : table.may("exchange") ? "exchange" : table.may("pass") ? "pass"
    : view.table.can_discard ? "discard" : view.table.can_exchange ? "exchange" : "pass";
  swap.hidden = !playing;
  swap.disabled = !table.may(other) || table.sending !== null || table.moment !== null;
  swap.dataset.mode = other;
  const words = { discard: gettext("Discard"), exchange: gettext("Exchange"), pass: gettext("Pass") };
  renew(swap, [other, mode], () => mode === "play"
    ? [icon(other === "discard" ? "bin" : other === "exchange" ? "swap" : "next"), words[other]] : [icon("back"), gettext("Back")]);
  const go = part("go");
  go.hidden = !playing;
  go.disabled = !table.myTurn || table.sending !== null || table.moment !== null || (mode !== "play" && mode !== "pass" && !table.hand.marked.length);
  go.classList.toggle("wait", !table.myTurn);
  renew(go, goWords(table), () => [make("span", {}, goWords(table))]);
}
