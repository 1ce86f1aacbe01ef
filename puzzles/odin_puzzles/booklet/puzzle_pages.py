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
from odin_puzzles.booklet.pictures import Picture, boards_picture, picture_of
from odin_puzzles.booklet.tiles import tiles_picture, usable_tiles
from odin_puzzles.generate.titles import shown_title
from odin_puzzles.kinds import kind_of, question
from odin_puzzles.kinds.games import Answer, GameKind
from odin_puzzles.puzzle import Puzzle
from odin_solver.render.svg.markup import line_of_text
from odin_solver.render.svg.parts import CELL
from odin_solver.support.language import say

LARGEST_CELL = 12 * MILLIMETRE
SMALLEST_CELL = 3 * MILLIMETRE
SPACE = 7 * MILLIMETRE
"""Distance of a board and its tiles."""

PIECE = 13 * MILLIMETRE
"""Side of a piece of another game to cut out."""

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
    """Group puzzles by page: `per_page`, or by default as many as are read well."""
    pages: list[list[Puzzle]] = []
    rest = list(puzzles)
    while rest:
        rooms = [_room(each) for each in rest[:4]]
        usual = 1 if 1 in rooms[:2] else 4 if len(rooms) > 2 and set(rooms) == {4} else 2
        pages.append(rest[: per_page or usual])
        rest = rest[per_page or usual :]
    return pages


def slots_for(page: Sequence[Puzzle]) -> int:
    """Return for how many puzzles a page of `grouped` has places."""
    return 1 if _room(page[0]) == 1 else 4 if len(page) > 2 else 2


def _room(puzzle: Puzzle) -> int:
    """Return how many puzzles of this sort a page has: four small ones, two, or one."""
    kind = kind_of(puzzle)
    if isinstance(kind, GameKind):
        return kind.per_page
    drawn = boards_picture(puzzle)
    return 4 if max(drawn.width, drawn.height) <= SMALL else 2


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
    header, y = _header(puzzle, number, box)
    room = Box(box.x, y, box.width, box.y + box.height - y)
    if isinstance(kind_of(puzzle), GameKind):
        return header + game_picture(puzzle, None, room), PIECE
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


def _header(puzzle: Puzzle, number: int, box: Box) -> tuple[str, float]:
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


def game_picture(puzzle: Puzzle, answer: Answer | None, room: Box) -> str:
    """Draw a puzzle of another game, or an answer, below what is said beside its picture."""
    kind = kind_of(puzzle)
    assert isinstance(kind, GameKind)
    parts, y = [], room.y + 1
    size = 10 if answer is None else 8  # the longest answer in words fits
    for fact in kind.facts(puzzle, answer):
        words, last = paragraph(room.x, y, fact, size, room.width)
        parts.append(words)
        y = last + 14
    drawn, top = picture_of(puzzle, answer), y - 3 - bool(parts)
    if drawn.width:
        scale = min(room.width / drawn.width, (room.y + room.height - top) / drawn.height)
        parts.append(placed(drawn.content, room.x, top, scale))
    return "".join(parts)


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
