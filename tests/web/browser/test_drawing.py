"""Boards and tiles are drawn with a finger, kept as a link, and become puzzles."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from odin_solver.notation.positions import position_from
from tests.web.browser.conftest import Visiting
from tests.web.browser.harness import Size
from tests.web.browser.server import PageServer
from tests.web.browser.table import brought, overlay, ready, saved, until


def draw(page: Page, cells: list[tuple[int, int]]) -> None:
    """Move a finger from cell to cell, each by column and row from the top left."""
    session = page.context.new_cdp_session(page)
    kind = "touchStart"
    for x, y in cells:
        box = page.locator(f".new-shape-cells button[aria-label='{x} {y}']").bounding_box()
        assert box is not None
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
        kind = "touchMove"
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def add(page: Page, what: str, cells: list[tuple[int, int]]) -> None:
    brought(page, page.get_by_role("button", name="New shape"), Locator.tap).tap()
    page.get_by_role("form", name="New shape").get_by_label("Draw").select_option(what)
    draw(page, cells)
    expect(page.locator(".new-shape-cells button[aria-pressed=true]")).to_have_count(len(cells))
    page.get_by_role("button", name="Add the tile").click()
    expect(page.locator(".new-shape-cells")).to_be_hidden()


def kept(page: Page) -> bool:
    """Whether the page has kept a position."""
    return bool(page.evaluate("localStorage['position.' + sessionStorage.getItem('tab')]"))


@pytest.mark.nightly
@pytest.mark.parametrize("size", ["large phone", "tablet across"])
def test_a_board_is_drawn_with_a_finger_and_becomes_a_puzzle(
    visiting: Visiting, own_server: PageServer, size: Size
) -> None:
    page = visiting(own_server, size=size).page()
    ready(page)
    page.get_by_role("button", name="New", exact=True).tap()
    until(page, lambda: kept(page) and not saved(page)["supply"])
    page.get_by_role("button", name="Remove").tap()
    expect(overlay(page)).to_have_count(0)
    rows = [[(x, y) for x in range(1, 6)][:: 1 if y % 2 else -1] for y in range(1, 6)]
    ring = [cell for row in rows for cell in row if cell != (3, 3)]
    add(page, "board", ring)
    until(page, lambda: len(saved(page)["boards"]) == 1)
    expect(overlay(page)).to_be_visible()
    add(page, "tile", [(1, 1), (2, 1), (2, 2)])
    for number in range(2, 9):
        page.get_by_role("button", name="One S1 more", exact=True).tap()
        page.wait_for_function(
            """number => JSON.parse(localStorage["position." + sessionStorage.getItem("tab")])
                .position.supply.S1 === number""",
            arg=number,
        )
    position = position_from(saved(page))
    (state,) = position.boards
    assert state.board.rows == (".....", ".....", "..~..", ".....", ".....")
    assert [tile.area for tile in position.tiles.values()] == [3]
    brought(page, page.get_by_role("button", name="Copy link"), Locator.tap).tap()
    link = page.evaluate("location.hash")
    friend = visiting(own_server).page(f"/position{link}")
    until(friend, lambda: kept(friend) and saved(friend) == saved(page))
    page.goto(f"{own_server.address}puzzles")
    page.locator("select[name=board]").select_option("own")
    page.locator("select[name=count]").select_option("1")
    page.locator("select[name=difficulty]").select_option("0")
    page.get_by_test_id("make").tap()
    page.locator(".made [data-puzzle]").tap()
    expect(overlay(page)).to_be_visible()
    page.get_by_role("button", name="Copy link").tap()
    expect(page.get_by_role("status").last).to_contain_text("ODIN")
    said = page.get_by_role("status").last.inner_text()
    played = visiting(own_server).page(f"/#p={re.findall('ODIN[-0-9A-Z]+', said)[0]}")
    expect(overlay(played)).to_be_visible()
