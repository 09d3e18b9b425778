/**
 * The menu of the table and its dialogs: resign, offers, another device, sound, keys.
 * @module
 */
import { icon, make } from "../board/element.js";
import { code, linkField } from "./notices.js";
import { part, post } from "./parts.js";
import * as sound from "./sound.js";

/** @typedef {import("./table.js").Table} Table */

/** @param {string} name @returns {HTMLDialogElement} */
const dialog = (name) => part(name);

let ready = false;

/** Opens the menu, or the list of keys. @param {Table} table @param {"menu"|"keys"} name */
export function open(table, name) {
  if (!ready) listen(table);
  ready = true;
  if (name === "menu") drawMenu(table);
  if (!dialog(name).open) dialog(name).showModal();
}

/** @param {Table} table */
function listen(table) {
  for (const box of document.querySelectorAll("dialog:not(.pop)")) {
    box.addEventListener("click", (event) => {
      const target = /** @type {Element} */ (event.target);
      // A press beside the dialog closes it, as does every button that says so.
      if (target === box || target.closest("[data-close]")) /** @type {HTMLDialogElement} */ (box).close();
    });
  }
  part("resign-yes").addEventListener("click", () => {
    dialog("resign").close();
    table.command("resign");
  });
  for (const one of colours()) one.addEventListener("change", () => setColours(one.value));
  const volume = /** @type {HTMLInputElement} */ (part("volume"));
  volume.value = String(sound.volume() * 100);
  volume.addEventListener("input", () => sound.setVolume(Number(volume.value) / 100));
  volume.addEventListener("change", () => sound.isTrue());
}

/** @type {() => HTMLInputElement[]} */
const colours = () => [...document.querySelectorAll("[name=colours]")].map((one) => /** @type {HTMLInputElement} */ (one));

/** Light, dark, or as the system has it. @param {string} choice */
function setColours(choice) {
  if (choice) document.documentElement.dataset.theme = choice;
  else delete document.documentElement.dataset.theme;
  post("/theme/", { theme: choice }).catch(() => {});
}

/** @param {Table} table */
function drawMenu(table) {
  for (const one of colours()) one.checked = one.value === (document.documentElement.dataset.theme ?? "");
  /** @param {string} name @param {string} words @param {() => void} act */
  const row = (name, words, act) => make("button", { class: "row-button", type: "button", onclick: () => {
    dialog("menu").close();
    act();
  } }, icon(name), words);
  const rows = [
    table.mine && table.view.status === "running" && row("sort", gettext("Sort the tiles"), () => table.hand.sort()),
    table.may("pass") && row("next", gettext("Pass this turn"), () => table.setMode("pass")),
    table.may("offer_draw") && row("half", gettext("Propose a draw"), () => table.command("offer", { what: "draw" })),
    table.may("offer_add_time") && row("time", gettext("Propose more time"), () => table.command("offer", { what: "add_time" })),
    table.mine && row("phone", gettext("Go on with this game on another device"), () => showDevice(table)),
    row("keys", gettext("Keys"), () => open(table, "keys")),
    table.may("resign") && row("flag", gettext("Resign"), () => dialog("resign").showModal()),
    table.may("leave") && row("back", gettext("Give up the seat"), () => post("leave/").finally(() => location.assign("/"))),
  ];
  part("menu-rows").replaceChildren(.../** @type {Node[]} */ (rows.filter(Boolean)));
}

/** @param {Table} table */
async function showDevice(table) {
  const box = part("device-link");
  box.replaceChildren(make("p", { class: "muted" }, gettext("Making the link")));
  dialog("device").showModal();
  try {
    const answer = await post(`/g/${table.game}/device/`);
    if (!answer.ok) throw new Error(String(answer.status));
    const address = new URL((await answer.json()).url, location.href).href;
    box.replaceChildren(linkField(address), code(address));
  } catch {
    box.replaceChildren(make("p", {}, gettext("The link could not be made. Try again in a moment.")));
  }
}
