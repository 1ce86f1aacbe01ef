"""Requests of the page (`interpreter.js`), and what they change of the files that are kept."""

from pathlib import Path
from typing import Any

import js
from odin_browser.threads import as_bytes, hears, tell

KEPT = Path("/kept")

_leave: dict[int, Any] = {}
_known: dict[str, tuple[int, int]] = {}


def answering() -> None:
    """Answer requests of the page."""
    from odin_browser import boot

    def request(asked: dict[str, Any]) -> None:
        number, method = asked["id"], asked["method"]
        parts: list[tuple[Any, ...]] = []

        def told(*part: Any) -> None:
            parts.append(part)
            if method == "GET" or not part:
                # What is refused has changed nothing.
                changed = method != "GET" and parts[0] and parts[0][0] < 400
                tell("answer", number, parts, _changes() if changed else {})
                parts.clear()
            if not part:
                _leave.pop(number, None)

        body = as_bytes(asked["body"])
        leave = boot.serve(method, asked["path"], asked["query"], asked["headers"], body, told)
        # A change is made even if the view that asked is left.
        if method == "GET":
            _leave[number] = leave

    def gone(number: int) -> None:
        if number in _leave:
            _leave.pop(number)()

    hears.update(request=request, gone=gone)


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


_changes()  # what is there at the start is kept
