"""Harvest on the page: by the markers and tokens of the owner's box, and without them."""

import json
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visiting
from tests.web.browser.game import View, answered, move
from tests.web.browser.server import PageServer
from tests.web.browser.table import ready

BOX = Path(__file__).parents[2] / "game" / "data" / "harvest-profile.toml"


@pytest.fixture
def with_box(own_server: PageServer) -> PageServer:
    """A server whose owner has entered a profile."""
    folder = own_server.folder / "config" / "odin"
    folder.mkdir(parents=True)
    shutil.copy(BOX, folder / "harvest.toml")
    return own_server


def begun(page: Page) -> View:
    """Begin a long game with Harvest and without occupations, in the dialog."""
    page.get_by_label("Seed", exact=True).fill("5")
    page.get_by_label("without occupations").check()
    page.get_by_label("Harvest: Mull").check()
    return answered(page, page.get_by_role("button", name="Begin").click, "/api/games/new")


def test_a_round_with_a_token_and_markers(visiting: Visiting, with_box: PageServer) -> None:
    page = visiting(with_box).page("/games")
    page.get_by_test_id("new-game").click()
    expect(page.locator("dialog .note")).to_have_count(0)
    first = begun(page)
    token = page.locator('#prompt [data-move="token 3"]')
    expect(token).to_contain_text("orange: 1 egg; back: 1 amber, 3 silver")
    view = answered(page, token.click)
    shown = page.locator("#mountains")
    expect(shown).to_contain_text("Resource token 3: orange: 1 egg; back: 1 amber, 3 silver")
    expect(page.locator('[data-item="egg"]')).to_be_visible()
    second = view["harvest"][0]
    assert second != first["harvest"][0]
    expect(shown).to_contain_text(second)
    view = move(page, move(page, view, "pass"), "serve ")
    assert view["round"] == 2
    assert view["harvest"][0] not in (second, first["harvest"][0])
    expect(shown).to_contain_text(view["harvest"][0])


def test_without_a_profile_the_page_says_what_is_played(visiting: Visiting) -> None:
    page = visiting().page("/games")
    page.get_by_test_id("new-game").click()
    expect(page.locator("dialog .note")).to_contain_text("printed on the round track")
    begun(page)
    expect(page.locator("#mountains")).to_contain_text(
        "The harvests printed on the round track are played."
    )


def test_a_table_is_entered_by_taps(visiting: Visiting, with_box: PageServer) -> None:
    page = visiting(with_box).page("/table")
    ready(page)
    page.get_by_role("button", name="New", exact=True).click()
    for number, value in ((2, "short"), (1, "1")):
        page.locator(f".part-facts label:nth-child({number}) select").select_option(value)
    page.get_by_label("Harvest: Mull").check()
    part = page.locator(".part-harvest")
    expect(part).to_contain_text("with the field marker")
    part.locator("select").select_option("5")
    before = part.get_by_role("group", name="Markers of earlier rounds")
    before.get_by_role("button", name="1: 2 peas; orange").click()
    mine = part.get_by_role("group", name="Your resource tokens")
    for token in (7, 3, 9):
        mine.get_by_role("button").nth(token - 1).click()
    expect(part.locator(".violations")).to_contain_text("tokens: expected at most 2")
    mine.get_by_role("button").nth(8).click()
    page.locator(".strips li").first.locator("button").first.click()
    expect(page.get_by_test_id("what-now")).to_be_enabled()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    saved = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert (saved["harvest"], saved["marker"]) == (True, 5)
    assert (saved["markers_gone"], saved["tokens"]) == ([1], [3, 7])
