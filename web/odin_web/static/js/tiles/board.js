/** A board: the picture from the server, and above it the ghost of the tile in hand. */

import { html, useEffect, useRef } from "../../vendor/htm-preact.js";
import { named, t } from "../shared/i18n.js";
import { Picture, components, labelOf, listed, tileOf } from "../shared/page.js";
import { useStore } from "../shared/store.js";
import {
  announceHand,
  drop,
  hand,
  heldCells,
  hold,
  lay,
  lift,
  pieceAt,
  placesOf,
  refusal,
  reorient,
  sizeOf,
  take,
  undo,
  useTable,
} from "./hand.js";
import { Reason } from "./reason.js";

/** @typedef {import("../types.js").BoardView} BoardView */

/**
 * @param {object} props
 * @param {BoardView} props.board
 * @param {number} props.at
 * @param {string} [props.layout] pieces of a layout that is being searched
 * @param {[number, number][]} [props.marked] cells to point out
 * @param {() => void} [props.remove] takes the board away
 */
export function Board({ board, at, layout = "", marked = [], remove }) {
  const sizes = /** @type {import("../types.js").Components} */ (components.value);
  const label = labelOf(board);
  const sheet = useRef(/** @type {SVGSVGElement | null} */ (null));
  const viewBox = /viewBox="([^"]*)"/.exec(board.svg)?.[1] ?? "0 0 1 1";
  return html`
    <section class="board" aria-label=${label}>
      <header>
        <h2>${label}</h2>
        <dl>
          ${board.points ? html`<div><dt>${t("points")}</dt><dd>${board.points}</dd></div>` : ""}
          ${board.kind !== "building" && html`<div><dt>${t("income")}</dt><dd>${board.income}</dd></div>`}
          <div><dt>${t("uncovered")}</dt><dd>${-board.uncovered || 0}</dd></div>
        </dl>
        ${remove &&
        html`<button
          class="quiet"
          onClick=${remove}
          aria-label=${t("remove_board", { board: label })}
          title=${t("remove_board", { board: label })}
        >
          ✕
        </button>`}
      </header>
      <div class="surface" data-width=${board.width}>
        <${Picture} class="picture" markup=${board.svg} />
        <svg
          class="overlay"
          ref=${sheet}
          viewBox=${viewBox}
          tabindex="0"
          role="application"
          aria-roledescription=${t("board")}
          aria-label=${t("board_help", { board: label })}
          data-board=${at}
          onKeyDown=${(/** @type {KeyboardEvent} */ event) => onKey(event, at, board)}
        >
          <g class="layout" ref=${(/** @type {SVGGElement | null} */ group) => group && fill(group, layout)}></g>
          ${marked.map(
            ([x, y]) => html`<rect
              class="mark"
              x=${x * sizes.cell}
              y=${y * sizes.cell}
              width=${sizes.cell}
              height=${sizes.cell}
            />`,
          )}
          <${Ghost} at=${at} board=${board} />
        </svg>
      </div>
      ${board.bonuses.length > 0 &&
      html`<ul class="bonuses">
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

/**
 * @param {SVGGElement} group
 * @param {string} markup
 */
function fill(group, markup) {
  if (group.dataset.markup === markup.length.toString() && !markup) return;
  group.innerHTML = markup;
  group.dataset.markup = markup.length.toString();
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
  return html`
    <g class=${`ghost ${reason === "" ? "legal" : reason ? "illegal" : "unknown"}`}>
      ${cells.map(
        ([x, y]) =>
          html`<rect x=${x * cell + 2} y=${y * cell + 2} width=${cell - 4} height=${cell - 4} rx="6" fill=${tile.paint} />`,
      )}
      <title>${reason}</title>
      ${reason && html`<${Reason} text=${reason} cells=${cells} part=${part} cell=${cell} />`}
    </g>
  `;
}

/** @type {Record<string, [number, number]>} */
const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

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
  } else if (event.key === "Enter" || event.key === " ") {
    if (!held) return;
    if (held.board !== at) enter(at, board);
    else lay();
  } else return;
  event.preventDefault();
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

/** Keys that work everywhere on the page while a tile is in hand. */
function onGlobalKey(/** @type {KeyboardEvent} */ event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("input, select, textarea, dialog")) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
    event.preventDefault();
    void undo();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || !hand.value) return;
  const key = event.key.toLowerCase();
  if (key === "r") reorient("turned");
  else if (key === "f") reorient("flipped");
  else if (key === "escape") drop();
  else return;
  event.preventDefault();
}

/** Cells between the finger and the tile while it is dragged by touch, so that it can be seen. */
const FINGER = 1.6;

/** @type {{ tile: string, touch: boolean, moved: boolean, x: number, y: number } | null} */
let drag = null;

/**
 * Take a tile by pointer; moving on drags it, letting go at once leaves it in hand.
 * @param {PointerEvent} event
 * @param {string} tile
 */
