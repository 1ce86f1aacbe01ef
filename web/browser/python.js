/** The worker: Python with the application of the server, which answers the requests of the page. */

import { loadPyodide } from "./pyodide/pyodide.mjs";
import { XzReadableStream } from "./xz.js";

const place = (/** @type {string} */ name) => new URL(name, import.meta.url);

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

const BEGIN = `
import os
import sys
os.environ |= {"ODIN_DATA_DIR": "/kept", "ODIN_CACHE_DIR": "/tmp", "XDG_CONFIG_HOME": "/kept"}
sys.path.insert(0, "/odin")
import odin_browser.threads
odin_browser.threads.install()
`;

/** Python with its packages, which compile.py has packed: names and sizes in a line, then what the files hold. */
async function load() {
  const [python, sent] = await Promise.all([loadPyodide({ indexURL: place("./pyodide/").href }), fetch(place("./python.xz"))]);
  const all = new Uint8Array(await new Response(new XzReadableStream(sent.body)).arrayBuffer());
  let from = all.indexOf(10) + 1;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(all.subarray(0, from)))) {
    const path = `/odin/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, all.subarray(from, (from += size)), { canOwn: true });
  }
  python.runPython(BEGIN);
  return python;
}

async function begin() {
  const python = await load();
  if (self.name === "child") python.runPython("import odin_browser.install, odin_browser.elsewhere; odin_browser.elsewhere.working()");
  else {
    python.FS.mkdir("/kept");
    python.FS.mount(python.FS.filesystems.IDBFS, {}, "/kept");
    await new Promise((resolve, reject) =>
      python.FS.syncfs(true, (/** @type {unknown} */ error) => (error ? reject(error) : resolve(undefined))),
    );
    python.runPython("import odin_browser.install, odin_browser.asked; odin_browser.asked.answering()");
    postMessage("ready");
  }
  const { threads } = python.globals.get("odin_browser");
  const take = self.name ? () => threads.hear() : (/** @type {[unknown, unknown]} */ [to, data]) => threads.heard(to, python.toPy(data));
  hear = take;
  early.splice(0).forEach(take);
}

begin().catch((error) => {
  postMessage(self.name === "child" ? { failed: String(error) } : "failed");
  throw error;
});
