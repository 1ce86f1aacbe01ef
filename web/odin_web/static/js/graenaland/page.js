/** The page of Graenaland: a position and questions about it, and the profile of a copy. */

import { html, useEffect, useRef, useState } from "../../vendor/htm-preact.js";
import { fragment } from "../shared/address.js";
import { get, post } from "../shared/api.js";
import { t } from "../shared/i18n.js";
import { Picture, say } from "../shared/page.js";
import { Report } from "../shared/questions.js";
import { Store, useStore } from "../shared/store.js";
import { Ask, answer } from "./ask.js";
import { FormSection, Problems, Sign, signs, typed } from "./form.js";
import { begin, draft, openExample, replace, saveProfile, setPlayers, setProfile, undo, work } from "./state.js";

const PROFILE = "profile";
/** Examples, and where the profile is kept. @type {Store<import("../contract.js").MapBeginning | null>} */
const base = new Store(/** @type {import("../contract.js").MapBeginning | null} */ (null));
/** The tile that is edited. */
const chosen = new Store("");

/** @param {string} text @param {string} name */
async function openText(text, name) {
  try {
    const { kind, data } = await post("/api/graenaland/text", { text, name });
    (kind === "profile" ? setProfile : replace)(data);
    location.hash = kind === "profile" ? PROFILE : "";
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
}

/** @param {File | undefined} file */
async function openFile(file) {
  if (file) await openText(await file.text(), file.name);
}

/** @param {unknown} data @param {string} name */
function download(data, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: "application/json" }));
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {Event} event */
const inText = ({ target }) => target instanceof HTMLInputElement && target.type !== "checkbox";

/** @type {Record<string, (event: any) => void>} */
const LISTENERS = {
  paste: (event) => {
    const text = event.clipboardData.getData("text");
    if (!inText(event) && text.trim()) void openText(text, "text");
  },
  dragover: (event) => event.preventDefault(),
  drop: (event) => {
    event.preventDefault();
    void openFile(event.dataTransfer.files[0]);
  },
  keydown: (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && !inText(event)) undo();
  },
};

export function Page() {
  const all = useStore(base);
  const { data, past } = useStore(work);
  const mine = useStore(draft);
  const profile = useStore(fragment) === PROFILE;
  useEffect(() => {
    for (const [kind, listener] of Object.entries(LISTENERS)) window.addEventListener(kind, listener);
    void get("/api/graenaland").then(
      (given) => {
        if (given.error) say(given.error, true);
        Object.assign(signs, given);
        base.set(given);
        begin(given);
      },
      (error) => say(error.message, true),
    );
    return () => {
      for (const [kind, listener] of Object.entries(LISTENERS)) window.removeEventListener(kind, listener);
    };
  }, []);
  if (!all || !data) return html`<main><p class="hint">${t("loading")}</p></main>`;
  return html`
    <main class="gr">
      <h1 class="sr">Graenaland</h1>
      <div class="toolbar">
        <a class="tab" href="#" aria-current=${profile ? null : "page"}>${t("page_position")}</a>
        <a class="tab" href="#${PROFILE}" aria-current=${profile ? "page" : null}>${t("gr_profile")}</a>
        <label class="file"><input type="file" accept=".json,.toml,.txt" onChange=${(/** @type {any} */ { target }) => void openFile(target.files[0]).then(() => (target.value = ""))} /><span>${t("gr_open")}</span></label>
        <button onClick=${() => (profile ? download(mine.data, "graenaland-profile.json") : download(data, "graenaland.json"))}>${t("gr_download")}</button>
        ${profile
          ? html`<button class="primary" disabled=${mine.saved || mine.problems.length > 0} onClick=${saveProfile}>${t("gr_save")}</button>`
          : html`<button disabled=${!past.length} onClick=${undo}>${t("undo")}</button>
              <select aria-label=${t("gr_examples")} onChange=${typed((name) => name && openExample(name))}>
                <option value="">${t("gr_examples")}</option>
                ${Object.entries(all.examples).map(([name, title]) => html`<option value=${name}>${title}</option>`)}
              </select>`}
      </div>
      ${profile ? html`<${Profile} file=${all.file} />` : html`<${Position} />`}
    </main>
  `;
}

