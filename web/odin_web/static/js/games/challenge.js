/** What a challenge says beside its game: rules, and the luck to come if that is open. */

import { html } from "../../vendor/htm-preact.js";
import { t } from "../shared/i18n.js";

/** @typedef {import("./types.js").GameView} GameView */

/** Luck to come covers no table on a small screen until it is asked for. */
const WIDE = "(min-width: 901px)";

/** A kind of chance, and what it brings. @param {{ line: string }} props */
function Luck({ line }) {
  const [kind, ...rest] = line.split(": ");
  return html`<li><b>${kind}:</b> ${rest.join(": ")}</li>`;
}

/** @param {{ game: GameView }} props */
export function Challenge({ game }) {
  const { challenge } = game;
  if (!challenge) return null;
  const open = challenge.luck.length > 0 && matchMedia(WIDE).matches;
  return html`<details class="ch-about" open=${open ? true : null}>
    <summary>${t("ch_of_game", { title: challenge.title })}</summary>
    <ul>${challenge.luck.map((each) => html`<${Luck} line=${each} />`)}${challenge.rules.map((each) => html`<li>${each}</li>`)}</ul>
    <p><a href="/challenges">${t("page_challenges")}</a></p>
  </details>`;
}
