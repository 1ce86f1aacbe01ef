/** The page of Graenaland: a position and questions about it, and the profile of a copy. */

import { html, useEffect } from "../../vendor/htm-preact.js";
import { fragment } from "../shared/address.js";
import { get, post } from "../shared/api.js";
import { FileButton, saveFile, useFiles } from "../shared/files.js";
import { Dropdown, Select } from "../shared/controls.js";
import { Field, Remove, changed, pruned } from "../shared/form.js";
import { t } from "../shared/i18n.js";
import { Later, Picture, attempt, say } from "../shared/page.js";
import { Ask, Report, forget } from "../shared/questions.js";
import { Store, useStore } from "../shared/store.js";
import { begin, draft, openExample, replace, saveProfile, setProfile, undo, work } from "./state.js";

/** @import { FormField } from "../contract.js" */
/** @typedef {import("../contract.js").MapBeginning & { questions: import("../contract.js").QuestionForm[] }} Given */

const play = () => import("./round.js");
const PROFILE = "profile";
/** What the game is, and what is closed at first: fields that stand together. */
const GAME = ["title", "me", "mode", "main", "profile", "card", "army"];
const HAND = ["hand", "supply", "offered"];
const MORE = [["joint"], ["income", "shares"], ["discards"], ["options"]];
/** Forms, names and signs. @type {Store<Given>} */
const base = new Store(/** @type {any} */ (null));
/** The tile that is edited. */
const chosen = new Store("");

/** @param {string} text @param {string} [name] */
const openText = (text, name = "text") =>
  attempt(async () => {
    const { kind, data } = await post("/api/graenaland/open", { text, name });
    (kind === "profile" ? setProfile : replace)(data);
    location.hash = kind === "profile" ? PROFILE : "";
  });

/** @param {string} name of a resource, building or figure */
const signOf = (name) => base.value.pictures[name] && html`<span class="gr-sign" role="img" aria-label=${base.value.names[name]} title=${base.value.names[name]}><${Picture} class="gr-picture" markup=${base.value.pictures[name]} /></span>`;

export function Page() {
  const all = useStore(base);
  const { data, past } = useStore(work);
  const mine = useStore(draft);
  const profile = useStore(fragment) === PROFILE;
  useFiles(openText, undo);
  useEffect(() => {
    void attempt(async () => {
      const [given, { questions }] = await Promise.all([get("/api/graenaland"), get("/api/questions")]);
      if (given.error) say(given.error, true);
      base.set({ ...given, questions: questions.filter(({ command }) => command.startsWith("graenaland ")) });
      begin(given);
    });
  }, []);
  useEffect(forget, [data]);
  if (!all || !data) return html`<main><p class="hint">${t("loading")}</p></main>`;
  const [shown, file] = profile ? [mine.data, "graenaland-profile.json"] : [data, "graenaland.json"];
  return html`
    <main class="gr">
      <h1 class="sr">Graenaland</h1>
      <div class="toolbar">
        <a class="tab" href="#" aria-current=${profile ? null : "page"}>${t("page_position")}</a>
        <a class="tab" href="#${PROFILE}" aria-current=${profile ? "page" : null}>${t("gr_profile")}</a>
        <${FileButton} label=${t("gr_open")} accept=".json,.toml,.txt" open=${openText} />
        <button onClick=${() => saveFile(shown, file)}>${t("gr_download")}</button>
        ${profile
          ? html`<button class="primary" disabled=${mine.saved || mine.problems.length > 0} onClick=${saveProfile}>${t("gr_save")}</button>`
          : html`<button disabled=${!past.length} onClick=${undo}>${t("undo")}</button>
              <${Dropdown} name=${t("gr_examples")} options=${Object.entries(all.examples)} choose=${openExample} />`}
      </div>
      ${profile ? html`<${Profile} />` : html`<${Position} />`}
    </main>
  `;
}

/** All that is wrong. @param {{ problems: string[] }} props */
function Problems({ problems }) {
  return problems.length > 0 && html`<div role="alert"><ul class="violations">${problems.map((text) => html`<li>${text}</li>`)}</ul></div>`;
}

function Profile() {
  const { profile_form: form, file } = useStore(base);
  const { data, problems, items = 1, entered = 0, left = [] } = useStore(draft);
  const around = { names: {}, problems, sign: signOf };
  const drawn = (/** @type {FormField} */ of) => html`<${Field} of=${of} value=${data[of.name]} set=${(/** @type {any} */ now) => setProfile(changed(data, of.name, now))} around=${around} bare />`;
  return html`<div class="gr-form">
    <section class="panel">
      <h2>${t("gr_profile")}</h2>
      <p>${t("gr_profile_help", { file })}</p>
      <progress max=${items} value=${entered} aria-label=${t("gr_profile")}></progress>
      <p role="status">${t("gr_entered", { entered, n: items })} ${left.join(", ")}</p>
      <${Problems} problems=${problems} />
    </section>
    ${form.map((of) => html`<section key=${of.name} class="panel" aria-label=${of.label}><h2>${of.label}</h2>${of.help && html`<p class="hint">${of.help}</p>`}${drawn(of)}</section>`)}
  </div>`;
}

/** Names in a list, with what they are called. @param {unknown} list */
const named = (list) => Object.fromEntries((Array.isArray(list) ? list : []).filter((each) => typeof each === "string").map((each) => [each, base.value.names[each] ?? each]));

