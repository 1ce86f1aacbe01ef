/** What is shown without a server: the page that the worker keeps, and the last view of it. */

import { given } from "./i18n.js";

/** Milliseconds until a view is kept: many follow each other. */
const PAUSE = 1000;
/** Milliseconds until the worker is asked for: the page comes first. */
const LATER = 2000;

const addressOf = (/** @type {string} */ name) => `/kept/${name}`;
let waiting = 0;

/** Browsers have this where they trust the connection. */
const can = "serviceWorker" in navigator && "caches" in window;

/** Let the worker keep the page. */
export function keepPage() {
  const begin = () => navigator.serviceWorker.register("/worker.js").catch(() => {}); // Private windows may refuse.
  if (can) window.setTimeout(begin, LATER);
}

/**
 * Keep a view, in place of the one of this name before.
 * @param {string} name
 * @param {unknown} data
 */
export function remember(name, data) {
  if (!can) return;
  window.clearTimeout(waiting);
  waiting = window.setTimeout(async () => {
    try {
      const cache = await caches.open(given.version);
      await cache.put(addressOf(name), new Response(JSON.stringify(data)));
    } catch {
      // Without it the page has less to show.
    }
  }, PAUSE);
}

/**
 * The view that was kept, if any.
 * @param {string} name
 * @returns {Promise<any>}
 */
export async function remembered(name) {
  const found = can ? await (await caches.open(given.version)).match(addressOf(name)) : undefined;
  return found?.json();
}
