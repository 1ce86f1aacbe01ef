"""How fast the page is: ``python -m benchmarks.web``."""

import http.client
import json
import os
import re
import statistics
import tempfile
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from benchmarks.harness import errors_in_a_line, table, this_machine
from odin_solver.components import tile
from odin_solver.errors import InputError
from odin_solver.game.kernel.play import decision
from odin_solver.game.log import parse
from odin_solver.notation.examples import example
from odin_solver.notation.positions import position_data
from odin_solver.planner.advice import SearchLimits, advise
from odin_solver.planner.memory import SearchMemory
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.position import Position
from odin_solver.support.files import write_whole
from odin_solver.support.language import languages, speaking
from odin_web.games.coach import SHOWN
from odin_web.pagefiles import PAGES, markup, page_files
from tests.web.browser.server import CHROMIUM, PageServer, started

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

FIRST_NUMBERS = """press => new Promise((found, late) => {
    const began = performance.now();
    const before = document.querySelector(".coach .lines li");
    const tell = () => {
        const now = document.querySelector(".coach .lines li");
        const settled = document.querySelector(".coach > p:not(.dim) + .lines[aria-busy=false]");
        if (now && now !== before) found(performance.now() - began);
        else if (!now && settled) found(null);
    };
    const everything = { childList: true, subtree: true, attributes: true };
    new MutationObserver(tell).observe(document.body, everything);
    setTimeout(() => late(new Error("the coach said nothing")), 60000);
    document.querySelector(press).click();
})"""
"""Milliseconds from a click to the coach's first line about the decision that then comes.

``null`` if there is nothing to choose then.
"""

LINE = ".coach .lines li button"

SEARCH = SearchLimits(None, 3000)

PIECES = 30
GHOST_MOVES = 200
FRAME_SECONDS = 1 / 60
SIZE: "ViewportSize" = {"width": 1280, "height": 800}

OVERLAY = "svg.overlay"
FIRST_LAYOUT = """() => new Promise((found, late) => {
    const layout = document.querySelector("svg.overlay g.layout");
    const began = performance.now();
    const tell = () => layout.childElementCount && found(performance.now() - began);
    new MutationObserver(tell).observe(layout, { childList: true, subtree: true });
    setTimeout(() => late(new Error("no layout was found")), 60000);
    document.querySelector("[data-testid=solve]").click();
})"""


@dataclass
class Measure:
    """A figure and its aim."""

    name: str
    value: float
    aim: float
    unit: str
    note: str = ""
    more_is_better: bool = False

    @property
    def reached(self) -> bool:
        """Whether it is as good as wanted."""
        return self.value >= self.aim if self.more_is_better else self.value <= self.aim


@contextmanager
def chromium() -> Iterator["Browser"]:
    """Start the browser."""
    from playwright.sync_api import sync_playwright

    if CHROMIUM is None:
        raise InputError("no browser: install chromium, or name one in CHROMIUM")
    with sync_playwright() as playwright, started(playwright) as browser:
        yield browser


def start_of_the_page(browser: "Browser", repetitions: int) -> list[Measure]:
    """Measure from the command to a board on the page that can be touched."""
    listening, usable, busy = [], [], []
    for _ in range(repetitions):
        page = browser.new_page(viewport=SIZE)
        with tempfile.TemporaryDirectory() as folder:
            began = time.perf_counter()
            with PageServer(Path(folder)) as server:
                listening.append(time.perf_counter() - began)
                page.goto(f"{server.address}position", wait_until="commit")
                page.locator(OVERLAY).wait_for()
                usable.append(time.perf_counter() - began)
                busy.append(server.cpu_seconds())
                page.close()
    return [
        Measure("page usable after the command", statistics.median(usable), 1, "s", spread(usable)),
        Measure("  until the address is printed", statistics.median(listening), 1, "s"),
        Measure("  CPU of the server until then", statistics.median(busy), 1, "s"),
    ]


def first_solution(page: "Page", repetitions: int) -> Measure:
    """Measure from the click on Solve to the first layout on the board."""
    times = []
    for _ in range(repetitions):
        page.reload()
        page.locator(OVERLAY).wait_for()
        times.append(page.evaluate(FIRST_LAYOUT) / 1000)
    note = spread(times)
    return Measure("first solution on the board", statistics.median(times), 1, "s", note)


def full_board() -> Position:
    """Return a home board with 30 pieces, and a tile to be moved over it."""
    position = example("opening")
    state = position.boards[0]
    grid = state.grid
    pieces: list[Piece] = []
    for cell in ((x, y) for y in reversed(range(grid.height)) for x in range(grid.width)):
        piece = Piece(tile("silver"), (cell,))
        if len(pieces) < PIECES and state.why_not(piece.tile, grid.mask(piece.cells)) is None:
            pieces.append(piece)
            state = BoardState(state.board, tuple(pieces))
    return Position(boards=(state,), supply={"rune_stone": 1})


@dataclass
class Frame:
    """What the main thread of the page did for a frame, in milliseconds."""

    work: float = 0
    cpu: float = 0
    interval: float = 0


