/**
 * Chat at the table. Text is shown as text; it can be muted, and then nothing of it is shown or counted.
 * @module
 */
import { make } from "../board/element.js";
import { part, renew } from "./parts.js";
import { fill } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

const MUTED = "summy:chat-muted";
let read = 0;
let muted = false;
try {
  muted = localStorage.getItem(MUTED) === "yes";
} catch {
  // Without storage chat is on.
}

/** @param {Table} table */
export function listenChat(table) {
  const form = /** @type {HTMLFormElement} */ (part("chat-form"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"));
    const team = /** @type {HTMLInputElement} */ (form.elements.namedItem("team"));
    const text = field.value.trim();
    if (!text) return;
    table.command("chat", { text, team: team.checked });
    field.value = "";
  });
  part("chat-mute").addEventListener("click", () => {
    muted = !muted;
    try {
      localStorage.setItem(MUTED, muted ? "yes" : "no");
    } catch {
      // Muted for as long as the page lives.
    }
    drawChat(table);
  });
  part("chat").addEventListener("toggle", () => drawChat(table));
}

/** @param {Table} table */
export function drawChat(table) {
  const box = part("chat");
  const visible = box.open && box.offsetParent !== null;
  if (visible || muted) read = table.chat.length;
  const fresh = muted ? 0 : table.chat.slice(read).filter((line) => line.member !== table.mine?.member).length;
  box.hidden = table.view.sides.length < 2 && table.view.sides.every((side) => side.size < 2);
  const words = fresh ? fill(ngettext("%(count)s new", "%(count)s new", fresh), { count: fresh }) : muted ? gettext("muted") : "";
  part("chat-count").textContent = words;
  part("moves-new").hidden = !fresh;
  part("chat-form").hidden = !table.mine || muted;
  part("chat-team").hidden = (table.view.sides[table.mine?.side ?? 0]?.size ?? 1) < 2;
  part("chat-mute").textContent = muted ? gettext("Show the chat") : gettext("Mute the chat");
  const list = part("chat-lines");
  list.hidden = muted;
  const sides = new Map(table.view.sides.flatMap((side) => side.members.map((member) => [member.member, side.side])));
  const changed = renew(list, [table.chat.map((line) => line.id), [...sides]], () => table.chat.map((line) => make("li", {},
    make("b", { "data-mark": sides.has(line.member) ? table.mark(sides.get(line.member) ?? 0) : "" }, line.name), line.team ? make("span", { class: "muted" }, ` ${gettext("to the team")}`) : null,
    make("span", {}, ` ${line.text}`))));
  if (changed) list.scrollTop = list.scrollHeight;
}
