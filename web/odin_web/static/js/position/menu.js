/** The menu at a piece: lift it, lock it. */

import { html, useEffect, useRef } from "../../vendor/htm-preact.js";
import { t } from "../shared/i18n.js";
import { announced, nameOf } from "../shared/page.js";
import { Store, useStore } from "../shared/store.js";
import { erase, lift } from "../tiles/hand.js";
import { isLocked, toggleLock, view } from "./state.js";

/** @typedef {{ board: number, piece: number, x: number, y: number }} Opened */

const opened = new Store(/** @type {Opened | null} */ (null));

/**
 * @param {number} board
 * @param {number} piece
 * @param {number} x
 * @param {number} y
 */
export function openMenu(board, piece, x, y) {
  opened.set({ board, piece, x, y });
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

view.watch(() => opened.set(null));

export function PieceMenu() {
  const now = useStore(opened);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const element = box.current;
    if (!now || !element) return;
    const back = /** @type {HTMLElement | null} */ (document.activeElement);
    element.style.left = `${Math.max(4, Math.min(now.x, innerWidth - element.offsetWidth - 4))}px`;
    element.style.top = `${Math.max(4, Math.min(now.y, innerHeight - element.offsetHeight - 4))}px`;
    element.querySelector("button")?.focus();
    const outside = (/** @type {Event} */ event) => {
      if (!element.contains(/** @type {Node} */ (event.target))) opened.set(null);
    };
    window.addEventListener("pointerdown", outside);
    return () => {
      window.removeEventListener("pointerdown", outside);
      back?.focus();
    };
  }, [now]);
  const shown = now && view.value?.boards[now.board]?.pieces[now.piece];
  if (!now || !shown) return null;
  const locked = isLocked(now.board, now.piece);
  const choose = (/** @type {() => void} */ work) => () => {
    opened.set(null);
    work();
  };
  return html`
    <div
      class="piece-menu"
      role="menu"
      aria-label=${nameOf(shown.tile)}
      ref=${box}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Escape" || event.key === "Tab") opened.set(null);
        else if (event.key.startsWith("Arrow")) other(event);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <strong>${nameOf(shown.tile)}</strong>
      <button role="menuitem" disabled=${locked} onClick=${choose(() => lift(now.board, now.piece))}>${t("lift")}</button>
      <button role="menuitem" disabled=${locked} onClick=${choose(() => erase(now.board, now.piece))}>${t("erase")} <kbd>Del</kbd></button>
      <button role="menuitem" onClick=${choose(() => lockPiece(now.board, now.piece))}>
        ${t(locked ? "unlock" : "lock")} <kbd>L</kbd>
      </button>
    </div>
  `;
}

/** Go to the other entry of the menu. */
function other(/** @type {KeyboardEvent} */ event) {
  const menu = /** @type {HTMLElement} */ (event.currentTarget);
  const entries = [...menu.querySelectorAll("button:not(:disabled)")];
  const at = entries.indexOf(/** @type {Element} */ (document.activeElement));
  /** @type {HTMLElement} */ (entries[(at + 1) % entries.length]).focus();
}
