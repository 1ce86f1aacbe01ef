/** A grid of cells that is drawn on with the mouse, a finger or keys. */

import { html, useRef, useState } from "../../vendor/htm-preact.js";
import { steer } from "./keys.js";

/**
 * @param {{ label: string, columns: number, rows: number, is: (cell: number) => boolean, put: (cells: number[], full: boolean) => void, look?: (cell: number) => string }} props
 * `is` says whether a stroke that begins at a cell empties; `look` is the class of a cell, null of one that is none
 */
export function Strokes({ label, columns, rows, is, put, look }) {
  const [at, go] = useState(0);
  /** Whether a stroke fills cells or empties them, and its last cell; null between strokes. */
  const stroke = useRef(/** @type {{ full: boolean, last: number } | null} */ (null));
  const begin = (/** @type {number} */ cell) => (/** @type {any} */ event) => {
    event.target.releasePointerCapture(event.pointerId);
    stroke.current = { full: !is(cell), last: cell };
    put([cell], stroke.current.full);
    for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => (stroke.current = null), { once: true });
  };
  /** A quick finger is not seen on all cells that it crosses. */
  const goOn = (/** @type {number} */ cell) => {
    if (!stroke.current) return;
    const { full, last } = stroke.current;
    const [x, y] = [last % columns, Math.floor(last / columns)];
    const [dx, dy] = [(cell % columns) - x, Math.floor(cell / columns) - y];
    const steps = Math.max(Math.abs(dx), Math.abs(dy));
    put(Array.from({ length: steps }, (_, step) => Math.round(y + (dy * (step + 1)) / steps) * columns + Math.round(x + (dx * (step + 1)) / steps)), full);
    stroke.current.last = cell;
  };
  // Chromium takes a quick stroke for a fling, although nothing pans there, and loses the next tap.
  const noFling = (/** @type {TouchEvent} */ event) => event.preventDefault();
  return html`<div class="strokes" role="group" aria-label=${label} style=${{ "--columns": columns }} onKeyDown=${(/** @type {any} */ event) => steer(event, event.currentTarget.children)} onTouchMove=${noFling}>
    ${Array.from(
      { length: columns * rows },
      (_, cell) =>
        html`<button
          type="button"
          key=${cell}
          class=${look?.(cell)}
          tabindex=${cell === at ? 0 : -1}
          aria-pressed=${is(cell)}
          aria-label=${`${(cell % columns) + 1} ${Math.floor(cell / columns) + 1}`}
          onFocus=${() => go(cell)}
          onPointerDown=${begin(cell)}
          onPointerOver=${(/** @type {PointerEvent} */ { buttons }) => buttons && goOn(cell)}
          onClick=${(/** @type {MouseEvent} */ { detail }) => detail || put([cell], !is(cell))}
        ></button>`,
    )}
  </div>`;
}
