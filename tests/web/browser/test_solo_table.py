"""The table of a solo game by keyboard, and its earlier states."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browser.conftest import Visiting
from tests.web.browser.game import answered, begin
from tests.web.browser.harness import Size
from tests.web.browser.table import brought


def space(page: Page, name: str) -> str:
    """Return the accessible text of a space."""
    return page.locator(f'[data-space="{name}"]').inner_text()


def test_arrows_move_over_the_action_board(visiting: Visiting) -> None:
    page = visiting().page("/games")
    begin(page, seed=1)
    page.locator('[data-space="build_shed"]').focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
    expect(page.locator('[data-space="hunting_game_1"]')).to_be_focused()
    page.keyboard.press("ArrowDown")
    answered(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator('[data-space="take_stockfish"]')).to_have_class("space taken")


def test_a_space_that_cannot_be_used_says_why(visiting: Visiting) -> None:
    page = visiting().page("/games")
    view = begin(page, seed=1)
    reason = next(each["reason"] for each in view["spaces"] if each["id"] == "plundering")
    assert reason
    page.locator('[data-space="plundering"]').click(force=True)
    expect(page.get_by_role("tooltip")).to_contain_text(reason)
    assert reason in space(page, "plundering")


def test_earlier_states_are_looked_at_and_gone_on_from(visiting: Visiting) -> None:
    page = visiting().page("/games")
    begin(page, seed=1)
    answered(page, page.locator('[data-space="take_stockfish"]').click)
    view = answered(page, page.locator('[data-space="beans"]').click)
    page.get_by_role("button", name="History").click()
    page.locator(".history").get_by_role("button", name="Fish").click()
    expect(page.locator("#prompt")).to_contain_text(f"of {view['moves_made']}")
    expect(page.locator('[data-space="beans"]')).not_to_have_class("space taken")
    answered(page, page.get_by_role("button", name="Go on from here").click, "/api/game/undo")
    expect(page.locator('[data-space="beans"]')).to_have_class("space usable")
    page.get_by_role("button", name="Redo").click()
    expect(page.locator('[data-space="beans"]')).to_have_class("space taken")


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_and_my_move(visiting: Visiting, size: Size) -> None:
    """A space is asked about instead of used, with the loss that stands on it; then it is used."""
    page = visiting(size=size).page("/games")
    view = begin(page, seed=1)
    press = Locator.tap if size == "phone" else Locator.click
    press(page.get_by_role("button", name="Coach"))
    press(page.get_by_test_id("what-if"))
    space = page.locator('[data-space="mead"]')
    press(space)
    answer = page.locator(".coach .asked")
    expect(answer).to_contain_text("Mead")
    expect(answer).to_contain_text(re.compile("About (equal|\\d+ points? less)"))
    expect(answer).to_be_in_viewport()
    loss = re.search(r"loss ([\d.]+)", answer.inner_text())
    badge = space.locator(".badge").inner_text()
    assert badge == (f"−{loss[1]}" if loss else "≈")
    origin = page.url.partition("/games")[0]
    now = page.request.get(f"{origin}/api/games/{view['game']}").json()
    assert now["seen"] == view["seen"]
    answered(page, lambda: press(brought(page, space, press)))
    expect(space).to_have_class(re.compile("taken|active"))
    expect(answer).to_have_count(0)


def test_the_coach_goes_on_with_the_next_decision(visiting: Visiting) -> None:
    """Its numbers stand on all spaces and answers, and nobody has to ask again."""
    page = visiting().page("/games")
    begin(page, seed=1)
    page.get_by_role("button", name="Coach").click()
    expect(page.locator(".coach .lines li").first).to_be_visible()
    spaces = page.locator(".space.usable")
    expect(page.locator(".space.usable .badge")).to_have_count(spaces.count())
    view = answered(page, page.locator('[data-space="mountain_2"]').click)
    answers = [each for each in view["moves"] if each["group"] == "strip"]
    assert len(answers) > 1
    expect(page.locator(".answers .badge")).to_have_count(len(view["moves"]))
    expect(page.locator(".answers .best")).to_have_count(1)
    with page.expect_response("**/api/game/move"):
        page.locator(".coach .lines button").first.click()
    expect(page.locator(".space .badge").first).to_be_visible()
    expect(page.locator(".answers .badge")).to_have_count(
        page.locator(".answers [data-move]").count()
    )
    page.reload()
    expect(page.locator(".coach .lines li").first).to_be_visible()


def test_escape_undoes_one_thing_at_a_time(visiting: Visiting) -> None:
    """The tile goes back first, then the text beside the pointer, the question, the coach."""
    page = visiting(size="laptop").page("/games")
    begin(page, seed=1)
    page.route("**/api/game/coach", lambda _: None)  # its answers move what is pointed at
    page.get_by_role("button", name="Coach").click()
    page.get_by_test_id("what-if").click()
    page.locator('[data-space="mead"]').focus()
    page.keyboard.press("ArrowDown")  # by keys, so that its text is shown
    page.locator('[data-item="beans"]').dispatch_event("click", {"detail": 0})
    open_now = [
        page.locator(".handbar"),
        page.locator(".tip"),
        page.locator('[data-testid="what-if"][aria-pressed="true"]'),
        page.locator(".drawer.coach"),
    ]
    for at in range(len(open_now) + 1):
        for number, each in enumerate(open_now):
            expect(each).to_have_count(int(number >= at))
        page.keyboard.press("Escape")
