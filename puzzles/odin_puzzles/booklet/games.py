"""Booklets of puzzles of other games: pieces to cut out and the solutions are at the back."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, islice

from odin_puzzles.booklet.back_pages import CUT_TITLE, GROUP_HEADER
from odin_puzzles.booklet.paper import (
    INK,
    MARGIN,
    MILLIMETRE,
    PAPERS,
    Box,
    Page,
    Paper,
    badge,
    footer,
    page_title,
    paragraph,
    placed,
)
from odin_puzzles.booklet.pdf import pdf_from
from odin_puzzles.booklet.pictures import cut_line
from odin_puzzles.booklet.puzzle_pages import GUTTER, header_of
from odin_puzzles.kinds import kind_of
from odin_puzzles.kinds.games import PIECE_SIDE, Answer, GameKind
from odin_puzzles.puzzle import Puzzle
from odin_solver.render.svg.markup import line_of_text
from odin_solver.render.svg.parts import CELL
from odin_solver.support.language import say

ROWS = 3
"""Solutions below each other; those in words take the width of the page."""

PIECE = 15 * MILLIMETRE
"""Side of a piece to cut out, with the space between two."""


def game_booklet_pdf(
    puzzles: Sequence[Puzzle],
    title: str,
    paper: str = "a4",
    on_missing: Callable[[str], object] = lambda letters: None,
) -> bytes:
    """Return a booklet as PDF; the same puzzles always give the same bytes.

    `on_missing` is as for `odin_puzzles.booklet.pdf.pdf_from`.
    """
    size = PAPERS[paper]
    pages = [
        Page(content + footer(size, title, number), bookmark)
        for number, (content, bookmark) in enumerate(pages_of(puzzles, size), 1)
    ]
    return pdf_from(pages, size, title, on_missing)


def pages_of(puzzles: Sequence[Puzzle], paper: Paper) -> Iterator[tuple[str, str]]:
    """Yield all pages, each with its bookmark if it has one."""
    for make in (_puzzle_pages, _cut_pages, _solution_pages):
        yield from make(puzzles, paper)


def _groups(
    puzzles: Sequence[Puzzle], counts: Mapping[int, int]
) -> Iterator[tuple[int, list[Puzzle]]]:
    """Yield the puzzles of each page, and the number of its first; `counts` by `per_page`."""
    first = 1
    for per_page, alike in groupby(puzzles, lambda each: _kind(each).per_page):
        while page := [*islice(alike, counts[per_page])]:
            yield first, page
            first += len(page)


def _puzzle_pages(puzzles: Sequence[Puzzle], paper: Paper) -> Iterator[tuple[str, str]]:
    for first, page in _groups(puzzles, {1: 1, 2: 2}):
        count = _kind(page[0]).per_page
        height = (paper.bottom - MARGIN - (count - 1) * GUTTER) / count
        parts = [
            game_puzzle(puzzle, first + at, Box(MARGIN, y, paper.inner_width, height))
            for at, puzzle in enumerate(page)
            for y in [MARGIN + at * (height + GUTTER)]
        ]
        yield "".join(parts), page[0].title


def game_puzzle(puzzle: Puzzle, number: int, box: Box) -> str:
    """Draw a puzzle with its question and what is said beside its picture."""
    header, y = header_of(puzzle, number, box)
    words, y = _facts(puzzle, None, Box(box.x, y + 1, box.width, 0))
    return header + words + _picture(puzzle, None, _below(box, y - 3))


def _kind(puzzle: Puzzle) -> GameKind:
    kind = kind_of(puzzle)
    assert isinstance(kind, GameKind)
    return kind


def _below(box: Box, y: float) -> Box:
    return Box(box.x, y, box.width, box.y + box.height - y)


def _facts(puzzle: Puzzle, answer: Answer | None, box: Box) -> tuple[str, float]:
    """Write what is said beside a picture; return also where the picture begins."""
    parts, y = [], box.y
    for fact in _kind(puzzle).facts(puzzle, answer):
        words, last = paragraph(box.x, y, fact, 10, box.width)
        parts.append(words)
        y = last + 14
    return "".join(parts), y - bool(parts)


def _picture(puzzle: Puzzle, answer: Answer | None, box: Box) -> str:
    content, width, height = _kind(puzzle).picture(puzzle, answer)
    if not width:
        return ""
    return placed(content, box.x, box.y, min(box.width / width, box.height / height))


def _cut_pages(puzzles: Sequence[Puzzle], paper: Paper) -> Iterator[tuple[str, str]]:
    """Yield pages with the pieces of all puzzles, each in a square with lines to cut along."""
    across = int(paper.inner_width // PIECE)
    page, y = "", paper.height
    for number, puzzle in enumerate(puzzles, 1):
        pieces = _kind(puzzle).pieces(puzzle)
        for start in range(0, len(pieces), across):
            if y + GROUP_HEADER + PIECE > paper.bottom:
                if page:
                    yield page, ""
                page, y = page_title(paper, say(CUT_TITLE))
            if not start:
                page += badge(MARGIN + 8, y + 7, 8, str(number))
                y += GROUP_HEADER
            for at, drawn in enumerate(pieces[start : start + across]):
                square = placed(drawn, 0, 0, CELL / PIECE_SIDE) + cut_line(((0, 0),))
                page += placed(square, MARGIN + at * PIECE, y, (PIECE - 6) / CELL)
            y += PIECE
    if page:
        yield page, ""


def _solution_pages(puzzles: Sequence[Puzzle], paper: Paper) -> Iterator[tuple[str, str]]:
    height = (paper.bottom - MARGIN - ROWS * GUTTER) / ROWS
    for first, page in _groups(puzzles, {1: ROWS, 2: 2 * ROWS}):
        columns = _kind(page[0]).per_page
        width = (paper.inner_width - (columns - 1) * GUTTER) / columns
        parts = []
        for at, puzzle in enumerate(page):
            x = MARGIN + at % columns * (width + GUTTER)
            y = MARGIN + at // columns * (height + GUTTER)
            solution = puzzle.solution or next(iter(_kind(puzzle).solutions(puzzle)), None)
            label = say("Solution {n}", n=first + at)
            parts.append(line_of_text(x, y + 8, label, 10, INK))
            words, _ = _facts(puzzle, solution, Box(x, y + 22, width, 0))
            parts.append(words + _picture(puzzle, solution, Box(x, y + 14, width, height - 14)))
        yield "".join(parts), say("Solutions") if first == 1 else ""
