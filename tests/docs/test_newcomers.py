"""Ten questions of a newcomer: each is answered within two clicks from the README."""

import re
import tomllib
from posixpath import dirname, join, normpath
from typing import NamedTuple

import pytest

from docs.generator.pages import ROOT, site_pages

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)#:\s]+\.md)(?:#[^)\s]*)?\)")


class Asked(NamedTuple):
    """A question, the page and heading of its answer, and words of it."""

    by: str
    question: str
    page: str
    heading: str
    words: str


QUESTIONS = (
    Asked("player", "How do I install it on Windows?", "install.md", "Windows", "pip install"),
    Asked(
        "player",
        "What is my best move at the table in front of me?",
        "at-the-table.md",
        "What is my best move?",
        "*What now?*",
    ),
    Asked(
        "player",
        "Is the planner better than I am?",
        "strength.md",
        "Its scores",
        "| long, no occupations |",
    ),
    Asked(
        "player",
        "My rulebook says otherwise. Can I play by mine?",
        "game.md",
        "Rulings",
        "| `lone-silver-removed` |",
    ),
    Asked(
        "puzzle maker",
        "How do I make hard puzzles of one kind?",
        "puzzles.md",
        "Making puzzles",
        "`--difficulty`",
    ),
    Asked(
        "puzzle maker",
        "Can I use tiles of my own?",
        "own-tiles.md",
        "Tiles and boards of your own",
        "[tiles.corner]",
    ),
    Asked(
        "puzzle maker",
        "How do I print a booklet?",
        "print-a-booklet.md",
        "Print a booklet of puzzles",
        "odin puzzle print",
    ),
    Asked(
        "researcher",
        "How do I train an agent on the solo game?",
        "gym.md",
        "The solo game: `OdinSolo-v0`",
        "env.step(action)",
    ),
    Asked(
        "researcher",
        "How do I measure my solver against this one?",
        "packing-set.md",
        "Submit",
        "check.py",
    ),
    Asked(
        "contributor",
        "Where does a new card go?",
        "map.md",
        "Example 2: a card with a constant effect",
        "occupations.toml",
    ),
)


def links(page: str, text: str) -> set[str]:
    """Pages to which a page links."""
    prose = re.sub(r"^( *)```.*?^\1```$", "", text, flags=re.DOTALL | re.MULTILINE)
    return {normpath(join(dirname(page), target)) for target in LINK.findall(prose)}


def section(text: str, heading: str) -> str:
    """Text below a heading, up to the next one of its level or above."""
    found = re.search(rf"^(#+) {re.escape(heading)}\n", text, re.MULTILINE)
    assert found, f"no heading {heading!r}"
    rest = text[found.end() :]
    end = re.search(rf"^#{{1,{len(found[1])}}} ", rest, re.MULTILINE)
    return rest[: end.start()] if end else rest


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return site_pages()


@pytest.fixture(scope="module")
def near(pages: dict[str, str]) -> set[str]:
    """Pages that are at most two clicks away from the README."""
    named = links("README.md", (ROOT / "README.md").read_text(encoding="utf-8"))
    first = {each.removeprefix("docs/") for each in named}
    return first.union(*(links(page, pages[page]) for page in first & pages.keys()))


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: asked.question)
def test_a_question_is_answered_within_two_clicks(
    asked: Asked, pages: dict[str, str], near: set[str]
) -> None:
    assert asked.page in near
    assert asked.words in section(pages[asked.page], asked.heading)


def test_every_page_is_within_two_clicks(pages: dict[str, str], near: set[str]) -> None:
    for_contributors = {"changelog.md", "dependencies.md"}
    assert {page for page in pages if "/" not in page} - for_contributors <= near


def test_there_are_ten_questions_of_all_readers() -> None:
    assert len(QUESTIONS) == 10
    assert {each.by for each in QUESTIONS} == {
        "player",
        "puzzle maker",
        "researcher",
        "contributor",
    }


def test_every_link_leads_to_a_page(pages: dict[str, str]) -> None:
    wrong = [
        (page, target)
        for page, text in pages.items()
        for target in links(page, text)
        if target not in pages
    ]
    assert wrong == []


def test_every_page_is_in_the_menu(pages: dict[str, str]) -> None:
    text = (ROOT / "zensical.toml").read_text(encoding="utf-8")
    named = re.findall(r'"([\w/-]+\.md)"', text)
    assert tomllib.loads(text)["project"]["nav"]
    assert sorted(named) == sorted(pages)


def test_the_page_of_coverage_has_a_row_for_each_rule(pages: dict[str, str]) -> None:
    source = (ROOT / "docs" / "rules-coverage.md").read_text(encoding="utf-8")
    rules = re.findall(r"^\| (\w+\.\d+) \|", source, re.MULTILINE)
    rows = re.findall(
        r"^\| (\w+\.\d+) \|.*\| ([^|]+) \|$", pages["rules-coverage.md"], re.MULTILINE
    )
    assert [name for name, _ in rows] == rules
    assert [name for name, tests in rows if "`test_" not in tests] == ["2.7", "4.10"]
