/** Tiles and boards of one's own are drawn here. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { Check, Select } from "../shared/controls.js";
import { t } from "../shared/i18n.js";
import { Strokes } from "../shared/strokes.js";
import { change, view } from "./state.js";

const SIDE = 12;
const COLORS = /** @type {const} */ (["none", "orange", "red", "green", "blue"]);
const ID = /^[A-Za-z][A-Za-z0-9_]{0,19}$/;
/** What cells of a board are drawn as: open ones, and open ones that lose a point. */
const OPEN = { plain: ".", minus: "-" };

/** @typedef {Map<number, string>} Drawing marks of a map, by cell */

/** The rows of the rectangle around what is drawn. @param {Drawing} drawn @param {string} empty */
function rowsOf(drawn, empty) {
  const [columns, lines] = [[...drawn.keys()].map((cell) => cell % SIDE), [...drawn.keys()].map((cell) => Math.floor(cell / SIDE))];
  const span = (/** @type {number[]} */ all) => Array.from({ length: Math.max(...all) - Math.min(...all) + 1 }, (_, more) => Math.min(...all) + more);
  return span(lines).map((y) => span(columns).map((x) => drawn.get(y * SIDE + x) ?? empty).join(""));
}

/** @param {{ taken: string[] }} props ids that are in use */
export function ShapePainter({ taken }) {
  const [drawn, paint] = /** @type {[Drawing, any]} */ (useState(new Map()));
  const [what, choose] = useState(location.hash === "#draw" ? "board" : "tile");
  const [open, pick] = useState("plain");
  useEffect(() => {
    if (location.hash !== "#draw") return;
    history.replaceState(null, "", location.pathname);
    document.getElementById("new-shape")?.showPopover();
  }, []);
  const brush = what === "tile" ? "X" : OPEN[/** @type {"plain"} */ (open)];
  const put = (/** @type {number[]} */ cells, /** @type {boolean} */ full) =>
    paint((/** @type {Drawing} */ now) => {
      const next = new Map(now);
      for (const cell of cells) if (full) next.set(cell, brush);
      else next.delete(cell);
      return next;
    });
  // The form closes at once: what is tapped meanwhile opens it again, and is not closed by the answer.
  const add = async (/** @type {any} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const data = new FormData(form);
    const name = String(data.get("name"));
    const free = Array.from({ length: taken.length + 1 }, (_, i) => `S${i + 1}`).find((each) => !taken.includes(each));
    const id = ID.test(name) ? name : (free ?? "S");
    const color = /** @type {typeof COLORS[number]} */ (data.get("color"));
    paint(new Map());
    form.hidePopover();
    if (what === "board") await change({ kind: "add_board", board: { map: rowsOf(drawn, "~"), ...(name ? { name } : {}) } });
    else {
      await change({ kind: "own_tile", id, tile: { cells: rowsOf(drawn, "."), name, color, turn: data.has("turn"), flip: data.has("flip"), at_least: Number(data.get("least")) } });
      // A refused one is had back, unless another one is drawn.
      if (!view.value?.own_tiles.some((each) => each.id === id)) return paint((/** @type {Drawing} */ now) => (now.size ? now : drawn));
    }
    const field = form.elements.namedItem("name");
    if (field instanceof HTMLInputElement && field.value === name) field.value = "";
  };
  return html`
    <button popovertarget="new-shape">${t("new_shape")}</button>
    <form class="new-shape" id="new-shape" popover="manual" aria-label=${t("new_shape")} onSubmit=${add} onKeyDown=${(/** @type {any} */ event) => event.key === "Escape" && event.currentTarget.hidePopover()}>
      <${Strokes} label=${t("shape_cells")} columns=${SIDE} rows=${SIDE} is=${(/** @type {number} */ cell) => drawn.get(cell) === brush} put=${put} look=${(/** @type {number} */ cell) => (drawn.get(cell) === "-" ? "minus" : "")} />
      <${Select} label=${t("shape_what")} value=${what} options=${["tile", "board"].map((each) => [each, t(`shape_${each}`)])} choose=${choose} />
      ${what === "board" && html`<${Select} label=${t("shape_open")} value=${open} options=${Object.keys(OPEN).map((each) => [each, t(`shape_open_${each}`)])} choose=${pick} />`}
      <label>${t("shape_name")} <input name="name" maxlength="40" /></label>
      ${what === "tile" &&
      html`<${Select} label=${t("shape_color")} name="color" options=${COLORS.map((each) => [each, t(`color_${each}`)])} />
        <label>${t("shape_least")} <input name="least" type="number" min="0" max="2000" value="0" /></label>
        <${Check} name="turn" checked label=${t("shape_turn")} />
        <${Check} name="flip" checked label=${t("shape_flip")} />`}
      <button disabled=${!drawn.size}>${t("add_shape")}</button>
      <button type="button" popovertarget="new-shape">${t("close")}</button>
    </form>
  `;
}
