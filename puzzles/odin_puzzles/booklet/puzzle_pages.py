"""Pages with puzzles: question, board, and the tiles in the same scale."""

from collections.abc import Sequence
from dataclasses import dataclass

from odin_puzzles.booklet.paper import (
    MARGIN,
    MILLIMETRE,
    MUTED,
    Box,
    Paper,
    badge,
    heading,
    line,
    paragraph,
    placed,
    stars,
    stars_width,
)
from odin_puzzles.booklet.pictures import Picture, boards_picture
from odin_puzzles.booklet.tiles import tiles_picture, usable_tiles
from odin_puzzles.generate.titles import shown_title
from odin_puzzles.kinds import question
from odin_puzzles.puzzle import Puzzle
from odin_solver.render.svg.markup import line_of_text
from odin_solver.render.svg.parts import CELL
from odin_solver.support.language import say

LARGEST_CELL = 12 * MILLIMETRE
SMALLEST_CELL = 3 * MILLIMETRE
SPACE = 7 * MILLIMETRE
"""Distance of a board and its tiles."""

GUTTER = 9 * MILLIMETRE
"""Distance of two puzzles."""

TITLE_SIZES = 10.5, 15.0

SMALL = 560.0
"""The most width and height of boards for four puzzles per page."""


@dataclass(frozen=True)
class BookletEntry:
    """A puzzle of a booklet."""

    number: int
    puzzle: Puzzle
    page: int
    cell: float


def title_of(puzzle: Puzzle) -> str:
    """Return the title of a puzzle, or its kind if it has none."""
    return shown_title(puzzle) or kind_name(puzzle)


def kind_name(puzzle: Puzzle) -> str:
    """Return the kind of a puzzle as a heading."""
    return say(puzzle.kind).capitalize()


def grouped(puzzles: Sequence[Puzzle], per_page: int | None) -> list[list[Puzzle]]:
    """Group puzzles by page: `per_page`, or by default four small ones or two."""
    pages: list[list[Puzzle]] = []
    rest = list(puzzles)
    while rest:
        drawn = map(boards_picture, rest[:4] if len(rest) >= 3 and not per_page else ())
        largest = max((max(each.width, each.height) for each in drawn), default=SMALL + 1)
        count = per_page or (4 if largest <= SMALL else 2)
        pages.append(rest[:count])
        rest = rest[count:]
    return pages


def puzzle_page(
    puzzles: Sequence[Puzzle], first: int, page: int, slots: int, paper: Paper
) -> tuple[str, list[BookletEntry]]:
    """Draw a page with puzzles; return also their entries."""
    boxes = _boxes(slots, paper)
    parts, entries = [], []
    for i, (puzzle, box) in enumerate(zip(puzzles, boxes, strict=False)):
        content, cell = _slot(puzzle, first + i, box)
        parts.append(content)
        entries.append(BookletEntry(first + i, puzzle, page, cell))
        if slots > 1 and i % max(1, slots // 2) == 0 and i:
            y = box.y - GUTTER / 2
            parts.append(line(MARGIN, y, paper.width - MARGIN, y))
    return "".join(parts), entries


def _boxes(slots: int, paper: Paper) -> list[Box]:
    height = paper.bottom - MARGIN
    if slots == 1:
        return [Box(MARGIN, MARGIN, paper.inner_width, height)]
    half = (height - GUTTER) / 2
    rows = [MARGIN, MARGIN + half + GUTTER]
    if slots == 2:
        return [Box(MARGIN, y, paper.inner_width, half) for y in rows]
    width = (paper.inner_width - GUTTER) / 2
    return [Box(x, y, width, half) for y in rows for x in (MARGIN, MARGIN + width + GUTTER)]


def _slot(puzzle: Puzzle, number: int, box: Box) -> tuple[str, float]:
    header, y = header_of(puzzle, number, box)
    room = Box(box.x, y, box.width, box.y + box.height - y)
    board = boards_picture(puzzle)
    cell, beside = _largest_cell(puzzle, board, room)
    scale = cell / CELL
    if beside:
        width = _width_beside(board, room, scale)
        tiles = tiles_picture(usable_tiles(puzzle), width / scale)
        spare = (width - tiles.width * scale) / 2
        at = (room.x + board.width * scale + SPACE + spare, room.y)
    else:
        tiles = tiles_picture(usable_tiles(puzzle), room.width / scale)
        at = (room.x, room.y + board.height * scale + SPACE)
    return (
        header
        + placed(board.content, room.x, room.y, scale)
        + placed(tiles.content, at[0], at[1], scale),
        cell,
    )


def header_of(puzzle: Puzzle, number: int, box: Box) -> tuple[str, float]:
    """Draw number, title, kind, stars and question; return also where the picture begins."""
    radius = 11.0
    left = box.x + 2 * radius + 8
    right = box.x + box.width
    room = right - left - stars_width(10) - 12
    title, y = heading(left, box.y + 10.5, title_of(puzzle), TITLE_SIZES, room)
    parts = [
        badge(box.x + radius, box.y + radius, radius, str(number)),
        title,
        line_of_text(left, y + 11, kind_name(puzzle), 8.5, MUTED, bold=False),
        stars(right, box.y + 6, puzzle.difficulty, 10),
    ]
    words, y = paragraph(box.x, y + 28.5, question(puzzle), 10, box.width)
    return "".join([*parts, words]), y + 13


def _largest_cell(puzzle: Puzzle, board: Picture, room: Box) -> tuple[float, bool]:
    """Return the largest cells with which board and tiles fit, and whether tiles go beside it."""
    cell = LARGEST_CELL
    while cell > SMALLEST_CELL:
        for beside in (True, False):
            if _fits(puzzle, board, room, cell / CELL, beside):
                return cell, beside
        cell -= 0.25
    return SMALLEST_CELL, True


def _fits(puzzle: Puzzle, board: Picture, room: Box, scale: float, beside: bool) -> bool:
    if board.width * scale > room.width or board.height * scale > room.height:
        return False
    width = _width_beside(board, room, scale) if beside else room.width
    if width < CELL * scale:
        return False
    tiles = tiles_picture(usable_tiles(puzzle), width / scale)
    if tiles.width * scale > width:
        return False
    height = room.height if beside else room.height - board.height * scale - SPACE
    return tiles.height * scale <= height


def _width_beside(board: Picture, room: Box, scale: float) -> float:
    return room.width - board.width * scale - SPACE
