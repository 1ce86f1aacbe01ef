/** A layout on the boards that is not laid: of a search, a line, a hint. */

import { html } from "../../vendor/htm-preact.js";
import { Steps } from "../shared/controls.js";
import { t } from "../shared/i18n.js";
import { Store, useStore } from "../shared/store.js";
import { locks, open, view } from "./state.js";

/** @import { Layout, Cell } from "../types.js" */

/**
 * @typedef {object} Preview
 * @property {string} from what shows it
 * @property {Layout} layout
 * @property {boolean} ended whether it is the last one of a search
 * @property {number} step how many steps of it are shown
 * @property {boolean} before whether the boards as they are now are shown instead
 */

export const preview = new Store(/** @type {Preview | null} */ (null));

/**
 * Cells that a hint points out, and the tile it names.
 * @type {Store<{ cells: { board: number, cells: Cell[] }[], tile: string | null }>}
 */
export const pointed = new Store({ cells: /** @type {{ board: number, cells: Cell[] }[]} */ ([]), tile: /** @type {string | null} */ (null) });

export function clearPreview() {
  preview.set(null);
  pointed.set({ cells: [], tile: null });
}

// A layout belongs to the position that was asked about.
view.watch(clearPreview);
// Without the pieces that were lifted, locks would stand on empty cells.
locks.watch(() => {
  if (preview.value?.layout.base) clearPreview();
});

/** @param {string} from @param {Layout} layout */
export const showLayout = (from, layout, ended = true) => preview.set({ from, layout, ended, step: layout.steps.length, before: false });

/** Pictures of the new pieces that are shown, by board. */
export function shownPictures() {
  const now = preview.value;
  if (!now || now.before) return [];
  const { layout, step } = now;
  if (step >= layout.steps.length) return layout.pictures;
  const shown = layout.steps.slice(0, step).flat();
  const all = layout.steps.flat();
  const drawnOn = (/** @type {import("../types.js").Step[]} */ steps, /** @type {number} */ at) =>
    steps.filter(({ board, cells }) => board === at && cells.length).length;
  return layout.pictures.map((markup, at) => {
    const drawn = new DOMParser().parseFromString(
      `<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`,
      "image/svg+xml",
    );
    const group = drawn.documentElement.firstElementChild;
    if (!group) return markup;
    const count = drawnOn(shown, at);
    const total = drawnOn(all, at);
    [...group.children].forEach((part, i) => {
      if (i < 2 * total && i % total >= count) part.remove();
    });
    return group.outerHTML;
  });
}

/** Steps of a layout, comparison with the boards as they are, acceptance. */
export function LayoutControls(/** @type {{ from: string }} */ { from }) {
  const now = useStore(preview);
  if (!now || now.from !== from || !now.ended) return null;
  const { layout, step, before } = now;
  const count = layout.steps.length;
  return html`
    <div class="layout-controls wrap">
      ${count > 0 &&
      html`<${Steps} step=${step} count=${count} show=${(/** @type {number} */ at) => preview.set({ ...now, before: false, step: at })} />`}
      <button aria-pressed=${before} onClick=${() => preview.set({ ...now, before: !before })}>${t("show_before")}</button>
      <button onClick=${clearPreview}>${t("clear_boards")}</button>
      <button class="primary" data-testid="accept" onClick=${() => open(layout.position)}>${t("accept_layout")}</button>
    </div>
  `;
}
