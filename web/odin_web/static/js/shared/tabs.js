/** What a window shows that has no room for all of a page: one part at a time, by tabs. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { hand } from "../tiles/hand.js";
import { t, textOr } from "./i18n.js";
import { useStore } from "./store.js";

/** The part that is shown, and how to show another: the boards, while a tile is in hand. @param {string} first */
export function useTab(first) {
  const [tab, show] = useState(first);
  const holding = useStore(hand) !== null;
  useEffect(() => {
    if (holding) show("boards");
  }, [holding]);
  return /** @type {[string, (tab: string) => void]} */ ([tab, show]);
}

/** @param {{ names: string[], tab: string, show: (tab: string) => void }} props */
export function Tabs({ names, tab, show }) {
  return html`<nav class="tabs" aria-label=${t("sections")}>
    ${names.map((name) => html`<button data-tab=${name} aria-pressed=${tab === name} onClick=${() => show(name)}>${textOr(`section_${name}`, t(name))}</button>`)}
  </nav>`;
}
