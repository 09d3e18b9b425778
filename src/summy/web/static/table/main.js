/**
 * The table page: puts table, link, board and parts together.
 * @module
 */
import { make } from "../board/element.js";
import { announce, drawTitle, say, watchClock } from "./announce.js";
import { drawChat, listenChat } from "./chat.js";
import { drawDock } from "./dock.js";
import { carry, grab } from "./drag.js";
import { listenKeys } from "./keys.js";
import { Link } from "./link.js";
import { drawNotices } from "./notices.js";
import { part } from "./parts.js";
import { drawClocks, drawRail } from "./rail.js";
import { drawOff, drawStage, lastBand, squareWords } from "./stage.js";
import { keepTouches } from "../board/gestures.js";
import { style } from "../board/tile.js";
import { Table } from "./table.js";
import { clockName, tableName, verdict } from "./words.js";

/** Milliseconds that the last line of a game stays in view before the result appears. */
const LAST_LOOK = 1_800;

/** Room in pixels for the points that stand under a line. */
const CHIP = 26;

const game = /** @type {string} */ (location.pathname.split("/")[2]);
const board = /** @type {import("../board/board.js").SummyBoard} */ (part("board"));
const table = new Table(game, draw);
let waiting = false;
/** The part of the page for finished games, once it is there. @type {typeof import("./result.js")|null} */
let result = null;
let choosing = false;

/** Draws everything in the next frame, once. */
function draw() {
  if (waiting) return;
  waiting = true;
  queueMicrotask(() => {
    waiting = false;
    if (table.state) drawAll();
  });
}

function drawAll() {
  const { view } = table;
  style.obelus = view.table.signs[":"] === "÷";
  document.body.classList.remove("loading");
  document.body.dataset.status = view.status;
  document.body.classList.toggle("am", view.table.board.bounded);
  part("rules").textContent = view.rules_title;
  part("terms").textContent = [tableName(view), clockName(view.table.clock)].join(" · ");
  part("rules-link").setAttribute("href", `/rules/${view.rules}/`);
  part("heading").textContent = table.over ? verdict(view) : view.rules_title;
  drawRail(table);
  drawDock(table, (id, event) => grab(table, board, id, event));
  drawStage(table, board);
  // Blanks are rare, and so are ends of games: their parts come when they are needed.
  if (choosing || table.choosing !== null) import("./chooser.js").then((chooser) => (choosing = chooser.drawChooser(table, board)));
  drawChat(table);
  drawNotices(table);
  drawTitle(table);
  if (table.over) result?.drawResult(table);
  queueMicrotask(() => drawOff(table, board));
}

/** The page of a finished game: the board moves into the replay. */
async function showResult() {
  if (result) return;
  const sheet = make("link", { rel: "stylesheet", href: new URL("../css/result.css", import.meta.url).href });
  const styled = new Promise((done) => sheet.addEventListener("load", done));
  document.head.append(sheet);
  const [finished] = await Promise.all([import("./result.js"), styled]);
  if (result) return;
  result = finished;
  result.listenResult(table);
  document.body.classList.replace("table", "res");
  part("result").hidden = false;
  part("view").append(board);
  board.set({ insets: { top: 8, right: 8, bottom: 8, left: 8 }, tapMinimum: 0 });
  board.fitted = false;
  table.moment ??= table.turns.length;
  followAddress();
  draw();
}

/** Looks at the turn that the address names: `#turn-11`. */
function followAddress() {
  const turn = /^#turn-(\d+)$/.exec(location.hash)?.[1];
  if (!table.state) return;
  if (turn) {
    table.lookAt(Number(turn));
    closeSheet();
  } else if (!table.over) table.lookAt(null);
}

/** @param {import("./types.js").GameEvent} event */
function happened(event) {
  announce(table, event);
  if (event.kind === "play" && event.line && table.moment === null) {
    const { line } = event;
    if (event.side !== table.mine?.side) queueMicrotask(() => board.showLine(line));
  }
  if (table.over && !result) setTimeout(showResult, LAST_LOOK);
  // Whoever has asked for another game, or agreed to it, goes there at once.
  const wanted = (/** @type {import("./types.js").GameEvent} */ one) => one.kind === "rematch" && one.member === table.mine?.member && one.accept !== false;
  if (event.url && table.log.some(wanted)) location.assign(event.url);
}

