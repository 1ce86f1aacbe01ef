"""The waiting line of searches."""

import asyncio
import json
import sys
import threading
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import msgspec
import psutil
import pytest

from odin_solver.errors import InputError, OdinError
from odin_web import searches as module
from odin_web.searches import DONE, RUNNING, WAITING, Search, Searches, Send, TooManySearches
from tests.timing import HANGING, wait_until
from tests.web.browser.server import PageServer


def until_cancelled(send: Send[Any, Any], cancel: threading.Event) -> str:
    send("incumbent", 1)
    assert cancel.wait(HANGING)
    return "the best so far"


async def events(searches: Searches, search: Search, after: int = 0) -> list[tuple[int, str, Any]]:
    return [
        (number, kind, msgspec.json.decode(data))
        async for number, kind, data in searches.follow(search, after)
    ]


async def seen(search: Search, kind: str) -> None:
    async with asyncio.timeout(HANGING):
        async with search.changed:
            await search.changed.wait_for(lambda: kind in [name for name, _ in search.events])


def test_searches_wait_in_line() -> None:
    async def main() -> None:
        searches = Searches(at_once=1)
        first, second, third = (searches.begin(until_cancelled) for _ in range(3))
        listening = [asyncio.create_task(events(searches, each)) for each in (first, second, third)]
        await seen(first, "incumbent")
        assert (first.state, second.state, third.state) == (RUNNING, WAITING, WAITING)
        await seen(third, "waiting")
        assert ("waiting", b'{"place":2}') in third.events
        searches.stop(second)
        searches.stop(first)
        await seen(third, "incumbent")
        searches.stop(third)
        found = await asyncio.gather(*listening)
        assert [each[-1][1:] for each in found] == [
            ("result", "the best so far"),
            ("stopped", None),
            ("result", "the best so far"),
        ]
        assert {each.state for each in (first, second, third)} == {DONE}

    asyncio.run(main())


def test_a_listener_that_comes_back_misses_nothing() -> None:
    async def main() -> None:
        searches = Searches(at_once=1)
        search = searches.begin(until_cancelled)
        await seen(search, "incumbent")
        searches.stop(search)
        everything = await events(searches, search)
        assert [number for number, _, _ in everything] == [1, 2, 3]
        assert await events(searches, search, after=2) == everything[2:]

    asyncio.run(main())


def test_a_search_without_a_listener_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONELY_SECONDS", 0.05)

    async def main() -> None:
        searches = Searches(at_once=1)
        search = searches.begin(until_cancelled)
        await seen(search, "result")

    asyncio.run(main())


def test_errors_are_events() -> None:
    def failing(send: Send[Any, Any], cancel: threading.Event) -> None:
        raise InputError("no board")

    async def main() -> None:
        searches = Searches(at_once=1)
        found = await events(searches, searches.begin(failing))
        assert found[-1][1:] == ("failed", {"error": "no board"})

    asyncio.run(main())


def test_a_search_that_is_stopped_before_anything_is_known() -> None:
    def none(send: Send[Any, Any], cancel: threading.Event) -> None:
        send("incumbent", None)
        assert cancel.wait(HANGING)
        raise OdinError("no plan found in 20 s; allow more time")

    async def main() -> None:
        searches = Searches(at_once=1)
        search = searches.begin(none)
        await seen(search, "incumbent")
        searches.stop(search)
        found = await events(searches, search)
        assert found[-1][1:] == ("failed", {"error": "stopped; nothing was known yet"})

    asyncio.run(main())


def test_the_line_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_WAITING", 2)

    async def main() -> None:
        searches = Searches(at_once=1)
        all_of_them = [searches.begin(until_cancelled) for _ in range(3)]
        with pytest.raises(TooManySearches):
            searches.begin(until_cancelled)
        for search in all_of_them:
            searches.stop(search)
        await seen(all_of_them[0], "result")

    asyncio.run(main())


def test_searches_that_are_prepared_count_as_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_WAITING", 2)

    async def main() -> None:
        line = Searches(at_once=1)
        with line._place(), line._place(), pytest.raises(TooManySearches):
            line.begin(lambda send, cancel: None)

    asyncio.run(main())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere each engine is started alone")
def test_engines_wait_for_the_next_request(tmp_path: Path) -> None:
    house = {"board": "stone_house"}
    asked = {"position": {"schema": 1, "boards": [house], "supply": {"peas": 2}}}
    with PageServer(tmp_path) as server:
        process = psutil.Process(server.process.pid)
        wait_until(process.children)
        kept = process.children()
        for _ in range(2):
            headers = {"content-type": "application/json", "origin": server.address.rstrip("/")}
            body = json.dumps(asked).encode()
            request = Request(f"{server.address}api/questions/solve", body, headers)
            with urlopen(request, timeout=HANGING) as begun:
                search = json.load(begun)["search"]
            events = f"{server.address}api/searches/{search}/events"
            with urlopen(events, timeout=HANGING) as followed:
                assert b"event: result" in followed.read()
        assert process.children() == kept
