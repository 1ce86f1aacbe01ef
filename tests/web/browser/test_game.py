"""A solo game is played."""

import json
import re
from itertools import islice, pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Request, Route, expect

from odin_solver.challenges.library import par_log
from odin_solver.game import score_sheet
from odin_solver.game.log import parse
from tests.web.browser.conftest import Visiting
from tests.web.browser.game import KEYS, MOUSE, TOUCH, answered, begin, import_log, move, open_coach
from tests.web.browser.harness import Size
from tests.web.browser.server import PageServer
from tests.web.browser.table import until
from tests.web.browser.test_layout import decisions

RECORDED = Path(__file__).parents[1] / "data" / "game.log"


def choices(text: str) -> list[str]:
    """Return the moves of a log without the outcomes of chance."""
    lines = [line.partition(": ")[2] for line in text.partition("---\n")[2].splitlines()]
    return [line for line in lines if not line.startswith("chance ")]


@pytest.mark.nightly
def test_a_whole_game_is_played_by_clicks(visiting: Visiting) -> None:
    """Chance comes from the same seed, so that the logs agree."""
    page = visiting().page("/games")
    recorded = RECORDED.read_text(encoding="utf-8")
    view = begin(page, seed=1)
    for wanted in choices(recorded):
        view = move(page, view, wanted)
    assert view["over"]
    score = score_sheet(parse(recorded).state).total
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert choices(download.value.path().read_text(encoding="utf-8")) == choices(recorded)
    page.get_by_role("link", name="All games").click()
    expect(page.locator(".rows .points").first).to_have_text(str(score))


def test_the_last_round_is_played_by_clicks(visiting: Visiting) -> None:
    page = visiting().page("/games")
    recorded = RECORDED.read_text(encoding="utf-8")
    before, first, after = recorded.partition("round 7, actions: use play_occupation_paid\n")
    view = import_log(page, before)
    for wanted in choices("---\n" + first + after):
        view = move(page, view, wanted)
    assert view["over"]
    score = str(score_sheet(parse(recorded).state).total).replace("-", "−")
    shown = page.get_by_role("region", name="Score").locator(".total dd")
    expect(shown).to_have_text(score)


def test_the_dialog_of_a_new_game_opens_with_all_its_choices(visiting: Visiting) -> None:
    """Begin, clicked before the choices had come, sent a game without a length."""
    page = visiting().page("/games")
    waiting: list[Route] = []
    page.route("**/api/games/choices", lambda route: waiting.append(route))
    with page.expect_request("**/api/games/choices"):
        page.get_by_test_id("new-game").click()
    expect(page.get_by_role("button", name="Begin")).to_have_count(0)
    waiting[0].continue_()
    expect(page.get_by_role("radio", name="Long, 7 rounds")).to_be_checked()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#prompt .question")).to_be_visible()


def test_vikings_are_not_given_away_by_one_press(visiting: Visiting) -> None:
    """Ending the phase asks once, with their number; without any left it is the primary button."""
    page = visiting(size="laptop").page("/games")
    view = begin(page, seed=1)
    ending = page.locator('#prompt [data-move="pass"]')
    expect(ending).not_to_have_class(re.compile("primary"))
    go_on = page.get_by_role("dialog").get_by_role("button", name="Go on")
    end = page.locator('dialog.menu [data-move="pass"]')
    for press in (go_on.click, lambda: answered(page, end.click)):
        ending.click()
        expect(page.get_by_role("dialog")).to_contain_text(
            f"{view['vikings']} Vikings are unused. End the phase?"
        )
        press()
        expect(page.get_by_role("dialog")).to_have_count(0)
    expect(ending).to_have_count(0)
    answered(page, page.get_by_role("button", name="Undo").click, "/api/game/undo")
    open_coach(page)
    advised = page.locator("#prompt .answers button").first
    expect(advised).to_have_class(re.compile("primary"))
    expect(advised).to_be_enabled()
    expect(ending).not_to_have_class(re.compile("primary"))
    assert ending.bounding_box()["x"] > advised.bounding_box()["x"] + 100  # type: ignore[index]
    name = advised.inner_text().partition(": ")[2].split(":")[0].split(" ", 1)[1]
    after = answered(page, advised.click)
    assert name in " ".join(line["words"] for line in after["history"]["lines"])


def test_without_vikings_the_phase_ends_by_one_press(visiting: Visiting) -> None:
    page = visiting(size="laptop").page("/games")
    before, wanted, _ = RECORDED.read_text(encoding="utf-8").partition("round 2, actions: pass\n")
    assert wanted
    view = import_log(page, before)
    assert not view["vikings"]
    ending = page.locator('#prompt [data-move="pass"]')
    expect(ending).to_have_class(re.compile("primary"))
    assert answered(page, ending.click)["seen"] > view["seen"]


