/** The tile in hand: where it is held, where it may lie, how it is laid. */

import { t } from "../shared/i18n.js";
import { announced, nameOf, say, tileOf } from "../shared/page.js";
import { Store } from "../shared/store.js";

/** @import { BoardView, Cell, Places } from "../types.js" */

/**
 * @typedef {object} Hand
 * @property {string} tile
 * @property {number} orientation
 * @property {number | null} board board under the ghost
 * @property {number} x column of its top left corner
 * @property {number} y
 */

/**
 * The boards that tiles are laid on, and what laying means there: each page has one.
 * @typedef {object} Table
 * @property {() => BoardView[]} boards
 * @property {(tile: string) => number} count how many of a tile can be laid
 * @property {boolean} [endless] whether tiles that the supply lacks can be laid too
 * @property {() => void} [find] begins to look for a tile by its name
 * @property {(board: number, tile: string) => Promise<Places>} places
 * @property {(board: number, tile: string, cells: Cell[]) => unknown} lay
 * @property {((board: number, piece: number) => Promise<unknown>) | null} lift null: tiles stay
 * @property {() => unknown} undo
 * @property {() => unknown} [redo]
 * @property {(board: number, piece: number) => unknown} [erase] takes a piece away for good
 * @property {(board: number, piece: number) => boolean} [isLocked] whether a piece may not be lifted
 * @property {(board: number, piece: number) => void} [lock] locks or unlocks a piece
 * @property {(board: number, piece: number, x: number, y: number) => void} [menu] opens a menu at a piece
 */

/** The boards of the page that is shown. @type {Table} */
export let table;
export const hand = new Store(/** @type {Hand | null} */ (null));
/** Where tiles may lie, by board and tile; what is found is there when the answer has come. @type {Map<string, { asked: Promise<Places>, found?: Places }>} */
let places = new Map();
/** Where a pointer holds the tile, in cells; null where it is moved by keys. @type {[number, number] | null} */
let pointed = null;

/**
 * Lay tiles on this table from now on.
 * @param {Table} next
 */
export function useTable(next) {
  table = next;
  drop();
  tableChanged();
}

/** Forget where tiles may lie: the boards or the supply have changed. */
export function tableChanged() {
  places = new Map();
  const now = hand.value;
  if (!now) return;
  if (!isThere(now.tile)) drop();
  else for (const at of table.boards().keys()) void learn(at, now.tile);
}

/** Whether a tile can be laid. @param {string} tile */
const isThere = (tile) => table.endless || table.count(tile) > 0;

/**
 * Fetch where a tile may lie on a board.
 * @param {number} board
 * @param {string} tile
 */
export function learn(board, tile) {
  const key = `${board} ${tile}`;
  const before = places.get(key);
  if (before) return before.asked;
  const here = places;
  const entry = { asked: table.places(board, tile), found: /** @type {Places | undefined} */ (undefined) };
  places.set(key, entry);
  entry.asked.then(
    (answer) => {
      if (here !== places) return;
      entry.found = answer;
      const now = hand.value;
      if (now?.tile !== tile) return;
      hand.set({ ...now });
      // Its size was not known when it came over the board.
      if (now.board === board) holdAgain(board, now.x, now.y);
    },
    (error) => {
      if (here !== places) return;
      here.delete(key);
      say(error.message, true);
    },
  );
  return entry.asked;
}

/** @param {Hand} held */
const placesOf = ({ board, tile }) => places.get(`${board ?? 0} ${tile}`)?.found;

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
  const boards = table.boards();
  if (!boards.length) return say(t("add_a_board_first"), true);
  if (!isThere(tile)) return say(t("none_left", { tile: nameOf(tile) }));
  if (!tileOf(tile).shape.length) return fillSlot(tile);
  for (const at of boards.keys()) void learn(at, tile);
  hand.set({ tile, orientation: 0, board: null, x: 0, y: 0 });
}

/** @param {string} tile wood or stone */
function fillSlot(tile) {
  const at = table
    .boards()
    .findIndex((board) => board.slots.some((slot) => slot.item === tile && slot.open));
  if (at < 0) return say(t("no_open_slot"), true);
  void table.lay(at, tile, []);
}

export function drop() {
  hand.set(null);
}

/**
 * Hold the tile over a board, within the part that is shown.
 * @param {number} board
 * @param {number} x
 * @param {number} y
 */
export function hold(board, x, y) {
  const now = hand.value;
  if (!now) return;
  pointed = null;
  const learned = placesOf({ ...now, board });
  const [columns, rows] = sizeOf(learned?.orientations[now.orientation]?.cells ?? [[0, 0]]);
  const shown = table.boards()[board];
  if (!shown) return;
  const [left, top, right, bottom] = shown.part ?? [0, 0, shown.width, shown.height];
  const next = {
    ...now,
    board,
    x: Math.max(left, Math.min(x, right - columns)),
    y: learned?.edge ? bottom - rows : Math.max(top, Math.min(y, bottom - rows)),
  };
  if (next.board !== now.board || next.x !== now.x || next.y !== now.y) hand.set(next);
}

