/** Small pictures of items: chips with the sign of a tile, glyphs for everything else. */

import { html } from "../../vendor/htm-preact.js";
import { t } from "../shared/i18n.js";
import { Picture, components } from "../shared/page.js";

const HULL = "M2 14q10 4 20 0l-2 5q-8 2-16 0z";
const CARD = "M6 2h12a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z";
const SWORD = "M20 2l-9 11 2 2 9-11V2zM8 12l4 4-2 1-2-2-4 5-2-2 5-4-2-2z";
const UP = "M12 2l7 8h-4v12h-6V10H5z";

/** What a glyph is painted with: fill, stroke, width of the stroke. @type {Record<string, string[]>} */
const PAINTS = {
  ...{ "": [], plank: ["#8a5a30"], sail: ["#fff4dc", "#8a5a30", "0.7"], wall: ["#c9955a"], door: ["#563414"], sign: ["#33271a"] },
  ...{ stone: ["#a09c94", "#5f5b54", "1.2"], ore: ["#46515c", "#1d242b", "1.2"], shine: ["#ffffff59"], steel: ["#77808a"] },
  ...{ log: ["#8f5e33", "#563414", "1.2"], end: ["#d3a878", "#563414", "1.2"], coin: ["#d3d7dc", "#5f666e", "1.4"], ring: ["none", "#868d95"] },
  ...{ red: ["#b8402f"], green: ["#47803a"], blue: ["#3273b0"], special: ["#51459b"], weapon: ["#6d4a2d"], card: ["#efe0bd", "#6d4a2d", "1.2"] },
};

/** Paths of glyphs in a square of 24, with their paints. @type {Record<string, [string, string][]>} */
const GLYPHS = {
  viking: [["", "M12 3.5a4 4 0 0 1 4 4q2.6-.8 2.6-4.8 2.6 5-1.4 7.6-1 2-2.6 2.7Q20 15 20 22H4q0-7 5.4-9-1.6-.7-2.6-2.7-4-2.6-1.4-7.6 0 4 2.6 4.8a4 4 0 0 1 4-4z"]],
  whaling_boat: [["plank", "M3 11q9 5 18 0l-2 6q-7 2-14 0z"]],
  knarr: [["plank", "M11 3h2v13h-2z"], ["sail", "M6 4h12l-2 8H8z"], ["plank", HULL]],
  longship: [
    ["plank", "M11 2h2v13h-2z"],
    ["sail", "M5 3h14l-2 9H7z"],
    ["red", "M8 3h3v9H9zM14 3h3l-1 9h-2z"],
    ["plank", "M1 8q3 0 3 6 8 3 16 0 0-6 3-6-1 9-4 11-7 2-14 0-3-2-4-11z"],
  ],
  silver: [["coin", "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20z"], ["ring", "M12 5a7 7 0 1 1 0 14 7 7 0 0 1 0-14z"]],
  wood: [["log", "M6 5h14a3 7 0 0 1 0 14H6z"], ["end", "M6 5a4 7 0 1 1 0 14A4 7 0 0 1 6 5z"]],
  stone: [["stone", "M1 14l3-8 7-4 7 2 5 7-2 8-9 3-9-2z"], ["shine", "M4 6l7-4 7 2-4 5-8 1z"]],
  ore: [["ore", "M1 14l3-8 7-4 7 2 5 7-2 8-9 3-9-2z"], ["shine", "M4 6l7-4 7 2-4 5-8 1z"]],
  shed: [["plank", "M2 11l10-7 10 7v2H2z"], ["wall", "M4 13h16v8H4z"]],
  stone_house: [["plank", "M2 11l10-8 10 8v2H2z"], ["stone", "M4 13h16v8H4z"], ["door", "M10 15h4v6h-4z"]],
  long_house: [["plank", "M1 12l4-8h14l4 8v1H1z"], ["stone", "M2 13h20v8H2z"], ["door", "M6 15h3v6H6zM15 15h3v6h-3z"]],
  strip: [["steel", "M1 21l8-16 5 8 2-3 7 11z"], ["sail", "M9 5l2.6 4.3L9 11l-2.4-1z"]],
  upgrade: [["", UP]],
  double_upgrade: [["", "M7 2l6 7h-3v13H4V9H1zM17 2l6 7h-3v13h-6V9h-3z"]],
  trade: [["green", "M1 8h9v9H1z"], ["", "M11 10h3V7l5 5.5-5 5.5v-3h-3z"], ["blue", "M19 4h4v17h-4z"]],
  loot: [["steel", SWORD]],
  special: [["special", "M3 4h18v16H3z"], ["sail", "M12 6l1.8 4h4.2l-3.4 2.7 1.3 4.3L12 14.5 8.1 17l1.3-4.3L6 10h4.2z"]],
  forged: [["special", "M3 4h18v16H3z"], ["sail", "M7 6l5 5 5-5 1.5 2-4.5 4.5 4 5.5h-2.5L12 14l-3.5 4H6l4-5.5L5.5 8z"]],
  island: [["blue", "M1 16q3-2 5.5 0t5.5 0 5.5 0 5.5 0v5H1z"], ["green", "M4 16q1-9 8-10 7 1 8 10-2 1-4-.5-2-1.5-4 0t-4 0-4 .5z"]],
  emigrate: [["plank", "M9 3h2v12H9z"], ["sail", "M4 4h11l-2 8H6z"], ["plank", "M1 14q9 4 17 0l-2 5q-6 2-13 0z"], ["", "M17 6h3V3l4 5-4 5v-3h-3z"]],
  occupation: [["card", CARD], ["sign", "M11 7h2v4h4v2h-4v4h-2v-4H7v-2h4z"]],
  play: [["card", CARD], ["sign", "M9 6l8 6-8 6z"]],
  weapon: [["weapon", CARD], ["sail", "M17 4l-6.5 8 1.5 1.5L18.5 6zM8.5 11.5l4 4-1.5 1-1.5-1.5-3 4-1.5-1.5 3.5-3-1.5-1.5z"]],
  d8: [["red", "M12 1l10 11-10 11L2 12z"]],
  d12: [["red", "M12 1l10.5 8-4 13h-13l-4-13z"]],
};

