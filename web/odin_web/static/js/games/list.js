/** The list of games: results, new games, logs from elsewhere. */

import { html, useState } from "../../vendor/htm-preact.js";
import { get, post } from "../shared/api.js";
import { Dialog, Select } from "../shared/controls.js";
import { FileButton, useFiles } from "../shared/files.js";
import { dateText, given, language, t } from "../shared/i18n.js";
import { attempt, signed } from "../shared/page.js";
import { Store, useFresh, useStore } from "../shared/store.js";

/** @import { GameRow, GameList as Games, NewGameChoices as Choices } from "./types.js" */

const games = new Store(/** @type {Games | null} */ (null));

/** @returns {Promise<void>} */
const fetchAll = () =>
  attempt(async () => {
    games.set(await get("/api/games"));
    if (games.value?.pending) await fetchAll();
  });

/** @param {string} game */
function go(game) {
  location.hash = encodeURIComponent(game);
}

/** @param {string} text @param {string} [file] its name */
const importText = (text, file) =>
  attempt(async () => go((await post("/api/games/import", { text, name: file?.replace(/\.[^.]*$/, "") ?? t("pasted") })).game));

export function GamesList() {
  const all = useStore(games);
  const [choices, setChoices] = useState(/** @type {Choices | null} */ (null));
  useFresh(fetchAll);
  useFiles(importText);
  if (!all) return html`<p class="hint">${t("loading")}</p>`;
  return html`
    <main class="games">
      <header class="toolbar aligned">
        <h1>${t("page_games")}</h1>
        <button
          class="primary"
          data-testid="new-game"
          onClick=${() => attempt(async () => setChoices(await get("/api/games/choices")))}
        >
          ${t("new_game")}
        </button>
        <a class="button" href="/table">${t("page_table")}</a>
        <${FileButton} label=${t("open_log")} accept=".log,.txt,text/plain" open=${importText} />
        <span class="dim">${t("open_log_help")}</span>
      </header>
      ${all.statistics.length > 0 &&
      html`<ul class="results">
        ${all.statistics.map(
          (each) => html`<li class="panel">
            <h2>${t(`game_${each.length}`)}, ${t(each.occupations ? "with_cards" : "without_cards")}</h2>
            <dl>
              <div><dt>${t("games_finished")}</dt><dd>${each.games}</dd></div>
              <div><dt>${t("average")}</dt><dd>${(Math.round(each.average * 10) / 10).toLocaleString(language)}</dd></div>
              <div><dt>${t("best")}</dt><dd><a href=${`#${encodeURIComponent(each.best_game)}`}>${each.best}</a></dd></div>
            </dl>
          </li>`,
        )}
      </ul>`}
      ${all.games.length
        ? html`<ul class="rows">
            ${all.games.map((row) => html`<${Row} key=${row.game} row=${row} />`)}
          </ul>`
        : html`<p class="hint">${t("no_games")}</p>`}
      ${given.role !== "alone" && html`<p class="dim">${t("folder", { folder: all.folder })}</p>`}
      ${choices && html`<${NewGame} choices=${choices} close=${() => setChoices(null)} />`}
    </main>
  `;
}

/** @param {{ row: GameRow }} props */
function Row({ row }) {
  const link = `#${encodeURIComponent(row.game)}`;
  const [sure, setSure] = useState(false);
  return html`<li class="panel row">
    ${row.broken
      ? html`<strong class="game-name">${row.name}</strong><span class="bad">${row.broken}</span>`
      : html`<a class="game-name" href=${link}>${row.name}</a>
          <span class="points">${signed(row.score)}</span>
          <span>${row.over ? t("finished") : t("round_of", { round: row.round, rounds: row.rounds })}</span>
          <span class="dim">
            ${[t(`game_${row.length}`), t(row.occupations ? "with_cards" : "without_cards"), row.seats.length ? row.seats.join(", ") : row.seed === null ? t("real_table") : t("seed_is", { seed: row.seed })].join(" · ")}
          </span>`}
    <time class="dim">${dateText(row.changed * 1000, { dateStyle: "medium", timeStyle: "short" })}</time>
    <span class="tools">
      <button
        onClick=${() => {
          const name = window.prompt(t("new_name"), row.name);
          if (name) void attempt(async () => (await post("/api/games/rename", { game: row.game, name }), fetchAll()));
        }}
      >
        ${t("rename")}
      </button>
      <a class="button" href=${`/api/games/${encodeURIComponent(row.game)}/log`} download>${t("download")}</a>
      <button
        class=${sure ? "danger" : ""}
        onBlur=${() => setSure(false)}
        onClick=${() => {
          if (sure) void attempt(async () => (await post("/api/games/delete", { game: row.game }), fetchAll()));
          else setSure(true);
        }}
      >
        ${t(sure ? "really_delete" : "delete")}
      </button>
    </span>
  </li>`;
}

/** @param {number[]} numbers */
const pairs = (...numbers) => numbers.map((each) => [each, each]);

/** @param {{ choices: Choices, close: () => void }} props */
function NewGame({ choices, close }) {
  const [real, setReal] = useState(false);
  const [decks, setDecks] = useState("ABC");
  /** @param {FormData} data */
  async function begin(data) {
    const seed = String(data.get("seed") ?? "").trim();
    const starting = String(data.get("starting") ?? "random");
    const view = await post("/api/games/new", {
      name: String(data.get("name")).trim(),
      length: /** @type {"long" | "short"} */ (data.get("length")),
      ...(real ? { ask_chance: true } : seed && { seed: Number(seed) }),
      people: String(data.get("people") ?? "")
        .split(",")
        .map((each) => each.trim())
        .filter(Boolean),
      bots: Array(Number(data.get("bots"))).fill(Number(data.get("strength"))),
      islands: data.has("islands"),
      harvest: data.has("harvest"),
      decks: /** @type {("A" | "B" | "C")[]} */ ([...decks]),
      starting: /^\d+$/.test(starting) ? Number(starting) : /** @type {"random" | "choose"} */ (starting),
      rulings: data.getAll("ruling").map(String),
    });
    close();
    go(view.game);
  }
  return html`<${Dialog} class="new" close=${close} label=${t("new_game")}>
    <form
      onSubmit=${(/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
        void attempt(() => begin(data));
      }}
    >
      <h2>${t("new_game")}</h2>
      <label>${t("game_name")} <input name="name" maxlength="60" placeholder=${t("game_name_default")} /></label>
      <fieldset>
        <legend>${t("how_long")}</legend>
        ${choices.lengths.map(
          ({ id, rounds }, i) => html`<label><input type="radio" name="length" value=${id} checked=${i === 0} /> ${t(`game_${id}`)}, ${t("rounds", { n: rounds })}</label>`,
        )}
      </fieldset>
      <fieldset>
        <legend>${t("which_cards")}</legend>
        ${["ABC", ...choices.decks, ""].map(
          (each) => html`<label><input type="radio" name="decks" value=${each} checked=${decks === each} onChange=${() => setDecks(each)} /> ${t(each === "ABC" ? "all_cards" : each ? "one_deck" : "without_cards", { deck: each })}</label>`,
        )}
        ${decks &&
        html`<label>
          ${t("starting_card")}
          <select name="starting">
            <option value="random">${t("starting_random")}</option>
            <option value="choose">${t("starting_choose")}</option>
            ${choices.starting
              .filter((card) => decks.toLowerCase().includes(card.id.at(-1) ?? ""))
              .map((card) => html`<option value=${card.number}>${card.id} ${card.name}</option>`)}
          </select>
        </label>`}
      </fieldset>
      <fieldset>
        <legend>${t("chance")}</legend>
        <label><input type="radio" name="real" checked=${!real} onChange=${() => setReal(false)} /> <span>${t("chance_program")}</span></label>
        <label><input type="radio" name="real" checked=${real} onChange=${() => setReal(true)} /> <span>${t("chance_real")}</span></label>
        ${!real &&
        html`<label>${t("seed")} <input name="seed" inputmode="numeric" pattern="[0-9]*" placeholder=${t("seed_random")} /></label>`}
      </fieldset>
      ${!real &&
      html`<fieldset>
        <legend>${t("people")}</legend>
        <input name="people" aria-label=${t("people")} placeholder=${t("people_example")} />
        <${Select} name="bots" label=${t("bots")} value=${0} options=${pairs(0, 1, 2, 3)} />
        <${Select} name="strength" label=${t("strength")} value=${3} options=${pairs(1, 2, 3, 4)} />
      </fieldset>`}
      <fieldset>
        <legend>${t("expansions")}</legend>
        <label><input type="checkbox" name="islands" /> ${t("with_islands")}</label>
        <label><input type="checkbox" name="harvest" /> ${t("with_harvest")}</label>
        ${choices.harvest && html`<p class="note">${choices.harvest}</p>`}
      </fieldset>
      <details>
        <summary>${t("rulings")}</summary>
        ${choices.rulings.map(
          (ruling) => html`<label><input type="checkbox" name="ruling" value=${ruling.name} /> <span>${ruling.text}</span></label>`,
        )}
      </details>
      <p class="buttons">
        <button class="primary" autofocus>${t("begin_game")}</button>
        <button type="button" onClick=${close}>${t("cancel")}</button>
      </p>
    </form>
  <//>`;
}
