/** The player's boards; tiles laid by hand or as proposed. */

import { html, useEffect } from "../../vendor/htm-preact.js";
import { t } from "../shared/i18n.js";
import { moving, say } from "../shared/page.js";
import { Store, useStore } from "../shared/store.js";
import { Finding } from "../shared/task.js";
import { Board } from "../tiles/board.js";
import { BoardField } from "../tiles/cells.js";
import { play, shown } from "./state.js";

/** @import { GameView, FillResult } from "./types.js" */

/** A proposal, which belongs to the state that was asked about. */
const filling = new Finding(/** @type {{ pictures: string[], result: FillResult | null } | null} */ (null), shown);
const { task } = filling;
// One that was stopped is not shown any more.
task.state.watch(({ state }) => state === "idle" && filling.set(null));

/** Cells of boards by their names that the last move has covered; none of a board that is new. */
export const changedBoards = new Store(/** @type {Map<string, [number, number][]>} */ (new Map()));
/** What was shown before. @type {GameView | null} */
let former = null;

shown.watch((now) => {
  const changed = new Map();
  if (now && former?.game === now.game && now.moves_made > former.moves_made)
    for (const board of now.boards) {
      const old = former.boards.find((each) => each.board_name === board.board_name);
      if (old?.svg === board.svg) continue;
      const known = new Set(old?.pieces.map((piece) => String(piece.cells)));
      changed.set(board.board_name, old ? board.pieces.filter((piece) => !known.has(String(piece.cells))).flatMap((piece) => piece.cells) : []);
    }
  former = now;
  changedBoards.set(changed);
});

function fill() {
  const now = shown.value;
  if (!now) return;
  filling.set(null);
  void task.begin("/api/game/fill", { game: now.game, seen: now.seen }, {
    incumbent: ({ pictures }) => filling.set({ pictures, result: null }),
    result: (/** @type {FillResult} */ result) => {
      filling.set({ pictures: result.pictures, result });
      if (!result.moves.length) say(t("fill_nothing"));
    },
  });
}

/** @param {{ game: GameView }} props */
export function Boards({ game }) {
  const now = useStore(filling);
  const changed = useStore(changedBoards);
  useEffect(() => {
    const [name] = changed.keys();
    if (name) document.querySelector(`[data-board="${name}"]`)?.scrollIntoView({ block: "nearest", behavior: moving() });
  }, [changed]);
  return html`<${BoardField} label=${t("your_boards")} many=${game.boards.map((board) => board.board_name).join(" ")}>
    ${game.boards.map(
      (board, i) => html`<${Board} key=${board.board_name} board=${board} at=${i} layout=${now?.pictures[i] ?? ""} marks=${[{ kind: "new", cells: changed.get(board.board_name) ?? [] }]} />`,
    )}
  <//>`;
}

/** The best placement of the supply, on request. @param {{ game: GameView }} props */
export function Fill({ game }) {
  const now = useStore(filling);
  if (!game.coached) return null;
  const can = !game.past && game.supply.some((item) => item.placeable);
  if (useStore(task.state).state !== "idle") {
    return html`<div class="filling wrap aligned"><span>${t("fill_running")}</span> <button onClick=${() => task.stop()}>${t("stop")}</button></div>`;
  }
  if (now?.result?.moves.length) {
    const { moves, income, expected, proof } = now.result;
    const [before, after] = income;
    return html`<div class="filling wrap aligned">
      <span role="status">
        ${t("fill_result", { n: moves.length, before, after })}
        ${expected === null ? ` (${proof})` : `, ${t("fill_expected", { score: Math.round(expected) })}`}
      </span>
      <button class="primary" onClick=${() => play(.../** @type {FillResult} */ (now.result).moves)}>${t("lay_these")}</button>
      <button onClick=${() => filling.set(null)}>${t("discard")}</button>
    </div>`;
  }
  return html`<div class="filling wrap aligned">
    <button disabled=${!can} onClick=${fill}>${t("fill")}</button>
  </div>`;
}
