"""The page without a server in Chromium, Firefox and WebKitGTK: the same visit in each.

Where the page cannot be offline by the driver, its host ends instead.
"""

import json
import re
from collections.abc import Callable
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from playwright.sync_api import Playwright

from odin_puzzles.files import puzzle_from
from odin_puzzles.generate.change import changed
from odin_puzzles.share.codes import share_code
from odin_solver import example, solve
from odin_solver.render.svg.parts import CELL
from odin_web.puzzles.sources import puzzle_named
from tests.web.browser.browsers import Visit, page_of, window_of
from tests.web.browser.site import ALL_KEPT, BUILT, END, LISTENED, POST, build, hosted

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(
        which("npm") is None or find_spec("ziglang") is None, reason="needs npm and ziglang"
    ),
]


@pytest.fixture(scope="module")
def _built() -> None:
    build()


@pytest.mark.usefixtures("_built")
@pytest.mark.parametrize("browser", ["chromium", "pulling", "firefox", "webkit"])
def test_a_visit(browser: str, playwright: Playwright) -> None:
    """What is asked and answered, and what is there when the host is gone.

    ``pulling`` is Chromium without suspended stacks, as Safari before 27.
    """
    with ExitStack() as host, window_of(browser, playwright) as window:
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
        _solves_a_puzzle_by_touch(window, address)
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
    layout = """async (search) => {
      const { follow } = await import("/static/js/shared/api.js");
      return new Promise((resolve) => {
        follow(search, { incumbent: ({ data }) => data && resolve(true) });
      });
    }"""
    assert window.evaluate(layout, first)
    post(f"/api/searches/{first}/stop", {})
    assert window.evaluate(END, first)["data"]["status"] == "FEASIBLE"
    assert window.evaluate(END, second)["data"]["status"] == "OPTIMAL"


def _plays_a_round(post: Post, searched: Post) -> str:
    """Make the coach's moves until the second round, and review them."""
    new = {"name": "coached", "length": "short", "seed": 1, "decks": ["A"]}
    shown = post("/api/games/new", new)
    while shown["round"] == 1:
        asked = {"game": shown["game"], "seen": shown["seen"], "playouts": 50}
        best = searched("/api/game/coach", asked)["lines"][0]
        asked = {"game": shown["game"], "seen": shown["seen"], "moves": best["moves"]}
        shown = post("/api/game/move", asked)
    reviewed = searched("/api/game/review", {"game": shown["game"], "seconds": 0.2})
    assert len(reviewed["moves"]) > 5
    return str(shown["game"])


LAID = """async ([tile, cells, size]) => {
  const drawn = () => new Promise(requestAnimationFrame);
  const touch = async (target, from = [0, 0], to = from) => {
    const finger = { pointerId: 1, pointerType: "touch", isPrimary: true, detail: 1 };
    const tell = (Kind, name, [x, y]) => target.dispatchEvent(
      new Kind(name, { ...finger, bubbles: true, cancelable: true, clientX: x, clientY: y }),
    );
    tell(PointerEvent, "pointerdown", from);
    if (to !== from) tell(PointerEvent, "pointermove", to);
    tell(PointerEvent, "pointerup", to);
    if (to === from) tell(MouseEvent, "click", to);
    await drawn();
    await drawn();
  };
  const button = (name) =>
    [...document.querySelectorAll("button")].find((each) => each.textContent.startsWith(name));
  const sheet = () => document.querySelector("svg.overlay");
  const ghost = () => [...document.querySelectorAll(".ghost rect")]
    .map(({ x, y }) => [x.baseVal.value / size, y.baseVal.value / size].map(Math.floor));
  const least = (all) => [0, 1].map((axis) => Math.min(...all.map((cell) => cell[axis])));
  const shape = (all) =>
    all.map((cell) => cell.map((each, axis) => each - least(all)[axis]).join()).sort().join(" ");
  const first = (all) => {
    const [x, y] = all.sort()[0].map((each) => (each + 0.5) * size);
    const at = new DOMPoint(x, y).matrixTransform(sheet().getScreenCTM());
    return [at.x, at.y];
  };
  const taken = () => document.querySelector(`button[data-tile="${tile}"]`);
  while (!taken() || !sheet()) await drawn();
  await touch(taken());
  await touch(sheet(), first(cells));
  while (!ghost().length) await drawn();
  for (const turn of ["Turn", "Turn", "Turn", "Flip", "Turn", "Turn", "Turn"])
    if (shape(ghost()) !== shape(cells)) await touch(button(turn));
  const lies = () => ghost().sort().join(" ") === cells.sort().join(" ");
  // A touch that does not move lays what lies there.
  if (!lies()) await touch(sheet(), first(ghost()), first(cells));
  if (!lies()) return false;
  await touch(button("Lay"));
  return true;
}"""
"""Takes a tile, turns it, drags it to some cells and lays it, by what a finger tells a page."""


def _solves_a_puzzle_by_touch(window: Visit, address: str) -> None:
    """WebKitGTK's driver makes a mouse of a finger: so events are those that a script makes."""
    window.go(f"{address}/puzzles#first-steps/1")
    for _, piece in puzzle_named("first-steps/1").solution:
        cells = [list(cell) for cell in piece.cells]
        assert window.evaluate(LAID, [piece.tile.id, cells, CELL])
    solved = "() => new Promise((done) => setInterval(() => SOLVED && done(true), 50))"
    shown = "document.querySelector('[data-testid=solved]')"
    assert window.evaluate(solved.replace("SOLVED", shown))


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


RING = {
    "schema": 1,
    "tiles": {"S1": {"cells": ["XX", ".X"]}},
    "supply": {"S1": 8},
    "boards": [{"board": {"map": [".....", ".....", "..~..", ".....", "....."]}}],
}


@pytest.mark.usefixtures("_built")
@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_a_link_made_on_the_page_opens_and_in_a_frame_of_another_site(
    browser: str, playwright: Playwright, tmp_path: Path
) -> None:
    puzzle = puzzle_from({"schema": 1, "kind": "fill", "position": RING, "goal": {}})
    (made,) = changed(puzzle, "fewest-clues")
    with ExitStack() as host:
        address = host.enter_context(hosted(BUILT))
        # Another name is another site.
        other = host.enter_context(hosted(tmp_path)).replace("127.0.0.1", "localhost")
        page = host.enter_context(page_of(browser, playwright))
        page.goto(f"{address}/puzzles")
        page.frame_locator("#view").get_by_test_id("code").fill(share_code(made))
        page.frame_locator("#view").get_by_test_id("code").press("Enter")
        shown = page.frame_locator("#view")
        shown.get_by_role("button", name="Copy link").click()
        said = shown.get_by_role("status").last
        said.get_by_text("ODIN").wait_for()
        link = f"{address}/#p={re.findall('ODIN[-0-9A-Z]+', said.inner_text())[0]}"
        frame = f"<!doctype html><iframe id=puzzle src='{link}' width=900 height=700></iframe>"
        (tmp_path / "index.html").write_text(frame, encoding="utf-8")
        frames = [(other, "#puzzle")] if browser == "chromium" else []  # by hand in Firefox
        for url, outer in ((link, None), *frames):
            page.goto(url)
            place = page.frame_locator(outer) if outer else page
            view = place.frame_locator("#view")
            view.locator("svg.overlay").wait_for()
            view.get_by_test_id("hint").click()
            view.locator(".advice p").wait_for()
            if outer:
                continue
            view.get_by_test_id("hint").click()
            view.get_by_test_id("follow").click()
            view.locator(
                ".controls[role=toolbar] button:not(:disabled)", has_text="Undo"
            ).wait_for()
