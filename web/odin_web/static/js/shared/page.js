/** What all pages share: the printed components, and what is said to the user. */

import { html, useEffect, useRef, useState } from "../../vendor/htm-preact.js";
import { Refused } from "./api.js";
import { small } from "./controls.js";
import { t } from "./i18n.js";
import { Store, useStore } from "./store.js";

/** @import { Components } from "../types.js" */

export const components = new Store(/** @type {Components | null} */ (null));
/** Tiles of one's own in the position or puzzle that is shown. */
export const own = { tiles: /** @type {import("../types.js").Tile[]} */ ([]) };
/** What was said last: an error or a note. */
export const notice = new Store({ text: "", error: false });
/** What screen readers announce. */
export const announced = new Store("");

/** All tiles, printed ones first. */
export const allTiles = () => [...(components.value?.tiles ?? []), ...own.tiles];

/** @param {string} id */
export function tileOf(id) {
  const tile = allTiles().find((each) => each.id === id);
  if (!tile) throw new Error(`no tile ${id}`);
  return tile;
}

/**
 * Names of items with their counts above 1.
 * @param {import("../types.js").Items} items
 */
export function listed(items) {
  return items
    .map(([item, count]) => {
      return count === 1 ? named(item) : `${count} ${named(item)}`;
    })
    .join(", ");
}

/** How the page scrolls. */
export const moving = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth");

/** Whether it is laid out for a desk. */
export const isDesk = () => getComputedStyle(document.documentElement).getPropertyValue("--layout") === "desk";

/** A number with a minus sign. @param {number} number */
export const signed = (number) => String(number).replace("-", "−");

/** @param {string} id of a tile */
export const nameOf = (id) => tileOf(id).name;

/**
 * The name of a board or item in the language of the reader.
 * @param {string} id
 * @param {string} [otherwise] of one that is not printed
 */
export function named(id, otherwise = id) {
  const all = components.value;
  return all?.names[id] ?? [...(all?.tiles ?? []), ...(all?.boards ?? [])].find((each) => each.id === id)?.name ?? otherwise;
}

/** Milliseconds for which a note stays, and more for each letter. */
const STAYS = 4000;
const READING = 60;
let fading = 0;

/**
 * @param {string} text
 * @param {boolean} [error]
 */
export function say(text, error = false) {
  notice.set({ text, error });
  window.clearTimeout(fading);
  fading = window.setTimeout(() => notice.set({ text: "", error: false }), STAYS + READING * text.length * (error ? 2 : 1));
  announced.set(text);
}

/** Do something, and say what goes wrong. @param {() => Promise<unknown>} work */
export async function attempt(work) {
  try {
    await work();
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
}

/**
 * Work that is done piece by piece in its order: how to add some, which tells whether it was done; whether any is
 * left; when it is done.
 * @param {(error: any) => void} [failed] says what went wrong
 */
export function inTurn(failed = (error) => say(error.message, true)) {
  const busy = new Store(false);
  let last = Promise.resolve(true);
  let waiting = 0;
  /** @param {() => Promise<unknown>} work */
  const inOrder = (work) => {
    waiting += 1;
    busy.set(true);
    last = last
      .then(work)
      .then(
        () => true,
        (error) => {
          failed(error);
          if (!(error instanceof Refused)) reportError(error);
          return false;
        },
      )
      .finally(() => {
        waiting -= 1;
        busy.set(waiting > 0);
      });
    return last;
  };
  return { inOrder, busy, done: () => last };
}

/** A part of a module that is loaded when it is shown. @param {{ load: () => Promise<any>, part: string, [more: string]: any }} props */
export function Later({ load, part, ...rest }) {
  const [loaded, set] = useState(/** @type {any} */ (null));
  useEffect(() => void load().then(set), []);
  return loaded && html`<${loaded[part]} ...${rest} />`;
}

export function Announcer() {
  return html`<p class="sr" aria-live="polite">${useStore(announced)}</p>`;
}

export function Notice() {
  const { text, error } = useStore(notice);
  if (!text) return null;
  return html`
    <p class=${`notice ${error ? "error" : ""}`} role=${error ? "alert" : "status"}>
      ${text}
      ${small("✕", t("close"), () => notice.set({ text: "", error: false }))}
    </p>
  `;
}

/**
 * Put markup of the server into an element.
 * @param {{ markup: string, class?: string, tag?: string }} props
 */
export function Picture({ markup, class: name, tag = "div" }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (place.current) place.current.innerHTML = markup;
  }, [markup]);
  return html`<${tag} class=${name} ref=${place} aria-hidden="true"><//>`;
}
