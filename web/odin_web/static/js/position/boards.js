/** Boards to add, by their pictures. */

import { html, useEffect, useRef, useState } from "../../vendor/htm-preact.js";
import { t } from "../shared/i18n.js";
import { components } from "../shared/page.js";
import { useStore } from "../shared/store.js";
import { change } from "./state.js";

export function AddBoard() {
  const [open, setOpen] = useState(false);
  return html`
    <button data-testid="add-board" onClick=${() => setOpen(true)}>${t("add_board")}</button>
    ${open && html`<${Pictures} close=${() => setOpen(false)} />`}
  `;
}

/** @param {{ close: () => void }} props */
function Pictures({ close }) {
  const boards = useStore(components)?.boards ?? [];
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => box.current?.showModal(), []);
  const add = (/** @type {string} */ board) => {
    box.current?.close();
    void change({ kind: "add_board", board });
  };
  return html`<dialog class="board-pictures" ref=${box} aria-label=${t("add_board")} onClose=${close}>
    <form method="dialog" class="toolbar"><button>${t("close")}</button></form>
    <ul>
      ${boards.map(
        ({ id, name }) => html`<li>
          <button data-add=${id} onClick=${() => add(id)}><img src=${`/api/position/picture/${id}`} alt="" /> ${name}</button>
        </li>`,
      )}
    </ul>
  </dialog>`;
}
