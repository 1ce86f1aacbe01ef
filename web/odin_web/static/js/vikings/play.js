/** Games of Vikings: a person's, and those of programs move by move. */

import { html, useEffect, useRef, useState } from "../../vendor/htm-preact.js";
import { isBadInput, post } from "../shared/api.js";
import { Check, Select, typed } from "../shared/controls.js";
import { save } from "../shared/files.js";
import { t } from "../shared/i18n.js";
import { keep, setOneAside, stored } from "../shared/kept.js";
import { Picture, announced, attempt, moving, say } from "../shared/page.js";
import { Ask, Report, forget } from "../shared/questions.js";
import { Store, useStore } from "../shared/store.js";
import { Board, Legend, SAILS, nameOf } from "./board.js";
import { inOrder, showPosition } from "./state.js";

/** @typedef {import("../contract.js").VikingsGameView} View */
/** @typedef {import("../contract.js").VikingsChoice} Choice */
/** @typedef {{ players: Record<string, string>, expert: Record<string, string>, ship_values: Record<string, string>, pictures: Record<string, string>, advice: any[] }} Given */

const KEPT = "vikings-game";

/** @type {Store<View | null>} */
const game = new Store(/** @type {View | null} */ (null));
/** The choice in hand, and the ways of it that are left. */
const held = new Store({ choice: /** @type {Choice | null} */ (null), ways: /** @type {string[]} */ ([]) });

/** @param {View} view */
function show(view) {
  forget();
  held.set({ choice: null, ways: [] });
  game.set(view);
  announced.set(view.asked);
  keep(KEPT, JSON.stringify({ log: view.log }));
}

/** Open the log of a game; one that runs is given up if that is meant. @param {string} log @param {number} [step] */
export const openLog = (log, step) => attempt(async () => {
  await resume();
  if (!game.value?.waits || confirm(t("v_really"))) show(await post("/api/vikings/replay", { log, step }));
});

/** Make a move, or take the last one back. */
const make = (move = "") => inOrder(async () => game.value && show(await post("/api/vikings/move", { log: game.value.log, move })));

/** Go on with the game that was kept. */
async function resume() {
  const { log } = stored(KEPT) ?? {};
  try {
    if (log && !game.value) show(await post("/api/vikings/replay", { log }));
  } catch (error) {
    if (!isBadInput(error)) throw error;
    say(`${/** @type {Error} */ (error).message} ${setOneAside(KEPT)}`, true);
  }
}

/** A part of a move, such as the cell behind "tile". @param {string} way @param {string} part */
const partOf = (way, part) => new RegExp(`${part} (\\w+)`).exec(way)?.[1] ?? "";

/** What of the choice is to be said next: a place on the board, or one of some buttons. @param {string[]} ways */
function open(ways) {
  for (const part of ["start", "tile", "ship"]) {
    const places = [...new Set(ways.map((way) => partOf(way, part)).filter(Boolean))];
    if (places.length > 1) return { part, places };
  }
  return { part: "", places: [] };
}

/** @param {{ given: Given, tabs: unknown }} props */
export function Game({ given, tabs }) {
  const view = useStore(game);
  const [begins, setBegins] = useState(false);
  useEffect(() => void inOrder(resume), []);
  useEffect(() => setBegins(false), [view?.log]);
  return html`
    <div class="toolbar">
      ${tabs}
      ${view && html`<button onClick=${() => make()} disabled=${!view.steps}>${t("undo")}</button>
        <button onClick=${() => save(view.log, "vikings.log")}>${t("save_file")}</button>
        <button onClick=${() => setBegins(!begins)} aria-pressed=${begins}>${t("v_new_game")}</button>`}
    </div>
    ${begins || !view ? html`<${Begin} given=${given} />` : html`<${Play} view=${view} given=${given} />`}
  `;
}

/** @param {{ given: Given }} props */
function Begin({ given }) {
  const [players, setPlayers] = useState(["human", "sampling"]);
  const [seed, setSeed] = useState(Date.now() % 1_000_000);
  const [values, setValues] = useState(/** @type {Record<string, string>} */ ({ red: "", yellow: "", ...given.ship_values }));
  const [expert, setExpert] = useState(/** @type {string[]} */ ([]));
  const [sure, setSure] = useState(false);
  const play = () => attempt(async () => {
    given.ship_values = values;
    show(await post("/api/vikings/play", { players, seed, ship_values: values, keep: true, expert }));
  });
  return html`<form class="panel fields" onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), game.value?.waits && !sure ? setSure(true) : void play())}>
    <${Select} label=${t("v_players")} options=${[[2, 2], [3, 3], [4, 4]]} value=${players.length} choose=${(/** @type {number} */ n) => setPlayers([...players, "sampling", "sampling"].slice(0, n))} />
    ${players.map((name, at) => html`<${Select} label=${at + 1} options=${Object.entries(given.players)} value=${name} choose=${(/** @type {string} */ each) => setPlayers(players.with(at, each))} />`)}
    ${Object.entries(values).map(([sail, value]) => html`<label>${t(`v_${sail}`)}<input required value=${value} size="7" placeholder="3 gold" onInput=${typed((text) => setValues({ ...values, [sail]: text }))} /></label>`)}
    <label>${t("v_seed")}<input type="number" min="0" max="2147483647" value=${seed} onInput=${typed((text) => setSeed(Number(text)))} /></label>
    ${Object.entries(given.expert).map(([name, label]) => html`<${Check} label=${label} checked=${expert.includes(name)} onChange=${() => setExpert(expert.includes(name) ? expert.filter((each) => each !== name) : [...expert, name])} />`)}
    <p class="hint">${t("v_values_kept")}</p>
    <button class="primary" onBlur=${() => setSure(false)}>${t(sure ? "v_really" : "v_play")}</button>
  </form>`;
}

