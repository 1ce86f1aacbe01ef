/** The position on the page: its history, the tile in hand, what is legal. */

import { Refused, get, post } from "../shared/api.js";
import { t } from "../shared/i18n.js";
import { readLink } from "../shared/link.js";
import { say } from "../shared/page.js";
import { Store } from "../shared/store.js";
import { tableChanged } from "../tiles/hand.js";

/** @typedef {import("../types.js").PositionView} PositionView */
/** @typedef {import("../types.js").PositionDocument} PositionDocument */
/** @typedef {import("../tiles/hand.js").Table} Table */

const SAVED = "position";

/** @type {Store<PositionView | null>} */
export const view = new Store(/** @type {PositionView | null} */ (null));

/** @type {PositionDocument[]} */
let past = [];
/** @type {PositionDocument[]} */
let future = [];
/** Changes are made one after the other. */
let queue = Promise.resolve();

export const canUndo = () => past.length > 0;
export const canRedo = () => future.length > 0;

/** @param {PositionView} next */
function show(next) {
  view.set(next);
  tableChanged();
  try {
    localStorage.setItem(SAVED, JSON.stringify(next.position));
  } catch {
    // Private windows may refuse; the position then lives as long as the page.
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

/** Begin with the file of the command line, the link, or what was there last. */
export async function begin() {
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

/** The boards of the position. @type {Table} */
export const table = {
  boards: () => view.value?.boards ?? [],
  count: (tile) => view.value?.position.supply[tile] ?? 0,
  places: (board, tile) =>
    post("/api/position/places", { position: view.value?.position, board, tile }),
  lay: (board, tile, cells) => change({ kind: "lay", board, tile, cells }),
  lift: (board, piece) => change({ kind: "lift", board, piece }),
  undo,
};
