/** What a challenge or a puzzle says beside its game: rules, and the luck to come if that is open. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { post } from "../shared/api.js";
import { t } from "../shared/i18n.js";
import { attempt, isDesk } from "../shared/page.js";
import { undo } from "./state.js";

/** @import { GameView } from "./types.js" */

/** A kind of chance, and what it brings. @param {{ line: string }} props */
function Luck({ line }) {
  const [kind, ...rest] = line.split(": ");
  return html`<li><b>${kind}:</b> ${rest.join(": ")}</li>`;
}

/** What a puzzle asks, help, and how it ended. @param {{ game: GameView, puzzle: import("../contract.js").GamePuzzle }} props */
function Puzzle({ game, puzzle }) {
  const [help, setHelp] = useState(/** @type {string[]} */ ([]));
  const [asked, setAsked] = useState("");
  useEffect(() => {
    if (asked === "solution") return;
    setHelp([]);
    setAsked("");
  }, [game.stamp]);
  const ask = async (/** @type {"nudge" | "hint" | "solution"} */ want) => {
    await attempt(async () => {
      setHelp((await post("/api/puzzles/help", { game: game.game, want })).lines);
      setAsked(want);
    });
  };
  return html`<section aria-label=${t("puzzle")}>
    <p>${puzzle.question}</p>
    <div role="status">
      ${puzzle.verdict && html`<p><b>${puzzle.verdict}</b></p>`}
      ${help.map((line) => html`<p>${line}</p>`)}
    </div>
    <div class="answers wrap aligned">
      ${puzzle.next ? html`<a class="button" href=${`/puzzles#${puzzle.next}`}>${t("puzzle_next_puzzle")}</a>` : html`<button disabled>${t("puzzle_next_puzzle")}</button>`}
      ${game.over
        ? html`<button onClick=${() => undo(0)} disabled=${game.past}>${t("puzzle_play_again")}</button>`
        : html`<button onClick=${() => ask(asked ? "hint" : "nudge")}>${t(asked ? "puzzle_hint_whole" : "puzzle_hint")}</button>
            ${asked === "hint" && html`<button onClick=${() => ask("solution")}>${t("puzzle_really_give_up")}</button>`}`}
      <a class="button" href="/puzzles#last-actions">${t("puzzle_all_puzzles")}</a>
    </div>
  </section>`;
}

/** @param {{ game: GameView }} props */
export function Challenge({ game }) {
  const { challenge } = game;
  if (!challenge) return null;
  // Luck to come covers no table on a small screen until it is asked for.
  const open = challenge.luck.length > 0 && isDesk();
  const { puzzle } = challenge;
  return html`${puzzle && html`<${Puzzle} game=${game} puzzle=${puzzle} />`}<details class="ch-about" open=${open ? true : null}>
    <summary>${challenge.title}</summary>
    <ul>${challenge.luck.map((each) => html`<${Luck} line=${each} />`)}${challenge.rules.map((each) => html`<li>${each}</li>`)}</ul>
    ${!puzzle && html`<p><a href="/challenges">${t("page_challenges")}</a></p>`}
  </details>`;
}
