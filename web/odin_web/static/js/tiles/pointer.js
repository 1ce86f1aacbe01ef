/** Keys, pointers and the wheel: they take, move, turn and lay the tile in hand. */

import { useEffect } from "../../vendor/htm-preact.js";
import { useKeys } from "../shared/keys.js";
import { components, tileOf } from "../shared/page.js";
import { scrollerOf } from "./cells.js";
import { Store } from "../shared/store.js";
import {
  announceHand,
  drop,
  erase,
  hand,
  heldCells,
  hold,
  holdAt,
  lay,
  lift,
  pieceAt,
  refusal,
  reorient,
  reorientSoon,
  table,
  take,
  useTable,
} from "./hand.js";

/** The piece that keys lift and lock, while no tile is in hand. */
export const cursor = new Store(/** @type {{ board: number, piece: number } | null} */ (null));

/** Cells between the finger and the tile while it is dragged by touch, so that it can be seen. */
const FINGER = 1.6;
/** Pixels from which on a touch is a movement. */
const STILL = 8;
/** Milliseconds from which on a touch is long. */
const LONG = 450;
/** Milliseconds after which a finger drags a tile of a list whichever way it moves; before, it may scroll the list. */
const REST = 250;
/** Degrees that two fingers have to turn for a quarter turn of the tile. */
const TWIST = 30;
/** Pixels at the edges of what scrolls the boards over which a drag scrolls, and how far by frame. */
const EDGE = 56;
const SCROLL = 9;

/**
 * A tile that is dragged from the supply, or on a board by touch.
 * @typedef {object} Drag
 * @property {string} tile
 * @property {boolean} touch
 * @property {string} [pans] how the list that it is taken of scrolls
 * @property {number} since when it was touched
 * @property {boolean} [sought]
 * @property {boolean} moved
 * @property {boolean} placed whether it was on a board before: letting go does not lay it
 * @property {[number, number]} [grip] where the finger is on the ghost, in cells
 * @property {number} x
 * @property {number} y
 */

/** @type {Drag | null} */
let drag = null;
/** A tile that was just laid is not pointed at: the next key begins the name of another one. */
const NOWHERE = { clientX: -1, clientY: -1 };
/** The pointer that moved last. */
let pointer = NOWHERE;
/** @type {Map<number, { x: number, y: number }>} */
const fingers = new Map();
/** @type {{ angle: number, turned: boolean } | null} */
let twist = null;
/** Whether the touch was more than a tap: a second finger, or a long press. */
let gesture = false;
let press = 0;

/** Whether a tile looks the same however it is turned. @param {string} tile */
const isOneCell = (tile) => tileOf(tile).shape.join("").length === 1;

/** Keys that work everywhere on the page. */
function onKey(/** @type {KeyboardEvent} */ event) {
  const key = event.key.toLowerCase();
  if (event.altKey) return;
  if (event.ctrlKey || event.metaKey) {
    if (key === "z" && !event.shiftKey) void table.undo();
    else if (key === "y" || key === "z") void table.redo?.();
    else return;
    return true;
  }
  const found = hand.value ? null : (cursor.value ?? pieceUnder(pointer));
  if (key === "l" && found) table.lock?.(found.board, found.piece);
  else if (key === "delete" && found) erase(found.board, found.piece);
  else if (key === "escape" && hand.value) drop();
  else if (key === "escape" && cursor.value) cursor.set(null);
  else if (hand.value && (key === "r" || key === "f") && !isOneCell(hand.value.tile)) {
    reorientSoon(key === "r" ? "turned" : "flipped");
    announceHand();
  } else {
    // The letter is the first of a name.
    if (/^[\p{L}\d]$/u.test(key)) table.find?.();
    return;
  }
  return true;
}

/**
 * Take a tile by pointer; moving on drags it, letting go at once leaves it in hand.
 * @param {PointerEvent} event
 * @param {string} tile
 * @param {boolean} [sought] whether it was looked for: it is not put back then
 */
export function grab(event, tile, sought = false) {
  if (event.button) return;
  const touch = event.pointerType === "touch";
  const pans = touch ? getComputedStyle(/** @type {Element} */ (event.currentTarget)).touchAction : "";
  drag = { tile, touch, sought, pans, since: event.timeStamp, moved: false, placed: false, x: event.clientX, y: event.clientY };
  /** @type {HTMLElement} */ (event.target).releasePointerCapture?.(event.pointerId);
}

