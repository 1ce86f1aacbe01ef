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

/** Hear keys while a component is shown. @param {typeof LAYERS[number]} layer @param {Uses} uses */
export function useKeys(layer, uses) {
  useEffect(() => {
    owners[layer] = uses;
    return () => void delete owners[layer];
  });
}
