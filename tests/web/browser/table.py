"""Looking at boards and pointing at their cells."""

import json
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from playwright.sync_api import Frame, Locator, Page, expect

from odin_solver.render.svg.parts import CELL
from tests.web.browser.harness import PATIENCE

Press = Callable[[Locator], None]

FRAMES = 60
"""Drawings after which a key that turned nothing is believed: some tiles look alike."""


def overlay(page: Page | Frame, board: int = 0) -> Locator:
    """The sheet above a board that takes pointers and keys."""
    return page.locator(f'svg.overlay[data-at="{board}"]')


def cell(page: Page, x: int, y: int, board: int = 0) -> tuple[float, float]:
    """Return the middle of a cell on the screen, after scrolling to it if it is not in sight."""
    return at_cells(page, [(x, y)], board)


def at_cells(
    page: Page | Frame, cells: Sequence[tuple[int, int]], board: int = 0
) -> tuple[float, float]:
    """Return the middle of the rectangle around some cells, like `cell`."""
    columns, rows = [x for x, _ in cells], [y for _, y in cells]
    middle = (min(columns) + max(columns) + 1) / 2, (min(rows) + max(rows) + 1) / 2
    place: list[float] = overlay(page, board).evaluate(
        """(sheet, [x, y]) => {
            const place = () => new DOMPoint(x, y).matrixTransform(sheet.getScreenCTM());
            const hit = () => document.elementFromPoint(place().x, place().y)?.closest("svg");
            let each = sheet;
            while ((each = each.parentElement) && hit() !== sheet) {
                const { top, height } = each.getBoundingClientRect();
                each.scrollBy({ top: place().y - top - height / 2, behavior: "instant" });
            }
            return [place().x, place().y];
        }""",
        [middle[0] * CELL, middle[1] * CELL],
    )
    return place[0], place[1]


