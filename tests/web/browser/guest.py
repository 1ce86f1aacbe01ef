"""Another device: ``python -m tests.web.browser.guest ADDRESS PUZZLE``.

Asks for every route without a token, then opens the address, plays the puzzle in a browser, and
prints what happened as JSON.
"""

import json
import re
import sys
from http.client import HTTPConnection
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect, sync_playwright

from odin_web.puzzles.sources import puzzle_named
from tests.timing import HANGING
from tests.web.browser.harness import SIZES
from tests.web.browser.server import started
from tests.web.browser.table import Placed, place_by_touch
from tests.web.requests import ROUTES


def status(address: str, method: str, path: str, host: str | None = None) -> int:
    """Return the status of an answer to somebody without a token."""
    parts = urlsplit(address)
    assert parts.hostname
    connection = HTTPConnection(parts.hostname, parts.port, timeout=HANGING)
    headers = {"content-type": "application/json", "host": host or parts.netloc}
    connection.request(method, path, "{}" if method == "POST" else None, headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def play(page: Page, address: str, name: str) -> None:
    """Solve a puzzle by touch."""
    page.goto(address)
    page.get_by_role("button").click()
    expect(page).to_have_url(address.partition("?")[0])
    page.goto(f"{address.partition('?')[0]}puzzles#{name}")
    for board, piece in puzzle_named(name).solution:
        taken = page.locator(f'[data-tile="{piece.tile.id}"]')
        with page.expect_response(lambda answer: answer.url.endswith("/play")):
            place_by_touch(page, taken, Placed(piece.tile.id, board, piece.cells))
    expect(page.get_by_test_id("solved")).to_be_visible()


def main(address: str, name: str) -> None:
    """Visit the server as a stranger, then as a guest."""
    routes = [(method, re.sub(r"{.*?}", "x", path)) for method, path in ROUTES]
    result = {
        "strangers": [status(address, *route) for route in routes],
        "other_name": status(address, "GET", "/", "evil.example"),
    }
    with sync_playwright() as playwright, started(playwright) as browser:
        page = browser.new_context(**SIZES["phone"], locale="en-GB").new_page()
        play(page, address, name)
        result["solved"] = page.get_by_test_id("solved").is_visible()
        page.context.close()
    print(json.dumps(result))


if __name__ == "__main__":
    main(*sys.argv[1:])
