"""A window of Chromium, Firefox or WebKitGTK that shows a view of the page without a server."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import which
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, Page, Playwright

from tests.web.browser.server import CHROMIUM, started
from tests.web.browser.site import PATIENCE, view
from tests.web.browser.webkit import MISSING, webkit

FIREFOX = os.environ.get("FIREFOX") or which("firefox-esr")


class Asked(Protocol):
    """A view of the page that calls functions of JavaScript."""

    def evaluate(self, expression: str, arg: Any = None, /) -> Any: ...


class Visit(Asked, Protocol):
    """A window that shows a view of the page."""

    def go(self, url: str) -> None: ...
    def reload(self) -> None: ...
    def tap(self, selector: str) -> None: ...


class _Window:
    """Fulfils `Visit` by Playwright."""

    def __init__(self, browser: Browser, script: str = "") -> None:
        touch = browser.browser_type.name == "chromium"
        self._context = browser.new_context(has_touch=touch)
        self._context.add_init_script(script)
        self._page = self._context.new_page()
        self._page.set_default_timeout(PATIENCE)

    def go(self, url: str) -> None:
        self._page.goto(url)
        view(self._page)

    def reload(self) -> None:
        self._page.reload()
        view(self._page)

    def evaluate(self, expression: str, arg: Any = None, /) -> Any:
        return view(self._page).evaluate(expression, arg)

    def tap(self, selector: str) -> None:
        view(self._page).tap(selector)


@contextmanager
def started_of(browser: str, playwright: Playwright) -> Iterator[Browser]:
    """Start Chromium or Firefox."""
    path = FIREFOX if browser == "firefox" else CHROMIUM
    if path is None:
        pytest.skip(f"{browser} is not installed")
    if browser == "firefox":
        made = playwright.firefox.launch(executable_path=path, channel="moz-firefox")
    else:
        made = started(playwright)
    with made:
        yield made


@contextmanager
def page_of(browser: str, playwright: Playwright) -> Iterator[Page]:
    """Open a page of Chromium or Firefox."""
    with started_of(browser, playwright) as made:
        page = made.new_context().new_page()
        page.set_default_timeout(PATIENCE)
        yield page


@contextmanager
def window_of(browser: str, playwright: Playwright) -> Iterator[Visit]:
    """Open a window of a browser; ``pulling`` is Chromium without suspended stacks."""
    if browser == "webkit":
        if MISSING:
            pytest.skip(f"WebKitGTK: needs {', '.join(MISSING)}")
        with webkit() as window:
            yield window
        return
    with started_of(browser, playwright) as made:
        yield _Window(made, "delete WebAssembly.Suspending;" if browser == "pulling" else "")
