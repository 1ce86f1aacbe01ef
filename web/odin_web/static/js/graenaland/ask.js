/** Questions about a position of Graenaland. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { Task } from "../shared/task.js";
import { get } from "../shared/api.js";
import { t } from "../shared/i18n.js";
import { announced, say } from "../shared/page.js";
import { inShort } from "../shared/questions.js";
import { Store, useStore } from "../shared/store.js";
import { FormSection } from "./form.js";
import { work } from "./state.js";

/** @type {Store<import("../contract.js").Answer["report"] | null>} */
export const answer = new Store(/** @type {any} */ (null));
const looking = new Store("");
const task = new Task();
/** What is asked for besides, by question. @type {Store<Record<string, any>>} */
const wishes = new Store({});

let asked = work.value.data;
work.watch(({ data }) => {
  if (data === asked) return;
  asked = data;
  task.leave();
  answer.set(null);
});

/** @param {string} ask */
function question(ask) {
  const position = work.value.data;
  const wanted = wishes.value[ask] ?? {};
  answer.set(null);
  looking.set("");
  const path = /** @type {"/api/questions/graenaland/win"} */ (`/api/questions/graenaland/${ask}`);
  void task.begin(path, { position, ...wanted }, {
    incumbent: ({ now }) => looking.set(now),
    result: ({ report }) => {
      answer.set(report);
      announced.set(inShort(report));
    },
  });
}

const PREFIX = "graenaland ";

export function Ask() {
  const [forms, setForms] = useState(/** @type {import("../contract.js").QuestionForm[]} */ ([]));
  useEffect(() => {
    const about = (/** @type {{ command: string }} */ { command }) => command.startsWith(PREFIX);
    void get("/api/questions").then(({ questions }) => setForms(questions.filter(about)), (error) => say(error.message, true));
  }, []);
  const { view } = useStore(work);
  const wanted = useStore(wishes);
  const what = useStore(looking);
  const { state, place } = useStore(task.state);
  const [ask, setAsk] = useState("win");
  const [goal, setGoal] = useState({ name: 0, detail: "" });
  const asks = view.asks;
  const running = state !== "idle";
  const data = wanted[ask] ?? {};
  const put = (/** @type {any} */ now) => wishes.set({ ...wanted, [ask]: now });
  const { what: kind, of, least } = view.wishes[goal.name] ?? view.wishes[0];
  const detail = goal.detail || (of ? of[0] : String(least));
  return html`
    <section class="panel ask" aria-label=${t("q_questions")}>
      <div class="gr-row" role="group" aria-label=${t("q_questions")}>${forms.map(({ command, title }) => [command.slice(PREFIX.length), title]).map(([each, title]) => html`<button aria-pressed=${each === ask} onClick=${() => setAsk(each)}>${title}</button>`)}</div>
      <p class="muted">${forms.find(({ command }) => command === PREFIX + ask)?.about}</p>
      ${ask === "reach" &&
      html`<div class="gr-row">
        <label>${t("gr_goal")}<select onChange=${(/** @type {any} */ event) => setGoal({ name: Number(event.target.value), detail: "" })}>${view.wishes.map((/** @type {any} */ each, /** @type {number} */ n) => html`<option value=${n} selected=${each.what === kind}>${each.name}</option>`)}</select></label>
        ${of
          ? html`<label>${t("gr_tile")}<select onChange=${(/** @type {any} */ event) => setGoal({ ...goal, detail: event.target.value })}>${of.map((/** @type {string} */ each) => html`<option selected=${each === detail}>${each}</option>`)}</select></label>`
          : html`<label>${t("gr_at_least")}<input type="number" min="1" max="99" value=${detail} onInput=${(/** @type {any} */ event) => setGoal({ ...goal, detail: event.target.value })} /></label>`}
        <button onClick=${() => put({ ...data, goals: [...new Set([...(data.goals ?? []), kind + (of ? "@" : "=") + detail])] })}>+ ${t("gr_goal")}</button>
        ${(data.goals ?? []).map((/** @type {string} */ each) => html`<button aria-label=${t("gr_remove", { what: each })} onClick=${() => put({ ...data, goals: data.goals.filter((/** @type {string} */ one) => one !== each) })}>${each} ✕</button>`)}
      </div>`}
      <div class="gr-row">
        <${FormSection} of=${{ title: `ask_${ask}`, bare: true, fields: asks[ask] }} data=${data} problems=${[]} put=${put} />
        <button class="primary" onClick=${() => (running ? task.stop() : question(ask))}>${t(running ? "stop" : "q_answer")}</button>
      </div>
      ${running && html`<p role="status">${place > 0 ? t("in_line", { place }) : what || t("q_searching")}</p><progress aria-label=${t("q_searching")}></progress>`}
    </section>
  `;
}
