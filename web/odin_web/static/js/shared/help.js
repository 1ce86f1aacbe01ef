/** The rules in short and how tiles are moved, wherever one is. */

import { html } from "../../vendor/htm-preact.js";
import { Dialog } from "./controls.js";
import { t } from "./i18n.js";

const RULES = ["goal", "round", "goods", "boards", "bonus", "feast", "solo"];

/** @param {{ close: () => void, shown: string }} props */
export function Help({ close, shown }) {
  return html`<${Dialog} class="guests help" label=${t("help")} close=${close}>
    <form method="dialog"><button class="quiet" aria-label=${t("close")}>✕</button></form>
    ${shown !== "home" && html`<h2>${t(`page_${shown}`)}</h2><p>${t(`about_${shown}`)}</p>`}
    <h2>${t("help_hand")}</h2>
    <p>${t("help_keys")}</p>
    <h2>${t("help_rules")}</h2>
    <dl>${RULES.map((each) => html`<dt>${t(`help_${each}_title`)}</dt><dd>${t(`help_${each}`)}</dd>`)}</dl>
  <//>`;
}
