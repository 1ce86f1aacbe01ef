/** All moves of the game; a click shows the table as it was then. */

import { html, useEffect, useRef } from "../../vendor/htm-preact.js";
import { small } from "../shared/controls.js";
import { t } from "../shared/i18n.js";
import { useStore } from "../shared/store.js";
import { lines, look, shown } from "./state.js";

/** @param {{ close: () => void }} props */
export function History({ close }) {
  const all = useStore(lines);
  const game = useStore(shown);
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [game?.seen]);
  return html`<section class="drawer history" aria-label=${t("history")}>
    <header>
      <h2>${t("history")}</h2>
      ${small("✕", t("close"), close)}
    </header>
    <ol ref=${list}>
      <li><button aria-current=${game?.seen === 0 ? "step" : null} onClick=${() => look(0)}>${t("beginning")}</button></li>
      ${all.map(
        (line, i) => html`<li class=${line.chance ? "chance" : ""}>
          ${line.round !== all[i - 1]?.round && line.round > 0 && html`<h3>${t("round")} ${line.round}</h3>`}
          <button aria-current=${game?.seen === line.number ? "step" : null} onClick=${() => look(line.number)}>
            ${line.words}
            ${line.changes.length > 0 && html`<small>${line.changes.map((change) => change.text).join(" · ")}</small>`}
          </button>
        </li>`,
      )}
    </ol>
  </section>`;
}
