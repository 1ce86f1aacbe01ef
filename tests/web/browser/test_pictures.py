"""The pages look like their pictures in the docs.

``RENEW_PICTURES=1 python -m pytest tests/web/browser/test_pictures.py`` renews them; look at the
difference before committing it.
"""

import io
import json
import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageEnhance
from playwright.sync_api import Page, expect

from odin_solver.notation.examples import example
from odin_solver.notation.positions import position_data
from tests.web.browser.conftest import Visiting
from tests.web.browser.table import overlay, ready, until

DOCS = Path(__file__).parents[3] / "docs"

BLOCKS = (16, 10)
"""Parts of a page that are compared by their mean colours: other fonts hardly change these."""

ALIKE = 30
"""Most that a part may differ from the picture, of 255."""


def parts(picture: Image.Image) -> np.ndarray:
    """Return the mean colours of the parts of a picture."""
    return np.asarray(picture.convert("RGB").resize(BLOCKS, Image.Resampling.BOX), dtype=int)


def differs(shown: Image.Image, kept: Image.Image) -> bool:
    """Return whether a page no longer looks like its picture."""
    return shown.size != kept.size or bool(np.abs(parts(shown) - parts(kept)).max() > ALIKE)


def compare(page: Page, name: str) -> None:
    """Compare a page with its picture."""
    page.mouse.move(0, 0)
    shown = Image.open(io.BytesIO(page.screenshot()))
    file = DOCS / f"web-{name}.png"
    if os.environ.get("RENEW_PICTURES"):
        shown.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(file, optimize=True)
    assert file.stat().st_size < 200_000
    assert not differs(shown, Image.open(file)), f"{file} differs (see {__file__})"


def test_position(visiting: Visiting, tmp_path: Path) -> None:
    page = visiting().page()
    ready(page)
    file = tmp_path / "late-home.json"
    file.write_text(json.dumps(position_data(example("late-home"))))
    page.locator("input[type=file]").first.set_input_files(file)
    expect(page.get_by_role("button", name="Take Treasure chest")).to_be_visible()
    compare(page, "position")


def test_puzzles(visiting: Visiting) -> None:
    page = visiting().page("/puzzles#first-steps")
    expect(page.locator("[data-puzzle]").first).to_be_visible()
    pictures = "[...document.images].every(image => image.complete)"
    until(page, lambda: page.evaluate(pictures))
    compare(page, "puzzles")


def test_puzzle(visiting: Visiting) -> None:
    page = visiting().page("/puzzles#first-steps/1")
    expect(overlay(page)).to_be_visible()
    compare(page, "puzzle")


def test_game(visiting: Visiting) -> None:
    page = visiting().page("/games")
    page.get_by_test_id("new-game").click()
    page.get_by_label("Name").fill("Seed 1")
    page.get_by_label("Seed", exact=True).fill("1")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#prompt .question")).to_be_visible()
    expect(page.locator(".islands svg").first).to_be_visible()
    compare(page, "game")


def test_graenaland(visiting: Visiting) -> None:
    page = visiting().page("/graenaland")
    page.get_by_label("Examples").select_option("market-first")
    # The title changes at once; map and form come with the server's view of the position.
    expect(page.get_by_role("heading", name="Tile A")).to_be_visible()
    expect(page.locator(".gr-map [data-tile=H]")).to_be_visible()
    compare(page, "graenaland")


def test_vikings(visiting: Visiting) -> None:
    page = visiting().page("/vikings")
    expect(page.locator(".v-picture svg").first).to_be_visible()
    page.get_by_role("button", name="Ask").click()
    page.get_by_role("button", name="Answer").click()
    expect(page.locator("aside .v-picture svg")).to_be_visible()
    compare(page, "vikings")


@pytest.mark.parametrize("name", ["position", "puzzles", "puzzle", "game", "graenaland", "vikings"])
def test_a_missing_part_is_noticed_and_other_fonts_are_not(name: str) -> None:
    kept = Image.open(DOCS / f"web-{name}.png").convert("RGB")
    assert not differs(ImageEnhance.Brightness(kept).enhance(0.97), kept)
    moved = Image.new("RGB", kept.size, kept.getpixel((5, kept.height - 5)))
    moved.paste(kept, (2, 1))
    assert not differs(moved, kept)
    without = kept.copy()
    without.paste((0xE9, 0xE1, 0xD3), (100, 150, 700, 700))
    assert differs(without, kept)
