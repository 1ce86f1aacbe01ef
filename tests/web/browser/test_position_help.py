"""Locks, hints, analysis, tabs and gestures of the position page."""

import json
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser.conftest import Visiting
from tests.web.browser.server import PageServer
from tests.web.browser.table import cell, from_nothing, overlay, pieces, ready, saved, until
from tests.web.browser.test_access import check


def lay(page: Page, name: str, *at: tuple[int, int], turned: bool = False) -> None:
    """Lay a tile from the supply by mouse."""
    count = len(pieces(page))
    page.get_by_role("button", name=f"Take {name}").click()
    page.mouse.move(*cell(page, *at[0]))
    if turned:
        page.keyboard.press("r")
    expect(page.locator(".ghost.legal")).to_have_count(1)
    page.mouse.click(*cell(page, *at[0]))
    until(page, lambda: len(pieces(page)) == count + 1)


def test_a_search_ends_with_its_page(own_server: PageServer, browser: Browser) -> None:
    """The next search begins at once; nobody waits for one without a page."""
    page = browser.new_page()
    page.goto(f"{own_server.address}position")
    ready(page)
    page.locator("[name=seconds]").select_option("300")
    with page.expect_response("**/api/questions/solve") as answer:
        page.get_by_test_id("solve").click()
    search = answer.value.json()["search"]
    expect(page.locator("svg.overlay .layout > *").first).to_be_attached()
    page.goto(f"{own_server.address}puzzles")
    events = page.request.get(f"{own_server.address}api/searches/{search}/events", timeout=120_000)
    assert "event: result" in events.text()
    page.close()


def test_unlocked_tiles_move_and_locked_ones_stay(page: Page) -> None:
    from_nothing(page, "Oil", "Silverware")
    lay(page, "Oil", (4, 0))
    lay(page, "Silverware", (9, 7))
    before = pieces(page)
    page.mouse.move(*cell(page, 9, 7))
    page.keyboard.press("l")
    expect(page.locator(".mark.locked")).to_have_count(1)
    page.mouse.click(*cell(page, 9, 7))
    expect(page.locator(".notice")).to_contain_text("locked")
    assert pieces(page) == before
    page.get_by_test_id("move").check()
    page.get_by_test_id("solve").click()
    expect(page.get_by_text("1 tile lies elsewhere, 0 as before")).to_be_visible()
    page.get_by_role("button", name="Show before").click()
    expect(page.locator("svg.overlay .layout > *")).to_have_count(0)
    page.get_by_role("button", name="Show before").click()
    page.get_by_test_id("accept").click()
    until(page, lambda: pieces(page) != before)
    after = pieces(page)
    assert [piece for piece in after if piece["tile"] == "silverware"] == before[1:]
    expect(page.locator(".mark.locked")).to_have_count(1)
    page.reload()
    ready(page)
    expect(page.locator(".mark.locked")).to_have_count(1)
    page.keyboard.press("Control+z")
    until(page, lambda: pieces(page) == before)
    page.keyboard.press("Control+y")
    until(page, lambda: pieces(page) == after)
    page.keyboard.press("Control+z")
    until(page, lambda: pieces(page) == before)
    page.keyboard.press("Control+Shift+z")
    until(page, lambda: pieces(page) == after)


def test_hints_analysis_and_losses(page: Page) -> None:
    from_nothing(page, "Oil", "Silverware", "Ore")
    page.locator("select[name=seconds]").select_option("5")
    for level in (1, 2, 3):
        page.get_by_test_id(f"hint-{level}").click()
        said = page.locator(f'.hints li[value="{level}"]')
        expect(said).to_contain_text(re.compile("best", re.I))
        why = said.locator("details")
        expect(why.locator("summary")).to_have_text("Why?")
        expect(why.locator("p")).to_be_hidden()
        shown = said.inner_text().removesuffix("Why?").strip()
        assert len(re.findall(r"[.!](?= |$)", shown)) in (1, 2), shown
        assert "at most" not in shown
    expect(page.locator(".mark.hint")).to_have_count(1)
    expect(page.locator(".tile.hinted")).to_have_count(1)
    page.get_by_test_id("hint-4").click()
    expect(page.get_by_test_id("accept")).to_be_visible()
    page.get_by_test_id("analyse").click()
    expect(page.locator(".worth")).to_have_count(3)
    lines = page.locator(".best-line")
    expect(lines.first).to_contain_text("Line 1")
    lines.nth(1).click()
    expect(lines.nth(1)).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("judge").check()
    lay(page, "Silverware", (9, 7))
    expect(page.locator(".loss")).to_contain_text("loses")


