"""The page stays when its server ends, and is the new one after an update."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from odin_web import pagefiles
from tests.web.browser.conftest import Visiting
from tests.web.browser.server import PageServer
from tests.web.browser.table import from_nothing, overlay, ready, until
from tests.web.serving import serving

KEPT = "caches.match('/static/js/main.js').then(Boolean)"
VIEW = "async name => (await (await caches.match('/kept/' + name))?.text()) ?? ''"


def installed(page: Page) -> None:
    """Wait until the worker keeps the page."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(page, lambda: page.evaluate(KEPT))


def test_the_last_position_is_shown_in_one_line(visiting: Visiting, own_server: PageServer) -> None:
    visitor = visiting(own_server, workers=True)
    visitor.tolerated = "net::ERR_|Failed to fetch"
    page = visitor.page()
    from_nothing(page, "Oil", "Silverware")
    installed(page)
    until(page, lambda: '"silverware":1' in page.evaluate(VIEW, "position"))
    own_server.kill()
    page.reload()
    ready(page)
    expect(page.get_by_role("button", name="Take Silverware")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(1)
    expect(page.get_by_role("alert")).to_contain_text("odin is not running")
    own_server.start()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("button", name="Oil: one more", exact=True).click()
    expect(page.get_by_role("button", name="Take Oil (2")).to_be_visible()


def test_the_last_puzzle_is_shown(visiting: Visiting, own_server: PageServer) -> None:
    visitor = visiting(own_server, workers=True)
    visitor.tolerated = "net::ERR_|Failed to fetch"
    page = visitor.page("/puzzles")
    installed(page)
    page.reload()
    page.get_by_role("link", name="First steps").click()
    page.locator('[data-puzzle="first-steps/1"]').click()
    expect(overlay(page)).to_be_visible()
    until(page, lambda: page.evaluate(VIEW, "puzzle"))
    own_server.kill()
    page.reload()
    expect(overlay(page)).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("odin is not running")
    page.get_by_role("link", name="All puzzles").first.click()
    expect(page.locator(".packs li").first).to_be_visible()


@pytest.fixture
def changing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """The folder of a server's page, whose files may change."""
    folder = tmp_path / "static"
    shutil.copytree(pagefiles.STATIC, folder)
    monkeypatch.setattr(pagefiles, "STATIC", folder)
    forget()
    yield folder
    forget()


def forget() -> None:
    """Read the files again, as a new version does."""
    for each in (pagefiles.page_files, pagefiles.version, pagefiles.styles):
        each.cache_clear()


def test_nothing_is_stale_after_an_update(browser: Browser, changing: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    script = changing / "js" / "main.js"
    shown = page.locator("body[data-release='2']")
    with serving() as server:
        page.goto(f"http://127.0.0.1:{server.port}/position")
        ready(page)
        installed(page)
        assert page.evaluate("caches.keys()") == [pagefiles.version("en")]
        expect(shown).to_have_count(0)
        with script.open("a", encoding="utf-8") as file:
            file.write('document.body.dataset.release = "2";\n')
        forget()
        page.reload()
        expect(shown).to_have_count(1)
        until(page, lambda: page.evaluate("caches.keys()") == [pagefiles.version("en")])
    page.reload()
    expect(shown).to_have_count(1)
    expect(page.get_by_role("alert")).to_contain_text("odin is not running")
    context.close()
