/** Questions about a position of Vikings: score, ferry, build, buy, simulate; and whole games. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { post } from "../shared/api.js";
import { t } from "../shared/i18n.js";
import { Picture, announced, say } from "../shared/page.js";
import { Store, useStore } from "../shared/store.js";
import { Task } from "../shared/task.js";
import { showPosition, table } from "./state.js";

const QUESTIONS = ["ferry", "build", "buy", "simulate"];
const task = new Task();
/** @type {Store<{ ask: string, now: any, result: any }>} */
const asked = new Store({ ask: "ferry", now: /** @type {any} */ (null), result: /** @type {any} */ (null) });
/** @type {Store<{ log: string, frame: any }>} */
const replay = new Store({ log: "", frame: /** @type {any} */ (null) });

const one = (/** @type {number} */ n) => Math.round(10 * n) / 10;
const estimate = (/** @type {{ mean: number, error: number }} */ { mean, error }, by = 1) => `${one(by * mean)} ± ${one(by * error)}`;
/** @param {Event} event */
const valueOf = ({ target }) => /** @type {HTMLInputElement} */ (target).value;

let position = table.value.view?.position;
table.watch(({ view }) => {
  if (view?.position === position) return;
  position = view?.position;
  task.leave();
  asked.update({ now: null, result: null });
});

