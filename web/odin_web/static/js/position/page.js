/** The position page. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { post } from "../shared/api.js";
import { named, t } from "../shared/i18n.js";
import { makeLink } from "../shared/link.js";
import { components, say } from "../shared/page.js";
import { useStore } from "../shared/store.js";
import { Board, HandBar, useHand } from "../tiles/board.js";
import { SolvePanel, search } from "./solving.js";
import { begin, canRedo, canUndo, change, openText, redo, replace, table, undo, view } from "./state.js";
import { Tray } from "./tray.js";

const EXAMPLES = ["opening", "buildings", "late-home"];

export function PositionPage() {
  const shown = useStore(view);
  const looked = useStore(search);
  useHand(table);
  useEffect(() => {
    if (!view.value) void begin();
    /** @type {[string, any][]} */
    const listeners = [
      ["paste", onPaste],
      ["dragover", (/** @type {DragEvent} */ event) => event.preventDefault()],
      ["drop", onDrop],
    ];
    for (const [kind, listener] of listeners) window.addEventListener(kind, listener);
    return () => {
      for (const [kind, listener] of listeners) window.removeEventListener(kind, listener);
    };
  }, []);
  if (!shown) return html`<p class="hint">${t("loading")}</p>`;
  const { position } = shown;
  const layouts = pictures(looked);
  return html`
    <main class="position">
      <div class="table">
        <${Toolbar} />
        ${shown.violations.length > 0 &&
        html`<ul class="violations">
          ${shown.violations.map((each) => html`<li>${each.message}</li>`)}
        </ul>`}
        <div class="boards">
          ${shown.boards.map(
            (board, at) =>
              html`<${Board}
                key=${`${at} ${board.id}`}
                board=${board}
                at=${at}
                layout=${layouts[at] ?? ""}
                remove=${() => change({ kind: "remove_board", board: at })}
                marked=${shown.violations.filter((each) => each.board === at).flatMap((each) => each.cells)}
              />`,
          )}
          ${!shown.boards.length && html`<p class="hint">${t("add_a_board_first")}</p>`}
        </div>
      </div>
      <aside>
        <section class="panel facts" aria-label=${t("position")}>
          <dl class="score">
            <div><dt>${t("score")}</dt><dd>${shown.score}</dd></div>
            <div><dt>${t("income")}</dt><dd>${shown.income}</dd></div>
            <div><dt>${t("uncovered")}</dt><dd>${-shown.boards.reduce((sum, each) => sum + each.uncovered, 0) || 0}</dd></div>
          </dl>
          <label>
            ${t("round")}
            <select
              value=${position.round}
              onChange=${(/** @type {Event} */ event) =>
                change({ kind: "facts", round: Number(/** @type {HTMLSelectElement} */ (event.target).value) })}
            >
              ${Array.from({ length: components.value?.rounds[position.game] ?? 7 }, (_, i) => html`<option selected=${position.round === i + 1} value=${i + 1}>${i + 1}</option>`)}
            </select>
          </label>
          <label>
            ${t("game")}
            <select
              onChange=${(/** @type {Event} */ event) =>
                change({ kind: "facts", game: /** @type {HTMLSelectElement} */ (event.target).value })}
            >
              ${["long", "short"].map((game) => html`<option value=${game} selected=${position.game === game}>${t(`game_${game}`)}</option>`)}
            </select>
          </label>
        </section>
        <${SolvePanel} />
        <${Tray} />
      </aside>
      <${HandBar} />
    </main>
  `;
}

/**
 * Pictures of the new pieces, by board; those of the steps chosen, once the search is done.
 * @param {import("./solving.js").Search} looked
 */
function pictures(looked) {
  if (!looked.result || looked.step >= looked.result.steps.length) return looked.pictures;
  const shown = looked.result.steps.slice(0, looked.step).flat();
  return looked.pictures.map((markup, at) => {
    const drawn = new DOMParser().parseFromString(
      `<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`,
      "image/svg+xml",
    );
    const group = drawn.documentElement.firstElementChild;
    if (!group) return markup;
    const count = shown.filter((each) => each.board === at && each.cells.length).length;
    const all = looked.result?.steps.flat().filter((each) => each.board === at && each.cells.length).length ?? 0;
    const parts = [...group.children];
    parts.forEach((part, i) => {
      if (i < 2 * all && i % all >= count) part.remove();
    });
    return group.outerHTML;
  });
}

function Toolbar() {
  const all = useStore(components);
  const shown = useStore(view);
  const [adding, setAdding] = useState("");
  const counts = new Map();
  for (const board of shown?.boards ?? []) counts.set(board.id, (counts.get(board.id) ?? 0) + 1);
  return html`
    <div class="toolbar" role="toolbar" aria-label=${t("position")}>
      <label>
        <span class="sr">${t("add_board")}</span>
        <select
          value=${adding}
          data-testid="add-board"
          onChange=${(/** @type {Event} */ event) => {
            const chosen = /** @type {HTMLSelectElement} */ (event.target);
            if (chosen.value) void change({ kind: "add_board", board: chosen.value });
            setAdding("");
            chosen.value = "";
          }}
        >
          <option value="">${t("add_board")}</option>
          ${(all?.boards ?? []).map((board) => html`<option value=${board.id}>${named(board.id, board.name)}</option>`)}
        </select>
      </label>
      <button onClick=${undo} disabled=${!canUndo()} title="Ctrl+Z">${t("undo")}</button>
      <button onClick=${redo} disabled=${!canRedo()}>${t("redo")}</button>
      <button onClick=${clear}>${t("new")}</button>
      <label>
        <span class="sr">${t("examples")}</span>
        <select
          onChange=${(/** @type {Event} */ event) => {
            const chosen = /** @type {HTMLSelectElement} */ (event.target);
            const name = chosen.value;
            if (name) void replace(() => post("/api/position/example", { name }));
            chosen.value = "";
          }}
        >
          <option value="">${t("examples")}</option>
          ${EXAMPLES.map((name) => html`<option value=${name}>${name}</option>`)}
        </select>
      </label>
      <label class="file">
        <input type="file" accept=".json,.toml" onChange=${onFile} />
        <span>${t("open_file")}</span>
      </label>
      <button onClick=${save}>${t("save_file")}</button>
      <button onClick=${copyLink}>${t("copy_link")}</button>
    </div>
  `;
}

function clear() {
  void replace(() => post("/api/position", { position: { schema: 1, boards: [{ board: "home" }] } }));
}

/** @param {Event} event */
function onFile(event) {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const file = input.files?.[0];
  input.value = "";
  if (file) void read(file);
}

/** @param {File} file */
async function read(file) {
  void openText(await file.text(), file.name);
}

/** @param {DragEvent} event */
function onDrop(event) {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file) void read(file);
}

/** @param {ClipboardEvent} event */
function onPaste(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const text = event.clipboardData?.getData("text") ?? "";
  if (target.closest("input, textarea") || !text.trim()) return;
  void openText(text, t("clipboard"));
}

function save() {
  const content = `${JSON.stringify(view.value?.position, null, 2)}\n`;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: "application/json" }));
  link.download = "position.json";
  link.click();
  URL.revokeObjectURL(link.href);
}

async function copyLink() {
  const link = await makeLink(view.value?.position);
  history.replaceState(null, "", new URL(link).hash);
  try {
    await navigator.clipboard.writeText(link);
    say(t("link_copied"));
  } catch {
    say(t("link_in_address"));
  }
}
