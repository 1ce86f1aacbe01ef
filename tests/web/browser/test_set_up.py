"""A position is set up by hand: typing, clicking, erasing, pasting."""

import pytest
from playwright.sync_api import Page, Route, expect

from odin_solver.components.signs import SIGNS
from odin_solver.names.printed import plain_list
from odin_solver.notation.examples import example
from odin_solver.notation.positions import position_from
from tests.web.browser.conftest import Visiting
from tests.web.browser.table import (
    Placed,
    add_board,
    at_cells,
    cell,
    from_nothing,
    ghost_cells,
    overlay,
    pieces,
    place,
    ready,
    saved,
    until,
)

COUNTING = """() => {
    window.actions = 0;
    const count = () => (window.actions += 1);
    for (const kind of ["keydown", "pointerdown", "change", "paste"])
        window.addEventListener(kind, count, true);
}"""

AT_ONCE = """([selector, there]) => {
    const type = () => {
        if (Boolean(document.querySelector(selector)) !== there) return;
        const field = document.querySelector(".tray input[type=search]");
        if (!field) return;
        watch.disconnect();
        field.focus();
        document.execCommand("insertText", false, "r");
    };
    const watch = new MutationObserver(type);
    watch.observe(document, { childList: true, subtree: true, attributes: true });
}"""
"""Types "r" in the search as soon as something comes or goes, before what the page defers."""

MOST_ACTIONS = 61
"""Keys, clicks and choices for the example late-home: two minutes at two seconds each."""


def paste(page: Page, text: str) -> None:
    """Paste a text onto the page."""
    page.evaluate(
        """text => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text", text);
            const event = new ClipboardEvent("paste", { clipboardData, bubbles: true });
            document.body.dispatchEvent(event);
        }""",
        text,
    )


def new(page: Page) -> None:
    """Begin with an empty home board."""
    ready(page)
    page.get_by_role("button", name="New", exact=True).click()
    until(page, lambda: not saved(page).get("supply"))


def expect_pieces(page: Page, count: int) -> None:
    """Wait until so many pieces lie on the first board."""
    until(page, lambda: len(pieces(page)) == count)


def test_an_example_takes_two_minutes(page: Page) -> None:
    wanted = example("late-home")
    ready(page)
    page.evaluate(COUNTING)
    new(page)
    page.locator(".facts select").first.select_option("7")
    until(page, lambda: saved(page).get("round") == 7)
    for number, piece in enumerate(wanted.boards[0].pieces, 1):
        page.keyboard.type(SIGNS[piece.tile.id].lower())
        held = page.locator(".tile.held .take")
        expect(held).to_have_attribute("title", piece.tile.name)
        place(page, held, Placed(piece.tile.id, 0, piece.cells))
        expect_pieces(page, number)
    paste(page, plain_list(wanted.supply))
    until(page, lambda: saved(page).get("supply") == wanted.supply)
    made = position_from(saved(page))
    assert made.round == wanted.round
    assert set(made.boards[0].pieces) == set(wanted.boards[0].pieces)
    assert page.evaluate("window.actions") <= MOST_ACTIONS


def test_taps_faster_than_answers_all_count(page: Page) -> None:
    ready(page)
    new(page)
    page.get_by_label("all tiles").check()
    plus = page.get_by_role("button", name="Flax: one more")
    plus.evaluate("plus => [1, 2, 3].forEach(() => plus.click())")
    until(page, lambda: saved(page).get("supply") == {"flax": 3})


@pytest.mark.parametrize(
    ("language", "typed", "tile"),
    [("en", "ro", "Robe"), ("en", "gla", "Glass beads"), ("pl", "tun", "Tunika")],
)
def test_typing_takes_a_tile(visiting: Visiting, language: str, typed: str, tile: str) -> None:
    page = visiting(language=language).page()
    ready(page)
    page.keyboard.type(typed)
    expect(page.locator(".tile.held .take")).to_have_attribute("title", tile)
    page.keyboard.press("Escape")
    expect(page.locator(".tile.held")).to_have_count(0)


def test_a_letter_typed_at_once_counts(visiting: Visiting) -> None:
    visitor = visiting()
    visitor.context.add_init_script(f"({AT_ONCE})(['svg.overlay', true])")
    page = visitor.page()
    field = page.get_by_label("Find a tile")
    expect(field).to_be_focused()
    page.keyboard.type("o")
    expect(page.locator(".tile.held .take")).to_have_attribute("title", "Robe")
    page.evaluate(f"({AT_ONCE})(['.tile.held', false])")
    page.mouse.click(*cell(page, 8, 4))
    expect(page.locator(".tile.held")).to_have_count(0)
    expect(field).to_be_focused()
    page.keyboard.type("u")
    expect(page.locator(".tile.held .take")).to_have_attribute("title", "Rune stone")


