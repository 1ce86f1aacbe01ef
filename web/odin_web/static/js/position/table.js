/** The boards of the position as a table that tiles are laid on, with a menu at each piece: lift it, lock it. */

import { html } from "../../vendor/htm-preact.js";
import { post } from "../shared/api.js";
import { t } from "../shared/i18n.js";
import { closeMenu, openMenu } from "../shared/menu.js";
import { announced, nameOf } from "../shared/page.js";
import { erase, lift } from "../tiles/hand.js";
import { layTile } from "./loss.js";
import { change, isLocked, redo, shownPosition, toggleLock, undo, view } from "./state.js";

view.watch(closeMenu);

/**
 * @param {number} board
 * @param {number} piece
 */
const pieceOf = (board, piece) => view.value?.boards[board]?.pieces[piece];

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
  lock(board, piece) {
    toggleLock(board, piece);
    const shown = pieceOf(board, piece);
    if (shown) announced.set(`${nameOf(shown.tile)}: ${t(isLocked(board, piece) ? "locked" : "unlocked")}`);
  },
  menu(board, piece, x, y) {
    const shown = pieceOf(board, piece);
    if (!shown) return;
    const disabled = isLocked(board, piece);
    const entries = [
      { label: t("lift"), disabled, act: () => lift(board, piece) },
      { label: html`${t("erase")} <kbd>Del</kbd>`, disabled, act: () => erase(board, piece) },
      { label: html`${t(disabled ? "unlock" : "lock")} <kbd>L</kbd>`, act: () => table.lock?.(board, piece) },
    ];
    openMenu(nameOf(shown.tile), entries, { getBoundingClientRect: () => new DOMRect(x, y) });
  },
};
