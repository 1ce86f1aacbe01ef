/** The end of a game: the sheet by category, what it is beside par and one's own games, what turned it, what to share. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { Par, Medal, savePicture } from "../challenges/page.js";
import { get, post } from "../shared/api.js";
import { copy } from "../shared/files.js";
import { given, language, t } from "../shared/i18n.js";
import { attempt, signed } from "../shared/page.js";
import { useStore } from "../shared/store.js";
import { review as reviews } from "./review.js";
import { look } from "./state.js";

/** @import { GameView } from "./types.js" */

/** Scores of finished games of the same length, with cards or without as well, this one included. @param {GameView} game */
async function alike(game) {
  let all = await get("/api/games");
  while (all.pending) all = await get("/api/games");
  const own = all.games.find((each) => each.game === game.game);
  const kept = (await get("/api/scores")).games.map(({ data }) => data);
  return [
    ...all.games.filter((each) => each.over && !each.seats.length && !each.broken && each.length === game.length && each.occupations === own?.occupations).map((each) => each.score),
    ...kept.filter((each) => each.players.length === 1 && each.game === game.length && (each.cards !== "none") === own?.occupations).map((each) => each.players[0].total),
  ];
}

/** The score sheet of several players. @param {{ game: GameView }} props */
function Columns({ game: { seats } }) {
  return html`<table class="end-columns" aria-label=${t("score_sheet")}>
    <thead><tr><td></td>${seats.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>
      ${seats[0].sheet.map(({ name }, i) => seats.some(({ sheet }) => sheet[i].points) && html`<tr><th scope="row">${name}</th>${seats.map(({ sheet }) => html`<td>${signed(sheet[i].points)}</td>`)}</tr>`)}
      <tr class="total"><th scope="row">${t("total")}</th>${seats.map(({ score }) => html`<td>${signed(score)}</td>`)}</tr>
    </tbody>
  </table>`;
}

/** @param {{ game: GameView, review: () => void }} props */
export function End({ game, review }) {
  const [scores, setScores] = useState(/** @type {number[]} */ ([]));
  const [found, setFound] = useState(/** @type {import("../contract.js").ChallengeResults | null} */ (null));
  const reviewed = useStore(reviews);
  const turning = reviewed?.game === game.game ? reviewed.costliest[0] : undefined;
  const isChallenge = game.challenge && !game.challenge.puzzle;
  useEffect(() => {
    if (!game.seats.length) void attempt(async () => setScores(await alike(game)));
    if (isChallenge) void attempt(async () => setFound(await post("/api/challenges/result", { game: game.game, friends: [] })));
  }, [game.game, game.stamp]);
  const par = found?.challenge.par?.bronze;
  const most = Math.max(1, ...game.sheet.map(({ points }) => Math.abs(points)));
  const several = game.seats.filter((each) => !each.bot).length > 1;
  const line = found?.card.join("\n") ?? (game.seats.length ? game.question : t("end_line", { name: game.name, score: signed(game.score) }));
  return html`<div class="end">
    ${game.seats.filter((each) => each.here).length < 2 && html`<p class="end-score"><${Medal} medal=${found?.medal ?? null} /> <b>${signed(game.score)}</b></p>`}
    <div>
      ${typeof par === "number" && html`<p>${t(game.score < par ? "end_below" : "end_above", { n: Math.abs(game.score - par), par: signed(par) })}</p><${Par} of=${found?.challenge} />`}
      ${scores.length > 1 &&
      html`<p>${t("end_own", {
        n: scores.length,
        rank: 1 + scores.filter((each) => each > game.score).length,
        best: signed(Math.max(...scores)),
        average: (scores.reduce((sum, each) => sum + each, 0) / scores.length).toLocaleString(language, { maximumFractionDigits: 1 }),
      })}</p>`}
      ${several ? "" : turning
        ? html`<p><b>${t("end_turning")}</b> <button onClick=${() => look(turning.number - 1)}>${turning.text}</button></p>`
        : html`<p class="dim">${t("end_no_review")}</p>`}
    </div>
    ${game.seats.length > 0 && html`<${Columns} game=${game} />`}
    ${!game.seats.length && html`<dl class="end-sheet" aria-label=${t("score_sheet")}>
      ${game.sheet
        .filter(({ points }) => points)
        .map(({ name, points }) => html`<div><dt>${name}</dt><dd><meter class=${points < 0 ? "off" : ""} max=${most} value=${Math.abs(points)} aria-hidden="true"></meter> ${signed(points)}</dd></div>`)}
    </dl>`}
    <div class="answers wrap aligned">
      ${!several && html`<button class=${turning ? "" : "primary"} onClick=${review}>${t("review_game")}</button>`}
      <button onClick=${() => copy(line, t("ch_copied"))}>${t("ch_copy")}</button>
      ${found && html`<button onClick=${() => attempt(() => savePicture(found.picture, found.challenge.id))}>${t("ch_save_picture")}</button>`}
      ${isChallenge && html`<a class="button" href=${`/challenges#${encodeURIComponent(game.game)}`}>${t("ch_friends")}</a>`}
      ${!game.seats.length && html`<a class=${`button ${turning ? "primary" : ""}`} href="/challenges">${t("end_next")}</a>`}
      ${game.seats.length > 0 && given.role !== "seat" && html`<a class="button primary" href="#">${t("all_games")}</a>`}
    </div>
  </div>`;
}