/** Panels lie over the board: tells the camera how much of it they cover. */
function measure() {
  if (result) return;
  const box = board.getBoundingClientRect();
  const dock = part("dock").getBoundingClientRect();
  const rail = part("sheet").getBoundingClientRect();
  const beside = rail.left > box.left + box.width / 2;
  const above = !beside && rail.width > 0;
  if (document.body.classList.contains("sheet")) return;
  const insets = { top: above ? rail.bottom - box.top + 10 : 10, left: 10, right: beside ? box.right - rail.left + 10 : 10, bottom: Math.max(10, box.bottom - dock.top + 10) };
  if (table.state?.table.board.bounded) {
    // On a board with an edge every square counts: buttons stand beside it, and points under its last row stay in view.
    const buttons = /** @type {HTMLElement} */ (part("zoom-fit").parentElement).getBoundingClientRect();
    insets.bottom += CHIP;
    const onTop = buttons.left > box.left + box.width / 2; // on a phone, across from the stock
    if (onTop) insets.top = Math.max(insets.top, buttons.bottom - box.top + 6);
    else {
      insets.left = buttons.right - box.left + 8;
      insets.right += insets.left - 10;
    }
  }
  document.body.style.setProperty("--dock-size", `${dock.height}px`);
  if (JSON.stringify(insets) === JSON.stringify(board.options.insets)) return;
  board.options.insets = insets;
  if (!board.camera.moved) board.fit(false);
  else board.set({});
}

function openSheet() {
  document.body.classList.add("sheet");
  part("sheet-close").focus();
  drawChat(table);
}

function closeSheet() {
  document.body.classList.remove("sheet");
}

function listen() {
  board.set({ label: squareWords });
  board.addEventListener("square", (event) => {
    const { x, y } = /** @type {CustomEvent} */ (event).detail;
    table.tapSquare(x, y);
  });
  board.addEventListener("cursor", (event) => {
    const { x, y } = /** @type {CustomEvent} */ (event).detail;
    if (!table.state || !table.canLay) return;
    table.cursor = { x, y, direction: table.cursor?.direction ?? "across" };
    drawStage(table, board);
    draw();
  });
  board.addEventListener("lift", (event) => {
    const { x, y, pointer } = /** @type {CustomEvent} */ (event).detail;
    const slot = table.hand.laidAt(x, y);
    if (slot) carry(table, board, slot.id, pointer);
  });
  board.addEventListener("camera", () => table.state && drawOff(table, board));
  part("off").addEventListener("click", () => {
    const band = lastBand(table);
    if (band) board.showLine(band);
  });
  part("zoom-in").addEventListener("click", () => board.zoom(1.25));
  part("zoom-out").addEventListener("click", () => board.zoom(0.8));
  part("zoom-fit").addEventListener("click", () => board.fit());
  part("recall").addEventListener("click", () => table.hand.recall());
  part("shuffle").addEventListener("click", () => table.hand.shuffle());
  part("sort").addEventListener("click", () => table.hand.sort());
  part("swap").addEventListener("click", (/** @type {Event} */ event) => {
    const mode = /** @type {HTMLElement} */ (event.currentTarget).dataset.mode;
    table.setMode(table.mode === "play" ? /** @type {any} */ (mode) : "play");
  });
  part("go").addEventListener("click", () => table.commit());
  for (const opener of document.querySelectorAll("[data-sheet]")) opener.addEventListener("click", openSheet);
  part("sheet-close").addEventListener("click", closeSheet);
  part("veil").addEventListener("click", closeSheet);
  part("log").addEventListener("click", (/** @type {Event} */ event) => {
    const link = /** @type {Element} */ (event.target).closest("a");
    const turn = Number(link?.hash.replace("#turn-", ""));
    if (!link) return;
    event.preventDefault();
    // The latest move leads back to the game.
    table.visit(turn);
    closeSheet();
  });
  addEventListener("hashchange", followAddress);
  new ResizeObserver(measure).observe(part("dock"));
  addEventListener("resize", measure);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && document.body.classList.contains("sheet")) closeSheet();
  });
  keepTouches(part("rack"));
  const menu = (/** @type {"menu"|"keys"} */ name) => import("./menu.js").then((menu) => menu.open(table, name));
  listenKeys(table, board, () => menu("keys"));
  part("menu-button").addEventListener("click", () => menu("menu"));
  listenChat(table);
  setInterval(() => {
    if (!table.state) return;
    drawClocks(table);
    watchClock(table);
    drawNotices(table);
  }, 250);
}

/** @param {any} message */
function receive(message) {
  const before = table.state;
  table.receive(message);
  if (before || !table.state) return;
  // The first view: the game may be over already.
  if (table.over) showResult();
  else followAddress();
  queueMicrotask(measure);
}

table.happened = happened;
listen();
const scheme = location.protocol === "https:" ? "wss:" : "ws:";
table.link = new Link(`${scheme}//${location.host}/ws/g/${game}/`, {
  message: receive,
  since: () => table.state?.seq ?? 0,
  state: (state) => {
    const back = state === "open" && !table.connected;
    table.connected = state === "open";
    if (state === "gone") part("lost-words").textContent = gettext("This table is closed.");
    if (back) say(gettext("Connected again."));
    draw();
  },
});
