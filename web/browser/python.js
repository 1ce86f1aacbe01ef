/** The worker: Python with the application of the server, which answers the requests of the page. */

import { load } from "./load.js";

/** @type {any} */
let serve = null;
/** @type {[any, MessagePort][]} requests that came before Python was ready */
const early = [];
onmessage = ({ data, ports }) => (serve ? answer(data, ports[0]) : early.push([data, ports[0]]));

/** What is sent to an interpreter that has a name is pulled by it: see pulls.js. @param {number} ms how long that may take */
function pull(ms) {
  const id = `?${crypto.randomUUID()}`;
  postMessage(["pull", id, ms]);
  const asked = new XMLHttpRequest();
  asked.open("GET", `/wait${id}`, false);
  asked.send();
  return asked.responseText;
}
if (self.name) {
  onmessage = () => serve?.();
  Object.assign(self, { pull });
}

/** @type {any} */
let python;

/** What is kept of the last change, and of the next. */
let keeping = Promise.resolve();

/** Copy the files of the user from the browser's database, or into it. @param {boolean} from */
const copied = (from) =>
  new Promise((resolve, reject) =>
    python.FS.syncfs(from, (/** @type {unknown} */ error) => (error ? reject(error) : resolve(undefined))),
  );

/**
 * @param {{ method: string, path: string, query: string, headers: [string, string][], body: ArrayBuffer }} asked
 * @param {MessagePort} port
 */
function answer(asked, port) {
  const { method, path, query, headers, body } = asked;
  /** @type {any[]} parts of an answer that waits until its change is kept */
  const held = [];
  const all = () => held.forEach((part) => port.postMessage(part));
  /** @type {(...parts: any[]) => void} */
  const tell = (...parts) => {
    const plain = parts.map((part) => (part?.toJs ? part.toJs() : part));
    for (const part of parts) part?.destroy?.();
    if (method === "GET") return port.postMessage(plain);
    held.push(plain);
    if (plain.length) return;
    // What is refused has changed nothing.
    if (!(held[0]?.[0] < 400)) return all();
    const done = keeping.catch(() => {}).then(() => copied(false));
    keeping = done;
    done.then(
      all,
      () => port.postMessage("not kept"),
    );
  };
  const leave = serve(method, path, query, python.toPy(headers), python.toPy(new Uint8Array(body)).tobytes(), tell);
  // A change is made even if the view that asked is left.
  if (method === "GET") port.onmessage = port.onclose = () => leave();
}

/** Milliseconds after which what later visits begin with is made: the first view comes first. */
const LATER = 5000;

/** The modules that need neither our C nor msgspec's. */
const MODULES = `sorted(name for name, module in sys.modules.items()
    if getattr(module, "__spec__", None) and not name.startswith(("odin_", "msgspec", "__main__")))`;

async function begin() {
  const loaded = await load();
  python = loaded.python;
  if (self.name === "child") return pulling("elsewhere.working");
  python.FS.mkdir("/kept");
  python.FS.mount(python.FS.filesystems.IDBFS, {}, "/kept");
  await copied(true);
  if (self.name) python.runPython("import odin_browser.pulled");
  python.runPython("import odin_browser.install, odin_browser.boot");
  const { boot } = python.globals.get("odin_browser");
  if (!boot.READ_BACK) postMessage("not read back");
  if (self.name) pulling("pulled.answering");
  else serve = boot.serve;
  for (const [data, port] of early.splice(0)) answer(data, port);
  if (loaded.files) setTimeout(keep, LATER, loaded.files);
}

/** Begin with what was sent. @param {string} what */
function pulling(what) {
  python.runPython(`import odin_browser.install, odin_browser.pulled; odin_browser.${what}()`);
  serve = python.globals.get("odin_browser").threads.hear;
  serve();
}

/** @param {Uint8Array} files */
function keep(files) {
  const modules = python.runPython(MODULES).toJs();
  new Worker(new URL("./memory.js", import.meta.url), { type: "module" }).postMessage([files, modules]);
}

begin().then(
  () => self.name === "child" || postMessage("ready"),
  (error) => {
    postMessage("failed");
    throw error;
  },
);
