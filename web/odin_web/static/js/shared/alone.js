/** All that is kept in this browser, where there is no server: as one file, and from one. */

import { html, useRef, useState } from "../../vendor/htm-preact.js";
import { Refused, read } from "./api.js";
import { Dialog } from "./controls.js";
import { save } from "./files.js";
import { dateText, t } from "./i18n.js";
import { say } from "./page.js";

/** @typedef {{ games: number, newest: number | null }} Holding */
/** @typedef {{ here: Holding, file: Holding, only_here: number }} Comparison */

const ADDRESS = "/api/everything";

async function saveAll() {
  const all = { ...(await read(await fetch(ADDRESS))), page: { ...localStorage } };
  save(JSON.stringify(all), `odin-${new Date().toISOString().slice(0, 10)}.json`);
}

/** @param {string} [body] @param {string} [how] */
const send = async (body, how = "", method = "POST") => read(await fetch(ADDRESS + how, { method, headers: { "content-type": "application/json" }, body }));

/** @param {Record<string, string>} texts */
function keepOnly(texts) {
  localStorage.clear();
  for (const [key, text] of Object.entries(texts)) localStorage.setItem(key, text);
}

/** Use what a file has from the next start on. @param {string} body @param {"add" | "replace"} how */
async function load(body, how) {
  const before = { ...localStorage };
  const others = JSON.parse(body).page ?? {};
  if (how === "replace") await saveAll();
  try {
    await send(body, `?how=${how}`);
    keepOnly(how === "add" ? { ...others, ...before } : others);
  } catch (error) {
    await send(undefined, "", "DELETE").finally(() => keepOnly(before));
    throw error;
  }
  if (how === "replace") sessionStorage.clear();
  window.parent.location.reload();
}

const failed = (/** @type {Error} */ error) => say(error instanceof Refused ? error.message : String(error), true);

/** @param {string} key @param {Holding} holding */
function held(key, { games, newest }) {
  const date = newest === null ? "" : dateText(newest * 1000, { dateStyle: "medium", timeStyle: "short" });
  return `${t(key, { n: games })}${date && ` ${t("site_load_newest", { date })}`}`;
}

/** @param {{ close: () => void }} props */
export function Alone({ close }) {
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [found, setFound] = useState(/** @type {{ body: string, of: Comparison } | null} */ (null));
  const end = (/** @type {Error} */ error) => {
    close();
    failed(error);
  };
  const look = async () => {
    const file = input.current?.files?.[0];
    if (!file) return;
    const body = await file.text();
    setFound({ body, of: await send(body) });
  };
  const use = (/** @type {"add" | "replace"} */ how) => () => void load(found?.body ?? "", how).catch(end);
  return html`<${Dialog} class="guests" label=${t("site_all")} close=${close}>
    <h2>${t("site_all")}</h2>
    ${found
      ? html`<p>${held("site_load_here", found.of.here)}</p>
          <p>${held("site_load_file", found.of.file)}</p>
          <p>${t("site_load_lost", { n: found.of.only_here })}</p>`
      : html`<p>${t("site_all_where")}</p>
          <p>${t("site_not_here")}</p>`}
    <input type="file" hidden accept=".json" ref=${input} onChange=${() => void look().catch(end)} />
    <form method="dialog" class="toolbar">
      ${found
        ? html`<button type="button" onClick=${use("add")}>${t("site_load_add")}</button>
            <button type="button" onClick=${use("replace")}>${t("site_load_replace")}</button>`
        : html`<button type="button" onClick=${() => void saveAll().catch(failed)}>${t("site_all_save")}</button>
            <button type="button" onClick=${() => input.current?.click()}>${t("site_all_load")}</button>`}
      <button class="primary">${t("close")}</button>
    </form>
  <//>`;
}
