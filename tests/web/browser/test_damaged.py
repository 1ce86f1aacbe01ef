"""Values that a browser or the server keeps damaged: pages open, and say what is set aside."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visiting
from tests.web.browser.server import PageServer
from tests.web.browser.table import until
from tests.web.junk import JUNK
from tests.web.test_shapes import GOOD

Kept = dict[str, dict[str, Any]]

WRONG: Kept = {
    "/scores": {"scores": {"players": [None]}},
    "/graenaland": {"graenaland": None, "graenaland-profile": []},
    "/vikings": {"vikings": {"position": 5}},
    "/position": {"position.x": None, "position.y": {"at": 1}},
    "/puzzles": {"puzzle": {"name": "first-steps/1", "steps": [None], "at": 0}},
}
"""Values of another shape by pages and keys; some of them left a page blank."""

DEEP: Kept = {
    "/graenaland": {"graenaland": {"players": [None], "tiles": 5, "name": {}}},
    "/vikings": {"vikings": {"position": {"round": []}, "puzzle": None}},
    "/position": {"position.x": {"at": 1, "position": {"boards": [None]}}},
}
"""Values of the right shape that the server refuses."""

CONTENT = {
    "/scores": ".sc-sheet",
    "/graenaland": "main.gr .panel",
    "/vikings": "main button[aria-pressed]",
    "/position": "#boards",
    "/puzzles": ".packs li",
    "/table": "#find-card",
}
"""What each page shows, whatever is kept."""

KEEP = """(all) => {
  localStorage.clear();
  sessionStorage.clear();
  for (const [key, text] of all) localStorage.setItem(key, text);
}"""


@pytest.mark.parametrize("values", [WRONG, DEEP], ids=["wrong", "deep"])
def test_every_page_opens(visiting: Visiting, own_server: PageServer, values: Kept) -> None:
    visitor = visiting(own_server)
    visitor.tolerated = "422"
    for path, kept in values.items():
        page = visitor.page("/styles.css")  # of the same origin, and keeps nothing
        page.evaluate(KEEP, [[key, json.dumps(value)] for key, value in kept.items()])
        page.goto(own_server.address.rstrip("/") + path)
        expect(page.locator(CONTENT[path]).first).to_be_visible()
        for key, value in kept.items():
            if (path, values) == ("/graenaland", DEEP):  # shown, with what is wrong
                expect(page.get_by_text("players").first).to_be_visible()
                continue
            if values is WRONG:
                expect(page.get_by_role("alert").first).to_contain_text(f"aside.{key}")
            assert aside(page, key) == json.dumps(value)
        page.close()


@pytest.mark.nightly
@pytest.mark.parametrize("path", CONTENT)
def test_no_junk_leaves_a_page_blank(visiting: Visiting, own_server: PageServer, path: str) -> None:
    """Each of the texts under every key that has a shape."""
    visitor = visiting(own_server)
    visitor.tolerated = "422"
    page = visitor.page("/styles.css")
    for text in JUNK:
        page.goto(own_server.address.rstrip("/") + "/styles.css")
        page.evaluate(KEEP, [[f"{key}.x" if key == "position" else key, text] for key in GOOD])
        page.goto(own_server.address.rstrip("/") + path)
        expect(page.locator(CONTENT[path]).first, text).to_be_visible()


def aside(page: Page, key: str) -> Any:
    """Return what was set aside."""
    return page.evaluate("(key) => localStorage.getItem(`aside.${key}`)", key)


def test_what_the_server_keeps_damaged_is_told_once(
    visiting: Visiting, own_server: PageServer
) -> None:
    """A new browser opens with the rest."""
    folder = own_server.folder / "data"
    folder.mkdir(exist_ok=True)
    (folder / "page.json").write_text('{"scores": "null", "puzzle": "{", "language": 5}')
    page = visiting(own_server).page("/scores")
    expect(page.locator(CONTENT["/scores"])).to_be_visible()
    names = ("aside.scores", "aside.puzzle", "aside.language")
    for name in names:
        expect(page.get_by_role("alert")).to_contain_text(name)
    until(page, lambda: all(name in (folder / "page.json").read_text() for name in names))
    page.reload()
    expect(page.locator(CONTENT["/scores"])).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    kept = json.loads((folder / "page.json").read_text())
    assert kept["aside.scores"] == "null"
    assert kept["aside.language"] == "5"
    assert kept.get("scores") != "null"
