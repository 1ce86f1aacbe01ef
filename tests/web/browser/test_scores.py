"""The page of scores."""

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visiting
from tests.web.browser.server import PageServer
from tests.web.requests import LOG


def fill(page: Page, column: int, *values: object) -> None:
    """Type a column by keys alone, from the name on."""
    page.locator(f"[data-column='{column}']").first.focus()
    for value in values:
        page.keyboard.type(str(value))
        page.keyboard.press("Enter")


def test_a_sheet_is_filled_in_kept_changed_and_removed(
    visiting: Visiting, own_server: PageServer, tmp_path: Path
) -> None:
    visit = visiting(own_server, size="phone")
    page = visit.page("/scores")
    fill(page, 0, "Anna", 16, 39, 38, 25, "", "", "", "", "", 9, "−2")
    verdict = page.locator(".verdict")
    expect(page.get_by_label("Total, Anna")).to_have_text("107")
    expect(verdict).to_be_empty()
    page.get_by_label("Name of player 2").fill("Ben")
    page.get_by_label("Total, Ben").fill("107")
    expect(verdict).to_have_text("A shared victory: Anna, Ben.")
    page.get_by_label("Total, Ben").fill("10x")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".notice.error")).to_contain_text("Ben: expected whole numbers")
    page.get_by_label("Total, Ben").fill("98")
    page.reload()
    expect(verdict).to_have_text("Anna wins.")
    page.get_by_role("button", name="Save", exact=True).click()
    games = page.locator(".sc-games li")
    expect(games).to_have_count(1)
    expect(games.locator(".sc-winner")).to_have_text("Anna 107")
    expect(page.get_by_label("Name of player 2")).to_have_value("Ben")
    expect(page.get_by_label("Ships, Anna")).to_have_value("")
    page.get_by_role("button", name="Change:").click()
    expect(page.get_by_label("Home board, Anna")).to_have_value("-9")
    page.get_by_label("Home board, Anna").fill("20")
    page.get_by_role("button", name="Save the change").click()
    expect(games.locator(".sc-winner")).to_have_text("Ben 98")
    statistics = page.get_by_role("region", name="Statistics")
    expect(statistics.get_by_role("row", name="Ben 1 98")).to_contain_text("1 of 1")
    expect(statistics.locator("details")).to_contain_text("Home board−20.0−20−20")
    statistics.get_by_label("Player").fill("anna")
    statistics.get_by_label("Occupations").focus()
    expect(statistics.get_by_role("row", name="Ben")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as CSV").click()
    kept = Path(download.value.path()).read_text(encoding="utf-8")
    assert "Anna,96,16,39,38,25" in kept
    page.get_by_role("button", name="Delete:").click()
    expect(games).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(games).to_have_count(1)
    page.locator("input[type=file]").set_input_files(
        {"name": "more.csv", "mimeType": "text/csv", "buffer": b"name,total\nIda,50\n"}
    )
    expect(games).to_have_count(2)
    page.locator("input[type=file]").set_input_files(LOG)
    expect(page.get_by_label("Total, Anna")).to_have_text("128")
    lines = (tmp_path / "data" / "scores.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["players"][0]["total"] for line in lines] == [96, 50]


def test_of_two_tabs_the_later_is_told(visiting: Visiting, own_server: PageServer) -> None:
    visit = visiting(own_server)
    one = visit.page("/scores")
    fill(one, 0, "Anna", 16)
    one.get_by_label("Total, Ben").or_(one.get_by_label("Total, Player 2")).fill("98")
    one.get_by_role("button", name="Save", exact=True).click()
    games = one.locator(".sc-games li")
    expect(games).to_have_count(1)
    one.get_by_role("button", name="Change:").click()
    other = visit.page("/scores")
    other.get_by_role("button", name="Delete:").click()
    expect(other.locator(".sc-games li")).to_have_count(0)
    one.get_by_label("Ships, Anna").fill("19")
    one.get_by_role("button", name="Save the change").click()
    expect(one.locator(".notice.error")).to_contain_text("changed or removed elsewhere")
    visit.forgive("409")
    expect(games).to_have_count(0)
    expect(one.get_by_label("Ships, Anna")).to_have_value("19")
    one.get_by_role("button", name="Save", exact=True).click()
    expect(games).to_have_count(1)
