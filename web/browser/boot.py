"""Requests of the page, answered by the application of the server."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from odin_browser import everything

from odin_web.app import application

STORE = everything.KeptStore(Path("/kept"))
STORE.begin()

APP = application()
APP.router.routes[:0] = everything.routes(STORE)


def serve(
    method: str,
    path: str,
    query: str,
    headers: list[tuple[str, str]],
    body: bytes,
    tell: Callable[..., None],
) -> Callable[[], None]:
    """Answer a request.

    Parameters
    ----------
    method, path, query, headers, body
        The request.
    tell
        Receives status and headers, then parts of the answer, and nothing at its end.

    Returns
    -------
    Callable
        Call it when nobody waits for the answer any more.
    """
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(b"host", b"localhost")]
        # A cookie of the host may have letters that no header has.
        + [(name.encode(), value.encode("latin-1", "replace")) for name, value in headers],
        "client": None,
        "server": ("localhost", 80),
    }
    asked = [{"type": "http.request", "body": body, "more_body": False}]
    gone = asyncio.Event()

    async def receive() -> dict[str, Any]:
        if asked:
            return asked.pop()
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            found = [(n.decode(), v.decode("latin-1")) for n, v in message["headers"]]
            tell(message["status"], found)
        elif message.get("body"):
            tell(message["body"])

    async def run() -> None:
        try:
            await APP(scope, receive, send)
        finally:
            tell()

    task = asyncio.get_running_loop().create_task(run())

    def leave() -> None:
        gone.set()
        task.cancel()

    return leave
