/** The coach: moves with what they lose. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { Select, small } from "../shared/controls.js";
import { t } from "../shared/i18n.js";
import { Store, useStore } from "../shared/store.js";
import { Task } from "../shared/task.js";
import { asking, busy, play, shown } from "./state.js";

/** @import { CoachAdvice, CoachLine, CoachNumber } from "./types.js" */

export const advice = new Store(/** @type {CoachAdvice | null} */ (null));
const task = new Task();
/** Whether a move is asked about. */
let wondered = false;
/** State about which the coach was asked. */
let about = shown.value;

/** Whether the search about it has ended by itself. */
let complete = false;

// Advice belongs to the state that was asked about.
shown.watch((now) => {
  if (now?.game === about?.game && now?.seen === about?.seen && now?.moves_made === about?.moves_made) return;
  task.leave();
  advice.set(null);
  about = now;
  complete = false;
  begin();
});

// A search ends when a move is on its way, and goes on if it was not made.
busy.watch((now) => {
  if (now) task.leave();
  else begin();
});

/** Whether the coach goes on from decision to decision, and for how long it thinks about each. */
export const following = new Store(false);

/** How long to think: with a number of playouts the answer is the same wherever it is asked. */
export const EFFORTS = [{ seconds: 5 }, { seconds: 20 }, { seconds: 60 }, { playouts: 2000, workers: 1 }];

/** @typedef {typeof EFFORTS[number]} Effort */

let effort = EFFORTS[0];

/** How long to think about a question about a move, when the search has ended. */
const ANSWER = { seconds: 1 };

/** @param {boolean} now */
function follows(now) {
  if (now === following.value) return;
  following.set(now);
  if (now) begin();
  else task.leave();
}

/** Think about the decision that is shown, if there is one. */
function begin() {
  const now = shown.value;
  if (busy.value || !following.value || !now || now.past || now.over || now.chance || !now.moves.length) return;
  if (!complete && task.state.value.state === "idle") ask(effort);
}

/** @param {{ chosen: Effort, choose: (one: Effort) => void }} props */
export function EffortChoice({ chosen, choose }) {
  const options = EFFORTS.map(({ seconds, playouts = 0 }, at) => [at, seconds ? t("seconds", { n: seconds }) : t("playouts_fixed", { n: playouts })]);
  return html`<${Select} aria-label=${t("thinking_time")} options=${options} value=${EFFORTS.indexOf(chosen)} choose=${(/** @type {number} */ at) => choose(EFFORTS[at])} />`;
}

/**
 * What the coach says about a move.
 * @param {CoachAdvice | null} found
 * @param {(each: CoachNumber) => boolean} fits
 * @returns {CoachNumber | undefined}
 */
export function numberOf(found, fits) {
  return found?.lines.find(fits) ?? found?.others.find(fits);
}

/** @param {CoachNumber} line */
export function lossText(line) {
  return line.best ? t("coach_best") : line.sign;
}

/**
 * @param {Effort} limits
 * @param {string | import("./types.js").PlaceTile} [move] what is asked about besides
 */
export function ask(limits, move) {
  const now = (about = shown.value);
  if (!now) return;
  wondered = move !== undefined;
  const { game, seen } = now;
  const tell = (/** @type {CoachAdvice} */ found) => {
    // A search that is stopped at once has found nothing.
    if (found.forced || found.equal || found.lines.length) advice.set(found);
  };
  const end = (/** @type {CoachAdvice} */ found) => {
    complete = true;
    tell(found);
  };
  void task.begin("/api/game/coach", { game, seen, ...limits, move }, { incumbent: tell, result: end });
}

/** Ask about a move: what is known already makes it short. @param {string | import("./types.js").PlaceTile} move */
function askAbout(move) {
  asking.set(null);
  ask(complete && effort.seconds ? ANSWER : effort, move);
  document.querySelector(".drawer.coach")?.scrollIntoView({ block: "nearest" });
}

/**
 * Moves, best first, and how the game may go on.
 * @param {{ found: CoachAdvice | null, task: Task, choose?: (line: CoachLine) => void }} props
 */
