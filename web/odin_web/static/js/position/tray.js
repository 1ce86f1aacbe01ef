/** The supply: every tile with its number, to be taken in hand. */

import { html, useMemo, useState } from "../../vendor/htm-preact.js";
import { named, t } from "../shared/i18n.js";
import { Picture, components } from "../shared/page.js";
import { useStore } from "../shared/store.js";
import { grab } from "../tiles/board.js";
import { hand, take } from "../tiles/hand.js";
import { change, view } from "./state.js";

const GROUPS = ["orange", "red", "green", "blue", "special", "filler", "resource"];

/** @param {import("../types.js").Tile} tile */
function groupOf(tile) {
  if (tile.kind === "special" || tile.kind === "filler" || tile.kind === "resource") return tile.kind;
  return tile.color;
}

export function Tray() {
  const shown = useStore(view);
  const held = useStore(hand);
  const all = useStore(components);
  const [wide, setWide] = useState(false);
  const [sought, seek] = useState("");
  const supply = shown?.position.supply ?? {};
  const groups = useMemo(
    () => GROUPS.map((group) => ({ group, tiles: all?.tiles.filter((tile) => groupOf(tile) === group) ?? [] })),
    [all],
  );
  const wanted = (/** @type {import("../types.js").Tile} */ tile) =>
    sought
      ? `${tile.id} ${tile.name} ${named(tile.id, tile.name)}`.toLowerCase().includes(sought.toLowerCase())
      : wide || (supply[tile.id] ?? 0) > 0;
  return html`
    <section class="tray" aria-label=${t("supply")}>
      <header>
        <h2>${t("supply")}</h2>
        <input
          type="search"
          placeholder=${t("find_tile")}
          aria-label=${t("find_tile")}
          value=${sought}
          onInput=${(/** @type {InputEvent} */ event) => seek(/** @type {HTMLInputElement} */ (event.target).value)}
        />
        <label class="check">
          <input type="checkbox" checked=${wide} onChange=${() => setWide(!wide)} />
          ${t("all_tiles")}
        </label>
      </header>
      ${groups.map(({ group, tiles }) => {
        const here = tiles.filter(wanted);
        return here.length
          ? html`<ul class="tiles" key=${group} aria-label=${t(`group_${group}`)}>
              ${here.map((tile) => html`<${TileEntry} key=${tile.id} tile=${tile} count=${supply[tile.id] ?? 0} held=${held?.tile === tile.id} />`)}
            </ul>`
          : null;
      })}
      ${!Object.keys(supply).length && !wide && !sought && html`<p class="hint">${t("supply_is_empty")}</p>`}
    </section>
  `;
}

/** @param {{ tile: import("../types.js").Tile, count: number, held: boolean }} props */
function TileEntry({ tile, count, held }) {
  const name = named(tile.id, tile.name);
  const set = (/** @type {number} */ more) =>
    change({ kind: "count", tile: tile.id, count: Math.max(0, count + more) });
  return html`
    <li class=${`tile ${held ? "held" : ""} ${count ? "" : "none"}`}>
      <button
        class="take"
        aria-pressed=${held}
        aria-label=${t("take_tile", { tile: name, n: count })}
        title=${name}
        onPointerDown=${(/** @type {PointerEvent} */ event) => grab(event, tile.id)}
        onClick=${(/** @type {MouseEvent} */ event) => event.detail === 0 && take(tile.id)}
      >
        <${Picture} class="tile-picture" markup=${tile.svg} />
        <span class="name">${name}</span>
      </button>
      <span class="stepper">
        <button aria-label=${t("one_less", { tile: name })} onClick=${() => set(-1)} disabled=${!count}>−</button>
        <output>${count}</output>
        <button aria-label=${t("one_more", { tile: name })} onClick=${() => set(1)}>+</button>
      </span>
    </li>
  `;
}
