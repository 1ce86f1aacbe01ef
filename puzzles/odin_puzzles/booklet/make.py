"""Booklets: puzzles on paper, with a cover, tiles to cut out, and the solutions at the back."""

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from odin_puzzles.booklet import cover
from odin_puzzles.booklet.back_pages import CUT_TITLE, SOLUTIONS_TITLE, cut_pages, solution_pages
from odin_puzzles.booklet.paper import PAPERS, Page, Paper, footer
from odin_puzzles.booklet.pdf import need_writer
from odin_puzzles.booklet.puzzle_pages import BookletEntry, grouped, puzzle_page, title_of
from odin_puzzles.puzzle import Puzzle
from odin_solver.errors import OdinError
from odin_solver.support.children import results_of
from odin_solver.support.language import mark, say

DEFAULT_TITLE = mark("The Odin Puzzle Book")


def booklet_pages(
    puzzles: Sequence[Puzzle],
    *,
    title: str = DEFAULT_TITLE,
    paper: Paper = PAPERS["a4"],
    per_page: int | None = None,
) -> list[Page]:
    """Lay out the pages of a booklet."""
    title = say(title)
    left = max(0, len(puzzles) - cover.contents_capacity(paper))
    before = 1 + -(-left // cover.contents_page_capacity(paper))
    bodies: list[tuple[str, str]] = []
    entries: list[BookletEntry] = []
    for group in grouped(puzzles, per_page):
        slots = per_page or (4 if len(group) > 2 else 2)
        number = len(entries) + 1
        content, on_page = puzzle_page(group, number, before + len(bodies) + 1, slots, paper)
        entries += on_page
        names = ", ".join(f"{entry.number} {title_of(entry.puzzle)}" for entry in on_page)
        bodies.append((content, names))
    bodies += [
        (page, say(CUT_TITLE) if not i else "") for i, page in enumerate(cut_pages(entries, paper))
    ]
    bodies += [
        (page, say(SOLUTIONS_TITLE) if not i else "")
        for i, page in enumerate(solution_pages(entries, paper))
    ]
    front = [(page, "") for page in cover.contents_pages(entries, paper)]
    return [
        Page(cover.cover_page(entries, title, paper), title),
        *(
            Page(content + footer(paper, title, number), bookmark)
            for number, (content, bookmark) in enumerate([*front, *bodies], 2)
        ),
    ]


def booklet_pdf(
    puzzles: Sequence[Puzzle],
    *,
    title: str = DEFAULT_TITLE,
    paper: str = "a4",
    per_page: int | None = None,
    on_missing: Callable[[str], object] = lambda letters: None,
) -> bytes:
    """Return a booklet as PDF; see `booklet_pages`, and `PAPERS` for the names of `paper`.

    `on_missing` is as for `odin_puzzles.booklet.pdf.pdf_from`.

    The same puzzles give the same bytes.
    """
    from odin_puzzles.booklet.pdf import pdf_from

    size = PAPERS[paper]
    pages = booklet_pages(puzzles, title=title, paper=size, per_page=per_page)
    return pdf_from(pages, size, say(title), on_missing)


def booklet_within(
    puzzles: Sequence[Puzzle],
    seconds: float,
    cancel: threading.Event,
    *,
    title: str,
    paper: str,
    per_page: int | None,
) -> tuple[bytes, str] | None:
    """Return a booklet and the letters that the fonts lack; None if it is cancelled.

    Raises
    ------
    OdinError
        If the time limit is reached, or the process fails.
    """
    need_writer()
    making = results_of(
        _booklet,
        puzzles,
        {"title": title, "paper": paper, "per_page": per_page},
        what="making the booklet",
        seconds=seconds,
        cancel=cancel,
    )
    try:
        return next(making, None)
    except TimeoutError:
        raise OdinError.said(
            "the booklet is not done after {seconds:g} s", seconds=seconds
        ) from None


def _booklet(puzzles: Sequence[Puzzle], options: dict[str, Any]) -> Iterator[tuple[bytes, str]]:
    missing: list[str] = []
    yield booklet_pdf(puzzles, **options, on_missing=missing.append), "".join(missing)
