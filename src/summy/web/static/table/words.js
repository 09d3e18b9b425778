/**
 * Words for tiles, lines, moves, clocks and results, for the eye and for screen readers.
 * @module
 */

/** @typedef {import("./types.js").View} View @typedef {import("./types.js").GameEvent} GameEvent */

/**
 * Fills the `%(name)s` fields of a translated sentence.
 * @param {string} text @param {Record<string, unknown>} values
 */
export const fill = (text, values) => interpolate(text, values, true);

/** A face as it is spoken. @param {string} face */
export function spoken(face) {
  switch (face) {
    case "+": return gettext("plus");
    case "-": return gettext("minus");
    case "x": return gettext("times");
    case ":": return gettext("divided by");
    case "=": return gettext("equals");
    case "?": return gettext("blank");
    case "+/-": return gettext("plus or minus");
    case "x/:": return gettext("times or divided by");
    default: return face;
  }
}

/** Faces of a line text: "7x[12]=84" gives 7 x 12 = 84, "[?>7]" gives 7. @param {string} text @returns {string[]} */
export const facesOf = (text) => [...text.matchAll(/\[([^\]]+)\]|./g)].map(([whole, name]) => (name ?? whole).split(">").pop() ?? "");

/** A line as it is spoken: "8 times 15 equals 120". @param {string[]} faces */
export function spokenLine(faces) {
  const words = [];
  for (const face of faces) {
    const last = words.length - 1;
    if (/^\d$/.test(face) && /^\d+$/.test(words[last] ?? "")) words[last] += face;
    else words.push(spoken(face));
  }
  return words.join(" ");
}

/** A line as the tiles show it. @param {string} text @param {View} view */
export const shownLine = (text, view) => facesOf(text).map((face) => view.table.signs[face] ?? face).join("");

/** @param {View} view @param {number} side @returns {string} "You", or the names of the side */
export function sideName(view, side) {
  if (view.you?.side === side) return gettext("You");
  const names = view.sides[side]?.members.map((member) => member.name) ?? [];
  return names.length ? names.join(", ") : gettext("Open seat");
}

/** @param {number} points */
export const pointsWords = (points) => fill(ngettext("%(count)s point", "%(count)s points", points), { count: points });

/** A number with its sign, as in the log. @param {number} points */
export const signed = (points) => (points < 0 ? `−${-points}` : `+${points}`);

/** What happened, without the name: "discards 2 tiles", or the line. @param {GameEvent} event @param {View} view */
export function deed(event, view) {
  const count = event.count ?? event.tiles?.length ?? 0;
  switch (event.kind) {
    case "play": return (event.equations ?? [event.text ?? ""]).map((line) => shownLine(line, view)).join(", ");
    case "discard": return fill(ngettext("discards %(count)s tile", "discards %(count)s tiles", count), { count });
    case "exchange": return fill(ngettext("exchanges %(count)s tile", "exchanges %(count)s tiles", count), { count });
    case "pass": return gettext("passes");
    case "auto-pass": return gettext("has no tiles left: passes automatically");
    case "timeout": return gettext("ran out of time");
    case "lost-turn": return gettext("loses a turn");
    case "resign": return gettext("resigns");
    case "abandoned": return gettext("has left the game");
    case "draw-agreed": return gettext("a draw is agreed");
    case "time-penalty": return gettext("pays for the time used over");
    case "settle": return gettext("tiles left in hand are counted");
    case "challenge": return gettext("challenges");
    case "withdrawn": return gettext("takes the play back");
    default: return "";
  }
}

/** The sentence that a screen reader hears for a move. @param {GameEvent} event @param {View} view */
export function announcement(event, view) {
  const parts = [];
  const name = event.side === null ? "" : sideName(view, event.side);
  if (event.kind === "play") {
    const lines = (event.equations ?? []).map((line) => spokenLine(facesOf(line))).join(". ");
    parts.push(`${name}: ${lines}.`, `${pointsWords(event.points ?? 0)}.`);
  } else {
    const words = deed(event, view);
    if (!words) return "";
    parts.push(name && event.kind !== "draw-agreed" ? `${name}: ${words}.` : `${words}.`);
  }
  const scores = event.scores ?? view.position.scores;
  if (event.side !== null && scores.length === 2) {
    parts.push(fill(gettext("%(one)s to %(other)s."), { one: scores[event.side], other: scores[1 - event.side] }));
  }
  if (view.status === "running" && view.you && view.to_move === view.you.side) parts.push(gettext("Your turn."));
  return parts.join(" ");
}

