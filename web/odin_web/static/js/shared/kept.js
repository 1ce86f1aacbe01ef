/** What is kept for the next time: by this browser, and by the server for any other address of it. */

import { given, t } from "./i18n.js";
import { entryOf, fits } from "./shapes.js";

/** How keys begin of what could not be used. */
const ASIDE = "aside.";

/** What has been set aside, in sentences. @type {string[]} */
export const told = [];
const tell = (/** @type {string} */ key) => told.push(t("set_aside", { key, name: ASIDE + key }));

/** Use what browsers keep; private windows may refuse. @param {() => any} work */
export function quietly(work) {
  try {
    return work();
  } catch {
    return null;
  }
}

quietly(() => {
  for (const [key, text] of Object.entries(given.kept)) {
    if (localStorage.getItem(key) !== null) continue;
    localStorage.setItem(key, text);
    // The server has set it aside.
    if (key.startsWith(ASIDE)) tell(key.slice(ASIDE.length));
  }
});
setAside((key, text) => !fits(key, text));

/** A value that was kept; null without one. @param {string} key */
export const stored = (key, store = localStorage) => quietly(() => JSON.parse(store.getItem(key) ?? "null"));

/**
 * Keep a text; null takes it away.
 * @param {string} key
 * @param {string | null} text
 */
export function keep(key, text) {
  keepAll({ [key]: text });
}

/** @param {Record<string, string | null>} changes */
function keepAll(changes) {
  // The server keeps it all the same.
  quietly(() => {
    for (const [key, text] of Object.entries(changes)) {
      if (text === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
    }
  });
  if (given.role === "seat" || given.role === "framed") return; // The server keeps what is the owner's.
  const body = JSON.stringify({ changes });
  const headers = { "content-type": "application/json" };
  // Browsers refuse to send more than 64 kB after the page was left.
  fetch("/api/kept", { method: "POST", headers, body, keepalive: body.length < 60_000 }).catch(() => {
    // Without a server it stays in this browser.
  });
}

/** Set kept texts aside, each under a name that is told. @param {(key: string, text: string) => boolean} which */
function setAside(which) {
  quietly(() => {
    for (const store of [localStorage, sessionStorage]) {
      for (const [key, text] of Object.entries(store)) {
        if (!entryOf(key) || !which(key, text)) continue;
        if (store === localStorage) keepAll({ [ASIDE + key]: text, [key]: null });
        else {
          store.setItem(ASIDE + key, text);
          store.removeItem(key);
        }
        tell(key);
      }
    }
  });
}

/** Set a kept text aside that the server refuses; return a sentence about it. @param {string} key */
export function setOneAside(key) {
  setAside((each) => each === key);
  return told.at(-1) ?? "";
}

/** Set aside what a page that cannot be shown has kept. @param {string} page */
export const setPageAside = (page) => setAside((key) => entryOf(key)?.page === page);
