"""The page of Vikings."""

from functools import partial

import pytest
from playwright.sync_api import Dialog, Page, expect

from odin_solver.vikings.examples import vikings_example_text
from odin_solver.vikings.game.log import replay
from tests.web.browser.conftest import Visiting
from tests.web.browser.table import until


def cell(page: Page, row: int, column: int) -> None:
    """Tap a cell of the board; row 0 holds ships."""
    page.locator(f'[data-cell="{row} {column}"]').click()


def fill_values(page: Page) -> None:
    page.get_by_label("Red ship").fill("3 gold")
    page.get_by_label("Yellow ship").fill("2 vp")


def test_a_position_is_edited_scored_and_asked_about(visiting: Visiting) -> None:
    page = visiting().page("/vikings")
    board = page.get_by_role("group", name="Islands and ships")
    expect(page.locator(".v-picture svg").first).to_be_visible()
    score = page.locator("aside .verdict").first
    expect(score).to_have_text("29 VP at the end, 1 gold left")
    page.get_by_role("button", name="Figure", exact=True).click()
    expect(page.locator(".legal").first).to_be_visible()
    cell(page, 1, 1)
    expect(board.get_by_label("K1, Start, Warrior", exact=True)).to_be_visible()
    expect(score).not_to_have_text("29 VP at the end, 1 gold left")
    page.locator('[data-cell="1 1"]').focus()
    page.keyboard.press("Delete")
    expect(board.get_by_label("K1, Start, threatened: Blue ship", exact=True)).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("f")
    expect(board.get_by_label("K2, End, Warrior", exact=True)).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(board.get_by_label("K2, End, threatened: Green ship", exact=True)).to_be_visible()
    page.get_by_label("VP", exact=True).fill("30")
    page.get_by_label("VP", exact=True).press("Enter")
    expect(score).to_have_text("35 VP at the end, 1 gold left")
    page.get_by_role("button", name="Ask").click()
    page.get_by_role("button", name="Answer").click()
    expect(page.locator("aside .verdict")).to_contain_text("75 VP at the end")
    page.get_by_role("button", name="Use this position").click()
    expect(board.get_by_label("K1, Start, Warrior", exact=True)).to_be_visible()
    page.reload()
    expect(board.get_by_label("K1, Start, Warrior", exact=True)).to_be_visible()


def test_files_examples_games_and_puzzles(visiting: Visiting) -> None:
    visit = visiting(size="phone")
    page = visit.page("/vikings")
    text = vikings_example_text("wheel").encode()
    page.locator("input[type=file]").set_input_files(
        {"name": "wheel.toml", "mimeType": "text/plain", "buffer": text}
    )
    expect(page.locator(".v-picture").first).to_contain_text("What is each pair worth?")
    page.get_by_role("button", name="Ask").click()
    page.get_by_role("button", name="Buy").click()
    page.get_by_label("Samples").fill("5")
    page.get_by_role("button", name="Answer").click()
    expect(page.locator("aside").get_by_text("Estimates from 5 sampled turns")).to_be_visible()
    page.get_by_role("link", name="Games").click()
    page.get_by_role("combobox", name="1", exact=True).select_option("random")
    page.get_by_role("combobox", name="2", exact=True).select_option("greedy")
    fill_values(page)
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".v-players svg")).to_have_count(1)
    page.get_by_role("button", name="before").click()
    page.goto(page.url.partition("#")[0] + "#vikings/1")
    expect(page.get_by_role("button", name="Check")).to_be_visible()
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("alert")).to_contain_text("Not yet: ")
    page.get_by_role("button", name="Lift").click()
    page.locator(".notice button").click()
    page.locator('[data-cell="0 1"]').click()
    expect(page.get_by_role("alert")).to_be_visible()
    visit.forgive("422")


