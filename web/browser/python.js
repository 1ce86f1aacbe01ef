/** The worker: Python with the application of the server, which answers the requests of the page. */

import { loadPyodide } from "./pyodide/pyodide.mjs";

/** @type {any} */
let serve = null;
/** @type {[any, MessagePort][]} requests that came before Python was ready */
const early = [];
onmessage = ({ data, ports }) => (serve ? answer(data, ports[0]) : early.push([data, ports[0]]));

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
  /** @type {(...parts: any[]) => void} */
  const tell = (...parts) => {
    const plain = parts.map((part) => (part?.toJs ? part.toJs() : part));
    for (const part of parts) part?.destroy?.();
    if (method === "GET") return port.postMessage(plain);
    held.push(plain);
    if (plain.length) return;
    const done = keeping.catch(() => {}).then(() => copied(false));
    keeping = done;
    done.then(
      () => held.forEach((part) => port.postMessage(part)),
      () => port.postMessage("not kept"),
    );
  };
  const leave = serve(method, path, query, python.toPy(headers), python.toPy(new Uint8Array(body)).tobytes(), tell);
  // A change is made even if the view that asked is left.
  if (method === "GET") port.onmessage = port.onclose = () => leave();
}

/** Make files of what compile.py has packed: names and sizes in a line, then what they hold. @param {ArrayBuffer} packed */
function unpack(packed) {
  const decompress = python.pyimport("lzma").decompress;
  const view = decompress(python.toPy(new Uint8Array(packed))).getBuffer("u8");
  const all = view.data.slice();
  view.release();
  let from = all.indexOf(10) + 1;
  const made = new Set();
  for (const [name, size] of JSON.parse(new TextDecoder().decode(all.subarray(0, from)))) {
    const path = `/odin/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) made.add(folder) && python.FS.mkdirTree(folder);
    python.FS.writeFile(path, all.subarray(from, (from += size)), { canOwn: true });
  }
}

async function begin() {
  const place = (/** @type {string} */ name) => new URL(name, import.meta.url);
  const packed = fetch(place("./python.xz")).then((found) => found.arrayBuffer());
  python = await loadPyodide({ indexURL: place("./pyodide/").href });
  python.FS.mkdir("/kept");
  python.FS.mount(python.FS.filesystems.IDBFS, {}, "/kept");
  await copied(true);
  unpack(await packed);
  await python.runPythonAsync(`
import os
import sys
os.environ |= {"ODIN_DATA_DIR": "/kept", "ODIN_CACHE_DIR": "/tmp", "XDG_CONFIG_HOME": "/kept"}
sys.path.insert(0, "/odin")
import odin_browser.threads
odin_browser.threads.install()
import odin_browser.install
import odin_browser.boot
`);
  serve = python.globals.get("odin_browser").boot.serve;
  for (const [data, port] of early.splice(0)) answer(data, port);
}

begin().then(
  () => postMessage("ready"),
  (error) => {
    postMessage("failed");
    throw error;
  },
);
