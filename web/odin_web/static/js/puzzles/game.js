/** The puzzle that is played: its pieces, their history, hints. Every step is saved by the server. */

import { Unanswered, post } from "../shared/api.js";
import { t } from "../shared/i18n.js";
import { keep } from "../shared/kept.js";
import { announced, inTurn, say } from "../shared/page.js";
import { Store } from "../shared/store.js";
import { remember, remembered } from "../shared/without.js";
import { columnAt, drop, tableChanged } from "../tiles/hand.js";
import * as clock from "./clock.js";

/** @typedef {import("./types.js").PuzzleView} PuzzleView */
/** @typedef {import("./types.js").Hint} Hint */
/** @typedef {import("./types.js").PuzzleChange} PuzzleChange */
/** @typedef {import("./types.js").Checked} Checked */
/** @typedef {import("./types.js").Marked} Marked */
/** @typedef {import("../tiles/hand.js").Table} Table */

/**
 * @typedef {object} Game
 * @property {PuzzleView} view
 * @property {"playing" | "solved" | "given_up"} state
 * @property {number} stars of the solution
 * @property {number | null} former best time before this solution
 * @property {Hint | null} hint
 * @property {Checked | null} checked
 * @property {boolean} thinking whether a hint is looked for
 */

/** @type {Store<Game | null>} */
export const game = new Store(/** @type {Game | null} */ (null));

const SAVED = "puzzle";
/** Name of the view that is shown without a server. */
const KEPT = "puzzle";
game.watch((now) => now && remember(KEPT, now.view));

/** Pieces after each step, as commands. @type {string[][]} */
let steps = [[]];
let at = 0;
/** Steps are made one after the other; whether some are not answered yet. */
const { inOrder, busy } = inTurn();
/** Whether the last step got no whole answer: the server may have saved it all the same. */
let unsure = false;

export const canUndo = () => game.value?.state === "playing" && at > 0;
export const canRedo = () => game.value?.state === "playing" && at < steps.length - 1;

/** Steps are kept in the browser too, so that they can be undone after it was closed. */
function keepSteps() {
  const name = game.value?.view.puzzle;
  if (!name) return;
  keep(SAVED, JSON.stringify({ name, steps, at, seconds: clock.played() }));
}

/** @param {PuzzleView} view */
function recallSteps(view) {
  steps = view.pieces.reduce((all, piece) => [...all, [...(all.at(-1) ?? []), piece]], [/** @type {string[]} */ ([])]);
  at = steps.length - 1;
  let time = view.begun.seconds;
  try {
    const saved = JSON.parse(localStorage.getItem(SAVED) ?? "null");
    if (saved?.name === view.puzzle && String(saved.steps[saved.at]) === String(view.pieces)) {
      ({ steps, at } = saved);
      if (view.record.begun) time = Math.max(time, saved.seconds);
    }
  } catch {
    // What an older version saved is not worth an error.
  }
  return time;
}

/** @param {string} name */
export function open(name) {
  return inOrder(async () => {
    if (game.value?.view.puzzle !== name) game.set(null);
    drop();
    const view = await post("/api/puzzles/view", { puzzle: name }).catch(async (error) => {
      const last = error instanceof Unanswered && (await remembered(KEPT));
      if (last?.puzzle !== name) throw error;
      return last;
    });
    if (view.game) return location.replace(`/games#${view.game}`);
    begin(view);
  });
}

/** @param {PuzzleView} view */
function begin(view) {
  unsure = false;
  clock.start(recallSteps(view));
  game.set({ view, state: "playing", stars: 0, former: null, hint: null, checked: null, thinking: false });
  tableChanged();
  warn(view.unsaved);
}

/** End playing; the time so far is saved. */
export function leave() {
  save();
  clock.stop();
  game.set(null);
}

function begun() {
  const view = /** @type {Game} */ (game.value).view;
  return { ...view.begun, pieces: view.pieces, seconds: clock.played() };
}

/** @param {string} unsaved why progress is not kept, if so */
function warn(unsaved) {
  if (unsaved) say(t("puzzle_progress_not_kept", { reason: unsaved }), true);
}

