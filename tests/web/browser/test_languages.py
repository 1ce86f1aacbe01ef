"""Every view in every language: nothing in English, nothing cut, no text over another."""

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import get_args

import pytest
from playwright.sync_api import Page, expect

from odin_solver.support.language import languages, page_texts
from tests.profiles import cases
from tests.web.browser.conftest import Visiting
from tests.web.browser.game import open_coach
from tests.web.browser.harness import Size
from tests.web.browser.server import PageServer
from tests.web.browser.table import brought, cell, ready
from tests.web.browser.test_layout import board_faults

LAYOUT = (Path(__file__).parent / "layout.js").read_text(encoding="utf-8")
"""Finds texts that are cut, that lie over each other, or outside of the screen."""

TEXTS = """() => {
    const seen = [...document.querySelectorAll("body *")].filter(each =>
        each.checkVisibility() && !each.closest("[translate=no], code, kbd"));
    const attributes = ["aria-label", "title", "placeholder", "alt"];
    const own = each => [...each.childNodes].filter(node => node.nodeType === Node.TEXT_NODE);
    return seen.flatMap(each => [
        ...own(each).map(node => node.textContent),
        ...attributes.map(name => each.getAttribute(name) ?? ""),
    ]).filter(text => /\\p{L}{2}/u.test(text));
}"""
"""All that a reader sees or hears."""

NAMES = re.compile(
    r"odin_solver|odin|Odin"
    r"|WebAssembly|SIMD|IndexedDB|CP-SAT"
    r"|Promise Integration|Chrome|Edge|Firefox|Safari|Graenaland|English|Čeština|Polski"
    r"|ODIN-…|none|CSV|PDF|JavaScript|Enter|Esc|Delete|Tab|Ctrl\+\w"
    r"|\d{4}-\d\d-\d\d-\w+|vikings/\d+|\S*[/\\]\S+|[SMEFKRGYBN] [SMEFKRGYBN]|blue N|3 gold|v\d"
)
"""What is the same in every language: names, keys of the keyboard, files, what is typed in."""

ENGLISH = re.compile(
    r"\b(the|of|and|with|is|are|not|from|for|your|this|that|place|board|tiles?|round|income|points?"
    r"|cells?|best|moves?|game|player|take|pay|lay|serve|card|choose|nothing|expected|ship|open)\b",
    re.I,
)
LATIN = re.compile(r"[A-Za-z]{3,}")


def views(page: Page) -> Iterator[str]:
    """Go through all views; yield the name of each when it is shown."""
    origin = page.url.removesuffix("/position")
    ready(page)
    yield "position"
    page.locator(".take").first.click()
    page.mouse.move(*cell(page, 12, 6))
    expect(page.locator(".ghost")).to_be_attached()
    yield "tile in hand"
    page.keyboard.press("Escape")
    brought(page, page.get_by_test_id("hint-3")).click()
    expect(page.locator(".hints li")).to_have_count(1)
    yield "hint"
    page.get_by_test_id("add-board").click()
    expect(page.locator("dialog img").first).to_be_visible()
    yield "boards to add"
    page.keyboard.press("Escape")
    page.locator(".head .ask").click()
    yield "help"
    page.goto(f"{origin}/")
    expect(page.locator(".doors .ch-today")).to_be_visible()
    yield "home"
    page.goto(f"{origin}/puzzles")
    expect(page.locator(".packs li").first).to_be_visible()
    yield "puzzles"
    page.goto(f"{origin}/puzzles#first-steps")
    expect(page.locator(".booklet")).to_be_visible()
    yield "pack"
    page.goto(f"{origin}/puzzles#first-steps/1")
    page.get_by_test_id("hint").click()
    expect(page.locator(".advice p").first).to_be_visible()
    yield "puzzle with a hint"
    page.goto(f"{origin}/games")
    page.get_by_test_id("new-game").click()
    page.locator("dialog summary").click()
    yield "new game"
    page.locator("dialog [name=seed]").fill("1")
    page.locator("dialog .primary").click()
    expect(page.locator("#prompt .question")).to_be_visible()
    yield "game"
    open_coach(page)
    expect(page.locator(".drawer summary")).to_be_visible()
    yield "coach"
    page.goto(f"{origin}/games")
    expect(page.locator(".game-name").first).to_be_visible()
    yield "games"
    page.goto(f"{origin}/challenges")
    expect(page.locator(".ch-list li").first).to_be_visible()
    yield "challenges"
    page.goto(f"{origin}/scores")
    page.locator("[data-column='0']").nth(1).fill("16")
    page.locator("[data-column='1']").last.fill("98")
    page.locator("button.primary").click()
    expect(page.locator(".sc-games li").first).to_be_visible()
    yield "scores"
    page.goto(f"{origin}/table")
    ready(page)
    page.locator(".chips button").first.click()
    yield "table"
    page.goto(f"{origin}/graenaland")
    expect(page.locator(".gr-map svg")).to_be_attached()
    yield "graenaland"
    page.locator(".gr-answer form .primary").click()
    expect(page.locator(".gr-answer form ~ div .verdict")).to_be_in_viewport()
    yield "graenaland answer"
    page.goto(f"{origin}/graenaland#profile")
    expect(page.locator(".gr-form h2, .gr-form h3").first).to_be_visible()
    yield "profile"
    page.goto(f"{origin}/vikings")
    expect(page.locator(".v-picture svg").first).to_be_visible()
    yield "vikings"
    page.locator("aside .toolbar button").nth(1).click()
    page.locator("aside form button").click()
    expect(page.locator("aside .verdict")).to_be_visible()
    yield "vikings answer"


