/** The position of Vikings, its history, and the puzzle or question about it. */

import { isBadInput, post } from "../shared/api.js";
import { t } from "../shared/i18n.js";
import { keep, setOneAside, stored } from "../shared/kept.js";
import { announced, inTurn, say } from "../shared/page.js";
import { Store } from "../shared/store.js";

/** @typedef {import("../contract.js").VikingsView} View */
/** @typedef {import("../contract.js").VikingsPuzzleEntry} Puzzle */

const SAVED = "vikings";

/** @type {Store<{ view: View | null, past: any[], puzzle: Puzzle | null }>} */
export const table = new Store({ view: /** @type {View | null} */ (null), past: /** @type {any[]} */ ([]), puzzle: /** @type {Puzzle | null} */ (null) });
/** What a tap lays: a tile, "figure" or a sail; it lifts without one. */
export const tool = new Store("");

/** All puzzles. @type {Puzzle[]} */
const puzzles = [];

export const { inOrder } = inTurn();

/** @param {View} view @param {Puzzle | null} [puzzle] */
function show(view, puzzle = table.value.puzzle) {
  const { view: before, past } = table.value;
  table.set({ view, puzzle, past: before ? [...past.slice(-99), { position: before.position, puzzle: table.value.puzzle }] : past });
  keep(SAVED, JSON.stringify({ position: view.position, puzzle }));
}

/** @param {any} position @param {Puzzle | null} [puzzle] */
export const showPosition = (position, puzzle) => inOrder(async () => show(await post("/api/vikings/view", { position }), puzzle));

/** @param {{ text?: string, name?: string, example?: string, puzzle?: string }} wanted @param {Puzzle | null} [puzzle] */
export const open = (wanted, puzzle = null) => inOrder(async () => show(await post("/api/vikings/open", wanted), puzzle));

/** @param {string} puzzle */
export const openPuzzle = (puzzle) => open({ puzzle }, puzzles.find((each) => each.puzzle === puzzle));

/** @param {Puzzle[]} all puzzles */
export function begin(all) {
  puzzles.splice(0, puzzles.length, ...all);
  if (table.value.view) return;
  const { position, puzzle } = stored(SAVED) ?? {};
  void inOrder(async () => {
    try {
      if (position) return show(await post("/api/vikings/view", { position }), puzzle);
    } catch (error) {
      if (!isBadInput(error)) throw error;
      say(`${/** @type {Error} */ (error).message} ${setOneAside(SAVED)}`, true);
    }
    show(await post("/api/vikings/open", { example: "ferry" }), null);
  });
}

export function undo() {
  void inOrder(async () => {
    const { past } = table.value;
    const last = past.at(-1);
    if (!last) return;
    show(await post("/api/vikings/view", { position: last.position }), last.puzzle);
    table.update({ past: past.slice(0, -1) });
  });
}

/**
 * Lay what the tool says on a cell, or lift what lies on it.
 * @param {number} row 0 for ships
 * @param {number} column
 * @param {string} lay
 */
export const change = (row, column, lay) =>
  inOrder(async () => {
    const { view, puzzle } = table.value;
    show(await post("/api/vikings/change", { position: view?.position ?? {}, row, column, lay, puzzle: puzzle?.puzzle ?? "" }));
    const broken = table.value.view?.violations[0];
    if (broken) announced.set(broken);
  });

/**
 * Change a field of the position; an empty one is left out.
 * @param {string} path
 * @param {string | number} value
 */
export function put(path, value) {
  const position = structuredClone(table.value.view?.position);
  const keys = path.split(".");
  const last = /** @type {string} */ (keys.pop());
  let part = /** @type {any} */ (position);
  for (const key of keys) part = part[key] ??= {};
  if (value === "") delete part[last];
  else part[last] = value;
  void showPosition(position);
}

export const checkPuzzle = () =>
  inOrder(async () => {
    const { view, puzzle } = table.value;
    const { faults } = await post("/api/vikings/check", { puzzle: puzzle?.puzzle ?? "", position: view?.position ?? {} });
    say(faults.length ? t("v_not_yet", { fault: faults[0] }) : t("v_solved"), faults.length > 0);
  });
