/** The boards of the position as a table that tiles are laid on. */

import { post } from "../shared/api.js";
import { layTile } from "./loss.js";
import { lockPiece, openMenu } from "./menu.js";
import { change, isLocked, redo, shownPosition, undo, view } from "./state.js";

/** @type {import("../tiles/hand.js").Table} */
export const table = {
  boards: () => view.value?.boards ?? [],
  count: (tile) => view.value?.position.supply[tile] ?? 0,
  endless: true,
  find: () => {
    const field = /** @type {HTMLInputElement | null} */ (document.querySelector(".tray input[type=search]"));
    field?.focus();
    field?.select();
  },
  places: (board, tile) => post("/api/position/places", { position: shownPosition(), board, tile }),
  lay: layTile,
  lift: (board, piece) => change({ kind: "lift", board, piece }),
  erase: (board, piece) => change({ kind: "erase", board, piece }),
  undo,
  redo,
  isLocked,
  lock: lockPiece,
  menu: openMenu,
};
