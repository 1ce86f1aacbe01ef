"""Booklets: puzzles on paper, with a cover, tiles to cut out, and the solutions at the back."""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence

from odin_puzzles.booklet import cover
from odin_puzzles.booklet.back_pages import CUT_TITLE, SOLUTIONS_TITLE, cut_pages, solution_pages
from odin_puzzles.booklet.paper import PAPERS, Page, footer
from odin_puzzles.booklet.pdf import need_writer
from odin_puzzles.booklet.puzzle_pages import (
    BookletEntry,
    grouped,
    puzzle_page,
    slots_for,
    title_of,
)
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.questions import BookletStyle
from odin_solver.errors import OdinError
from odin_solver.support.children import results_of
from odin_solver.support.language import say

USUAL = BookletStyle()


def booklet_pages(puzzles: Sequence[Puzzle], style: BookletStyle = USUAL) -> list[Page]:
    """Lay out the pages of a booklet."""
    title, paper = style.heading, PAPERS[style.paper]
    left = max(0, len(puzzles) - cover.contents_capacity(paper))
    forewords = cover.foreword_pages(style.foreword, paper)
    before = 1 + len(forewords) + -(-left // cover.contents_page_capacity(paper))
    bodies: list[tuple[str, str]] = []
    entries: list[BookletEntry] = []
    for group in grouped(puzzles, style.per_page):
        slots = style.per_page or slots_for(group)
        number = len(entries) + 1
        content, on_page = puzzle_page(group, number, before + len(bodies) + 1, slots, paper)
        entries += on_page
        names = ", ".join(f"{entry.number} {title_of(entry.puzzle)}" for entry in on_page)
        bodies.append((content, names))
    front = [(page, "") for page in (*forewords, *cover.contents_pages(entries, paper))]
    bodies = [*front, *bodies, *_titled(cut_pages(entries, paper), CUT_TITLE)]
    solutions = _titled(solution_pages(entries, paper), SOLUTIONS_TITLE)
    if style.part == "solutions":
        bodies = solutions
    elif style.part == "all":
        bodies += solutions
    author = " ".join(style.author.split())
    front_page = Page(cover.cover_page(entries, title, author, paper), title, style.light)
    first = int(style.part != "solutions")
    return [
        *[front_page] * first,
        *(
            Page(content + footer(paper, title, number), bookmark, style.light)
            for number, (content, bookmark) in enumerate(bodies, first + 1)
        ),
    ]


def _titled(pages: Iterable[str], title: str) -> list[tuple[str, str]]:
    return [(page, "" if at else say(title)) for at, page in enumerate(pages)]


def booklet_pdf(
    puzzles: Sequence[Puzzle],
    style: BookletStyle = USUAL,
    on_missing: Callable[[str], object] = lambda letters: None,
) -> bytes:
    """Return a booklet as PDF.

    `on_missing` is as for `odin_puzzles.booklet.pdf.pdf_from`.

    The same puzzles give the same bytes.
    """
    from odin_puzzles.booklet.pdf import pdf_from

    pages = booklet_pages(puzzles, style)
    return pdf_from(pages, PAPERS[style.paper], style.heading, on_missing)


def booklet_within(
    puzzles: Sequence[Puzzle], style: BookletStyle, seconds: float, cancel: threading.Event
) -> tuple[bytes, str] | None:
    """Return a booklet and the letters that the fonts lack; None if it is cancelled.

    Raises
    ------
    OdinError
        If the time limit is reached, or the process fails.
    """
    need_writer()
    making = results_of(
        _booklet, puzzles, style, what="making the booklet", seconds=seconds, cancel=cancel
    )
    try:
        return next(making, None)
    except TimeoutError:
        raise OdinError.said(
            "the booklet is not done after {seconds:g} s", seconds=seconds
        ) from None


def _booklet(puzzles: Sequence[Puzzle], style: BookletStyle) -> Iterator[tuple[bytes, str]]:
    missing: list[str] = []
    yield booklet_pdf(puzzles, style, missing.append), "".join(missing)
