"""The page of Graenaland as a visitor uses it."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from odin_solver.graenaland.examples import example_text
from odin_solver.graenaland.files import PROFILES, made_up_profile
from tests.web.browser.conftest import Visiting
from tests.web.browser.server import PageServer


@pytest.fixture
def page(visiting: Visiting) -> Page:
    shown = visiting().page("/graenaland")
    expect(shown.locator(".gr-map svg")).to_be_attached()
    return shown


def score(page: Page, text: str) -> Locator:
    """Return the answer in short that begins so."""
    return page.locator(".gr-answer .verdict", has_text=text)


def test_a_position_is_edited_and_won(page: Page) -> None:
    expect(score(page, "1 goal; 3 goals win")).to_be_visible()
    hand = page.locator(".gr-form .table-field").first
    hand.get_by_role("button", name="livestock: one more").click()
    page.get_by_role("button", name="Answer").click()
    expect(score(page, "You can win now: ")).to_be_visible()
    expect(page.locator(".gr-answer .signs svg").first).to_be_visible()
    expect(page.locator(".gr-answer rect[fill='#c1005f']").first).to_be_attached()
    expect(page.locator(".gr-map rect[fill='#c1005f']")).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(score(page, "You can win now: ")).to_have_count(0)
    expect(hand.locator("output").nth(1)).to_have_text("1")


def test_a_tile_is_chosen_on_the_map_and_changed(page: Page) -> None:
    page.locator("[data-tile=C]").click()
    expect(page.get_by_role("heading", name="tile C")).to_be_visible()
    page.get_by_role("button", name="villages (yellow): one more").click()
    expect(score(page, "3 goals; 3 goals win")).to_be_visible()
    page.reload()
    expect(score(page, "3 goals; 3 goals win")).to_be_visible()


def test_fewer_players_leave_nothing_behind(page: Page) -> None:
    players = page.get_by_role("combobox", name="players", exact=True)
    players.select_option("3")
    expect(page.locator(".gr-form").get_by_text("purple")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    data = json.loads(Path(download.value.path()).read_text())
    assert data["players"] == ["yellow", "red", "white"]
    assert "purple" not in json.dumps(data)
    players.select_option("5")
    expect(page.get_by_role("button", name="army (blue): one more")).to_be_visible()
    expect(page.locator(".violations")).to_have_count(0)


def test_goals_and_votes(page: Page) -> None:
    page.get_by_role("button", name="Reach").click()
    page.get_by_role("combobox", name="+ goal").select_option(label="village on C")
    expect(page.get_by_role("textbox", name="Goals 1")).to_have_value("village@C")
    page.get_by_label("From nothing").check()
    page.get_by_role("button", name="Answer").click()
    expect(score(page, "It can be reached: ")).to_be_visible()
    expect(page.get_by_text("needed in all: 4 cards, for example")).to_be_visible()
    page.get_by_role("button", name="Votes").click()
    page.get_by_role("button", name="Answer").click()
    expect(page.locator("summary", has_text="A: 4 of 7 votes pass")).to_be_visible()


def test_a_profile_is_entered_and_used(
    visiting: Visiting, own_server: PageServer, tmp_path: Path
) -> None:
    page = visiting(own_server).page("/graenaland#profile")
    save = page.get_by_role("button", name="Save profile")
    page.get_by_role("button", name="+ tile A").click()
    tile = page.get_by_role("group", name="tile A")
    expect(tile.get_by_text("missing", exact=True)).to_have_count(2)
    tile.get_by_role("combobox", name="terrain").select_option(label="plains")
    tile.get_by_role("combobox", name="place").select_option(label="coast")
    tile.get_by_role("button", name="village wood: one more").click()
    expect(tile.get_by_text("expected 4 resources at the coast, got 1")).to_be_visible()
    expect(save).to_be_disabled()
    for _ in range(3):
        tile.get_by_role("button", name="village wood: one more").click()
    page.get_by_role("button", name="fort ore: one more").click()
    expect(page.get_by_text("4 of 56 items copied")).to_be_visible()
    page.reload()
    expect(page.get_by_text("4 of 56 items copied")).to_be_visible()
    save.click()
    expect(page.locator(".notice")).to_contain_text("Saved in")
    kept = own_server.folder / "config/odin/graenaland.toml"
    assert "wood = 4" in kept.read_text()

    whole = tmp_path / "profile.json"
    whole.write_text(json.dumps(PROFILES.data(made_up_profile())))
    page.locator("input[type=file]").set_input_files(whole)
    expect(page.get_by_text("62 of 80 items copied")).to_be_visible()
    save.click()
    page.get_by_role("link", name="Position").last.click()
    position = tmp_path / "position.toml"
    position.write_text(example_text("late-game").replace('profile = "made-up"', ""))
    page.locator("input[type=file]").set_input_files(position)
    expect(page.get_by_role("heading", name="Fifteen cards")).to_be_visible()
    expect(page.locator("[data-tile=I]")).to_be_attached()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert "profile" not in json.loads(Path(download.value.path()).read_text())


def test_what_is_wrong_stands_beside_the_field(visiting: Visiting, tmp_path: Path) -> None:
    visit = visiting()
    page = visit.page("/graenaland")
    file = tmp_path / "position.toml"
    file.write_text(example_text("points").replace("grain = 3", "grain = 3, fish = 2"))
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".gr-form .table-field").first).to_contain_text("expected one of grain")
    file.write_text("players = [")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".notice.error")).to_contain_text("position.toml")
    visit.forgive("422")


@pytest.mark.slow
def test_a_person_plays_a_round_by_touch(visiting: Visiting) -> None:
    """To its end: a victory, after which the others build once more."""
    page = visiting(size="large phone").page("/graenaland")
    page.get_by_role("combobox", name="Examples").select_option("one-village")
    expect(page.get_by_role("heading", name="One village wins")).to_be_visible()
    page.get_by_role("button", name="livestock: one more").first.tap()
    page.get_by_role("button", name="Begin a round here").tap()
    panel = page.get_by_role("region", name="Round")
    expect(panel).to_contain_text("Turn up a card for A")
    assert page.evaluate("document.body.scrollWidth <= innerWidth")

    def choose(name: str, then: str) -> None:
        panel.get_by_role("button", name=name, exact=True).first.tap()
        expect(panel.locator(".verdict")).to_contain_text(then)

    choose("all by chance", "sends a hero")
    choose("nobody else moves", "red may make a proposal")
    choose("propose how to share A", "red shares out A")
    page.get_by_role("button", name="Undo").tap()
    expect(panel.locator(".verdict")).to_have_text("red may make a proposal")
    page.reload()
    seen = set()
    while "yellow builds" not in (asked := panel.locator(".verdict").text_content() or ""):
        seen.add(asked.partition(" ")[2][:5])
        name = "all as expected" if "votes" in asked else "no proposal"
        if "red may" in asked:
            name = next(
                t for t in panel.get_by_role("button").all_inner_texts() if "propose on" in t
            )
        panel.get_by_role("button", name=name, exact=True).tap()
        expect(panel.locator(".verdict")).not_to_have_text(asked)
    assert {"may m", "votes"} <= seen
    page.get_by_role("button", name="Answer").tap()
    expect(score(page, "You can win now: ")).to_be_visible()
    page.get_by_role("button", name="Use this position").tap()
    choose("announce victory", "red builds")
    for player in ("white", "purple"):
        choose("end of building", f"{player} builds")
    choose("end of building", "yellow has won")
    expect(panel.get_by_role("row").nth(1)).to_contain_text("yellow")
    panel.get_by_role("button", name="Leave the round").tap()
    expect(page.get_by_role("button", name="Begin a round here")).to_be_visible()
    expect(score(page, "3 goals; 3 goals win")).to_be_visible()


def test_a_round_that_cannot_be_played_is_left(visiting: Visiting, tmp_path: Path) -> None:
    page = visiting().page("/graenaland")
    file = tmp_path / "position.toml"
    text = example_text("points")
    file.write_text(text.replace("card = 1", 'card = 1\nround = ["draw gold"]'))
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("round[0]: expected a legal draw")
    page.reload()
    page.get_by_role("button", name="Leave the round").click()
    expect(page.get_by_role("button", name="Begin a round here")).to_be_visible()
