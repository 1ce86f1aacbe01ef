"""What is tried besides command lines: requests to the page, and keys of the editor."""

import asyncio
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from odin_cli.main import run
from odin_solver.errors import InputError

if TYPE_CHECKING:
    from starlette.testclient import TestClient

BAD_INPUT = 2
JSON = {"content-type": "application/json"}
SEARCHING = 0.2
"""Seconds after which a search of the page is stopped."""

EDITOR_SECONDS = 0.3
SCREEN = (80, 24)


def page(requests: Sequence[str]) -> int:
    """Send requests such as ``POST /api/position`` with standard input as body.

    An exception of the server escapes; what it refuses is written to standard error.
    """
    from starlette.testclient import TestClient

    from odin_web.app import application

    body = sys.stdin.buffer.read()
    refused = False
    with TestClient(application(), base_url="http://127.0.0.1:8000") as client:
        for request in requests:
            method, _, path = request.partition(" ")
            content = body if method == "POST" else None
            answer = client.request(method, path, content=content, headers=JSON)
            refused |= _told(answer.status_code, answer.text)
            if method == "POST" and answer.text.startswith('{"search":'):
                _follow(client, answer.json()["search"])
    return BAD_INPUT if refused else 0


def _follow(client: "TestClient", search: str) -> None:
    """Stop a search, wait for its end, and write what failed to standard error."""
    time.sleep(SEARCHING)
    client.post(f"/api/searches/{search}/stop", content=b"{}", headers=JSON)
    events = client.get(f"/api/searches/{search}/events").text
    for event in events.split("\n\n"):
        if "\nevent: failed\n" in event:
            _told(BAD_INPUT, event.partition("data: ")[2])


def _told(status: int, text: str) -> bool:
    """Write the error of an answer to standard error; return whether it is one."""
    if status == BAD_INPUT or status >= 400:
        try:
            text = json.loads(text)["error"]
        except (ValueError, KeyError, TypeError):
            text = text or f"status {status}"
        sys.stderr.write(f"{text}\n")
        return True
    return False


def keys(arguments: Sequence[str]) -> int:
    """Press keys in the editor of a file."""
    from odin_cli.edit.app import EditApp
    from odin_cli.edit.files import opened
    from odin_solver.placement.solution import Limits

    name, *pressed = arguments
    try:
        document = opened(name)
    except InputError as error:
        sys.stderr.write(f"odin: {error.problems[0]}\n")
        return BAD_INPUT

    async def press() -> None:
        app = EditApp(document, Limits(EDITOR_SECONDS, 1, 0))
        async with app.run_test(size=SCREEN) as pilot:
            for key in pressed:
                if not app.is_running:
                    break
                await pilot.press(key)
                await pilot.pause()

    asyncio.run(press())
    return 0


SURFACES: Mapping[str, Callable[[Sequence[str]], Any]] = MappingProxyType(
    {"page": page, "keys": keys}
)
"""Functions by the first word of a case's arguments."""


def run_case(arguments: Sequence[str]) -> int:
    """Run the arguments of a case: a command line, or one of `SURFACES`; return the exit code."""
    first = arguments[0] if arguments else ""
    return int(SURFACES[first](arguments[1:])) if first in SURFACES else run(arguments)
