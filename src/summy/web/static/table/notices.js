/**
 * What needs an answer or must be known: the connection, offers, a side that has left, the invitation.
 * @module
 */
import { icon, make } from "../board/element.js";
import { copy, part, post, renew } from "./parts.js";
import { clockText, fill, sideName } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/** @param {string} kind @param {string} name */
function offerWords(kind, name) {
  switch (kind) {
    case "draw": return fill(gettext("%(name)s proposes a draw."), { name });
    case "rematch": return fill(gettext("%(name)s would like to play again."), { name });
    default: return fill(gettext("%(name)s would give both sides more time."), { name });
  }
}

/** @param {string} kind */
function ownOffer(kind) {
  switch (kind) {
    case "draw": return gettext("You have proposed a draw.");
    case "rematch": return gettext("You have asked to play again.");
    default: return gettext("You have proposed more time.");
  }
}

/** @param {Table} table */
export function drawNotices(table) {
  const { view } = table;
  part("lost").hidden = table.connected;
  const gone = view.claim;
  const wait = gone ? Math.max(0, Math.ceil((gone.at_ms - table.now) / 1000)) : 0;
  const ready = Boolean(gone) && !wait;
  const key = [view.turn, table.sending, view.offers, view.actions, gone, wait, view.sides.map((side) => [side.gone, side.members]), view.status];
  renew(part("notices"), key, () => {
    const notices = view.offers.map((offer) => {
      const own = offer.side === table.mine?.side;
      const answer = (/** @type {boolean} */ accept) => () => table.command("answer", { what: offer.kind, accept });
      return make("div", { class: "notice" }, make("p", {}, own ? ownOffer(offer.kind) : offerWords(offer.kind, sideName(view, offer.side))),
        table.may(`answer_${offer.kind}`) ? make("span", { class: "row" }, make("button", { class: "btn", onclick: answer(false) }, gettext("Decline")), make("button", { class: "btn go", onclick: answer(true) }, gettext("Accept"))) : null);
    });
    if (table.may("challenge")) {
      notices.push(make("div", { class: "notice" },
        make("p", {}, fill(gettext("Is the play of %(name)s true? Challenge it, or go on. A wrong challenge costs your turn."), { name: sideName(view, view.last?.side ?? 0) })),
        make("span", { class: "row" }, make("button", { class: "btn", disabled: table.sending !== null, onclick: () => table.send({ kind: "challenge" }) }, gettext("Challenge")))));
    }
    if (gone && table.mine && gone.side !== table.mine.side && view.status === "running") {
      const name = sideName(view, gone.side);
      const claim = (/** @type {string} */ what) => () => table.command("claim", { what });
      notices.push(make("div", { class: "notice" },
        make("p", {}, ready ? fill(gettext("%(name)s has been away for a while. Wait, or claim the game."), { name })
          : fill(gettext("%(name)s is away. You may claim the game in %(time)s."), { name, time: clockText(wait * 1000) })),
        ready ? make("span", { class: "row" }, make("button", { class: "btn", onclick: claim("draw") }, gettext("Claim a draw")), make("button", { class: "btn go", onclick: claim("win") }, gettext("Claim the win"))) : null));
    }
    return notices;
  });
  drawInvitation(table);
}

/** @param {Table} table */
function drawInvitation(table) {
  const { view } = table;
  const box = part("invitation");
  box.hidden = view.status !== "waiting";
  if (box.hidden) return;
  const address = view.invite_url ? new URL(view.invite_url, location.href).href : "";
  if (!table.mine) {
    renew(box, [address, view.sides], () => seatsToTake(view, address));
    return;
  }
  renew(box, [address, table.may("begin")], () => [
    make("h2", {}, gettext("Waiting for the other side")),
    make("p", { class: "muted" }, address ? gettext("Send this link. Whoever opens it sits down, no account needed.") : gettext("This table is among the open tables: somebody will sit down.")),
    address ? linkField(address) : null,
    address ? code(address) : null,
    table.may("begin") ? make("button", { class: "btn", onclick: () => post("begin/") }, gettext("Begin now")) : null,
  ]);
}

/**
 * What somebody sees who looks on while seats are free: a button for each side with room, if they may sit down.
 * @param {import("./types.js").View} view @param {string} address where one sits down, or ""
 */
function seatsToTake(view, address) {
  if (!address) return [make("h2", {}, gettext("Waiting for the other side")), make("p", { class: "muted" }, gettext("Only people with the link of this table can sit down."))];
  const free = view.sides.filter(({ members, size }) => members.length < size && members.every(({ kind }) => kind === "person"));
  const teams = free.some(({ size }) => size > 1);
  const sit = async (/** @type {Record<string, string>} */ fields) => {
    const answer = await post(address, fields).catch(() => null);
    // The join page says in words why it can't be.
    if (answer?.ok) location.reload();
    else location.assign(address);
  };
  const words = (/** @type {import("./types.js").Side} */ { side, members }) => !teams ? gettext("Sit down")
    : members.length ? fill(gettext("Sit down with %(names)s"), { names: members.map(({ name }) => name).join(", ") })
      : fill(gettext("Sit down on side %(number)s"), { number: side + 1 });
  const offered = teams ? free : free.slice(0, 1);
  return [
    make("h2", {}, free.length ? gettext("A seat is free") : gettext("All seats are taken")),
    free.length ? make("p", { class: "muted" }, gettext("Sit down and play, no account needed.")) : null,
    ...offered.map((side) => make("button", { class: "btn go", type: "button", onclick: () => sit(teams ? { side: String(side.side) } : {}) }, icon("people"), make("span", {}, words(side)))),
  ];
}

/** A link to copy. @param {string} address */
export function linkField(address) {
  const field = make("input", { class: "field", readonly: true, value: address, "aria-label": gettext("Link"), onfocus: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select() });
  const button = make("button", { class: "btn go", type: "button", onclick: async () => {
    button.lastChild.textContent = (await copy(address)) ? gettext("Copied") : gettext("Select and copy");
    setTimeout(() => (button.lastChild.textContent = gettext("Copy link")), 2500);
  } }, icon("link"), make("span", {}, gettext("Copy link")));
  return make("div", { class: "copy" }, field, button);
}

/** The link as a QR code, when the server draws one. @param {string} address */
export function code(address) {
  const image = make("img", { class: "qr", src: `${new URL(address).pathname}qr.svg`, alt: gettext("QR code of the link"), width: 168, height: 168, hidden: true, onload: () => image.removeAttribute("hidden") });
  return image;
}
