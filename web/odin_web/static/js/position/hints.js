/** Hints in four levels, each on demand. */

import { html } from "../../vendor/htm-preact.js";
import { t } from "../shared/i18n.js";
import { announced } from "../shared/page.js";
import { useStore } from "../shared/store.js";
import { LayoutControls, pointed, preview, showLayout } from "./preview.js";
import { asked, question } from "./solving.js";
import { view } from "./state.js";
import { Finding } from "../shared/task.js";

/** @import { Hint } from "../types.js" */

const LEVELS = [1, 2, 3, 4];
const FROM = "hint";

/** Hints by level, the one that is searched, and the one shown last. */
const EMPTY = { hints: /** @type {Record<number, Hint>} */ ({}), asked: 0, shown: 0 };
const given = new Finding(EMPTY, view, question);
const { task } = given;

/** @param {number} level */
function ask(level) {
  const known = given.value.hints[level];
  if (known) return show(known);
  given.update({ asked: level });
  void task.begin("/api/questions/hint", asked({ level }), {
    result: ({ data, report }) => {
      const layout = report.flatMap((part) => (part.part === "layout" ? [part] : []))[0] ?? null;
      const hint = /** @type {Hint} */ ({ ...data, layout });
      given.update({ hints: { ...given.value.hints, [level]: hint }, asked: 0 });
      show(hint);
    },
  });
}

/** @param {Hint} hint */
function show(hint) {
  given.update({ shown: hint.level });
  if (hint.layout) showLayout(FROM, hint.layout);
  else preview.set(null);
  const places = hint.placement ? [hint.placement] : hint.area;
  pointed.set({ cells: places.map(({ board_number: board, cells }) => ({ board, cells })), tile: hint.tile });
  announced.set(hint.short);
}

export function HintPanel() {
  const { hints, asked: sought, shown } = useStore(given);
  const { state, place } = useStore(task.state);
  const busy = state !== "idle";
  return html`
    <section class="panel" aria-label=${t("hints")}>
      <h2>${t("hints")}</h2>
      <div class="levels" role="group" aria-label=${t("hints")}>
        ${LEVELS.map(
          (level) =>
            html`<button
              data-testid=${`hint-${level}`}
              aria-pressed=${shown === level}
              disabled=${busy && sought !== level}
              onClick=${() => (busy ? task.stop() : ask(level))}
            >
              ${busy && sought === level ? t("stop") : t(`hint_${level}`)}
            </button>`,
        )}
      </div>
      ${busy && html`<p>${place ? t("in_line", { place }) : t("thinking")}</p>`}
      <ol class="hints">
        ${LEVELS.flatMap((level) => hints[level] ?? []).map(
          ({ level, proven, short, why }) => html`<li class=${proven ? "" : "unproven"} value=${level}>${short}
            ${why && html`<details><summary>${t("why")}</summary><p>${why}</p></details>`}
          </li>`,
        )}
      </ol>
      <${LayoutControls} from=${FROM} />
    </section>
  `;
}