export function Lines({ found, task: { state: now }, choose }) {
  const { state, place } = useStore(now);
  const running = state !== "idle";
  return html`
    ${place > 0 && html`<p>${t("in_line", { place })}</p>`}
    ${running && !found && html`<p>${t("coach_thinks")}</p>`}
    ${found?.forced && html`<p>${t("coach_forced")} ${!choose && found.words}</p>`}
    ${found?.equal && html`<p>${t("coach_equal")}</p>`}
    <ol class="lines" aria-busy=${running}>
      ${found?.lines.map(
        (line) => html`<li>
          <${choose ? "button" : "div"} class=${line.best ? "best" : ""} title=${[line.words, line.aim && t("coach_aim", { aim: line.aim })].filter(Boolean).join("\n")} onClick=${choose && (() => choose(line))}>
            <span>${line.label}</span>
            <b>${line.best ? t("coach_best") : `${line.sign.startsWith("−") ? "−" : ""}${line.loses}`}</b>
            ${line.best && html`<small>${line.expects}</small>`}
            ${line.aim && line.best && html`<small>${t("coach_aim", { aim: line.aim })}</small>`}
          <//>
        </li>`,
      )}
    </ol>
    ${[found?.taken, found?.legend].map((text) => text && html`<p class="dim">${text}</p>`)}
    ${found && found.lines.length > 0 && html`<p class="dim">${t("coach_effort", { counts: found.effort, seconds: found.seconds.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 }) })}</p>`}
    ${found?.plan && html`<${Plan} plan=${found.plan} title=${t("coach_plan")} />`}
  `;
}

/** @param {{ plan: CoachAdvice["plan"], title: string }} props */
function Plan({ plan, title }) {
  return html`<details>
    <summary>${title}</summary>
    ${plan?.map(
      ({ round, steps }) => html`<h3>${t("round")} ${round}</h3>
        <ul>
          ${steps.map((step) => html`<li>${step}</li>`)}
        </ul>`,
    )}
  </details>`;
}

/** The answer about a move. @param {{ asked: import("./types.js").AskedMove }} props */
function Asked({ asked }) {
  return html`<div class="asked" role="status">
    <p><b>${asked.label}</b> ${asked.loses && html`<span>${t("what_if_loss", { loss: asked.loses })}</span>`}</p>
    <p>${asked.why}</p>
    <p><small>${t("coach_aim", { aim: asked.aim })}</small></p>
    <${Plan} plan=${asked.plan} title=${t("coach_plan")} />
  </div>`;
}

/** @param {{ close: () => void }} props */
export function Coach({ close }) {
  const found = useStore(advice);
  const thinking = useStore(task.state).state !== "idle";
  const [chosen, setChosen] = useState(effort);
  const whatIf = useStore(asking);
  useEffect(() => {
    follows(true);
    return () => {
      follows(false);
      asking.set(null);
    };
  }, []);
  return html`
    <section class="drawer coach" aria-label=${t("coach")}>
      <header>
        <${EffortChoice} chosen=${chosen} choose=${(/** @type {Effort} */ each) => setChosen((effort = each))} />
        ${thinking
          ? html`<button onClick=${() => task.stop()}>${t("stop")}</button>`
          : html`<button class=${found ? "" : "primary"} onClick=${() => ask(chosen)}>${t("ask_coach")}</button>`}
        <button data-testid="what-if" aria-pressed=${Boolean(whatIf)} onClick=${() => asking.set(whatIf ? null : askAbout)}>${t("what_if")}</button>
        ${small("✕", t("close"), close)}
      </header>
      ${whatIf && html`<p class="dim">${t("what_if_help")}</p>`}
      ${thinking && wondered && found && html`<p class="dim">${t("coach_thinks")}</p>`}
      ${found?.asked && html`<${Asked} asked=${found.asked} />`}
      ${!thinking && !found && html`<p class="dim">${t("coach_help")}</p>`}
      <${Lines} found=${found} task=${task} choose=${(/** @type {CoachLine} */ line) => play(...line.moves)} />
    </section>
  `;
}