/** The glyphs, once on the page; `Icon` refers to them. */
export function Glyphs() {
  const painted = (/** @type {string} */ name) => PAINTS[name].map((value, at) => `${["fill", "stroke", "stroke-width"][at]}="${value}"`).join(" ");
  const glyphs = Object.entries(GLYPHS).map(
    ([id, paths]) =>
      `<symbol id="i-${id}" viewBox="0 0 24 24">${paths.map(([name, d]) => `<path ${painted(name)} d="${d}"/>`).join("")}</symbol>`,
  );
  return html`<${Picture} class="defs glyphs" markup=${`<svg xmlns="http://www.w3.org/2000/svg">${glyphs.join("")}</svg>`} />`;
}

/** @param {string} item */
export function nameOf(item) {
  const bare = item.replace("pregnant_", "");
  const tile = components.value?.tiles.find(({ id }) => id === bare);
  const name = tile?.name ?? t(`item_${bare}`);
  return bare === item ? name : t("pregnant", { animal: name });
}

/**
 * An item in a line of text.
 * @param {{ item: string, count?: number }} props
 */
export function Icon({ item, count = 1 }) {
  const number = count > 1 ? html`<b>${count}</b>` : null;
  const bare = item.replace("pregnant_", "");
  if (GLYPHS[bare]) {
    const sides = /^d\d+$/.exec(bare);
    return html`<span class="item" aria-hidden="true">
      ${number}<svg class="glyph" viewBox="0 0 24 24">
        <use href=${`#i-${bare}`} />
        ${sides && html`<text x="12" y="16.5" text-anchor="middle">${bare.slice(1)}</text>`}
      </svg>
    </span>`;
  }
  const tile = components.value?.tiles.find(({ id }) => id === bare);
  const sign = tile ? tile.sign : t(`sign_${bare}`);
  const style = tile && { background: tile.paint, color: tile.ink };
  return html`<span class="item" aria-hidden="true">${number}<i class=${bare === item ? "chip" : "chip pregnant"} style=${style}>${sign}</i></span>`;
}

/**
 * Costs and gains of a space: `2*wood > shed`.
 * @param {{ icons: string }} props
 */
export function Icons({ icons }) {
  return html`<span class="icons wrap aligned" aria-hidden="true">
    ${icons.split(" ").map((word) => {
      if (word === ">") return html`<span class="to">→</span>`;
      if (word === "/" || word === ":") return html`<span class="to">${word}</span>`;
      const [item, count = "1"] = word.split("*").reverse();
      return html`<${Icon} item=${item} count=${Number(count)} />`;
    })}
  </span>`;
}
