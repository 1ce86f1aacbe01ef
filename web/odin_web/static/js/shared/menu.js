/** Menus at what was clicked. */

import { html, useEffect, useRef } from "../../vendor/htm-preact.js";
import { Dialog } from "./controls.js";
import { Store, useStore } from "./store.js";

/** @typedef {{ getBoundingClientRect: () => DOMRect }} Anchor */
/** @typedef {{ label: any, act: () => unknown, text?: string, spoken?: string, meaning?: string | null, disabled?: boolean }} Entry */

const menu = new Store(/** @type {{ title: string, entries: Entry[], anchor: Anchor } | null} */ (null));

/** @param {string} title @param {Entry[]} entries @param {Anchor} anchor */
export const openMenu = (title, entries, anchor) => menu.set({ title, entries, anchor });

export const closeMenu = () => menu.set(null);

/**
 * Put a box below something, or above it if there is no room.
 * @param {HTMLElement} box
 * @param {Anchor} anchor
 */
export function beside(box, anchor) {
  const at = anchor.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const below = at.bottom + 6;
  const top = below + height < window.innerHeight ? below : at.top - height - 6;
  box.style.left = `${Math.max(6, Math.min(at.left, window.innerWidth - width - 6))}px`;
  box.style.top = `${Math.max(6, Math.min(top, window.innerHeight - height - 6))}px`;
}

export function Menu() {
  const now = useStore(menu);
  // A press that opened it ends on it, and closes nothing.
  const pressed = useRef(/** @type {EventTarget | null} */ (null));
  useEffect(() => {
    const box = /** @type {HTMLElement | null} */ (document.querySelector("dialog.menu"));
    if (now && box) beside(box, now.anchor);
  }, [now]);
  if (!now) return null;
  return html`<${Dialog}
    class="menu"
    label=${now.title}
    close=${closeMenu}
    onPointerDown=${(/** @type {Event} */ { target }) => (pressed.current = target)}
    onClick=${(/** @type {any} */ { target, currentTarget }) => {
      if (target === currentTarget && pressed.current === target) target.close();
    }}
  >
    <h2>${now.title}</h2>
    ${now.entries.map(
      ({ label, act, text, spoken, meaning, disabled }) => html`<button
        data-move=${text}
        aria-label=${spoken}
        disabled=${disabled}
        onClick=${(/** @type {any} */ { currentTarget }) => {
          currentTarget.closest("dialog").close();
          act();
        }}
      >
        ${label}${meaning && html`<small>${meaning}</small>`}
      </button>`,
    )}
  <//>`;
}
