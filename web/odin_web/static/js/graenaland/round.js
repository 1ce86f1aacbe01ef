/** A round at a table: what is decided, and what may be done. */

import { html } from "../../vendor/htm-preact.js";
import { Dropdown } from "../shared/controls.js";
import { t } from "../shared/i18n.js";
import { Report } from "../shared/questions.js";
import { replace } from "./state.js";

/** Nothing can be done until the server has answered. @param {{ data: any, old: boolean, turn: NonNullable<import("../contract.js").MapView["round"]>, sign: (name: string) => unknown }} props */
export function Round({ data, old, turn: { report, choices, position }, sign }) {
  const go = (/** @type {string[]} */ moves) => replace({ ...data, round: [...data.round, ...moves] });
  const groups = new Set(choices.map(({ group }) => group));
  return html`<section class="panel gr-answer" aria-label=${t("gr_round")}>
    <${Report} of=${report} sign=${sign} />
    <div class="toolbar">
      ${choices.filter(({ group }) => !group).map(({ text, moves }) => html`<button disabled=${old} onClick=${() => go(moves)}>${text}</button>`)}
      ${[...groups].filter(Boolean).map((name) => html`<${Dropdown} name=${name} disabled=${old} options=${choices.flatMap(({ group, text }, n) => (group === name ? [[n, text]] : []))} choose=${(/** @type {string} */ n) => go(choices[Number(n)].moves)} />`)}
      <button onClick=${() => replace(position)}>${t("gr_round_leave")}</button>
    </div>
  </section>`;
}
