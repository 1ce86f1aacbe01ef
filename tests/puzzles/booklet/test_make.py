"""Booklets: what is on their pages, that it fits, and that the bytes are always the same."""

import re
from dataclasses import replace
from typing import Literal
from xml.etree import ElementTree

import pytest

from odin_puzzles.booklet.alone import alone_pdf, alone_svg, alone_text
from odin_puzzles.booklet.back_pages import CUT_TITLE, SOLUTIONS_TITLE
from odin_puzzles.booklet.cover import ART, ART_BOARD, RULES, contents_capacity
from odin_puzzles.booklet.make import booklet_pages, booklet_pdf
from odin_puzzles.booklet.paper import PAPERS, Page, page_svg
from odin_puzzles.booklet.puzzle_pages import SMALLEST_CELL, grouped, puzzle_page, title_of
from odin_puzzles.files import puzzle_from
from odin_puzzles.kinds import question
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.questions import BookletStyle
from odin_puzzles.shipped import pack
from odin_solver.notation.drawings import imported
from odin_solver.notation.pieces import parse_piece
from odin_solver.notation.positions import position_from
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from tests.puzzles.samples import NAMES, sample

ALL = tuple(sample(name) for name in NAMES)


def words(page: Page) -> str:
    """The texts of a page, lines joined by spaces."""
    root = ElementTree.fromstring(page_svg(page, PAPERS["a4"]))
    return " ".join("".join(each.itertext()) for each in root.iter() if each.tag.endswith("}text"))


@pytest.mark.slow
def test_cover_puzzles_tiles_and_solutions() -> None:
    pages = booklet_pages(ALL, BookletStyle("Winter nights"))
    cover = words(pages[0])
    assert cover.startswith("Winter nights 7 puzzles")
    for puzzle in ALL:
        assert puzzle.title in cover
    for rule in RULES:
        assert rule.partition("|")[0] in cover
    body = [words(page) for page in pages[1:]]
    for number, puzzle in enumerate(ALL, 1):
        (page,) = [each for each in body if question(puzzle).replace("  ", " ") in each]
        assert f"{number} {puzzle.title}" in page
        for name, count in puzzle.position.supply.items():
            if count > 1:
                assert f"×{count}" in page, name
    assert [page.bookmark for page in pages if page.bookmark in (CUT_TITLE, SOLUTIONS_TITLE)]
    for number, each in enumerate(body, 2):
        assert each.endswith(f"Winter nights {number}")


@pytest.mark.slow
def test_every_tile_can_be_cut_out() -> None:
    pages = booklet_pages(ALL)
    dashes = sum(page.content.count('stroke-dasharray="7 5"') for page in pages)
    assert dashes == sum(sum(puzzle.position.supply.values()) for puzzle in ALL)


def test_solutions_are_numbered_in_the_order_of_placing() -> None:
    puzzle = sample("order")
    last = booklet_pages([puzzle])[-1]
    badges = [int(each) for each in re.findall(r'font-size="12"[^>]*>(\d+)<', last.content)]
    assert sorted(badges) == list(range(1, len(puzzle.solution) + 1))


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize("slots", [1, 2, 4])
def test_boards_and_tiles_fit(paper: object, slots: int) -> None:
    size = PAPERS[paper.name]  # type: ignore[attr-defined]  # every paper has one
    for puzzle in (*ALL, _crowded()):
        _, (entry,) = puzzle_page([puzzle], 1, 2, slots, size)
        assert entry.cell > SMALLEST_CELL


def _crowded() -> Puzzle:
    """The largest board with more tiles than any puzzle has."""
    puzzle = sample("fill")
    goods = ("silver_hoard", "treasure_chest", "jewelry", "robe", "clothing", "fur", "silk")
    supply = {**puzzle.position.supply, **dict.fromkeys(goods, 2), "silver": 20}
    return replace(puzzle, position=replace(puzzle.position, supply=supply))


@pytest.mark.slow
def test_every_sort_of_board_can_be_printed() -> None:
    position = {
        "schema": 1,
        "supply": {"silver": 90_000, "wood": 2, "peas": 1},
        "boards": [{"board": "home"}, {"board": "stone_house"}, {"board": "shed"}],
    }
    solution = [{"board": 0, "tile": "silver", "cells": [[7, 3]]}]
    goal = {"value": 1, "tiles": 1}
    puzzle = puzzle_from(
        {"schema": 1, "kind": "best", "position": position, "goal": goal, "solution": solution}
    )
    text = words(booklet_pages([puzzle])[1])
    for name in ("Home board", "Stone house", "Shed"):
        assert name in text
    assert booklet_pdf([puzzle]).startswith(b"%PDF-")


def test_two_or_four_a_page() -> None:
    small, large = sample("skerry"), sample("fill")
    assert [len(each) for each in grouped([large] * 5, None)] == [2, 2, 1]
    assert [len(each) for each in grouped([small] * 5 + [large], None)] == [4, 2]
    assert [len(each) for each in grouped([small] * 5, 1)] == [1] * 5


@pytest.mark.slow
def test_long_contents_go_on_behind_the_cover() -> None:
    count = contents_capacity(PAPERS["a4"]) + 1
    puzzles = [replace(sample("banquet"), title=f"Feast {i}") for i in range(1, count + 1)]
    pages = booklet_pages(puzzles)
    assert f"Feast {count - 1}" in words(pages[0])
    assert f"Feast {count} " in f"{words(pages[1])} "
    assert "Serve a feast" in words(pages[2])
    # Page numbers of the contents are those at the foot of the pages.
    assert f"Feast {count} Banquet" in words(pages[1])
    number = int(words(pages[1]).split("Banquet ")[1].split()[0])
    assert f"Feast {count}" in words(pages[number - 1])


