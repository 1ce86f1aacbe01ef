"""The end of a game: what it is worth beside others, what turned it, what is shared."""

from playwright.sync_api import expect

from odin_solver.challenges.library import par_log
from tests.web.browser.conftest import Visiting
from tests.web.browser.game import import_log
from tests.web.browser.server import PageServer
from tests.web.browser.test_training import found


def test_an_end_compares_explains_and_is_shared(visiting: Visiting, own_server: PageServer) -> None:
    visit = visiting(own_server, size="laptop")
    visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visit.page("/games")
    first = import_log(page, par_log("first-voyage", "bronze"))
    end = page.locator(".end")
    expect(end).to_contain_text(f"0 above the par of the planner ({first['score']})")
    page.goto(f"{own_server.address}games")
    view = import_log(page, par_log("first-voyage", "gold"))
    expect(end).to_contain_text(f"{view['score'] - first['score']} above the par")
    expect(end).to_contain_text(f"Of your 2 games like this it is number 1. Best {view['score']}")
    worth = [each for each in view["sheet"] if each["points"]]
    expect(end.locator("dt")).to_have_text([each["name"] for each in worth])
    page.goto(f"{own_server.address}games#{view['game']}")
    end.get_by_role("button", name="Copy the text").click()
    assert str(view["score"]) in page.evaluate("navigator.clipboard.readText()")
    with page.expect_download() as download:
        end.get_by_role("button", name="Save the picture").click()
    assert download.value.suggested_filename == "first-voyage.png"
    found(page, [10, 20, 30], {10: 4.0, 20: 8.0})
    end.get_by_role("button", name="See where points were lost").click()
    page.get_by_role("button", name="Begin").click()
    expect(end).to_contain_text("The turning point: Move 20 was a mistake")
    end.get_by_role("button", name="Move 20").click()
    expect(page.locator(".question")).to_contain_text("19 of")


def test_an_end_has_a_phone_to_itself(visiting: Visiting) -> None:
    """The coach, left open, had the screen, and the score sheet a strip below it."""
    page = visiting(size="large phone").page("/games")
    page.evaluate("localStorage.setItem('game.open', 'coach')")
    page.reload()
    import_log(page, par_log("first-voyage", "gold"))
    end, drawer = page.locator(".end"), page.locator(".drawer")
    expect(end).to_be_in_viewport(ratio=1)
    expect(drawer).to_have_count(0)
    page.get_by_role("button", name="Review", exact=True).tap()
    expect(drawer).to_be_visible()
    expect(end).to_be_hidden()
    page.locator(".tabs [data-tab=boards]").tap()
    expect(page.locator("svg.overlay").first).to_be_in_viewport()
    page.locator(".tabs [data-tab=coach]").tap()
    expect(end).to_be_in_viewport(ratio=1)
