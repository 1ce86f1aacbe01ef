/** The boards of the position as a table that tiles are laid on. */

import { post } from "../shared/api.js";
import { layTile } from "./loss.js";
import { lockPiece, openMenu } from "./menu.js";
import { change, isLocked, redo, shownPosition, undo, view } from "./state.js";

/** @type {import("../tiles/hand.js").Table} */
export const table = {
  boards: () => view.value?.boards ?? [],
  count: (tile) => view.value?.position.supply[tile] ?? 0,
  add: (tile) => change({ kind: "count", tile, count: 1 }),
  places: (board, tile) => post("/api/position/places", { position: shownPosition(), board, tile }),
  lay: layTile,
  lift: (board, piece) => change({ kind: "lift", board, piece }),
  undo,
  redo,
  isLocked,
  lock: lockPiece,
  menu: openMenu,
};