@pytest.mark.slow
def test_odd_titles() -> None:
    puzzle = replace(
        sample("banquet"), title='<b>"Größe" & 大 ' + "very long " * 30, difficulty=None
    )
    pages = booklet_pages([puzzle, replace(puzzle, title="  ")], BookletStyle("x" * 300))
    for page in pages:
        ElementTree.fromstring(page_svg(page, PAPERS["a4"]))
    assert "Banquet" in words(pages[1])
    booklet_pdf([puzzle], BookletStyle(puzzle.title))


def test_the_picture_of_the_cover_is_a_legal_layout() -> None:
    pieces = tuple(parse_piece(each, ART_BOARD) for each in ART)
    assert not position_violations(Position(boards=(BoardState(ART_BOARD, pieces),)))


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
def test_the_pdf_is_always_the_same(paper: Literal["a4", "letter"]) -> None:
    puzzles = [sample("skerry"), sample("banquet")]
    first = booklet_pdf(puzzles, BookletStyle(paper=paper))
    assert booklet_pdf(puzzles, BookletStyle(paper=paper)) == first
    assert set(re.findall(rb"D:\d+", first)) == {b"D:19700101000000"}  # not the time of today
    assert first.startswith(b"%PDF-")
    assert first.count(b"/Type /Page\n") == len(booklet_pages(puzzles, BookletStyle(paper=paper)))
    assert b"RedHatDisplay" in first
    assert b"/Image" not in first.replace(b"/ImageB", b"").replace(b"/ImageC", b"").replace(
        b"/ImageI", b""
    )
    width, height = PAPERS[paper].width, PAPERS[paper].height
    (box,) = set(re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", first))
    assert [float(each) for each in box] == pytest.approx([width, height], abs=0.01)


def test_long_titles_are_wrapped_not_cut() -> None:
    title = "All the ways to lay twelve tiles of the long house and of both stone houses at once"
    puzzle = replace(sample("banquet"), title=title)
    pages = booklet_pages([puzzle])
    assert title in words(pages[1])
    assert title in words(pages[-1])


def test_author_and_foreword_stand_at_the_front() -> None:
    foreword = "word " * 2000 + "\n\nthe end"
    style = BookletStyle(author="Åse Maker", foreword=foreword, per_page=1)
    pages = booklet_pages(ALL[:2], style)
    assert "Åse Maker" in words(pages[0])
    written = [page for page in pages if words(page).startswith("Foreword")]
    assert pages[1 : 1 + len(written)] == written
    assert len(written) > 1
    assert "the end" in words(written[-1])
    # The contents name the pages that come after the foreword.
    numbers = [words(page).split()[-1] for page in pages[1:]]
    assert numbers == [str(number) for number in range(2, len(pages) + 1)]
    assert str(2 + len(written)) in words(pages[0])


def test_solutions_are_apart() -> None:
    whole = booklet_pages(ALL)
    puzzles = booklet_pages(ALL, BookletStyle(part="puzzles"))
    solutions = booklet_pages(ALL, BookletStyle(part="solutions"))
    assert whole[: len(puzzles)] == puzzles
    assert len(whole) == len(puzzles) + len(solutions)
    assert all("Solutions" in words(page) for page in solutions)
    assert not any("Solutions" in words(page) for page in puzzles)


def brightness(svg: str) -> float:
    """The mean brightness of the areas of a page."""
    areas = re.findall(r'(?:fill|stop-color)="#([0-9a-f]{6})"', re.sub("<text[^>]*>", "", svg))
    parts = [int(area[at : at + 2], 16) for area in areas for at in (0, 2, 4)]
    return sum(parts) / len(parts)


def test_pale_areas_save_ink_and_text_stays_dark() -> None:
    usual, light = (
        [page_svg(page, PAPERS["a4"]) for page in booklet_pages(ALL, BookletStyle(light=light))]
        for light in (False, True)
    )
    for one, other in zip(usual, light, strict=True):
        assert brightness(other) > 200
        assert brightness(other) > brightness(one)
        assert not re.search('<text[^>]*fill="#ffffff"', other)


def test_a_puzzle_alone_is_one_page() -> None:
    for puzzle in (*ALL, *pack("vikings")[:1], *pack("last-actions")[:1]):
        root = ElementTree.fromstring(alone_svg(puzzle))
        assert title_of(puzzle).split()[0] in "".join(root.itertext())
    assert alone_pdf(sample("fill")).count(b"/Type /Page\n") == 1


@pytest.mark.parametrize("name", ["fill", "skerry", "order", "banquet"])
def test_a_text_of_cells_to_cover_is_read_again(name: str) -> None:
    puzzle = sample(name)
    text = alone_text(puzzle)
    if name == "banquet":
        assert "Serve a feast" in text
        return
    again = position_from(imported(text))
    assert again.boards[0].grid.coverable.bit_count() == len(puzzle.goal.cells)
    areas = [again.kinds[tile].area for tile, n in again.supply.items() for _ in range(n)]
    wanted = puzzle.position
    assert sorted(areas) == sorted(
        wanted.kinds[tile].area for tile, n in wanted.supply.items() for _ in range(n)
    )
