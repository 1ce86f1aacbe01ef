/** Compiles the Python of an archive: node compile.mjs PYODIDE ARCHIVE. */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, archive] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide();
python.FS.mkdir("/site");
python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/site" });
python.runPython(`
import compileall
import zipfile
from pathlib import Path
from py_compile import PycInvalidationMode

how = PycInvalidationMode.UNCHECKED_HASH
assert compileall.compile_dir("/site", quiet=1, legacy=True, invalidation_mode=how, stripdir="/site", optimize=2)
with zipfile.ZipFile("/archive.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for path in sorted(Path("/site").rglob("*")):
        name = path.relative_to("/site").as_posix()
        # anyio reads its own source.
        if path.is_file() and (path.suffix != ".py" or name == "anyio/__init__.py"):
            archive.write(path, name)
`);
writeFileSync(archive, python.FS.readFile("/archive.zip"));
