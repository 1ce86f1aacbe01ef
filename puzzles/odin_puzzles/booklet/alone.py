"""One puzzle alone: a page for a post or a print, and a drawing in text."""

from odin_puzzles.booklet.paper import MILLIMETRE, Page, Paper, page_svg
from odin_puzzles.booklet.pdf import pdf_from
from odin_puzzles.booklet.puzzle_pages import puzzle_page, title_of
from odin_puzzles.kinds import kind_of, question
from odin_puzzles.kinds.fill import FillKind
from odin_puzzles.puzzle import Puzzle
from odin_solver.notation.custom_boards import CustomBoard, custom_board
from odin_solver.notation.drawings import drawing_of
from odin_solver.render.terminal.tables import plain_text
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position

PAPER = Paper("alone", 148 * MILLIMETRE, 148 * MILLIMETRE)


def alone_svg(puzzle: Puzzle) -> str:
    """Return an SVG document with question, boards and tiles."""
    return page_svg(_page(puzzle), PAPER)


def alone_pdf(puzzle: Puzzle) -> bytes:
    """Return a PDF document of one page with question, boards and tiles."""
    return pdf_from([_page(puzzle)], PAPER, title_of(puzzle))


def alone_text(puzzle: Puzzle) -> str:
    """Return a drawing in text: of cells to cover and tiles as `odin import` reads it."""
    kind = kind_of(puzzle)
    if not isinstance(kind, FillKind):
        drawn = plain_text(kind.drawing(puzzle))
        return f"{title_of(puzzle)}\n{question(puzzle)}\n\n{drawn}\n"
    cells = {*puzzle.goal.cells}
    board = puzzle.position.boards[puzzle.goal.board].board
    rows = [
        "".join(".~"[(x, y) not in cells] for x in range(board.width)) for y in range(board.height)
    ]
    state = BoardState(custom_board(CustomBoard(map=rows)))
    return drawing_of(Position((state,), puzzle.position.supply, tiles=puzzle.position.tiles))


def _page(puzzle: Puzzle) -> Page:
    return Page(puzzle_page([puzzle], 1, 1, 1, PAPER)[0])
