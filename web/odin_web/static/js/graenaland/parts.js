/** Answers as the server arranges them: sentences, steps, goals, tables. */

import { html } from "../../vendor/htm-preact.js";
import { t } from "../shared/i18n.js";
import { Chips, word } from "./form.js";

/** @typedef {import("./types.js").Part} Part */

/** @param {import("./types.js").Said} said */
export function sentence({ say, with: given }) {
  return t(say, Object.fromEntries(Object.entries(given).map(([name, value]) => [name, typeof value === "string" ? word(value) : value])));
}

/** @param {Part} part */
function Sentence(part) {
  const said = /** @type {import("./types.js").Said} */ (part);
  return html`<${said.level}>${sentence(said)} ${said.cards.map((card) => html`<${Chips} of=${card} />`)}</${said.level}>`;
}

/** @param {string[]} all */
const words = (all) => all.map(word).join(" ");

/** @param {{ of: Part[] }} props */
export function Parts({ of }) {
  return of.map((part, at) => {
    if (part.fold)
      return html`<details open=${of.findIndex((each) => each.fold) === at}><summary><${Sentence} ...${part.fold} level="span" /></summary><${Parts} of=${part.parts} /></details>`;
    if (part.say) return html`<${Sentence} ...${part} />`;
    if (part.steps)
      return html`<ol class="gr-steps">
        ${part.steps.map(({ what, paid }) => html`<li><strong>${words(what)}</strong>
          ${paid.map(([names, cards, units]) => html`<span class="paid">${words(names)} <${Chips} of=${cards} />${units.length > 0 && html` → <${Chips} of=${units} />`}</span>`)}</li>`)}
      </ol>`;
    if (part.goals)
      return html`<table class="numbers"><tbody>
        ${part.goals.map(({ goal, value, levels, met }) => html`<tr class=${met ? "met" : ""}><th scope="row">${word(goal)}</th><td>${value}</td><td>${t("gr_of", { levels: levels.join(", ") })}</td><td>${"✓".repeat(met)}</td></tr>`)}
      </tbody></table>`;
    if (part.table)
      return html`<table class="numbers"><tbody>${part.table.map(([name, ...rest]) => html`<tr><th scope="row">${word(String(name))}</th>${rest.map((each) => html`<td>${each}</td>`)}</tr>`)}</tbody></table>`;
    if (part.groups) return html`<p>${t("gr_coalitions")} ${part.groups.map((group) => group.map(word).join(" + ")).join("; ")}</p>`;
    return html`<p>${t(part.shares ?? "")} ${Object.entries(part.of ?? {}).map(([player, got]) => html`<span class="paid">${word(player)} ${typeof got === "number" ? got : html`<${Chips} of=${got} />`}</span>`)}</p>`;
  });
}
