/** The game on the page: its state on the server, moves, undo, an earlier state to look at. */

import { connection, get, post } from "../shared/api.js";
import { t } from "../shared/i18n.js";
import { announced, inTurn, say } from "../shared/page.js";
import { Store } from "../shared/store.js";
import { drop, tableChanged } from "../tiles/hand.js";

/** @import { GameView, MoveView, HistoryLine, PlaceTile } from "./types.js" */

/** What is shown. */
export const shown = new Store(/** @type {GameView | null} */ (null));
/** All moves of the game, shown or not. */
export const lines = new Store(/** @type {HistoryLine[]} */ ([]));
/** What happened last, in words. */
export const news = new Store(/** @type {string[]} */ ([]));
/** What takes a move instead of its being made: a question about it. */
export const asking = new Store(/** @type {((move: string | PlaceTile) => void) | null} */ (null));

/** Moves are made one after the other; whether some are on their way. */
const { inOrder, busy, done } = inTurn((error) => {
  if (error.data?.game) show(error.data.game);
  say(error.data?.game ? t("changed_elsewhere") : error.message, true);
});
export { busy };

/** @param {GameView} next */
function show(next) {
  if (!next.past) lines.set([...lines.value.slice(0, next.history.from), ...next.history.lines]);
  shown.set(next);
  tableChanged();
}

/**
 * @param {string} game
 * @param {number} [at] number of moves after which to look at it
 */
export function open(game, at) {
  return inOrder(async () => {
    const path = `/api/games/${encodeURIComponent(game)}`;
    show(await get(at === undefined ? path : `${path}?at=${at}`));
    news.set([]);
  });
}

/** Forget the game that was shown. */
export function close() {
  shown.set(null);
  lines.set([]);
  news.set([]);
}

/** Fetch the game again if another tab or the command line has changed it. */
export async function refresh() {
  const now = shown.value;
  if (!now || now.past || busy.value) return;
  const next = await get(`/api/games/${encodeURIComponent(now.game)}`).catch(() => null);
  if (!next || shown.value !== now || next.stamp === now.stamp) return;
  show(next);
  if (next.shared) tell(now.seen, next);
  else say(t("changed_elsewhere"));
}

window.addEventListener("focus", () => void refresh());
connection.watch(({ lost }) => lost || void refresh());

/** Tell what has happened since some moves. @param {number} from @param {GameView} next */
function tell(from, next) {
  news.set(lines.value.slice(from).flatMap((line) => [line.words, ...line.changes.map((each) => each.text)]));
  announced.set([...news.value, next.question].join(". "));
}

/**
 * A view of which the server sent only what a move has changed.
 * @param {any} next
 * @param {any} before
 */
function merged(next, before) {
  for (const part of next.changes ?? []) {
    next[part] = next[part].map((/** @type {object} */ each, /** @type {number} */ at) => ({ ...before[part][at], ...each }));
  }
  return next;
}

/**
 * Change the game, and tell what happened.
 * @param {(about: { game: string, seen: number, stamp: string, only_changes: true }) => Promise<unknown>} send
 */
function change(send) {
  return inOrder(async () => {
    const before = shown.value;
    if (!before) return;
    const { game, seen, stamp } = before;
    const answer = await send({ game, seen, stamp, only_changes: true });
    const next = merged(answer, before);
    say("");
    show(next);
    tell(next.history.from, next);
  });
}

/** @param {(string | PlaceTile)[]} moves */
export function play(...moves) {
  if (shown.value?.past) return say(t("only_looking"));
  if (asking.value) return asking.value(moves[0]);
  if (moves.some((move) => typeof move === "string")) {
    if (busy.value) return; // it was pressed twice
    drop();
  }
  return change((about) => post("/api/game/move", { ...about, moves }));
}

/** @param {number} [to] number of moves that stay */
export function undo(to) {
  if (to === undefined && !busy.value && !shown.value?.can_undo) return say(t("nothing_to_undo"));
  return change((about) => post("/api/game/undo", { ...about, to }));
}

export function redo() {
  if (!busy.value && !shown.value?.redo) return say(t("nothing_to_redo"));
  return change((about) => post("/api/game/redo", about));
}

/** Look at the game after some moves; at all of them, go on playing. @param {number} at */
export function look(at) {
  const now = shown.value;
  if (now) void open(now.game, at < now.moves_made ? at : undefined);
}

/** Go on from the earlier state that is shown: take the moves since back. */
export async function goOnHere() {
  const now = shown.value;
  if (!now?.past) return;
  const at = now.seen;
  await open(now.game);
  await undo(at);
}

/**
 * Legal moves that belong to something on the table.
 * @param {MoveView["group"]} group
 * @param {string | number} target
 */
export function movesAt(group, target) {
  const now = shown.value;
  if (!now || now.past) return [];
  return now.moves.filter((move) => move.group === group && move.target === String(target));
}

/** The boards of the game. @type {import("../tiles/hand.js").Table} */
export const table = {
  boards: () => shown.value?.boards ?? [],
  count: (tile) => {
    const item = shown.value?.supply.find((each) => each.item === tile);
    return item?.placeable && !shown.value?.past ? item.count : 0;
  },
  places: async (board, tile) => {
    await done();
    const { game, seen } = /** @type {GameView} */ (shown.value);
    return post("/api/game/places", { game, seen, board, tile });
  },
  lay: (board, tile, cells) => play({ board, tile, cells }),
  lift: null,
  undo,
  redo,
};
