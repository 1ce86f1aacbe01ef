/** What the game asks, and buttons for the answers. */

import { html, useEffect, useRef, useState } from "../../vendor/htm-preact.js";
import { Search } from "../shared/controls.js";
import { t } from "../shared/i18n.js";
import { Later } from "../shared/page.js";
import { useStore } from "../shared/store.js";
import { advice, following, lossText, numberOf } from "./coach.js";
import { Feast } from "./feast.js";
import { Icon, nameOf } from "./icons.js";
import { choose, explain, explains } from "./pop.js";
import { asking, busy, goOnHere, look, news, play } from "./state.js";

/** @import { GameView, MoveView } from "./types.js" */

/** Choosing a resource token of Harvest: what it gives is told however many there are. */
const TOKEN = /^token /;

/** Groups of moves that are made by touching the table as well: an icon shows at what. */
const PICTURED = new Set(["supply", "special", "ship"]);

/** @param {{ game: GameView, review: () => void }} props */
export function Prompt({ game, review }) {
  const happened = useStore(news);
  const waiting = useStore(busy);
  const section = useRef(/** @type {HTMLElement | null} */ (null));
  // An answer that was pressed is gone: keys go on from the next question.
  useEffect(() => {
    if (document.activeElement === document.body) section.current?.focus({ preventScroll: true });
  }, [game.seen]);
  const card = [...game.hand, ...game.played].find((each) => each.number === game.asking);
  const answers = game.moves.filter((move) => !move.anytime && move.group !== "cells" && move.group !== "space");
  return html`
    <section class="prompt wrap aligned" id="prompt" ref=${section} tabindex="-1" aria-label=${t("question")} aria-busy=${waiting}>
      ${game.past
        ? html`<${Past} game=${game} />`
        : html`
            ${happened.length > 0 && html`<p class="news">${happened.join(" · ")}</p>`}
            <p class="question">${game.question}</p>
            ${card && html`<p class="dim">${card.text}</p>`}
            ${game.dice && html`<${Dice} dice=${game.dice} entered=${game.chance?.kind === "die"} />`}
            ${game.chance && !(game.dice && game.chance.kind === "die") && html`<${Outcomes} chance=${game.chance} />`}
            ${game.banquet.feast && html`<${Feast} game=${game} proposed=${game.banquet.feast} />`}
            ${!game.chance && !game.banquet.feast && html`<${Answers} game=${game} moves=${answers} />`}
            ${game.over &&
            // Only an end needs what it shows.
            html`<${Later} load=${() => import("./end.js")} part="End" game=${game} review=${review} />`}
          `}
    </section>
  `;
}

/** @param {{ game: GameView }} props */
function Past({ game }) {
  return html`
    <p class="question">${t("looking_at", { at: game.seen, count: game.moves_made })}</p>
    <div class="answers wrap aligned">
      <button onClick=${() => look(game.seen - 1)} disabled=${!game.seen}>‹ ${t("earlier")}</button>
      <button onClick=${() => look(game.seen + 1)}>${t("later")} ›</button>
      <button class="primary" onClick=${() => look(game.moves_made)}>${t("back_to_now")}</button>
      <button onClick=${goOnHere}>${t("go_on_here")}</button>
    </div>
  `;
}