def test_keys_go_from_tile_to_tile_and_piece_to_piece(page: Page) -> None:
    from_nothing(page, "Oil", "Silverware")
    page.get_by_label("all tiles").uncheck()
    page.get_by_role("button", name="Take Oil").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Take Silverware")).to_be_focused()
    page.keyboard.press("+")
    until(page, lambda: saved(page)["supply"]["silverware"] == 2)
    page.keyboard.press("Enter")
    expect(overlay(page)).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    until(page, lambda: len(pieces(page)) == 1)
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowUp")
    said = page.locator('[aria-live="polite"]')
    expect(said).to_contain_text("Silverware a2")
    page.keyboard.press("l")
    expect(said).to_contain_text("Silverware: locked")
    page.keyboard.press("l")
    page.keyboard.press("Enter")
    until(page, lambda: not pieces(page))


class Fingers:
    """Fingers on a screen."""

    def __init__(self, page: Page, pause: float = 0.5, began: float = -30) -> None:
        self.session = page.context.new_cdp_session(page)
        self.pause, self.now = pause, time.time() + began

    def touch(self, kind: str, *at: tuple[float, float]) -> None:
        self.now += self.pause
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(at)]
        data = {"type": kind, "touchPoints": points, "timestamp": self.now}
        self.session.send("Input.dispatchTouchEvent", data)


def shape(page: Page) -> list[str]:
    """Return the places of the ghost's cells."""
    places: list[str] = page.locator(".ghost > rect").evaluate_all(
        "cells => cells.map(cell => cell.getAttribute('x') + ' ' + cell.getAttribute('y'))"
    )
    return places