BOARDS = {"position", "hint", "puzzle with a hint", "game", "coach"}
"""Views with a board that is whole beside what is said of it."""

USUAL = {("pl", "phone"): 6, ("uk", "tablet across"): 2, ("cs", "laptop"): 6, ("en", "across"): 6}
"""Views of each run, of what comes nightly as a whole."""

MATRIX = [
    pytest.param(language, size, marks=() if (language, size) in USUAL else pytest.mark.nightly)
    for size in get_args(Size)
    for language in languages()
]


@pytest.mark.parametrize(("language", "size"), MATRIX)
def test_every_view(visiting: Visiting, own_server: PageServer, language: str, size: Size) -> None:
    page = visiting(own_server, language=language, size=size).page()
    wrong = []
    for view in islice(views(page), cases(USUAL.get((language, size), 99), 99)):
        wrong += [f"{view}: {each}" for each in page.evaluate(LAYOUT)]
        if view in BOARDS:
            wrong += [f"{view}: {each}" for each in board_faults(page, size)]
        if language != "en":
            foreign = LATIN if language == "uk" else ENGLISH
            texts = {" ".join(text.split()) for text in page.evaluate(TEXTS)}
            wrong += [
                f"{view}: English: {text}"
                for text in sorted(texts)
                if foreign.search(NAMES.sub("", text))
            ]
    if wrong:
        pytest.fail("\n".join(wrong))


STYLE = """text => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
}"""


@pytest.mark.parametrize(
    ("style", "said"),
    [
        (".facts { width: 9rem; overflow: hidden; white-space: nowrap }", "px of it are hidden"),
        (".tray { position: fixed; left: 90vw; width: 20rem }", "beyond the window"),
        (".panel select { min-width: 40rem }", "px of it stick out"),
        ("body::after { content: ''; position: fixed; inset: 0 }", "not hit"),
        ("main .tray input[type=search] { width: 2rem }", "cut: Find a tile"),
    ],
)
def test_a_fault_is_noticed(page: Page, style: str, said: str) -> None:
    ready(page)
    assert page.evaluate(LAYOUT) == []
    page.evaluate(STYLE, style)
    assert said in str(page.evaluate(LAYOUT))


@pytest.mark.parametrize("language", sorted({*languages()} - {"en"}))
def test_texts_of_the_page_are_not_english(language: str) -> None:
    english, texts = page_texts("en"), page_texts(language)
    foreign = LATIN if language == "uk" else ENGLISH
    same = {
        key for key, text in texts.items() if text == english[key] and foreign.search(str(text))
    }
    words = {
        form
        for text in texts.values()
        for form in ([text] if isinstance(text, str) else text)
        if foreign.search(NAMES.sub("", re.sub(r"{\w+}", "", form)))
    }
    assert not words
    assert same <= {"page_graenaland"}


def test_a_chosen_language_stays(visiting: Visiting) -> None:
    """For all requests, another page and the next visit; the browser asks for Ukrainian."""
    visit = visiting(language="uk")
    page = visit.page("/scores")
    chooser = page.locator("nav.top select")
    expect(chooser.locator("option")).to_have_text(["English", "Čeština", "Polski", "Українська"])
    expect(chooser).to_have_value("uk")
    chooser.select_option("pl")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    expect(page).to_have_title("odin: plansze i żetony")
    assert visit.page("/vikings").locator("html").get_attribute("lang") == "pl"
    chooser.select_option("en")
    expect(page.get_by_role("link", name="Puzzles")).to_be_visible()
