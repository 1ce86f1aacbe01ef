"""Prints: one page each, without controls."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from odin_solver.notation.examples import example
from odin_solver.notation.positions import position_data
from tests.web.browser.conftest import Visiting
from tests.web.browser.table import from_nothing, overlay, ready

CONTROLS = "nav, a, button:not(.take), [role=toolbar], .handbar, [type=search], [type=checkbox]"


def check(page: Page, *shown: str) -> None:
    """Make sure that a page prints on one sheet, without controls and with what is wanted."""
    printed = page.pdf(format="A4", print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
    page.emulate_media(media="print")
    assert [each for each in page.locator(CONTROLS).all() if each.is_visible()] == []
    for each in shown:
        expect(page.locator(each).first).to_be_visible()
    page.emulate_media(media="screen")
    expect(page.locator("header.head")).to_be_visible()


@pytest.mark.parametrize("name", ["late-home", "buildings", "empire"])
def test_a_position(visiting: Visiting, tmp_path: Path, name: str) -> None:
    page = visiting(dark=True).page()
    ready(page)
    file = tmp_path / "position.json"
    position = example(name)
    file.write_text(json.dumps(position_data(position)))
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".board")).to_have_count(len(position.boards))
    tile = next(iter(position.supply))
    expect(page.locator(f".tile:not(.none) .take[title='{tile.capitalize()}']")).to_be_attached()
    check(page, ".board .picture svg", ".score", ".tile output")


def test_a_position_with_a_tile_in_hand(page: Page) -> None:
    from_nothing(page, "Oil")
    page.get_by_role("button", name="Take Oil").click()
    check(page, ".board .picture svg")


def test_a_puzzle(visiting: Visiting) -> None:
    page = visiting(size="phone").page("/puzzles#first-steps/1")
    expect(overlay(page)).to_be_visible()
    check(page, ".question h1", ".board .picture svg", ".pieces .tile-shape svg")


def test_a_score_sheet(visiting: Visiting) -> None:
    page = visiting(size="laptop").page("/scores")
    page.locator("[data-column='0']").nth(1).fill("16")
    check(page, ".sc-sheet", ".sc-total")
