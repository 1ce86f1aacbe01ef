/** Python with its packages: at the first visit from what compile.py has packed, later from what was kept of it. */

import { loadPyodide } from "./pyodide/pyodide.mjs";
import { VERSION } from "./version.js";
import { XzReadableStream } from "./xz.js";

const place = (/** @type {string} */ name) => new URL(name, import.meta.url);
const indexURL = place("./pyodide/").href;
/** What is kept: the files, and Python's memory after the imports that need no C. */
const KEPT = `memory-${VERSION}`;

const BEGIN = `
import os
import sys
os.environ |= {"ODIN_DATA_DIR": "/kept", "ODIN_CACHE_DIR": "/tmp", "XDG_CONFIG_HOME": "/kept"}
sys.path.insert(0, "/odin")
import odin_browser.threads
odin_browser.threads.install()
`;
const AGAIN = `
import importlib
import random
importlib.invalidate_caches()
random.seed()
`;

/** Make files of one that has their names and sizes in a line, then what they hold. @param {any} python @param {Uint8Array} all */
function unpack(python, all) {
  let from = all.indexOf(10) + 1;
  const made = new Set();
  for (const [name, size] of JSON.parse(new TextDecoder().decode(all.subarray(0, from)))) {
    const path = `/odin/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) made.add(folder) && python.FS.mkdirTree(folder);
    python.FS.writeFile(path, all.subarray(from, (from += size)), { canOwn: true });
  }
}

/** Python as it was kept. */
async function recall() {
  const cache = await caches.open(KEPT);
  const [memory, files] = await Promise.all(
    ["/python", "/files"].map(async (name) => new Uint8Array(await /** @type {Response} */ (await cache.match(name)).arrayBuffer())),
  );
  const python = await loadPyodide({ indexURL, _loadSnapshot: memory });
  python._api.config._loadSnapshot = null; // it would stay beside the memory that was made of it
  unpack(python, files);
  python.runPython(AGAIN);
  return python;
}

/** Python as it is sent, and its files. */
async function first() {
  const [python, sent] = await Promise.all([loadPyodide({ indexURL }), fetch(place("./python.xz"))]);
  const files = new Uint8Array(await new Response(new XzReadableStream(sent.body)).arrayBuffer());
  unpack(python, files);
  python.runPython(BEGIN);
  return { python, files };
}

/** Python, and its files if they have to be kept. @returns {Promise<{ python: any, files?: Uint8Array }>} */
export async function load() {
  const kept = await recall().catch(() => null);
  return kept ? { python: kept } : first();
}

/** Keep what later visits begin with. @param {Uint8Array} files @param {string[]} modules that need no C */
export async function keep(files, modules) {
  const python = await loadPyodide({ indexURL, _makeSnapshot: true });
  unpack(python, files);
  python.runPython(`${BEGIN}import ${modules}`);
  const cache = await caches.open(KEPT);
  await cache.put("/files", new Response(files));
  await cache.put("/python", new Response(python.makeMemorySnapshot()));
}
