/** The boards of a position, and those to add, by their pictures. */

import { html, useState } from "../../vendor/htm-preact.js";
import { Dialog, Select } from "../shared/controls.js";
import { t } from "../shared/i18n.js";
import { components } from "../shared/page.js";
import { useStore } from "../shared/store.js";
import { Board } from "../tiles/board.js";
import { BoardField } from "../tiles/cells.js";
import { pointed, preview, shownPictures } from "./preview.js";
import { change, isLocked, locks, removeBoard, view } from "./state.js";

/** @import { PositionView } from "../types.js" */

export function AddBoard() {
  const boards = useStore(components)?.boards ?? [];
  const [open, setOpen] = useState(false);
  return html`
    <button data-testid="add-board" onClick=${() => setOpen(true)}>${t("add_board")}</button>
    ${open &&
    html`<${Dialog} class="board-pictures" label=${t("add_board")} close=${() => setOpen(false)}>
      <form method="dialog" class="toolbar"><button>${t("close")}</button></form>
      <form method="dialog">
        <ul>
          ${boards.map(
            ({ id, name }) => html`<li>
              <button data-add=${id} onClick=${() => change({ kind: "add_board", board: id })}><img src=${`/api/position/picture/${id}`} alt="" /> ${name}</button>
            </li>`,
          )}
        </ul>
      </form>
    <//>`}
  `;
}

/** All boards, with what is proposed, locked, pointed out and wrong. @param {{ tab: string }} props */
export function Boards({ tab }) {
  const shown = /** @type {PositionView} */ (useStore(view));
  const now = useStore(preview);
  const { cells: hinted } = useStore(pointed);
  useStore(locks);
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
  return html`<${BoardField} many=${[tab, ...shown.boards.map(({ id }) => id)].join(" ")}>
    ${shown.boards.map(
      (board, at) =>
        html`<${Board}
          key=${`${at} ${board.id}`}
          board=${board}
          at=${at}
          base=${now && !now.before ? now.layout.base?.[at] : undefined}
          layout=${layouts[at] ?? ""}
          marks=${marks(at)}
          remove=${() => removeBoard(at)}
          fill=${(/** @type {string} */ item, /** @type {number} */ more) => fillSlot(at, item, more)}
        />`,
    )}
    ${!shown.boards.length && html`<p class="hint">${t("add_a_board_first")}</p>`}
  <//>`;
}

/**
 * @param {number} at
 * @param {string} item
 * @param {number} more
 */
function fillSlot(at, item, more) {
  const piece = view.value?.boards[at].pieces.findLastIndex(({ tile }) => tile === item) ?? -1;
  if (more > 0) void change({ kind: "lay", board: at, tile: item, cells: [] });
  else if (piece >= 0) void change({ kind: "lift", board: at, piece });
}

/** The round and the length of the game. @param {{ position: PositionView["position"] }} props */
export function WhichRound({ position: { game, round = 0 } }) {
  const rounds = Array.from({ length: components.value?.rounds[game] ?? 7 }, (_, i) => [i + 1, i + 1]);
  return html`
    <${Select} label=${t("round")} value=${round ?? 0} options=${[[0, t("round_unknown")], ...rounds]} choose=${(/** @type {string} */ each) => change({ kind: "facts", round: Number(each) })} />
    <${Select} label=${t("game")} value=${game} options=${["long", "short"].map((each) => [each, t(`game_${each}`)])} choose=${(/** @type {"long" | "short"} */ each) => change({ kind: "facts", game: each })} />
  `;
}
