/** What a tab works on: kept when the page is loaded again, and apart from other tabs. */

import { t } from "../shared/i18n.js";
import { keep, quietly, stored } from "../shared/kept.js";
import { say } from "../shared/page.js";
import { fits } from "../shared/shapes.js";

/** @import { PositionDocument } from "../types.js" */

/**
 * @typedef {object} Work
 * @property {PositionDocument[]} past
 * @property {PositionDocument} present
 * @property {PositionDocument[]} future
 * @property {string[]} locks
 * @property {string} file text of the command line's file that was opened here
 */

const TAB = "tab";
const WORK = "work";
/** Positions of all tabs are kept under this and the tab's name. */
const KEPT = "position.";
const MOST_KEPT = 8;
/** Steps of undo that are kept when the page is loaded again. */
const MOST_STEPS = 300;

let tab = "";
let warned = false;

/** Find out which tab this is; a copy of a tab is another one. */
export async function openTab() {
  tab = sessionStorage.getItem(TAB) ?? "";
  if (!tab || !(await owned(tab))) {
    tab = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
    sessionStorage.setItem(TAB, tab);
    await owned(tab);
  }
  window.addEventListener("storage", ({ key }) => {
    if (warned || !key?.startsWith(KEPT)) return;
    warned = true;
    say(t("other_tab"));
  });
}

/**
 * Hold the name of a tab as long as it is open.
 * @param {string} name
 * @returns {Promise<boolean>} whether no other tab has it
 */
function owned(name) {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    void navigator.locks.request(`tab ${name}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock ? new Promise(() => {}) : undefined;
    });
  });
}

/** @returns {Work | null} */
export const savedWork = () => stored(WORK, sessionStorage);

/** @param {Work} work */
export function saveWork(work) {
  // Private windows may refuse; the position then lives as long as the page.
  quietly(() => {
    const short = { ...work, past: work.past.slice(-MOST_STEPS), future: work.future.slice(-MOST_STEPS) };
    sessionStorage.setItem(WORK, JSON.stringify(short));
    keep(KEPT + tab, JSON.stringify({ at: Date.now(), position: work.present }));
    const latest = different(2).slice(0, MOST_KEPT).map(({ key }) => key);
    for (const { key } of kept()) if (!latest.includes(key)) keep(key, null);
  });
}

/**
 * Positions that tabs worked on, the latest first.
 * @returns {{ key: string, at: number, position: PositionDocument }[]}
 */
export function kept() {
  /** @type {{ key: string, at: number, position: PositionDocument }[]} */
  const all = [];
  for (const [key, text] of Object.entries(localStorage)) {
    if (key.startsWith(KEPT) && fits(key, text)) all.push({ key, ...JSON.parse(text) });
  }
  return all.sort((a, b) => b.at - a.at);
}

/** The latest of equal positions: an open tab may have one that another began with. @param {number} copies */
function different(copies) {
  /** @type {Record<string, number>} */
  const seen = {};
  return kept().filter(({ position }) => {
    const text = JSON.stringify(position);
    seen[text] = (seen[text] ?? 0) + 1;
    return seen[text] <= copies;
  });
}

/** What other tabs worked on and this one does not show. */
export function others() {
  const shown = JSON.stringify(kept().find(({ key }) => key === KEPT + tab)?.position);
  return different(1).filter(({ position }) => JSON.stringify(position) !== shown);
}
