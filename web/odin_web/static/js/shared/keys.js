/** Keys of the page have one owner: the first that has a use for a key takes it, so that Escape undoes one thing. */

import { useEffect } from "../../vendor/htm-preact.js";

/** Whoever may use a key, what is nearest first: the tile in hand, a text at the pointer, what stands open, the page. */
const LAYERS = /** @type {const} */ (["hand", "tip", "open", "page"]);

/** @typedef {(event: KeyboardEvent) => unknown} Uses tells whether the key was of use */
/** @type {Partial<Record<typeof LAYERS[number], Uses>>} */
const owners = {};

/** What keeps its keys to itself, as dialogs do. */
export const TYPED = "input:not([type=radio], [type=checkbox], [type=range]), select, textarea";

window.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.defaultPrevented || target.closest(TYPED) || document.querySelector("dialog[open]")) return;
  if (LAYERS.some((layer) => owners[layer]?.(event))) event.preventDefault();
});

/** What arrows step to the right and down. @type {Record<string, [number, number]>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The number of the nearest of some points that an arrow leads to, what is straight ahead first; -1 if there is none.
 * @param {number[]} from
 * @param {number[][]} points
 * @param {[number, number]} arrow
 */
export function nearestAhead([left, top], points, [right, down]) {
  const far = points.map(([x, y]) => {
    const [dx, dy] = [x - left, y - top];
    const ahead = dx * right + dy * down;
    return ahead > 0.01 ? ahead + 2 * Math.abs(dx * down + dy * right) : Infinity;
  });
  const least = Math.min(...far);
  return least < Infinity ? far.indexOf(least) : -1;
}

/** Let an arrow move the focus among some elements. @param {KeyboardEvent} event @param {Iterable<Element>} among @param {string} [key] what the key stands for */
export function steer(event, among, key = event.key) {
  const arrow = ARROWS[key];
  if (!arrow) return;
  const all = /** @type {HTMLElement[]} */ ([...among]);
  const middles = all.map((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  });
  const from = middles[all.indexOf(/** @type {HTMLElement} */ (event.target))];
  if (!from) return;
  event.preventDefault();
  all[nearestAhead(from, middles, arrow)]?.focus();
}

/** Hear keys while a component is shown. @param {typeof LAYERS[number]} layer @param {Uses} uses */
export function useKeys(layer, uses) {
  useEffect(() => {
    owners[layer] = uses;
    return () => void delete owners[layer];
  });
}
