/**
 * Dragging a tile: from the rack or the board, to a square, or to another place on the rack.
 * @module
 */
import { SLACK } from "../board/gestures.js";
import { tileElement } from "../board/tile.js";
import { part } from "./parts.js";

/** @typedef {import("./table.js").Table} Table @typedef {import("../board/board.js").SummyBoard} SummyBoard */

/** So far above the finger the tile floats, in pixels: it must be seen. */
const ABOVE_FINGER = 46;

/**
 * Follows a pointer that went down on a tile of the rack; a short press stays a click.
 * @param {Table} table @param {SummyBoard} board @param {number} id slot @param {PointerEvent} down
 */
export function grab(table, board, id, down) {
  if (down.button) return;
  const stop = new AbortController();
  const options = { signal: stop.signal };
  addEventListener("pointermove", (event) => {
    if (event.pointerId !== down.pointerId || Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < SLACK) return;
    stop.abort();
    carry(table, board, id, event);
  }, options);
  addEventListener("pointerup", () => stop.abort(), options);
  addEventListener("pointercancel", () => stop.abort(), options);
}

/**
 * Carries a tile until the pointer is released.
 * @param {Table} table @param {SummyBoard} board @param {number} id slot @param {PointerEvent} start
 */
export function carry(table, board, id, start) {
  const slot = table.hand.slot(id);
  if (!slot) return;
  const rack = part("rack");
  const touch = start.pointerType === "touch";
  const lift = touch ? ABOVE_FINGER : 0;
  const floating = tileElement({ tile: slot.tile, face: slot.face, state: "carried" });
  const side = Math.max(board.camera.side, touch ? board.camera.side * 1.6 : 0, 36);
  floating.style.setProperty("--s", `${side}px`);
  document.body.append(floating);
  const place = rack.querySelector(`[data-slot="${id}"]`)?.parentElement;
  place?.classList.add("lifted");
  const stop = new AbortController();
  const options = { signal: stop.signal };

  /** The square under the tile, when it may lie there. @param {PointerEvent} event */
  const squareUnder = (event) => {
    const box = board.getBoundingClientRect();
    const y = event.clientY - lift;
    if (!table.canLay || overRack(event) || y < box.top || y > box.bottom || event.clientX < box.left || event.clientX > box.right) return null;
    const dock = part("dock").getBoundingClientRect();
    if (y > dock.top && event.clientX > dock.left && event.clientX < dock.right) return null;
    const square = board.squareAt(event.clientX, y);
    return square && table.isOpen(...square) ? square : null;
  };

  /** @param {PointerEvent} event */
  const overRack = (event) => {
    const box = rack.getBoundingClientRect();
    return event.clientY > box.top - 8 && event.clientY < box.bottom + 24 && event.clientX > box.left - 24 && event.clientX < box.right + 24;
  };

  /** Place on the rack under the pointer. @param {PointerEvent} event */
  const placeUnder = (event) => {
    const others = [...rack.children].filter((one) => one !== place);
    const found = others.findIndex((one) => event.clientX < one.getBoundingClientRect().left + one.getBoundingClientRect().width / 2);
    return found < 0 ? others.length : found;
  };

  /** @param {PointerEvent} event */
  const follow = (event) => {
    floating.style.translate = `${event.clientX - side / 2}px ${event.clientY - lift - side / 2}px`;
    board.set({ target: squareUnder(event) });
    if (overRack(event)) {
      const wanted = placeUnder(event);
      if (table.hand.slots.findIndex((one) => one.id === id) !== wanted) table.hand.move(id, wanted);
    }
  };

  /** @param {PointerEvent} event @param {boolean} dropped */
  const end = (event, dropped) => {
    stop.abort();
    // The click that a browser may send after the drag is not a tap on the tile.
    const still = new AbortController();
    addEventListener("click", (click) => click.stopPropagation(), { capture: true, signal: still.signal });
    setTimeout(() => still.abort());
    floating.remove();
    place?.classList.remove("lifted");
    board.set({ target: null });
    if (!dropped) return;
    const square = squareUnder(event);
    if (square) table.layAt(id, ...square);
    else if (slot.at && (overRack(event) || event.clientY > part("dock").getBoundingClientRect().top)) table.hand.takeBack(id);
    table.draw();
  };

  follow(start);
  addEventListener("pointermove", (event) => event.pointerId === start.pointerId && follow(event), options);
  addEventListener("pointerup", (event) => event.pointerId === start.pointerId && end(event, true), options);
  addEventListener("pointercancel", (event) => event.pointerId === start.pointerId && end(event, false), options);
}
