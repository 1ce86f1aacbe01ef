/** Whole games of Vikings: played by simple players, and shown move by move. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { post } from "../shared/api.js";
import { Select, typed } from "../shared/controls.js";
import { save } from "../shared/files.js";
import { t } from "../shared/i18n.js";
import { Picture, attempt } from "../shared/page.js";
import { Store, useStore } from "../shared/store.js";
import { showPosition, table } from "./state.js";

/** @type {Store<{ log: string, frame: any }>} */
const replay = new Store({ log: "", frame: /** @type {any} */ (null) });

/** Open the log of a game. @param {string} log @param {number} [step] */
export const openLog = (log, step = 0) =>
  attempt(async () => {
    replay.set({ log, frame: await post("/api/vikings/replay", { log, step }) });
  });

/** @param {{ policies: string[] }} props */
export function Games({ policies }) {
  const { log, frame } = useStore(replay);
  const [players, setPlayers] = useState(["greedy", "greedy", "greedy"]);
  const [seed, setSeed] = useState(1);
  const [step, setStep] = useState(0);
  useEffect(() => setStep(frame?.step ?? 0), [frame]);
  const go = (/** @type {number} */ to) => (setStep(to), void openLog(log, to));
  const play = async () => {
    const { ship_values } = table.value.view?.position ?? {};
    await attempt(async () => {
      const game = await post("/api/vikings/play", { players, seed, ship_values: ship_values ?? {} });
      await openLog(game.log, 1e6);
    });
  };
  return html`
    <form onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), void play())}>
      <${Select} label=${t("v_players")} options=${[[2, 2], [3, 3], [4, 4]]} value=${players.length} choose=${(/** @type {number} */ n) => setPlayers([...players, "greedy", "greedy"].slice(0, n))} />
      ${players.map((name, at) => html`<${Select} label=${at + 1} options=${policies.map((each) => [each, each])} value=${name} choose=${(/** @type {string} */ each) => setPlayers(players.with(at, each))} />`)}
      <label>${t("v_seed")}<input type="number" min="0" max="2147483647" value=${seed} onInput=${typed((text) => setSeed(Number(text)))} /></label>
      <button class="primary">${t("v_play")}</button>
    </form>
    ${frame &&
    html`<div class="toolbar">
        <button aria-label=${t("before")} disabled=${!step} onClick=${() => go(step - 1)}>←</button>
        <input type="range" min="0" max=${frame.steps} value=${step} aria-label=${t("v_step")} onInput=${typed((to) => setStep(Number(to)))} onChange=${typed((to) => go(Number(to)))} />
        <button aria-label=${t("after")} disabled=${step >= frame.steps} onClick=${() => go(step + 1)}>→</button>
        <button onClick=${() => save(log, "vikings.log")}>${t("save_file")}</button>
        <button onClick=${() => showPosition(frame.position, null)}>${t("q_use")}</button>
      </div>
      <p role="status">${frame.step} / ${frame.steps}: ${frame.move}</p>
      <div class="v-players">${frame.pictures.map((/** @type {string} */ markup) => html`<${Picture} class="v-picture" markup=${markup} />`)}</div>`}
  `;
}
