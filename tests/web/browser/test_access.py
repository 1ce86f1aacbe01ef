"""Every page for everyone: rules of WCAG 2.2 AA that a program can check."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.profiles import cases
from tests.web.browser.conftest import Visiting
from tests.web.browser.game import open_coach
from tests.web.browser.harness import Options
from tests.web.browser.server import PageServer
from tests.web.browser.table import cell, ready

VISITORS: dict[str, Options] = {
    "dark phone": {"size": "phone", "dark": True, "language": "cs"},
    "desktop": {},
    "dark desktop": {"dark": True, "language": "cs"},
    "phone": {"size": "phone"},
}
"""The first has what is hardest; the others come nightly."""

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}


def check(page: Page) -> None:
    """Make sure that axe has nothing to say, and that nothing is wider than the screen."""
    problems = [
        f"{each['id']}: {node['html'][:150]} {node['failureSummary']}"
        for each in Axe().run(page, options=RULES).response["violations"]
        for node in each["nodes"]
    ]
    assert not problems, "\n".join(problems)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.fixture(params=list(VISITORS)[: cases(1, 4)])
def options(request: pytest.FixtureRequest) -> Options:
    return VISITORS[request.param]


def test_position(visiting: Visiting, options: Options) -> None:
    page = visiting(**options).page()
    ready(page)
    check(page)
    page.locator(".take").first.click()
    page.mouse.move(*cell(page, 12, 6))
    expect(page.locator(".ghost")).to_be_attached()
    check(page)


def test_home(visiting: Visiting, options: Options) -> None:
    page = visiting(**options).page("/")
    expect(page.locator(".daily .today img")).to_be_visible()
    expect(page.locator(".ch-today .primary")).to_be_visible()
    check(page)
    page.locator(".head .ask").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check(page)


def test_games(visiting: Visiting, options: Options) -> None:
    page = visiting(**options).page("/games")
    page.get_by_test_id("new-game").click()
    check(page)
    page.locator("dialog summary").click()
    expect(page.locator("dialog .primary")).to_be_in_viewport(ratio=1)
    page.locator("dialog .primary").click()
    expect(page.locator("#prompt .question")).to_be_visible()
    check(page)
    open_coach(page)
    expect(page.locator(".coach .lines li").first).to_be_visible()
    check(page)


def test_table(visiting: Visiting, options: Options) -> None:
    page = visiting(**options).page("/table")
    ready(page)
    check(page)
    page.locator("#find-card").fill("9")
    for number in (0, 1, 2, 3, 4, 5, 6):
        page.locator(".strips li").nth(number).locator("button").nth(2).click()
    page.locator(".chips button").first.click()
    page.locator('[data-card^="hand"]').first.click()
    expect(page.locator(".part-cards .chips button")).to_have_count(1)
    expect(page.locator(".part-strips .violations")).to_be_visible()
    check(page)


def test_puzzles(visiting: Visiting, options: Options) -> None:
    page = visiting(**options).page("/puzzles")
    expect(page.locator("main")).to_be_visible()
    check(page)


def test_graenaland(visiting: Visiting, options: Options) -> None:
    page = visiting(**options).page("/graenaland")
    expect(page.locator(".gr-map svg")).to_be_attached()
    check(page)
    page.goto(f"{page.url}#profile")
    page.locator("button", has_text=re.compile(r"^\+ .* A$")).click()
    expect(page.locator(".gr-form .violations").first).to_be_visible()
    check(page)


def test_scores(visiting: Visiting, own_server: PageServer, options: Options) -> None:
    page = visiting(own_server, **options).page("/scores")
    page.locator("[data-column='0']").nth(1).fill("16")
    page.locator("[data-column='1']").last.fill("9x")
    check(page)
    page.locator("[data-column='1']").last.fill("98")
    page.locator("button.primary").click()
    expect(page.locator(".sc-games li").first).to_be_visible()
    page.locator("summary").click()
    check(page)


def test_vikings(visiting: Visiting, options: Options) -> None:
    page = visiting(**options).page("/vikings")
    expect(page.locator(".v-picture svg").first).to_be_visible()
    check(page)
    page.locator("aside .toolbar button").nth(1).click()
    page.locator("aside form button").click()
    expect(page.locator("aside .verdict")).to_be_visible()
    check(page)
