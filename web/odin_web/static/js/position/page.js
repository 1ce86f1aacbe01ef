/** The position page. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { post } from "../shared/api.js";
import { chosenFile, saveFile } from "../shared/files.js";
import { dateText, t } from "../shared/i18n.js";
import { LONG, makeLink } from "./link.js";
import { components, listed, own, say, signed } from "../shared/page.js";
import { useStore } from "../shared/store.js";
import { Tabs, useTab } from "../shared/tabs.js";
import { Board, HandBar, useHand } from "../tiles/board.js";
import { BoardField } from "../tiles/cells.js";
import { AnalysisPanel } from "./analysis.js";
import { AddBoard } from "./boards.js";
import { HintPanel } from "./hints.js";
import { LossNote } from "./loss.js";
import { PieceMenu } from "./menu.js";
import { pointed, preview, shownPictures } from "./preview.js";
import { others } from "./session.js";
import { SolvePanel } from "./solving.js";
import {
  begin,
  canRedo,
  canUndo,
  change,
  followLink,
  inOrder,
  isLocked,
  locks,
  open,
  openText,
  redo,
  removeBoard,
  replace,
  undo,
  view,
} from "./state.js";
import { table } from "./table.js";
import { Tray } from "./tray.js";

/** @typedef {import("../types.js").PositionView} PositionView */

/** What tabs show. */
const PARTS = ["boards", "supply", "answers"];
const EXAMPLES = ["opening", "buildings", "late-home"];

export function Page() {
  const shown = useStore(view);
  const now = useStore(preview);
  const { cells: hinted } = useStore(pointed);
  const [tab, show] = useTab("boards");
  useStore(locks);
  useHand(table);
  useEffect(() => {
    if (!view.value) void inOrder(begin);
    /** @type {[string, any][]} */
    const listeners = [
      ["paste", onPaste],
      ["dragover", (/** @type {DragEvent} */ event) => event.preventDefault()],
      ["drop", onDrop],
      ["hashchange", followLink],
    ];
    for (const [kind, listener] of listeners) window.addEventListener(kind, listener);
    return () => {
      for (const [kind, listener] of listeners) window.removeEventListener(kind, listener);
    };
  }, []);
  if (!shown) return html`<p class="hint">${t("loading")}</p>`;
  own.tiles = shown.own_tiles;
  const layouts = shownPictures();
  /** @returns {import("../tiles/board.js").Mark[]} */
  const marks = (/** @type {number} */ at) => [
    ...shown.boards[at].pieces
      .filter(({ cells }, piece) => cells.length && isLocked(at, piece))
      .map(({ cells }) => ({ kind: /** @type {const} */ ("locked"), cells })),
    ...hinted.filter(({ board }) => board === at).map(({ cells }) => ({ kind: /** @type {const} */ ("hint"), cells })),
    ...shown.violations
      .filter(({ board }) => board === at)
      .map(({ cells }) => ({ kind: /** @type {const} */ ("wrong"), cells })),
  ];
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
        <${BoardField} many=${[tab, ...shown.boards.map(({ id }) => id)].join(" ")}>
          ${shown.boards.map(
            (board, at) =>
              html`<${Board}
                key=${`${at} ${board.id}`}
                board=${board}
                at=${at}
                base=${now && !now.before ? now.base?.[at] : undefined}
                layout=${layouts[at] ?? ""}
                marks=${marks(at)}
                remove=${() => removeBoard(at)}
                fill=${(/** @type {string} */ item, /** @type {number} */ more) => fillSlot(at, item, more)}
              />`,
          )}
          ${!shown.boards.length && html`<p class="hint">${t("add_a_board_first")}</p>`}
        <//>
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
      <${PieceMenu} />
    </main>
  `;
}

/**
 * @param {number} at
 * @param {string} item
 * @param {number} more
 */
export function fillSlot(at, item, more) {
  const piece = view.value?.boards[at].pieces.findLastIndex(({ tile }) => tile === item) ?? -1;
  if (more > 0) void change({ kind: "lay", board: at, tile: item, cells: [] });
  else if (piece >= 0) void change({ kind: "lift", board: at, piece });
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
      <label>
        ${t("round")}
        <select
          onChange=${(/** @type {Event} */ event) =>
            change({ kind: "facts", round: Number(/** @type {HTMLSelectElement} */ (event.target).value) })}
        >
          <option value="0" selected=${!position.round}>${t("round_unknown")}</option>
          ${Array.from(
            { length: components.value?.rounds[position.game] ?? 7 },
            (_, i) => html`<option selected=${position.round === i + 1} value=${i + 1}>${i + 1}</option>`,
          )}
        </select>
      </label>
      <label>
        ${t("game")}
        <select
          onChange=${(/** @type {Event} */ event) =>
            change({ kind: "facts", game: /** @type {"long" | "short"} */ (/** @type {HTMLSelectElement} */ (event.target).value) })}
        >
          ${["long", "short"].map((game) => html`<option value=${game} selected=${position.game === game}>${t(`game_${game}`)}</option>`)}
        </select>
      </label>
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
      <${Choice}
        name=${t("examples")}
        options=${EXAMPLES.map((name) => [name, t(`example_${name.replace("-", "_")}`)])}
        choose=${(/** @type {string} */ name) => replace(() => post("/api/position/example", { name }))}
      />
      <${Earlier} />
      <label class="file">
        <input type="file" onChange=${chosenFile(openText)} />
        <span>${t("open_file")}</span>
      </label>
      <button onClick=${() => saveFile(view.value?.position, "position.json")}>${t("save_file")}</button>
      <a class="button" href="/table">${t("what_now")}</a>
      <button onClick=${copyLink}>${t("copy_link")}</button>
      <${LossNote} />
    </div>
  `;
}

/**
 * A list of which each entry does something.
 * @param {{ name: string, testid?: string, options: [string, string][], choose: (value: string) => unknown }} props
 */
function Choice({ name, testid, options, choose }) {
  return html`<label>
    <span class="sr">${name}</span>
    <select
      data-testid=${testid}
      onChange=${(/** @type {Event} */ event) => {
        const list = /** @type {HTMLSelectElement} */ (event.target);
        const chosen = list.value;
        list.value = "";
        if (chosen) void choose(chosen);
      }}
    >
      <option value="">${name}</option>
      ${options.map(([value, text]) => html`<option value=${value}>${text}</option>`)}
    </select>
  </label>`;
}

/** What other tabs worked on. */
function Earlier() {
  const [all] = useState(others());
  if (!all.length) return null;
  return html`<${Choice}
    name=${t("earlier_work")}
    testid="earlier"
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

/** @param {File} file */
async function read(file) {
  void openText(await file.text(), file.name);
}

/** @param {DragEvent} event */
function onDrop(event) {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  const text = event.dataTransfer?.getData("text") ?? "";
  if (file) void read(file);
  else if (text.trim()) void openText(text, t("dropped"));
}

/** @param {ClipboardEvent} event */
function onPaste(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const file = event.clipboardData?.files[0];
  const text = event.clipboardData?.getData("text") ?? "";
  if (target.closest("input:not([type=radio], [type=checkbox], [type=range]), textarea")) return;
  if (file) void read(file);
  else if (text.trim()) void openText(text, t("clipboard"));
}

async function copyLink() {
  const link = await makeLink(view.value?.position);
  history.replaceState(null, "", new URL(link).hash);
  let key = "link_copied";
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    key = "link_in_address";
  }
  say(link.length > LONG ? `${t(key)} ${t("link_is_long", { n: link.length })}` : t(key));
}
