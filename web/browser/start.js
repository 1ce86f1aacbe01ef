/** The first script of the page: its requests go to a worker instead of a server. */

const place = (/** @type {string} */ name) => new URL(name, import.meta.url);
const loaded = window.fetch.bind(window);

/** The language that was chosen, or else that of the browser. */
const known = document.documentElement.dataset.languages?.split(" ") ?? [];
const chosen = /(?:^|; )language=(\w+)/.exec(document.cookie)?.[1];
const language = [chosen, ...navigator.languages].map((each) => each?.slice(0, 2) ?? "").find((each) => known.includes(each)) ?? "en";
document.documentElement.lang = language;
const given = await (await loaded(place(`texts/${language}.json`))).text();
const within = /** @type {HTMLElement} */ (document.getElementById("given"));
within.textContent = given;
/** @type {Record<string, string>} */
const texts = JSON.parse(given).texts;

/** Say why the page cannot begin. @param {string} key */
function lack(key) {
  const app = document.getElementById("app");
  if (app) app.textContent = texts[key];
}

/** One page at a time: two would keep different things. */
async function alone() {
  const waiting = setTimeout(() => lack("site_other_tab"), 1500);
  await new Promise((resolve) => {
    void navigator.locks.request("odin", () => {
      resolve(null);
      return new Promise(() => {});
    });
  });
  clearTimeout(waiting);
  lack("");
}

/** @type {Promise<Worker>} */
const worker = alone().then(() => new Worker(place("worker.js"), { type: "module" }));

/**
 * Ask the worker.
 * @param {string} url
 * @param {{ method?: string, body?: any, headers?: HeadersInit }} options
 * @returns {Promise<Response>}
 */
async function ask(url, { method = "GET", body: sent, headers: more } = {}) {
  const { pathname, search } = new URL(url, location.href);
  if (pathname === "/api/components") return loaded(place(`texts/components-${language}.json`));
  const headers = [...new Headers(more), ["cookie", document.cookie], ["accept-language", navigator.languages.join(",")]];
  const body = await new Response(sent).arrayBuffer();
  const { port1, port2 } = new MessageChannel();
  (await worker).postMessage({ method, path: pathname, query: search.slice(1), headers, body }, [port2]);
  return new Promise((resolve) => {
    /** @type {ReadableStreamDefaultController<Uint8Array>} */
    let stream;
    const content = new ReadableStream({
      start: (controller) => void (stream = controller),
      cancel: () => port1.postMessage("gone"),
    });
    port1.onmessage = ({ data }) => {
      if (data === "not kept") resolve(Response.json({ error: texts["site_not_kept"] }, { status: 507 }));
      else if (data.length === 2) resolve(new Response(data[0] === 304 ? null : content, { status: data[0], headers: data[1] }));
      else if (data.length === 1) stream.enqueue(data[0]);
      else {
        stream.close();
        port1.close();
      }
    };
  });
}

window.fetch = (url, options) =>
  typeof url === "string" && url.startsWith("/api/") ? ask(url, /** @type {any} */ (options)) : loaded(url, options);

navigator.sendBeacon = (url, body) => {
  void ask(String(url), { method: "POST", body, headers: { "content-type": "application/json" } });
  return true;
};

/** Events of a search, which are read from an answer of the worker. */
class Events extends EventTarget {
  static CLOSED = 2;
  readyState = 1;
  /** @type {(() => void) | null} */
  onerror = null;

  /** @param {string} url */
  constructor(url) {
    super();
    void this.read(url);
  }

  /** @param {string} url */
  async read(url) {
    const answer = await ask(url);
    if (answer.ok) this.reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (this.reader && this.readyState === 1) {
      const { value, done } = await this.reader.read();
      if (done) break;
      const parts = (text + value).split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const [, kind, data] = /event: (.*)\ndata: (.*)/.exec(part) ?? [];
        this.dispatchEvent(new MessageEvent(kind, { data }));
      }
    }
    if (this.readyState === 1) {
      this.readyState = Events.CLOSED;
      this.onerror?.();
    }
  }

  close() {
    this.readyState = Events.CLOSED;
    void this.reader?.cancel();
  }
}
window.EventSource = /** @type {any} */ (Events);

/** The service worker keeps the files, and asks here for pictures. */
navigator.serviceWorker.onmessage = async ({ data, ports }) => {
  const answer = await ask(data);
  ports[0].postMessage([answer.status, [...answer.headers], await answer.arrayBuffer()]);
};
navigator.serviceWorker.startMessages();
await navigator.serviceWorker.register(place("sw.js"));

if ("Suspending" in WebAssembly) await import(/** @type {string} */ ("./static/js/main.js"));
else lack("site_needs_browser");