def ghost_frames(browser: "Browser", address: str) -> list[Measure]:
    """Trace the frames in which a ghost moves, and as many in which nothing happens."""
    page = browser.new_page(viewport=SIZE)
    page.goto(address)
    page.locator(OVERLAY).wait_for()
    page.locator(".take").first.click()
    page.evaluate("{ const again = () => requestAnimationFrame(again); again(); }")
    box = page.locator(OVERLAY).bounding_box()
    assert box is not None

    def rest(step: int) -> None:
        time.sleep(FRAME_SECONDS)

    def move(step: int) -> None:
        x = box["x"] + box["width"] * (0.1 + 0.8 * (step % 25) / 25)
        y = box["y"] + min(box["height"], 500) * (0.1 + 0.8 * (step // 25) / 8)
        page.mouse.move(x, y)
        time.sleep(FRAME_SECONDS)

    move(0)
    idle, moving = traced(browser, page, rest), traced(browser, page, move)
    assert page.locator(".ghost").count() == 1
    page.close()

    cpu = sorted(frame.cpu for frame in moving)
    work = sorted(frame.work for frame in moving)
    late_idle, late = late_share(idle), late_share(moving)
    note = f"median {statistics.median(cpu):.1f}, 95 % below {cpu[-len(cpu) // 20]:.1f}"
    by_clock = f"95 % below {work[-len(work) // 20]:.1f}; {max(f.work for f in idle):.1f} at rest"
    at_rest = f"{late_idle:.1f} % at rest, {late / late_idle if late_idle else 1:.2f} times as many"
    return [
        Measure("longest frame while a ghost moves, CPU", cpu[-1], 16, "ms", note),
        Measure("  by the clock", work[-1], 16, "ms", by_clock),
        Measure("  frames that came late", late, max(5, 1.5 * late_idle), "%", at_rest),
    ]


def traced(browser: "Browser", page: "Page", act: Callable[[int], None]) -> list[Frame]:
    """Trace the frames of a page while something is done again and again."""
    categories = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
    browser.start_tracing(page=page, categories=categories)
    for step in range(GHOST_MOVES):
        act(step)
    return frames_of(json.loads(browser.stop_tracing())["traceEvents"])


def frames_of(events: Sequence[dict[str, Any]]) -> list[Frame]:
    """Return the frames of a trace: from one animation frame callback to the next.

    Those before the first callback and after the last are left out.
    """
    starts = [event for event in events if event["name"] == "FireAnimationFrame"]
    threads = Counter((event["pid"], event["tid"]) for event in starts)
    main = max(threads, key=lambda thread: threads[thread])
    times = sorted(event["ts"] for event in starts if (event["pid"], event["tid"]) == main)
    frames = [Frame(interval=(end - start) / 1000) for start, end in pairwise(times)]
    for event in events:
        if event["name"] == "RunTask" and (event["pid"], event["tid"]) == main:
            number = bisect_right(times, event["ts"]) - 1
            if 0 <= number < len(frames):
                frames[number].work += event.get("dur", 0) / 1000
                frames[number].cpu += event.get("tdur", 0) / 1000
    return frames


def late_share(frames: Sequence[Frame]) -> float:
    """Return the percentage of frames that were missed at least once, at 60 a second."""
    return 100 * sum(frame.interval > 1500 * FRAME_SECONDS for frame in frames) / len(frames)


def moves_per_second(server: PageServer, log: str) -> Measure:
    """Make the moves of a recorded game one after the other, and compare the logs."""
    address = urlsplit(server.address)
    connection = http.client.HTTPConnection(address.hostname or "", address.port)

    def ask(path: str, data: dict[str, Any] | None = None) -> bytes:
        body = None if data is None else json.dumps(data)
        headers = {"content-type": "application/json"} if data else {}
        connection.request("GET" if data is None else "POST", path, body, headers)
        answer = connection.getresponse()
        content = answer.read()
        if answer.status != 200:
            raise InputError(f"{path}: {content.decode()[:150]}")
        return content

    moves = chosen(log)
    view = json.loads(ask("/api/games/new", {"seed": 1}))
    began, busy = time.perf_counter(), server.cpu_seconds()
    for move in moves:
        asked = {name: view[name] for name in ("game", "seen", "stamp")}
        view = json.loads(ask("/api/game/move", asked | {"moves": [move], "only_changes": True}))
    seconds = time.perf_counter() - began
    each = (server.cpu_seconds() - busy) / len(moves)
    kept = chosen(ask(f"/api/games/{view['game']}/log").decode())
    if kept != moves:
        raise InputError("moves were lost")
    note = f"{len(moves)} moves, none lost; {1000 * each:.0f} ms of CPU each"
    return Measure("moves accepted", len(moves) / seconds, 50, "/s", note, more_is_better=True)


def chosen(log: str) -> list[str]:
    """Return the moves of a log without the outcomes of chance."""
    lines = [line.partition(": ")[2] for line in log.partition("---\n")[2].splitlines()]
    return [line for line in lines if not line.startswith("chance ")]


def first_numbers(browser: "Browser", server: PageServer, repetitions: int) -> list[Measure]:
    """Measure until the coach says something: when it is asked first, and at later decisions."""
    page = browser.new_page(viewport=SIZE)
    made = page.request.post(f"{server.address}api/games/new", data={"seed": 1})
    game = made.json()["game"]
    page.goto(f"{server.address}games#{game}")
    page.locator("#prompt .question").wait_for()
    first = page.evaluate(FIRST_NUMBERS, ".tools .coach") / 1000
    later: list[float] = []
    while len(later) < repetitions:
        page.wait_for_timeout(1000)
        if page.locator(LINE).count():
            milliseconds = page.evaluate(FIRST_NUMBERS, LINE)
            later += [milliseconds / 1000] if milliseconds is not None else []
        else:  # nothing to choose
            with page.expect_response("**/api/game/move"):
                page.locator("#prompt [data-move]").first.click()
    page.close()
    note = spread(later) + "; the move is made in that time"
    return [
        Measure("coach's first numbers, its process starts", first, 1, "s"),
        Measure("coach's first numbers, next decision", statistics.median(later), 1, "s", note),
    ]


def search_speed(log: str) -> Measure:
    """Compare the simulations of the coach with those of the search alone, by CPU time."""
    recorded = parse(log)
    turns = [each for each in recorded.states if each.vikings > 2 and decision(each) is not None]
    spent: dict[bool, list[float]] = {True: [], False: []}
    for state in turns[:: len(turns) // 6]:
        for coach in spent:
            memory = SearchMemory() if coach else None
            began = time.process_time()
            for _ in advise(state, SEARCH, shown=SHOWN, every=coach, memory=memory):
                pass
            spent[coach].append(time.process_time() - began)
    ratio = sum(spent[False]) / sum(spent[True])
    assert SEARCH.playouts is not None
    rate = SEARCH.playouts / statistics.median(spent[True])
    note = f"{rate:.0f} simulations in a second of CPU, with all moves tried"
    name = "speed of the coach's search, to that without"
    return Measure(name, ratio, 0.9, "", note, more_is_better=True)


def weights() -> list[Measure]:
    """Return the weight of the heaviest page, and of all together."""
    files = page_files()
    css = sum(len(file.content) for name, file in files.items() if name.endswith(".css"))
    pages = {path: css + heaviest_markup(path) for path in PAGES}
    for path in PAGES:
        links = re.findall(r'(?:href|src)="/static/(.*?\.js)"', markup(path, {}))
        pages[path] += sum(len(files[name].content) for name in links)
    heaviest = max(pages, key=lambda path: pages[path])
    everything = sum(len(file.content) for file in files.values())
    everything += heaviest_markup("/")
    of = f"{heaviest}, with styles of all pages and its texts in the longest language"
    return [
        Measure("weight of the heaviest page", pages[heaviest] / 1000, 260, "kB", of),
        Measure(
            "weight of all pages together", everything / 1000, 420, "kB", "in the longest language"
        ),
    ]


def heaviest_markup(path: str) -> int:
    """Return the bytes of a page's markup, with texts in the language that takes most."""
    sizes = []
    for language in languages():
        with speaking(language):
            sizes.append(len(markup(path, {}).encode()))
    return max(sizes)


def spread(times: Sequence[float]) -> str:
    """Return the extremes of repeated measurements."""
    return f"{min(times):.2f} to {max(times):.2f} in {len(times)} runs"


def measured(repetitions: int, log: str) -> list[Measure]:
    """Measure everything."""
    with chromium() as browser, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "full.json"
        write_whole(file, json.dumps(position_data(full_board())))
        results = start_of_the_page(browser, repetitions)
        with PageServer(folder) as server:
            page = browser.new_page(viewport=SIZE)
            page.goto(f"{server.address}position")
            results.append(first_solution(page, repetitions))
            page.close()
            results += first_numbers(browser, server, repetitions)
            results.append(moves_per_second(server, log))
        with PageServer(folder, str(file)) as server:
            results += ghost_frames(browser, f"{server.address}position")
    return [*results, search_speed(log), *weights()]


@click.command()
@click.option("--repetitions", type=click.IntRange(1, 100), default=5, show_default=True)
@click.option(
    "--log",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    default=Path("tests/web/data/game.log"),
    show_default=True,
    help="Log of a finished game with seed 1.",
)
@errors_in_a_line()
def main(repetitions: int, log: Path) -> None:
    """Measure the page of odin web in Chromium; exit code 1 if an aim is missed."""
    results = measured(repetitions, log.read_text(encoding="utf-8"))
    rows = []
    for each in results:
        aim = f"{'≥' if each.more_is_better else '≤'} {each.aim:g} {each.unit}"
        value = f"{each.value:.2f} {each.unit}" + ("" if each.reached else " ✗")
        rows.append([each.name, value, aim, each.note])
    click.echo(table(["", "measured", "aim", ""], rows))
    click.echo(f"{this_machine()}, load {os.getloadavg()[0]:.1f}")
    raise SystemExit(0 if all(each.reached for each in results) else 1)


if __name__ == "__main__":
    main()
