"""Everything in sight and nothing covered: at each size of a window, in each language."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from odin_solver.support.language import languages
from tests.profiles import cases
from tests.web.browser.conftest import Visiting
from tests.web.browser.game import begin, import_log
from tests.web.browser.harness import LAPTOP, WINDOWS, Options, Size
from tests.web.browser.table import ready

RECORDED = Path(__file__).parents[1] / "data" / "game.log"

LANGUAGES = languages()

FAULTS = """
() => {
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
        const inside = x > left && x < right && y > top && y < bottom;
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
    const width = document.documentElement.scrollWidth;
    if (width > innerWidth) faults.push(`the page is ${width} wide`);
    return faults;
}
"""
"""What is wrong with what is in sight: covered or small controls, small or cut texts."""

HOME = """
() => {
    const surface = document.querySelector('[data-board="home"] .surface');
    const { left, top, right, bottom } = surface.getBoundingClientRect();
    const corners = [left + 3, right - 3].flatMap(x => [top + 3, bottom - 3].map(y => [x, y]));
    return corners.every(([x, y]) => surface.contains(document.elementFromPoint(x, y)));
}
"""
"""Whether all corners of the home board are in sight."""


def check(page: Page, size: Size, where: str) -> None:
    """Make sure that nothing is covered, cut or too small, and that the home board is whole."""
    faults: list[str] = page.evaluate(FAULTS)
    assert not faults, f"{where}: {len(faults)} faults:\n" + "\n".join(faults[:12])
    if size in LAPTOP:
        assert page.evaluate(HOME), f"{where}: the home board is not whole"


def decisions(text: str) -> Iterator[str]:
    """Yield the beginnings of a log, each of which ends where the player decides."""
    lines = text.splitlines(keepends=True)
    begin = lines.index("---\n") + 1
    for number in range(begin, len(lines) + 1):
        if number == len(lines) or "chance " not in lines[number]:
            yield "".join(lines[:number])


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
    """Look at each so-many-th decision of a recorded game with cards."""
    page = visiting(**options).page("/games")
    begun = list(decisions(RECORDED.read_text(encoding="utf-8")))
    for number in range(step // 2, len(begun), step):
        page.goto(page.url.partition("#")[0])
        view = import_log(page, begun[number])
        if coach and view["decides"] == "player":
            if not page.locator(".coach").count():
                page.locator(".status .tools button").nth(2).click()
            expect(page.locator(ADVISED).first).to_be_attached()
            expect(page.locator(".coach .lines")).to_have_attribute("aria-busy", "false")
        check(page, options["size"], f"{options}, decision {number}")


ADVISED = ".coach .lines li, .coach > p:not(.dim)"
"""What the coach says."""


@pytest.mark.parametrize("path", ["/", "/table", "/puzzles#first-steps/1"])
def test_other_pages(visiting: Visiting, size: Size, path: str) -> None:
    page = visiting(size=size).page(path)
    ready(page)
    faults: list[str] = page.evaluate(FAULTS)
    assert not faults, f"{len(faults)} faults:\n" + "\n".join(faults[:12])
    if path == "/" and size in LAPTOP:
        assert page.evaluate(HOME)


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
