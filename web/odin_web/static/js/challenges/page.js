/** The page of challenges: the game of the day, those that are included, results beside those of friends. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { fragment } from "../shared/address.js";
import { get, post } from "../shared/api.js";
import { copy, save } from "../shared/files.js";
import { dateText, t } from "../shared/i18n.js";
import { Picture, attempt, signed } from "../shared/page.js";
import { Report } from "../shared/questions.js";
import { Store, useFresh, useStore } from "../shared/store.js";
import { Task } from "../shared/task.js";

/** @import { ChallengesView as Challenges, ChallengeView as Challenge, DayView as Day, ChallengeResults as Results, FriendLog as Friend } from "../contract.js" */

/** From the best on. */
const MEDALS = /** @type {const} */ (["gold", "silver", "bronze"]);

export const all = new Store(/** @type {Challenges | null} */ (null));
/** The planner plays the game of a day. */
const par = new Task();

export const load = () => attempt(async () => all.set(await get("/api/challenges")));

/** @param {string} game */
const toGame = (game) => location.assign(`/games#${encodeURIComponent(game)}`);

/** @param {string} challenge */
const start = (challenge) => attempt(async () => toGame((await post("/api/challenges/start", { challenge })).game));

/** @param {string} challenge @param {typeof MEDALS[number]} medal */
const lookAt = (challenge, medal) => attempt(async () => toGame((await post("/api/challenges/game", { challenge, medal })).game));

/** @param {string} challenge @param {() => unknown} done */
const computePar = (challenge, done) => par.begin("/api/challenges/par", { challenge }, { result: done });

export function Page() {
  const game = useStore(fragment);
  return game ? html`<${Result} key=${game} game=${game} />` : html`<${List} />`;
}

function List() {
  const shown = useStore(all);
  useFresh(load);
  if (!shown) return html`<main><p class="hint">${t("loading")}</p></main>`;
  return html`
    <main class="challenges">
      <h1 class="sr">${t("page_challenges")}</h1>
      <${Today} day=${shown.day} />
      <section aria-label=${t("ch_included")}>
        <h2>${t("ch_included")}</h2>
        <p class="dim">${t("ch_help")}</p>
        <ul class="ch-list">${shown.included.map((each) => html`<${Card} key=${each.id} challenge=${each} />`)}</ul>
      </section>
    </main>
  `;
}

/** @param {{ day: Day }} props */
export function Today({ day }) {
  return html`<section class="panel ch-today" aria-label=${t("ch_today")}>
    <header>
      <h2>${t("ch_today")}: ${dateText(day.day, { dateStyle: "full" })}</h2>
      <p>
        ${day.streak > 0 && html`<b>${t("ch_streak", { n: day.streak })}</b>`}
        ${day.kept !== null && html` <span>${t("ch_kept", { score: signed(day.kept) })}</span>`}
      </p>
    </header>
    <${Rules} of=${day} />
    ${day.par ? html`<${Par} of=${day} />` : html`<${Computing} day=${day.id} done=${load} />`}
    <${Buttons} of=${day} id="today" />
  </section>`;
}

/** The button that lets the planner play the game of a day. @param {{ day: string, done: () => unknown }} props */
function Computing({ day, done }) {
  const { state, place } = useStore(par.state);
  if (state === "idle") {
    return html`<p class="ch-row wrap aligned"><button onClick=${() => computePar(day, done)}>${t("ch_compute")}</button> <span class="dim">${t("ch_compute_help")}</span></p>`;
  }
  return html`<p class="ch-row wrap aligned" role="status"><span>${place > 0 ? t("in_line", { place }) : t("ch_computing")}</span> <button onClick=${() => par.leave()}>${t("stop")}</button></p>`;
}

/** @param {{ challenge: Challenge }} props */
function Card({ challenge }) {
  return html`<li class="panel">
    <h3>${challenge.title}</h3>
    <${Rules} of=${challenge} />
    <${Par} of=${challenge} />
    ${challenge.best && html`<p>${t("ch_best")} <${Medal} medal=${challenge.best.medal} /> <b>${signed(challenge.best.score)}</b></p>`}
    <${Buttons} of=${challenge} id=${challenge.id} />
  </li>`;
}

/** @param {{ of: Challenge }} props */
const Rules = ({ of }) => html`<ul class="ch-rules">${of.rules.map((each) => html`<li>${each}</li>`)}</ul>`;

/** @param {{ medal: string | null }} props */
export const Medal = ({ medal }) => medal && html`<i class=${`ch-medal ${medal}`} role="img" aria-label=${t(`ch_${medal}`)} title=${t(`ch_${medal}`)}></i>`;

/** @param {{ of: Challenge }} props */
export function Par({ of }) {
  const scores = of.par;
  if (!scores) return null;
  return html`<p class="ch-par wrap aligned">
    ${MEDALS.filter((medal) => typeof scores[medal] === "number").map((medal) => html`<span><${Medal} medal=${medal} /> ${signed(/** @type {number} */ (scores[medal]))}</span>`)}
  </p>`;
}

