/** A tile of one's own is painted here: its cells, name and colour. */

import { html, useState } from "../../vendor/htm-preact.js";
import { Check } from "../shared/controls.js";
import { t } from "../shared/i18n.js";
import { change, view } from "./state.js";

const SIDE = 12;
const COLORS = /** @type {const} */ (["none", "orange", "red", "green", "blue"]);
const ID = /^[A-Za-z][A-Za-z0-9_]{0,19}$/;

/** @param {{ taken: string[] }} props ids that are in use */
export function ShapePainter({ taken }) {
  const [cells, paint] = useState(/** @type {Set<number>} */ (new Set()));
  const [at, go] = useState(0);
  const toggle = (/** @type {number} */ cell) => {
    const next = new Set(cells);
    if (!next.delete(cell)) next.add(cell);
    paint(next);
  };
  const add = async (/** @type {any} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const data = new FormData(form);
    const name = String(data.get("name"));
    const last = Math.floor(Math.max(...cells) / SIDE);
    const rows = Array.from({ length: last + 1 }, (_, y) => Array.from({ length: SIDE }, (__, x) => (cells.has(y * SIDE + x) ? "X" : ".")).join(""));
    const free = Array.from({ length: taken.length + 1 }, (_, i) => `S${i + 1}`).find((each) => !taken.includes(each));
    const id = ID.test(name) ? name : (free ?? "S");
    const color = /** @type {typeof COLORS[number]} */ (data.get("color"));
    await change({ kind: "own_tile", id, tile: { cells: rows, name, color, turn: data.has("turn"), flip: data.has("flip"), at_least: Number(data.get("least")) } });
    if (!view.value?.own_tiles.some((each) => each.id === id)) return;
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
              onClick=${() => toggle(cell)}
            ></button>`,
        )}
      </div>
      <label>${t("shape_name")} <input name="name" maxlength="40" /></label>
      <label>${t("shape_color")} <select name="color">${COLORS.map((each) => html`<option value=${each}>${t(`color_${each}`)}</option>`)}</select></label>
      <label>${t("shape_least")} <input name="least" type="number" min="0" max="2000" value="0" /></label>
      <${Check} name="turn" checked label=${t("shape_turn")} />
      <${Check} name="flip" checked label=${t("shape_flip")} />
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
