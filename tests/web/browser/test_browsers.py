"""The page without a server in Chromium, Firefox and WebKitGTK: the same visit in each.

Where the page cannot be offline by the driver, its host ends instead.
"""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from shutil import which
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, sync_playwright

from odin_solver import example, solve
from odin_web.puzzles.sources import puzzle_named
from tests.web.browser.server import CHROMIUM, started
from tests.web.browser.site import ALL_KEPT, BUILT, END, PATIENCE, POST, build, hosted, view
from tests.web.browser.webkit import MISSING, webkit

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(
        which("npm") is None or find_spec("ziglang") is None, reason="needs npm and ziglang"
    ),
]

FIREFOX = os.environ.get("FIREFOX") or which("firefox-esr")


class Visit(Protocol):
    """A window that shows a view of the page."""

    def go(self, url: str) -> None: ...
    def reload(self) -> None: ...
    def evaluate(self, function: str, argument: Any = None) -> Any: ...
    def click(self, selector: str) -> None: ...


class _Window:
    """Fulfils `Visit` by Playwright."""

    def __init__(self, browser: Browser, script: str = "") -> None:
        self._context = browser.new_context()
        self._context.add_init_script(script)
        self._page = self._context.new_page()
        self._page.set_default_timeout(PATIENCE)

    def go(self, url: str) -> None:
        self._page.goto(url)
        view(self._page)

    def reload(self) -> None:
        self._page.reload()
        view(self._page)

    def evaluate(self, function: str, argument: Any = None) -> Any:
        return view(self._page).evaluate(function, argument)

    def click(self, selector: str) -> None:
        view(self._page).click(selector)


@contextmanager
def _window(browser: str) -> Iterator[Visit]:
    if browser == "webkit":
        if MISSING:
            pytest.skip(f"WebKitGTK: needs {', '.join(MISSING)}")
        with webkit() as window:
            yield window
        return
    path = FIREFOX if browser == "firefox" else CHROMIUM
    if path is None:
        pytest.skip(f"{browser} is not installed")
    with sync_playwright() as playwright:
        if browser == "firefox":
            made = playwright.firefox.launch(executable_path=path, channel="moz-firefox")
        else:
            made = started(playwright)
        script = "delete WebAssembly.Suspending;" if browser == "pulling" else ""
        with made:
            yield _Window(made, script)


@pytest.fixture(scope="module")
def _built() -> None:
    build()


LISTENED = """(search) => {
  self.heard ??= {};
  self.heard[search] = new EventSource(`/api/searches/${search}/events`);
}"""


@pytest.mark.usefixtures("_built")
@pytest.mark.parametrize("browser", ["chromium", "pulling", "firefox", "webkit"])
def test_a_visit(browser: str) -> None:
    """What is asked and answered, and what is there when the host is gone.

    ``pulling`` is Chromium without suspended stacks, as Safari before 27.
    """
    with ExitStack() as host, _window(browser) as window:
        address = host.enter_context(hosted(BUILT))
        window.go(f"{address}/position")

        def post(path: str, data: dict[str, Any]) -> Any:
            status, text = window.evaluate(POST, [path, data])
            assert status == 200, text
            return json.loads(text)

        def searched(path: str, data: dict[str, Any]) -> Any:
            found = window.evaluate(END, post(path, data)["search"])
            assert "error" not in found, found
            return found

        _solves(post, searched)
        _is_stopped(window, post)
        game = _plays_a_round(post, searched)
        _solves_a_puzzle(post)
        _saves_and_loads(window, game)
        window.evaluate(ALL_KEPT)
        host.close()
        window.reload()
        shown = window.evaluate("async () => (await (await fetch('/api/games')).json()).games")
        assert [each["name"] for each in shown] == ["coached"]


Post = Callable[[str, dict[str, Any]], Any]


def _solves(post: Post, searched: Post) -> None:
    position = post("/api/position/example", {"name": "buildings"})["position"]
    asked = {"position": position, "seconds": 120}
    found = searched("/api/questions/solve", asked)["data"]
    assert found["status"] == "OPTIMAL"
    best = solve(example("buildings")).levels[0].value
    assert found["objective"]["value"] == best
    hint = searched("/api/questions/hint", asked)["data"]
    assert hint["levels"][0]["value_best"] == best


def _is_stopped(window: Visit, post: Post) -> None:
    """The second question waits for the first, which is stopped."""
    position = post("/api/position/example", {"name": "harvest"})["position"]
    first = post("/api/questions/solve", {"position": position, "seconds": 600})["search"]
    window.evaluate(LISTENED, first)
    little = post("/api/position/example", {"name": "buildings"})["position"]
    second = post("/api/questions/solve", {"position": little, "seconds": 120})["search"]
    window.evaluate(LISTENED, second)
    layout = """(search) => new Promise((resolve) => {
      const events = new EventSource(`/api/searches/${search}/events`);
      events.addEventListener("incumbent", ({ data }) => JSON.parse(data).data && resolve(true));
    })"""
    assert window.evaluate(layout, first)
    post(f"/api/searches/{first}/stop", {})
    assert window.evaluate(END, first)["data"]["status"] == "FEASIBLE"
    assert window.evaluate(END, second)["data"]["status"] == "OPTIMAL"


def _plays_a_round(post: Post, searched: Post) -> str:
    """Make the coach's moves until the second round."""
    new = {"name": "coached", "length": "short", "seed": 1, "decks": ["A"]}
    shown = post("/api/games/new", new)
    while shown["round"] == 1:
        asked = {"game": shown["game"], "seen": shown["seen"], "playouts": 50}
        best = searched("/api/game/coach", asked)["lines"][0]
        asked = {"game": shown["game"], "seen": shown["seen"], "moves": best["moves"]}
        shown = post("/api/game/move", asked)
    return str(shown["game"])


def _solves_a_puzzle(post: Post) -> None:
    """Lay the pieces of a solution, and see that it is there and done."""
    puzzle = "first-steps/1"
    asked: dict[str, Any] = {"puzzle": puzzle, "begun": {}}
    for board, piece in puzzle_named(puzzle).solution:
        cells = [list(cell) for cell in piece.cells]
        change = {"kind": "lay", "board": board, "tile": piece.tile.id, "cells": cells}
        shown = post("/api/puzzles/play", {**asked, "change": change})
        asked["begun"] = shown["begun"]
    assert shown["solved"]


def _saves_and_loads(window: Visit, game: str) -> None:
    """My data, saved, and loaded in the place of all."""
    moved = """async () => {
      const saved = await (await fetch("/api/everything")).text();
      const headers = { "content-type": "application/json" };
      const options = { method: "POST", headers, body: saved };
      const answer = await fetch("/api/everything?how=replace", options);
      return [answer.status, saved];
    }"""
    status, saved = window.evaluate(moved)
    assert status == 200
    assert f"games/{game}.log" in [file["name"] for file in json.loads(saved)["files"]]
