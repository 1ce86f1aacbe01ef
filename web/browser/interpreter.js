/** Workers with Python. Where no stack can be suspended, each pulls what is sent to it, by a request that the service worker holds. */

const place = (/** @type {string} */ name) => new URL(name, import.meta.url);

/** What JSON can hold: bytes as letters, other arrays as lists. @param {string} _ @param {any} value */
function plain(_, value) {
  if (value === undefined) return null;
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  // Those of the view are of a class of its own.
  const bytes = Object.prototype.toString.call(value) === "[object ArrayBuffer]" ? new Uint8Array(value) : value;
  if (!(bytes instanceof Uint8Array)) return ArrayBuffer.isView(value) ? Array.from(/** @type {any} */ (value)) : value;
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

/** Changes of files that are not kept yet, by their paths. @type {Record<string, any>} */
let changes = {};

/** Keep changes of files as Emscripten does, which reads them at the start. */
const keep = async () => {
  const opened = indexedDB.open("/kept");
  await new Promise((resolve, reject) => Object.assign(opened, { onsuccess: resolve, onerror: reject }));
  const writing = changes;
  changes = {};
  try {
    const work = opened.result.transaction("FILE_DATA", "readwrite");
    const files = work.objectStore("FILE_DATA");
    for (const [path, entry] of Object.entries(writing)) void (entry ? files.put(entry, path) : files.delete(path));
    await new Promise((resolve, reject) => Object.assign(work, { oncomplete: resolve, onabort: reject }));
  } catch (why) {
    changes = { ...writing, ...changes };
    throw why;
  } finally {
    opened.result.close();
  }
};

/** One of them; the workers of one that pulls are made here, as one that is blocked starts none. */
export class Interpreter {
  /** @type {[unknown, unknown][]} */
  queue = [];
  /** The request that waits for what is in the queue. */
  wants = "";
  /** @type {number | undefined} */
  timer;
  /** @type {Record<number, any>} */
  workers = {};
  /** @type {Map<number, MessagePort>} where answers go */
  ports = new Map();
  asked = 0;
  /** @type {((event: { data: any }) => void) | null} */
  onmessage = null;
  /** @type {((event: ErrorEvent) => void) | null} */
  onerror = null;

  /** @param {string} name of one that pulls */
  constructor(name) {
    this.pulls = name !== "";
    this.worker = new Worker(place("python.js"), { type: "module", name });
    this.worker.onmessage = ({ data }) => (Array.isArray(data) ? /** @type {any} */ (this)[data[0]](...data.slice(1)) : this.onmessage?.({ data }));
    this.worker.onerror = (event) => this.onerror?.(event);
  }

  /** @param {any} data @param {MessagePort[]} [ports] */
  postMessage(data, [port] = []) {
    if (!port) return this.send("message", data);
    const id = ++this.asked;
    this.ports.set(id, port);
    port.onmessage = port.onclose = () => this.ports.has(id) && this.send("gone", id);
    this.send("request", { id, ...data });
  }

  /** @param {unknown} to @param {unknown} data */
  send(to, data) {
    if (!this.pulls) return this.worker.postMessage([to, data]);
    this.queue.push([to, data]);
    if (this.wants) this.flush();
    else this.worker.postMessage("more");
  }

  flush() {
    clearTimeout(this.timer);
    navigator.serviceWorker.controller?.postMessage([this.wants, JSON.stringify(this.queue.splice(0), plain)]);
    this.wants = "";
  }

  terminate() {
    this.worker.terminate();
    for (const each of Object.values(this.workers)) each.terminate();
  }

  // What Python tells.

  /** @param {WebAssembly.Module} module */
  compiled(module) {
    this.module = module;
  }

  /** @param {string} id @param {number} ms */
  pull(id, ms) {
    this.wants = id;
    if (this.queue.length || !ms) this.flush();
    else this.timer = setTimeout(() => this.flush(), ms);
  }

  /** @param {number} id @param {string} script */
  make(id, script) {
    const made = script === "python.js" ? new Interpreter("child") : new Worker(place(script), { type: "module" });
    this.workers[id] = made;
    if (made instanceof Interpreter && this.module) made.worker.postMessage(this.module);
    made.onmessage = (/** @type {{ data: any }} */ { data }) => this.send(id, data);
    made.onerror = (/** @type {ErrorEvent} */ { message }) => this.send(id, { failed: message });
  }

  /** @param {number} id @param {unknown} data */
  post(id, data) {
    this.workers[id].postMessage(data);
  }

  /** @param {number} id */
  end(id) {
    this.workers[id].onmessage = null;
    this.workers[id].terminate();
    delete this.workers[id];
  }

  /** Parts of an answer, which wait until what it has changed is kept. @param {number} id @param {any[]} parts @param {Record<string, any>} changed */
  answer(id, parts, changed) {
    const port = /** @type {MessagePort} */ (this.ports.get(id));
    const all = () => parts.forEach((part) => port.postMessage(part));
    if (parts.at(-1)?.length === 0) this.ports.delete(id);
    if (!Object.keys(changed).length) return all();
    Object.assign(changes, changed);
    this.keeping = (this.keeping ?? Promise.resolve()).catch(() => {}).then(keep);
    this.keeping.then(all, () => port.postMessage("not kept"));
  }
  /** @type {Promise<unknown> | undefined} */
  keeping;
}
