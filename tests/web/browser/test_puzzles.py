"""Puzzles are solved."""

import re
from functools import partial

from playwright.sync_api import Page, Route, expect

from odin_web.puzzles.sources import puzzle_named
from tests.web.browser.conftest import Visiting
from tests.web.browser.game import TOUCH, View, answered, serve, touch
from tests.web.browser.server import PageServer
from tests.web.browser.table import Placed, overlay, place, until

NAME = "first-steps/1"


def lay(page: Page, number: int) -> None:
    """Lay a tile of the solution."""
    board, piece = puzzle_named(NAME).solution[number]
    taken = page.locator(f'[data-tile="{piece.tile.id}"]')
    with page.expect_response(
        lambda answer: (
            answer.url.endswith("/play") and piece.tile.id in (answer.request.post_data or "")
        )
    ):
        place(page, taken, Placed(piece.tile.id, board, piece.cells))


def test_a_puzzle_is_solved_by_mouse(visiting: Visiting, own_server: PageServer) -> None:
    """The server is killed and started again on the way: what was laid is still there.

    What leads to all puzzles stays so when the next puzzle is known.
    """
    visitor = visiting(own_server)
    visitor.tolerated = "net::ERR_"
    page = visitor.page("/puzzles")
    page.get_by_role("link", name="First steps").click()
    page.locator(f'[data-puzzle="{NAME}"]').click()
    expect(overlay(page)).to_be_visible()
    count = len(puzzle_named(NAME).solution)
    lay(page, 0)
    own_server.kill()
    own_server.start()
    page.reload()
    expect(overlay(page)).to_be_visible()
    held: list[Route] = []
    page.route("**/api/puzzles/lists", lambda route: held.append(route))
    for number in range(1, count):
        lay(page, number)
    expect(page.get_by_test_id("solved")).to_be_visible()
    leads_to_all = page.get_by_role("link", name="All puzzles").last.element_handle()
    assert leads_to_all is not None
    until(page, lambda: bool(held))
    held[0].continue_()
    expect(page.get_by_test_id("next")).to_be_visible()
    page.unroute("**/api/puzzles/lists")
    leads_to_all.click()
    expect(page.get_by_role("link", name="First steps")).to_contain_text("1 of")


def test_a_step_whose_answer_is_lost_is_kept(visiting: Visiting, own_server: PageServer) -> None:
    visitor = visiting(own_server)
    visitor.tolerated = "net::ERR_"
    page = visitor.page(f"/puzzles#{NAME}")
    expect(overlay(page)).to_be_visible()
    board, piece = puzzle_named(NAME).solution[0]
    taken = page.locator(f'[data-tile="{piece.tile.id}"]')

    def lose(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    page.route("**/api/puzzles/play", lose, times=1)
    with page.expect_event("requestfailed"):
        place(page, taken, Placed(piece.tile.id, board, piece.cells))
    expect(page.get_by_role("alert").first).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name=re.compile("^Take .* back$"))).to_be_visible()


def test_hints_lead_to_the_solution_by_keys(visiting: Visiting) -> None:
    page = visiting().page(f"/puzzles#{NAME}")
    solved = page.get_by_test_id("solved")
    hint, follow = page.get_by_test_id("hint"), page.get_by_test_id("follow")
    for _ in range(8 * len(puzzle_named(NAME).solution)):
        expect(
            solved.or_(follow).or_(page.locator('[data-testid="hint"]:enabled')).first
        ).to_be_visible()
        if solved.is_visible():
            break
        followed = follow.is_visible()
        with page.expect_response("**/api/puzzles/*"):
            (follow if followed else hint).press("Enter")
        if followed:  # the page comes after the answer
            expect(follow).to_have_count(0)
    expect(solved).to_be_visible()


LAST_ACTIONS = "last-actions/4"
LINE = (
    "use emigrate_2",
    "emigrate knarr",
    "pass",
    "take silver",
    "serve flax+ stockfish+",
    "finish",
)
"""Its best line."""


def test_last_actions_are_solved_as_a_game_by_touch(
    visiting: Visiting, own_server: PageServer
) -> None:
    page = visiting(own_server, size="phone").page("/puzzles")
    page.get_by_role("link", name="Last actions").tap()
    page.locator(f'[data-puzzle="{LAST_ACTIONS}"]').tap()
    expect(page.get_by_text("to score at least 100 points?")).to_be_visible()
    page.get_by_role("button", name="Hint").tap()
    expect(page.get_by_text("Look at Emigration and occupation.")).to_be_visible()
    game = page.evaluate("location.hash.slice(1)")
    view: View = page.request.get(f"{page.url.partition('/games')[0]}/api/games/{game}").json()
    for move in LINE:
        if move.startswith("serve "):
            view = serve(page, move, TOUCH.press)
        else:
            wanted = next(each for each in view["moves"] if each["text"] == move)
            view = answered(page, partial(touch, page, view, wanted, TOUCH.press))
    expect(page.get_by_text("Solved! 100 points, stars: 2 of 3")).to_be_visible()
    page.get_by_role("link", name="Next puzzle").tap()
    expect(page.get_by_text("to score at least 95 points?")).to_be_visible()
    page.get_by_role("link", name="All puzzles").tap()
    expect(page.locator(f'[data-puzzle="{LAST_ACTIONS}"] .done')).to_contain_text("✓")
