/** The player's boards; tiles laid by hand or as proposed. */

import { html, useEffect } from "../../vendor/htm-preact.js";
import { follow, post } from "../shared/api.js";
import { t } from "../shared/i18n.js";
import { attempt, moving, named, say } from "../shared/page.js";
import { Store, useStore } from "../shared/store.js";
import { Board } from "../tiles/board.js";
import { BoardField } from "../tiles/cells.js";
import { play, shown } from "./state.js";

/** @typedef {import("./types.js").GameView} GameView */
/** @typedef {import("./types.js").GameBoard} GameBoard */
/** @typedef {import("./types.js").FillResult} FillResult */

/** @param {GameBoard} board */
function labelOf(board) {
  const [, number] = board.board_name.split("#");
  return named(board.id, board.name) + (number ? ` ${number}` : "");
}

/** @typedef {{ id: string, pictures: string[], result: FillResult | null }} Filling */
/** @type {Store<Filling | null>} */
const filling = new Store(/** @type {Filling | null} */ (null));
let leave = () => {};

/**
 * Cells of boards by their names that the last move has covered; none of a board that is new.
 * @type {Store<Map<string, [number, number][]>>}
 */
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

// A proposal belongs to the state that was asked about.
shown.watch(() => {
  leave();
  filling.set(null);
});

async function fill() {
  leave();
  const now = shown.value;
  if (!now) return;
  const wanted = { game: now.game, seen: now.seen };
  await attempt(async () => {
    const { search: id } = await post("/api/game/fill", wanted);
    if (shown.value !== now) return;
    filling.set({ id, pictures: [], result: null });
    leave = follow(id, {
      incumbent: ({ pictures }) => filling.value && filling.set({ ...filling.value, pictures }),
      result: (/** @type {FillResult} */ result) => {
        filling.set({ id: "", pictures: result.pictures, result });
        if (!result.moves.length) say(t("fill_nothing"));
      },
      stopped: () => filling.set(null),
      failed: ({ error }) => {
        filling.set(null);
        say(error, true);
      },
    });
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
      (board, i) => html`<${Board} key=${board.board_name} board=${{ ...board, label: labelOf(board) }} at=${i} layout=${now?.pictures[i] ?? ""} marks=${[{ kind: "new", cells: changed.get(board.board_name) ?? [] }]} />`,
    )}
  <//>`;
}

/** The best placement of the supply, on request. @param {{ game: GameView }} props */
export function Fill({ game }) {
  const now = useStore(filling);
  const can = !game.past && game.supply.some((item) => item.placeable);
  if (now?.id) {
    return html`<div class="filling wrap aligned">
      <span>${t("fill_running")}</span>
      <button onClick=${() => post(`/api/searches/${now.id}/stop`, {}).catch((error) => say(error.message, true))}>${t("stop")}</button>
    </div>`;
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
