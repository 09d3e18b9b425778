/**
 * Wooden sounds, made by Web Audio. Off until somebody turns them on; never the only signal.
 * @module
 */

const NAME = "summy:sound";

/** @type {AudioContext|null} */
let context = null;

/** @returns {number} volume from 0 (off) to 1 */
export function volume() {
  try {
    return Number(localStorage.getItem(NAME) ?? 0) || 0;
  } catch {
    return 0;
  }
}

/** @param {number} value from 0 (off) to 1 */
export function setVolume(value) {
  try {
    localStorage.setItem(NAME, String(value));
  } catch {
    // Without storage the page stays silent, as at the first visit.
  }
}

/**
 * One knock on wood: a short filtered burst.
 * @param {number} pitch in Hz @param {number} [delay] in seconds @param {number} [loud] @param {number} [length] in seconds
 */
function knock(pitch, delay = 0, loud = 1, length = 0.09) {
  const level = volume() * loud;
  if (!level) return;
  context ??= new AudioContext();
  const start = context.currentTime + delay;
  const tone = context.createOscillator();
  const filter = context.createBiquadFilter();
  const gain = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch * 1.6, start);
  tone.frequency.exponentialRampToValueAtTime(pitch, start + 0.02);
  filter.type = "lowpass";
  filter.frequency.value = pitch * 4;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(level * 0.5, start + 0.003);
  gain.gain.exponentialRampToValueAtTime(0.0005, start + length);
  tone.connect(filter).connect(gain).connect(context.destination);
  tone.start(start);
  tone.stop(start + length + 0.02);
}

/** A tile is laid; the pitch rises with its place in the line. @param {number} [place] */
export const laid = (place = 0) => knock(300 + 22 * Math.min(place, 12));
/** A true line: two soft knocks a fifth apart, like the two bars of =. */
export const isTrue = () => (knock(392, 0, 0.7, 0.16), knock(588, 0.11, 0.7, 0.2));
/** Refused: one dull low knock. */
export const refused = () => knock(130, 0, 0.9, 0.14);
/** The other side has played: a knock from far away. */
export const distant = () => knock(210, 0, 0.5, 0.2);
/** The clock's tick in the last seconds. */
export const tick = () => knock(900, 0, 0.4, 0.04);
