/** A guided round over the real pages: each step points at something, and goes on by itself when that is done. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { t } from "./i18n.js";

/** Where a step is (else where the one before was), what it points at, and what there is once it is done. @typedef {{ page?: string, at: string, until?: string }} Step */

/** For those who do not know the game, and for those who do not know the program. @type {Record<string, Step[]>} */
const ROUNDS = {
  new: [
    { page: "/puzzles#first-steps/1", at: ".question > div" },
    { at: ".pieces", until: ".pieces li.held" },
    { at: ".field", until: ".puzzle .controls[role=toolbar] button:first-child:not(:disabled), .success" },
    { at: ".puzzle-side" },
    { page: "/", at: ".ch-today" },
    { at: ".head .ask" },
  ],
  known: [
    { page: "/puzzles", at: ".daily" },
    { page: "/games", at: "[data-testid=new-game]" },
    { page: "/table", at: "[data-testid=what-now]" },
    { page: "/position", at: "[data-testid=solve]" },
    { at: ".head .ask" },
  ],
};
const KEY = "tour";
const LOOKS = 200;

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

export function Tour() {
  const [now, setNow] = useState(read());
  const [box, setBox] = useState(/** @type {DOMRect | null} */ (null));
  const go = (/** @type {string} */ name, /** @type {number} */ step) => (goTo(name, step), setNow(read()));
  useEffect(() => {
    if (!now) return;
    const { at, until } = ROUNDS[now.name][now.step];
    document.querySelector(at)?.scrollIntoView({ block: "nearest" });
    const timer = window.setInterval(() => {
      if (until && document.querySelector(until)) go(now.name, now.step + 1);
      setBox(document.querySelector(at)?.getBoundingClientRect() ?? null);
    }, LOOKS);
    return () => window.clearInterval(timer);
  }, [now?.name, now?.step]);
  if (!now) return null;
  const { length } = ROUNDS[now.name];
  const last = now.step === length - 1;
  return html`
    ${box && html`<div class="tour-ring" style=${{ left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` }}></div>`}
    <aside class=${`tour ${box && box.y + box.height / 2 > innerHeight / 2 ? "above" : ""}`} aria-label=${t("tour")}>
      <p role="status"><small>${now.step + 1}/${length}</small> ${t(`tour_${now.name}_${now.step + 1}`)}</p>
      <button onClick=${() => go(now.name, length)}>${t(last ? "close" : "tour_leave")}</button>
      ${!last && html`<button class="primary" onClick=${() => go(now.name, now.step + 1)}>${t("tour_next")}</button>`}
    </aside>
  `;
}
