/** The review of a game: what its moves have lost. */

import { html } from "../../vendor/htm-preact.js";
import { post } from "../shared/api.js";
import { small } from "../shared/controls.js";
import { t } from "../shared/i18n.js";
import { attempt } from "../shared/page.js";
import { Store, useStore } from "../shared/store.js";
import { Task } from "../shared/task.js";
import { look, shown } from "./state.js";
import { Training } from "./training.js";

/** @import { ReviewedMove, ReviewResult } from "./types.js" */
/** @typedef {{ game: string, moves: ReviewedMove[], costliest: ReviewResult["costliest"], total: string }} Review */

export const review = new Store(/** @type {Review | null} */ (null));
const reviewing = new Task();

function beginReview() {
  const game = shown.value?.game;
  if (!game) return;
  review.set({ game, moves: [], costliest: [], total: "" });
  void reviewing.begin("/api/game/review", { game }, {
    part: (/** @type {ReviewedMove} */ move) => {
      if (!review.value) return;
      const moves = [...review.value.moves, move].sort((one, two) => one.number - two.number);
      review.set({ ...review.value, moves, total: move.total });
    },
    result: (/** @type {ReviewResult} */ found) => review.set({ game, ...found }),
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
  const running = useStore(reviewing.state).state !== "idle";
  const now = all?.game === game?.game ? all : null;
  const moves = now?.moves ?? [];
  const trained = now?.moves.flatMap((move) => now.costliest.filter(({ number }) => number === move.number).map(({ text }) => ({ ...move, text })));
  return html`
    <section class="drawer review" aria-label=${t("review")}>
      <header>
        <h2>${t("review")}</h2>
        ${now && running
          ? html`<progress max=${moves[0]?.of ?? 1} value=${moves.length}></progress>
              <button onClick=${() => reviewing.stop()}>${t("stop")}</button>`
          : html`<button class="primary" onClick=${beginReview}>${t("begin_review")}</button>`}
        ${small("✕", t("close"), close)}
      </header>
      ${!now && html`<p class="dim">${t("review_help")}</p>`}
      ${now && (running || !now.costliest.length ? html`<${Found} of=${now} />` : html`<${Training} moves=${trained}><${Found} of=${now} /><//>`)}
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
    <figcaption>${t("review_chart")}</figcaption>
  </figure>`;
}
