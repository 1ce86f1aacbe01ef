/** The player's boards: one large, the others small; tiles laid by hand or as proposed. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { follow, post } from "../shared/api.js";
import { t } from "../shared/i18n.js";
import { named, say } from "../shared/page.js";
import { Store, useStore } from "../shared/store.js";
import { Board } from "../tiles/board.js";
import { play, shown } from "./state.js";

/** @typedef {import("./types.js").GameView} GameView */
/** @typedef {import("./types.js").GameBoard} GameBoard */
/** @typedef {import("./types.js").FillResult} FillResult */

/** Room for boards in em, and what a board needs beside its picture. */
const WIDE = 32;
const HIGH = 43;
const HEAD = 1.9;
const GAP = 0.5;

/** @param {GameBoard} board */
function labelOf(board) {
  const [, number] = board.board_name.split("#");
  return named(board.id, board.name) + (number ? ` ${number}` : "");
}

/** @param {GameBoard} board */
function aspect(board) {
  const [, , width, height] = (/viewBox="([^"]*)"/.exec(board.svg)?.[1] ?? "0 0 1 1").split(" ").map(Number);
  return width / height;
}

/**
 * Heights of the large board and of the small ones, so that all fit.
 * @param {GameBoard} large
 * @param {GameBoard[]} small
 */
function heights(large, small) {
  let best = [Math.min(HIGH - HEAD, WIDE / aspect(large)), 0];
  for (let height = 14; small.length && height > 2; height -= 0.25) {
    let rows = 1;
    let used = 0;
    for (const board of small) {
      const width = Math.max(height * aspect(board), 4) + GAP;
      if (used + width > WIDE + GAP) {
        rows += 1;
        used = 0;
      }
      used += width;
    }
    const left = HIGH - HEAD - rows * (height + HEAD + GAP);
    best = [Math.min(left, WIDE / aspect(large)), height];
    if (left >= Math.min(WIDE / aspect(large), 29 - 3 * (rows - 1))) break;
  }
  return best;
}

/** @typedef {{ id: string, pictures: string[], result: FillResult | null }} Filling */
/** @type {Store<Filling | null>} */
const filling = new Store(/** @type {Filling | null} */ (null));
let leave = () => {};

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
  try {
    const { search: id } = await post("/api/game/fill", wanted);
    if (shown.value !== now) return;
    filling.set({ id, pictures: [], result: null });
    leave = follow(id, {
      incumbent: ({ pictures }) => pictures && filling.value && filling.set({ ...filling.value, pictures }),
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
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
}

/** @param {{ game: GameView }} props */
export function Boards({ game }) {
  const now = useStore(filling);
  const [chosen, choose] = useState("home");
  const at = Math.max(0, game.boards.findIndex((board) => board.board_name === chosen));
  const others = game.boards.filter((_, i) => i !== at);
  const [large, small] = heights(game.boards[at], others);
  const count = game.boards.length;
  useEffect(() => {
    if (game.boards[at]?.board_name !== chosen) choose("home");
  }, [count]);
  return html`<section class="own" id="boards" aria-label=${t("your_boards")}>
    <div class="spots">
      ${game.boards.map((board, i) => {
        const height = i === at ? large : small;
        return html`<div
          key=${board.board_name}
          class=${`spot ${i === at ? "large" : "small"}`}
          style=${{ "--wide": `${Math.max(height * aspect(board), 3)}em`, order: i === at ? "0" : "1" }}
        >
          <${Board} board=${{ ...board, label: labelOf(board) }} at=${i} layout=${now?.pictures[i] ?? ""} />
          ${i !== at &&
          html`<button class="enlarge" aria-label=${t("enlarge", { board: labelOf(board) })} title=${t("enlarge", { board: labelOf(board) })} onClick=${() => choose(board.board_name)}>⤢</button>`}
        </div>`;
      })}
    </div>
  </section>`;
}

/** The best placement of the supply, on request. @param {{ game: GameView }} props */
export function Fill({ game }) {
  const now = useStore(filling);
  const can = !game.past && game.supply.some((item) => item.placeable);
  if (now?.id) {
    return html`<div class="filling">
      <span>${t("fill_running")}</span>
      <button onClick=${() => post(`/api/searches/${now.id}/stop`, {}).catch((error) => say(error.message, true))}>${t("stop")}</button>
    </div>`;
  }
  if (now?.result?.moves.length) {
    const { moves, income, expected, proof } = now.result;
    const [before, after] = income;
    return html`<div class="filling">
      <span role="status">
        ${t("fill_result", { n: moves.length, before, after })}
        ${expected === null ? ` (${proof})` : `, ${t("fill_expected", { score: Math.round(expected) })}`}
      </span>
      <button class="primary" onClick=${() => play(.../** @type {FillResult} */ (now.result).moves)}>${t("lay_these")}</button>
      <button onClick=${() => filling.set(null)}>${t("discard")}</button>
    </div>`;
  }
  return html`<div class="filling">
    <button disabled=${!can} onClick=${fill}>${t("fill")}</button>
  </div>`;
}
