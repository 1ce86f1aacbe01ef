"""Fixtures of the tests in a browser."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol, Unpack

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from odin_web.kept import FILE
from tests.web.browser.harness import Options, Visit, visit
from tests.web.browser.server import PageServer, started


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests in a browser are slow."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("slow")


# One for all tests of a worker that follow each other. Not one for the whole run: while it lives,
# its thread has an event loop, and tests elsewhere start theirs.
@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """What starts browsers."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser."""
    with started(playwright) as browser:
        yield browser


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    """A server for tests that leave nothing behind which others could notice."""
    with PageServer(tmp_path_factory.mktemp("server")) as server:
        yield server


class Visiting(Protocol):
    """Makes a visitor of a server, by default of the common one."""

    def __call__(self, server: PageServer = ..., **options: Unpack[Options]) -> Visit:
        """Make a visitor."""


@pytest.fixture
def visits() -> Iterator[list[Visit]]:
    """Visitors; a test fails if anything went wrong in their browsers."""
    visits: list[Visit] = []
    yield visits
    _leave(visits)
    assert [error for each in visits for error in each.wrong] == []


def _leave(visits: list[Visit]) -> None:
    for each in visits:
        each.context.close()


@pytest.fixture
def own_server(tmp_path: Path, visits: list[Visit]) -> Iterator[PageServer]:
    """A server for one test, which the visitors leave before it stops."""
    with PageServer(tmp_path) as server:
        yield server
        _leave(visits)


@pytest.fixture
def visiting(browser: Browser, server: PageServer, visits: list[Visit]) -> Visiting:
    """Make visitors."""
    (server.folder / "data" / FILE).unlink(missing_ok=True)  # what visitors before have kept

    def visiting(server: PageServer = server, **options: Unpack[Options]) -> Visit:
        visits.append(visit(browser, server, **options))
        return visits[-1]

    return visiting


@pytest.fixture
def page(visiting: Visiting) -> Page:
    """The first page on a desktop."""
    return visiting().page()


@pytest.fixture
def phone(visiting: Visiting) -> Page:
    """The first page on a phone."""
    return visiting(size="phone").page()
