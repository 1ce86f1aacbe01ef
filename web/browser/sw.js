/** Without a network: all files are kept, and pictures come from the page's worker. The first lines are written by build.py. */

addEventListener("install", (event) => event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES))));

addEventListener("activate", (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  ),
);

addEventListener("fetch", (event) => {
  const { pathname, search, origin } = new URL(event.request.url);
  if (origin !== location.origin || event.request.method !== "GET") return;
  event.respondWith(pathname.startsWith("/api/") ? fromPage(event, pathname + search) : kept(event.request, pathname));
});

/** A file; an address such as /puzzles is that of puzzles.html. */
async function kept(request, pathname) {
  const cache = await caches.open(VERSION);
  const name = pathname === "/" ? "/index.html" : pathname;
  return (await cache.match(name)) ?? (await cache.match(`${name}.html`)) ?? fetch(request);
}

/** What an element of the page loads by itself, such as a picture. */
async function fromPage(event, path) {
  const page = (await clients.get(event.clientId)) ?? (await clients.matchAll())[0];
  const { port1, port2 } = new MessageChannel();
  page.postMessage(path, [port2]);
  const [status, headers, body] = await new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  return new Response(body, { status, headers });
}