/** @param {string} title @param {string[]} heads @param {any[][]} rows */
function numbers(title, heads, rows) {
  return html`<table class="numbers">
    <caption class="sr">${title}</caption>
    ${heads.length > 0 && html`<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>`}
    <tbody>${rows.map(([first, ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((each) => html`<td>${each}</td>`)}</tr>`)}</tbody>
  </table>`;
}

export function Score() {
  const { score, without_score } = /** @type {import("./state.js").View} */ (useStore(table).view);
  if (!score) return html`<p class="hint">${without_score}</p>`;
  const gains = (/** @type {{ vp: number, gold: number }} */ { vp, gold }) => [vp ? t("v_n_vp", { n: vp }) : "", gold ? t("v_n_gold", { n: gold }) : ""];
  return html`
    <p class="verdict">${t("v_final", { vp: score.final_vp, gold: score.final_gold })}</p>
    ${score.scorings.map(
      (part) => html`<details open=${part === score.scorings.at(-1)}>
        <summary>${part.name}: ${gains(part).filter(Boolean).join(", ") || "0"}</summary>
        ${numbers(part.name, [], part.items.map((item) => [
          html`${item.where} ${item.what}${item.threat && html` <em>⚔ ${item.threat}</em>`}`,
          ...gains(item),
        ]))}
      </details>`,
    )}
  `;
}

export function Ask() {
  const { ask, now, result } = useStore(asked);
  const { state, place } = useStore(task.state);
  const [wish, setWish] = useState({ objective: "final", seconds: 20, samples: 100, seed: 0, hindsight: false });
  const running = state !== "idle";
  const exact = ask === "ferry" || ask === "build";
  const begin = () => {
    asked.update({ now: null, result: null });
    void task.begin(`/api/vikings/${ask}`, { position: table.value.view?.position, ...wish }, {
      incumbent: (/** @type {any} */ data) => asked.update({ now: data }),
      result: (/** @type {any} */ data) => {
        asked.update({ result: data });
        announced.set(t(exact ? (data.status === "OPTIMAL" ? "v_proven" : "v_open") : "v_estimates", { value: data.ways?.[0].value ?? data.value, bound: data.bound ?? "?" }));
      },
    });
  };
  const number = (/** @type {"seconds" | "samples" | "seed"} */ name, least = 0) =>
    html`<label>${t(`v_${name}`)}<input type="number" min=${least} max="10000" value=${wish[name]} onInput=${(/** @type {Event} */ event) => setWish({ ...wish, [name]: Number(valueOf(event)) })} /></label>`;
  return html`
    <div class="toolbar" role="group" aria-label=${t("v_ask")}>
      ${QUESTIONS.map((each) => html`<button aria-pressed=${each === ask} onClick=${() => (task.leave(), asked.set({ ask: each, now: null, result: null }))}>${t(`v_${each}`)}</button>`)}
    </div>
    <p class="hint">${t(`v_about_${ask}`)}</p>
    <form onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), running ? task.stop() : begin())}>
      ${exact
        ? html`<label>${t("v_objective")}<select onChange=${(/** @type {Event} */ event) => setWish({ ...wish, objective: valueOf(event) })}>
              ${["final", "income"].map((each) => html`<option value=${each} selected=${each === wish.objective}>${t(`v_${each}_aim`)}</option>`)}
            </select></label>
            ${number("seconds", 1)}
            ${ask === "build" && html`<label class="check"><input type="checkbox" checked=${wish.hindsight} onChange=${() => setWish({ ...wish, hindsight: !wish.hindsight })} />${t("v_hindsight")}</label>`}`
        : html`${number("samples", 2)}${number("seed")}`}
      <button class=${running ? "" : "primary"}>${t(running ? "stop" : "v_answer")}</button>
    </form>
    ${running && html`<progress aria-label=${t("v_searching")}></progress>`}
    ${place > 0 && html`<p>${t("in_line", { place })}</p>`}
    ${running && exact && now && html`<p role="status">${t("v_open", { value: now.value ?? "?", bound: now.bound ?? "?" })}</p>`}
    <${Answer} ask=${ask} data=${result ?? (exact ? null : now)} />
  `;
}

/** @param {{ ask: string, data: any }} props */
function Answer({ ask, data }) {
  if (!data) return null;
  if (ask === "simulate")
    return html`<p class="verdict">${t("v_n_vp", { n: estimate(data.score) })}</p>
      <p>${t("v_range", { low: data.p10, high: data.p90 })} ${t("v_wins", { wins: estimate(data.wins, 100) })}</p>
      <p>${t("v_estimates")} (${data.games})</p>`;
  if (ask === "buy")
    return html`<div class="wide">${numbers(
        t("v_buy"),
        ["pair", "price", "place", "value", "gain", "stays", "waiting"].map((head) => t(`v_h_${head}`)),
        data.pairs.map((/** @type {any} */ each) => [each.pair, each.price, each.place, one(each.value), each.gain, `${Math.round(100 * each.stays.mean)} %`, estimate(each.waiting)]),
      )}</div>
      <p>${t("v_estimates")} (${data.samples})</p>`;
  const { value, status, bound } = ask === "ferry" ? { ...data.ways[0], status: data.status } : data;
  return html`
    <p class="verdict">${t(status === "OPTIMAL" ? "v_proven" : "v_open", { value, bound: bound ?? "?" })}</p>
    <${Picture} class="v-picture" markup=${data.view.picture} />
    <button onClick=${() => showPosition(data.view.position)}>${t("v_use")}</button>
    ${ask === "ferry" &&
    numbers(
      t("v_ferry"),
      ["way", "value", "loss"].map((head) => t(`v_h_${head}`)),
      data.ways.map((/** @type {any} */ way) => [`${t("v_N")} ${way.boatsmen}: ${way.cells.join(" ") || "–"}`, way.value, way.loss]),
    )}
  `;
}

/** Open the log of a game. @param {string} log @param {number} [step] */
export async function openLog(log, step = 0) {
  try {
    replay.set({ log, frame: await post("/api/vikings/replay", { log, step }) });
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
}

/** @param {{ policies: string[], save: (text: string, name: string) => void }} props */
export function Games({ policies, save }) {
  const { log, frame } = useStore(replay);
  const [players, setPlayers] = useState(["greedy", "greedy", "greedy"]);
  const [seed, setSeed] = useState(1);
  const [step, setStep] = useState(0);
  useEffect(() => setStep(frame?.step ?? 0), [frame]);
  const go = (/** @type {number} */ to) => (setStep(to), void openLog(log, to));
  const play = async () => {
    const { ship_values } = table.value.view?.position ?? {};
    try {
      const game = await post("/api/vikings/play", { players, seed, ship_values: ship_values ?? {} });
      await openLog(game.log, 1e6);
    } catch (error) {
      say(/** @type {Error} */ (error).message, true);
    }
  };
  const choose = (/** @type {number} */ at, /** @type {string} */ name) => setPlayers(players.map((each, n) => (n === at ? name : each)));
  return html`
    <form onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), void play())}>
      <label>${t("v_players")}<select onChange=${(/** @type {Event} */ event) => setPlayers([...players, "greedy", "greedy"].slice(0, Number(valueOf(event))))}>
        ${[2, 3, 4].map((n) => html`<option selected=${n === players.length}>${n}</option>`)}
      </select></label>
      ${players.map((name, at) => html`<label>${at + 1}<select onChange=${(/** @type {Event} */ event) => choose(at, valueOf(event))}>${policies.map((each) => html`<option selected=${each === name}>${each}</option>`)}</select></label>`)}
      <label>${t("v_seed")}<input type="number" min="0" max="2147483647" value=${seed} onInput=${(/** @type {Event} */ event) => setSeed(Number(valueOf(event)))} /></label>
      <button class="primary">${t("v_play")}</button>
    </form>
    ${frame &&
    html`<div class="toolbar">
        <button aria-label=${t("before")} disabled=${!step} onClick=${() => go(step - 1)}>←</button>
        <input type="range" min="0" max=${frame.steps} value=${step} aria-label=${t("v_step")} onInput=${(/** @type {Event} */ event) => setStep(Number(valueOf(event)))} onChange=${(/** @type {Event} */ event) => go(Number(valueOf(event)))} />
        <button aria-label=${t("after")} disabled=${step >= frame.steps} onClick=${() => go(step + 1)}>→</button>
        <button onClick=${() => save(log, "vikings.log")}>${t("save_file")}</button>
        <button onClick=${() => showPosition(frame.position, null)}>${t("v_use")}</button>
      </div>
      <p role="status">${frame.step} / ${frame.steps}: ${frame.move}</p>
      <div class="v-players">${frame.pictures.map((/** @type {string} */ markup) => html`<${Picture} class="v-picture" markup=${markup} />`)}</div>`}
  `;
}
