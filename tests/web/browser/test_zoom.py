"""At a zoom of 200 % nothing lies over anything and nothing is cut."""

import pytest

from odin_web.pagefiles import PAGES
from tests.web.browser.conftest import Visiting
from tests.web.browser.test_languages import LAYOUT
from tests.web.browser.test_layout import FAULTS

VIEWS = [*PAGES, "/puzzles#first-steps", "/puzzles#first-steps/1", "/graenaland#profile"]


@pytest.mark.parametrize("path", VIEWS)
def test_a_page(visiting: Visiting, path: str) -> None:
    page = visiting(size="zoomed").page(path)
    page.wait_for_load_state("networkidle")
    page.locator("main h1, main h2").first.wait_for(state="attached")
    assert page.evaluate(FAULTS) == []
    assert page.evaluate(LAYOUT) == []
