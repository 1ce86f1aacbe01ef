/**
 * Keeps the page for when no server runs. While one does, everything comes from it: what is kept is only
 * shown when nothing answers, and all of it is of one version.
 */

const worker = /** @type {any} */ (self);

/** What belongs to this version. @type {{ version: string, files: string[] }} */
const { version, files } = worker.given;

/** Lists that the pages begin with. */
const LISTS = ["/api/puzzles/lists", "/api/games", "/api/scores", "/api/graenaland", "/api/vikings"];

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forget()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (files.includes(pathname)) event.respondWith(answer(event.request));
  else if (LISTS.includes(pathname)) event.respondWith(answer(event.request, true));
});

async function keep() {
  const cache = await caches.open(version);
  await cache.addAll(files);
  await worker.skipWaiting();
}

/** Forget other versions. */
async function forget() {
  for (const name of await caches.keys()) if (name !== version) await caches.delete(name);
  await worker.clients.claim();
}

/**
 * What the server answers; what is kept if nothing does.
 * @param {Request} request
 * @param {boolean} [keeping] the answer for later
 */
async function answer(request, keeping = false) {
  const cache = await caches.open(version);
  try {
    const fresh = await fetch(request);
    if (keeping && fresh.ok) await cache.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const found = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
    if (!found) throw error;
    const headers = new Headers(found.headers);
    headers.set("kept", "yes");
    return new Response(found.body, { headers });
  }
}