/** @param {{ view: View, given: Given }} props */
function Play({ view, given }) {
  const { choice, ways } = useStore(held);
  const { part, places } = open(ways);
  const ferry = view.phase === "ferry" && choice ? choice.move.split(" to ")[1]?.split(" ") ?? [] : null;
  const board = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => void (choice && board.current?.scrollIntoView({ block: "nearest", behavior: moving() })), [choice]);
  const tap = (/** @type {number} */ row, /** @type {number} */ column) => {
    const name = nameOf(row, column);
    if (ferry && choice) {
      const cells = ferry.includes(name) ? ferry.filter((each) => each !== name) : [...ferry, name].sort();
      const how = choice.move.split(" to ")[0];
      held.set({ choice: { ...choice, move: cells.length ? `${how} to ${cells.join(" ")}` : how }, ways: [] });
    } else if (places.includes(name)) held.update({ ways: ways.filter((way) => partOf(way, part) === name) });
  };
  return html`<div class="split">
    <section class="panel" ref=${board} aria-label=${t("v_board")}>
      ${view.since.length > 0 && html`<p class="hint" role="status">${view.since.join(" · ")}</p>`}
      <${Board} view=${view.mine} legal=${ferry ?? places} tap=${tap} />
      ${choice && html`<${Chosen} choice=${choice} ways=${ways} part=${part} />`}
    </section>
    <aside class="stack">
      ${view.asked && html`<section class="panel" aria-label=${view.asked}>
        <h2>${view.names[view.player]}: ${view.asked}</h2>
        ${view.drawn && html`<p class="v-drawn">${[...view.drawn].map((code) => html`<${Picture} class="v-part" markup=${given.pictures[code]} />`)}</p>`}
        ${view.known.map((text) => html`<p class="hint">${text}</p>`)}
        <${Choices} view=${view} pictures=${given.pictures} />
      </section>`}
      ${view.waits ? html`<details class="panel"><summary>${t("v_advice")}</summary><${Ask} questions=${given.advice} about=${() => ({ log: view.log })} /></details>` : html`<${Replay} view=${view} />`}
      ${view.report.length > 0 && html`<section class="panel" aria-label=${t("v_tab_score")}><${Report} of=${view.report} /></section>`}
      <div class="v-players">${view.others.map((markup) => html`<${Picture} class="v-picture" markup=${markup} />`)}</div>
      <${Legend} pictures=${given.pictures} />
    </aside>
  </div>`;
}

/** The choice in hand, and what makes a move of it. @param {{ choice: Choice, ways: string[], part: string }} props */
function Chosen({ choice, ways, part }) {
  const offered = !ways.length ? [choice.move] : part ? ways.filter((way) => way === choice.move) : ways;
  return html`<div class="v-chosen" role="group" aria-label=${t("v_move")}>
    ${part && html`<p class="hint">${t(`v_where_${part}`)}</p>`}
    ${offered.map((way, n) => {
      const where = choice.moves[way] ?? way.split(" to ")[1];
      return html`<button class=${n ? "" : "primary"} disabled=${!where} onClick=${() => make(way)}>${t("v_do")}: ${where ?? "–"}</button>`;
    })}
    <button onClick=${() => held.set({ choice: null, ways: [] })}>${t("v_back")}</button>
  </div>`;
}

/** The wheel with what each pair would bring, or other choices. @param {{ view: View, pictures: Record<string, string> }} props */
function Choices({ view, pictures }) {
  const { choice } = useStore(held);
  const [bid, setBid] = useState(1);
  if (view.phase === "bid" && view.waits)
    return html`<div class="toolbar">
      <button onClick=${() => make("pass")}>${t("v_pass")}</button>
      <input type="number" min="1" max="999" value=${bid} aria-label=${t("v_bid")} onInput=${typed((text) => setBid(Number(text)))} />
      <button class="primary" onClick=${() => make(`bid ${bid}`)}>${t("v_bid")}</button>
    </div>`;
  return html`<div class="v-wheel">
    ${view.choices.map((each) => html`<button aria-pressed=${choice?.text === each.text && choice.price === each.price} disabled=${!Object.keys(each.moves).length} onClick=${() => held.set({ choice: each, ways: each.tile ? Object.keys(each.moves) : [] })}>
      ${each.tile ? html`<b>${each.price}</b>
        <span class="v-pair"><${Picture} class="v-part" markup=${pictures[SAILS.includes(each.tile) ? each.tile : each.tile[0]]} /><${Picture} class="v-part" markup=${pictures[each.figure]} /></span>
        <small>${SAILS.includes(each.tile) ? t(`v_${each.tile}`) : each.tile} ${t(`v_${each.figure}`)}</small>
        ${each.move && html`<small>${t("v_brings", { gain: each.gain, value: each.value })}</small>`}`
      : html`${each.figure && html`<${Picture} class="v-part" markup=${pictures[each.figure]} />`}${each.text}`}
    </button>`)}
  </div>`;
}

/** A game that is shown move by move. @param {{ view: View }} props */
function Replay({ view: { log, step, steps, mine } }) {
  const go = (/** @type {number} */ to) => void openLog(log, to);
  return html`<div class="toolbar panel">
    <button aria-label=${t("before")} disabled=${!step} onClick=${() => go(step - 1)}>←</button>
    <input type="range" min="0" max=${steps} value=${step} aria-label=${t("v_step")} onChange=${typed((to) => go(Number(to)))} />
    <button aria-label=${t("after")} disabled=${step >= steps} onClick=${() => go(step + 1)}>→</button>
    <span>${step} / ${steps}</span>
    <button onClick=${() => (showPosition(mine.position, null), (location.hash = ""))}>${t("q_use")}</button>
  </div>`;
}
