/** Analysis: the best lines that differ, what each tile is worth. */

import { html } from "../../vendor/htm-preact.js";
import { t } from "../shared/i18n.js";
import { signed, tileOf } from "../shared/page.js";
import { Report } from "../shared/questions.js";
import { useStore } from "../shared/store.js";
import { LayoutControls, preview, showLayout } from "./preview.js";
import { asked, isScore, question, round, shownValue } from "./solving.js";
import { view } from "./state.js";
import { Finding, submitted } from "../shared/task.js";

/** @typedef {import("../contract.js").Answer["report"]} Parts */
/** @import { Layout } from "../types.js" */
/** @typedef {{ layout: Layout, fold: import("../contract.js").Fold }} Line a layout, and what is said of it */

const NOTHING = { value_best: 0, best_proven: false, tile_values: /** @type {Record<string, import("../types.js").Worth> | null} */ (null) };
const EMPTY = { report: /** @type {Parts} */ ([]), data: NOTHING };
const FROM = "line ";
const MOST_GAINS = 8;

export const analysis = new Finding(EMPTY, view, question);
const { task } = analysis;

/** @param {boolean} next whether also what one more of each tile would gain */
function analyse(next) {
  analysis.set(EMPTY);
  const take = (/** @type {{ report: Parts | null, data: any }} */ { report, data }) => {
    if (report) analysis.set({ report, data });
  };
  void task.begin("/api/questions/analyse", asked({ lines: 4, values: true, next }), { incumbent: take, result: take });
}

/** The first level of an objective that differs, from 0, and by how much. @param {number[]} levels */
export function decisive(levels) {
  const level = Math.max(0, levels.findIndex(Boolean));
  return { level, loss: levels[level] };
}

/**
 * A loss in words, short.
 * @param {number[]} levels
 * @param {boolean} proven
 */
export function lossText(levels, proven) {
  const { level, loss } = decisive(levels);
  if (!loss) return t(proven ? "loses_nothing" : "loses_nothing_known");
  const n = round(Math.abs(loss));
  if (loss < 0) return t("gains_about", { n });
  if (level) return t("loses_at_ties", { n });
  return t(proven ? "loses" : "loses_at_most", { n });
}

/** The first rows of the tables of a fold, without the last column, which is long. @param {Line["fold"]} fold */
const shortened = (fold) => ({
  ...fold,
  parts: fold.parts.map((part) =>
    part.part === "table" ? { ...part, heads: part.heads.slice(0, -1), rows: part.rows.slice(0, MOST_GAINS).map((row) => row.slice(0, -1)) } : part,
  ),
});

export function AnalysisPanel() {
  const { report, data } = useStore(analysis);
  const { state, place } = useStore(task.state);
  const busy = state !== "idle";
  const lines = report.flatMap((part, at) => (part.part === "layout" ? [/** @type {Line} */ ({ layout: part, fold: report[at + 1] })] : []));
  const shown = new Set(lines.flatMap(({ layout, fold }) => [layout, fold]));
  const others = report.slice(1).filter((part) => !shown.has(/** @type {any} */ (part)) && !(part.part === "line" && part.style === "strong"));
  // The supply shows what its tiles are worth.
  const rest = others.filter((part) => part.part !== "fold" || part.open).map((part) => (part.part === "fold" ? shortened(part) : part));
  return html`
    <section class="panel" aria-label=${t("analysis")}>
      <h2>${t("analysis")}</h2>
      <form
        onSubmit=${submitted(task, (form) => analyse(form.has("gains")))}
      >
        <button data-testid="analyse">${t(busy ? "stop" : "analyse")}</button>
        <label class="check"><input type="checkbox" name="gains" />${t("also_gains")}</label>
      </form>
      ${busy && html`<p>${place ? t("in_line", { place }) : t("thinking")}</p>`}
      ${lines.length > 0 && html`<p class="verdict">${t(data.best_proven ? "proven_best" : "best_so_far", { value: shownValue(data.value_best, lines[0].layout.numbers) })}</p>`}
      <ol class="best-lines">
        ${lines.map((line, i) => html`<${LineEntry} key=${i} line=${line} number=${i + 1} />`)}
      </ol>
      <${Report} of=${rest} />
    </section>
  `;
}

/** @param {{ line: Line, number: number }} props */
function LineEntry({ line: { layout, fold }, number }) {
  const shown = useStore(preview);
  const from = FROM + number;
  const title = isScore() ? `${t("line", { n: number })}: ${signed(layout.numbers.score)}` : fold.title;
  return html`
    <li>
      <button class="best-line" aria-pressed=${shown?.from === from} onClick=${() => showLayout(from, layout)}>
        <${Thumbnail} layout=${layout} />
        <span>
          <strong>${title}</strong>
          ${fold.parts.map((part) => part.part === "line" && html`<small>${part.text}</small>`)}
        </span>
      </button>
      <${LayoutControls} from=${from} />
    </li>
  `;
}

/** Boards side by side, small: what lies now in grey, what the line lays in its colours. */
function Thumbnail(/** @type {{ layout: Layout }} */ { layout }) {
  const boards = (view.value?.boards ?? []).map((board, at) => ({ board, at })).filter(({ board }) => board.height);
  const steps = layout.steps.flat();
  let x = 0;
  const drawn = boards.map(({ board, at }) => {
    const left = x;
    x += board.width + 1;
    return html`<g transform=${`translate(${left} 0)`}>
      <rect class="ground" width=${board.width} height=${board.height} />
      ${board.pieces.flatMap(({ cells }) => cells.map(([a, b]) => html`<rect class="old" x=${a} y=${b} width="1" height="1" />`))}
      ${steps
        .filter((step) => step.board === at)
        .flatMap(({ tile, cells }) =>
          cells.map(([a, b]) => html`<rect x=${a} y=${b} width="1" height="1" fill=${tileOf(tile).paint} />`),
        )}
    </g>`;
  });
  const height = Math.max(1, ...boards.map(({ board }) => board.height));
  return html`<svg class="thumbnail" viewBox=${`0 0 ${Math.max(1, x - 1)} ${height}`} aria-hidden="true">${drawn}</svg>`;
}
