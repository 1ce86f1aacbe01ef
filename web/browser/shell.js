/** The page around the views: it keeps the worker while views come and go in a frame. */

const place = (/** @type {string} */ name) => new URL(name, import.meta.url);
const app = /** @type {HTMLElement} */ (document.getElementById("app"));
/** @type {Record<string, string>} */
const texts = JSON.parse(document.getElementById("given")?.textContent ?? "").texts;
document.title = texts.title;

const SIMD = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

/** What the view uses; `fresh` is true until Python is ready where nothing is kept. */
const odin = { fresh: false };
Object.assign(window, { odin });

/** Why this browser cannot run odin, if so. */
async function lacking() {
  if (!globalThis.WebAssembly?.validate(SIMD)) return "site_needs_browser";
  const opened = await new Promise((resolve) => {
    try {
      const asked = indexedDB.open("odin");
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
  opened?.close();
  return opened ? null : "site_needs_storage";
}

/** One page at a time: two would keep different things. */
async function alone() {
  const waiting = setTimeout(() => (app.textContent = texts.site_other_tab), 1500);
  await new Promise((resolve) => {
    void navigator.locks.request("odin", () => {
      resolve(null);
      return new Promise(() => {});
    });
  });
  clearTimeout(waiting);
  app.textContent = "";
}

/** A line below the view, perhaps with what it offers. @param {string} text @param {string} [offer] @param {() => void} [use] @returns {HTMLElement} */
function line(text, offer, use) {
  const box = document.createElement("p");
  box.className = "lost";
  box.setAttribute("role", "alert");
  Object.assign(box.style, { position: "fixed", inset: "auto 0 0 0", margin: "0", zIndex: "1" });
  box.append(text, " ");
  const button = (/** @type {string} */ label, /** @type {() => void} */ work) => {
    const made = document.createElement("button");
    made.textContent = label;
    made.onclick = work;
    box.append(made, " ");
  };
  if (offer && use) button(offer, use);
  button(texts.close, () => box.remove());
  document.body.append(box);
  return box;
}

/** What a first visit keeps is said before; nobody has to answer. */
function tellSize() {
  const box = line(texts.site_keeps);
  box.lastElementChild?.remove();
  Object.assign(box.style, { pointerEvents: "none", background: "var(--ink)", color: "var(--page)" });
  setTimeout(() => box.remove(), 10_000);
}

/** Let the service worker serve the files from the start; a newer one is offered. */
async function served() {
  const known = navigator.serviceWorker.controller;
  if (!(await navigator.serviceWorker.getRegistration())) tellSize();
  const registration = await navigator.serviceWorker.register(place("sw.js"));
  const offer = () => {
    const { waiting } = registration;
    if (!waiting) return;
    line(texts.site_update, texts.site_update_now, () => {
      navigator.serviceWorker.oncontrollerchange = () => location.reload();
      waiting.postMessage("use");
    });
  };
  if (known) {
    offer();
    registration.onupdatefound = () => registration.installing?.addEventListener("statechange", () => registration.waiting && offer());
  } else if (!registration.active) {
    await new Promise((resolve) => {
      navigator.serviceWorker.oncontrollerchange = resolve;
      setTimeout(resolve, 3000);
    });
  }
}

/** Show the view, which may ask before the worker has begun. @param {Promise<Worker>} worker */
function show(worker) {
  const frame = document.createElement("iframe");
  frame.id = "view";
  frame.title = texts.title;
  Object.assign(frame.style, { position: "fixed", inset: "0", width: "100%", height: "100%", border: "0" });
  const inner = () => /** @type {Window} */ (frame.contentWindow);
  /** The address is that of the view. */
  const follow = () => history.replaceState(null, "", inner().location.href);
  Object.assign(odin, { worker, follow });
  frame.onload = () => {
    follow();
    inner().addEventListener("hashchange", follow);
    inner().focus();
  };
  window.onhashchange = () => inner().location.hash !== location.hash && inner().location.replace(location.href);
  frame.src = location.href;
  app.replaceChildren(frame);
}

const lack = await lacking();
if (lack) app.textContent = texts[lack];
else {
  await alone();
  odin.fresh = (await indexedDB.databases?.())?.every(({ name }) => name !== "/kept") ?? false;
  // Private windows may refuse to serve: then the page needs the network.
  const worker = served().then(begun, begun);
  void navigator.storage?.persist?.();
  show(worker);
}

/** The worker, which begins when its files are kept as they come. */
async function begun() {
  // Threads of Python, such as searches, wait for each other as stacks that are suspended, or pull what they wait for.
  const suspends = "Suspending" in WebAssembly, pulls = !suspends && navigator.serviceWorker.controller;
  if (!suspends && !pulls) line(texts.site_no_searches);
  const { Interpreter } = await import(/** @type {string} */ ("./interpreter.js"));
  const worker = new Interpreter(pulls ? "page" : "");
  worker.onerror = () => line(texts.site_failed);
  worker.onmessage = (/** @type {MessageEvent} */ { data }) => {
    if (data === "failed") line(texts.site_failed);
    else {
      odin.fresh = false;
      navigator.serviceWorker.controller?.postMessage("keep");
    }
  };
  return worker;
}
