/** A table as it stands: what lies around the boards of the position. */

import { get, post } from "../shared/api.js";
import { t } from "../shared/i18n.js";
import { stored } from "../shared/kept.js";
import { attempt, components } from "../shared/page.js";
import { Store } from "../shared/store.js";
import { Task } from "../shared/task.js";
import { advice } from "../games/coach.js";
import { replace, view } from "../position/state.js";

/** @import { TableParts, TableDocument } from "../games/types.js" */

/**
 * A table without its boards and tiles; `left` has how many items lie on which strip.
 * @typedef {Partial<TableDocument> & {
 *   used: string[], blocked: string[], gone: string[], hand: (number | string)[], played: (number | string)[],
 *   cards_gone: (number | string)[], exploration: Record<string, number>, discards: Record<string, number>,
 *   without?: string[], ships: Record<string, any>, supply: Record<string, number>, left: Record<number, number>,
 *   marker?: number, markers_gone?: number[], tokens?: number[], tokens_gone?: number[] }} Around
 */

const SAVED = "table";
/** Fields of a table that the position has. */
const OF_POSITION = ["schema", "title", "game", "round", "boards", "objective", "banquet"];

/** @type {Around} */
const NOTHING = { used: [], blocked: [], gone: [], hand: [], played: [], cards_gone: [], exploration: {}, discards: {}, ships: {}, supply: {}, left: {} };

/** What can lie on a table. */
export const parts = new Store(/** @type {TableParts | null} */ (null));
export const around = new Store(/** @type {Around} */ ({ ...NOTHING, ...stored(SAVED, sessionStorage) }));
/** All that is wrong or missing, each with its field; null while that is not known. */
export const faults = new Store(/** @type {string[] | null} */ (null));
/** What the rules give where the table says nothing; null while it has faults. */
export const defaults = new Store(/** @type {import("../games/types.js").TableDefaults | null} */ (null));
/** What Harvest prints, and why its markers are not played; null without it. */
export const harvest = new Store(/** @type {import("../games/types.js").TableHarvest | null} */ (null));
export const search = new Task();

export const begin = () =>
  attempt(async () => {
    const found = await get("/api/games/parts");
    parts.set(found);
  });

/** @param {Partial<Around>} more */
export const edit = (more) => around.update(more);

/** The table as a file has it. @returns {TableDocument} */
export function tableFile() {
  const { left, supply, ...rest } = around.value;
  const position = /** @type {import("../types.js").PositionView} */ (view.value).position;
  return {
    ...position,
    ...rest,
    strips: Object.entries(left).map(([number, count]) => stripText(Number(number), count)),
    supply: { ...position.supply, ...supply },
  };
}

/**
 * @param {number} number of a strip
 * @param {number} left items left on it
 */
function stripText(number, left) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { item, count } of parts.value?.strips[number - 1].slice(-left) ?? []) {
    counts.set(item, (counts.get(item) ?? 0) + count);
  }
  return [...counts].map(([item, count]) => `${count} ${item}`).join(" ");
}

let number = 0;

/** Forget the advice about another table, and have this one checked. */
async function changed() {
  search.leave();
  advice.set(null);
  faults.set(null);
  if (!view.value || !parts.value) return;
  sessionStorage.setItem(SAVED, JSON.stringify(around.value));
  const now = ++number;
  await attempt(async () => {
    const found = await post("/api/games/table/check", { table: tableFile() });
    if (now !== number) return;
    faults.set(found.faults);
    defaults.set(found.defaults);
    harvest.set(found.harvest);
  });
}

for (const store of [view, parts, around]) /** @type {Store<any>} */ (store).watch(() => void changed());

/** @param {{ seconds?: number, playouts?: number }} effort */
export function ask(effort) {
  advice.set(null);
  const show = (/** @type {import("../games/types.js").CoachAdvice} */ found) => advice.set(found);
  void search.begin("/api/games/table/advice", { table: tableFile(), ...effort }, { incumbent: show, result: show });
}

/** Begin with an empty home board. */
export function clear() {
  around.set(NOTHING);
  return replace(() => post("/api/position", { position: { schema: 1, boards: [{ board: "home" }] } }));
}

/**
 * Open a table, a game as it stands now, or a position.
 * @param {string} text
 * @param {string} name
 */
export function openTable(text, name) {
  return replace(async () => {
    const { table, strips } = await post("/api/games/table/open", { text, name });
    const position = Object.fromEntries(OF_POSITION.filter((key) => key in table).map((key) => [key, table[key]]));
    const rest = Object.fromEntries(Object.entries(table).filter(([key]) => !OF_POSITION.includes(key)));
    delete rest.strips;
    const tiles = new Set(components.value?.tiles.map(({ id }) => id));
    const all = Object.entries(/** @type {Record<string, number>} */ (table.supply ?? {}));
    const next = await post("/api/position", {
      position: { ...position, supply: Object.fromEntries(all.filter(([item]) => tiles.has(item))) },
    });
    around.set({ ...NOTHING, ...rest, left: strips, supply: Object.fromEntries(all.filter(([item]) => !tiles.has(item))) });
    return next;
  });
}

/** Go on with the table as a game with real dice. */
export const playOn = () =>
  attempt(async () => {
    const { game } = await post("/api/games/table/play", { table: { title: t("page_table"), ...tableFile() } });
    location.assign(`/games#${encodeURIComponent(game)}`);
  });

/** Vikings that are left without those on the used spaces. */
export function vikingsLeft() {
  const { position } = view.value ?? {};
  const total = parts.value?.vikings[position?.game ?? "long"][(position?.round ?? 0) - 1] ?? 0;
  return Math.max(0, total - around.value.used.reduce((sum, each) => sum + standing(each).vikings, 0));
}

/** The space that a text names, and the Vikings on it: `raiding`, or `raiding 0`. @param {string} used */
export function standing(used) {
  const [id, count] = used.split(" ");
  const space = parts.value?.spaces.find((each) => each.id === id);
  return { id, vikings: count === undefined ? (space?.vikings ?? 0) : Number(count) };
}

/**
 * Tap a space: Vikings stand there, fewer came back from dice, none. With a copy tile both can use it.
 * @param {import("../games/types.js").SpaceView} space
 * @param {"used" | "blocked"} list
 */
export function tap(space, list) {
  const { used, blocked, copied = [] } = around.value;
  const before = used.find((each) => standing(each).id === space.id);
  const both = copied.includes(space.column);
  const rest = {
    used: both && list === "blocked" ? used : used.filter((each) => each !== before),
    blocked: both && list === "used" ? blocked : blocked.filter((each) => each !== space.id),
  };
  let next = "";
  if (list === "blocked") next = blocked.includes(space.id) ? "" : space.id;
  else if (!before) next = space.id;
  else if (space.dice && standing(before).vikings > 1) next = `${space.id} 1`;
  edit({ ...rest, vikings: undefined, others: undefined, ...(next && { [list]: [...rest[list], next] }) });
}
