"""The format of share codes: a puzzle symbol by symbol, written and read.

It omits what can be computed (the solution, the steps of the grading) and what does not change the
puzzle: its seed and generator, the round, the objective of the position.
"""

from odin_puzzles.files import puzzle_data, puzzle_from
from odin_puzzles.kinds import KINDS, feast_kind, feast_kind_named
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.share import tables
from odin_puzzles.share.boards import read_custom_board, write_custom_board
from odin_puzzles.share.coder import Odds, Reader, Writer
from odin_puzzles.share.text import read_text, write_text
from odin_solver.components import Board, Cell, board, tile
from odin_solver.errors import InputError
from odin_solver.notation.custom_boards import CustomBoard, board_data, custom_board
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.geometry import grid_of, normalised, orientations
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position, RuleOptions
from odin_solver.support.validating import converted

_MAX_COUNT = 400
"""The most boards, and pieces on a board, that a code may have."""


def packed_puzzle(puzzle: Puzzle) -> int:
    """Pack a puzzle into one integer.

    Raises
    ------
    InputError
        If its position is illegal: such a position has no code.
    """
    refuse_to_share(puzzle)
    kind = feast_kind(puzzle)
    code = Writer()
    code.choice(KINDS.index(puzzle.kind), tables.KIND_NUMBERS)
    code.choice(puzzle.difficulty or 0, 6)
    write_text(code, puzzle.title)
    if not kind.at_table:
        code.flag(puzzle.position.rules.simultaneous, Odds((15, 1)))
        code.count(len(puzzle.position.boards), Odds((3, 3)))
        for state in puzzle.position.boards:
            _write_board(code, state)
    _write_supply(code, puzzle.position)
    kind.write_goal(code, puzzle)
    return code.number()


def refuse_to_share(puzzle: Puzzle) -> None:
    """Make sure that the position of a puzzle is legal."""
    violations = position_violations(puzzle.position)
    if violations:
        raise InputError.said(
            "share: the position is not legal: {message}", message=violations[0].message
        )


def unpacked_puzzle(packed: int) -> Puzzle:
    """Unpack a puzzle; the inverse of `packed_puzzle` except for what is omitted.

    Raises
    ------
    ValueError, ArithmeticError, LookupError, InputError
        If the integer is not a puzzle.
    """
    code = Reader(packed)
    kind = feast_kind_named(KINDS[code.choice(tables.KIND_NUMBERS)])
    difficulty = code.choice(6) or None
    title = read_text(code)
    boards: tuple[BoardState, ...] = ()
    simultaneous = False
    if not kind.at_table:
        simultaneous = code.flag(Odds((15, 1)))
        count = code.count(Odds((3, 3)))
        _check_count(count)
        boards = tuple(_read_board(code) for _ in range(count))
    position = Position(
        boards=boards, supply=_read_supply(code), rules=RuleOptions(simultaneous=simultaneous)
    )
    goal = kind.read_goal(code, position)
    if not code.at_end:
        raise ValueError("trailing data")
    made = Puzzle(kind.name, title, position, goal, difficulty=difficulty)
    return puzzle_from(puzzle_data(made), "share code")


def _check_count(count: int) -> None:
    if count > _MAX_COUNT:
        raise ValueError("too many")


def _write_board(code: Writer, state: BoardState) -> None:
    data = board_data(state.board)
    if isinstance(data, str):
        code.choice(tables.BOARDS.index(data), tables.BOARD_NUMBERS)
    else:
        code.choice(tables.CUSTOM_BOARD, tables.BOARD_NUMBERS)
        write_custom_board(code, data)
    grid = state.grid
    more, tiles, covered = Odds((1, 1)), Odds(tables.TILE_WEIGHTS), 0
    for piece in state.pieces:
        code.flag(True, more)
        code.symbol(tables.TILES.index(piece.tile.id), tiles)
        if piece.cells:
            free = grid.cells(grid.coverable & ~covered)
            code.choice(free.index(min(piece.cells, key=_by_row)), len(free))
            shapes = orientations(piece.tile)
            code.choice(shapes.index(normalised(piece.cells)), len(shapes))
            covered |= grid.mask(piece.cells)
    code.flag(False, more)


def _read_board(code: Reader) -> BoardState:
    number = code.choice(tables.BOARD_NUMBERS)
    printed: Board = (
        custom_board(converted(read_custom_board(code), CustomBoard))
        if number == tables.CUSTOM_BOARD
        else board(tables.BOARDS[number])
    )
    grid = grid_of(printed)
    more, tiles, covered = Odds((1, 1)), Odds(tables.TILE_WEIGHTS), 0
    pieces: list[Piece] = []
    while code.flag(more):
        _check_count(len(pieces))
        kind = tile(tables.TILES[code.symbol(tiles)])
        cells: tuple[Cell, ...] = ()
        if kind.cells:
            free = grid.cells(grid.coverable & ~covered)
            x, y = free[code.choice(len(free))]
            shape = orientations(kind)[code.choice(len(orientations(kind)))]
            left, top = min(shape, key=_by_row)
            cells = tuple(sorted(((x + i - left, y + j - top) for i, j in shape), key=_by_row))
        pieces.append(Piece(kind, cells))
        covered |= grid.mask(cells)
    return BoardState(printed, tuple(pieces))


def _by_row(cell: Cell) -> Cell:
    return cell[1], cell[0]


def _write_supply(code: Writer, position: Position) -> None:
    counts = Odds((2, 1))
    for group in tables.TILE_GROUPS:
        present = Odds((3, 1))
        for name in group:
            count = position.supply.get(name, 0)
            code.flag(count > 0, present)
            if count:
                code.count(min(count, 9) - 1, counts)
                if count >= 9:
                    code.amount(count - 9)


def _read_supply(code: Reader) -> dict[str, int]:
    supply = {}
    counts = Odds((2, 1))
    for group in tables.TILE_GROUPS:
        present = Odds((3, 1))
        for name in group:
            if code.flag(present):
                count = code.count(counts) + 1
                supply[name] = count if count < 9 else count + code.amount()
    return supply
