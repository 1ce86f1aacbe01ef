/** Questions: their forms and reports, drawn from what the server says of them. */

import { html, useEffect, useRef } from "../../vendor/htm-preact.js";
import { Field } from "./form.js";
import { language, t } from "./i18n.js";
import { Picture, announced, moving } from "./page.js";
import { Store, useStore } from "./store.js";
import { Task } from "./task.js";

/** @import { QuestionForm, Signs } from "../contract.js" */
/** @typedef {import("../contract.js").AnswerSoFar["report"]} Report */
/** @typedef {NonNullable<Report>[number]} Part */

const task = new Task();
const NOTHING = { now: "", report: /** @type {Report} */ (null) };
/** What has been chosen by question, and what is found of the last one. */
const asked = new Store({ command: "", wishes: /** @type {Record<string, any>} */ ({}), ...NOTHING });

/** End the search and forget its answer, as when it is about something that has changed. */
export function forget() {
  task.leave();
  asked.update(NOTHING);
}

/** @param {QuestionForm} question @param {object} about */
function begin({ command }, about) {
  asked.update(NOTHING);
  const path = /** @type {"/api/questions/vikings/ferry"} */ (`/api/questions/${command.replaceAll(" ", "/")}`);
  void task.begin(path, /** @type {any} */ ({ ...about, ...asked.value.wishes[command] }), {
    incumbent: ({ now, report }) => asked.update(report ? { now, report } : { now }),
    result: ({ report }) => {
      asked.update({ report });
      announced.set(inShort(report));
    },
  });
}

/**
 * Questions, one of which is asked; `about` returns what of, `use` takes over a position.
 * @param {{ questions: QuestionForm[], about: () => object, use?: (position: any) => void, names?: Record<string, Record<string, string>>, sign?: Sign }} props
 */
export function Ask({ questions, about, use, names = {}, sign }) {
  const { command, wishes, now, report } = useStore(asked);
  const { state, place } = useStore(task.state);
  const answer = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => answer.current?.scrollIntoView({ block: "nearest", behavior: moving() }), [!report]);
  const chosen = questions.find((each) => each.command === command) ?? questions[0];
  const running = state !== "idle";
  const wish = wishes[chosen.command] ?? {};
  const put = (/** @type {string} */ name, /** @type {any} */ value) => asked.update({ wishes: { ...wishes, [chosen.command]: { ...wish, [name]: value } } });
  const drawn = (/** @type {boolean} */ more) => chosen.fields.filter((each) => each.more === more).map((each) => html`<${Field} key=${each.name} of=${each} value=${wish[each.name]} set=${(/** @type {any} */ picked) => put(each.name, picked)} around=${{ names, sign }} />`);
  return html`
    <div class="toolbar" role="group" aria-label=${t("q_questions")}>
      ${questions.map((each) => html`<button aria-pressed=${each === chosen} onClick=${() => (forget(), asked.update({ command: each.command }))}>${each.title}</button>`)}
    </div>
    <p class="hint">${chosen.about}</p>
    <form class="question" onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), running ? task.stop() : begin(chosen, about()))}>
      ${drawn(false)}
      <button class=${running ? "" : "primary"}>${t(running ? "stop" : "q_answer")}</button>
      ${chosen.fields.some(({ more }) => more) && html`<details><summary>${t("q_more")}</summary>${drawn(true)}</details>`}
    </form>
    ${running && html`<progress aria-label=${t("q_searching")}></progress><p role="status">${place > 0 ? t("in_line", { place }) : now}</p>`}
    ${report && html`<div ref=${answer}><${Report} of=${report} use=${use} sign=${sign} /></div>`}
  `;
}

const strong = (/** @type {Part} */ part) => Number(part.part === "line" && part.style === "strong");

/** The answer in short. @param {Part[]} report */
export const inShort = (report) => report.flatMap((part) => (strong(part) && part.part === "line" ? part.text : []))[0] ?? "";

/** What stands in sentences for signs. */
const HERE = "\ufffc";

/** @typedef {(name: string) => unknown} Sign draws a thing, if it has a sign */

/** Things drawn, or named where there are no signs. @param {Signs} signs @param {Sign} [sign] */
const things = ({ of, words }, sign) => (sign ? of.map((group) => html`<span class="signs">${group.map((name) => name && (sign(name) ?? name))}</span>`) : words);

/** @typedef {{ of: Part[], use?: (position: any) => void, sign?: Sign }} ReportProps */

/** A report; the answer in short comes first. @param {ReportProps} props */
export function Report({ of, use, sign }) {
  return [...of].sort((one, other) => strong(other) - strong(one)).map((each) => {
    switch (each.part) {
      case "line": {
        if (!each.text) return null;
        const [before, after = ""] = each.text.split(HERE);
        return html`<p class=${{ "": "", title: "", good: "", bad: "", unsure: "unproven", strong: "verdict", best: "verdict", dim: "hint", code: "" }[each.style]}>${before}${each.signs && things(each.signs, sign)}${after}</p>`;
      }
      case "table":
        return html`<${Numbers} of=${each} sign=${sign} />`;
      case "board":
        return html`<${Picture} class="v-picture" markup=${each.picture} />${use && html`<button onClick=${() => use(each.position)}>${t("q_use")}</button>`}`;
      case "fold":
        return html`<details open=${each.open}><summary>${[each.title, each.note].filter(Boolean).join(": ")}</summary><${Report} of=${each.parts} sign=${sign} /></details>`;
    }
  });
}

/** What parts whole numbers from their fractions. */
const POINT = (0.5).toLocaleString(language)[1];

/** @param {string} text perhaps a number */
const localized = (text) => (/^-?\d+(\.\d+)?$/.test(text) ? text.replace("-", "−").replace(".", POINT) : text);

/** @param {string | Signs | import("../contract.js").Chip | import("../contract.js").Link} cell @param {Sign} [sign] */
function cellOf(cell, sign) {
  if (typeof cell === "string") return localized(cell);
  if (cell.cell === "link") return html`<a href=${cell.to}>${cell.text}</a>`;
  return cell.cell === "chip" ? html`<span class="chip" style=${{ background: cell.paint, color: cell.ink }}>${cell.text}</span>` : things(cell, sign);
}

/** A table; the first cell of a row that says something is its heading. @param {{ of: import("../contract.js").Table, sign?: Sign }} props */
function Numbers({ of: { heads, kinds, rows, styles }, sign }) {
  const row = (/** @type {import("../contract.js").Table["rows"][number]} */ cells, /** @type {number} */ at) => {
    const first = cells.findIndex(Boolean);
    return html`<tr class=${styles[at] ?? ""}>${cells.map((each, n) => {
      const cell = cellOf(each, sign);
      return n === first ? html`<th scope="row" class=${kinds[n]}>${cell}</th>` : html`<td class=${kinds[n]}>${cell}</td>`;
    })}</tr>`;
  };
  return html`<div class="wide" role="group" tabindex="0"><table class="numbers">
    ${heads.length > 0 && html`<thead><tr>${heads.map((head, n) => (head ? html`<th scope="col" class=${kinds[n]}>${head}</th>` : html`<td></td>`))}</tr></thead>`}
    <tbody>${rows.map(row)}</tbody>
  </table></div>`;
}