def test_keys_before_an_answer_count(page: Page) -> None:
    waiting: list[Route] = []
    new(page)
    page.keyboard.type("silver")
    page.mouse.move(*cell(page, 0, 11))
    expect(page.locator(".ghost rect")).to_have_count(1)
    page.route("**/api/position/places", lambda route: waiting.append(route))
    page.mouse.click(*cell(page, 0, 11))
    expect_pieces(page, 1)
    page.keyboard.type("ro")
    expect(page.locator(".tile.held .take")).to_have_attribute("title", "Robe")
    page.keyboard.press("Escape")
    page.keyboard.type("oil")
    page.mouse.move(*cell(page, 4, 9))
    page.keyboard.press("r")
    until(page, lambda: "oil" in (waiting[-1].request.post_data or ""))
    waiting[-1].continue_()
    until(page, lambda: [x for x, _ in ghost_cells(page)] == [4, 4])


def test_a_tile_is_held_by_its_middle_however_late_its_shape_comes(page: Page) -> None:
    waiting: list[Route] = []
    new(page)
    page.route("**/api/position/places", lambda route: waiting.append(route))
    page.keyboard.type("linen")
    expect(page.locator(".tile.held .take")).to_have_attribute("title", "Linen")
    lying = [(x, 6) for x in range(4, 8)]
    page.mouse.move(*at_cells(page, lying))
    until(page, lambda: bool(waiting))
    waiting[0].continue_()
    expect(overlay(page).locator(".ghost rect")).to_have_count(4)
    assert ghost_cells(page) == lying
    standing = [(0, y) for y in range(4, 8)]
    page.mouse.move(*at_cells(page, standing))
    page.keyboard.press("r")
    assert ghost_cells(page) == standing


def test_over_a_board_keys_turn_the_tile(page: Page) -> None:
    ready(page)
    page.keyboard.type("hide")
    page.mouse.move(*cell(page, 8, 4))
    expect(page.locator(".ghost rect")).to_have_count(3)
    before = ghost_cells(page)
    page.keyboard.press("r")
    until(page, lambda: ghost_cells(page) != before)
    assert page.get_by_label("Find a tile").input_value() == "hide"


def test_silver_has_no_end(page: Page) -> None:
    new(page)
    page.keyboard.type("silver")
    for row in (11, 10, 9):
        page.mouse.click(*cell(page, 0, row))
        expect_pieces(page, 12 - row)
    assert not saved(page).get("supply")
    page.keyboard.type("ro")
    expect(page.locator(".tile.held .take")).to_have_attribute("title", "Robe")


def test_a_right_click_erases(page: Page) -> None:
    from_nothing(page, "Oil")
    page.get_by_role("button", name="Take Oil").click()
    page.keyboard.press("r")
    page.mouse.click(*cell(page, 0, 11))
    until(page, lambda: len(pieces(page)) == 1)
    page.mouse.move(*cell(page, 0, 11))
    page.keyboard.press("l")
    expect(page.locator(".mark.locked")).to_have_count(1)
    page.mouse.click(*cell(page, 0, 11), button="right")
    expect(page.locator(".notice")).to_contain_text("locked")
    page.keyboard.press("l")
    expect(page.locator(".mark.locked")).to_have_count(0)
    page.mouse.click(*cell(page, 0, 11), button="right")
    until(page, lambda: not pieces(page))
    assert not saved(page).get("supply")
    page.keyboard.press("Control+z")
    until(page, lambda: len(pieces(page)) == 1)


def test_a_long_press_erases(phone: Page) -> None:
    from_nothing(phone, "Oil")
    phone.get_by_role("button", name="Take Oil").tap()
    phone.get_by_role("button", name="Turn").tap()
    for _ in range(2):
        phone.touchscreen.tap(*cell(phone, 0, 11))
    until(phone, lambda: len(pieces(phone)) == 1)
    at = at_cells(phone, [(0, 11)])
    finger = phone.context.new_cdp_session(phone)
    touch = {"type": "touchStart", "touchPoints": [{"x": at[0], "y": at[1]}]}
    finger.send("Input.dispatchTouchEvent", touch)
    phone.get_by_role("button", name="Erase").wait_for()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.get_by_role("button", name="Erase").tap()
    until(phone, lambda: not pieces(phone))
    assert not saved(phone).get("supply")


def test_boards_are_added_by_picture(page: Page) -> None:
    new(page)
    page.get_by_test_id("add-board").click()
    pictures = page.locator(".board-pictures img")
    loaded = "images => images.every(each => each.complete && each.naturalWidth)"
    until(page, lambda: pictures.evaluate_all(loaded))
    page.keyboard.press("Escape")
    add_board(page, "iceland")
    expect(overlay(page, 1)).to_be_visible()
    assert [board["board"] for board in saved(page)["boards"]] == ["home", "iceland"]


def test_goods_are_pasted_and_typed(visiting: Visiting) -> None:
    visitor = visiting()
    page = visitor.page()
    new(page)
    paste(page, "2 silver, 1 šaty, 1 roobe")
    said = page.get_by_role("alert")
    expect(said).to_contain_text(
        "unknown tile 'šaty': did you mean clothing or stone?; heard before it: 2 silver"
    )
    paste(page, "2 silver, 1 roucho")
    until(page, lambda: saved(page).get("supply") == {"silver": 2, "robe": 1})
    page.get_by_label("Find a tile").fill("3 ore, oil")
    page.keyboard.press("Enter")
    until(page, lambda: saved(page).get("supply") == {"ore": 3, "oil": 1})
    visitor.forgive("status of 422")
