/** Texts beside what is pointed at, and menus of moves at what was clicked. */

import { html, useEffect, useRef } from "../../vendor/htm-preact.js";
import { t } from "../shared/i18n.js";
import { useKeys } from "../shared/keys.js";
import { beside, openMenu } from "../shared/menu.js";
import { announced } from "../shared/page.js";
import { Store, useStore } from "../shared/store.js";
import { play } from "./state.js";

/** @import { MoveView } from "./types.js" */

const tip = new Store(/** @type {{ text: string[], anchor: Element } | null} */ (null));

const HOLD = 450;
/** Whether the finger has rested so long that letting go is no tap. */
let held = false;
let timer = 0;

/**
 * Handlers that show a text beside an element: on hover, on focus by keyboard, on a long touch.
 * @param {(string | null | undefined | false)[]} texts
 */
export function explains(...texts) {
  const text = /** @type {string[]} */ (texts.filter(Boolean));
  const open = (/** @type {Event} */ event) =>
    tip.set({ text, anchor: /** @type {Element} */ (event.currentTarget) });
  const close = () => {
    window.clearTimeout(timer);
    tip.set(null);
  };
  return {
    onPointerEnter: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && open(event),
    onPointerLeave: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && close(),
    onFocus: (/** @type {FocusEvent} */ event) =>
      /** @type {Element} */ (event.currentTarget).matches(":focus-visible") && open(event),
    onBlur: close,
    onTouchStart: (/** @type {TouchEvent} */ event) => {
      const anchor = /** @type {Element} */ (event.currentTarget);
      held = false;
      timer = window.setTimeout(() => {
        held = true;
        tip.set({ text, anchor });
      }, HOLD);
    },
    onTouchMove: () => window.clearTimeout(timer),
    onTouchEnd: () => window.clearTimeout(timer),
  };
}

/**
 * Show a text beside an element until something else is pointed at, and announce it.
 * @param {Element} anchor
 * @param {...(string | null | undefined | false)} texts
 */
export function explain(anchor, ...texts) {
  const text = /** @type {string[]} */ (texts.filter(Boolean));
  tip.set({ text, anchor });
  announced.set(text.join(" "));
}

window.addEventListener("pointerdown", () => tip.set(null), true);
window.addEventListener("scroll", () => tip.set(null), { capture: true, passive: true });

export function Tip() {
  const now = useStore(tip);
  useKeys("tip", ({ key }) => key === "Escape" && now && (tip.set(null), true));
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (now && box.current) beside(box.current, now.anchor);
  }, [now]);
  if (!now?.text.length) return null;
  return html`<div class="tip" role="tooltip" ref=${box}>
    ${now.text.map((line, i) => html`<p class=${i ? "" : "first"}>${line}</p>`)}
  </div>`;
}

/**
 * Make the move that belongs to something that was clicked: ask which if there are several, say why
 * if there is none.
 * @param {Event} event
 * @param {string} title
 * @param {MoveView[]} moves
 * @param {string | null | undefined} reason why there is no move
 */
export function choose(event, title, moves, reason) {
  const anchor = /** @type {Element} */ (event.currentTarget);
  if (held) {
    held = false;
    return;
  }
  tip.set(null);
  const entries = moves.map((move) => ({ ...move, act: move.act ?? (() => play(move.text)) }));
  if (entries.length === 1) return void entries[0].act();
  if (entries.length) openMenu(title, entries, anchor);
  else explain(anchor, title, reason || t("no_move_here"));
}
