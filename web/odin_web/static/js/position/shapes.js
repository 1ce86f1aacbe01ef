/** A tile of one's own is painted here: its cells, name and colour. */

import { html, useState } from "../../vendor/htm-preact.js";
import { t } from "../shared/i18n.js";
import { change, view } from "./state.js";

const SIDE = 12;
const COLORS = ["none", "orange", "red", "green", "blue"];
const ID = /^[A-Za-z][A-Za-z0-9_]{0,19}$/;

/** @param {{ taken: string[] }} props ids that are in use */
export function ShapePainter({ taken }) {
  const [open, show] = useState(false);
  const [cells, paint] = useState(/** @type {Set<number>} */ (new Set()));
  const [name, call] = useState("");
  const [color, dye] = useState("none");
  const [turn, mayTurn] = useState(true);
  const [flip, mayFlip] = useState(true);
  const [least, require] = useState(0);
  const [at, go] = useState(0);
  const toggle = (/** @type {number} */ cell) => {
    const next = new Set(cells);
    if (!next.delete(cell)) next.add(cell);
    paint(next);
  };
  async function add() {
    const used = [...cells].map((cell) => Math.floor(cell / SIDE));
    const rows = Array.from({ length: Math.max(...used) + 1 }, (_, y) =>
      Array.from({ length: SIDE }, (__, x) => (cells.has(y * SIDE + x) ? "X" : ".")).join(""),
    );
    const free = Array.from({ length: taken.length + 1 }, (_, i) => `S${i + 1}`).find((each) => !taken.includes(each));
    const id = ID.test(name) ? name : (free ?? "S");
    const painted = /** @type {"blue" | "green" | "none" | "orange" | "red"} */ (color);
    const tile = { cells: rows, name, color: painted, turn, flip, at_least: least };
    await change({ kind: "own_tile", id, tile });
    if (!view.value?.own_tiles.some((each) => each.id === id)) return;
    paint(new Set());
    call("");
    show(false);
  }
  if (!open) return html`<button onClick=${() => show(true)}>${t("new_shape")}</button>`;
  return html`
    <form
      class="new-shape"
      aria-label=${t("new_shape")}
      onSubmit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        void add();
      }}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && (event.preventDefault(), show(false))}
    >
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
      <label>
        ${t("shape_name")}
        <input
          maxlength="40"
          value=${name}
          onInput=${(/** @type {InputEvent} */ event) => call(/** @type {HTMLInputElement} */ (event.target).value)}
        />
      </label>
      <label>
        ${t("shape_color")}
        <select onChange=${(/** @type {Event} */ event) => dye(/** @type {HTMLSelectElement} */ (event.target).value)}>
          ${COLORS.map((each) => html`<option value=${each} selected=${each === color}>${t(`color_${each}`)}</option>`)}
        </select>
      </label>
      <label>
        ${t("shape_least")}
        <input
          type="number"
          min="0"
          max="2000"
          value=${least}
          onInput=${(/** @type {InputEvent} */ event) => require(Number(/** @type {HTMLInputElement} */ (event.target).value))}
        />
      </label>
      <label class="check">
        <input type="checkbox" checked=${turn} onChange=${() => mayTurn(!turn)} />
        ${t("shape_turn")}
      </label>
      <label class="check">
        <input type="checkbox" checked=${flip} onChange=${() => mayFlip(!flip)} />
        ${t("shape_flip")}
      </label>
      <button disabled=${!cells.size}>${t("add_shape")}</button>
      <button type="button" onClick=${() => show(false)}>${t("close")}</button>
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
