"""Making moves of a solo game by touching what they belong to."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from playwright.sync_api import Frame, Locator, Page, expect

from tests.web.browser.table import (
    Placed,
    Press,
    brought,
    place,
    place_by_keys,
    place_by_touch,
    tab_to,
)

View = dict[str, Any]


class Way(NamedTuple):
    """How a player makes moves: how controls are pressed, and tiles laid."""

    press: Press
    place: Callable[[Page, Locator, Placed], None]


def press_key(control: Locator) -> None:
    """Press a control by keys alone: Tab, arrows on the action board, Enter."""
    page = control.page
    if control.get_attribute("data-space"):
        tab_to(page, page.locator('.space[tabindex="0"]'))
        for _ in range(80):
            key = control.evaluate(TOWARDS)
            if not key:
                break
            page.keyboard.press(key)
    else:
        tab_to(page, control)
    page.keyboard.press("Enter")


TOWARDS = """goal => {
    const from = document.activeElement;
    if (from === goal) return "";
    const [a, b] = [from, goal].map(each => each.getBoundingClientRect());
    if (a.right < b.left) return "ArrowRight";
    if (b.right < a.left) return "ArrowLeft";
    return a.top < b.top ? "ArrowDown" : "ArrowUp";
}"""
"""The arrow that leads from the focus towards a space."""

MOUSE = Way(Locator.click, place)
TOUCH = Way(Locator.tap, place_by_touch)
KEYS = Way(press_key, place_by_keys)


def begin(page: Page, seed: int) -> View:
    """Begin a long game with a seed, in the dialog of the list."""
    page.get_by_test_id("new-game").click()
    page.get_by_label("Seed", exact=True).fill(str(seed))
    view = answered(page, page.get_by_role("button", name="Begin").click, "/api/games/new")
    expect(page.locator("#prompt .question")).to_be_visible()
    return view


def import_log(page: Page, text: str) -> View:
    """Go on with a log, on the page of all games; return the state of the game."""
    log = page.locator("input[type=file]")
    log.set_input_files({"name": "begun.log", "mimeType": "text/plain", "buffer": text.encode()})
    expect(page.locator("#prompt .question")).to_be_visible()
    game = page.evaluate("location.hash.slice(1)")
    view: View = page.request.get(f"{page.url.partition('/games')[0]}/api/games/{game}").json()
    return view


def answered(page: Page, act: Callable[[], object], path: str = "/api/game/move") -> View:
    """Do something, and return the state of the game that the server then sends."""
    with page.expect_response(f"**{path}") as response:
        act()
    view: View = response.value.json()
    assert response.value.ok, view
    if "changes" in view:  # the page has the rest
        origin = "/".join(page.url.split("/")[:3])
        view = page.request.get(f"{origin}/api/games/{view['game']}").json()
    expect(page.locator('#prompt[aria-busy="true"]')).to_have_count(0)
    return view


def open_coach(page: Page) -> None:
    """Ask the coach: by its button, or by its tab."""
    page.locator(".tools .coach:visible, .tabs [data-tab=coach]:visible").first.click()


def move(page: Page, view: View, text: str, way: Way = MOUSE) -> View:
    """Make a move at the table; return the state after it."""
    press = way.press
    placed = placement(view, text)
    if placed is not None:
        taken = brought(page, page.locator(f'[data-item="{placed.tile}"]'), press)
        return answered(page, lambda: way.place(page, taken, placed))
    if page.locator(".handbar").count():  # the last tile of a kind leaves the hand by itself
        press(page.get_by_role("button", name="Put back"))
    if text.startswith("serve "):
        return serve(page, text, press)
    wanted = next((each for each in view["moves"] if each["text"] == text), None)
    assert wanted is not None, f"{text} is not among the moves"
    return answered(page, lambda: touch(page, view, wanted, press))


def touch(page: Page | Frame, view: View, wanted: View, press: Press) -> None:
    """Make a move of the list by touching what it belongs to."""
    text, target = wanted["text"], wanted["target"]
    if wanted["group"] == "space":
        press(brought(page, page.locator(f'[data-space="{target}"]'), press))
        same = [each for each in view["moves"] if each["target"] == target]
    elif text.startswith("ship "):
        large = ("ship knarr", "ship longship")
        press(brought(page, page.locator(".berth.buy").nth(-1 if text in large else 0), press))
        same = [each for each in view["moves"] if text in large and each["text"] in large]
    else:
        assert not wanted["anytime"], text
        press(page.locator(f'#prompt [data-move="{text}"]'))
        if text == "pass" and view["vikings"] and any_space(view):
            press(page.locator('dialog.menu [data-move="pass"]'))
        return
    if len(same) > 1:
        label = re.compile("^" + re.escape(wanted["label"]))
        press(page.locator("dialog.menu").get_by_role("button", name=label).first)


def any_space(view: View) -> bool:
    """Tell whether a Viking can be placed."""
    return any(each["group"] == "space" for each in view["moves"])


def serve(page: Page, text: str, press: Press) -> View:
    """Lay a feast by hand, dish by dish."""
    feast = "/api/game/feast"
    clear = page.get_by_role("button", name="Clear", exact=True)
    now = answered(page, lambda: press(clear), feast)
    for dish in text.split()[1:]:
        item, lengthwise = dish.removesuffix("+"), dish.endswith("+")
        at = [food["item"] for food in now["foods"]].index(item)
        button = page.locator(".food").nth(at).get_by_role("button").nth(int(lengthwise))
        now = answered(page, partial(press, button), feast)
    return answered(page, lambda: press(page.locator('[data-move="serve"]')))


def placement(view: View, text: str) -> Placed | None:
    """Read a move that lays a tile."""
    match = re.fullmatch(r"place (\w+) (\S+) (\S+)", text)
    if match is None:
        return None
    tile, board, cells = match.groups()
    names = [each["board_name"] for each in view["boards"]]
    at = names.index(board)
    height = view["boards"][at]["height"]
    places = [(ord(cell[0]) - ord("a"), height - int(cell[1:])) for cell in cells.split(",")]
    return Placed(tile, at, tuple(sorted(places)))
