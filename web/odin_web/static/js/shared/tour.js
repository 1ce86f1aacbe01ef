/** A guided round over the real pages: each step points at something, and goes on by itself when that is done. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { t } from "./i18n.js";

/** What a step says, where it is (else where the one before was), what it points at (the first in sight), and what there is once it is done. @typedef {{ text: string, page?: string, at: string, until?: string }} Step */

/** For those who do not know the game, and for those who do not know the program. @type {Record<string, Step[]>} */
const ROUNDS = {
  new: [
    { text: "tour_new_1", page: "/puzzles#first-steps/1", at: ".question > div" },
    { text: "tour_new_2", at: ".pieces", until: ".pieces li.held" },
    { text: "tour_new_3", at: ".field", until: ".puzzle .controls[role=toolbar] button:first-child:not(:disabled), .success" },
    { text: "tour_new_4", at: ".puzzle-side" },
    { text: "tour_new_5", page: "/", at: ".ch-today" },
    { text: "tour_new_6", at: ".head .ask" },
  ],
  known: [
    { text: "tour_known_1", page: "/puzzles", at: ".daily" },
    { text: "tour_known_2", page: "/games", at: "[data-testid=new-game]" },
    { text: "tour_known_3", page: "/table", at: "[data-testid=what-now], .tabs [data-tab=what_now]" },
    { text: "tour_known_4", page: "/position", at: "[data-testid=solve], .tabs [data-tab=answers]" },
    { text: "tour_known_5", at: ".head .ask" },
  ],
};
const KEY = "tour";
const LOOKS = 200;
/** Pixels at the edges of the window, and of the head of the page. */
const GAP = 8;
const HEAD = 54;

const read = () => {
  const [name, step] = (sessionStorage.getItem(KEY) ?? "").split(" ");
  return ROUNDS[name]?.[Number(step)] ? { name, step: Number(step) } : null;
};

/** Go to a step; past the last one the round is over. @param {string} name @param {number} step */
export function goTo(name, step) {
  const next = ROUNDS[name][step];
  if (next) sessionStorage.setItem(KEY, `${name} ${step}`);
  else sessionStorage.removeItem(KEY);
  if (next?.page) location.assign(next.page);
}

/** @param {string} at */
const target = (at) => [...document.querySelectorAll(at)].find((each) => each.checkVisibility());

/** Put the box where it covers least of the boards and of what is pointed at. @param {HTMLElement} aside */
function putAside(aside) {
  const { offsetWidth: wide, offsetHeight: high } = aside;
  const boxes = [...document.querySelectorAll(".tour-ring, .surface, .pieces, .handbar")].map((each) => each.getBoundingClientRect());
  const covered = (/** @type {number[]} */ [x, y]) =>
    boxes.reduce((sum, { left, right, top, bottom }) => sum + Math.max(0, Math.min(x + wide, right) - Math.max(x, left)) * Math.max(0, Math.min(y + high, bottom) - Math.max(y, top)), 0);
  const places = [innerHeight - high - GAP, HEAD].flatMap((y) => [0.5, 1, 0].map((part) => [GAP + part * (innerWidth - wide - 2 * GAP), y]));
  const [x, y] = places.sort((one, other) => covered(one) - covered(other))[0];
  Object.assign(aside.style, { left: `${x}px`, top: `${y}px` });
}

export function Tour() {
  const [now, setNow] = useState(read());
  const [box, setBox] = useState(/** @type {DOMRect | null} */ (null));
  const go = (/** @type {string} */ name, /** @type {number} */ step) => (goTo(name, step), setNow(read()));
  useEffect(() => {
    if (!now) return;
    const { at, until } = ROUNDS[now.name][now.step];
    let seen = /** @type {Element | undefined} */ (undefined);
    const timer = window.setInterval(() => {
      if (until && document.querySelector(until)) go(now.name, now.step + 1);
      const there = target(at);
      if (there !== seen) (seen = there)?.scrollIntoView({ block: "nearest" });
      setBox(there?.getBoundingClientRect() ?? null);
    }, LOOKS);
    return () => window.clearInterval(timer);
  }, [now?.name, now?.step]);
  if (!now) return null;
  const { length } = ROUNDS[now.name];
  const last = now.step === length - 1;
  return html`
    ${box && html`<div class="tour-ring" style=${{ left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` }}></div>`}
    <aside class="tour" ref=${(/** @type {HTMLElement | null} */ aside) => aside && putAside(aside)} aria-label=${t("tour")}>
      <p role="status"><small>${now.step + 1}/${length}</small> ${t(ROUNDS[now.name][now.step].text)}</p>
      <button onClick=${() => go(now.name, length)}>${t(last ? "close" : "tour_leave")}</button>
      ${!last && html`<button class="primary" onClick=${() => go(now.name, now.step + 1)}>${t("tour_next")}</button>`}
    </aside>
  `;
}
