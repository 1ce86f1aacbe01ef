/** The search for the best layout: question, progress, result. */

import { html, useEffect, useRef, useState } from "../../vendor/htm-preact.js";
import { Check, Select } from "../shared/controls.js";
import { t } from "../shared/i18n.js";
import { announced, listed, moving, signed } from "../shared/page.js";
import { Report } from "../shared/questions.js";
import { Store, useStore } from "../shared/store.js";
import { LayoutControls, clearPreview, showLayout } from "./preview.js";
import { locks, lockAll, shownPosition, unlocked, view } from "./state.js";
import { Finding, submitted } from "../shared/task.js";

/** @import { Incumbent, Numbers } from "../types.js" */
/** @typedef {import("../contract.js").Answer["report"]} Parts */
/** @typedef {import("../types.js").Layout & { folds: Parts, solution: import("../types.js").Solution }} SolveResult */

/**
 * @typedef {object} Search
 * @property {Incumbent[]} history
 * @property {SolveResult | null} result
 */

/** @type {Search} */
const EMPTY = { history: [], result: null };

/** What counts, and for how long searches may look; for all questions about the position. */
export const question = new Store({ objective: "", seconds: 0 });
export const search = new Finding(EMPTY, view);
const { task } = search;
const FROM = "solve";
const OBJECTIVES = ["score", "final", "income", "bonus", "cover"];
const TIMES = [5, 20, 60, 300];

/** What is asked about the position; without a time limit each question has its own. @param {object} more */
export function asked(more) {
  const { objective, seconds } = question.value;
  return { position: shownPosition(), objective: objective || null, ...(seconds && { seconds }), ...more };
}

/** @param {boolean} move whether pieces that are not locked may move */
function solve(move) {
  const lift = move ? unlocked() : [];
  search.set(EMPTY);
  clearPreview();
  const found = (/** @type {Parts} */ report) => report.flatMap((part) => (part.part === "layout" ? [part] : []))[0];
  void task.begin("/api/questions/solve", asked({ lift }), {
    incumbent: ({ report, data }) => {
      const layout = found(report ?? []);
      const now = /** @type {Incumbent} */ ({ ...data, numbers: layout?.numbers });
      search.update({ history: [...search.value.history, now] });
      if (layout) showLayout(FROM, layout, false);
    },
    result: ({ report, data }) => {
      const folds = report.filter(({ part }) => part === "fold");
      const result = { ...found(report), folds, solution: /** @type {any} */ (data) };
      search.update({ result });
      showLayout(FROM, result);
      announced.set(verdict(result));
    },
  });
}

/** What is measured, before and after, and how sure it is. @param {SolveResult} result */
function verdict({ solution, numbers }) {
  const { value_before: value, gain } = solution.objective.levels[0];
  const before = isScore() ? Number(view.value?.score) : round(value);
  const after = isScore() ? numbers.score : round(value + gain);
  const change = round(after - before);
  return `${isScore() ? t("score") : solution.counts} ${signed(before)} → ${signed(after)} (${change < 0 ? "" : "+"}${signed(change)}), ${solution.proof}`;
}

/** Whether the value that is asked for is the score, up to what stays the same. */
export function isScore() {
  const shown = view.value?.objective;
  return (question.value.objective || (shown?.own_weights ? "" : shown?.name)) === "final";
}

/**
 * A value as it is shown: the score where that is asked for, as everywhere on the page.
 * @param {number} value
 * @param {Numbers | undefined} numbers of a layout
 */
export const shownValue = (value, numbers) => signed(isScore() && numbers ? numbers.score : round(value));

/** @param {number} value */
export function round(value) {
  return Math.round(value * 10) / 10;
}

/**
 * What an objective asks for, in words.
 * @param {string} name
 */
function objectiveText(name) {
  const left = view.value?.rounds_left ?? 1;
  return name === "score" || name === "income" || name === "bonus"
    ? t(`objective_${name}`, { n: left })
    : t(`objective_${name}`);
}

