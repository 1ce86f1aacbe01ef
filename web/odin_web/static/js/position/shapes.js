/** Tiles and boards of one's own are drawn here. */

import { html, useRef, useState } from "../../vendor/htm-preact.js";
import { Check, Select } from "../shared/controls.js";
import { t } from "../shared/i18n.js";
import { change, view } from "./state.js";

const SIDE = 12;
const COLORS = /** @type {const} */ (["none", "orange", "red", "green", "blue"]);
const ID = /^[A-Za-z][A-Za-z0-9_]{0,19}$/;

/** @param {{ taken: string[] }} props ids that are in use */
export function ShapePainter({ taken }) {
  const [cells, paint] = /** @type {[Set<number>, any]} */ (useState(new Set()));
  const [at, go] = useState(0);
  const [what, choose] = useState("tile");
  /** Whether a stroke fills cells or empties them; null between strokes. */
  const filling = useRef(/** @type {boolean | null} */ (null));
  const put = (/** @type {number} */ cell, /** @type {boolean} */ full) => paint((/** @type {Set<number>} */ now) => new Set(full ? [...now, cell] : [...now].filter((each) => each !== cell)));
  /** A mouse or a finger goes on with what it began. */
  const draw = (/** @type {number} */ cell) => (/** @type {any} */ event) => {
    event.target.releasePointerCapture(event.pointerId);
    filling.current = !cells.has(cell);
    put(cell, filling.current);
    for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => (filling.current = null), { once: true });
  };
  const add = async (/** @type {any} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const data = new FormData(form);
    const name = String(data.get("name"));
    const [columns, lines] = [[...cells].map((cell) => cell % SIDE), [...cells].map((cell) => Math.floor(cell / SIDE))];
    const span = (/** @type {number[]} */ all) => Array.from({ length: Math.max(...all) - Math.min(...all) + 1 }, (_, more) => Math.min(...all) + more);
    const [empty, full] = what === "board" ? "~." : ".X";
    const rows = span(lines).map((y) => span(columns).map((x) => (cells.has(y * SIDE + x) ? full : empty)).join(""));
    const free = Array.from({ length: taken.length + 1 }, (_, i) => `S${i + 1}`).find((each) => !taken.includes(each));
    const id = ID.test(name) ? name : (free ?? "S");
    const color = /** @type {typeof COLORS[number]} */ (data.get("color"));
    if (what === "board") await change({ kind: "add_board", board: { map: rows, ...(name ? { name } : {}) } });
    else await change({ kind: "own_tile", id, tile: { cells: rows, name, color, turn: data.has("turn"), flip: data.has("flip"), at_least: Number(data.get("least")) } });
    if (what === "tile" && !view.value?.own_tiles.some((each) => each.id === id)) return;
    paint(new Set());
    form.reset();
    form.hidePopover();
  };
  return html`
    <button popovertarget="new-shape">${t("new_shape")}</button>
    <form class="new-shape" id="new-shape" popover="manual" aria-label=${t("new_shape")} onSubmit=${add} onKeyDown=${(/** @type {any} */ event) => event.key === "Escape" && event.currentTarget.hidePopover()}>
      <div class="new-shape-cells" role="group" aria-label=${t("shape_cells")} onKeyDown=${onKey}>
        ${Array.from(
          { length: SIDE * SIDE },
          (_, cell) =>
            html`<button
              type="button"
              key=${cell}
              tabindex=${cell === at ? 0 : -1}
              aria-pressed=${cells.has(cell)}
              aria-label=${`${(cell % SIDE) + 1} ${Math.floor(cell / SIDE) + 1}`}
              onFocus=${() => go(cell)}
              onPointerDown=${draw(cell)}
              onPointerOver=${(/** @type {PointerEvent} */ { buttons }) => buttons && filling.current !== null && put(cell, filling.current)}
              onClick=${(/** @type {MouseEvent} */ { detail }) => detail || put(cell, !cells.has(cell))}
            ></button>`,
        )}
      </div>
      <${Select} label=${t("shape_what")} value=${what} options=${["tile", "board"].map((each) => [each, t(`shape_${each}`)])} choose=${choose} />
      <label>${t("shape_name")} <input name="name" maxlength="40" /></label>
      ${what === "tile" &&
      html`<${Select} label=${t("shape_color")} name="color" options=${COLORS.map((each) => [each, t(`color_${each}`)])} />
        <label>${t("shape_least")} <input name="least" type="number" min="0" max="2000" value="0" /></label>
        <${Check} name="turn" checked label=${t("shape_turn")} />
        <${Check} name="flip" checked label=${t("shape_flip")} />`}
      <button disabled=${!cells.size}>${t("add_shape")}</button>
      <button type="button" popovertarget="new-shape">${t("close")}</button>
    </form>
  `;
}

/** Arrows go from cell to cell. */
function onKey(/** @type {KeyboardEvent} */ event) {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: SIDE, ArrowUp: -SIDE }[event.key];
  if (!step) return;
  event.preventDefault();
  const all = /** @type {HTMLElement[]} */ ([.../** @type {HTMLElement} */ (event.currentTarget).children]);
  all[all.indexOf(/** @type {HTMLElement} */ (event.target)) + step]?.focus();
}
