/** What a tile that was put down loses against the best layout. */

import { html } from "../../vendor/htm-preact.js";
import { Check } from "../shared/controls.js";
import { t } from "../shared/i18n.js";
import { keep } from "../shared/kept.js";
import { announced, nameOf } from "../shared/page.js";
import { Store, useStore } from "../shared/store.js";
import { cellNames } from "../tiles/hand.js";
import { decisive, lossText } from "./analysis.js";
import { asked } from "./solving.js";
import { change, view } from "./state.js";
import { Finding } from "../shared/task.js";

/** @import { Cell, MoveLoss } from "../types.js" */

const SECONDS = 3;
const SAVED = "judge";

const judging = new Store(localStorage.getItem(SAVED) === "yes");
/** The tile put down last, and what it loses. */
const NOTHING = { tile: "", loss: /** @type {MoveLoss | null} */ (null) };
const judged = new Finding(NOTHING, view);
const { task } = judged;

/**
 * Put a tile down; its loss follows when it is known.
 * @param {number} board
 * @param {string} tile
 * @param {Cell[]} cells
 */
export async function layTile(board, tile, cells) {
  const before = view.value;
  const owned = before?.position.supply[tile];
  await change({ kind: "lay", board, tile, cells });
  if (!judging.value || !owned || view.value === before) return;
  judged.set({ tile, loss: null });
  const move = `${board + 1} ${tile} ${cellNames(cells, before.boards[board].height)}`;
  void task.begin(
    "/api/questions/analyse",
    { ...asked({ move }), position: before.position, seconds: SECONDS },
    {
      result: ({ data }) => {
        const loss = /** @type {MoveLoss} */ (data.move);
        judged.set({ tile, loss });
        announced.set(`${nameOf(tile)}: ${textOf(loss)}`);
      },
    },
  );
}

const levelsOf = (/** @type {MoveLoss} */ { levels }) => (levels ?? []).map(({ loss }) => loss);

/** @param {MoveLoss} loss */
function textOf(loss) {
  if (!loss.levels) return t("not_yet_legal", { reason: loss.reason ?? "" });
  return lossText(levelsOf(loss), loss.proven) + (loss.proven ? "" : ` ${t("estimate")}`);
}

export function LossNote() {
  const on = useStore(judging);
  const { tile, loss } = useStore(judged);
  const tone = !loss?.levels ? "" : decisive(levelsOf(loss)).loss > 0 ? "bad" : "good";
  return html`
    <p class="loss wrap aligned">
      <${Check} checked=${on} data-testid="judge" onChange=${() => (judging.set(!on), keep(SAVED, on ? "no" : "yes"))} label=${t("show_loss")} />
      ${tile && html`<span class=${tone}>${nameOf(tile)}: ${loss ? textOf(loss) : t("thinking")}</span>`}
    </p>
  `;
}
