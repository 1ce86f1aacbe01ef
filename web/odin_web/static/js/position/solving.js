/** The search for the best layout: question, progress, result. */

import { html } from "../../vendor/htm-preact.js";
import { follow, post } from "../shared/api.js";
import { t } from "../shared/i18n.js";
import { listed, say } from "../shared/page.js";
import { Store, useStore } from "../shared/store.js";
import { inOrder, open, view } from "./state.js";

/** @typedef {import("../types.js").Incumbent} Incumbent */
/** @typedef {import("../types.js").SolveResult} SolveResult */

/**
 * @typedef {object} Search
 * @property {"idle" | "waiting" | "running" | "done"} state
 * @property {string} id
 * @property {number} place in the waiting line
 * @property {Incumbent[]} history
 * @property {string[]} pictures new pieces of the best layout so far, by board
 * @property {SolveResult | null} result
 * @property {number} step how many steps of the result are shown
 */

/** @type {Search} */
const IDLE = { state: "idle", id: "", place: 0, history: [], pictures: [], result: null, step: 0 };

export const search = new Store(IDLE);

/** Stops listening, which ends the search. */
let leave = () => {};

// A layout belongs to the position that was asked about.
view.watch(() => {
  leave();
  search.set(IDLE);
});

/**
 * @param {string} objective
 * @param {number} seconds
 */
export function solve(objective, seconds) {
  leave();
  const position = view.value?.position;
  return inOrder(async () => {
    const wanted = { position, objective: objective || null, seconds };
    const { search: id } = await post("/api/position/solve", wanted);
    search.set({ ...IDLE, state: "waiting", id });
    leave = follow(id, {
      waiting: ({ place }) => search.update({ place }),
      running: () => search.update({ state: "running" }),
      incumbent: (/** @type {Incumbent} */ now) =>
        search.update({
          history: [...search.value.history, now],
          pictures: now.pictures ?? search.value.pictures,
        }),
      result: (/** @type {SolveResult} */ result) => {
        search.update({ state: "done", result, pictures: result.pictures, step: result.steps.length });
        say(verdict(result));
      },
      stopped: () => search.set(IDLE),
      failed: ({ error }) => {
        search.set(IDLE);
        say(error, true);
      },
    });
  });
}

export function stop() {
  void post(`/api/searches/${search.value.id}/stop`, {}).catch((error) => say(error.message, true));
}

/** @param {SolveResult} result */
function verdict({ solution, stopped }) {
  const { value, bound } = solution.objective;
  if (solution.status === "OPTIMAL") return t("proven_best", { value });
  const most = bound === null ? "" : ` ${t("at_most_from_best", { n: round(bound - value) })}`;
  return t(stopped ? "stopped_at" : "best_found", { value, seconds: round(solution.seconds) }) + most;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}

export function SolvePanel() {
  const now = useStore(search);
  const shown = useStore(view);
  const before = shown && {
    score: shown.score,
    income: shown.income,
    uncovered: shown.boards.reduce((sum, board) => sum + board.uncovered, 0),
  };
  const last = now.history.findLast((each) => each.numbers);
  const numbers = now.result?.numbers ?? last?.numbers;
  const running = now.state === "waiting" || now.state === "running";
  return html`
    <section class="panel" aria-label=${t("best_layout")}>
      <form
        onSubmit=${(/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
          if (running) stop();
          else void solve(String(data.get("objective")), Number(data.get("seconds")));
        }}
      >
        <label>
          ${t("objective")}
          <select name="objective">
            ${["", "final", "engine", "income", "bonus", "cover"].map(
              (name) => html`<option value=${name}>${t(`objective_${name || "default"}`)}</option>`,
            )}
          </select>
        </label>
        <label>
          ${t("time_limit")}
          <select name="seconds">
            ${[5, 20, 60, 300].map(
              (seconds) => html`<option value=${seconds} selected=${seconds === 20}>${t("seconds", { n: seconds })}</option>`,
            )}
          </select>
        </label>
        <button class="primary" data-testid="solve">${t(running ? "stop" : "solve")}</button>
      </form>
      ${now.state === "waiting" && now.place > 0 && html`<p>${t("in_line", { place: now.place })}</p>`}
      ${now.history.length > 0 && html`<${Chart} history=${now.history} />`}
      ${numbers &&
      before &&
      html`<table class="numbers">
        <thead><tr><th></th><th>${t("before")}</th><th>${t("after")}</th></tr></thead>
        <tbody>
          <tr><th scope="row">${t("score")}</th><td>${before.score}</td><td>${numbers.score}</td></tr>
          <tr><th scope="row">${t("income")}</th><td>${before.income}</td><td>${numbers.income}</td></tr>
          <tr><th scope="row">${t("uncovered")}</th><td>${-before.uncovered || 0}</td><td>${-numbers.uncovered || 0}</td></tr>
          <tr><th scope="row">${t("bonuses")}</th><td colspan="2">${listed(numbers.bonuses) || t("none")}</td></tr>
        </tbody>
      </table>`}
      ${now.result && html`<${Result} result=${now.result} step=${now.step} />`}
    </section>
  `;
}

/** @param {{ result: SolveResult, step: number }} props */
function Result({ result, step }) {
  const count = result.steps.length;
  return html`
    <p class="verdict">${verdict(result)}</p>
    ${count > 0 &&
    html`
      <label class="steps">
        ${t("order_of_laying")}
        <input
          type="range"
          min="0"
          max=${count}
          value=${step}
          onInput=${(/** @type {InputEvent} */ event) =>
            search.update({ step: Number(/** @type {HTMLInputElement} */ (event.target).value) })}
        />
        <output>${t("step_of", { step, count })}</output>
      </label>
      <button class="primary" onClick=${() => open(result.position)}>${t("accept_layout")}</button>
    `}
  `;
}

/** @param {{ history: Incumbent[] }} props */
function Chart({ history }) {
  const points = history.filter((each) => each.level === 0 && each.value !== null);
  const last = points.at(-1);
  if (!last) return null;
  const bounds = points.filter((each) => each.bound !== null);
  const values = [...points.map((each) => each.value), ...bounds.map((each) => each.bound)].map(Number);
  const low = Math.min(...values);
  const high = Math.max(...values, low + 1);
  const end = Math.max(last.seconds, 0.1);
  const x = (/** @type {number} */ seconds) => 4 + (seconds / end) * 232;
  const y = (/** @type {number} */ value) => 64 - ((value - low) / (high - low)) * 56;
  const path = (/** @type {[number, number][]} */ steps) =>
    steps.map(([a, b], i) => (i ? `H${x(a)}V${y(b)}` : `M${x(a)} ${y(b)}`)).join("") + `H${x(end)}`;
  const bound = bounds.at(-1)?.bound;
  return html`
    <figure class="chart">
      <svg viewBox="0 0 240 70" role="img" aria-label=${t("chart_help")}>
        ${bounds.length > 0 && html`<path class="bound" d=${path(bounds.map((each) => [each.seconds, Number(each.bound)]))} />`}
        <path class="value" d=${path(points.map((each) => [each.seconds, Number(each.value)]))} />
      </svg>
      <figcaption>
        ${t("chart", { value: round(Number(last.value)), bound: bound == null ? "?" : round(bound), seconds: round(last.seconds) })}
      </figcaption>
    </figure>
  `;
}