/**
 * Send a game with a change, and make a step of it.
 * @param {PuzzleChange} changed
 * @param {string[]} [pieces] other ones than those on the boards
 * @param {number} [by] steps to go in the history; by default a new one
 */
async function send(changed, pieces, by) {
  const now = /** @type {Game} */ (game.value);
  const wanted = { puzzle: now.view.puzzle, begun: { ...begun(), ...(pieces ? { pieces } : {}) }, change: changed };
  unsure = true;
  const answer = await post("/api/puzzles/play", wanted);
  unsure = false;
  const solved = answer.solved && changed !== null;
  if (by === undefined) steps = [...steps.slice(0, at + 1), answer.pieces];
  at += by ?? 1;
  if (solved) clock.stop();
  game.set({
    ...now,
    view: { ...now.view, ...answer },
    state: solved ? "solved" : "playing",
    stars: answer.stars,
    former: now.view.record.best ?? null,
    hint: null,
    checked: null,
  });
  tableChanged();
  keepSteps();
  say("");
  warn(answer.unsaved);
  return answer;
}

/** @param {PuzzleChange} wanted */
export function change(wanted) {
  return inOrder(async () => {
    if (game.value?.state !== "playing") return;
    const { fault, solved } = await send(wanted);
    if (fault) announced.set(t("puzzle_not_yet", { fault }));
    if (solved) announced.set(t("puzzle_solved"));
  });
}

/** @param {number} by */
function travel(by) {
  return inOrder(async () => {
    if (by < 0 ? !canUndo() : !canRedo()) return say(t(by < 0 ? "nothing_to_undo" : "nothing_to_redo"));
    await send(null, steps[at + by], by);
  });
}

export const undo = () => travel(-1);
export const redo = () => travel(1);

/** Take everything back; this can be undone. */
export function restart() {
  return inOrder(async () => {
    await send(null, []);
  });
}

/** Play a puzzle again from the start. */
export function again() {
  const now = /** @type {Game} */ (game.value);
  keep(SAVED, null);
  return open(now.view.puzzle);
}

/** Ask where to look; the next time ask what to do. */
export function askHint() {
  return inOrder(async () => {
    const now = game.value;
    if (now?.state !== "playing" || now.hint?.command) return;
    game.set({ ...now, checked: null, thinking: true });
    try {
      const wanted = { puzzle: now.view.puzzle, begun: begun(), whole: Boolean(now.hint) };
      const answer = await post("/api/puzzles/hint", wanted);
      const view = { ...now.view, begun: answer.begun, record: answer.record };
      game.set({ ...now, view, checked: null, hint: answer.hint });
      announced.set(answer.hint.text);
      warn(answer.unsaved);
    } finally {
      if (game.value) game.set({ ...game.value, thinking: false });
    }
  });
}

/** Do what the hint says. */
export function followHint() {
  const text = game.value?.hint?.command;
  if (!text) return Promise.resolve(false);
  return text === "undo" ? undo() : change({ kind: "command", text });
}

/** Ask which pieces are wrong. */
export function check() {
  return inOrder(async () => {
    const now = game.value;
    if (now?.state !== "playing") return;
    const checked = await post("/api/puzzles/check", { puzzle: now.view.puzzle, begun: begun() });
    game.set({ ...now, checked, hint: null });
    announced.set(checkText(checked));
  });
}

/** @param {Checked} checked */
export function checkText({ wrong, laid, total }) {
  if (wrong.length) return t("puzzle_wrong_pieces", { n: wrong.length });
  return laid ? t("puzzle_right_so_far", { laid, total }) : t("puzzle_nothing_laid");
}

/** Give up and see the solution. */
export function giveUp() {
  return inOrder(async () => {
    const now = game.value;
    if (now?.state !== "playing") return;
    drop();
    const { puzzle } = now.view;
    const { pieces, record } = await post("/api/puzzles/solution", { puzzle, begun: begun() });
    clock.stop();
    steps = [];
    for (let count = 0; count <= pieces.length; count += 1) steps.push(pieces.slice(0, count));
    keep(SAVED, null);
    const shown = await post("/api/puzzles/view", { puzzle, pieces });
    at = pieces.length;
    game.set({ ...now, view: { ...now.view, ...shown, record }, state: "given_up", hint: null, checked: null });
    tableChanged();
  });
}

