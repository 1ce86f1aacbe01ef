/** The page: navigation, connection, the page of the address. */

import { html, render, useEffect, useState } from "../vendor/htm-preact.js";
import { onConnection } from "./api.js";
import { LANGUAGES, chooseLanguage, language, loadLanguage, t } from "./i18n.js";
import { PositionPage } from "./position/page.js";
import { announced, begin, components } from "./position/state.js";
import { Picture } from "./position/board.js";
import { useStore } from "./store.js";

function App() {
  const [lost, setLost] = useState(false);
  const all = useStore(components);
  useEffect(() => onConnection(setLost), []);
  return html`
    ${all && html`<${Picture} class="defs" markup=${all.defs} />`}
    <nav class="top" aria-label=${t("pages")}>
      <strong>odin</strong>
      <a href="/" aria-current="page">${t("page_position")}</a>
      <select
        aria-label=${t("language")}
        onChange=${(/** @type {Event} */ event) => chooseLanguage(/** @type {HTMLSelectElement} */ (event.target).value)}
      >
        ${LANGUAGES.map((name) => html`<option value=${name} selected=${name === language}>${t(`language_${name}`)}</option>`)}
      </select>
    </nav>
    ${lost && html`<p class="lost" role="alert">${t("connection_lost")}</p>`}
    <${PositionPage} />
    <${Announcer} />
  `;
}

function Announcer() {
  const text = useStore(announced);
  return html`<p class="sr" aria-live="polite">${text}</p>`;
}

await loadLanguage();
const app = /** @type {HTMLElement} */ (document.getElementById("app"));
render(html`<${App} />`, app);
await begin();
document.title = t("title");