/** @param {PointerEvent} event */
function onDown(event) {
  const { target, clientX: x, clientY: y } = event;
  const onBoard = /** @type {HTMLElement} */ (target).closest("svg.overlay");
  if (event.pointerType !== "touch") return;
  fingers.set(event.pointerId, { x, y });
  if (fingers.size === 1) gesture = false;
  if (fingers.size === 2 && hand.value) {
    twist = { angle: angle(), turned: false };
    gesture = true;
  } else if (onBoard && hand.value && !drag) {
    const { tile, board } = hand.value;
    const under = boardUnder(event);
    drag = { tile, touch: true, since: event.timeStamp, moved: false, placed: true, x, y };
    if (under && under.at === board && isHeld(under)) drag.grip = [under.x - hand.value.x, under.y - hand.value.y];
  } else if (onBoard && !hand.value) {
    press = window.setTimeout(() => {
      gesture = openMenuAt({ clientX: x, clientY: y });
    }, LONG);
  }
}

/** The direction from one finger to the other, in degrees. */
function angle() {
  const [first, second] = [...fingers.values()];
  return (Math.atan2(second.y - first.y, second.x - first.x) * 180) / Math.PI;
}

/** @param {PointerEvent} event */
function onMove(event) {
  pointer = event;
  const { clientX: x, clientY: y } = event;
  const finger = fingers.get(event.pointerId);
  if (finger && Math.hypot(x - finger.x, y - finger.y) > STILL) window.clearTimeout(press);
  if (twist && finger) {
    Object.assign(finger, { x, y });
    const turned = ((angle() - twist.angle + 540) % 360) - 180;
    if (Math.abs(turned) < TWIST) return;
    for (let quarter = turned > 0 ? 1 : 3; quarter; quarter -= 1) reorient("turned");
    twist = { angle: angle(), turned: true };
    return;
  }
  if (drag && !drag.moved && Math.hypot(x - drag.x, y - drag.y) > STILL && !scrolls(event)) {
    drag.moved = true;
    if (hand.value?.tile !== drag.tile) take(drag.tile);
    requestAnimationFrame(scroll);
  }
  if (!hand.value || (event.pointerType === "touch" && !drag?.moved)) return;
  // From here on, keys turn the tile and no longer look for one.
  const typing = document.activeElement;
  if (typing instanceof HTMLInputElement && typing.type === "search" && boardUnder(event)) typing.blur();
  follow(event, drag?.touch ? FINGER : 0);
}

/** Whether a finger that moves scrolls the list on which it is. @param {PointerEvent} event */
function scrolls({ clientX, clientY, timeStamp }) {
  if (!drag?.touch || timeStamp - drag.since > REST) return false;
  const [across, along] = [Math.abs(clientX - drag.x), Math.abs(clientY - drag.y)];
  return drag.pans === "pan-y" ? along > across : drag.pans === "pan-x" && across > along;
}

/** A tile that is dragged moves, and no list; and Chromium, which loses taps after a quick touch, takes it for no fling. @param {TouchEvent} event */
function onTouch(event) {
  if (event.cancelable && (drag?.moved || (drag?.pans && event.timeStamp - drag.since > REST))) event.preventDefault();
}

/** Scroll while something is dragged to an edge of the window. */
function scroll() {
  if (!drag?.moved) return;
  const { clientY: y } = pointer;
  const sheet = document.querySelector("svg.overlay");
  const field = sheet && scrollerOf(sheet);
  const { top, bottom } = field?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  if (y > top && y < top + EDGE) field?.scrollBy(0, -SCROLL);
  else if (y > bottom - EDGE && drag.placed) field?.scrollBy(0, SCROLL);
  requestAnimationFrame(scroll);
}

/** @typedef {{ clientX: number, clientY: number }} At */

/**
 * Let the ghost follow a pointer.
 * @param {At} event
 * @param {number} above cells
 */
function follow(event, above) {
  const held = hand.value;
  const found = boardUnder(event);
  if (!held || !found) return;
  const { at, x, y } = found;
  const grip = drag?.moved && drag.grip;
  if (grip) return hold(at, Math.round(x - grip[0]), Math.round(y - grip[1]));
  holdAt(at, [x, y - above]);
}

/**
 * The board under a pointer and the place on it, in cells.
 * @param {At} event
 */
function boardUnder({ clientX, clientY }) {
  const cell = components.value?.cell ?? 1;
  for (const sheet of document.querySelectorAll("svg.overlay")) {
    const box = sheet.getBoundingClientRect();
    const inside = ({ left, right, top, bottom } = box) =>
      clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    const scroller = scrollerOf(sheet);
    const whole = scroller === document.documentElement;
    if (!inside() || (!whole && !inside(scroller.getBoundingClientRect()))) continue;
    const [left, top, width, height] = (sheet.getAttribute("viewBox") ?? "").split(" ").map(Number);
    const scale = Math.min(box.width / width, box.height / height);
    return {
      at: Number(/** @type {SVGElement} */ (sheet).dataset.at),
      x: (left + (clientX - box.left) / scale) / cell,
      y: (top + (clientY - box.top) / scale) / cell,
    };
  }
  return null;
}

