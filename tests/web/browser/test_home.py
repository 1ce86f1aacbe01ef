"""The front door: what a first visitor does there, counted in clicks."""

from playwright.sync_api import Page, expect

from odin_web.pagefiles import PAGES
from tests.web.browser.conftest import Visiting
from tests.web.browser.server import PageServer
from tests.web.browser.test_access import check


def click(page: Page, *selectors: str) -> None:
    """Click the first of each, one after the other."""
    for selector in selectors:
        page.locator(selector).first.click()


def test_a_tile_of_a_puzzle_is_in_hand_after_two_clicks(visiting: Visiting) -> None:
    page = visiting().page("/")
    click(page, ".daily .today", ".pieces .take:not(:disabled)")
    expect(page.locator(".pieces li.held")).to_have_count(1)


def test_the_first_advised_move_is_made_with_three_clicks(
    visiting: Visiting, own_server: PageServer
) -> None:
    page = visiting(own_server).page("/")
    click(page, ".ch-today button.primary", ".tools .coach")
    advised = page.locator(".coach .lines li button.best")
    expect(advised).to_be_visible()
    before = page.locator(".question").inner_text()
    advised.click()
    expect(page.locator(".question")).not_to_have_text(before)
    page.goto(f"{own_server.address}")
    expect(page.locator("#home-go-on + ul a[href^='/games#']")).to_be_visible()


def test_what_now_is_answered_after_two_clicks(visiting: Visiting, own_server: PageServer) -> None:
    page = visiting(own_server).page("/")
    click(page, ".doors a[href='/table']", "[data-testid=what-now]")
    expect(page.locator(".drawer .lines li .best")).to_be_visible()


def test_rules_are_one_click_away(visiting: Visiting) -> None:
    page = visiting(size="phone").page("/scores")
    page.get_by_role("button", name="Help and rules").click()
    expect(page.get_by_role("dialog")).to_contain_text("Two green tiles never touch by an edge")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_phone_opens_the_list_of_pages_and_nothing_scrolls_sideways(visiting: Visiting) -> None:
    page = visiting(size="phone", language="uk").page("/scores")
    page.get_by_role("button", name="☰").tap()
    pages = page.locator("nav.top")
    expect(pages.locator("a")).to_have_count(len(PAGES))
    assert pages.evaluate("each => each.scrollWidth <= each.clientWidth")
    page.keyboard.press("Escape")
    expect(pages).to_be_hidden()
    page.get_by_role("button", name="☰").tap()
    pages.locator("a[href='/puzzles']").tap()
    expect(page.locator(".daily")).to_be_visible()


def test_a_guided_round_goes_on_when_a_step_is_done(visiting: Visiting) -> None:
    page = visiting(size="phone").page("/")
    page.get_by_role("button", name="I have never seen the game").click()
    guide = page.get_by_role("complementary", name="Guided round")
    expect(guide).to_contain_text("1/6")
    guide.get_by_role("button", name="Next").click()
    expect(guide).to_contain_text("2/6")
    click(page, ".pieces .take")
    expect(guide).to_contain_text("3/6")
    check(page)
    guide.get_by_role("button", name="Next").click()
    guide.get_by_role("button", name="Next").click()
    expect(guide).to_contain_text("5/6")
    expect(page.locator(".home")).to_be_visible()
    guide.get_by_role("button", name="Leave").click()
    expect(guide).to_have_count(0)
    page.reload()
    expect(page.locator(".ch-today")).to_be_visible()
    expect(guide).to_have_count(0)