WAYS = {"touch": TOUCH, "keys": KEYS}


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("way", "size"), [("touch", "large phone"), ("touch", "tablet across"), ("keys", "laptop")]
)
def test_a_whole_game_is_played(visiting: Visiting, way: str, size: Size) -> None:
    """By touch on a phone and a tablet, and by keys alone."""
    page = visiting(size=size).page("/games")
    recorded = RECORDED.read_text(encoding="utf-8")
    view = begin(page, seed=1)
    for wanted in choices(recorded):
        view = move(page, view, wanted, WAYS[way])
    assert view["over"]


@pytest.mark.parametrize("way", WAYS)
def test_a_round_is_played(visiting: Visiting, way: str) -> None:
    """From dice to the feast, with tiles that have to be turned and moved."""
    page = visiting(size="phone" if way == "touch" else "laptop").page("/games")
    recorded = RECORDED.read_text(encoding="utf-8")
    before, middle, after = recorded.partition("round 2, actions: use hunting_game_1\n")
    view = import_log(page, before)
    rest = "---\n" + middle + after.partition("round 2, mountains")[0]
    for wanted in choices(rest):
        view = move(page, view, wanted, WAYS[way])
    assert view["round"] == 3


def test_a_game_survives_the_death_of_its_server(
    visiting: Visiting, own_server: PageServer
) -> None:
    visitor = visiting(own_server)
    page = visitor.page("/games")
    view = begin(page, seed=1)
    for wanted in ("use mountain_2", "strip 1 take 2"):
        view = move(page, view, wanted)
    own_server.kill()
    page.locator('[data-space="build_longship"]').click()
    expect(page.get_by_role("alert").first).to_contain_text("No connection")
    own_server.start()
    expect(page.get_by_text("No connection to odin. Nothing")).to_be_hidden()
    assert move(page, view, "use build_longship")["seen"] > view["seen"]
    visitor.forgive("net::ERR_")


def test_an_answer_that_is_none_ends_no_later_move(visiting: Visiting) -> None:
    visitor = visiting()
    page = visitor.page("/games")
    view = begin(page, seed=1)
    page.route("**/api/game/move", lambda route: route.fulfill(json={}))
    page.locator('[data-space="mountain_2"]').click()
    expect(page.get_by_role("alert").first).to_be_visible()
    expect(page.locator("#prompt")).to_have_attribute("aria-busy", "false")
    page.unroute("**/api/game/move")
    assert move(page, view, "use mountain_2")["seen"] > view["seen"]
    visitor.forgive("exception: ")


def test_two_tabs_on_one_game(visiting: Visiting) -> None:
    """A move in a tab that has missed another one's is not made, and it then shows the game."""
    visitor = visiting()
    first = visitor.page("/games")
    view = begin(first, seed=1)
    second = visitor.page(f"/games{first.evaluate('location.hash')}")
    expect(second.locator("#prompt .question")).to_be_visible()
    later = move(first, view, "use mountain_2")
    before = second.locator("#prompt .question").inner_text()
    # A click by mouse would bring the tab to the front, where it catches up by itself.
    second.locator('[data-space="mead"]').evaluate("space => space.click()")
    expect(second.get_by_role("alert")).to_be_visible()
    expect(second.locator("#prompt .question")).not_to_have_text(before)
    assert move(second, later, "strip 1 take 2")["seen"] > later["seen"]
    visitor.forgive("status of 409")


def test_markup_in_the_name_of_a_game_is_shown_as_it_is(visiting: Visiting) -> None:
    name = "<img src=x onerror=alert(1)><b>bold"
    page = visiting().page("/games")
    page.get_by_test_id("new-game").click()
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name=re.compile("<img src=x"))).to_be_visible()
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("link", name=re.compile("<img src=x"))).to_be_visible()
    assert page.locator("img[src=x]").count() == 0


def test_undo_waits_for_a_move_that_is_on_its_way(visiting: Visiting) -> None:
    """The coach asks about what is left then; a state that is gone would be refused."""
    page = visiting(size="laptop").page("/games")
    view = begin(page, seed=1)
    held: list[Route] = []
    asked: list[int] = []
    page.route("**/api/game/move", lambda route: held.append(route))

    def listen(request: Request) -> None:
        if request.url.endswith("/game/coach"):
            asked.append(json.loads(request.post_data or "")["seen"])

    page.on("request", listen)
    page.locator('#prompt [data-move="pass"]').click()
    page.locator('dialog.menu [data-move="pass"]').click()
    until(page, lambda: held)
    open_coach(page)
    page.keyboard.press("Control+z")
    with page.expect_response("**/api/game/undo") as undone:
        held[0].continue_()
    assert undone.value.ok
    expect(page.locator(".drawer.coach .lines li").first).to_be_visible()
    assert asked == [view["seen"]]
    expect(page.locator(".notice")).to_have_count(0)


