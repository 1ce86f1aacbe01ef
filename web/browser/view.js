/** A view inside the page: its requests go to a worker instead of a server. */

const { odin } = /** @type {any} */ (window.parent);
const loaded = window.fetch.bind(window);
const file = (/** @type {string} */ name) => loaded(new URL(`texts/${name}-${document.documentElement.lang}.json`, import.meta.url));
/** Every page asks for it. */
const components = file("components");
const OPENING = JSON.stringify({ name: "opening" });
/** Lists, and puzzles to play, as a first visit finds them. @type {Promise<Record<string, any>> | null} */
const first = odin.fresh ? file("first").then((found) => found.json()) : null;
const { texts } = JSON.parse(document.getElementById("given")?.textContent ?? "");

const replace = history.replaceState.bind(history);
history.replaceState = (...all) => {
  replace(...all);
  odin.follow();
};

/** Puzzles of the last days: of what kind they are comes again every two weeks. @param {object[]} kinds */
function lastDays(kinds) {
  const today = Math.floor(Date.now() / 86_400_000 - new Date().getTimezoneOffset() / 1440);
  return [6, 5, 4, 3, 2, 1, 0].map((earlier) => {
    const date = new Date((today - earlier) * 86_400_000).toISOString().slice(0, 10);
    return { ...kinds[(today - earlier) % kinds.length], date, puzzle: `daily/${date}` };
  });
}

/**
 * Ask the worker.
 * @param {string} url
 * @param {{ method?: string, body?: any, headers?: HeadersInit }} options
 * @returns {Promise<Response>}
 */
async function ask(url, { method = "GET", body: sent, headers: more } = {}) {
  const { pathname, search } = new URL(url, location.href);
  if (pathname === "/api/components") return method === "GET" ? (await components).clone() : file("components");
  // The first board does not wait for Python.
  if (pathname === "/api/position/example" && sent === OPENING) return file("opening");
  const early = odin.fresh && (await first)?.[pathname + (sent ?? "")];
  if (early) return Response.json(early.days ? { ...early, days: lastDays(early.days) } : early);
  const headers = [...new Headers(more), ["cookie", document.cookie], ["accept-language", navigator.languages.join(",")]];
  const body = await new Response(sent).arrayBuffer();
  const { port1, port2 } = new MessageChannel();
  (await odin.worker).postMessage({ method, path: pathname, query: search.slice(1), headers, body }, [port2]);
  return new Promise((resolve) => {
    /** @type {ReadableStreamDefaultController<Uint8Array>} */
    let stream;
    /** A stream that nobody reads takes no more, not even its end. */
    let left = false;
    const content = new ReadableStream({
      start: (controller) => void (stream = controller),
      cancel: () => {
        left = true;
        port1.postMessage("gone");
      },
    });
    port1.onmessage = ({ data }) => {
      if (data === "not kept") resolve(Response.json({ error: texts["site_not_kept"] }, { status: 507 }));
      else if (data.length === 2) resolve(new Response(data[0] === 304 ? null : content, { status: data[0], headers: data[1] }));
      else if (data.length === 1) left || stream.enqueue(data[0]);
      else {
        if (!left) stream.close();
        port1.close();
      }
    };
  });
}

window.fetch = (url, options) =>
  typeof url === "string" && url.startsWith("/api/") ? ask(url, /** @type {any} */ (options)) : loaded(url, options);

/** The service worker asks here for pictures. */
navigator.serviceWorker.onmessage = async ({ data, ports }) => {
  const answer = await ask(data);
  ports[0].postMessage([answer.status, [...answer.headers], await answer.arrayBuffer()]);
};
navigator.serviceWorker.startMessages();
await import(/** @type {string} */ ("./static/js/main.js"));
