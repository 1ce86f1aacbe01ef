/** The menu at a piece: lift it, lock it. */

import { html } from "../../vendor/htm-preact.js";
import { t } from "../shared/i18n.js";
import { closeMenu, openMenu as showMenu } from "../shared/menu.js";
import { announced, nameOf } from "../shared/page.js";
import { erase, lift } from "../tiles/hand.js";
import { isLocked, toggleLock, view } from "./state.js";

/**
 * @param {number} board
 * @param {number} piece
 * @param {number} x
 * @param {number} y
 */
export function openMenu(board, piece, x, y) {
  const shown = view.value?.boards[board]?.pieces[piece];
  if (!shown) return;
  const disabled = isLocked(board, piece);
  const entries = [
    { label: t("lift"), disabled, act: () => lift(board, piece) },
    { label: html`${t("erase")} <kbd>Del</kbd>`, disabled, act: () => erase(board, piece) },
    { label: html`${t(disabled ? "unlock" : "lock")} <kbd>L</kbd>`, act: () => lockPiece(board, piece) },
  ];
  showMenu(nameOf(shown.tile), entries, { getBoundingClientRect: () => new DOMRect(x, y) });
}

/**
 * @param {number} board
 * @param {number} piece
 */
export function lockPiece(board, piece) {
  toggleLock(board, piece);
  const shown = view.value?.boards[board].pieces[piece];
  if (shown) announced.set(`${nameOf(shown.tile)}: ${t(isLocked(board, piece) ? "locked" : "unlocked")}`);
}

view.watch(closeMenu);
