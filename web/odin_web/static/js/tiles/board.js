/** A board: the picture from the server, and above it the ghost of the tile in hand. */

import { html } from "../../vendor/htm-preact.js";
import { Stepper, small } from "../shared/controls.js";
import { t } from "../shared/i18n.js";
import { ARROWS, nearestAhead } from "../shared/keys.js";
import { Picture, components, listed, nameOf, signed, tileOf } from "../shared/page.js";
import { useStore } from "../shared/store.js";
import {
  announceHand,
  announcePiece,
  columnName,
  drop,
  hand,
  heldCells,
  hold,
  lay,
  lift,
  refusal,
  reorient,
} from "./hand.js";
import { cursor } from "./pointer.js";
import { Reason } from "./reason.js";

export { grab, useHand } from "./pointer.js";

/** @import { BoardView } from "../types.js" */

/**
 * Cells that are pointed out.
 * @typedef {object} Mark
 * @property {"wrong" | "area" | "hint" | "locked" | "new"} kind
 * @property {[number, number][]} cells
 */

/**
 * @param {object} props
 * @param {BoardView} props.board
 * @param {number} props.at
 * @param {string} [props.base] picture to show instead of the board's
 * @param {string} [props.layout] pieces of a layout that is being searched
 * @param {Mark[]} [props.marks]
 * @param {() => void} [props.remove] takes the board away
 * @param {((item: string, more: number) => void) | null} [props.fill] fills or empties a slot
 */
export function Board({ board, at, base, layout = "", marks = [], remove, fill: fillSlot = null }) {
  const sizes = /** @type {import("../types.js").Components} */ (components.value);
  const { label } = board;
  const viewBox = /viewBox="([^"]*)"/.exec(board.svg)?.[1] ?? "0 0 1 1";
  const [, , wide, high] = viewBox.split(" ").map(Number);
  return html`
    <section class="board" aria-label=${label} data-board=${nameOfBoard(board)}>
      <header>
        <h2>${label}</h2>
        <dl>
          ${board.points ? html`<div><dt>${t("points")}</dt><dd>${board.points}</dd></div>` : ""}
          ${board.kind !== "building" && html`<div><dt>${t("income")}</dt><dd>${board.income}</dd></div>`}
          <div><dt>${t("uncovered")}</dt><dd>${signed(-board.uncovered || 0)}</dd></div>
        </dl>
        ${remove && small("✕", t("remove_board", { board: label }), remove)}
      </header>
      <div class="surface" style=${{ "--columns": wide / sizes.cell, "--rows": high / sizes.cell }}>
        <${Picture} class="picture" markup=${base ?? board.svg} />
        <svg
          class="overlay"
          viewBox=${viewBox}
          preserveAspectRatio="xMidYMin"
          tabindex="0"
          role="application"
          aria-roledescription=${t("board")}
          aria-label=${t("board_help", { board: label })}
          data-at=${at}
          onKeyDown=${(/** @type {KeyboardEvent} */ event) => onKey(event, at, board)}
        >
          <${Picture} tag="g" markup=${cellsOf(board, sizes.cell)} />
          <${Picture} tag="g" class="layout" markup=${layout} />
          ${marks.map((mark) => html`<${Marked} mark=${mark} cell=${sizes.cell} />`)}
          <${Cursor} at=${at} board=${board} cell=${sizes.cell} />
          <${Ghost} at=${at} board=${board} />
        </svg>
      </div>
      ${fillSlot &&
      board.slots.map(
        ({ item, count, open }) =>
          html`<div class="slot">
            <${Stepper} label=${nameOf(item)} value=${count - open} most=${count} output=${t("slots_filled", { filled: count - open, count })} set=${(/** @type {number} */ _, /** @type {number} */ more) => fillSlot(item, more)} />
          </div>`,
      )}
      ${board.bonuses.length > 0 &&
      html`<ul class="bonuses wrap">
        ${board.bonuses.map(
          (bonus) =>
            html`<li class=${bonus.won ? "won" : bonus.lost ? "lost" : ""}>
              ${listed(bonus.gives)}
              <span class="sr">${t(bonus.won ? "won" : bonus.lost ? "lost" : "reachable")}</span>
            </li>`,
        )}
      </ul>`}
    </section>
  `;
}

/** A board as moves and files name it. @param {BoardView & { board_name?: string }} board */
const nameOfBoard = ({ board_name, id, number }) => board_name ?? (number ? `${id}#${number}` : id);

/**
 * Invisible cells with their names, so that each can be found and pressed.
 * @param {BoardView} board
 * @param {number} side
 */
function cellsOf({ width, height, part }, side) {
  const [left, top, right, bottom] = part ?? [0, 0, width, height];
  let cells = "";
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1)
      cells += `<rect data-cell="${columnName(x)}${height - y}" x="${x * side}" y="${y * side}" width="${side}" height="${side}"/>`;
  return cells;
}

/** @param {{ mark: Mark, cell: number }} props */
function Marked({ mark: { kind, cells }, cell }) {
  if (!cells.length) return null;
  const [x, y] = cells[0];
  return html`<g class=${`mark ${kind}`}>
    <path d=${outline(cells, cell)} />
    ${kind === "locked" &&
    html`<title>${t("locked")}</title>
      <g transform=${`translate(${x * cell + 6} ${y * cell + 5})`} class="padlock">
            <path d="M3 8V5a4 4 0 0 1 8 0v3" />
            <rect x="0" y="8" width="14" height="10" rx="2" />
          </g>`}
  </g>`;
}

