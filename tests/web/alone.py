"""What answers the requests of the page without a server, in this Python."""

import sys
from collections.abc import Callable, Coroutine
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

BROWSER = Path(__file__).parents[2] / "web" / "browser"

Send = Callable[[str, str, list[tuple[str, str]], bytes], Coroutine[Any, Any, tuple[int, bytes]]]
"""Sends a request: method, path, headers, body; returns the status and what is answered."""


def answering(monkeypatch: pytest.MonkeyPatch) -> Send:
    package, threads = ModuleType("odin_browser"), ModuleType("odin_browser.threads")
    package.__path__ = [str(BROWSER)]
    told: list[tuple[Any, ...]] = []

    def tell(to: str, number: int, parts: list[tuple[Any, ...]], changed: object) -> None:
        assert (to, number, changed) == ("answer", 1, {})
        told.extend(parts)

    vars(threads).update(as_bytes=bytes, hears={}, tell=tell)
    for module in (package, threads, ModuleType("js")):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    for name in ("odin_browser.everything", "odin_browser.asked"):
        monkeypatch.setitem(sys.modules, name, package)
        monkeypatch.delitem(sys.modules, name)
    asked = import_module("odin_browser.asked")
    app = asked.application()

    async def send(
        method: str, path: str, headers: list[tuple[str, str]], body: bytes
    ) -> tuple[int, bytes]:
        told.clear()
        sent = {"id": 1, "method": method, "path": path, "query": "", "body": body}
        await asked._answer(app, {**sent, "headers": headers})
        (status, _), *parts, end = told
        assert end == ()
        return status, b"".join(part for (part,) in parts)

    return send
