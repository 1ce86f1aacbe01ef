/** The supply: every tile with its number, to be taken in hand. */

import { html, useEffect, useMemo, useState } from "../../vendor/htm-preact.js";
import { Check, Search, Stepper } from "../shared/controls.js";
import { t } from "../shared/i18n.js";
import { steer } from "../shared/keys.js";
import { Later, Picture, allTiles, components, isDesk, nameOf } from "../shared/page.js";
import { Store, useStore } from "../shared/store.js";
import { grab } from "../tiles/board.js";
import { drop, hand, take } from "../tiles/hand.js";
import { analysis, decisive, lossText } from "./analysis.js";
import { pointed } from "./preview.js";
import { round } from "./solving.js";
import { change, openText, shownPosition, view } from "./state.js";

/** @import { Tile } from "../types.js" */

const shapes = () => import("./shapes.js");

const GROUPS = ["orange", "red", "green", "blue", "special", "own", "filler", "resource"];

/** @param {Tile} tile */
function groupOf(tile) {
  return ["special", "own", "filler", "resource"].includes(tile.kind) ? tile.kind : tile.color;
}

/** The kind of tile in hand: moving it does not draw the supply again. */
const inHand = new Store(hand.value?.tile);
hand.watch((now) => inHand.set(now?.tile));

/** Fewest letters for which a tile is taken. */
const LETTERS = 2;
/** A list of goods is no name of a tile. */
const isList = (/** @type {string} */ text) => /^\s*\d|[,;]/.test(text);

/**
 * How well a typed name fits a tile, 0 being best; -1 if it does not.
 * @param {Tile} tile
 * @param {string} typed
 */
function fit({ id, name, sign }, typed) {
  if (typed === sign.toLowerCase()) return 0;
  const names = [id.replaceAll("_", " "), name.toLowerCase()];
  return [
    names.includes(typed),
    names.some((each) => each.startsWith(typed)),
    names.some((each) => each.includes(` ${typed}`)),
    names.some((each) => each.includes(typed)),
  ].indexOf(true);
}