/** Set the number of players; what was of others is gone. @param {number} count */
function setPlayers(count) {
  const { form, colours } = base.value;
  const { data } = work.value;
  const before = Object.keys(named(data.players));
  const players = [...before, ...colours.filter((each) => !before.includes(each))].slice(0, count);
  const parts = form.filter(({ name }) => name in data).map((of) => [of.name, pruned(of, data[of.name], "players", players)]);
  const left = { ...data, ...Object.fromEntries(parts), players };
  replace({ ...left, me: left.me ?? players[0] });
}

function Position() {
  const { form, questions } = useStore(base);
  const { data, view, problems } = useStore(work);
  const tile = useStore(chosen);
  /** @type {any[]} */
  const tiles = Array.isArray(data.tiles) ? data.tiles.slice(0, 20) : [];
  const ids = tiles.map((each) => String(each?.id));
  const at = Math.max(ids.indexOf(tile), 0);
  const names = { ...view?.names, players: named(data.players), tiles: named(ids) };
  const around = { names, problems, sign: signOf };
  const put = (/** @type {string} */ name) => (/** @type {any} */ now) => replace(changed(data, name, now));
  const of = (/** @type {string} */ name) => /** @type {FormField} */ (form.find((each) => each.name === name));
  const drawn = (/** @type {string[]} */ group, bare = false) => html`<div class="fields">${group.map((name, n) => html`<${Field} key=${name} of=${of(name)} value=${data[name]} set=${put(name)} around=${around} bare=${bare && !n} />`)}</div>`;
  const setTiles = put("tiles");
  const round = data.round && view?.round;
  return html`
    <div class="split">
      <section class="panel">
        <h2>${view?.title || data.title || "Graenaland"}</h2>
        ${view?.made_up && html`<p class="hint">${view.made_up}</p>`}
        <${Problems} problems=${problems} />
        ${data.round && problems.length > 0 && html`<button onClick=${() => put("round")(undefined)}>${t("gr_round_leave")}</button>`}
        ${view?.lacking?.length > 0 && html`<p><a href="#${PROFILE}">${t("gr_lacking")}</a></p><${Problems} problems=${view.lacking} />`}
        ${view && html`<div onClick=${chooseTile}><${Picture} class="gr-map" markup=${view.picture} /></div><${Legend} />`}
      </section>
      <aside>${view && html`
        ${round ? html`<${Later} load=${play} part="Round" data=${data} turn=${round} old=${view.of !== data} sign=${signOf} />` : !data.round && html`<button onClick=${() => put("round")([])}>${t("gr_round_begin")}</button>`}
        <section class="panel gr-answer" aria-label=${t("q_questions")}><${Ask} questions=${questions} about=${() => ({ position: data })} names=${names} sign=${signOf} use=${replace} /></section>
        <section class="panel gr-answer"><${Report} of=${view.score} sign=${signOf} /></section>`}</aside>
      ${!data.round && html`<div class="gr-form">
        <section class="panel" aria-label=${of("hand").label}><h2>${of("hand").label}</h2>${drawn(HAND, true)}</section>
        <div class="gr-row" role="group" aria-label=${t("gr_tiles")}>
          ${ids.map((id, n) => html`<button aria-pressed=${n === at} onClick=${() => chosen.set(id)}>${id}</button>`)}
          <${Dropdown} name=${`+ ${t("gr_tile")}`} options=${Object.keys(names.printed ?? {}).filter((id) => !ids.includes(id)).map((id) => [id, id])} choose=${(/** @type {string} */ id) => (setTiles([...tiles, { id }]), chosen.set(id))} />
        </div>
        ${tiles.length > 0 &&
        html`<section class="panel" aria-label=${`${t("gr_tile")} ${ids[at]}`}>
          <div class="gr-row"><h2>${t("gr_tile")} ${ids[at]}</h2><${Remove} what=${`${t("gr_tile")} ${ids[at]}`} drop=${() => setTiles(changed(tiles, at, undefined))} /></div>
          <${Field} key=${at} of=${of("tiles").entries[0]} value=${tiles[at]} set=${(/** @type {any} */ now) => setTiles(changed(tiles, at, now))} around=${around} path=${`tiles[${at}]`} bare />
        </section>`}
        <section class="panel" aria-label=${t("v_game")}>
          <h2>${t("v_game")}</h2>
          <div class="fields"><${Select} label=${of("players").label} options=${[[3, 3], [4, 4], [5, 5]]} value=${data.players?.length} choose=${(/** @type {string} */ count) => setPlayers(Number(count))} /></div>
          ${drawn(GAME)}
        </section>
        ${MORE.map(
          (group) => html`<details class="panel">
            <summary>${of(group[0]).label}</summary>
            ${group.map((name) => of(name).help && html`<p class="hint">${of(name).help}</p>`)}
            ${drawn(group, true)}
          </details>`,
        )}
      </div>`}
    </div>
  `;
}

/** What the map shows. */
function Legend() {
  const { names, pictures } = useStore(base);
  return html`<ul class="legend" aria-label=${t("v_legend")}>
    ${Object.entries(pictures).map(([each, markup]) => html`<li><${Picture} class="gr-picture" markup=${markup} />${names[each]}</li>`)}
  </ul>`;
}

/** A click on the map chooses a tile. @param {any} event */
function chooseTile({ target }) {
  const tile = target.closest("[data-tile]")?.dataset.tile;
  if (tile) chosen.set(tile);
}