export function SolvePanel() {
  const now = useStore(search);
  const wanted = useStore(question);
  const shown = useStore(view);
  const { state, place } = useStore(task.state);
  const locked = useStore(locks);
  const [move, setMove] = useState(false);
  const answer = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => answer.current?.scrollIntoView({ block: "start", behavior: moving() }), [!now.result]);
  if (!shown) return null;
  const running = state !== "idle";
  const numbers = now.result?.numbers ?? now.history.findLast((each) => each.numbers)?.numbers;
  const own = shown.objective.own_weights ? "custom" : shown.objective.name;
  const objectives = [["", t("objective_default", { objective: objectiveText(own) })], ...OBJECTIVES.map((name) => [name, objectiveText(name)])];
  const times = [[0, t("usual_time")], ...TIMES.map((seconds) => [seconds, t("seconds", { n: seconds })])];
  const pieces = shown.boards.reduce((sum, board) => sum + board.pieces.length, 0);
  return html`
    <section class="panel" aria-label=${t("best_layout")}>
      <h2>${t("best_layout")}</h2>
      <form
        onSubmit=${submitted(task, () => solve(move && pieces > 0))}
      >
        <${Select} name="objective" label=${t("objective")} value=${wanted.objective} options=${objectives} choose=${(/** @type {string} */ objective) => question.update({ objective })} />
        <${Select} name="seconds" label=${t("time_limit")} value=${wanted.seconds} options=${times} choose=${(/** @type {string} */ seconds) => question.update({ seconds: Number(seconds) })} />
        ${pieces > 0 &&
        html`<fieldset class="movable">
          <legend class="sr">${t("what_may_move")}</legend>
          <${Check} type="radio" name="move" checked=${!move} onChange=${() => setMove(false)} label=${t("keep_what_lies")} />
          <${Check} type="radio" name="move" checked=${move} data-testid="move" onChange=${() => setMove(true)} label=${t("move_unlocked", { n: pieces - locked.size })} />
          ${move &&
          html`<p class="lock-help">
            ${t("lock_help")}
            <button type="button" onClick=${() => lockAll(true)}>${t("lock_all")}</button>
            <button type="button" onClick=${() => lockAll(false)} disabled=${!locked.size}>${t("unlock_all")}</button>
          </p>`}
        </fieldset>`}
        <button class="primary" data-testid="solve">${t(running ? "stop" : "solve")}</button>
      </form>
      ${state === "waiting" && place > 0 && html`<p>${t("in_line", { place })}</p>`}
      ${now.result && html`<p class="verdict" ref=${answer}>${verdict(now.result)}</p>`}
      ${numbers && html`<${Compared} before=${shown} after=${numbers} />`}
      ${now.history.length > 0 && html`<details><summary>${t("why")}</summary><${Chart} history=${now.history} /></details>`}
      ${now.result && html`<${Report} of=${now.result.folds} />`}
      <${LayoutControls} from=${FROM} />
    </section>
  `;
}

/** @param {{ before: Numbers, after: Numbers }} props */
function Compared({ before, after }) {
  const rows = /** @type {const} */ ([
    ["score", signed(before.score), signed(after.score)],
    ["income", before.income, after.income],
    ["uncovered", signed(-before.uncovered || 0), signed(-after.uncovered || 0)],
    ["bonuses", listed(before.bonuses) || t("none"), listed(after.bonuses) || t("none")],
  ]);
  return html`
    <table class="numbers">
      <thead><tr><td></td><th>${t("before")}</th><th>${t("after")}</th></tr></thead>
      <tbody>
        ${rows.map(
          ([key, old, now]) =>
            html`<tr class=${old === now ? "" : "changed"}><th scope="row">${t(key)}</th><td>${old}</td><td>${now}</td></tr>`,
        )}
      </tbody>
    </table>
  `;
}

/** @param {{ history: Incumbent[] }} props */
function Chart({ history }) {
  const points = history.filter((each) => each.level === 0 && each.value !== null);
  const last = points.at(-1);
  if (!last) return null;
  const bounds = points.filter((each) => each.bound !== null);
  const values = [...points.map((each) => each.value), ...bounds.map((each) => each.bound)].map(Number);
  const found = points.findLast((each) => each.numbers);
  const more = isScore() && found?.numbers ? found.numbers.score - Number(found.value) : 0;
  const low = Math.min(...values);
  const high = Math.max(...values, low + 1);
  const end = Math.max(last.seconds, 0.1);
  const x = (/** @type {number} */ seconds) => 4 + (seconds / end) * 232;
  const y = (/** @type {number} */ value) => 64 - ((value - low) / (high - low)) * 56;
  const path = (/** @type {[number, number][]} */ steps) =>
    steps.map(([a, b], i) => (i ? `H${x(a)}V${y(b)}` : `M${x(a)} ${y(b)}`)).join("") + `H${x(end)}`;
  const bound = bounds.at(-1)?.bound;
  const caption = {
    value: signed(round(Number(last.value) + more)),
    bound: bound == null ? "?" : signed(round(bound + more)),
    gap: last.gap === null ? "?" : Math.round(last.gap * 100),
    seconds: round(last.seconds),
  };
  return html`
    <figure class="chart">
      <svg viewBox="0 0 240 70" role="img" aria-label=${t("chart_help")}>
        ${bounds.length > 0 && html`<path class="bound" d=${path(bounds.map((each) => [each.seconds, Number(each.bound)]))} />`}
        <path class="value" d=${path(points.map((each) => [each.seconds, Number(each.value)]))} />
      </svg>
      <figcaption>${t("chart", caption)}</figcaption>
    </figure>
  `;
}
