"""Pages at the back of a booklet: tiles to cut out, and solutions."""

from collections.abc import Iterator, Sequence

from odin_puzzles.booklet.paper import (
    INK,
    MARGIN,
    MILLIMETRE,
    MUTED,
    Box,
    Paper,
    badge,
    heading,
    page_title,
    placed,
)
from odin_puzzles.booklet.pictures import boards_picture
from odin_puzzles.booklet.puzzle_pages import BookletEntry, game_picture, title_of
from odin_puzzles.booklet.tiles import CUT_SPACE, cut_rows
from odin_puzzles.kinds import kind_of
from odin_puzzles.kinds.games import GameKind
from odin_solver.render import palette
from odin_solver.render.svg.font import text_width
from odin_solver.render.svg.markup import element, line_of_text, number
from odin_solver.render.svg.parts import CELL
from odin_solver.support.language import mark, say

CUT_TITLE = mark("Tiles to cut out")
CUT_REMARK = mark(
    "Cut along the dashed lines. The tiles of a puzzle have the scale of its board; turn them as "
    "you like, special tiles may also be turned over."
)
SOLUTIONS_TITLE = mark("Solutions")
SOLUTIONS_REMARK = mark("The numbers on the tiles give a legal order of placing.")

GROUP_HEADER = 24.0
GROUP_SPACE = 5 * MILLIMETRE
COLUMNS, ROWS = 2, 3
GUTTER = 9 * MILLIMETRE
LARGEST_CELL = 7 * MILLIMETRE


def cut_pages(entries: Sequence[BookletEntry], paper: Paper) -> Iterator[str]:
    """Yield pages with the tiles of all puzzles, grouped by puzzle."""
    page, top = page_title(paper, say(CUT_TITLE), say(CUT_REMARK))
    page += _scissors(paper.width - MARGIN - 12, MARGIN + 8)
    y, used = top, False
    for entry in entries:
        scale = entry.cell / CELL
        rows = cut_rows(entry.puzzle, paper.inner_width / scale)
        has_header = False
        for row in rows:
            height = row.height * scale
            needed = height if has_header else height + GROUP_HEADER
            if used and y + needed > paper.bottom:
                yield page
                page, top = page_title(paper, say(CUT_TITLE))
                y, has_header = top, False
            if not has_header:
                page += _group_header(entry, y)
                y, has_header = y + GROUP_HEADER, True
            page += placed(row.content, MARGIN, y, scale)
            y, used = y + height + CUT_SPACE * scale, True
        y += GROUP_SPACE
    if used:
        yield page


def solution_pages(entries: Sequence[BookletEntry], paper: Paper) -> Iterator[str]:
    """Yield pages with small pictures of the solutions."""
    for start in range(0, len(entries), COLUMNS * ROWS):
        remark = say(SOLUTIONS_REMARK) if start == 0 else ""
        page, top = page_title(paper, say(SOLUTIONS_TITLE), remark)
        width = (paper.inner_width - GUTTER * (COLUMNS - 1)) / COLUMNS
        height = (paper.bottom - top - GUTTER * (ROWS - 1)) / ROWS
        for place, entry in enumerate(entries[start : start + COLUMNS * ROWS]):
            row, column = divmod(place, COLUMNS)
            x, y = MARGIN + column * (width + GUTTER), top + row * (height + GUTTER)
            page += _solution(entry, x, y, width, height)
        yield page


def _solution(entry: BookletEntry, x: float, y: float, width: float, height: float) -> str:
    puzzle, kind = entry.puzzle, kind_of(entry.puzzle)
    title, top = heading(x + 22, y + 9.5, title_of(puzzle), (10.5, 10.5), width - 24)
    drawn = badge(x + 8, y + 6, 8, str(entry.number)) + title
    room = y + height - top - 12.5
    if isinstance(kind, GameKind):
        solution = puzzle.solution or next(iter(kind.solutions(puzzle)), None)
        return drawn + game_picture(puzzle, solution, Box(x, top + 13.5, width, room))
    board = boards_picture(puzzle, puzzle.solution)
    scale = min(width / board.width, room / board.height, LARGEST_CELL / CELL)
    return drawn + placed(board.content, x, top + 10.5, scale)


def _group_header(entry: BookletEntry, y: float) -> str:
    return (
        badge(MARGIN + 8, y + 7, 8, str(entry.number))
        + line_of_text(MARGIN + 22, y + 10.5, title_of(entry.puzzle), 10.5, INK)
        + line_of_text(
            MARGIN + 28 + text_width(title_of(entry.puzzle), 10.5),
            y + 10.5,
            say("page {n}", n=entry.page),
            8.5,
            MUTED,
            bold=False,
        )
    )


def _scissors(x: float, y: float) -> str:
    ink = palette.PAGE.ink
    parts = []
    for side in (1, -1):
        blade = f"M{number(x + 3)} {number(y + 3.6 * side)}L{number(x - 20)} {number(y - 5 * side)}"
        parts.append(element("path", d=blade, stroke=ink, stroke_width=1.6, stroke_linecap="round"))
        parts.append(
            element(
                "circle", cx=x + 7, cy=y + 5 * side, r=4, fill="none", stroke=ink, stroke_width=1.6
            )
        )
    return "".join(parts)
