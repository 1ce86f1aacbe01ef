"""An address that is followed while the page starts is not lost."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visiting

FOLLOW = """
new MutationObserver((_, observer) => {
  if (!document.querySelector("nav")) return;
  observer.disconnect();
  location.hash = "HASH";
}).observe(document, { childList: true, subtree: true });
"""
"""Follows an address as soon as anything is shown."""


@pytest.mark.parametrize(
    ("path", "fragment", "shown"),
    [
        ("/puzzles", "first-steps/1", "main.puzzle svg.overlay"),
        ("/games", "no-such-game", "p.notice.error"),
        ("/graenaland", "profile", "a[href='#profile'][aria-current=page]"),
        ("/vikings", "vikings/1", "section[aria-label=Puzzle]"),
    ],
)
def test_followed_at_once(visiting: Visiting, path: str, fragment: str, shown: str) -> None:
    visit = visiting()
    visit.tolerated = "404"
    visit.context.add_init_script(FOLLOW.replace("HASH", fragment))
    expect(visit.page(path).locator(shown).first).to_be_attached()
