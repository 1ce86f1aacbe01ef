"""Everything in sight and nothing covered: at each size of a window, in each language."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from pprint import pformat
from typing import Any, get_args

import pytest
from playwright.sync_api import Page, expect

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Options as GameOptions
from odin_solver.planner.series import play_one
from odin_solver.support.language import languages
from odin_web.pagefiles import PAGES
from tests.profiles import cases
from tests.web.browser.conftest import Visiting
from tests.web.browser.game import View, begin, open_coach
from tests.web.browser.harness import CELLS, WINDOWS, Hand, Options, Size
from tests.web.browser.table import ready

RECORDED = Path(__file__).parents[1] / "data" / "game.log"

LANGUAGES = languages()

FAULTS = """
async () => {
    const frame = () => new Promise(done => {
        requestAnimationFrame(() => setTimeout(done));
        setTimeout(done, 2000);
    });
    await frame();  // boards are fitted to the window
    await frame();
    const faults = [];
    const name = element => element.outerHTML.slice(0, 140).replaceAll(/\\s+/g, " ");
    // The part of an element that is neither outside the window nor scrolled away.
    const seen = element => {
        let { left, top, right, bottom } = element.getBoundingClientRect();
        const middle = [(left + right) / 2, (top + bottom) / 2];
        for (let each = element.parentElement; each; each = each.parentElement) {
            const { overflowX, overflowY } = getComputedStyle(each);
            const box = each.getBoundingClientRect();
            if (overflowX !== "visible") {
                left = Math.max(left, box.left);
                right = Math.min(right, box.right);
            }
            if (overflowY !== "visible") {
                top = Math.max(top, box.top);
                bottom = Math.min(bottom, box.bottom);
            }
        }
        [left, top] = [Math.max(left, 0), Math.max(top, 0)];
        [right, bottom] = [Math.min(right, innerWidth), Math.min(bottom, innerHeight)];
        const [x, y] = middle;
        const inside = x > left + 1 && x < right - 1 && y > top + 1 && y < bottom - 1;
        return inside && element.checkVisibility({ visibilityProperty: true }) ? middle : null;
    };
    const least = matchMedia("(pointer: coarse)").matches ? 44 : 24;
    const modal = document.querySelector("dialog[open]");
    const controls = "a, button, select, input, summary, svg.overlay";
    for (const control of document.querySelectorAll(controls)) {
        const reachable = (modal?.contains(control) ?? true) && !control.closest(".file");
        const middle = reachable && seen(control);
        if (!middle) continue;
        const hit = document.elementFromPoint(...middle);
        const target = control.closest("label") ?? control;
        if (!target.contains(hit)) faults.push(`covered by ${name(hit)}: ${name(control)}`);
        const { width, height } = target.getBoundingClientRect();
        const small = Math.min(width, height) < least - 0.5;
        if (small && !control.matches("svg *, p a"))
            faults.push(`${width} x ${height}: ${name(control)}`);
    }
    const app = document.querySelector("#app");
    const walker = document.createTreeWalker(app, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim()) continue;
        if (element.closest("svg, option, .sr, select") || !seen(element)) continue;
        const style = getComputedStyle(element);
        const size = Number.parseFloat(style.fontSize);
        if (size < 11.99) faults.push(`${size}px: ${name(element)}`);
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        const text = range.getBoundingClientRect();
        const ends = "#app, .field, .boards";
        for (let each = element; each && !each.matches(ends); each = each.parentElement) {
            const { overflowX, overflowY, clipPath } = getComputedStyle(each);
            if (clipPath !== "none") break;
            const box = each.getBoundingClientRect();
            const wide = text.right > box.right + 1.5 || text.left < box.left - 1.5;
            const high = text.bottom > box.bottom + 2.5 || text.top < box.top - 2.5;
            const cut = (wide && overflowX === "hidden") || (high && overflowY === "hidden");
            if (cut) faults.push(`cut: ${name(element)}`);
            const out = each.matches("button, a") && (wide || high);
            if (out) faults.push(`sticks out: ${name(element)}`);
            if (overflowX === "auto" || overflowY === "auto") break;
        }
    }
    for (const each of app.querySelectorAll("dialog, aside, section, form, .talk, .told, .side")) {
        const more = each.scrollWidth - each.clientWidth;
        if (more > 1 && each.clientWidth) faults.push(`${more} px are beside it: ${name(each)}`);
    }
    const width = document.documentElement.scrollWidth;
    if (width > innerWidth) faults.push(`the page is ${width} wide`);
    return faults;
}
"""
"""What is wrong with what is in sight: covered or small controls, small or cut texts."""

BOARD = """
() => {
    const surface = document.querySelector('[data-board="home"] .surface, .puzzle .surface');
    const { left, top, right, bottom, width } = surface.getBoundingClientRect();
    const corners = [left + 3, right - 3].flatMap(x => [top + 3, bottom - 3].map(y => [x, y]));
    const whole = corners.every(([x, y]) => surface.contains(document.elementFromPoint(x, y)));
    return [whole, width / Number(surface.style.getPropertyValue("--columns"))];
}
"""
"""Whether all corners of the board of the moment are in sight, and the pixels of its cells."""

SHOWN = """
name => {
    const game = encodeURIComponent(name);
    const shown = document.querySelector(`a[download][href*="/${game}/"]`);
    return shown && document.querySelector('#prompt:not([aria-busy="true"]) .question');
}
"""
"""Whether a game is there."""

ADVISED = """
() => {
    const find = selector => document.querySelector(`.drawer.coach ${selector}`);
    const thinks = find('.lines[aria-busy="true"]');
    if (thinks && find(".lines li") && window.stopped !== location.hash) {
        window.stopped = location.hash;
        find("header button").click();
    }
    return !thinks && find(".lines li, .coach > p:not(.dim) + .lines");
}
"""
"""Stops the coach when it has said something: then it tells its plan as well."""


def faults(page: Page, size: Size) -> list[str]:
    """Return what is covered, cut or too small, and whether the home board is not whole."""
    found: list[str] = page.evaluate(FAULTS)
    return found + board_faults(page, size)


def board_faults(page: Page, size: Size) -> list[str]:
    """Return whether the board of the moment is not whole, or too small, beside the controls."""
    if size not in CELLS:
        return []
    whole, cell = page.evaluate(BOARD)
    small = [f"a cell is {cell} px"] if round(cell, 2) < CELLS[size] else []
    return small if whole else ["the board is not whole", *small]


def decisions(text: str) -> Iterator[str]:
    """Yield the beginnings of a log, each of which ends where the player decides."""
    lines = text.splitlines(keepends=True)
    begin = lines.index("---\n") + 1
    for number in range(begin, len(lines) + 1):
        if number == len(lines) or "chance " not in lines[number]:
            yield "".join(lines[:number])


@cache
def logs() -> list[str]:
    """Return the beginnings of games with cards at 200 decisions."""
    cards = frozenset(OCCUPATIONS)
    options = GameOptions(length="short", islands=True, harvest=True, cards=cards)
    other = play_one("greedy", options, 7, with_log=True).log
    assert other is not None
    found = [*decisions(RECORDED.read_text(encoding="utf-8")), *[*decisions(other)][::3]]
    assert len(found) == 200
    return found


NIGHTLY = pytest.mark.nightly
USUAL: tuple[Size, ...] = ("laptop", "phone")
"""Windows of each run; the others come nightly."""


@pytest.fixture(
    params=[pytest.param(each, marks=() if each in USUAL else NIGHTLY) for each in WINDOWS]
)
def size(request: pytest.FixtureRequest) -> Size:
    found: Size = request.param
    return found


@pytest.fixture(params=LANGUAGES[: cases(1, len(LANGUAGES))])
def language(request: pytest.FixtureRequest) -> Any:
    return request.param


@NIGHTLY
def test_every_decision(visiting: Visiting, size: Size, language: Any) -> None:
    walk(visiting, {"size": size, "language": language}, 1)


@NIGHTLY
def test_decisions_with_the_coach(visiting: Visiting, size: Size, language: Any) -> None:
    walk(visiting, {"size": size, "language": language}, 7, coach=True)


def test_some_decisions(visiting: Visiting, size: Size) -> None:
    walk(visiting, {"size": size}, 197)


def test_a_decision_with_the_coach(visiting: Visiting, size: Size) -> None:
    walk(visiting, {"size": size, "language": "pl"}, 150, coach=True)


def walk(visiting: Visiting, options: Options, step: int, *, coach: bool = False) -> None:
    """Look at each so-many-th of the decisions."""
    size = options["size"]
    page = visiting(**options).page("/games")
    wrong = {}
    for number in range(step // 2, len(logs()), step):
        game = imported(page, logs()[number])
        page.evaluate("name => { location.hash = encodeURIComponent(name); }", game["game"])
        page.wait_for_function(SHOWN, arg=game["game"])
        if coach and game["decides"] == "player":
            if not page.locator(".drawer.coach").count():
                open_coach(page)
            page.wait_for_function(ADVISED)
        if found := faults(page, size):
            wrong[f"{options}, decision {number}"] = found
    assert not wrong, pformat(wrong, width=200)


def imported(page: Page, log: str) -> View:
    """Import a log, and return the state of the game."""
    games = f"{page.url.partition('/games')[0]}/api/games"
    answer = page.request.post(f"{games}/import", data={"text": log, "name": "begun"})
    assert answer.ok, answer.text()
    view: View = page.request.get(f"{games}/{answer.json()['game']}").json()
    return view


@pytest.mark.parametrize("path", [*PAGES, "/puzzles#first-steps/1"])
def test_other_pages(visiting: Visiting, size: Size, path: str) -> None:
    page = visiting(size=size).page(path)
    expect(page.locator("main[class]")).to_be_visible()
    found = faults(page, size) if path == "/position" else page.evaluate(FAULTS)
    assert not found, pformat(found, width=200)


KINDS = """
() => [...document.querySelectorAll(".take")].filter(each => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    const ends = [[left + 3, top + 3], [right - 3, bottom - 3]];
    return ends.every(([x, y]) => each.contains(document.elementFromPoint(x, y)));
}).length
"""
"""How many kinds of tiles are in sight."""

ANSWERS = {"/position": "solve", "/table": "what-now"}


@pytest.mark.parametrize("path", ANSWERS)
@pytest.mark.parametrize(
    ("size", "language"),
    [
        pytest.param(size, language, marks=() if (size, language) == ("phone", "uk") else NIGHTLY)
        for size in get_args(Hand)
        for language in LANGUAGES
    ],
)
def test_a_phone_has_a_tab_for_each_part(
    visiting: Visiting, path: str, size: Size, language: Any
) -> None:
    page = visiting(size=size, language=language).page(path)
    ready(page)
    tabs = page.locator(".tabs")
    for each in tabs.get_by_role("button").all():
        each.tap()
        tab = each.get_attribute("data-tab")
        if tab == "supply":
            page.locator(".tray header > .check input").check()
        assert page.evaluate(FAULTS) == [], tab
        expect(tabs).to_be_in_viewport(ratio=1)
        if tab == "boards":
            whole, cell = page.evaluate(BOARD)
            assert whole
            assert cell > 22
        if tab == "supply":
            assert page.evaluate(KINDS) >= 20, page.locator(".take").count()
    assert page.evaluate(BOARD)[0]
    expect(page.get_by_test_id(ANSWERS[path])).to_be_in_viewport(ratio=1, timeout=5000)


def test_cells_are_found_by_their_names(page: Page) -> None:
    ready(page)
    page.get_by_role("button", name="Take Oil").click()
    page.locator('[data-board="home"] [data-cell="a1"]').hover()
    expect(page.locator(".ghost")).to_be_attached()


def test_shapes_of_special_tiles_stand_in_their_buttons(visiting: Visiting) -> None:
    """All pages share their styles: a form of the position page had the same class."""
    page = visiting(size="laptop").page("/games")
    begin(page, seed=1)
    expect(page.locator(".specials .shape").first).to_be_attached()
    outside = page.locator(".specials .shape").evaluate_all(OUTSIDE)
    assert outside == []


OUTSIDE = """
all => all.filter(each => {
    const [own, button] = [each, each.closest("button")].map(one => one.getBoundingClientRect());
    return own.left < button.left || own.right > button.right || own.top < button.top;
}).map(each => each.outerHTML)
"""
"""Shapes that are not in their buttons."""


def test_a_cover_is_noticed(visiting: Visiting) -> None:
    page = visiting(size="laptop").page()
    ready(page)
    assert page.evaluate(FAULTS) == []
    page.evaluate("document.querySelector('.tray').style.marginRight = '-20rem'")
    assert "covered" in str(page.evaluate(FAULTS))
