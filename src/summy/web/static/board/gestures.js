/**
 * Fingers, mouse and wheel on the board: tap, drag a tile, drag the table, pinch, wheel.
 * @module
 */

/** Pixels that a pointer may tremble before a tap becomes a drag. */
export const SLACK = 7;

/**
 * Keeps the browser from taking a finger's drag for a scroll: it would swallow the tap that follows a quick one.
 * @param {HTMLElement} element
 */
export function keepTouches(element) {
  element.addEventListener("touchmove", (event) => event.preventDefault(), { passive: false });
}

/**
 * @param {HTMLElement} host
 * @param {import("./camera.js").Camera} camera
 * @param {object} hooks
 * @param {(clientX: number, clientY: number, touch: boolean) => void} hooks.tap
 * @param {(target: Element, pointer: PointerEvent) => boolean} hooks.lift true when a tile is taken and the gesture ends here
 */
export function listen(host, camera, hooks) {
  /** Pointers that are down: where each was last. @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  /** @type {{x: number, y: number, target: Element, touch: boolean}|null} */
  let start = null;
  let panning = false;

  /** Distance and middle of the first two pointers. */
  const pair = () => {
    const [a, b] = /** @type {{x: number, y: number}[]} */ ([...down.values()]);
    if (!a || !b) return { far: 1, x: 0, y: 0 };
    return { far: Math.hypot(a.x - b.x, a.y - b.y) || 1, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };

  keepTouches(host);
  host.addEventListener("pointerdown", (event) => {
    if (event.button > 0 && event.button !== 1) return;
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (down.size === 1) {
      start = { x: event.clientX, y: event.clientY, target: /** @type {Element} */ (event.target), touch: event.pointerType === "touch" };
      panning = event.button === 1;
    } else start = null;
  });

  host.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    if (down.size === 2) {
      const old = pair();
      down.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const now = pair();
      camera.drag(now.x - old.x, now.y - old.y);
      camera.zoom(now.far / old.far, now.x, now.y);
      return;
    }
    if (start && !panning) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < SLACK) return;
      if (hooks.lift(start.target, event)) {
        down.clear();
        start = null;
        return;
      }
      panning = true;
      start = null;
      host.setPointerCapture(event.pointerId);
    }
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (panning) camera.drag(event.clientX - before.x, event.clientY - before.y);
  });

  /** @param {PointerEvent} event */
  const up = (event) => {
    if (!down.delete(event.pointerId)) return;
    if (start && !panning && event.type === "pointerup") hooks.tap(event.clientX, event.clientY, start.touch);
    start = null;
    panning = down.size === 1;
  };
  host.addEventListener("pointerup", up);
  host.addEventListener("pointercancel", up);
  addEventListener("blur", () => down.clear());

  host.addEventListener("wheel", (event) => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : 1;
    if (event.shiftKey || (event.deltaX && !event.ctrlKey)) camera.drag(-(event.deltaX || event.deltaY) * unit, event.deltaX ? -event.deltaY * unit : 0);
    else camera.zoom(Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0018)), event.clientX, event.clientY);
  }, { passive: false });
}