/** The answers, the coach's first: its place is there while it thinks. @param {{ game: GameView, moves: MoveView[] }} props */
function Answers({ game, moves }) {
  const found = useStore(advice);
  const coached = useStore(following) && game.moves.length > 1;
  const line = found?.lines.find(({ best }) => best);
  const advised = coached && line?.moves.length === 1 && moves.find(({ text }) => text === line.moves[0])?.text;
  return html`<div class="answers wrap aligned">
    ${coached && !found?.equal && html`<button class=${`primary ${advised ? "best" : ""}`} data-testid="advised" data-move=${advised || null} disabled=${!line} onClick=${() => line && play(...line.moves)}>
      ${t("coach")}: ${line?.label ?? t("coach_thinks")} ${advised && html`<b class="badge">${t("coach_best")}</b>`}
    </button>`}
    ${moves.filter(({ text }) => text !== advised).map((move) => {
      const number = numberOf(found, (each) => each.move === move.text);
      const gives = move.text === "pass" && game.vikings > 0 && game.moves.some(({ group }) => group === "space");
      return html`<button
        class=${[moves.length === 1 && !gives && !coached && "primary", gives && "apart", number?.best && "best"].filter(Boolean).join(" ")}
        data-move=${move.text}
        aria-label=${[move.spoken, number && `${t("coach")}: ${lossText(number)}`].filter(Boolean).join(" ")}
        ...${explains(move.meaning)}
        onClick=${(/** @type {Event} */ event) =>
          gives && !asking.value
            ? choose(event, t("vikings_unused", { n: game.vikings }), [{ ...move, text: "", label: t("puzzle_go_on"), spoken: t("puzzle_go_on"), act: () => {} }, move], "")
            : play(move.text)}
      >
        ${PICTURED.has(move.group) && move.target && html`<${Icon} item=${move.target} />`}
        ${move.label}
        ${number && html`<b class="badge">${lossText(number)}</b>`}
        ${move.meaning && (moves.length < 5 || TOKEN.test(move.text)) && html`<small>${move.meaning}</small>`}
      </button>`;
    })}
  </div>`;
}

/** @param {{ dice: NonNullable<GameView["dice"]>, entered: boolean }} props */
function Dice({ dice, entered }) {
  return html`<div class="dice wrap aligned">
    ${dice.roll !== null &&
    html`<span class="rolled">
      <svg class="glyph die" viewBox="0 0 24 24" role="img" aria-label=${t("die_shows", { die: dice.die, roll: dice.roll })}>
        <use href=${`#i-${dice.die}`} />
        <text x="12" y="16.5" text-anchor="middle">${dice.roll}</text>
      </svg>
      <span>${t("roll_of", { roll: dice.rolls, count: dice.rolls_allowed })}${dice.result !== dice.roll ? html`<br />${t("result", { result: dice.result ?? 0 })}` : ""}</span>
    </span>`}
    ${dice.meanings.length > 0 &&
    html`<div>
      ${!entered && html`<small>${t("next_roll")}</small>`}
      <ol class="meanings wrap">
        ${dice.meanings.map(({ roll, success, text }) => {
          const face = html`<b>${roll}</b><span aria-hidden="true">${success ? "✓" : "✗"}</span><span class="sr">${text}</span>`;
          return html`<li class=${success ? "good" : "bad"}>
            <button
              ...${explains(`${roll}: ${text}`)}
              aria-disabled=${entered ? null : "true"}
              data-move=${entered ? roll : null}
              onClick=${(/** @type {Event} */ event) =>
                entered ? play(String(roll)) : explain(/** @type {Element} */ (event.currentTarget), `${roll}: ${text}`)}
            >
              ${face}
            </button>
          </li>`;
        })}
      </ol>
    </div>`}
  </div>`;
}

/** @param {{ chance: NonNullable<GameView["chance"]> }} props */
function Outcomes({ chance }) {
  const [sought, seek] = useState("");
  const many = chance.outcomes.length > 15;
  const fitting = chance.outcomes.filter(({ outcome, label, meaning }) =>
    `${outcome} ${label} ${meaning}`.toLowerCase().includes(sought.toLowerCase()),
  );
  const die = chance.kind === "die";
  return html`
    ${many && html`<${Search} label=${t("find_card")} value=${sought} seek=${seek} />`}
    <div class="answers wrap aligned">
      ${(many ? fitting.slice(0, 15) : chance.outcomes).map(
        (each) => html`<button data-move=${each.outcome} ...${explains(each.meaning)} onClick=${() => play(each.outcome)}>
          ${each.items
            ? html`<span class="sr">${each.meaning}</span>${each.items.map(({ item, count }) => html`<${Icon} item=${item} count=${count} />`)}`
            : chance.kind === "weapon"
              ? html`<${Icon} item=${each.outcome.replace(" ", "_")} /> ${nameOf(each.outcome.replace(" ", "_"))}`
              : each.card === null
                ? each.label
                : each.meaning || each.label}
          ${(die || chance.kind === "harvest marker") && each.meaning && html`<small>${each.meaning}</small>`}
        </button>`,
      )}
      ${many && fitting.length > 15 && html`<span class="dim">${t("more_cards", { n: fitting.length - 15 })}</span>`}
    </div>
  `;
}
