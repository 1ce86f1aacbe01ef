/** Without a network: the files are kept, and pictures come from the page's worker. The first line is written by build.py. */

const CACHE = "odin";
/** The address of a file in this version. */
const keyOf = (name) => `${name}?${FILES[name]}`;

/** The first version serves at once; another one takes over when the reader wants it. */
addEventListener("install", (event) => event.waitUntil(registration.active ? keepAll() : skipWaiting()));
addEventListener("activate", (event) => event.waitUntil(forget().then(() => clients.claim())));
addEventListener("message", (event) => {
  if (Array.isArray(event.data)) waited(event.data[0]).tell(event.data[1]);
  else event.waitUntil(event.data === "use" ? skipWaiting() : keepAll());
});

/** What workers wait for (interpreter.js), by the names of their requests; either may come first. */
const waiting = new Map();
function waited(name) {
  const made = waiting.get(name) ?? {};
  made.text ??= new Promise((resolve) => (made.tell = resolve));
  waiting.set(name, made);
  return made;
}

async function answered(name) {
  const text = await waited(name).text;
  waiting.delete(name);
  return new Response(text);
}

addEventListener("fetch", (event) => {
  const { pathname, search, origin } = new URL(event.request.url);
  if (origin !== location.origin || event.request.method !== "GET") return;
  if (pathname === "/wait") return event.respondWith(answered(search));
  if (pathname.startsWith("/api/")) return event.respondWith(fromPage(event, pathname + search));
  const name = [pathname, `${pathname}/`].find((each) => each in FILES);
  if (name) event.respondWith(file(name, event));
});

/** A file of this version, kept from now on. */
async function file(name, event) {
  const known = await (await caches.open(CACHE)).match(keyOf(name));
  if (known) return known;
  const fresh = await fetch(keyOf(name));
  event.waitUntil(keep(name, fresh.clone()).catch(() => {}));
  return fresh;
}

/** Keep a file, if it is that of this version: the host may already have those of another. */
async function keep(name, answer) {
  const copy = answer.clone();
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.arrayBuffer()));
  const hash = [...sum.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hash !== FILES[name]) throw new Error(`${name} is not of this version`);
  await (await caches.open(CACHE)).put(keyOf(name), copy);
}

/** Keep what is not kept yet. */
async function keepAll() {
  const known = new Set((await (await caches.open(CACHE)).keys()).map(({ url }) => url));
  for (const name of Object.keys(FILES)) {
    const url = new URL(keyOf(name), location.origin).href;
    if (!known.has(url)) await keep(name, await fetch(url));
  }
}

/** Forget the files of other versions, and what load.js kept of them. */
async function forget() {
  for (const name of await caches.keys()) if (name.startsWith("memory-")) await caches.delete(name);
  const mine = new Set(Object.keys(FILES).map((name) => new URL(keyOf(name), location.origin).href));
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) if (!mine.has(request.url)) await cache.delete(request);
}

/** What an element of the page loads by itself, such as a picture. */
async function fromPage(event, path) {
  const asking = await clients.get(event.clientId);
  const views = await clients.matchAll();
  const page = asking ?? views.find(({ frameType }) => frameType === "nested") ?? views[0];
  const { port1, port2 } = new MessageChannel();
  page.postMessage(path, [port2]);
  const [status, headers, body] = await new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  return new Response(body, { status, headers });
}