/** @param {number} ms below 0 in overtime @returns {string} "6:42", "0:09", "−0:31", "2 d 4 h" */
export function clockText(ms) {
  if (ms < 0) return `−${clockText(-ms)}`;
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds >= 86400) return fill(gettext("%(days)s d %(hours)s h"), { days: Math.floor(seconds / 86400), hours: Math.floor((seconds % 86400) / 3600) });
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** What kind of clock the table has. @param {import("./types.js").Clock} clock */
export function clockName(clock) {
  switch (clock.kind) {
    case "turn": return fill(gettext("%(seconds)s s a turn"), { seconds: clock.turn_s });
    case "total": if (clock.overtime) return fill(gettext("%(minutes)s min a side, overtime"), { minutes: Math.round((clock.total_s ?? 0) / 6) / 10 });
      return fill(gettext("%(minutes)s min + %(seconds)s s"), { minutes: Math.round((clock.total_s ?? 0) / 6) / 10, seconds: clock.increment_s ?? 0 });
    case "days": return fill(ngettext("%(days)s day a turn", "%(days)s days a turn", clock.days ?? 1), { days: clock.days });
    default: return gettext("No clock");
  }
}

/** What kind of table it is. @param {View} view */
export function tableName(view) {
  switch (view.table.kind) {
    case "solo": return gettext("Playing alone");
    case "computer": return gettext("Against the computer");
    case "open": return gettext("Open table");
    default: return gettext("Friendly table");
  }
}

/** The way numbers and dates are written: the page's language, in the reader's own variety of it. */
export const locale = () => navigator.languages.find((one) => one.startsWith(document.documentElement.lang)) ?? document.documentElement.lang;

/** The headline of a finished game. @param {View} view */
export function verdict(view) {
  const result = view.result;
  if (!result) return "";
  const { winner, scores } = result;
  const mine = view.you?.side;
  if (view.sides.length === 1) {
    const own = scores[0] ?? 0;
    const par = result.par?.score ?? null;
    if (par === null || !result.par) return fill(gettext("%(points)s in this deal."), { points: pointsWords(own) });
    if (own > par) return fill(gettext("You beat %(name)s by %(points)s."), { name: result.par.name, points: own - par });
    if (own === par) return fill(gettext("As good as %(name)s: %(points)s."), { name: result.par.name, points: own });
    return fill(gettext("%(name)s is ahead by %(points)s."), { name: result.par.name, points: par - own });
  }
  if (winner === "draw" || winner === null) {
    // A draw that was agreed or claimed says nothing about the points.
    return new Set(scores).size > 1 ? gettext("A draw.") : fill(gettext("A draw, %(points)s each."), { points: scores[0] ?? 0 });
  }
  const others = scores.filter((_, side) => side !== winner);
  const margin = (scores[winner] ?? 0) - Math.max(...others);
  if (result.reason !== "finished" || margin <= 0) {
    return winner === mine ? gettext("You win.") : fill(gettext("%(name)s wins."), { name: sideName(view, winner) });
  }
  return winner === mine ? fill(gettext("You win by %(points)s."), { points: margin })
    : fill(gettext("%(name)s wins by %(points)s."), { name: sideName(view, winner), points: margin });
}

/** How the game came to its end, when that is not plain. @param {View} view */
export function endReason(view) {
  switch (view.result?.reason) {
    case "resigned": return gettext("by resignation");
    case "timeout": return gettext("on time");
    case "abandoned": return gettext("the other side left");
    case "agreed": return gettext("agreed");
    default: return "";
  }
}
