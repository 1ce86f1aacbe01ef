/** What a challenge says beside its game: rules, and the luck to come if that is open. */

import { html } from "../../vendor/htm-preact.js";
import { t } from "../shared/i18n.js";

/** @typedef {import("./types.js").GameView} GameView */

/** @param {{ game: GameView }} props */
export function Challenge({ game }) {
  const { challenge } = game;
  if (!challenge) return null;
  return html`<details class="ch-about" open=${challenge.luck.length > 0 ? true : null}>
    <summary>${t("ch_of_game", { title: challenge.title })}</summary>
    <ul>${[...challenge.rules, ...challenge.luck].map((each) => html`<li>${each}</li>`)}</ul>
    <p><a href="/challenges">${t("page_challenges")}</a></p>
  </details>`;
}
