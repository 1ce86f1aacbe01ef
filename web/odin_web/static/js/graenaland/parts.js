/** Answers as the server arranges them: sentences, steps, goals, tables. */

import { html } from "../../vendor/htm-preact.js";
import { Signs } from "./form.js";

/** @typedef {import("../contract.js").SentencePart} SentencePart */
/** @typedef {import("./types.js").Part} Part */

/** @param {Omit<SentencePart, "part" | "level"> & { level: string }} props */
function Sentence({ text, cards, level }) {
  return html`<${level}>${text} ${cards.map((card) => html`<${Signs} of=${card} />`)}</${level}>`;
}

/** @param {{ of: Part[] }} props */
export function Parts({ of }) {
  const first = of.findIndex(({ part }) => part === "fold");
  return of.map((each, at) => {
    switch (each.part) {
      case "sentence":
        return html`<${Sentence} ...${each} />`;
      case "fold":
        return html`<details open=${at === first}><summary><${Sentence} ...${each.fold} level="span" /></summary><${Parts} of=${each.parts} /></details>`;
      case "steps":
        return html`<ol class="gr-steps">
          ${each.steps.map(({ what, paid }) => html`<li><strong>${what}</strong>
            ${paid.map(([begin, cards, units]) => html`<span class="paid">${begin} <${Signs} of=${cards} />${units.length > 0 && html` → <${Signs} of=${units} />`}</span>`)}</li>`)}
        </ol>`;
      case "goals":
        return html`<table class="numbers"><tbody>
          ${each.goals.map(([goal, value, levels, met]) => html`<tr class=${met ? "met" : ""}><th scope="row">${goal}</th><td>${value}</td><td>≥ ${levels}</td><td>${"✓".repeat(met)}</td></tr>`)}
        </tbody></table>`;
      case "power":
        return html`<table class="numbers"><tbody>${each.table.map(([name, ...rest]) => html`<tr><th scope="row">${name}</th>${rest.map((one) => html`<td>${one}</td>`)}</tr>`)}</tbody></table>`;
      case "shares":
        return html`<p>${each.shares} ${each.of.map(([player, got]) => html`<span class="paid">${player} ${typeof got === "number" ? got : html`<${Signs} of=${got} />`}</span>`)}</p>`;
    }
  });
}