/** Number of steps of the solution, and which is shown. */
export const shownStep = () => ({ step: at, count: steps.length - 1 });

/** @param {number} step of the solution */
export function showStep(step) {
  return inOrder(async () => {
    const now = /** @type {Game} */ (game.value);
    const shown = await post("/api/puzzles/view", { puzzle: now.view.puzzle, pieces: steps[step] });
    at = step;
    game.set({ ...now, view: { ...now.view, ...shown } });
    tableChanged();
  });
}

/** Save the time without waiting, even while the page is closed; a step on its way saves it too. */
function save() {
  const now = game.value;
  if (now?.state !== "playing") return;
  keepSteps();
  if (busy.value || unsure) return;
  void fetch("/api/puzzles/play", {
    method: "POST",
    keepalive: true,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ puzzle: now.view.puzzle, begun: begun(), change: null }),
  }).catch(() => {});
}

function onVisibility() {
  if (game.value?.state !== "playing") return;
  if (document.hidden) {
    save();
    clock.stop();
  } else clock.start(clock.played());
}

/** Let the clock run while the page is shown. */
export function runClock() {
  const timer = window.setInterval(clock.tick, 250);
  const keeper = window.setInterval(() => game.value?.state === "playing" && keepSteps(), 5000);
  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("pagehide", save);
  return () => {
    window.clearInterval(timer);
    window.clearInterval(keeper);
    document.removeEventListener("visibilitychange", onVisibility);
    window.removeEventListener("pagehide", save);
  };
}

/** @returns {(Marked & { kind: "wrong" | "hint" })[]} cells to point out */
export function markedCells() {
  const now = game.value;
  if (!now) return [];
  if (now.checked) return now.checked.wrong.map((each) => ({ ...each, kind: "wrong" }));
  if (now.hint?.marked) return [{ ...now.hint.marked, kind: "hint" }];
  const boards = now.view.boards.filter((board) => !board.hidden);
  if (!now.hint || now.hint.command || boards.length > 1 || now.view.kind === "banquet") return [];
  // A nudge names cells.
  const { width, height } = boards[0];
  const cells = [...now.hint.text.matchAll(/\b([a-z]{1,2})(\d{1,2})\b/g)]
    .map(([, column, row]) => /** @type {[number, number]} */ ([columnAt(column), height - Number(row)]))
    .filter(([x, y]) => x < width && y >= 0 && y < height);
  return [{ board: now.view.boards.indexOf(boards[0]), cells, kind: "hint" }];
}

/** Tiles of the puzzle with how many are left, those on the boards too. */
export function tilesOf(/** @type {PuzzleView} */ view) {
  const counts = new Map(Object.entries(view.left));
  for (const board of view.boards)
    for (const piece of board.pieces.slice(board.clues))
      if (!counts.has(piece.tile)) counts.set(piece.tile, 0);
  return counts;
}

/** The boards of the puzzle. @type {Table} */
export const table = {
  boards: () => game.value?.view.boards ?? [],
  count: (tile) => (game.value?.state === "playing" ? (game.value.view.left[tile] ?? 0) : 0),
  places: (board, tile) => {
    const { puzzle, pieces } = /** @type {Game} */ (game.value).view;
    return post("/api/puzzles/places", { puzzle, pieces, board, tile });
  },
  lay: (board, tile, cells) => change({ kind: "lay", board, tile, cells }),
  lift: (board, piece) =>
    new Promise((done) => {
      const shown = game.value?.view.boards[board];
      if (!shown || game.value?.state !== "playing") return;
      if (piece < shown.clues) return say(t("puzzle_clues_stay"));
      const { cells, tile } = shown.pieces[piece];
      if (!cells.length) return say(t("puzzle_undo_instead", { tile }));
      void change({ kind: "take", board, cell: cells[0] }).then((taken) => taken && done(undefined));
    }),
  undo,
  redo,
};
