/** The position on the page: its history, the tile in hand, what is legal. */

import { Refused, get, post } from "../api.js";
import { t } from "../i18n.js";
import { readLink } from "../link.js";
import { Store } from "../store.js";

/** @typedef {import("../types.js").PositionView} PositionView */
/** @typedef {import("../types.js").PositionDocument} PositionDocument */
/** @typedef {import("../types.js").Places} Places */
/** @typedef {import("../types.js").Components} Components */

/**
 * @typedef {object} Hand
 * @property {string} tile
 * @property {number} orientation
 * @property {number | null} board board under the ghost
 * @property {number} x column of its top left corner
 * @property {number} y
 */

const SAVED = "position";

/** @type {Store<Components | null>} */
export const components = new Store(/** @type {Components | null} */ (null));
/** @type {Store<PositionView | null>} */
export const view = new Store(/** @type {PositionView | null} */ (null));
/** @type {Store<Hand | null>} */
export const hand = new Store(/** @type {Hand | null} */ (null));
/** What was said last: an error or a note. */
export const notice = new Store({ text: "", error: false });
/** What screen readers announce. */
export const announced = new Store("");

/** @type {PositionDocument[]} */
let past = [];
/** @type {PositionDocument[]} */
let future = [];
/** @type {Map<string, Promise<Places>>} */
let places = new Map();
/** @type {Map<string, Places>} */
let known = new Map();
/** Changes are made one after the other. */
let queue = Promise.resolve();

export const canUndo = () => past.length > 0;
export const canRedo = () => future.length > 0;

/** @param {string} id */
export function tileOf(id) {
  const tile = components.value?.tiles.find((each) => each.id === id);
  if (!tile) throw new Error(`no tile ${id}`);
  return tile;
}

/** @param {PositionView} next */
function show(next) {
  places = new Map();
  known = new Map();
  view.set(next);
  try {
    localStorage.setItem(SAVED, JSON.stringify(next.position));
  } catch {
    // Private windows may refuse; the position then lives as long as the page.
  }
  const now = hand.value;
  if (now) {
    if (!next.position.supply[now.tile]) drop();
    else for (const at of next.boards.keys()) void learn(at, now.tile);
  }
}

/**
 * Do something one after the other; an error is shown.
 * @param {() => Promise<void>} work
 */
export function inOrder(work) {
  queue = queue.then(work).catch((error) => {
    if (!(error instanceof Refused)) throw error;
    say(error.message, true);
  });
  return queue;
}

/**
 * @param {string} text
 * @param {boolean} [error]
 */
export function say(text, error = false) {
  notice.set({ text, error });
  announced.set(text);
}

/** Begin with the file of the command line, the link, or what was there last. */
export async function begin() {
  components.set(await get("/api/components"));
  const linked = await readLink(location.hash);
  if (linked) {
    try {
      return show(await post("/api/position", { position: linked }));
    } catch (error) {
      say(/** @type {Error} */ (error).message, true);
    }
  }
  const file = await get("/api/beginning");
  if (file) return show(await post("/api/position/text", file));
  const saved = localStorage.getItem(SAVED);
  if (saved) {
    try {
      return show(await post("/api/position", { position: JSON.parse(saved) }));
    } catch {
      // What an older version saved is not worth an error.
    }
  }
  show(await post("/api/position/example", { name: "opening" }));
}

/**
 * Replace the position; the one before can be had back.
 * @param {() => Promise<PositionView>} fetched
 */
export function replace(fetched) {
  return inOrder(async () => {
    const before = view.value?.position;
    const next = await fetched();
    if (before) past.push(before);
    future = [];
    show(next);
    say("");
  });
}

/** @param {Record<string, unknown>} wanted */
export function change(wanted) {
  return replace(() =>
    post("/api/position/change", { position: view.value?.position, change: wanted }),
  );
}

/** @param {PositionDocument} position */
export function open(position) {
  return replace(() => post("/api/position", { position }));
}

/**
 * @param {string} text
 * @param {string} name
 */
export function openText(text, name) {
  return replace(() => post("/api/position/text", { text, name }));
}

export function undo() {
  return travel(past, future, t("nothing_to_undo"));
}

export function redo() {
  return travel(future, past, t("nothing_to_redo"));
}

/**
 * @param {PositionDocument[]} from
 * @param {PositionDocument[]} to
 * @param {string} none
 */
function travel(from, to, none) {
  return inOrder(async () => {
    const position = from.at(-1);
    if (!position) return say(none);
    const next = await post("/api/position", { position });
    from.pop();
    to.push(/** @type {PositionView} */ (view.value).position);
    show(next);
    say("");
  });
}

/**
 * Fetch where a tile may lie on a board.
 * @param {number} board
 * @param {string} tile
 */