/** @param {{ of: Challenge, id: string }} props */
function Buttons({ of, id }) {
  const named = (/** @type {string} */ key) => `${t(key)}: ${of.title}`;
  return html`<p class="ch-row wrap aligned">
    ${of.begun && html`<a class="button primary" aria-label=${named("ch_go_on")} href=${`/games#${encodeURIComponent(of.begun.game)}`}>${t("ch_go_on")}</a>`}
    <button class=${of.begun ? "" : "primary"} aria-label=${named(of.best || of.begun ? "ch_again" : "ch_play")} onClick=${() => start(id)}>${t(of.best || of.begun ? "ch_again" : "ch_play")}</button>
    ${of.best && html`<a class="button" aria-label=${named("ch_result")} href=${`/challenges#${encodeURIComponent(of.best.game)}`}>${t("ch_result")}</a>`}
  </p>`;
}

/** Boards become pixels, twice as fine as on the screen. @param {string} svg @param {string} name */
export async function savePicture(svg, name) {
  const picture = new Image();
  picture.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.naturalWidth;
  canvas.height = picture.naturalHeight;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(picture.src);
  canvas.toBlob((blob) => blob && save(blob, `${name}.png`));
}

/** @param {{ game: string }} props */
function Result({ game }) {
  const [friends, setFriends] = useState(/** @type {Friend[]} */ ([]));
  const [found, setFound] = useState(/** @type {Results | null} */ (null));
  /** Friends whose logs are refused are not kept. @param {Friend[]} wanted */
  const ask = (wanted) =>
    attempt(async () => {
      setFound(await post("/api/challenges/result", { game, friends: wanted }));
      setFriends(wanted);
    });
  useEffect(() => void ask([]), []);
  /** @param {FileList | null} files */
  const openFiles = async (files) => {
    const read = [...(files ?? [])].map(async (file) => ({ name: file.name.replace(/\.[^.]*$/, ""), text: await file.text() }));
    await ask([...friends, ...(await Promise.all(read))]);
  };
  if (!found) return html`<main class="challenges"><p><a href="#">‹ ${t("page_challenges")}</a></p></main>`;
  const { challenge } = found;
  const text = found.card.join("\n");
  return html`
    <main class="challenges">
      <p><a href="#">‹ ${t("page_challenges")}</a></p>
      <section class="panel" aria-label=${t("ch_card")}>
        <h1>${challenge.title}</h1>
        <p class="ch-total"><${Medal} medal=${found.medal} /> <b>${signed(found.score)}</b></p>
        <${Rules} of=${challenge} />
        ${challenge.par ? html`<${Par} of=${challenge} />` : html`<${Computing} day=${challenge.id} done=${() => ask(friends)} />`}
        <pre class="ch-text">${text}</pre>
        <p class="ch-row wrap aligned">
          <button class="primary" onClick=${() => copy(text, t("ch_copied"))}>${t("ch_copy")}</button>
          <button onClick=${() => attempt(() => savePicture(found.picture, challenge.id))}>${t("ch_save_picture")}</button>
          <a class="button" href=${`/api/games/${encodeURIComponent(game)}/log`} download>${t("ch_save_log")}</a>
          <a class="button" href=${`/games#${encodeURIComponent(game)}`}>${t("ch_game")}</a>
          ${found.par_games.map((medal) => html`<button onClick=${() => lookAt(challenge.id, medal)}>${t("ch_par_game")} <${Medal} medal=${medal} /></button>`)}
        </p>
        <details><summary>${t("ch_picture")}</summary><${Picture} class="ch-picture" markup=${found.picture} /></details>
      </section>
      <section class="panel" aria-label=${t("ch_friends")}>
        <h2>${t("ch_friends")}</h2>
        <p class="dim">${t("ch_friends_help")}</p>
        <p class="ch-row wrap aligned">
          <label class="file"><input type="file" multiple accept=".log,.txt,text/plain" onChange=${(/** @type {any} */ { target }) => void openFiles(target.files).then(() => (target.value = ""))} /><span>${t("ch_open_logs")}</span></label>
        </p>
        <form class="ch-paste wrap" onSubmit=${(/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const form = /** @type {HTMLFormElement} */ (event.target);
          const data = new FormData(form);
          const name = String(data.get("name")).trim() || t("ch_friend", { n: friends.length + 1 });
          void ask([...friends, { name, text: String(data.get("text")).trimStart() }]).then(() => form.reset());
        }}>
          <label>${t("ch_friend_name")} <input name="name" maxlength="60" /></label>
          <label>${t("ch_paste")} <textarea name="text" rows="2" required></textarea></label>
          <button>${t("ch_compare")}</button>
        </form>
        <${Report} of=${found.beside} sign=${(/** @type {string} */ each) => (MEDALS.some((medal) => medal === each) ? html`<${Medal} medal=${each} /> ` : each)} />
      </section>
    </main>
  `;
}