/** @param {{ all?: boolean }} props whether it begins with all tiles */
export function Tray({ all: whole = false }) {
  const shown = useStore(view);
  const held = useStore(inHand);
  const all = useStore(components);
  const values = useStore(analysis).data.tile_values ?? {};
  const { tile: hinted } = useStore(pointed);
  const [wide, setWide] = useState(whole);
  const [sought, seek] = useState("");
  const [active, activate] = useState("");
  const supply = shown?.position.supply ?? {};
  const groups = useMemo(
    () => GROUPS.map((group) => ({ group, tiles: allTiles().filter((tile) => groupOf(tile) === group) })),
    [all, shown?.own_tiles],
  );
  const typed = sought.trim().toLowerCase();
  const wanted = (/** @type {Tile} */ tile) =>
    typed && !isList(typed) ? fit(tile, typed) >= 0 : wide || (supply[tile.id] ?? 0) > 0;
  // At once and not when it is rendered: the next name may be typed already.
  useEffect(() => hand.watch((now) => now ?? seek("")), []);
  const look = (/** @type {string} */ text) => {
    seek(text);
    const name = text.trim().toLowerCase();
    if (!isDesk() || name.length < LETTERS || isList(name)) return;
    const fits = (all?.tiles ?? []).map((tile) => ({ tile, by: fit(tile, name) })).filter(({ by }) => by >= 0);
    const best = fits.sort((one, other) => one.by - other.by)[0]?.tile;
    if (best?.shape.length) take(best.id);
  };
  const enter = (/** @type {KeyboardEvent} */ event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    if (event.key === "Escape") {
      drop();
      seek("");
      field.blur();
    } else if (event.key === "Enter" && isList(field.value)) {
      void openText(field.value, t("supply"));
      seek("");
    } else if (event.key === "Enter") {
      const first = document.querySelector(".tray .take");
      if (hand.value) focusBoard();
      else if (first instanceof HTMLElement) first.click();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const listed = groups.map(({ group, tiles }) => ({ group, tiles: tiles.filter(wanted) }));
  const shownTiles = listed.flatMap(({ tiles }) => tiles);
  const stop = shownTiles.some(({ id }) => id === active) ? active : shownTiles[0]?.id;
  return html`
    <section class="tray" aria-label=${t("supply")}>
      <header>
        <h2>${t("supply")}</h2>
        <${Search} label=${t("find_tile")} value=${sought} seek=${look} title=${t("find_tile_help")} onKeyDown=${enter} />
        ${shown && !whole && html`<${Later} load=${shapes} part="ShapePainter" taken=${shown.own_tiles.map(({ id }) => id)} />`}
        <${Check} checked=${wide} onChange=${() => setWide(!wide)} label=${t("all_tiles")} />
      </header>
      <div class="tray-groups" onKeyDown=${onKey}>
        ${listed.map(({ group, tiles }) =>
          tiles.length
            ? html`<ul class="tiles" key=${group} aria-label=${t(`group_${group}`)}>
                ${tiles.map(
                  (tile) =>
                    html`<${TileEntry}
                      key=${tile.id}
                      tile=${tile}
                      count=${supply[tile.id] ?? 0}
                      held=${held === tile.id}
                      hinted=${hinted === tile.id}
                      sought=${typed !== ""}
                      stop=${tile.id === stop}
                      enter=${() => activate(tile.id)}
                      value=${values[tile.id]}
                    />`,
                )}
              </ul>`
            : null,
        )}
      </div>
      ${!Object.keys(supply).length && !wide && !sought && html`<p class="hint">${t("supply_is_empty")}</p>`}
    </section>
  `;
}

/** Arrows go from tile to tile, to the right and left in their order; Tab leaves the supply. */
function onKey(/** @type {KeyboardEvent} */ event) {
  const all = /** @type {HTMLElement[]} */ ([.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll(".take")]);
  const at = all.indexOf(/** @type {HTMLElement} */ (event.target));
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (at < 0 || to === undefined) return steer(event, all);
  event.preventDefault();
  all[to]?.focus();
}

/**
 * @param {object} props
 * @param {Tile} props.tile
 * @param {number} props.count
 * @param {boolean} props.held
 * @param {boolean} props.hinted
 * @param {boolean} props.sought whether its name was typed
 * @param {boolean} props.stop whether Tab stops here
 * @param {() => void} props.enter
 * @param {import("../types.js").Worth | undefined} props.value
 */
function TileEntry({ tile, count, held, hinted, sought, stop, enter, value }) {
  const name = nameOf(tile.id);
  const tabindex = stop ? 0 : -1;
  // Counted when its turn comes: taps may come faster than answers.
  const set = (/** @type {number} */ more) =>
    change(() => ({ kind: "count", tile: tile.id, count: Math.max(0, (shownPosition().supply[tile.id] ?? 0) + more) }));
  return html`
    <li class=${`tile ${held ? "held" : ""} ${hinted ? "hinted" : ""} ${count ? "" : "none"}`} onFocusIn=${enter}>
      <button
        class="take"
        tabindex=${tabindex}
        aria-pressed=${held}
        aria-label=${t("take_tile", { tile: name, n: count })}
        aria-keyshortcuts="+ -"
        title=${name}
        onPointerDown=${(/** @type {PointerEvent} */ event) => grab(event, tile.id, sought)}
        onClick=${(/** @type {MouseEvent} */ event) => event.detail === 0 && takeByKey(tile.id)}
        onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
          if (event.key === "+") void set(1);
          else if (event.key === "-" && count) void set(-1);
        }}
      >
        <${Picture} class="tile-picture" markup=${tile.svg} />
        <span class="name">${name}</span>
      </button>
      ${value && count > 0 && html`<${Worth} value=${value} />`}
      <${Stepper} label=${name} shown="" value=${count} most=${Infinity} tabindex=${tabindex} set=${(/** @type {number} */ _, /** @type {number} */ more) => set(more)} />
    </li>
  `;
}

/** What one of a tile is worth: what is lost without it. */
function Worth(/** @type {{ value: import("../types.js").Worth }} */ { value }) {
  const { levels, proven } = value;
  const { loss, level } = decisive(levels);
  const sign = proven ? "" : "≤ ";
  const text = loss ? `${sign}${round(loss)}${level ? "*" : ""}` : proven ? "0" : "?";
  return html`<span class="worth" title=${`${t("without_one")}: ${lossText(levels, proven)}`}>
    ${text}<span class="sr">: ${t("without_one")}: ${lossText(levels, proven)}</span>
  </span>`;
}

/** @param {string} tile */
function takeByKey(tile) {
  take(tile);
  if (hand.value) focusBoard();
}

function focusBoard() {
  /** @type {SVGElement | null} */ (document.querySelector("svg.overlay"))?.focus();
}
