/** All that is kept in this browser, where there is no server: as one file, and from one. */

import { html, useEffect, useRef } from "../../vendor/htm-preact.js";
import { Refused, read } from "./api.js";
import { t } from "./i18n.js";
import { say } from "./page.js";

const ADDRESS = "/api/everything";

async function save() {
  const all = { ...(await read(await fetch(ADDRESS))), page: { ...localStorage } };
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(all)], { type: "application/json" }));
  link.download = `odin-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** @param {File} file */
async function load(file) {
  const body = await file.text();
  await read(await fetch(ADDRESS, { method: "POST", headers: { "content-type": "application/json" }, body }));
  localStorage.clear();
  sessionStorage.clear();
  for (const [key, text] of Object.entries(JSON.parse(body).page ?? {})) localStorage.setItem(key, String(text));
  window.parent.location.reload();
}

const failed = (/** @type {Error} */ error) => say(error instanceof Refused ? error.message : String(error), true);

/** @param {{ close: () => void }} props */
export function Alone({ close }) {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => box.current?.showModal(), []);
  const chosen = () => {
    const file = input.current?.files?.[0];
    box.current?.close();
    if (file) load(file).catch(failed);
  };
  return html`<dialog class="guests" ref=${box} aria-label=${t("site_all")} onClose=${close}>
    <h2>${t("site_all")}</h2>
    <p>${t("site_all_where")}</p>
    <p>${t("site_not_here")}</p>
    <input type="file" hidden accept=".json" ref=${input} onChange=${chosen} />
    <form method="dialog" class="toolbar">
      <button type="button" onClick=${() => void save().catch(failed)}>${t("site_all_save")}</button>
      <button type="button" onClick=${() => input.current?.click()}>${t("site_all_load")}</button>
      <button class="primary">${t("close")}</button>
    </form>
  </dialog>`;
}
