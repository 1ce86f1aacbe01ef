"""The page without a server beside that of ``odin web``: ``python -m benchmarks.site``."""

import atexit
import gzip
import json
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import click
import msgspec
from playwright.sync_api import Browser, Frame, Page, sync_playwright

from benchmarks.harness import carry_out, errors_in_a_line, out_option, start, table
from odin_puzzles.files import puzzle_data
from odin_puzzles.shipped import pack, packs
from odin_solver.errors import InputError
from odin_solver.game.kernel.state import Options
from odin_solver.notation.examples import ORDER, TABLES, example, example_file
from odin_solver.notation.positions import position_data
from odin_solver.planner.series import play_one
from tests.web.browser.browsers import Asked, window_of
from tests.web.browser.server import PageServer, started
from tests.web.browser.site import ALL_KEPT, BUILT, POST, hosted, view

SEARCH = """async ([path, data]) => {
  const began = performance.now();
  const answer = await fetch(path, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data),
  });
  if (!answer.ok) throw new Error(await answer.text());
  const { search } = await answer.json();
  let layout = null;
  const { follow } = await import("/static/js/shared/api.js");
  return new Promise((resolve, reject) => {
    const seconds = () => (performance.now() - began) / 1000;
    follow(search, {
      incumbent: (data) => void (layout ??= data.pictures ? seconds() : null),
      failed: ({ error }) => reject(new Error(error)),
      result: (data) => resolve([layout, seconds(), data]),
    });
  });
}"""
"""Seconds to the first layout and to the result of a search, and the result."""

WITHOUT_CP_SAT = """from odin_solver.linear import solvers
solvers.has_cp_sat = lambda: False
"""
"""What Python runs first in the server: it proves with HiGHS alone, as the browser does."""

PLAYOUTS = 1000
SECONDS = 120.0
"""The limit of a search."""