/**
 * Hold the tile with its middle at a point of a board.
 * @param {number} board
 * @param {[number, number]} point in cells
 */
export function holdAt(board, point) {
  const now = hand.value;
  if (!now) return;
  const shape = placesOf({ ...now, board })?.orientations[now.orientation]?.cells ?? [[0, 0]];
  const [columns, rows] = sizeOf(shape);
  hold(board, Math.floor(point[0] - (columns - 1) / 2), Math.floor(point[1] - (rows - 1) / 2));
  pointed = point;
}

/**
 * Hold the tile where the pointer is, or where keys moved it.
 * @param {number} board
 * @param {number} x
 * @param {number} y
 */
const holdAgain = (board, x, y) => (pointed ? holdAt(board, pointed) : hold(board, x, y));

/** @param {[number, number][]} cells */
function sizeOf(cells) {
  return [
    1 + Math.max(...cells.map(([x]) => x)),
    1 + Math.max(...cells.map(([, y]) => y)),
  ];
}

/** Turn or flip the tile in hand as soon as it is known how. @param {"turned" | "flipped"} way */
export function reorientSoon(way) {
  const now = hand.value;
  if (!now || placesOf(now)) return reorient(way);
  const same = () => hand.value?.tile === now.tile;
  void learn(now.board ?? 0, now.tile).then(() => same() && reorient(way), () => {});
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
  holdAgain(
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

/**
 * Lay the tile in hand where it is held.
 * @param {boolean} [keep] hold the next one of its kind afterwards
 */
export function lay(keep = true) {
  const now = hand.value;
  if (!now || now.board === null) return;
  const reason = refusal(now);
  if (reason === null) {
    const { board, x, y } = now;
    const same = () => hand.value?.board === board && hand.value.x === x && hand.value.y === y;
    return void learn(board, now.tile).then(() => same() && lay(keep), () => {});
  }
  if (reason) return say(reason, true);
  const cells = heldCells();
  const count = table.count(now.tile);
  const more = count > 1 || (table.endless && !count && tileOf(now.tile).kind === "filler");
  if (!keep || !more) drop();
  void table.lay(now.board, now.tile, cells);
}

/**
 * Lift a piece and take it in hand.
 * @param {number} board
 * @param {number} piece
 * @param {boolean} [keep] hold it afterwards
 */
export function lift(board, piece, keep = true) {
  if (!table.lift) return say(t("tiles_stay"));
  const { tile } = table.boards()[board].pieces[piece];
  if (table.isLocked?.(board, piece)) return say(t("piece_is_locked", { tile: nameOf(tile) }));
  void table.lift(board, piece).then(() => {
    if (keep && tileOf(tile).shape.length) take(tile);
  });
}

/**
 * Take a piece away for good, if the table lets it.
 * @param {number} board
 * @param {number} piece
 * @returns {boolean} whether it does
 */
export function erase(board, piece) {
  if (!table.erase) return false;
  const { tile } = table.boards()[board].pieces[piece];
  if (table.isLocked?.(board, piece)) say(t("piece_is_locked", { tile: nameOf(tile) }));
  else void table.erase(board, piece);
  return true;
}

/**
 * @param {number} board
 * @param {[number, number]} cell
 */
export function pieceAt(board, [x, y]) {
  const { pieces } = table.boards()[board];
  return pieces.findLastIndex((piece) => piece.cells.some(([a, b]) => a === x && b === y));
}

/**
 * Say which piece the cursor is on.
 * @param {number} board
 * @param {number} piece
 */
export function announcePiece(board, piece) {
  const { pieces, height } = table.boards()[board];
  const { tile, cells } = pieces[piece];
  const state = table.isLocked?.(board, piece) ? `, ${t("locked")}` : "";
  announced.set(`${nameOf(tile)} ${cellNames(cells, height)}${state}`);
}

/**
 * @param {Cell[]} cells
 * @param {number} height
 */
export function cellNames(cells, height) {
  return cells.map(([x, y]) => `${columnName(x)}${height - y}`).join(" ");
}

/** Say where the tile in hand is held and whether it may lie there. */
export function announceHand() {
  const now = hand.value;
  if (!now || now.board === null) return;
  if (!placesOf(now)) return void learn(now.board, now.tile).then(announceHand, () => {});
  const { height } = table.boards()[now.board];
  announced.set(`${cellNames(heldCells(), height)}: ${refusal(now) || t("may_lie")}`);
}

/** Letters of a column: a to z, then aa, ab and so on. @param {number} x @returns {string} */
export function columnName(x) {
  return (x < 26 ? "" : columnName(Math.floor(x / 26) - 1)) + String.fromCharCode(97 + (x % 26));
}

/** The column of such letters. @param {string} letters */
export function columnAt(letters) {
  return [...letters].reduce((x, letter) => 26 * x + letter.charCodeAt(0) - 96, 0) - 1;
}
