"""HiGHS of the page without a server, run by node: the same files as in the browser.

It stands in for the browser's workers, so that `web/browser/highs.py` and `highs.js` do here what
they do there.
"""

import importlib.util
import json
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from odin_solver.linear.engine import Listener, SearchTask

BROWSER = Path(__file__).parents[1] / "web" / "browser"

RUNNER = """\
import { readFileSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
globalThis.onmessage = null;
const endless = (value) => typeof value === "number" && !Number.isFinite(value);
const listed = (value) => (ArrayBuffer.isView(value) ? [...value] : value);
const plain = (_, value) => (endless(value) ? String(value) : listed(value));
globalThis.postMessage = (data) => writeSync(1, `${JSON.stringify(data, plain)}\\n`);
await import("./highs.mjs");
const file = new URL("highs/highs.wasm", import.meta.url);
const compiled = await WebAssembly.compile(readFileSync(file));
const read = { inf: Infinity, "-inf": -Infinity };
for await (const line of createInterface({ input: process.stdin })) {
  const data = JSON.parse(line, (_, value) => read[value] ?? value);
  globalThis.onmessage({ data: data.compiled ? { compiled } : data });
}
"""


@cache
def _site() -> ModuleType:
    """Load a module of the page, which describes how the page is built."""
    return _module("odin_site_build", BROWSER / "build.py")


def _module(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def version() -> str:
    """Return the version of the package of npm that the page ships."""
    return str(_site().NPM["highs"])


@cache
def _folder() -> Path:
    """Make a folder of what a worker loads; it is removed with the process."""
    made = tempfile.TemporaryDirectory(prefix="odin-highs-")
    folder = Path(made.name)
    _kept.append(made)
    shutil.copytree(_site().from_npm("highs") / "build", folder / "highs")
    shutil.copyfile(BROWSER / "highs.js", folder / "highs.mjs")
    (folder / "runner.mjs").write_text(RUNNER, encoding="utf-8")
    return folder


_kept: list[object] = []


class _Worker:
    """A worker of the browser, in a process of node."""

    def __init__(self, _: str, heard: Callable[[Any], object]) -> None:
        command = ["node", str(_folder() / "runner.mjs")]
        self._heard = heard
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            data = json.loads(line)
            if "bound" in data:
                data["bound"] = float(data["bound"])
            self._heard(data)

    def post(self, data: object) -> None:
        """Send a message."""
        assert self._process.stdin is not None
        text = json.dumps(data).replace("-Infinity", '"-inf"').replace("Infinity", '"inf"')
        self._process.stdin.write(f"{text}\n")
        self._process.stdin.flush()

    def terminate(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()


@cache
def _engine() -> ModuleType:
    """Load the engine of the page, with a browser that has what it needs."""
    browser, ffi = ModuleType("js"), ModuleType("pyodide.ffi")
    threads = ModuleType("odin_browser.threads")
    vars(browser).update(
        WebAssembly=SimpleNamespace(compileStreaming=lambda _: True), fetch=lambda name: name
    )
    vars(ffi).update(JsException=RuntimeError)
    vars(threads).update(Worker=_Worker, stacked=lambda: False, wait=lambda for_what: for_what)
    sys.modules |= {"js": browser, "pyodide.ffi": ffi, "odin_browser.threads": threads}
    return _module("odin_site_highs", BROWSER / "highs.py")


def maximise(task: SearchTask, listener: Listener) -> bool:
    """Search; return whether the last solution is proven optimal, or the model infeasible."""
    return bool(_engine().maximise(task, listener))
