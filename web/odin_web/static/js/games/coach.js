/** The coach: moves with what they lose; the review of a game. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { follow, post } from "../shared/api.js";
import { t } from "../shared/i18n.js";
import { attempt, say } from "../shared/page.js";
import { Store, useStore } from "../shared/store.js";
import { Task } from "../shared/task.js";
import { asking, busy, look, play, shown } from "./state.js";
import { Training } from "./training.js";

/** @typedef {import("./types.js").CoachAdvice} CoachAdvice */
/** @typedef {import("./types.js").CoachLine} CoachLine */
/** @typedef {import("./types.js").CoachNumber} CoachNumber */
/** @typedef {import("./types.js").ReviewedMove} ReviewedMove */
/** @typedef {import("./types.js").ReviewResult} ReviewResult */

/** @type {Store<CoachAdvice | null>} */
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
  if (busy.value || !following.value || !now || now.past || now.over || now.chance) return;
  if (!complete && task.state.value.state === "idle") ask(effort);
}

/** @param {{ chosen: Effort, choose: (one: Effort) => void }} props */
export function EffortChoice({ chosen, choose }) {
  return html`<select
    aria-label=${t("thinking_time")}
    onChange=${(/** @type {Event} */ event) => choose(EFFORTS[Number(/** @type {HTMLSelectElement} */ (event.target).value)])}
  >
    ${EFFORTS.map(
      (each, at) => html`<option value=${at} selected=${each === chosen}>
        ${each.seconds ? t("seconds", { n: each.seconds }) : t("playouts_fixed", { n: each.playouts ?? 0 })}
      </option>`,
    )}
  </select>`;
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

/** @param {string} id */
function stop(id) {
  void post(`/api/searches/${id}/stop`, {}).catch((error) => say(error.message, true));
}

/**
 * Moves, best first, and how the game may go on.
 * @param {{ found: CoachAdvice | null, running: boolean, choose?: (line: CoachLine) => void }} props
 */
export function Lines({ found, running, choose }) {
  return html`
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
    ${found?.legend && html`<p class="dim">${found.legend}</p>`}
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
  const { state, place } = useStore(task.state);
  const thinking = state !== "idle";
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
        <h2>${t("coach")}</h2>
        <${EffortChoice} chosen=${chosen} choose=${(/** @type {Effort} */ each) => setChosen((effort = each))} />
        ${thinking
          ? html`<button onClick=${() => task.stop()}>${t("stop")}</button>`
          : html`<button class=${found ? "" : "primary"} onClick=${() => ask(chosen)}>${t("ask_coach")}</button>`}
        <button class="quiet" aria-label=${t("close")} onClick=${close}>✕</button>
      </header>
      <p>
        <button data-testid="what-if" aria-pressed=${Boolean(whatIf)} onClick=${() => asking.set(whatIf ? null : askAbout)}>${t("what_if")}</button>${" "}
        ${whatIf && html`<small>${t("what_if_help")}</small>`}
      </p>
      ${thinking && wondered && found && html`<p class="dim">${t("coach_thinks")}</p>`}
      ${found?.asked && html`<${Asked} asked=${found.asked} />`}
      ${place > 0 && html`<p>${t("in_line", { place })}</p>`}
      ${thinking && !found && html`<p>${t("coach_thinks")}</p>`}
      ${!thinking && !found && html`<p class="dim">${t("coach_help")}</p>`}
      ${found?.forced && html`<p>${t("coach_forced")}</p>`}
      ${found?.equal && html`<p>${t("coach_equal")}</p>`}
      <${Lines} found=${found} running=${thinking} choose=${(/** @type {CoachLine} */ line) => play(...line.moves)} />
    </section>
  `;
}

/**
 * @typedef {object} Review
 * @property {string} game
 * @property {string} id of the search; empty when it has ended
 * @property {ReviewedMove[]} moves
 * @property {ReviewResult["costliest"]} costliest
 * @property {string} total
 */

/** @type {Store<Review | null>} */
export const review = new Store(/** @type {Review | null} */ (null));
let leaveReview = () => {};

async function beginReview() {
  leaveReview();
  const game = shown.value?.game;
  if (!game) return;
  await attempt(async () => {
    const { search: id } = await post("/api/game/review", { game });
    review.set({ game, id, moves: [], costliest: [], total: "" });
    leaveReview = follow(id, {
      part: (/** @type {ReviewedMove} */ move) => {
        if (!review.value) return;
        const moves = [...review.value.moves, move].sort((one, two) => one.number - two.number);
        review.set({ ...review.value, moves, total: move.total });
      },
      result: (/** @type {ReviewResult} */ found) => review.set({ game, id: "", ...found }),
      stopped: () => review.value && review.set({ ...review.value, id: "" }),
      failed: ({ error }) => {
        review.set(null);
        say(error, true);
      },
    });
  });
}

/** A copy of the game up to a decision: the game itself stays as it is. @param {string} game @param {number} at */
const playAgain = (game, at) =>
  attempt(async () => {
    location.hash = encodeURIComponent((await post("/api/games/again", { game, at })).game);
  });

/** @param {{ close: () => void }} props */
export function ReviewDrawer({ close }) {
  const game = useStore(shown);
  const all = useStore(review);
  const now = all?.game === game?.game ? all : null;
  const moves = now?.moves ?? [];
  const trained = now?.moves.flatMap((move) => now.costliest.filter(({ number }) => number === move.number).map(({ text }) => ({ ...move, text })));
  return html`
    <section class="drawer review" aria-label=${t("review")}>
      <header>
        <h2>${t("review")}</h2>
        ${now?.id
          ? html`<progress max=${moves[0]?.of ?? 1} value=${moves.length}></progress>
              <button onClick=${() => stop(now.id)}>${t("stop")}</button>`
          : html`<button class="primary" onClick=${beginReview}>${t("begin_review")}</button>`}
        <button class="quiet" aria-label=${t("close")} onClick=${close}>✕</button>
      </header>
      ${!now && html`<p class="dim">${t("review_help")}</p>`}
      ${now && (now.id || !now.costliest.length ? html`<${Found} of=${now} />` : html`<${Training} moves=${trained}><${Found} of=${now} /><//>`)}
    </section>
  `;
}

/** @param {{ of: Review }} props */
function Found({ of: { game, moves, costliest, total } }) {
  return html`
    ${moves.length > 0 && html`<${Chart} moves=${moves} />`}
    ${total && html`<p>${total}</p>`}
    ${costliest.length > 0 &&
    html`<h3>${t("costliest")}</h3>
      <ol class="lines">
        ${costliest.map(
          ({ number, text }) => html`<li>
            <button onClick=${() => look(number - 1)}>${text}</button>
            <button onClick=${() => playAgain(game, number - 1)}>${t("play_again_here")}</button>
          </li>`,
        )}
      </ol>`}
  `;
}

const WIDE = 320;
const HIGH = 150;
const LEFT = 30;

/** Choices without a mistake are left out. @param {{ moves: ReviewedMove[] }} props */
function Chart({ moves: all }) {
  const moves = all.filter(({ kind, mistake }) => kind !== "choice" || mistake);
  if (!moves.length) return null;
  const values = moves.map((move) => move.expected);
  const low = Math.floor((Math.min(...values) - 3) / 10) * 10;
  const high = Math.ceil((Math.max(...values) + 3) / 10) * 10;
  const x = (/** @type {number} */ i) => LEFT + ((i + 0.5) * (WIDE - LEFT - 6)) / moves.length;
  const y = (/** @type {number} */ value) => 8 + ((high - value) * (HIGH - 30)) / (high - low);
  const steps = [low, (low + high) / 2, high];
  const worst = moves.filter((move) => move.mistake);
  return html`<figure class="curve">
    <svg viewBox=${`0 0 ${WIDE} ${HIGH}`} role="group" aria-label=${t("review_chart")}>
      ${steps.map(
        (value) => html`<path class="line" d=${`M${LEFT} ${y(value)}H${WIDE - 4}`} />
          <text x=${LEFT - 4} y=${y(value) + 3} text-anchor="end">${value}</text>`,
      )}
      ${moves.map(
        (move, i) =>
          (i === 0 || moves[i - 1].round !== move.round) &&
          html`<path class="round" d=${`M${x(i - 0.5)} 8V${HIGH - 18}`} />
            <text x=${x(i - 0.5) + 2} y=${HIGH - 6}>${move.round}</text>`,
      )}
      <path class="expected" d=${moves.map((move, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(move.expected).toFixed(1)}`).join("")} />
      ${moves.map(
        (move, i) => html`<a
          href="#"
          class=${move.mistake ? "mistake" : ""}
          aria-label=${t("review_point", { number: move.number, move: move.move_label, loss: move.loses, best: move.best_label })}
          onClick=${(/** @type {Event} */ event) => {
            event.preventDefault();
            look(move.number - 1);
          }}
        >
          <title>${t("review_point", { number: move.number, move: move.move_label, loss: move.loses, best: move.best_label })}</title>
          <rect class="touch" x=${x(i) - 5} y="4" width="10" height=${HIGH - 22} />
          <circle cx=${x(i)} cy=${y(move.expected)} r=${move.mistake ? 4.5 : 2.5} />
          ${move.mistake && html`<text class="sign" x=${x(i)} y=${y(move.expected) - 7} text-anchor="middle">?</text>`}
        </a>`,
      )}
    </svg>
    <figcaption>${t("review_caption", { n: worst.length })}</figcaption>
  </figure>`;
}
