"""What a visitor finds who comes for the first time, and again."""

import re

from playwright.sync_api import expect

from tests.web.browser.conftest import Visiting
from tests.web.browser.game import begin
from tests.web.browser.server import PageServer
from tests.web.browser.table import until

OVERLAP = """() => {
    const [box, board] = [".tour", ".surface"].map(
        each => document.querySelector(each).getBoundingClientRect());
    return Math.min(box.right, board.right) - Math.max(box.left, board.left) > 1
        && Math.min(box.bottom, board.bottom) - Math.max(box.top, board.top) > 1;
}"""


def test_lists_that_are_empty_say_what_to_do(visiting: Visiting, own_server: PageServer) -> None:
    page = visiting(own_server, size="laptop").page("/games")
    expect(page.get_by_text("Begin one with the first button")).to_be_visible()
    begin(page, seed=1)
    page.get_by_role("link", name="All games").click()
    expect(page.locator(".rows time")).to_have_text(re.compile(r"^\d{1,2} [A-Z][a-z]+ \d{4}"))
    page.goto(f"{own_server.address}puzzles")
    filters = page.get_by_role("group", name="Filter")
    for name in ("Difficulty 5 of 5", "Bonus"):
        filters.get_by_role("button", name=name).click()
    expect(page.get_by_text("Take a filter away")).to_be_visible()


def test_coming_again_is_no_earlier_work(visiting: Visiting, own_server: PageServer) -> None:
    """Each tab kept the position that it had found, and the list of them grew."""
    visit = visiting(own_server)
    for _ in range(3):
        page = visit.page("/position")
        expect(page.locator("svg.overlay").first).to_be_visible()
        expect(page.get_by_test_id("earlier")).to_have_count(0)
        page.close()


def test_the_guide_leaves_the_board_free(visiting: Visiting) -> None:
    page = visiting(size="laptop").page("/")
    page.get_by_role("button", name=re.compile("never|new", re.I)).first.click()
    for step in range(1, 5):
        expect(page.locator(".tour")).to_contain_text(f"{step}/6")
        expect(page.locator(".tour-ring")).to_be_visible()
        expect(page.locator(".surface").first).to_be_visible()
        until(page, lambda: not page.evaluate(OVERLAP))
        page.locator(".tour .primary").click()


def test_the_guide_points_at_the_tab_of_what_it_names(visiting: Visiting) -> None:
    """On a phone the button is there only after a tap."""
    page = visiting(size="large phone").page("/table")
    page.evaluate("sessionStorage.setItem('tour', 'known 2')")
    page.reload()
    expect(page.locator(".tour")).to_contain_text("3/5")
    tab, ring = page.locator(".tabs [data-tab=what_now]"), page.locator(".tour-ring")
    until(page, lambda: ring.bounding_box() == tab.bounding_box())
