/** The time played: it stands still while the page is hidden. */

import { Store } from "../shared/store.js";

/** Seconds played, counted up about once a second. */
export const seconds = new Store(0);

let before = 0;
/** @type {number | null} */
let since = null;

/** Time played until now. */
export function played() {
  return before + (since === null ? 0 : (performance.now() - since) / 1000);
}

/** @param {number} from seconds played before */
export function start(from) {
  before = from;
  since = document.hidden ? null : performance.now();
  seconds.set(Math.floor(from));
}

export function stop() {
  before = played();
  since = null;
  seconds.set(Math.floor(before));
}

export function tick() {
  if (since !== null) seconds.set(Math.floor(played()));
}

/** @param {number} time */
export function clockText(time) {
  const whole = Math.floor(time);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return `${hours ? `${hours}:` : ""}${hours ? two(minutes) : minutes}:${two(whole % 60)}`;
}