def test_the_move_of_the_coach_is_offered_once(visiting: Visiting) -> None:
    page = visiting(size="large phone").page("/games")
    import_log(page, "".join(islice(decisions(RECORDED.read_text(encoding="utf-8")), 70, 71)))
    ending = page.locator('#prompt [data-move="pass"]')
    expect(ending).to_be_visible()
    open_coach(page)
    expect(page.locator('#prompt [data-testid="advised"][data-move="pass"]')).to_be_enabled()
    expect(ending).to_have_count(1)


@pytest.mark.parametrize("size", ["laptop", "large phone"])
def test_what_a_move_changes_is_in_sight_and_lights_up(visiting: Visiting, size: Size) -> None:
    """A board that was explored stood below the fold, and nothing moved."""
    page = visiting(size=size).page("/games")
    page.emulate_media(reduced_motion="no-preference")
    before, wanted, after = RECORDED.read_text(encoding="utf-8").partition(
        "round 1, actions: explore iceland\n"
    )
    explored = "explore iceland"
    assert wanted
    view = import_log(page, before)
    way = TOUCH if size == "large phone" else MOUSE
    way.press(page.locator(f'#prompt [data-move="{explored}"], .wanted:has-text("Iceland")').first)
    iceland = page.locator('[data-board="iceland"]')
    seen = "header" if size == "large phone" else ".surface"  # a phone has no room for all of it
    expect(iceland.locator(seen)).to_be_in_viewport(ratio=0.95)
    expect(page.locator("#prompt .news")).to_contain_text("Iceland")
    first, wool, _ = (wanted + after).partition(
        "round 2, actions: place wool iceland a2,a3,b2,b3\n"
    )
    page.get_by_role("link", name="All games").click()
    view = import_log(page, before + first)
    move(page, view, wool.partition(": ")[2].strip(), way)
    expect(iceland.locator(".mark.new path")).to_be_in_viewport(ratio=0.9)
    expect(iceland.locator(".mark.new path")).to_have_css("animation-name", "lit")
    page.emulate_media(reduced_motion="reduce")
    expect(iceland.locator(".mark.new path")).to_have_css("opacity", "0")


def test_hands_of_several_people_are_covered(visiting: Visiting) -> None:
    """Two people and a bot at one screen: a hand is seen when its player says so."""
    page = visiting(size="phone").page("/games")
    page.get_by_test_id("new-game").click()
    page.get_by_label("Players, if several play here").fill("Anna, Ben")
    page.get_by_label("Bots at the table").select_option("1")
    page.get_by_label("Their strength").select_option("2")
    page.get_by_label("Seed", exact=True).fill("4")
    with page.expect_response("**/api/games/new") as answer:
        page.get_by_role("button", name="Begin").click()
    view = answer.value.json()
    looked = []
    for _ in range(4):
        name = view["seats"][view["seat"]]["name"]
        looked.append(name)
        expect(page.get_by_role("heading", name=f"{name}, is nobody else looking?")).to_be_visible()
        assert not page.get_by_text(view["hand"][0]["name"]).count()
        page.get_by_role("button", name="Show my hand").tap()
        expect(page.locator(".status")).to_contain_text("Bot 3")
        assert page.get_by_text(view["hand"][0]["name"]).count()
        simple = {"use beans", "use mead", "use flax_stockfish", "use fruits_oil_salt_meat"}
        wanted = next(each["text"] for each in view["moves"] if each["text"] in simple)
        view = move(page, view, wanted, TOUCH)
    assert set(looked) == {"Anna", "Ben"}
    page.keyboard.press("Control+z")
    again = page.get_by_role("heading", name=f"{looked[-1]}, is nobody else looking?")
    expect(again).to_be_visible()


@pytest.mark.parametrize("size", ["large phone", "across"])
def test_a_feast_is_served_without_scrolling(visiting: Visiting, size: Size) -> None:
    """Of a challenge, too, which has a line more, and beside the coach."""
    logs = pairwise(decisions(par_log("first-voyage", "gold")))
    before = next(log for log, after in logs if "serve " in after.removeprefix(log))
    page = visiting(size=size).page("/games")
    import_log(page, before)
    serve = page.locator('[data-move="serve"]')
    expect(serve).to_be_in_viewport(ratio=1)
    open_coach(page)
    expect(page.locator(".drawer.coach .lines li").first).to_be_visible()
    expect(serve).to_be_in_viewport(ratio=1)
