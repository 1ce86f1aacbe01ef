/** Runs compile.py within Pyodide: node compile.mjs PYODIDE ARCHIVE. The archive becomes what is packed. */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, archive] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide();
const library = `${folder}/python_stdlib.zip`;
// What Pyodide needs itself.
python.FS.writeFile("/first", python.runPython("import sys; ' '.join(sys.modules)"));
python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/site" });
python.unpackArchive(new Uint8Array(readFileSync(library)), "zip", { extractDir: "/library" });
python.runPython(readFileSync(new URL("compile.py", import.meta.url), "utf-8"));
writeFileSync(archive, python.FS.readFile("/packed"));
writeFileSync(library, python.FS.readFile("/library.zip"));
