"""The event loop answers at once, whatever it is asked."""

import gc
import json
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

import pytest

from odin_puzzles import sources
from odin_web import graenaland, positions, replies, searches
from odin_web.games import store
from odin_web.guard import MAX_BODY
from odin_web.replies import MAX_VALUES
from odin_web.searches import AnyWork, Search, Searches
from odin_web.vikings import positions as vikings_positions
from tests.profiles import MOST_CASES, cases
from tests.web.requests import LOG, ROUTES, requests
from tests.web.serving import Fetching, Serving, serving
from tests.web.worst import crafted, grown

MOST_SECONDS = 0.3
"""Processor time of the event loop during one fetch of a file, at most."""

TIMES = 3
"""How often the loop may take too long before that counts."""

REFUSALS = {400, 404, 409, 413, 422, 429}

Case = TypeVar("Case")

POSTS = [path for method, path in ROUTES if method == "POST" and "{" not in path]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server whose searches are prepared and wait for ever."""

    def begin(self: Searches, work: AnyWork) -> Search:
        return Search("1", work)

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ODIN_DATA_DIR", str(tmp_path_factory.mktemp("data")))
        patch.setenv("ODIN_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        patch.setattr(searches.Searches, "begin", begin)
        with serving() as running:
            yield running


@pytest.fixture(scope="module")
def good(server: Serving) -> dict[str, dict[str, Any]]:
    _, begun = server.asked("/api/games/new", seed=1, length="short")
    return requests(begun["game"])


def stays_free(server: Serving, path: str, bodies: list[bytes]) -> None:
    """Demand that the loop computes little while these requests are answered.

    Processor time too is longer beside other work: what is too long has to be so every time.
    """
    server.post(path, b"{}")  # imports the routes
    for content in bodies:
        worst: list[float] = []
        while len(worst) < TIMES and min(worst, default=MOST_SECONDS) >= MOST_SECONDS:
            with no_garbage(), Fetching(server) as fetching:
                status, answer = server.post(path, content)
            worst.append(fetching.worst)
        assert status == 200 or status in REFUSALS, (path, status, content[:80])
        if status != 200:
            error = json.loads(answer)["error"]
            assert 0 < len(error) < 200, (path, error)
            assert "\n" not in error
        assert min(worst) < MOST_SECONDS, (path, content[:80])


@contextmanager
def no_garbage() -> Iterator[None]:
    """Look for no garbage: what other tests left would be searched by whichever thread comes."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def some(seed: str, everything: list[Case], count: int) -> list[Case]:
    """Return some of the cases, always the same ones; in nightly runs all of them."""
    return random.Random(seed).sample(everything, min(len(everything), cases(count)))


@pytest.mark.slow
@pytest.mark.parametrize("path", POSTS)
def test_large_requests(server: Serving, good: dict[str, dict[str, Any]], path: str) -> None:
    made = (make() for make in some(path, grown(good[path]), MOST_CASES))
    accepted = (content for content in made if len(content) <= MAX_BODY)
    stays_free(server, path, [*islice(accepted, cases(3))])


@pytest.mark.slow
@pytest.mark.parametrize("path", POSTS)
def test_requests_at_the_limits(
    server: Serving, good: dict[str, dict[str, Any]], path: str
) -> None:
    log = LOG.read_text(encoding="utf-8")
    of_path = [request for to, _, request in crafted(good, log) if to == path]
    chosen = some(path, of_path, 2)
    stays_free(server, path, [json.dumps(request).encode() for request in chosen])


SOLVING = {"schema": 1, "supply": {f"oyl{n}": 1 for n in range(4000)}}
DAYS = [f"daily/2025-{month:02}-{day:02}" for month in (1, 2) for day in range(1, 29)]


@pytest.mark.parametrize(
    ("path", "request_"),
    [
        ("/api/questions/solve", {"position": SOLVING}),
        ("/api/puzzles/booklet", {"puzzles": DAYS}),
        ("/api/graenaland/view", {"position": {f"key{n}": 1 for n in range(20_000)}}),
    ],
)
def test_what_froze_the_page(server: Serving, path: str, request_: dict[str, Any]) -> None:
    stays_free(server, path, [json.dumps(request_).encode()])


GETS = [path for method, path in ROUTES if method == "GET" and "{search}" not in path]


@pytest.mark.slow
def test_nothing_is_read_or_prepared_on_the_loop(
    server: Serving, good: dict[str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Decoding and encoding are what every request does, and lists are read from files."""
    called: set[tuple[str, bool]] = set()
    loop_thread = server.loop_ident

    def watch(module: Any, name: str) -> None:
        function = getattr(module, name)

        def watching(*arguments: Any, **options: Any) -> Any:
            called.add((name, threading.get_ident() == loop_thread))
            return function(*arguments, **options)

        monkeypatch.setattr(module, name, watching)

    for module, name in (
        (replies, "body"),
        (replies, "converted"),
        (positions, "position_from"),
        (sources, "puzzle_named"),
        (store, "read_text"),
        (graenaland, "graenaland_example"),
        (vikings_positions, "vikings_example"),
    ):
        watch(module, name)
    for path in POSTS:
        server.asked(path, **good[path])
    for path in GETS:
        named = path.replace("{name:path}", "first-steps/1").replace("{language}", "de")
        server.get(named.replace("{game}", good["/api/game/move"]["game"]))
    names = {name for name, _ in called}
    assert called == {(name, False) for name in names}
    assert len(names) == 7


def test_the_number_of_values_is_limited(server: Serving) -> None:
    many = {"position": {f"key{n}": 1 for n in range(MAX_VALUES)}}
    status, answer = server.asked("/api/graenaland/view", **many)
    assert status == 413
    assert str(MAX_VALUES) in answer["error"]


def test_depth_is_limited(server: Serving) -> None:
    deep = b'{"position": {"a": ' + b"[" * 400 + b"]" * 400 + b"}}"
    for path in ("/api/graenaland/view", "/api/position", "/api/vikings/view"):
        status, answer = server.post(path, deep)
        assert status == 422, answer


@pytest.mark.alone
@pytest.mark.slow
def test_a_file_is_served_while_large_requests_are_answered(
    server: Serving, good: dict[str, dict[str, Any]]
) -> None:
    """Measured by the clock: threads that compute share the processor with the loop."""
    log = LOG.read_text(encoding="utf-8")
    everything = [(path, json.dumps(request).encode()) for path, _, request in crafted(good, log)]
    bodies = some("clock", everything, 40)
    for path in {path for path, _ in bodies}:
        server.post(path, b"{}")
    with Fetching(server) as fetching:
        for path, content in bodies:
            server.post(path, content)
    assert fetching.wall < 1