def test_cells_lie_on_their_pictures_beside_long_islands(visiting: Visiting) -> None:
    page = visiting(size="phone").page("/vikings")
    long = vikings_example_text("last-round").replace("S* M E* S M", "S* M E* S M M M M")
    page.locator("input[type=file]").set_input_files(
        {"name": "long.toml", "mimeType": "text/plain", "buffer": long.encode()}
    )
    expect(page.locator('[data-cell="5 8"]')).to_be_attached()
    assert page.locator(".v-grid").evaluate("grid => grid.scrollWidth <= grid.clientWidth")


def test_a_running_game_is_given_up_only_after_asking(visiting: Visiting) -> None:
    page = visiting().page("/vikings#game")
    page.get_by_role("combobox", name="2", exact=True).select_option("random")
    fill_values(page)
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".v-wheel")).to_be_visible()
    before = kept_log(page)
    page.get_by_role("button", name="New game").click()
    page.get_by_label("Seed").fill("77")
    page.get_by_role("button", name="Play").click()
    really = page.get_by_role("button", name="Give up the running game?")
    expect(really).to_be_visible()
    assert kept_log(page) == before
    really.click()
    until(page, partial(changed, page, before))
    now = kept_log(page)
    assert "seed 77" in now
    for answer, kept in ((Dialog.dismiss, now), (Dialog.accept, before)):
        page.goto(page.url.partition("#")[0])
        page.once("dialog", answer)
        with page.expect_event("dialog") as asked:
            page.locator("input[type=file]").set_input_files(
                {"name": "v.log", "mimeType": "text/plain", "buffer": before.encode()}
            )
        assert asked.value.message == "Give up the running game?"
        until(page, partial(is_kept, page, kept))


def test_scores_in_czech(visiting: Visiting) -> None:
    page = visiting(language="cs").page("/vikings")
    last = page.locator("aside details").last
    expect(last).to_contain_text("Závěrečné vyhodnocení")
    expect(last).to_contain_text("zbylí námořníci: 2, soupeři 1")
    expect(last.get_by_role("row", name="sloupec 2 zelená loď, neodražená")).to_be_visible()


@pytest.mark.slow
def test_a_person_plays_a_game_by_touch(visiting: Visiting) -> None:
    visit = visiting(size="phone")
    page = visit.page("/vikings#game")
    page.get_by_label("auction of the start player").tap()
    page.get_by_label("a boatsman carries one figure").tap()
    page.get_by_role("combobox", name="2", exact=True).select_option("random")
    fill_values(page)
    page.get_by_role("button", name="Play").tap()
    aside = page.locator("aside section").first
    expect(aside).to_contain_text("Bid for the place")
    made, emptied = 0, False
    while "won by" not in aside.inner_text():
        before = kept_log(page)
        if page.get_by_role("button", name="Pass").is_visible():
            page.get_by_role("button", name="Pass").tap()
        else:
            page.locator(".v-wheel button:enabled").first.tap()
            expect(page.locator(".v-chosen")).to_be_visible()
            cell = page.locator(".v-grid .legal").first
            while made < 5 and cell.is_visible():
                cell.tap()
            if not emptied and "Use the boatsmen" in aside.inner_text() and cell.is_visible():
                emptied = True
                chosen = page.locator(".v-grid .legal").count()
                for _ in range(chosen):
                    cell.tap()
                expect(page.locator(".v-chosen button").first).to_be_disabled()
                page.get_by_role("button", name="Something else").tap()
                page.locator(".v-wheel button:enabled").first.tap()
            page.locator(".v-chosen button").first.tap()
        until(page, partial(changed, page, before))
        made += 1
        if made == 5:
            now = kept_log(page)
            page.reload()
            page.get_by_role("button", name="Undo").tap()
            until(page, partial(changed, page, now))
            assert now.startswith(kept_log(page))
    assert made > 36
    assert emptied
    assert replay(kept_log(page)).seats == ("human", "random")


def changed(page: Page, before: str) -> bool:
    return kept_log(page) != before


def is_kept(page: Page, log: str) -> bool:
    return kept_log(page) == log


def kept_log(page: Page) -> str:
    """Return the log that the browser keeps."""
    found: str = page.evaluate("JSON.parse(localStorage['vikings-game']).log")
    return found