def ghost_cells(page: Page | Frame, board: int = 0) -> list[tuple[int, int]]:
    """Return the cells under the tile in hand."""
    corners: list[list[float]] = overlay(page, board).evaluate(
        """sheet => [...sheet.querySelectorAll(".ghost rect")].map(
            cell => [cell.x.baseVal.value, cell.y.baseVal.value])"""
    )
    return sorted((int(x // CELL), int(y // CELL)) for x, y in corners)


class Placed(NamedTuple):
    """A tile on a board."""

    tile: str
    board: int
    cells: tuple[tuple[int, int], ...]


def place(page: Page | Frame, taken: Locator, placed: Placed) -> None:
    """Take a tile by its button, turn and flip it until it lies as wanted, and lay it."""
    window = page.page if isinstance(page, Frame) else page
    if not taken.evaluate("button => button.closest('.held') !== null"):
        taken.click()
    goal = sorted(placed.cells)
    held: list[tuple[int, int]] = []
    for key in ("", "r", "r", "r", "f", "r", "r", "r"):
        if key:
            window.keyboard.press(key)
        point = at_cells(page, placed.cells, placed.board)
        window.mouse.move(*point)
        expect(overlay(page, placed.board).locator(".ghost")).to_be_attached()
        before = held
        for _ in range(FRAMES):
            held = ghost_cells(page, placed.board)
            if held != before and is_near(held, goal):
                break
            window.evaluate("new Promise(requestAnimationFrame)")
        if held == goal:
            window.mouse.click(*point)
            return
    raise AssertionError(f"{placed} fits in no orientation")


def is_near(held: Sequence[tuple[int, int]], goal: Sequence[tuple[int, int]]) -> bool:
    """Whether the middle of the goal is among the cells held, or beside them."""
    axes = list(zip(zip(*held, strict=True), zip(*goal, strict=True), strict=False))
    return bool(axes) and all(
        min(theirs) - 1 <= (min(ours) + max(ours)) / 2 <= max(theirs) + 1 for theirs, ours in axes
    )


def saved(page: Page) -> dict[str, Any]:
    """Return the position that the page would come back with."""
    kept = page.evaluate("localStorage.getItem('position.' + sessionStorage.getItem('tab'))")
    found: dict[str, Any] = json.loads(kept)["position"]
    return found


def until(page: Page, condition: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "this took too long"
        page.wait_for_timeout(50)


def ready(page: Page) -> None:
    """Wait until the page has a board."""
    expect(overlay(page)).to_be_attached()


def add_board(page: Page, board: str) -> None:
    """Add a board by its picture."""
    page.get_by_test_id("add-board").click()
    page.locator(f'[data-add="{board}"]').click()


def brought(root: Page | Frame, target: Locator, press: Press = Locator.click) -> Locator:
    """Open the tab of something, where the layout has tabs."""
    for each in root.locator(".tabs button:visible").all():
        if not target.first.is_visible():
            press(each)
            root.evaluate("new Promise(requestAnimationFrame)")
    return target


def from_nothing(page: Page, *tiles: str) -> None:
    """Begin with an empty home board and one of each of some tiles."""
    ready(page)
    page.get_by_role("button", name="New", exact=True).click()
    until(page, lambda: not saved(page).get("supply"))
    page.get_by_role("button", name="Remove").click()
    expect(overlay(page)).to_have_count(0)
    add_board(page, "home")
    ready(page)
    brought(page, page.get_by_label("all tiles")).check()
    for name in tiles:
        page.get_by_role("button", name=f"{name}: one more", exact=True).click()
    until(page, lambda: len(saved(page).get("supply", {})) == len(tiles))


def pieces(page: Page, board: int = 0) -> list[dict[str, Any]]:
    """Return the pieces on a board."""
    found: list[dict[str, Any]] = saved(page)["boards"][board].get("placed", [])
    return found


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab, or Shift and Tab if that is nearer, until a control has the focus."""
    for _ in range(200):
        steps = target.evaluate(STOPS)
        if not steps:
            return
        # What is near is gone to one by one: the way there may have changed.
        for _ in range(max(1, abs(steps) - 2)):
            page.keyboard.press("Tab" if steps > 0 else "Shift+Tab")
    raise AssertionError(f"Tab never came to {target}")


STOPS = """goal => {
    const from = document.activeElement;
    if (from === goal) return 0;
    const stops = [...document.querySelectorAll("a, button, input, select, summary, [tabindex]")];
    const usable = each => each.tabIndex >= 0 && !each.disabled && each.checkVisibility();
    const there = stops.filter(usable);
    if (!there.includes(goal) || !there.includes(from)) return 1;
    return there.indexOf(goal) - there.indexOf(from);
}"""
"""About how many controls away one is, by Tab."""


def touch_drag(page: Page, start: Locator, goal: tuple[int, int]) -> None:
    """Drag something with a finger to a cell of the first board."""
    start.evaluate("start => start.scrollIntoView({ block: 'end', behavior: 'instant' })")
    end = cell(page, *goal)
    box = start.bounding_box()
    assert box is not None
    slide(page, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), end)


def slide(page: Page, start: tuple[float, float], goal: tuple[float, float]) -> None:
    """Move a finger over the screen."""
    finger = page.context.new_cdp_session(page)
    now = time.time() - 10

    def touch(kind: str, *at: tuple[float, float]) -> None:
        # A fast finger flings, and the browser takes the next tap as the end of that.
        nonlocal now
        now += 0.5
        points = [{"x": x, "y": y} for x, y in at]
        data = {"type": kind, "touchPoints": points, "timestamp": now}
        finger.send("Input.dispatchTouchEvent", data)

    (x, y), (right, bottom) = start, goal
    touch("touchStart", start)
    for part in range(1, 9):
        touch("touchMove", (x + (right - x) * part / 8, y + (bottom - y) * part / 8))
    touch("touchEnd")
    finger.detach()


def place_by_touch(page: Page, taken: Locator, placed: Placed) -> None:
    """Take a tile, turn it by the button, drag it to its cells, and lay it; all by touch."""
    if not taken.evaluate("button => button.closest('.held') !== null"):
        taken.tap()
    page.touchscreen.tap(*at_cells(page, placed.cells, placed.board))
    expect(overlay(page, placed.board).locator(".ghost")).to_be_attached()
    for turn in ("Turn", "Turn", "Turn", "Flip", "Turn", "Turn", "Turn", ""):
        held = ghost_cells(page, placed.board)
        if shape(held) == shape(placed.cells):
            break
        page.get_by_role("button", name=turn, exact=True).tap()
    goal = at_cells(page, placed.cells, placed.board)
    if tuple(held) != tuple(sorted(placed.cells)):
        slide(page, at_cells(page, held, placed.board), goal)
    assert tuple(ghost_cells(page, placed.board)) == tuple(sorted(placed.cells))
    page.get_by_role("button", name="Lay", exact=True).tap()


def place_by_keys(page: Page, taken: Locator, placed: Placed) -> None:
    """Take a tile, turn it and move it to its cells, and lay it; all by keys."""
    if not taken.evaluate("button => button.closest('.held') !== null"):
        tab_to(page, taken)
        page.keyboard.press("Enter")
    tab_to(page, overlay(page, placed.board))
    page.keyboard.press("ArrowUp")
    expect(overlay(page, placed.board).locator(".ghost")).to_be_attached()
    for key in ("r", "r", "r", "f", "r", "r", "r", ""):
        if shape(ghost_cells(page, placed.board)) == shape(placed.cells):
            break
        page.keyboard.press(key)
    for _ in range(60):
        held, goal = ghost_cells(page, placed.board), sorted(placed.cells)
        if held == goal:
            break
        (x, y), (right, bottom) = map(corner, (held, goal))
        if x != right:
            page.keyboard.press("ArrowRight" if x < right else "ArrowLeft")
        else:
            page.keyboard.press("ArrowDown" if y < bottom else "ArrowUp")
    assert ghost_cells(page, placed.board) == sorted(placed.cells)
    page.keyboard.press("Enter")


def corner(cells: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the top left corner of cells."""
    return min(x for x, _ in cells), min(y for _, y in cells)


def shape(cells: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return cells counted from their top left corner."""
    left, top = corner(cells)
    return sorted((x - left, y - top) for x, y in cells)