/** @param {At} event */
function pieceUnder(event) {
  const found = boardUnder(event);
  if (!found) return null;
  const piece = pieceAt(found.at, [Math.floor(found.x), Math.floor(found.y)]);
  return piece < 0 ? null : { board: found.at, piece };
}

/**
 * Open the menu at the piece under a pointer.
 * @param {At} event
 */
function openMenuAt(event) {
  const found = pieceUnder(event);
  if (found) table.menu?.(found.board, found.piece, event.clientX, event.clientY);
  return found !== null && table.menu !== undefined;
}

/** @param {MouseEvent} event */
function onMenu(event) {
  if (!(/** @type {HTMLElement} */ (event.target).closest("svg.overlay"))) return;
  // The key of the menu comes without a place.
  const keyed = cursor.value && !event.button && event.detail === 0 && !fingers.size ? cursor.value : null;
  const under = hand.value || fingers.size ? null : pieceUnder(event);
  const above = keyed && !hand.value;
  if (above) table.menu?.(keyed.board, keyed.piece, event.clientX, event.clientY);
  const opened = above ? table.menu : under && erase(under.board, under.piece);
  if (opened || fingers.size) event.preventDefault();
}

/** @param {PointerEvent} event */
function onUp(event) {
  const dragged = drag;
  const touch = event.pointerType === "touch";
  window.clearTimeout(press);
  fingers.delete(event.pointerId);
  if (twist) {
    if (!twist.turned) reorient("turned");
    twist = null;
    if (!dragged?.moved) drag = null;
    return;
  }
  drag = null;
  if (dragged?.moved) {
    if (dragged.placed) return;
    if (hand.value?.board != null && boardUnder(event)) lay(false);
    else drop();
    return;
  }
  if (gesture && touch) return;
  if (dragged && !dragged.placed) {
    if (hand.value?.tile === dragged.tile && !dragged.sought) drop();
    else take(dragged.tile);
    return;
  }
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.button || !target.closest("svg.overlay")) return;
  if (hand.value && target.closest(".ghost-turn")) return reorient("turned");
  const found = boardUnder(event);
  if (!found) return;
  const held = hand.value;
  if (!held) {
    cursor.set(null);
    const piece = pieceAt(found.at, [Math.floor(found.x), Math.floor(found.y)]);
    if (piece >= 0) lift(found.at, piece);
    return;
  }
  if (!touch) {
    pointer = NOWHERE;
    return lay();
  }
  // By touch the first tap moves the ghost, a tap on the ghost lays it.
  if (held.board === found.at && isHeld(found) && !refusal(held)) lay();
  else follow(event, 0);
}

/** Whether the tile in hand covers a place of its board. @param {{ x: number, y: number }} place */
const isHeld = (place) => heldCells().some(([x, y]) => x === Math.floor(place.x) && y === Math.floor(place.y));

/** The browser took the pointer away, to scroll for example. @param {PointerEvent} event */
function onCancel(event) {
  window.clearTimeout(press);
  fingers.delete(event.pointerId);
  twist = null;
  if (drag?.moved && !drag.placed) drop();
  drag = null;
}

/** @param {WheelEvent} event */
function onWheel(event) {
  if (!hand.value || !(/** @type {HTMLElement} */ (event.target).closest("svg.overlay"))) return;
  event.preventDefault();
  reorient(event.shiftKey ? "flipped" : "turned");
}

/**
 * Let keys, pointers and the wheel move the tile in hand while a page is shown.
 * @param {import("./hand.js").Table} next
 */
export function useHand(next) {
  useKeys("hand", onKey);
  useEffect(() => {
    useTable(next);
    const ended = new AbortController();
    const hear = (/** @type {string} */ kind, /** @type {any} */ heard, options = {}) =>
      window.addEventListener(kind, heard, { ...options, signal: ended.signal });
    hear("pointerdown", onDown);
    hear("pointermove", onMove);
    hear("pointerup", onUp);
    hear("pointercancel", onCancel);
    hear("contextmenu", onMenu);
    hear("wheel", onWheel, { passive: false });
    hear("touchmove", onTouch, { passive: false });
    // While a tile is in hand, a finger on a board moves it and does not scroll.
    const forget = hand.watch((held) => {
      document.body.classList.toggle("holding", held !== null);
      if (held) cursor.set(null);
    });
    return () => {
      ended.abort();
      forget();
    };
  }, [next]);
}