export function grab(event, tile) {
  if (event.button) return;
  drag = {
    tile,
    touch: event.pointerType === "touch",
    moved: false,
    x: event.clientX,
    y: event.clientY,
  };
  /** @type {HTMLElement} */ (event.target).releasePointerCapture?.(event.pointerId);
}

/** @param {PointerEvent} event */
function onPointerMove(event) {
  if (drag && !drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 8) {
    drag.moved = true;
    if (hand.value?.tile !== drag.tile) take(drag.tile);
  }
  if (!hand.value || (event.pointerType === "touch" && !drag?.moved)) return;
  follow(event, drag?.touch ? FINGER : 0);
}

/**
 * Let the ghost follow a pointer.
 * @param {PointerEvent} event
 * @param {number} above cells
 */
function follow(event, above) {
  const held = hand.value;
  const found = boardUnder(event);
  if (!held || !found) return false;
  const { at, x, y } = found;
  const shape = placesOf({ ...held, board: at })?.orientations[held.orientation]?.cells ?? [[0, 0]];
  const [columns, rows] = sizeOf(shape);
  hold(at, Math.floor(x - (columns - 1) / 2), Math.floor(y - above - (rows - 1) / 2));
  return true;
}

/**
 * The board under a pointer and the place on it, in cells.
 * @param {PointerEvent} event
 */
function boardUnder(event) {
  const cell = components.value?.cell ?? 1;
  for (const sheet of document.querySelectorAll("svg.overlay")) {
    const box = sheet.getBoundingClientRect();
    const inside =
      event.clientX >= box.left &&
      event.clientX <= box.right &&
      event.clientY >= box.top &&
      event.clientY <= box.bottom;
    if (!inside) continue;
    const [left, top, width, height] = (sheet.getAttribute("viewBox") ?? "").split(" ").map(Number);
    const scale = Math.min(box.width / width, box.height / height);
    return {
      at: Number(/** @type {SVGElement} */ (sheet).dataset.board),
      x: (left + (event.clientX - box.left) / scale) / cell,
      y: (top + (event.clientY - box.top) / scale) / cell,
    };
  }
  return null;
}

/** @param {PointerEvent} event */
function onPointerUp(event) {
  const dragged = drag;
  drag = null;
  const target = /** @type {HTMLElement} */ (event.target);
  if (dragged) {
    if (dragged.moved) {
      if (hand.value?.board != null && boardUnder(event)) lay();
      else drop();
    } else if (hand.value?.tile === dragged.tile) drop();
    else take(dragged.tile);
    return;
  }
  if (event.button || !target.closest("svg.overlay")) return;
  const found = boardUnder(event);
  if (!found) return;
  const held = hand.value;
  if (!held) {
    const piece = pieceAt(found.at, [Math.floor(found.x), Math.floor(found.y)]);
    if (piece >= 0) lift(found.at, piece);
    return;
  }
  if (event.pointerType !== "touch") return lay();
  // By touch the first tap moves the ghost, a tap on the ghost lays it.
  const on = heldCells().some(([x, y]) => x === Math.floor(found.x) && y === Math.floor(found.y));
  if (held.board === found.at && on) lay();
  else follow(event, 0);
}

/** @param {WheelEvent} event */
function onWheel(event) {
  if (!hand.value || !(/** @type {HTMLElement} */ (event.target).closest("svg.overlay"))) return;
  event.preventDefault();
  reorient(event.shiftKey ? "flipped" : "turned");
}

/**
 * Let keys, pointers and the wheel move the tile in hand while a page is shown.
 * @param {import("./hand.js").Table} table
 */
export function useHand(table) {
  useEffect(() => {
    useTable(table);
    /** @type {[string, any, any?][]} */
    const listeners = [
      ["keydown", onGlobalKey],
      ["pointermove", onPointerMove],
      ["pointerup", onPointerUp],
      ["wheel", onWheel, { passive: false }],
    ];
    for (const [kind, listener, options] of listeners) window.addEventListener(kind, listener, options);
    return () => {
      for (const [kind, listener, options] of listeners) window.removeEventListener(kind, listener, options);
    };
  }, [table]);
}

export function HandBar() {
  const held = useStore(hand);
  if (!held) return null;
  const reason = refusal(held);
  const can = held.board !== null && reason === "";
  return html`
    <div class="handbar" role="toolbar" aria-label=${t("tile_in_hand")}>
      <strong>${named(held.tile, tileOf(held.tile).name)}</strong>
      <button onClick=${() => reorient("turned")}>${t("turn")} <kbd>R</kbd></button>
      <button onClick=${() => reorient("flipped")}>${t("flip")} <kbd>F</kbd></button>
      <button class="primary" onClick=${lay} disabled=${!can}>${t("lay")}</button>
      <button onClick=${drop}>${t("put_back")} <kbd>Esc</kbd></button>
      <span class="reason">${held.board === null ? t("choose_a_place") : reason}</span>
    </div>
  `;
}
