"""Booklets of puzzles of other games: two on a page, the solutions at the back."""

from collections.abc import Callable, Iterator, Sequence

from odin_puzzles.booklet.paper import (
    INK,
    MARGIN,
    PAPERS,
    Box,
    Page,
    Paper,
    footer,
    paragraph,
    placed,
)
from odin_puzzles.booklet.pdf import pdf_from
from odin_puzzles.booklet.puzzle_pages import GUTTER, header_of
from odin_puzzles.kinds import kind_of
from odin_puzzles.kinds.games import Answer, GameKind
from odin_puzzles.puzzle import Puzzle
from odin_solver.render.svg.markup import line_of_text
from odin_solver.support.language import say

PUZZLES, SOLUTIONS = 2, 6
"""Puzzles and solutions on a page."""


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
    contents = [*_puzzle_pages(puzzles, size), *_solution_pages(puzzles, size)]
    pages = [
        Page(content + footer(size, title, number), bookmark)
        for number, (content, bookmark) in enumerate(contents, 1)
    ]
    return pdf_from(pages, size, title, on_missing)


def _puzzle_pages(puzzles: Sequence[Puzzle], paper: Paper) -> Iterator[tuple[str, str]]:
    height = (paper.bottom - MARGIN - GUTTER) / PUZZLES
    for first in range(0, len(puzzles), PUZZLES):
        parts = [
            _puzzle(puzzle, first + at + 1, Box(MARGIN, y, paper.inner_width, height))
            for at, puzzle in enumerate(puzzles[first : first + PUZZLES])
            for y in [MARGIN + at * (height + GUTTER)]
        ]
        yield "".join(parts), puzzles[first].title


def _puzzle(puzzle: Puzzle, number: int, box: Box) -> str:
    header, y = header_of(puzzle, number, box)
    parts = _kind(puzzle).parts(puzzle)
    if parts:
        text = say("To be placed: {parts}", parts=parts)
        words, y = paragraph(box.x, y + 1, text, 10, box.width)
        header, y = header + words, y + 13
    height = box.y + box.height - y + 3
    return header + _picture(puzzle, None, Box(box.x, y - 3, box.width, height))


def _kind(puzzle: Puzzle) -> GameKind:
    kind = kind_of(puzzle)
    assert isinstance(kind, GameKind)
    return kind


def _picture(puzzle: Puzzle, answer: Answer | None, box: Box) -> str:
    content, width, height = _kind(puzzle).picture(puzzle, answer)
    return placed(content, box.x, box.y, min(box.width / width, box.height / height))


def _solution_pages(puzzles: Sequence[Puzzle], paper: Paper) -> Iterator[tuple[str, str]]:
    width = (paper.inner_width - GUTTER) / 2
    rows = SOLUTIONS // 2
    height = (paper.bottom - MARGIN - rows * GUTTER) / rows
    for first in range(0, len(puzzles), SOLUTIONS):
        parts = []
        for at, puzzle in enumerate(puzzles[first : first + SOLUTIONS]):
            x = MARGIN + at % 2 * (width + GUTTER)
            y = MARGIN + at // 2 * (height + GUTTER)
            solution = puzzle.solution or next(iter(_kind(puzzle).solutions(puzzle)), None)
            label = say("Solution {n}", n=first + at + 1)
            parts.append(line_of_text(x, y + 8, label, 10, INK))
            parts.append(_picture(puzzle, solution, Box(x, y + 14, width, height - 14)))
        yield "".join(parts), "" if first else say("Solutions")
