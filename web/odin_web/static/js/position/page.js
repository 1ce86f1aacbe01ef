/** The position page. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { post } from "../shared/api.js";
import { Dropdown } from "../shared/controls.js";
import { FileButton, copy, saveFile, useFiles } from "../shared/files.js";
import { dateText, t } from "../shared/i18n.js";
import { LONG, makeLink } from "./link.js";
import { Menu } from "../shared/menu.js";
import { listed, own, signed } from "../shared/page.js";
import { useStore } from "../shared/store.js";
import { Tabs, useTab } from "../shared/tabs.js";
import { HandBar, useHand } from "../tiles/board.js";
import { AnalysisPanel } from "./analysis.js";
import { AddBoard, Boards, WhichRound } from "./boards.js";
import { HintPanel } from "./hints.js";
import { LossNote } from "./loss.js";
import { others } from "./session.js";
import { SolvePanel } from "./solving.js";
import { begin, canRedo, canUndo, followLink, inOrder, open, openText, redo, replace, undo, view } from "./state.js";
import { table } from "./table.js";
import { Tray } from "./tray.js";

/** @import { PositionView } from "../types.js" */

/** What tabs show. */
const PARTS = ["boards", "supply", "answers"];
const EXAMPLES = ["opening", "buildings", "late-home"];

export function Page() {
  const shown = useStore(view);
  const [tab, show] = useTab(location.hash === "#draw" ? "supply" : "boards");
  useHand(table);
  useEffect(() => {
    if (!view.value) void inOrder(begin);
    window.addEventListener("hashchange", followLink);
    return () => window.removeEventListener("hashchange", followLink);
  }, []);
  useFiles((text, name = t("clipboard")) => openText(text, name));
  if (!shown) return html`<p class="hint">${t("loading")}</p>`;
  own.tiles = shown.own_tiles;
  return html`
    <main class="app position" data-tab=${tab}>
      <h1 class="sr">${t("page_position")}</h1>
      <${Toolbar} />
      <div class="field">
      <div class="table">
        ${shown.violations.length > 0 &&
        html`<ul class="violations">
          ${shown.violations.map((each) => html`<li>${each.message}</li>`)}
        </ul>`}
        <${Boards} tab=${tab} />
      </div>
      <aside>
        <${Facts} shown=${shown} />
        <${SolvePanel} />
        <${HintPanel} />
        <${AnalysisPanel} />
      </aside>
      </div>
      <${Tray} />
      <${HandBar} />
      <${Tabs} names=${PARTS} tab=${tab} show=${show} />
      <${Menu} />
    </main>
  `;
}

/** Numbers of the position as it is, and when it is. @param {{ shown: PositionView }} props */
function Facts({ shown }) {
  const { position } = shown;
  /** @type {Map<string, number>} */
  const reachable = new Map();
  for (const { gives, won, lost } of shown.boards.flatMap(({ bonuses }) => bonuses)) {
    if (won || lost) continue;
    for (const [item, count] of gives) reachable.set(item, (reachable.get(item) ?? 0) + count);
  }
  return html`
    <section class="panel facts" aria-label=${t("position")}>
      <dl class="score wrap">
        <div><dt>${t("score")}</dt><dd>${signed(shown.score)}</dd></div>
        <div><dt>${t("income")}</dt><dd>${shown.income}</dd></div>
        <div><dt>${t("uncovered")}</dt><dd>${signed(-shown.uncovered || 0)}</dd></div>
      </dl>
      <dl class="bonus-facts">
        <div><dt>${t("bonuses_won")}</dt><dd>${listed(shown.bonuses) || t("none")}</dd></div>
        <div><dt>${t("bonuses_reachable")}</dt><dd>${listed([...reachable]) || t("none")}</dd></div>
      </dl>
      <${WhichRound} position=${position} />
      <p class="rounds-left">${t("rounds_left", { n: shown.rounds_left })}</p>
    </section>
  `;
}

function Toolbar() {
  return html`
    <div class="toolbar" role="toolbar" aria-label=${t("position")}>
      <${AddBoard} />
      <button onClick=${undo} disabled=${!canUndo()} title="Ctrl+Z">${t("undo")}</button>
      <button onClick=${redo} disabled=${!canRedo()} title="Ctrl+Y">${t("redo")}</button>
      <button onClick=${clear}>${t("new")}</button>
      <${Dropdown}
        name=${t("examples")}
        options=${EXAMPLES.map((name) => [name, t(`example_${name.replace("-", "_")}`)])}
        choose=${(/** @type {string} */ name) => replace(() => post("/api/position/example", { name }))}
      />
      <${Earlier} />
      <${FileButton} label=${t("open_file")} open=${openText} />
      <button onClick=${() => saveFile(view.value?.position, "position.json")}>${t("save_file")}</button>
      <a class="button" href="/table">${t("what_now")}</a>
      <button onClick=${copyLink}>${t("copy_link")}</button>
      <${LossNote} />
    </div>
  `;
}

/** What other tabs worked on. */
function Earlier() {
  const [all] = useState(others());
  if (!all.length) return null;
  return html`<${Dropdown}
    name=${t("earlier_work")}
    data-testid="earlier"
    options=${all.map(({ key, at, position }) => [key, [dateText(at, { dateStyle: "short", timeStyle: "short" }), position.title].filter(Boolean).join(" · ")])}
    choose=${(/** @type {string} */ key) => {
      const chosen = all.find((each) => each.key === key);
      return chosen && open(chosen.position);
    }}
  />`;
}

function clear() {
  void replace(() => post("/api/position", { position: { schema: 1, boards: [{ board: "home" }] } }));
}

async function copyLink() {
  const link = await makeLink(view.value?.position);
  history.replaceState(null, "", new URL(link).hash);
  const long = link.length > LONG ? ` ${t("link_is_long", { n: link.length })}` : "";
  await copy(link, t("link_copied") + long, t("link_in_address") + long);
}
