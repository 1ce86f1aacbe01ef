/** Answers as the server arranges them: sentences, steps, goals, tables. */

import { html } from "../../vendor/htm-preact.js";
import { Chips } from "./form.js";

/** @typedef {import("./types.js").Part} Part */

/** @param {Part} part */
function Sentence(part) {
  const said = /** @type {import("./types.js").Said} */ (part);
  return html`<${said.level}>${said.text} ${said.cards.map((card) => html`<${Chips} of=${card} />`)}</${said.level}>`;
}

/** @param {{ of: Part[] }} props */
export function Parts({ of }) {
  return of.map((part, at) => {
    if (part.fold)
      return html`<details open=${of.findIndex((each) => each.fold) === at}><summary><${Sentence} ...${part.fold} level="span" /></summary><${Parts} of=${part.parts} /></details>`;
    if (part.text) return html`<${Sentence} ...${part} />`;
    if (part.steps)
      return html`<ol class="gr-steps">
        ${part.steps.map(({ what, paid }) => html`<li><strong>${what}</strong>
          ${paid.map(([begin, cards, units]) => html`<span class="paid">${begin} <${Chips} of=${cards} />${units.length > 0 && html` → <${Chips} of=${units} />`}</span>`)}</li>`)}
      </ol>`;
    if (part.goals)
      return html`<table class="numbers"><tbody>
        ${part.goals.map(([goal, value, levels, met]) => html`<tr class=${met ? "met" : ""}><th scope="row">${goal}</th><td>${value}</td><td>≥ ${levels}</td><td>${"✓".repeat(met)}</td></tr>`)}
      </tbody></table>`;
    if (part.table)
      return html`<table class="numbers"><tbody>${part.table.map(([name, ...rest]) => html`<tr><th scope="row">${name}</th>${rest.map((each) => html`<td>${each}</td>`)}</tr>`)}</tbody></table>`;
    return html`<p>${part.shares} ${(part.of ?? []).map(([player, got]) => html`<span class="paid">${player} ${typeof got === "number" ? got : html`<${Chips} of=${got} />`}</span>`)}</p>`;
  });
}
