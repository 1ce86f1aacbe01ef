/** The page: navigation, connection, the part that belongs to the address. */

import { html, render, useEffect, useErrorBoundary, useState } from "../vendor/htm-preact.js";
import { Refused, back, connection, get } from "./shared/api.js";
import "./shared/address.js";
import { typed } from "./shared/controls.js";
import { chooseLanguage, given, language, languageName, t } from "./shared/i18n.js";
import { Announcer, Notice, Picture, components } from "./shared/page.js";
import { setPageAside, told } from "./shared/kept.js";
import { useStore } from "./shared/store.js";
import { keepPage } from "./shared/without.js";

const shown = given.pages[location.pathname] ?? "home";

function App() {
  const { lost, kept } = useStore(connection);
  const [Box, setBox] = useState(/** @type {any} */ (null));
  const show = (/** @type {any} */ box) => setBox(() => box);
  const letIn = async () => show((await import("./shared/guests.js")).Guests);
  const showKept = async () => show((await import("./shared/alone.js")).Alone);
  const explain = async () => show((await import("./shared/help.js")).Help);
  const [Tour, setTour] = useState(/** @type {any} */ (null));
  useEffect(() => {
    if (sessionStorage.getItem("tour")) void import("./shared/tour.js").then((module) => setTour(() => module.Tour));
  }, []);
  return html`
    <${Picture} class="defs" markup=${components.value?.defs} />
    ${given.role !== "framed" && html`<header class="head">
    <button class="quiet pages" popovertarget="pages">☰ ${t(`page_${shown}`)}</button>
    <nav class="top" id="pages" popover="auto" aria-label=${t("pages")}>
      ${Object.entries(given.pages).map(
        ([path, name]) => html`<a href=${path} aria-current=${name === shown ? "page" : null}>${t(`page_${name}`)}</a>`,
      )}
      ${given.role === "owner" && html`<button onClick=${letIn}>${t("guests_button")}</button>`}
      ${given.role === "alone" && html`<button onClick=${showKept}>${t("site_all")}</button>`}
      ${given.role === "look" && html`<span>${t("guests_only_look")}</span>`}
      <select aria-label=${t("language")} onChange=${typed(chooseLanguage)}>
        ${given.languages.map((name) => html`<option value=${name} lang=${name} selected=${name === language}>${languageName(name)}</option>`)}
      </select>
    </nav>
    <button class="quiet ask" aria-label=${t("help")} title=${t("help")} onClick=${explain}>?</button>
    </header>`}
    ${lost && html`<p class="lost" role="alert">${t(kept ? "without_server" : "connection_lost")}</p>`}
    <${Notice} />
    <${Shown} />
    ${Box && html`<${Box} shown=${shown} close=${() => setBox(null)} />`}
    ${Tour && html`<${Tour} />`}
    <${Announcer} />
  `;
}

/** The page; if it cannot be shown, what it has kept is set aside, and it begins anew. */
function Shown() {
  const [error] = useErrorBoundary((/** @type {unknown} */ wrong) => {
    setPageAside(shown);
    reportError(wrong);
  });
  return html`
    ${told.length > 0 && html`<p class="lost" role="alert">${told.join(" ")} ${error && html`<button onClick=${() => location.reload()}>${t("reload")}</button>`}</p>`}
    ${!error && html`<${Page} />`}
  `;
}

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
/** @type {any} */
let Page;

/** Load what the page needs; if the server ends meanwhile, begin again as soon as it is back. */
async function load() {
  try {
    const [page, all] = await Promise.all([import(`./${shown}/page.js`), get("/api/components")]);
    Page = page.Page;
    components.set(all);
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof Refused)) throw error;
    root.textContent = t("connection_lost");
    await back();
    location.reload();
    await new Promise(() => {});
  }
}

await load();
document.title = t("title");
render(html`<${App} />`, root);
if (!["alone", "seat", "framed"].includes(`${given.role}`)) keepPage();
