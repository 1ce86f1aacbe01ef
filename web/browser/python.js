/** The worker: Python with the application of the server, which answers the requests of the page. */

import { load } from "./load.js";

/** @type {((data: any) => void) | null} */
let hear = null;
/** What came before Python was ready. @type {unknown[]} */
const early = [];
onmessage = ({ data }) => (hear ? hear(data) : early.push(data));

/** Python is compiled once: a child is given what the page's interpreter has compiled. */
const { instantiateStreaming } = WebAssembly;
WebAssembly.instantiateStreaming = async (response, imports) => {
  WebAssembly.instantiateStreaming = instantiateStreaming;
  const module = /** @type {WebAssembly.Module} */ (early.find((each) => each instanceof WebAssembly.Module));
  if (!module) {
    const made = await instantiateStreaming(response, imports);
    if (self.name) postMessage(["compiled", made.module]);
    return made;
  }
  early.shift();
  void (await response).body?.cancel();
  return { module, instance: await WebAssembly.instantiate(module, imports) };
};

/** What is sent to an interpreter that has a name is pulled by it: see interpreter.js. @param {number} ms how long that may take */
function pull(ms) {
  const id = `?${crypto.randomUUID()}`;
  postMessage(["pull", id, ms]);
  const asked = new XMLHttpRequest();
  asked.open("GET", `/wait${id}`, false);
  asked.send();
  return asked.responseText;
}
if (self.name) Object.assign(self, { pull });

/** Milliseconds after which what later visits begin with is made: the first view comes first. */
const LATER = 5000;

/** The modules that need neither our C nor msgspec's. */
const MODULES = `sorted(name for name, module in sys.modules.items()
    if getattr(module, "__spec__", None) and not name.startswith(("odin_", "msgspec", "__main__")))`;

async function begin() {
  const { python, files } = await load();
  if (self.name === "child") python.runPython("import odin_browser.install, odin_browser.elsewhere; odin_browser.elsewhere.working()");
  else {
    python.FS.mkdir("/kept");
    python.FS.mount(python.FS.filesystems.IDBFS, {}, "/kept");
    await new Promise((resolve, reject) =>
      python.FS.syncfs(true, (/** @type {unknown} */ error) => (error ? reject(error) : resolve(undefined))),
    );
    python.runPython("import odin_browser.install, odin_browser.asked; odin_browser.asked.answering()");
    if (files) setTimeout(keep, LATER, python, files);
    postMessage("ready");
  }
  const { threads } = python.globals.get("odin_browser");
  const take = self.name ? () => threads.hear() : (/** @type {[unknown, unknown]} */ [to, data]) => threads.heard(to, python.toPy(data));
  hear = take;
  early.splice(0).forEach(take);
}

/** Not beside the interpreter of a search: two take as much as a page may. @param {any} python @param {Uint8Array} files */
function keep(python, files) {
  if (python.runPython("odin_browser.elsewhere.WorkerChild.begun")) return;
  const modules = python.runPython(MODULES).toJs();
  new Worker(new URL("./memory.js", import.meta.url), { type: "module" }).postMessage([files, modules]);
}

begin().catch((error) => {
  postMessage(self.name === "child" ? { failed: String(error) } : "failed");
  throw error;
});
