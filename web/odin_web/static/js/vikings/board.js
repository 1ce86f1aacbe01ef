/** Islands and ships: the picture of the server, with a button for every cell. */

import { html } from "../../vendor/htm-preact.js";
import { t } from "../shared/i18n.js";
import { Picture } from "../shared/page.js";
import { useStore } from "../shared/store.js";
import { change, table, tool } from "./state.js";

const ROWS = "KRGYB";
export const SAILS = ["red", "green", "yellow", "blue"];
const KEYS = { s: "S", m: "M", e: "E", f: "figure", Delete: "", Backspace: "" };
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {number} row @param {number} column */
export const nameOf = (row, column) => (row ? ROWS[row - 1] + column : String(column));

/** What lies on a cell, in words. @param {import("./state.js").View} view @param {number} row @param {number} column */
function lying(view, row, column) {
  const name = nameOf(row, column);
  if (!row) return [t("v_column", { name }), t(view.ships[name] ? `v_${view.ships[name]}` : "v_sea")].join(", ");
  const tile = view.tiles[name];
  const parts = [name, tile ? t(`v_${tile[0]}`) : t("v_sea")];
  if (view.figures.includes(name)) parts.push(t(`v_${name[0]}`));
  if (view.threats[name]) parts.push(t("v_threat", { sail: t(`v_${view.threats[name]}`) }));
  return parts.join(", ");
}

/**
 * @param {KeyboardEvent} event
 * @param {number} row
 * @param {number} column
 * @param {BoardProps["lay"]} lay
 */
function onKey(event, row, column, lay) {
  const step = STEPS[/** @type {"ArrowUp"} */ (event.key)];
  const part = KEYS[/** @type {"s"} */ (event.key)];
  if (step) {
    const grid = /** @type {HTMLElement} */ (event.currentTarget).parentElement;
    const next = /** @type {HTMLElement | null} */ (grid?.querySelector(`[data-cell="${row + step[0]} ${column + step[1]}"]`));
    next?.focus();
  } else if (lay && part !== undefined && !event.ctrlKey && !event.metaKey) lay(row, column, part);
  else return;
  event.preventDefault();
}

/**
 * @typedef {object} BoardProps
 * @property {import("./state.js").View} view
 * @property {string[]} legal names of cells, and numbers of columns of ships, that are marked
 * @property {(row: number, column: number) => unknown} tap
 * @property {(row: number, column: number, part: string) => unknown} [lay] what keys lay
 */

/** @param {BoardProps} props */
export function Board({ view, legal, tap, lay }) {
  const { columns, left, top, cell, width, height } = view.grid;
  const cells = [];
  for (let row = 0; row <= ROWS.length; row += 1)
    for (let column = 1; column <= columns; column += 1)
      cells.push(html`<button
        key=${`${row} ${column}`}
        data-cell=${`${row} ${column}`}
        tabindex=${row === 1 && column === 1 ? 0 : -1}
        class=${legal.includes(nameOf(row, column)) ? "legal" : ""}
        aria-label=${lying(view, row, column)}
        onClick=${() => tap(row, column)}
        onKeyDown=${(/** @type {KeyboardEvent} */ event) => onKey(event, row, column, lay)}
      ></button>`);
  const percent = (/** @type {number} */ part, /** @type {number} */ whole) => `${(100 * part) / whole}%`;
  const place = {
    left: percent(left, width),
    top: percent(top, height),
    width: percent(columns * cell, width),
    height: percent((ROWS.length + 1) * cell, height),
    gridTemplateColumns: `repeat(${columns}, 1fr)`,
  };
  return html`<div class="v-board" style=${{ "--ratio": width / height }}>
    <${Picture} class="v-picture" markup=${view.picture} />
    <div class="v-grid" role="group" aria-label=${t("v_board")} style=${place}>${cells}</div>
  </div>`;
}

/** The board of the position that is edited: a tap lays what the tool says, or lifts. */
export function Edited() {
  const view = /** @type {import("./state.js").View} */ (useStore(table).view);
  const held = useStore(tool);
  const ships = SAILS.includes(held);
  const legal = view.places[ships ? "ship" : held] ?? [];
  return html`<${Board} view=${view} legal=${legal} tap=${(/** @type {number} */ row, /** @type {number} */ column) => void change(row, column, ships === !row ? held : "")} lay=${change} />`;
}

/** Figures and what else the picture has, in words. @param {{ pictures: Record<string, string> }} props */
export function Legend({ pictures }) {
  return html`<ul class="legend" aria-label=${t("v_legend")}>
    ${[..."KRGYBN"].map((code) => html`<li><${Picture} class="v-part" markup=${pictures[code]} /> ${t(`v_${code}`)}</li>`)}
    <li>${t("v_legend_threat")}</li>
    <li>${t("v_legend_house")}</li>
  </ul>`;
}

/** What a tap lays, with the numbers of free parts. @param {{ pictures: Record<string, string> }} props */
export function Tools({ pictures }) {
  const { view } = useStore(table);
  const held = useStore(tool);
  const { tiles = {}, ships = {}, figures = {} } = view?.position.free ?? {};
  const listed = Object.entries(figures).map(([code, n]) => `${n} ${code}`).join(", ");
  const free = (/** @type {string} */ name) =>
    name === "figure" ? listed : ships[name] ?? Object.entries(tiles).reduce((sum, [tile, n]) => sum + (name && tile[0] === name ? Number(n) : 0), 0);
  return html`<div class="toolbar" role="group" aria-label=${t("v_tools")}>
    ${["", "S", "M", "E", "figure", ...SAILS].map((name) => html`<button aria-pressed=${name === held} onClick=${() => tool.set(name)}><${Picture} class="v-part" markup=${pictures[name === "figure" ? "K" : name] ?? ""} />${t(`v_${name || "lift"}`)}${free(name) ? ` (${free(name)})` : ""}</button>`)}
  </div>`;
}
