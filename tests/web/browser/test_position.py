"""Setting up and solving a position by mouse, touch and keys."""

from playwright.sync_api import Page, expect


def test_a_position_is_shown_on_a_desktop(page: Page) -> None:
    expect(page.locator("svg.overlay")).to_be_visible()


def test_a_position_is_shown_on_a_phone(phone: Page) -> None:
    expect(phone.locator("svg.overlay")).to_be_visible()
