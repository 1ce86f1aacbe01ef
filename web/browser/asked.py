"""Requests of the page (`interpreter.js`), answered by the application of the server.

With an answer goes what it has changed of the files that are kept.
"""

import asyncio
from pathlib import Path
from typing import Any

import js
from odin_browser.everything import DAILY, KeptStore, routes
from odin_browser.threads import as_bytes, hears, tell

from odin_web.app import application

KEPT = Path("/kept")

_tasks: dict[int, asyncio.Task[None]] = {}
_known: dict[str, tuple[int, int]] = {}


def answering() -> None:
    """Answer requests of the page."""
    _changes()  # what is there at the start is kept
    store = KeptStore(KEPT)
    store.begin()
    (KEPT / DAILY).mkdir(exist_ok=True)
    for made in (Path(__file__).parent / DAILY).iterdir():
        (KEPT / DAILY / made.name).write_bytes(made.read_bytes())
    app = application()
    app.router.routes[:0] = routes(store)

    def request(asked: dict[str, Any]) -> None:
        task = asyncio.get_running_loop().create_task(_answer(app, asked))
        # A change is made even if the view that asked is left.
        if asked["method"] == "GET":
            number = asked["id"]
            _tasks[number] = task
            task.add_done_callback(lambda _: _tasks.pop(number))

    def gone(number: int) -> None:
        if number in _tasks:
            _tasks[number].cancel()

    hears.update(request=request, gone=gone)


async def _answer(app: Any, asked: dict[str, Any]) -> None:
    parts: list[tuple[Any, ...]] = []
    scope = {
        "type": "http",
        "method": asked["method"],
        "scheme": "http",
        "path": asked["path"],
        "query_string": asked["query"].encode(),
        "headers": [(b"host", b"localhost")]
        # A cookie of the host may have letters that no header has.
        + [(name.encode(), text.encode("latin-1", "replace")) for name, text in asked["headers"]],
    }
    body = [as_bytes(asked["body"])]

    async def receive() -> dict[str, Any]:
        if not body:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": body.pop(), "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            found = [(n.decode(), v.decode("latin-1")) for n, v in message["headers"]]
            parts.append((message["status"], found))
        elif message.get("body"):
            parts.append((message["body"],))
        if asked["method"] == "GET":
            tell("answer", asked["id"], parts, {})
            parts.clear()

    try:
        await app(scope, receive, send)
    finally:
        # What is refused has changed nothing.
        changed = asked["method"] != "GET" and parts and parts[0][0] < 400
        tell("answer", asked["id"], [*parts, ()], _changes() if changed else {})


def _changes() -> dict[str, Any]:
    """Return what of the user's files has changed, as Emscripten's IDBFS keeps it."""
    found: dict[str, Any] = dict.fromkeys(_known)
    for path in KEPT.rglob("*"):
        name, stat = str(path), path.stat()
        if _known.get(name) == (stat.st_mtime_ns, stat.st_size):
            del found[name]
            continue
        _known[name] = stat.st_mtime_ns, stat.st_size
        found[name] = {"timestamp": js.Date.new(stat.st_mtime * 1000), "mode": stat.st_mode}
        if path.is_file():
            found[name]["contents"] = path.read_bytes()
    for name in [name for name, entry in found.items() if entry is None]:
        del _known[name]
    return found