/** @param {{ file: string }} props */
function Profile({ file }) {
  const { data, problems, form, items = 1, entered = 0, left = [] } = useStore(draft);
  return html`<div class="gr-form">
    <section class="panel">
      <h2>${t("gr_profile")}</h2>
      <p>${t("gr_profile_help", { file })}</p>
      <progress max=${items} value=${entered} aria-label=${t("gr_profile")}></progress>
      <p role="status">${t("gr_entered", { entered, n: items })} ${left.join(", ")}</p>
      <${Problems} problems=${problems} form=${form} />
    </section>
    ${form.map((/** @type {any} */ each) => html`<${FormSection} key=${each.title} of=${each} data=${data} problems=${problems} put=${(/** @type {any} */ now) => setProfile(now)} />`)}
  </div>`;
}

/** @param {string} name */
const signOf = (name) => (name in signs.names ? html`<${Sign} of=${name} />` : name);

function Position() {
  const { data, view, problems, form } = useStore(work);
  const result = useStore(answer);
  const picture = result?.find((part) => part.part === "board")?.picture;
  const [before, setBefore] = useState(false);
  const tile = useStore(chosen);
  useEffect(() => setBefore(false), [result]);
  /** @type {import("./types.js").Section[]} */
  const tiles = form.filter((/** @type {any} */ each) => each.tile);
  const open = tiles.find((each) => each.tile === tile) ?? tiles[0];
  return html`
    <div class="gr-table">
      <div>
        <section class="panel">
          <h2>${view?.title || data.title || "Graenaland"}</h2>
          ${view?.made_up && html`<p class="muted">${view.made_up}</p>`}
          <${Problems} problems=${problems} />
          ${view?.lacking?.length > 0 && html`<p><a href="#${PROFILE}">${t("gr_lacking")}</a></p><${Problems} problems=${view.lacking} />`}
          ${view && html`<${TileMap} svg=${(!before && picture) || view.picture} /><${Legend} />`}
          ${picture && html`<button aria-pressed=${before} onClick=${() => setBefore(!before)}>${t("gr_before")}</button>`}
        </section>
        ${view?.asks && html`<${Ask} />`}
        ${view?.score && html`<section class="panel gr-answer"><${Report} of=${(result ?? view.score).filter((/** @type {any} */ each) => each.part !== "board")} sign=${signOf} /></section>`}
      </div>
      <aside>
        ${form.filter((/** @type {any} */ each) => !each.tile || each === open).map(
          (/** @type {any} */ each) => html`
            ${each === open && html`<div class="gr-row" role="group" aria-label=${t("gr_tiles")}>${tiles.map((one) => html`<button aria-pressed=${one === open} onClick=${() => chosen.set(one.tile ?? "")}>${one.tile}</button>`)}</div>`}
            <${FormSection} key=${each.title} of=${each} data=${data} problems=${problems}
              put=${(/** @type {any} */ now, /** @type {any} */ field, /** @type {any} */ value) => (field.kind === "players" ? setPlayers(Number(value)) : replace(now))} />`,
        )}
      </aside>
    </div>
  `;
}

/** What the map shows. */
function Legend() {
  return html`<ul class="gr-legend" aria-label=${t("v_legend")}>
    ${Object.entries(signs.names).map(([each, name]) => html`<li><${Picture} class="gr-picture" markup=${signs.pictures[each]} />${name}</li>`)}
  </ul>`;
}

/** The map as the server draws it; a click chooses a tile. @param {{ svg: string }} props */
function TileMap({ svg }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (place.current) place.current.innerHTML = svg;
  }, [svg]);
  return html`<div class="gr-map" aria-hidden="true" ref=${place} onClick=${(/** @type {any} */ event) => {
    const tile = event.target.closest("[data-tile]")?.dataset.tile;
    if (tile) chosen.set(tile);
  }}></div>`;
}