PUZZLES = [f"{name}/{n}" for name in packs() for n in range(1, len(packs()[name]) + 1)]
EVERY = max(1, len(PUZZLES) // 60)
"""The puzzles whose positions are solved, and whose hints are asked, are so far apart."""

COUNTS = {
    "visit": 3,
    "coach": len(TABLES),
    "solve": len(ORDER[:10]),
    "position": 60,
    "hint": 60,
    "game": 100,
    "puzzle": len(PUZZLES),
}
"""How many tasks there are of a kind."""


class SiteRow(msgspec.Struct, frozen=True):
    """What a task has measured.

    Attributes
    ----------
    figures
        Those of the server and of the browser alone, by name; None where there is none.
    alike
        Whether both answered the same; None where that is not compared.
    """

    figures: dict[str, tuple[float | None, float]] = {}
    alike: bool | None = None


class Sides(NamedTuple):
    """The views of both pages, Chromium, and both addresses."""

    native: Frame
    alone: Asked
    browser: Browser
    addresses: tuple[str, str]

    def both(self, path: str, data: Any) -> tuple[Any, Any]:
        """Return both answers."""
        native, alone = (each.evaluate(POST, [path, data]) for each in self[:2])
        return native, alone

    def searches(self, path: str, data: Any) -> tuple[Any, Any]:
        """Return both searches, one after the other."""
        native, alone = (each.evaluate(SEARCH, [path, data]) for each in self[:2])
        return native, alone


@cache
def sides(of: str) -> Sides:
    """Open both pages, until this process ends: the one without a server in a browser."""
    if not (BUILT / "sw.js").exists():
        raise InputError(f"{BUILT}: expected the page, which `nox -s site` builds")
    stack = ExitStack()
    atexit.register(stack.close)
    home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    (home / "sitecustomize.py").write_text(WITHOUT_CP_SAT, encoding="utf-8")
    sys.path.insert(0, str(home))
    server = stack.enter_context(PageServer(home))
    address = stack.enter_context(hosted(BUILT))
    playwright = stack.enter_context(sync_playwright())
    browser = stack.enter_context(started(playwright))
    addresses = (server.address.rstrip("/"), address)
    pages = [browser.new_page() for _ in addresses]
    for page in pages:
        page.set_default_timeout(0)
    opened(pages[0], addresses[0])
    if of != "chromium":
        window = stack.enter_context(window_of(of, playwright))
        window.go(f"{address}/position")
        return Sides(pages[0].main_frame, window, browser, addresses)
    opened(pages[1], address)
    return Sides(pages[0].main_frame, view(pages[1]), browser, addresses)


STEPS = ("first view", "board to touch", "rules ready")


def opened(page: Page, address: str | None) -> list[float]:
    """Open a page, or again; return the seconds until each of `STEPS`."""
    began = time.monotonic()
    if address is None:
        page.reload()
    else:
        page.goto(f"{address}/position")
    page.locator("nav.top, #view").first.wait_for()
    frame = view(page) if page.locator("#view").count() else page.main_frame
    frame.wait_for_selector("nav.top")
    seen = time.monotonic()
    frame.locator("svg.overlay").first.wait_for()
    board = time.monotonic()
    status, _ = frame.evaluate(POST, ["/api/position/example", {"name": "iceland"}])
    assert status == 200
    return [each - began for each in (seen, board, time.monotonic())]


def measure(kind: str, number: int, browser: str) -> SiteRow:
    """Carry out a task on both sides."""
    return {
        "visit": visit,
        "coach": coach,
        "solve": solve,
        "position": position,
        "hint": hint,
        "game": game,
        "puzzle": puzzle,
    }[kind](sides(browser), number)


def visit(sides: Sides, _: int) -> SiteRow:
    """Visit both for the first time, and again."""
    figures: dict[str, list[float]] = defaultdict(list)
    for address in sides.addresses:
        with sides.browser.new_context() as context:
            page = context.new_page()
            page.set_default_timeout(0)
            for name, where in (("first", address), ("later", None)):
                for step, took in zip(STEPS, opened(page, where), strict=True):
                    figures[f"{name} visit: {step}, s"].append(took)
                if where == sides.addresses[1]:
                    page.evaluate(ALL_KEPT)
    pairs: dict[str, tuple[float | None, float]] = {
        name: (native, alone) for name, (native, alone) in figures.items()
    }
    sent = sum(
        len(gzip.compress(path.read_bytes(), 6)) for path in BUILT.rglob("*") if path.is_file()
    )
    pairs["first visit: all files by gzip, MB"] = None, sent / 1e6
    return SiteRow(pairs)


def memory(sides: Sides) -> float:
    """Return the megabytes of the largest page, by its share of what processes share."""
    session = sides.browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    sizes = []
    for each in processes:
        if each["type"] == "renderer":
            lines = Path(f"/proc/{each['id']}/smaps_rollup").read_text().splitlines()
            sizes.append(sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")))
    return max(sizes) / 1000


def coach(sides: Sides, number: int) -> SiteRow:
    """Ask for advice at a table, with a fixed number of playouts in one thread and in two."""
    data = {"text": example_file(TABLES[number]).text, "name": "table.toml"}
    opened_table = json.loads(sides.both("/api/games/table/open", data)[0][1])
    figures: dict[str, tuple[float | None, float]] = {}
    alike = True
    for workers in (1, 2):
        asked = {"table": opened_table["table"], "playouts": PLAYOUTS, "workers": workers}
        native, alone = sides.searches("/api/games/table/advice", asked)
        figures[f"coach: simulations a second, workers: {workers}"] = (
            PLAYOUTS / native[1],
            PLAYOUTS / alone[1],
        )
        if isinstance(sides.alone, Frame):
            figures[f"memory of the tab, MB, workers: {workers}"] = None, memory(sides)
        alike &= timeless(native[2]) == timeless(alone[2])
    return SiteRow(figures, alike)


def timeless(found: Any) -> Any:
    """Return an answer without its seconds."""
    if isinstance(found, dict):
        return {key: timeless(value) for key, value in found.items() if key != "seconds"}
    return [timeless(each) for each in found] if isinstance(found, list) else found


def solved(sides: Sides, data: dict[str, Any]) -> tuple[tuple[Any, Any], bool]:
    """Solve a position on both sides; return both searches, and whether they agree.

    Proven values are the same; without proofs neither value is above the other's bound.
    """
    asked = {"position": data, "seconds": SECONDS, "workers": 1}
    found = sides.searches("/api/questions/solve", asked)
    ends = [each[2]["data"] for each in found]
    levels = [end["objective"]["levels"] for end in ends]
    if all(end["status"] == "OPTIMAL" for end in ends):
        return found, len({tuple(level["value"] for level in each) for each in levels}) == 1
    one, other = (each[0] for each in levels)
    return found, one["value"] <= other["bound"] and other["value"] <= one["bound"]


def solve(sides: Sides, number: int) -> SiteRow:
    """Solve an example with a proof."""
    name = ORDER[number]
    (native, alone), alike = solved(sides, position_data(example(name)))
    figures = {f"{name}: proof or limit, s": (native[1], alone[1])}
    if native[0] is not None and alone[0] is not None:
        figures[f"{name}: first layout, s"] = native[0], alone[0]
    return SiteRow(figures, alike)


def puzzle_position(number: int) -> dict[str, Any]:
    """Return the position of a puzzle."""
    name, _, at = PUZZLES[number * EVERY].partition("/")
    data: dict[str, Any] = puzzle_data(pack(name)[int(at) - 1])["position"]
    return data


def position(sides: Sides, number: int) -> SiteRow:
    """Solve the position of a puzzle."""
    return SiteRow(alike=solved(sides, puzzle_position(number))[1])


def hint(sides: Sides, number: int) -> SiteRow:
    """Ask for a hint of a puzzle."""
    asked = {"puzzle": PUZZLES[number * EVERY], "begun": {"pieces": []}}
    native, alone = sides.both("/api/puzzles/hint", asked)
    return SiteRow(alike=native == alone and native[0] == 200)


def game(sides: Sides, number: int) -> SiteRow:
    """Import the log of a game, and compare the state at its end."""
    played = play_one("random", Options("short"), number, with_log=True)
    asked = {"text": played.log, "name": f"game {number}"}
    views = []
    for frame, answer in zip(sides[:2], sides.both("/api/games/import", asked), strict=True):
        id_ = json.loads(answer[1])["game"]
        found = frame.evaluate("async (id) => (await fetch(`/api/games/${id}`)).json()", id_)
        views.append({key: value for key, value in found.items() if key != "game"})
    return SiteRow(alike=views[0] == views[1] and bool(views[0]["over"]))


def puzzle(sides: Sides, number: int) -> SiteRow:
    """Lay the solution of a puzzle, and have it checked."""
    asked: dict[str, Any] = {"puzzle": PUZZLES[number], "begun": {"pieces": []}}
    native, alone = sides.both("/api/puzzles/solution", asked)
    laid = json.loads(native[1])["pieces"]
    checks = sides.both(
        "/api/puzzles/view", {"puzzle": PUZZLES[number], "pieces": laid}
    ) + sides.both("/api/puzzles/check", {**asked, "begun": {"pieces": laid}})
    right = json.loads(checks[2][1])
    whole = right["wrong"] == [] and right["laid"] == right["total"]
    alike = native == alone and checks[0] == checks[1] and checks[2] == checks[3]
    return SiteRow(alike=alike and whole)


def told(rows: dict[tuple[str, int, str], SiteRow]) -> Iterator[tuple[str, str, str, str]]:
    """Yield the lines of the table: medians, and how often both sides agree."""
    figures: dict[str, list[tuple[float | None, float]]] = defaultdict(list)
    for row in rows.values():
        for name, pair in row.figures.items():
            figures[name].append(pair)
    for name, pairs in figures.items():
        alone = statistics.median(pair[1] for pair in pairs)
        natives = [pair[0] for pair in pairs if pair[0] is not None]
        if not natives:
            yield name, "", f"{alone:.2f}", ""
            continue
        ratio = statistics.median(b / a for a, b in pairs if a)
        yield name, f"{statistics.median(natives):.2f}", f"{alone:.2f}", f"{ratio:.2f}"
    for kind in COUNTS:
        compared = [
            row.alike for (of, *_), row in rows.items() if of == kind and row.alike is not None
        ]
        if compared:
            yield f"{kind}: alike", "", f"{sum(compared)} of {len(compared)}", ""


@click.command()
@click.option(
    "--kind",
    "kinds",
    type=click.Choice([*COUNTS]),
    multiple=True,
    help="What to measure; by default all.",
)
@click.option(
    "--browser",
    type=click.Choice(["chromium", "pulling", "firefox", "webkit"]),
    default="chromium",
    show_default=True,
    help="Where the page without a server is; `pulling` is Chromium without suspended stacks.",
)
@click.option("--most", type=click.IntRange(1), help="Tasks of a kind at most.")
@out_option
@errors_in_a_line()
def main(kinds: tuple[str, ...], browser: str, most: int | None, out: Path | None) -> None:
    """Measure both pages in turn, and compare what they answer.

    Example: python -m benchmarks.site --out site.jsonl
    """
    tasks = [
        (kind, number, browser)
        for kind in kinds or COUNTS
        if browser == "chromium" or kind != "visit"
        for number in range(min(COUNTS[kind], most or COUNTS[kind]))
    ]
    found = carry_out(measure, tasks, SiteRow, out=out)
    click.echo(table(["what", "odin web", "browser alone", "ratio"], told(found.rows)))
    different = [task for task, row in found.rows.items() if row.alike is False]
    for kind, number, _ in different:
        click.echo(f"{kind} {number}: the answers differ")
    sys.exit(found.exit_code or int(bool(different)))


if __name__ == "__main__":
    start("site")
