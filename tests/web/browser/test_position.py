"""A position is built from nothing and solved: by mouse, by touch, by keys alone."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from odin_solver.notation.positions import position_from
from odin_solver.placement.solution import Limits
from odin_solver.placement.solve import solve
from odin_solver.rules.layout import position_violations
from odin_solver.rules.scoring import score
from tests.web.browser.conftest import Visiting
from tests.web.browser.server import PageServer
from tests.web.browser.table import (
    brought,
    cell,
    from_nothing,
    overlay,
    pieces,
    ready,
    saved,
    tab_to,
    touch_drag,
    until,
)

OIL_AT_THE_CORNER = [{"tile": "oil", "cells": [[0, 10], [0, 11]]}]


def is_solved(page: Page) -> None:
    """Wait for the proof of the value that the library finds, and accept the layout."""
    before = position_from(saved(page))
    # The browser's event loop runs in this thread; the engines' has to run in another one.
    with ThreadPoolExecutor(1) as pool:
        best = pool.submit(solve, before, limits=Limits(60, 1)).result()
    old, new = score(before), score(best.after)
    told = f"Score {old} → {new} (+{new - old}), proven best"
    expect(page.locator(".verdict").first).to_have_text(told.replace("-", "−"))
    page.get_by_role("button", name="Lay these tiles").press("Enter")
    until(page, lambda: len(pieces(page)) == len(best.after.boards[0].pieces))
    assert not position_violations(position_from(saved(page)))


def test_by_mouse(page: Page) -> None:
    from_nothing(page, "Oil", "Silverware")
    page.get_by_role("button", name="Take Oil").click()
    page.mouse.move(*cell(page, 12, 6))
    expect(page.locator(".ghost.illegal")).to_contain_text(re.compile(r"\w"))
    page.mouse.move(*cell(page, 0, 11))
    expect(page.locator(".ghost.legal rect")).to_have_count(2)
    page.mouse.wheel(0, 100)
    page.mouse.click(*cell(page, 0, 11))
    until(page, lambda: pieces(page) == OIL_AT_THE_CORNER)
    page.mouse.click(*cell(page, 0, 11))  # lifts it
    until(page, lambda: not pieces(page))
    expect(page.get_by_role("toolbar", name="Tile in hand")).to_contain_text("Oil")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Undo").click()
    until(page, lambda: pieces(page) == OIL_AT_THE_CORNER)
    page.get_by_role("button", name="Redo").click()
    until(page, lambda: not pieces(page))
    page.get_by_role("button", name="Take Silverware").hover()
    page.mouse.down()
    page.mouse.move(*cell(page, 3, 9))
    page.mouse.move(*cell(page, 1, 11))
    expect(page.locator(".ghost.legal rect")).to_have_count(3)
    page.mouse.up()
    until(page, lambda: [piece["tile"] for piece in pieces(page)] == ["silverware"])
    page.get_by_test_id("solve").click()
    is_solved(page)


def test_by_touch(phone: Page) -> None:
    from_nothing(phone, "Oil", "Silverware")
    phone.get_by_role("button", name="Take Oil").tap()
    phone.touchscreen.tap(*cell(phone, 4, 8))
    phone.get_by_role("button", name="Turn").tap()
    phone.touchscreen.tap(*cell(phone, 0, 11))
    expect(phone.locator(".ghost.legal rect")).to_have_count(2)
    assert not pieces(phone), "the first tap only shows where it would lie"
    phone.touchscreen.tap(*cell(phone, 0, 11))
    until(phone, lambda: pieces(phone) == OIL_AT_THE_CORNER)
    phone.touchscreen.tap(*cell(phone, 0, 11))
    until(phone, lambda: not pieces(phone))
    phone.get_by_role("button", name="Put back").tap()
    touch_drag(phone, phone.get_by_role("button", name="Take Silverware"), (9, 10))
    until(phone, lambda: [piece["tile"] for piece in pieces(phone)] == ["silverware"])
    brought(phone, phone.get_by_test_id("solve")).tap()
    is_solved(phone)


def test_by_keys_alone(page: Page) -> None:
    ready(page)
    tab_to(page, page.get_by_role("button", name="New", exact=True))
    page.keyboard.press("Enter")
    until(page, lambda: not saved(page).get("supply"))
    tab_to(page, page.get_by_label("Find a tile"))
    page.keyboard.type("oil")
    tab_to(page, page.get_by_role("button", name="Oil: one more", exact=True))
    page.keyboard.press("Enter")
    until(page, lambda: saved(page).get("supply") == {"oil": 1})
    tab_to(page, page.get_by_role("button", name="Take Oil"))
    page.keyboard.press("Enter")
    tab_to(page, overlay(page))
    said = page.locator('[aria-live="polite"]')
    page.keyboard.press("ArrowUp")
    expect(said).to_contain_text("a2 b2: may lie here")
    page.keyboard.press("r")
    page.keyboard.press("ArrowDown")
    expect(said).to_contain_text("a2 a1: may lie here")
    page.keyboard.press("Enter")
    until(page, lambda: pieces(page) == OIL_AT_THE_CORNER)
    page.keyboard.press("Control+z")
    until(page, lambda: not pieces(page))
    tab_to(page, page.get_by_test_id("solve"))
    page.keyboard.press("Enter")
    is_solved(page)


def test_the_link_holds_the_position(page: Page, visiting: Visiting) -> None:
    from_nothing(page, "Oil", "Game meat")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("The link is in the").first).to_be_visible()
    link = page.evaluate("location.hash")
    friend = visiting().page(f"/{link}")
    ready(friend)
    until(friend, lambda: saved(friend) == saved(page))


def test_files_are_saved_and_opened(page: Page, tmp_path: Path) -> None:
    from_nothing(page, "Oil", "Game meat")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    file = tmp_path / "saved.json"
    download.value.save_as(file)
    before = saved(page)
    assert json.loads(file.read_text()) == before
    page.get_by_role("button", name="New", exact=True).click()
    until(page, lambda: saved(page) != before)
    page.locator("input[type=file]").set_input_files(file)
    until(page, lambda: saved(page) == before)


def test_a_bad_file_is_refused_with_its_name(visiting: Visiting, tmp_path: Path) -> None:
    visitor = visiting()
    page = visitor.page()
    ready(page)
    before = saved(page)
    file = tmp_path / "broken.json"
    file.write_text('{"schema": 1, "boards": [{"board": "castle"}]}')
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("broken.json")
    assert saved(page) == before
    visitor.forgive("status of 422")


MARKUP = "<script>document.title='owned'</script><img src=x onerror=alert(1)>"


def test_markup_in_names_is_shown_as_it_is(page: Page, tmp_path: Path) -> None:
    ready(page)
    custom = {"name": MARKUP, "map": ["--", "--"]}
    file = tmp_path / f"{MARKUP.replace('/', '')}.json"
    data = {"schema": 1, "title": MARKUP, "boards": [{"board": custom}], "supply": {"oil": 1}}
    file.write_text(json.dumps(data))
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("heading", name=MARKUP)).to_be_visible()
    assert page.title() != "owned"
    assert page.locator("img[src=x], body script").count() == 0


def test_a_lost_connection_is_shown_and_comes_back(
    visiting: Visiting, own_server: PageServer
) -> None:
    visitor = visiting(own_server)
    page = visitor.page()
    from_nothing(page, "Oil")
    own_server.kill()
    page.get_by_role("button", name="Oil: one more", exact=True).click()
    expect(page.get_by_role("alert").first).to_contain_text("No connection")
    own_server.start()
    expect(page.get_by_text("No connection to odin. Nothing")).to_be_hidden()
    assert saved(page)["supply"] == {"oil": 1}
    page.get_by_role("button", name="Oil: one more", exact=True).click()
    until(page, lambda: saved(page)["supply"] == {"oil": 2})
    page.reload()
    ready(page)
    assert saved(page)["supply"] == {"oil": 2}
    visitor.forgive("net::ERR_")


def test_a_page_that_could_not_be_loaded_begins_again(visiting: Visiting) -> None:
    visitor = visiting()
    visitor.tolerated = "net::ERR_"
    lost: list[Route] = []

    def lose_once(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route)
            route.abort("connectionreset")

    visitor.context.route("**/js/position/page.js", lose_once)
    ready(visitor.page())
    assert lost


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_nothing_is_wider_than_the_screen(visiting: Visiting, size: str) -> None:
    page = visiting(size="phone" if size == "phone" else "desktop").page()
    ready(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_first_of_two_is_dropped_and_leaves_the_hand_empty(page: Page) -> None:
    from_nothing(page, "Oil")
    page.get_by_role("button", name="Oil: one more", exact=True).click()
    until(page, lambda: saved(page)["supply"] == {"oil": 2})
    page.get_by_role("button", name="Take Oil").hover()
    page.mouse.down()
    page.mouse.move(*cell(page, 3, 9))
    page.mouse.move(*cell(page, 0, 11))
    expect(page.locator(".ghost.legal rect")).to_have_count(2)
    page.mouse.up()
    until(page, lambda: len(pieces(page)) == 1)
    expect(page.locator(".handbar")).to_have_count(0)


def test_tiles_have_no_end_while_a_position_is_set_up(page: Page) -> None:
    from_nothing(page)
    page.get_by_label("Find a tile").fill("oil")
    page.get_by_role("button", name="Take Oil").click()
    expect(page.get_by_role("toolbar", name="Tile in hand")).to_contain_text("Oil")
    page.keyboard.press("r")
    page.mouse.click(*cell(page, 0, 11))
    until(page, lambda: [piece["tile"] for piece in pieces(page)] == ["oil"])


def test_a_note_goes_away(page: Page) -> None:
    page.clock.install()
    ready(page)
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".notice")).to_be_visible()
    page.clock.run_for(30_000)
    expect(page.locator(".notice")).to_have_count(0)


def test_a_browser_that_knows_nothing_goes_on_where_another_one_was(
    page: Page, visiting: Visiting
) -> None:
    from_nothing(page, "Oil", "Game meat")
    other = visiting().page()
    ready(other)
    until(other, lambda: saved(other)["supply"] == saved(page)["supply"])


def test_a_shape_is_painted_named_and_laid(page: Page) -> None:
    from_nothing(page)
    page.get_by_role("button", name="New shape").click()
    for place in ("1 1", "2 1", "3 1", "2 2"):
        page.get_by_role("button", name=place, exact=True).click()
    page.get_by_role("textbox", name="Name").fill("Tee")
    page.get_by_label("Colour").select_option("blue")
    page.get_by_label("At least so many laid").fill("1")
    page.get_by_label("May be turned", exact=True).uncheck()
    page.get_by_role("button", name="Add the shape").click()
    page.get_by_role("button", name="Take Tee").click()
    page.mouse.click(*cell(page, 6, 0))
    until(page, lambda: [piece["tile"] for piece in pieces(page)] == ["Tee"])
    tee = saved(page)["tiles"]["Tee"]
    assert (tee["color"], tee["turn"], tee["at_least"]) == ("blue", False, 1)