def test_fingers_turn_drag_and_press_long(phone: Page) -> None:
    from_nothing(phone, "Silverware")
    phone.get_by_role("button", name="Take Silverware").tap()
    phone.touchscreen.tap(*cell(phone, 5, 5))
    flat = shape(phone)
    fingers = Fingers(phone)
    x, y = cell(phone, 5, 5)
    fingers.touch("touchStart", (x, y))
    fingers.touch("touchStart", (x, y), (x + 60, y))
    fingers.touch("touchMove", (x, y), (x + 30, y + 52))
    fingers.touch("touchEnd", (x, y))
    fingers.touch("touchEnd")
    turned = shape(phone)
    assert len({place.split()[0] for place in turned}) == 1, "two fingers turn it"
    assert turned != flat
    phone.locator(".ghost-turn").tap()
    assert len({place.split()[1] for place in shape(phone)}) == 1, "the button turns it"
    fingers.touch("touchStart", cell(phone, 5, 5))
    for step in range(6):
        fingers.touch("touchMove", cell(phone, 5 + step // 3, 5 + step // 2))
    fingers.touch("touchEnd")
    assert not pieces(phone), "dragging it on the board does not lay it"
    phone.get_by_role("button", name="Lay", exact=True).tap()
    until(phone, lambda: len(pieces(phone)) == 1)
    a, b = pieces(phone)[0]["cells"][0]
    at = cell(phone, a, b)
    fingers.touch("touchStart", at)
    expect(phone.get_by_role("dialog")).to_be_visible()
    fingers.touch("touchEnd")
    phone.get_by_role("button", name="Lock").tap()
    expect(phone.locator(".mark.locked")).to_have_count(1)
    assert len(pieces(phone)) == 1


@pytest.mark.parametrize(("pause", "lies"), [(0.01, False), (0.4, True)])
def test_a_finger_that_rests_drags_from_the_grid_and_another_scrolls_it(
    phone: Page, pause: float, lies: bool
) -> None:
    from_nothing(phone, "Silverware")
    phone.locator('.tabs [data-tab="boards"]').tap()
    goal = cell(phone, 3, 5)
    phone.locator('.tabs [data-tab="supply"]').tap()
    tile = phone.get_by_role("button", name="Take Silverware")
    tile.scroll_into_view_if_needed()
    box = tile.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = Fingers(phone, pause, began=0)
    fingers.touch("touchStart", (x, y))
    for step in (10, 20, 40):
        fingers.touch("touchMove", (x, y - step))
    for step in range(1, 9):
        fingers.touch("touchMove", (x + (goal[0] - x) * step / 8, y + (goal[1] - y) * step / 8))
    fingers.touch("touchEnd")
    if lies:
        until(phone, lambda: len(pieces(phone)) == 1)
    else:
        until(phone, lambda: phone.locator(".tray").evaluate("each => each.scrollTop") > 0)
        assert not pieces(phone)
        expect(phone.locator('.tabs [aria-pressed="true"]')).to_have_text("Supply")


def test_two_tabs_keep_their_own_work(visiting: Visiting) -> None:
    visitor = visiting()
    one = visitor.page()
    from_nothing(one, "Oil")
    other = visitor.page()
    ready(other)
    until(other, lambda: saved(other) == saved(one))
    other.get_by_role("button", name="New", exact=True).click()
    until(other, lambda: not saved(other)["supply"])
    expect(one.locator(".notice")).to_contain_text("Another tab")
    assert saved(one)["supply"] == {"oil": 1}
    for page in (one, other):
        page.reload()
        ready(page)
    assert saved(one)["supply"] == {"oil": 1}
    assert not saved(other)["supply"]
    other.get_by_test_id("earlier").select_option(index=1)
    until(other, lambda: saved(other)["supply"] == {"oil": 1})


def test_changes_of_the_file_of_the_command_survive_loading_again(
    visiting: Visiting, tmp_path: Path
) -> None:
    file = tmp_path / "given.json"
    file.write_text('{"schema": 1, "supply": {"oil": 1}, "boards": [{"board": "home"}]}')
    with PageServer(tmp_path, str(file)) as server:
        page = visiting(server).page()
        ready(page)
        page.get_by_role("button", name="Oil: one more", exact=True).click()
        until(page, lambda: saved(page)["supply"] == {"oil": 2})
        page.reload()
        ready(page)
        assert saved(page)["supply"] == {"oil": 2}
        page.keyboard.press("Control+z")
        until(page, lambda: saved(page)["supply"] == {"oil": 1})
        page.close()  # before the server, which it may be asking


def test_damaged_links_say_so(visiting: Visiting) -> None:
    page = visiting().page("/#p=nonsense")
    ready(page)
    expect(page.get_by_role("alert")).to_contain_text("damaged")


def test_thirty_boards_come_by_paste_and_go_by_link(page: Page, visiting: Visiting) -> None:
    ready(page)
    boards = [{"board": {"name": f"plank {n} {hash(str(n)):x}", "map": ["--"]}} for n in range(30)]
    page.evaluate(
        """text => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text", text);
            const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true });
            document.body.dispatchEvent(paste);
        }""",
        json.dumps({"schema": 1, "boards": boards}),
    )
    expect(page.locator("svg.overlay")).to_have_count(30)
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("The link is in the").first).to_be_visible()
    friend = visiting().page(f"/{page.evaluate('location.hash')}")
    expect(friend.locator("svg.overlay")).to_have_count(30)
    assert saved(friend) == saved(page)
    assert friend.evaluate("location.hash") == "", "later changes are not in the link"


@pytest.mark.nightly
def test_reasons_are_translated_and_help_is_accessible(visiting: Visiting) -> None:
    page = visiting(language="cs", dark=True).page()
    ready(page)
    page.get_by_label("Nejvýše").select_option("5")
    page.locator(".take").first.click()
    page.mouse.move(*cell(page, 12, 6))
    expect(page.locator(".ghost.illegal")).to_contain_text("olej: sem se nevejde")
    page.keyboard.press("Escape")
    page.get_by_test_id("hint-3").click()
    expect(page.locator(".hints li")).to_have_count(1)
    page.get_by_test_id("analyse").click()
    expect(page.locator(".worth").first).to_be_visible()
    page.locator(".best-line").first.click()
    page.get_by_test_id("accept").click()
    until(page, lambda: pieces(page))
    page.get_by_test_id("move").check()
    overlay(page).focus()
    page.keyboard.press("ArrowUp")
    # As the key of the menu sends it.
    overlay(page).evaluate(
        "board => board.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true }))"
    )
    expect(page.get_by_role("dialog")).to_be_visible()
    check(page)
