"""What runs in this process: command lines, requests to the page, keys of the editor."""

import asyncio
import json
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from odin_cli.main import run
from odin_solver.errors import InputError, OdinError

if TYPE_CHECKING:
    from starlette.testclient import TestClient

BAD_INPUT = 2
JSON = {"content-type": "application/json"}
SEARCHING = 0.1
"""Seconds after which a search of the page is stopped."""

EDITOR_SECONDS = 0.3
SCREEN = (80, 24)


def page(requests: Sequence[str]) -> int:
    """Send requests: method, address and, after a blank, the file that holds the body.

    An exception of the server escapes; what it refuses is written to standard error.
    """
    from starlette.testclient import TestClient

    from odin_web.app import application

    refused = False
    with TestClient(application(), base_url="http://127.0.0.1:8000") as client:
        for request in requests:
            method, path, *body = request.split(" ")
            content = Path(*body).read_bytes() if body else None
            answer = client.request(method, path, content=content, headers=JSON)
            refused |= _told(answer.status_code, answer.text)
            if method == "POST" and answer.text.startswith('{"search":'):
                _follow(client, answer.json()["search"])
    return BAD_INPUT if refused else 0


class LostError(Exception):
    """What was kept is gone."""


def store(arguments: Sequence[str]) -> int:
    """Send requests that take nothing away, and demand that what a file held is still kept."""
    name, *requests = arguments
    path = Path(name)
    before = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
    code = page(requests)
    if lost(before, [each.read_bytes() for each in path.parent.iterdir() if each.is_file()]):
        raise LostError(name)
    return code


def lost(before: bytes, after: Sequence[bytes]) -> bool:
    """Whether a file is gone: the whole, all its lines and its entries are in none of others."""
    if any(before in each for each in after):
        return False
    rows = {row for each in after for row in each.splitlines()}
    if all(row in rows for row in before.splitlines()):
        return False
    entries = {pair for each in after for pair in _entries(_read(each))}
    mine = _read(before)
    return not mine or not all(_is_kept(*each, entries) for each in mine.items())


def _read(content: bytes) -> dict[str, Any]:
    """Return an object; an empty one for anything else."""
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _entries(found: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the entries of an object, and of objects within; keys without what sets them aside."""
    for key, value in found.items():
        yield key.removeprefix("aside."), _text(value)
        if isinstance(value, dict):
            yield from _entries(value)


def _is_kept(key: str, value: object, entries: Collection[tuple[str, str]]) -> bool:
    """Whether an entry is among others; what is added to an object takes nothing away."""
    if (key.removeprefix("aside."), _text(value)) in entries:
        return True
    inner = value.items() if isinstance(value, dict) else ()
    return bool(inner) and all(_is_kept(*each, entries) for each in inner)


def _text(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # 75 may be kept as 75.0
    return value if isinstance(value, str) else json.dumps(value)


def site(arguments: Sequence[str]) -> int:
    """Load what standard input holds into the page without a server, in all ways named.

    What was kept is there before and after, at the next visit too, unless it was to be replaced.
    """
    from starlette.applications import Starlette
    from starlette.testclient import TestClient

    from odin_web.replies import refusal_of
    from tests.web.test_everything import everything

    content, root, refused = sys.stdin.buffer.read(), Path("kept"), False
    handlers: Any = {OdinError: refusal_of}
    for request in arguments:
        method, address = request.split(" ")
        kept = everything.KeptStore(root)
        kept.begin()
        before = kept.files()
        client = TestClient(Starlette(routes=everything.routes(kept), exception_handlers=handlers))
        answer = client.request(method, address, content=content)
        refused |= _told(answer.status_code, answer.text)
        if kept.files() != before:
            raise LostError(f"{request} before the next visit")
        loaded = answer.status_code == 200 and method == "POST" and "?how=" in address
        kept = everything.KeptStore(root)
        kept.begin()
        if not (loaded or _same(kept.files(), before)):
            raise LostError(f"{request} at the next visit")
        contents = [each.content for each in kept.files()]
        if loaded and address.endswith("add"):
            gone = [each.name for each in before if lost(each.content, contents)]
        else:
            sent = everything.read(content).files if loaded else []
            gone = [each.name for each in sent if each.content not in contents]
        if gone:
            raise LostError(f"{request}: {gone[0]}")
    return BAD_INPUT if refused else 0


def _same(files: Sequence[Any], others: Sequence[Any]) -> bool:
    named = [{each.name: each.content for each in all_} for all_ in (files, others)]
    return named[0] == named[1]


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


RUNNERS: Mapping[str, Callable[[Sequence[str]], int]] = MappingProxyType(
    {"page": page, "store": store, "site": site, "keys": keys}
)
"""Functions by the first word of a case's arguments."""


def run_case(arguments: Sequence[str]) -> int:
    """Run the arguments of a case: a command line, or one of `RUNNERS`; return the exit code."""
    first = arguments[0] if arguments else ""
    if first in RUNNERS:
        return RUNNERS[first](arguments[1:])
    with patch("odin_web.server.serve", lambda *_, **__: None):  # it would serve for ever
        return run(arguments)
