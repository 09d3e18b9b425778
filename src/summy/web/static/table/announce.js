/**
 * What is told without being looked at: live regions for screen readers, the title of the tab, sounds.
 * @module
 */
import { part } from "./parts.js";
import * as sound from "./sound.js";
import { announcement, deed, fill, sideName, verdict } from "./words.js";

/** @typedef {import("./table.js").Table} Table @typedef {import("./types.js").GameEvent} GameEvent */

/** Seconds at which the own clock is spoken; the last one interrupts. */
const WARNINGS = [60, 30, 10];

let warned = Infinity;
let ticked = 0;

/** Says something politely. @param {string} text */
export function say(text) {
  if (text) part("spoken").textContent = text;
}

/** @param {Table} table @param {GameEvent} event */
export function announce(table, event) {
  const { view } = table;
  if (event.kind === "end") say(verdict(view));
  else if (event.kind === "start") say(table.myTurn ? gettext("The game begins. Your turn.") : gettext("The game begins."));
  else if (event.kind === "seat") say(fill(gettext("%(name)s sits down."), { name: event.name }));
  else if (deed(event, view)) say(announcement(event, view));
  if (event.side !== null && event.side !== table.mine?.side && ["play", "discard", "exchange", "pass"].includes(event.kind)) sound.distant();
}

/** Tab title. @param {Table} table */
export function drawTitle(table) {
  const { view } = table;
  const name = view.rules_title;
  const words = view.status === "over" ? verdict(view).replace(/\.$/, "") : view.status === "waiting" ? gettext("Waiting")
    : table.myTurn ? gettext("Your turn") : fill(gettext("%(name)s to move"), { name: sideName(view, view.to_move ?? 0) });
  document.title = `${table.myTurn ? "● " : ""}${words} · ${name}`;
}

/** Speaks the own clock at 60, 30 and 10 seconds; ticks at the end. @param {Table} table */
export function watchClock(table) {
  const mine = table.mine;
  const left = table.state && mine && table.myTurn && table.view.clock_running ? table.remaining(mine.side) : null;
  if (left === null || table.view.table.clock.kind === "days") {
    warned = Infinity;
    return;
  }
  const seconds = Math.ceil(left / 1000);
  if (seconds > (WARNINGS[0] ?? 0)) warned = Infinity;
  const due = WARNINGS.find((limit) => seconds <= limit && seconds > limit - 5 && limit < warned);
  if (due) {
    warned = due;
    part(due === 10 ? "urgent" : "spoken").textContent = fill(ngettext("%(count)s second left.", "%(count)s seconds left.", due), { count: due });
  }
  if (seconds <= 30 && seconds > 0 && seconds % 10 === 0 && ticked !== seconds) {
    ticked = seconds;
    sound.tick();
  }
}
