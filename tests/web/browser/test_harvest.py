"""Harvest on the page, by the markers and tokens of the owner's box."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visiting
from tests.web.browser.game import View, answered, move
from tests.web.browser.server import PageServer

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