/**
 * The outline of cells.
 * @param {[number, number][]} cells
 * @param {number} side
 */
function outline(cells, side) {
  const inside = new Set(cells.map(String));
  return cells
    .flatMap(([x, y]) => [
      inside.has(`${x},${y - 1}`) ? "" : `M${x * side} ${y * side}h${side}`,
      inside.has(`${x},${y + 1}`) ? "" : `M${x * side} ${(y + 1) * side}h${side}`,
      inside.has(`${x - 1},${y}`) ? "" : `M${x * side} ${y * side}v${side}`,
      inside.has(`${x + 1},${y}`) ? "" : `M${(x + 1) * side} ${y * side}v${side}`,
    ])
    .join("");
}

/** The piece that keys lift and lock. @param {{ at: number, board: BoardView, cell: number }} props */
function Cursor({ at, board, cell }) {
  const now = useStore(cursor);
  const piece = now?.board === at ? board.pieces[now.piece] : undefined;
  if (!piece?.cells.length) return null;
  return html`<path class="cursor" d=${outline(piece.cells, cell)} />`;
}

/** @param {{ at: number, board: BoardView }} props */
function Ghost({ at, board }) {
  const held = useStore(hand);
  const cell = components.value?.cell ?? 1;
  if (!held || held.board !== at) return null;
  const cells = heldCells();
  if (!cells.length) return null;
  const reason = refusal(held);
  const tile = tileOf(held.tile);
  const part = board.part ?? [0, 0, board.width, board.height];
  // The button to turn it stands beside it, never on it.
  const right = Math.max(...cells.map(([x]) => x)) + 1.6;
  const turnAt = right < part[2] ? right : held.x - 0.6;
  return html`
    <g class=${`ghost ${reason === "" ? "legal" : reason ? "illegal" : "unknown"}`}>
      ${cells.map(
        ([x, y]) =>
          html`<rect x=${x * cell + 2} y=${y * cell + 2} width=${cell - 4} height=${cell - 4} rx="6" fill=${tile.paint} />`,
      )}
      <title>${reason}</title>
      <g class="ghost-turn" transform=${`translate(${turnAt * cell} ${(held.y + 0.4) * cell})`}>
        <circle r=${0.55 * cell} />
        <text y=${0.22 * cell} text-anchor="middle" font-size=${0.8 * cell}>↻</text>
      </g>
      ${reason && html`<${Reason} text=${reason} cells=${cells} part=${part} cell=${cell} />`}
    </g>
  `;
}

/**
 * @param {KeyboardEvent} event
 * @param {number} at
 * @param {BoardView} board
 */
function onKey(event, at, board) {
  const held = hand.value;
  const arrow = ARROWS[event.key];
  if (arrow && held) {
    if (held.board === at) hold(at, held.x + arrow[0], held.y + arrow[1]);
    else enter(at, board);
    announceHand();
  } else if (arrow) {
    walk(at, board, arrow);
  } else if (event.key === "Enter" || event.key === " ") {
    const piece = cursor.value?.board === at ? cursor.value.piece : -1;
    if (!held && !board.pieces[piece]) return;
    if (!held) lift(at, piece);
    else if (held.board !== at) enter(at, board);
    else lay();
  } else return;
  event.preventDefault();
}

/**
 * Go from piece to piece, at first to the one in the lower left corner.
 * @param {number} at
 * @param {BoardView} board
 * @param {[number, number]} arrow
 */
function walk(at, board, arrow) {
  const middles = board.pieces.map(({ cells }) =>
    cells.length
      ? [0, 1].map((axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length)
      : [Infinity, Infinity],
  );
  const from = cursor.value?.board === at ? middles[cursor.value.piece] : undefined;
  const inCorner = () => nearestAhead([0, 0], middles.map(([x, y]) => [x + board.height - y, 0]), [1, 0]);
  const piece = from ? nearestAhead(from, middles, arrow) : inCorner();
  if (piece < 0) return;
  cursor.set({ board: at, piece });
  announcePiece(at, piece);
}

/**
 * Hold the tile over the lower left of a board.
 * @param {number} at
 * @param {BoardView} board
 */
function enter(at, board) {
  const [left, , , bottom] = board.part ?? [0, 0, board.width, board.height];
  hold(at, left, Math.max(0, bottom - 2));
}

export function HandBar() {
  const held = useStore(hand);
  if (!held) return null;
  const reason = refusal(held);
  const can = held.board !== null && reason === "";
  return html`
    <div class="handbar wrap aligned" role="toolbar" aria-label=${t("tile_in_hand")}>
      <strong>${nameOf(held.tile)}</strong>
      <button onClick=${() => reorient("turned")}>${t("turn")} <kbd>R</kbd></button>
      <button onClick=${() => reorient("flipped")}>${t("flip")} <kbd>F</kbd></button>
      <button class="primary" onClick=${() => lay()} disabled=${!can}>${t("lay")}</button>
      <button onClick=${drop}>${t("put_back")} <kbd>Esc</kbd></button>
      <span class="reason">${held.board === null ? t("choose_a_place") : reason}</span>
    </div>
  `;
}
