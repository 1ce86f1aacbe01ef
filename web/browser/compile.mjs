/**
 * Compiles the Python of an archive and that of Pyodide: node compile.mjs PYODIDE ARCHIVE LEFT_OUT.
 * What Pyodide does not need to unpack the archive is moved there, where it is packed better.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, archive, leftOut] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide();
const library = `${folder}/python_stdlib.zip`;
python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/site" });
python.unpackArchive(new Uint8Array(readFileSync(library)), "zip", { extractDir: "/library" });
python.globals.set("left_out", leftOut.split(" "));
python.runPython(`
import sys
import lzma
import shutil
import tarfile

first = {name.partition(".")[0] for name in sys.modules} | {"site-packages"}

import compileall
import zipfile
from pathlib import Path
from py_compile import PycInvalidationMode

for pattern in left_out:
    for path in [*Path("/library").glob(pattern)] or [Path("/library", pattern)]:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
for path in Path("/library").iterdir():
    if path.stem not in first:
        path.rename(Path("/site", path.name))
how = PycInvalidationMode.UNCHECKED_HASH
for folder, compression in ("/site", zipfile.ZIP_STORED), ("/library", zipfile.ZIP_DEFLATED):
    assert compileall.compile_dir(folder, quiet=1, legacy=True, invalidation_mode=how, stripdir=folder, optimize=2)
    with zipfile.ZipFile(folder + ".zip", "w", compression, compresslevel=9) as archive:
        for path in sorted(Path(folder).rglob("*")):
            name = path.relative_to(folder).as_posix()
            # anyio reads its own source.
            if path.is_file() and (path.suffix != ".py" or name == "anyio/__init__.py"):
                archive.write(path, name)
`);
writeFileSync(archive, python.FS.readFile("/site.zip"));
writeFileSync(library, python.FS.readFile("/library.zip"));
