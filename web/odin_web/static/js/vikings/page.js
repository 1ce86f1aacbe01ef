/** The page of Vikings: a position, questions about it, games, puzzles. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { fragment } from "../shared/address.js";
import { get } from "../shared/api.js";
import { Dropdown } from "../shared/controls.js";
import { FileButton, save, useFiles } from "../shared/files.js";
import { t } from "../shared/i18n.js";
import { Later, say } from "../shared/page.js";
import { Ask, Report, forget } from "../shared/questions.js";
import { useStore } from "../shared/store.js";
import { Edited, Legend, SAILS, Tools } from "./board.js";
import { begin, checkPuzzle, open, openPuzzle, put, showPosition, table, undo } from "./state.js";

const FIGURES = [..."KRGYB"];
/** Fields of a position by groups: path, and whether it is text. @type {Record<string, string[]>} */
const FIELDS = {
  v_game: ["round", "players", "gold", "vp"],
  v_mainland: ["N", ...FIGURES].map((code) => `mainland.${code}`),
  v_rivals: ["rivals.boatsmen", "rivals.islands", "rivals.longest"],
  v_ship_values: ["ship_values.red", "ship_values.yellow"],
  v_free: [...["S", "M", "E"].map((tile) => `free.tiles.${tile}`), ...SAILS.map((sail) => `free.ships.${sail}`), ...FIGURES.map((code) => `free.figures.${code}`)],
  v_wheel: Array.from({ length: 12 }, (_, at) => `wheel.pairs.${at}`),
};
const LOG = "# odin vikings";
/** What is asked; the score is always shown. */
const ASKED = /^vikings (?!score|advise)/;
const ADVICE = "vikings advise";
const GAME = "game";
const play = () => import("./play.js");

/** @param {string} text @param {string} [name] */
async function openText(text, name = t("v_pasted")) {
  if (text.startsWith(LOG)) {
    await (await play()).openLog(text);
    location.hash = GAME;
  }
  else await open({ text, name });
}

/** An address such as /vikings#vikings/3 opens a puzzle. */
function followHash() {
  const name = location.hash.slice(1);
  if (/^vikings\/\d+$/.test(name) && name !== table.value.puzzle?.puzzle) void openPuzzle(name);
}

export function Page() {
  const { view, past, puzzle } = useStore(table);
  const [given, setGiven] = useState(/** @type {any} */ (null));
  const [tab, setTab] = useState("score");
  const playing = useStore(fragment) === GAME;
  useEffect(() => {
    window.addEventListener("hashchange", followHash);
    void Promise.all([get("/api/vikings"), get("/api/questions")]).then(
      ([vikings, { questions }]) => {
        const advice = questions.filter(({ command }) => command === ADVICE);
        setGiven({ ...vikings, advice, questions: questions.filter(({ command }) => ASKED.test(command)) });
        begin(vikings.puzzles);
        followHash();
      },
      (error) => say(error.message, true),
    );
    return () => window.removeEventListener("hashchange", followHash);
  }, []);
  useFiles(openText, undo);
  useEffect(forget, [view?.position]);
  if (!view || !given) return html`<main><p class="hint">${t("loading")}</p></main>`;
  const tabs = [["", t("page_position"), !playing], [GAME, t("v_tab_games"), playing]].map(([to, name, here]) => html`<a class="tab" href=${`#${to}`} aria-current=${here ? "page" : null}>${name}</a>`);
  if (playing) return html`<main class="vikings"><h1 class="sr">${t("page_vikings")}</h1><${Later} load=${play} part="Game" given=${given} tabs=${tabs} /></main>`;
  const { position } = view;
  const shown = puzzle ? { v_mainland: ["mainland.N"] } : FIELDS;
  return html`
    <main class="vikings split">
      <h1 class="sr">${t("page_vikings")}</h1>
      <div class="stack">
        <div class="toolbar">
          ${tabs}
          <${FileButton} label=${t("open_file")} accept=".json,.toml,.log,.txt" open=${openText} />
          <button onClick=${() => save(view.text, "vikings.toml")}>${t("save_file")}</button>
          <${Dropdown} name=${t("examples")} options=${Object.entries(given.examples)} choose=${(/** @type {string} */ example) => open({ example })} />
          <${Dropdown}
            name=${t("v_puzzle")}
            options=${given.puzzles.map((/** @type {any} */ { puzzle: name, title, difficulty }, /** @type {number} */ at) => [name, `${at + 1}. ${title} ${"★".repeat(difficulty)}`])}
            choose=${openPuzzle}
          />
          <button onClick=${undo} disabled=${!past.length}>${t("undo")}</button>
        </div>
        ${puzzle &&
        html`<section class="panel" aria-label=${t("v_puzzle")}>
          <h2>${puzzle.title} ${"★".repeat(puzzle.difficulty ?? 0)}</h2>
          <p>${puzzle.question}</p>
          <div class="toolbar">
            <button class="primary" onClick=${checkPuzzle}>${t("v_check")}</button>
            <button onClick=${() => openPuzzle(puzzle.puzzle)}>${t("v_again")}</button>
            <button onClick=${() => showPosition(position, null)}>${t("v_leave")}</button>
          </div>
        </section>`}
        <section class="panel" aria-label=${t("page_position")}>
          <${Tools} pictures=${given.pictures} />
          ${view.violations.length > 0 && html`<ul class="violations">${view.violations.map((each) => html`<li>${each}</li>`)}</ul>`}
          <${Edited} />
          <${Legend} pictures=${given.pictures} />
          <p class="hint">${t("v_keys")}</p>
        </section>
      </div>
      <aside>
        <section class="panel" aria-label=${t("q_questions")}>
          <div class="toolbar" role="group" aria-label=${t("q_questions")}>
            ${["score", "ask"].map((each) => html`<button aria-pressed=${each === tab} onClick=${() => setTab(each)}>${t(`v_tab_${each}`)}</button>`)}
          </div>
          ${tab === "score" && html`<${Report} of=${view.score} />`}
          ${tab === "ask" && html`<${Ask} questions=${given.questions} about=${() => ({ position })} use=${showPosition} />`}
        </section>
      </aside>
      <div class="stack">
        ${Object.entries(shown).map(
          ([title, paths]) => html`<details class="panel" open=${puzzle || paths.length < 7}>
            <summary>${t(title)}</summary>
            <div class="fields">${paths.map((path) => html`<${Field} key=${path} path=${path} position=${position} />`)}</div>
          </details>`,
        )}
      </div>
    </main>
  `;
}

/** A field of the position. @param {{ path: string, position: any }} props */
function Field({ path, position }) {
  const value = path.split(".").reduce((part, key) => part?.[key], position) ?? "";
  const text = path.startsWith("ship_values") || path.startsWith("wheel");
  const name = path.slice(path.lastIndexOf(".") + 1);
  const label = path.startsWith("wheel") ? name : t(path.startsWith("rivals") ? `v_rival_${name}` : `v_${name}`);
  const change = (/** @type {any} */ { target }) => put(path, text || target.value === "" ? target.value.trim() : Number(target.value));
  return html`<label>${label}<input type=${text ? "text" : "number"} value=${value} size=${text ? 7 : 3} placeholder=${text && path.startsWith("wheel") ? "S B" : ""} onChange=${change} /></label>`;
}
