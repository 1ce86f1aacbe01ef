"""Boards and tiles are drawn with a finger, kept as a link, and become puzzles."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from odin_solver.notation.positions import position_from
from tests.web.browser.conftest import Visiting
from tests.web.browser.harness import Size, Visit
from tests.web.browser.server import PageServer
from tests.web.browser.table import brought, overlay, ready, saved, until


def draw(page: Page, cells: list[tuple[int, int]]) -> None:
    """Move a finger from cell to cell, each by column and row from the top left."""
    session = page.context.new_cdp_session(page)
    kind = "touchStart"
    for x, y in cells:
        box = page.locator(f".strokes button[aria-label='{x} {y}']").bounding_box()
        assert box is not None
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
        kind = "touchMove"
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def add(page: Page, what: str, *strokes: list[tuple[int, int]]) -> None:
    """Add a shape; a stroke that begins on a cell that is drawn empties cells."""
    left = set(strokes[0]).difference(*strokes[1:])
    brought(page, page.get_by_role("button", name="New shape"), Locator.tap).tap()
    page.get_by_role("form", name="New shape").get_by_label("Draw").select_option(what)
    for cells in strokes:
        draw(page, cells)
    expect(page.locator(".strokes button[aria-pressed=true]")).to_have_count(len(left))
    page.get_by_role("button", name="Add the shape").click()
    expect(page.locator(".strokes")).to_be_hidden()


def kept(page: Page) -> bool:
    """Whether the page has kept a position."""
    return bool(page.evaluate("localStorage['position.' + sessionStorage.getItem('tab')]"))


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
    add(page, "board", [cell for row in rows for cell in row], [(3, 3)])
    add(page, "tile", [(1, 1), (2, 1), (2, 2)])
    for number in range(2, 9):
        page.get_by_role("button", name="S1: one more", exact=True).tap()
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


def test_a_tap_while_a_board_is_added_opens_the_form_again(
    visiting: Visiting, own_server: PageServer
) -> None:
    page = visiting(own_server, size="large phone").page()
    ready(page)
    held: list[Route] = []
    page.route("**/api/position/change", lambda route: held.append(route))
    form = page.get_by_role("form", name="New shape")
    add(page, "board", [(1, 1), (2, 1), (2, 2)])
    brought(page, page.get_by_role("button", name="New shape"), Locator.tap).tap()
    draw(page, [(4, 4), (6, 4)])  # too quick to be seen between
    until(page, lambda: held)
    held[0].continue_()
    until(page, lambda: len(saved(page)["boards"]) == 2)
    expect(form).to_be_visible()
    expect(form.locator(".strokes button[aria-pressed=true]")).to_have_count(3)
    expect(form.get_by_label("Draw")).to_have_value("board")


DRAWN: dict[str, Any] = {
    "schema": 1,
    "tiles": {"S1": {"cells": ["XX", ".X"]}},
    "supply": {"S1": 8},
    "boards": [{"board": {"map": [".....", ".....", "..~..", ".....", "....."]}}],
}


def workshop(visit: Visit, position: dict[str, Any] = DRAWN) -> Page:
    """Open the workshop with a drawn board."""
    text = json.dumps({"at": 1, "position": position})
    visit.context.add_init_script(
        f"if (origin !== 'null') localStorage['position.drawn'] ??= {json.dumps(text)}"
    )
    return visit.page("/puzzles#workshop")


def test_the_workshop_shows_what_is_ambiguous_and_makes_a_booklet(
    visiting: Visiting, own_server: PageServer
) -> None:
    page = workshop(visiting(own_server, size="large phone"))
    page.get_by_role("button", name="What makes it ambiguous?").tap()
    expect(page.locator(".found")).to_contain_text("There are several solutions.")
    expect(page.locator(".found .v-picture svg")).to_have_count(2)
    page.get_by_role("button", name="Unique with the fewest clues").tap()
    bench = page.locator(".bench")
    expect(bench.locator(".found")).to_contain_text("Without the clue S1")
    title = bench.get_by_label("Title")
    title.fill("My ring")
    title.blur()
    expect(bench.get_by_role("heading")).to_contain_text("My ring")
    bench.get_by_role("button", name="Into the booklet").tap()
    page.get_by_role("link", name="All puzzles").tap()
    page.locator("select[name=count]").select_option("1")
    page.locator("select[name=difficulty]").select_option("0")
    page.get_by_label("Tiles to lay").fill("4")  # four clues are the fewest, see above
    page.get_by_test_id("make").tap()
    made = page.locator(".made .puzzle-card")
    expect(made).to_have_count(1)
    page.get_by_role("button", name=re.compile("^Into the booklet ")).tap()
    page.get_by_role("button", name=re.compile("^Earlier: ")).tap()
    ordered = page.locator(".ordered .puzzle-card strong")
    expect(ordered).to_have_count(2)
    assert ordered.all_inner_texts()[1] == "My ring"
    page.get_by_label("Author").fill("Ada")
    with page.expect_download() as download:
        page.get_by_test_id("print").tap()
    assert download.value.path().read_bytes().startswith(b"%PDF")


def test_regions_make_a_family(visiting: Visiting, own_server: PageServer) -> None:
    position = DRAWN | {"supply": {"S1": 7}}
    page = workshop(visiting(own_server, size="tablet across"), position)
    cells = page.get_by_role("group", name="Regions of the board")
    page.get_by_label("Mark cells").select_option("~")
    for x, y in ((1, 1), (2, 1)):
        cells.get_by_role("button", name=f"{x} {y}").tap()
    page.get_by_label("Mark cells").select_option("A")
    for x, y in ((5, 5), (4, 5)):
        cells.get_by_role("button", name=f"{x} {y}").tap()
    page.get_by_role("button", name="Its family").tap()
    rows = page.locator(".drawn tbody tr")
    expect(page.locator(".drawn .found .verdict")).to_contain_text("choice")
    free = {text.split()[0] for text in rows.all_inner_texts()}
    assert free
    assert free <= {"e1", "d1"}
    rows.first.get_by_role("link").tap()
    expect(overlay(page)).to_be_visible()


def test_the_last_drawn_board_is_the_one_of_the_workshop(
    visiting: Visiting, own_server: PageServer
) -> None:
    ring = {"board": DRAWN["boards"][0]["board"] | {"name": "Ring"}}
    small = {"board": {"name": "Small", "map": ["....", "...."]}}
    boards = [{"board": "home"}, ring, small, {"board": "shetland"}]
    visit = visiting(own_server)
    page = workshop(visit, DRAWN | {"boards": boards})
    expect(page.locator("select[name=board] option:checked")).to_have_text(re.compile(": Small$"))
    drawn = page.locator(".drawn")
    expect(drawn.get_by_role("heading")).to_have_text("Mine, of page Position: Small")
    for name in ("What makes it ambiguous?", "Its family"):
        drawn.get_by_role("button", name=name).click()
        alert = page.get_by_role("alert")
        expect(alert).to_contain_text(re.compile("^\\s*the tiles have 24 cells, and 8 are open"))
        alert.get_by_role("button").click()
    drawn.get_by_role("button", name="What makes it ambiguous?").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.locator("select[name=board]").select_option("")
    page.locator("select[name=count]").select_option("1")
    page.get_by_test_id("make").click()
    expect(page.locator(".made .puzzle-card")).to_have_count(1)
    expect(page.get_by_role("alert")).to_have_count(0, timeout=1000)
    visit.forgive("422")


@pytest.mark.parametrize("size", ["large phone", "tablet across"])
def test_the_workshop_leads_to_the_drawing_of_a_board(
    visiting: Visiting, own_server: PageServer, size: Size
) -> None:
    page = workshop(visiting(own_server, size=size))
    page.get_by_role("link", name="Draw a board").click()
    form = page.get_by_role("form", name="New shape")
    expect(form).to_be_visible()
    expect(form.get_by_label("Draw")).to_have_value("board")
    assert page.evaluate("location.hash") == ""
