/** Texts beside what is pointed at, and menus of moves at what was clicked. */

import { html, useEffect, useRef } from "../../vendor/htm-preact.js";
import { t } from "../shared/i18n.js";
import { useKeys } from "../shared/keys.js";
import { announced } from "../shared/page.js";
import { Store, useStore } from "../shared/store.js";
import { play } from "./state.js";

/** @typedef {import("./types.js").MoveView} MoveView */

/** @type {Store<{ text: string[], anchor: Element } | null>} */
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

/**
 * Put a box below an element, or above it if there is no room.
 * @param {HTMLElement} box
 * @param {Element} anchor
 */
function beside(box, anchor) {
  const at = anchor.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const below = at.bottom + 6;
  const top = below + height < window.innerHeight ? below : at.top - height - 6;
  box.style.left = `${Math.max(6, Math.min(at.left, window.innerWidth - width - 6))}px`;
  box.style.top = `${Math.max(6, Math.min(top, window.innerHeight - height - 6))}px`;
}

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

/** @type {Store<{ title: string, moves: MoveView[], anchor: Element } | null>} */
const menu = new Store(/** @type {{ title: string, moves: MoveView[], anchor: Element } | null} */ (null));

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
  if (moves.length === 1) return make(moves[0]);
  if (moves.length) menu.set({ title, moves, anchor });
  else explain(anchor, title, reason || t("no_move_here"));
}

/** @param {MoveView} move */
function make(move) {
  if (move.act) move.act();
  else void play(move.text);
}

export function Menu() {
  const now = useStore(menu);
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    if (!now || !box.current) return;
    box.current.showModal();
    beside(box.current, now.anchor);
  }, [now]);
  if (!now) return null;
  const close = () => {
    menu.set(null);
    /** @type {HTMLElement} */ (now.anchor).focus?.();
  };
  return html`<dialog
    class="menu"
    ref=${box}
    aria-label=${now.title}
    onClose=${close}
    onClick=${(/** @type {Event} */ event) => event.target === box.current && close()}
  >
    <h2>${now.title}</h2>
    ${now.moves.map(
      (move) => html`<button
        data-move=${move.text}
        aria-label=${move.spoken}
        onClick=${() => {
          close();
          make(move);
        }}
      >
        ${move.label}${move.meaning && html`<small>${move.meaning}</small>`}
      </button>`,
    )}
  </dialog>`;
}
