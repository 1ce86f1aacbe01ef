/** Analysis: the best lines that differ, what each tile is worth. */

import { html } from "../../vendor/htm-preact.js";
import { t } from "../shared/i18n.js";
import { listed, nameOf, signed, tileOf } from "../shared/page.js";
import { Store, useStore } from "../shared/store.js";
import { LayoutControls, preview, showLayout } from "./preview.js";
import { question, round, shownValue } from "./solving.js";
import { shownPosition, view } from "./state.js";
import { Task } from "../shared/task.js";

/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").TileLoss} TileLoss */

/**
 * @typedef {object} Analysis
 * @property {{ value: number, bound: number | null, proven: boolean } | null} best
 * @property {Line[]} lines
 * @property {Record<string, TileLoss>} values what is lost without one of each tile
 * @property {Record<string, TileLoss>} gains what one more of each tile gains, as a negative loss
 * @property {{ missing: number, complete: boolean } | null} result
 */

/** @type {Analysis} */
const EMPTY = { best: null, lines: [], values: {}, gains: {}, result: null };
const FROM = "line ";
const MOST_GAINS = 8;
const task = new Task();

export const analysis = new Store(EMPTY);

function forget() {
  task.leave();
  analysis.set(EMPTY);
}
view.watch(forget);
question.watch(forget);

/** @param {boolean} gains */
function analyse(gains) {
  const { objective, seconds } = question.value;
  analysis.set(EMPTY);
  void task.begin(
    "/api/position/analyse",
    { position: shownPosition(), objective: objective || null, seconds, lines: 4, gains },
    {
      part: (part) => {
        const now = analysis.value;
        if (part.part === "best") analysis.update({ best: part });
        else if (part.part === "line") analysis.update({ lines: [...now.lines, part] });
        else analysis.update({ [part.part]: part.tiles });
      },
      result: (result) => analysis.update({ result }),
    },
  );
}

/**
 * A loss in words, short.
 * @param {import("../types.js").Loss} loss
 */
export function lossText({ loss, level, proven }) {
  if (!loss) return t(proven ? "loses_nothing" : "loses_nothing_known");
  const n = round(Math.abs(loss));
  if (loss < 0) return t("gains_about", { n });
  if (level) return t("loses_at_ties", { n });
  return t(proven ? "loses" : "loses_at_most", { n });
}

export function AnalysisPanel() {
  const { best, lines, gains, result } = useStore(analysis);
  const { state, place } = useStore(task.state);
  const busy = state !== "idle";
  const better = Object.entries(gains)
    .filter(([, { loss }]) => loss < 0 && best?.proven)
    .sort(([, a], [, b]) => a.level - b.level || a.loss - b.loss);
  return html`
    <section class="panel" aria-label=${t("analysis")}>
      <h2>${t("analysis")}</h2>
      <form
        onSubmit=${(/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          if (busy) return task.stop();
          analyse(new FormData(/** @type {HTMLFormElement} */ (event.target)).has("gains"));
        }}
      >
        <button data-testid="analyse">${t(busy ? "stop" : "analyse")}</button>
        <label class="check"><input type="checkbox" name="gains" />${t("also_gains")}</label>
      </form>
      ${busy && html`<p>${place ? t("in_line", { place }) : t("thinking")}</p>`}
      ${best && html`<p class="verdict">${t(best.proven ? "proven_best" : "best_so_far", { value: shownValue(best.value, lines[0]?.layout.numbers) })}</p>`}
      <ol class="best-lines">
        ${lines.map((line, i) => html`<${LineEntry} key=${i} line=${line} number=${i + 1} first=${lines[0]} />`)}
      </ol>
      ${result?.complete && html`<p>${t("no_other_lines")}</p>`}
      ${better.length > 0 &&
      html`<h3>${t("one_more_gains")}</h3>
        <ul class="more-gains wrap">
          ${better.slice(0, MOST_GAINS).map(
            ([tile, { loss, level, proven }]) =>
              html`<li>${nameOf(tile)} <strong>+${round(-loss)}${level ? "*" : ""}</strong> ${proven ? "" : t("at_least")}</li>`,
          )}
        </ul>`}
    </section>
  `;
}

/** @param {{ line: Line, number: number, first: Line }} props */
function LineEntry({ line, number, first }) {
  const shown = useStore(preview);
  const from = FROM + number;
  const { numbers } = line.layout;
  const other = first.layout.numbers;
  const words = [
    line.more.length ? `+ ${listed(line.more)}` : "",
    line.fewer.length ? `− ${listed(line.fewer)}` : "",
    numbers.income !== other.income ? `${t("income")} ${numbers.income} (${other.income})` : "",
    numbers.uncovered !== other.uncovered ? `${t("uncovered")} ${signed(-numbers.uncovered || 0)} (${signed(-other.uncovered || 0)})` : "",
    listed(numbers.bonuses) !== listed(other.bonuses) ? `${t("bonuses")}: ${listed(numbers.bonuses) || t("none")}` : "",
  ].filter(Boolean);
  return html`
    <li>
      <button class="best-line" aria-pressed=${shown?.from === from} onClick=${() => showLayout(from, line.layout)}>
        <${Thumbnail} line=${line} />
        <span>
          <strong>${t("line", { n: number })}: ${shownValue(line.value, numbers)}</strong>
          ${number > 1 && html`<span>${lossText(line)}</span>`}
          ${number > 1 && words.map((word) => html`<small>${word}</small>`)}
        </span>
      </button>
      <${LayoutControls} from=${from} />
    </li>
  `;
}

/** Boards side by side, small: what lies now in grey, what the line lays in its colours. */
function Thumbnail(/** @type {{ line: Line }} */ { line }) {
  const boards = (view.value?.boards ?? []).map((board, at) => ({ board, at })).filter(({ board }) => board.height);
  const steps = line.layout.steps.flat();
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