export function learn(board, tile) {
  const key = `${board} ${tile}`;
  let asked = places.get(key);
  if (!asked) {
    const here = places;
    asked = post("/api/position/places", { position: view.value?.position, board, tile });
    places.set(key, asked);
    asked.then(
      (answer) => {
        if (here !== places) return;
        known.set(key, answer);
        if (hand.value?.tile === tile) hand.set({ ...hand.value });
      },
      (error) => {
        here.delete(key);
        say(error.message, true);
      },
    );
  }
  return asked;
}

/** @param {Hand} held */
export function placesOf(held) {
  return known.get(`${held.board ?? 0} ${held.tile}`);
}

/**
 * Why the tile in hand may not lie where it is held; empty if it may, null if that is not known.
 * @param {Hand} held
 */
export function refusal(held) {
  const learned = placesOf(held);
  if (held.board === null || !learned) return null;
  const code = learned.orientations[held.orientation]?.at[held.y]?.[held.x];
  if (code === undefined) return t("outside");
  return code < 0 ? "" : learned.reasons[code];
}

/** @param {string} tile */
export function take(tile) {
  const boards = view.value?.boards ?? [];
  if (!boards.length) return say(t("add_a_board_first"), true);
  if (!view.value?.position.supply[tile]) return say(t("none_left", { tile: tileOf(tile).name }));
  if (!tileOf(tile).shape.length) return fillSlot(tile);
  for (const at of boards.keys()) void learn(at, tile);
  hand.set({ tile, orientation: 0, board: null, x: 0, y: 0 });
}

/** @param {string} tile wood or stone */
function fillSlot(tile) {
  const at = view.value?.boards.findIndex((board) =>
    board.slots.some((slot) => slot.item === tile && slot.open),
  );
  if (at === undefined || at < 0) return say(t("no_open_slot"), true);
  void change({ kind: "lay", board: at, tile, cells: [] });
}

export function drop() {
  hand.set(null);
}

/**
 * Hold the tile over a board, within its rectangle.
 * @param {number} board
 * @param {number} x
 * @param {number} y
 */
export function hold(board, x, y) {
  const now = hand.value;
  if (!now) return;
  const orientation = known.get(`${board} ${now.tile}`)?.orientations[now.orientation];
  const [columns, rows] = sizeOf(orientation?.cells ?? [[0, 0]]);
  const shown = view.value?.boards[board];
  if (!shown) return;
  const next = {
    ...now,
    board,
    x: Math.max(0, Math.min(x, shown.width - columns)),
    y: Math.max(0, Math.min(y, shown.height - rows)),
  };
  if (next.board !== now.board || next.x !== now.x || next.y !== now.y) hand.set(next);
}

/** @param {[number, number][]} cells */
export function sizeOf(cells) {
  return [
    1 + Math.max(...cells.map(([x]) => x)),
    1 + Math.max(...cells.map(([, y]) => y)),
  ];
}

/** @param {"turned" | "flipped"} way */
export function reorient(way) {
  const now = hand.value;
  const learned = now && placesOf(now);
  if (!now || !learned) return;
  const before = learned.orientations[now.orientation];
  const orientation = before[way];
  const [oldColumns, oldRows] = sizeOf(before.cells);
  const [columns, rows] = sizeOf(learned.orientations[orientation].cells);
  hand.set({ ...now, orientation });
  if (now.board === null) return;
  hold(
    now.board,
    now.x + ((oldColumns - columns) >> 1),
    now.y + ((oldRows - rows) >> 1),
  );
}

/** Cells under the tile in hand. */
export function heldCells() {
  const now = hand.value;
  const orientation = now && placesOf(now)?.orientations[now.orientation];
  if (!now || !orientation) return [];
  return orientation.cells.map(
    ([x, y]) => /** @type {[number, number]} */ ([x + now.x, y + now.y]),
  );
}

/** Lay the tile in hand where it is held. */
export function lay() {
  const now = hand.value;
  if (!now || now.board === null) return;
  const reason = refusal(now);
  if (reason === null) return;
  if (reason) return say(reason, true);
  const cells = heldCells();
  if ((view.value?.position.supply[now.tile] ?? 0) <= 1) drop();
  void change({ kind: "lay", board: now.board, tile: now.tile, cells });
}

/**
 * Lift a piece and take it in hand.
 * @param {number} board
 * @param {number} piece
 * @param {boolean} [keep] hold it afterwards
 */
export function lift(board, piece, keep = true) {
  const tile = view.value?.boards[board].pieces[piece].tile;
  void change({ kind: "lift", board, piece }).then(() => {
    if (tile && keep && tileOf(tile).shape.length) take(tile);
  });
}

/**
 * @param {number} board
 * @param {[number, number]} cell
 */
export function pieceAt(board, [x, y]) {
  return (view.value?.boards[board].pieces ?? []).findLastIndex((piece) =>
    piece.cells.some(([a, b]) => a === x && b === y),
  );
}
