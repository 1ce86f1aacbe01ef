"""The format of share codes: a puzzle symbol by symbol, written and read.

It omits what can be computed (the solution, the steps of the grading) and what does not change the
puzzle: its seed and generator, the round, the objective of the position.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from odin_puzzles.files import puzzle_data, puzzle_from
from odin_puzzles.kinds import KINDS, feast_kind, feast_kind_named
from odin_puzzles.kinds.base import FeastKind
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.share import tables
from odin_puzzles.share.coder import Coder, Odds, Reader, Writer
from odin_puzzles.share.tables import ITEM_NUMBERS, ITEMS, MARKS
from odin_puzzles.share.text import text_code
from odin_solver.components import Board, Cell, board, cell_name, parse_cell, tile
from odin_solver.errors import InputError
from odin_solver.notation.custom_boards import CustomBoard, board_data, custom_board
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.geometry import grid_of, normalised, orientations
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position, RuleOptions
from odin_solver.support.validating import converted

_MAX_COLUMNS = 26
_MAX_ROWS = 40


def custom_board_code(code: Coder, data: dict[str, Any]) -> dict[str, Any]:
    """Code a board as the data of a board file, which is empty if it is to be read."""
    rows: Sequence[str] = data.get("map", [""])
    if len(rows[0]) > _MAX_COLUMNS or len(rows) > _MAX_ROWS:
        raise InputError.said(
            "share code: expected a board of at most {width} by {height} cells, "
            "got {columns} by {rows}: share the file",
            width=_MAX_COLUMNS,
            height=_MAX_ROWS,
            columns=len(rows[0]),
            rows=len(rows),
        )
    name = text_code(code, data.get("name", ""))
    is_building = code.flag(Odds((2, 1)), data.get("kind") == "building")
    width = code.choice(_MAX_COLUMNS, len(rows[0]) - 1) + 1
    height = code.choice(_MAX_ROWS, len(rows) - 1) + 1
    odds = {before: Odds((1,) * len(MARKS)) for before in ("", *MARKS)}
    marks, before = "", ""
    for mark in "".join(rows) or MARKS[0] * (width * height):
        before = MARKS[code.symbol(odds[before], MARKS.index(mark))]
        marks += before
    rows = [marks[start : start + width] for start in range(0, len(marks), width)]
    income, bonuses = [], []
    given = data.get("income", [])
    for at, names in enumerate(_owners_code(code, rows, "I", given, Odds((2, 1)))):
        values = given[at]["values"] if given else [0] * (len(names) + 1)
        income.append({"cells": " ".join(names), "values": [code.amount(n) for n in values]})
    given = data.get("bonuses", [])
    for at, names in enumerate(_owners_code(code, rows, "B", given, Odds((1, 1)))):
        gives = list(given[at]["gives"].items()) if given else []
        count = code.count(Odds((1, 6)), len(gives))
        coded = (_item_code(code, *each) for each in gives or [(ITEMS[0], 0)] * count)
        bonuses.append({"cells": " ".join(names), "gives": dict(coded)})
    kind = "building" if is_building else "exploration"
    return {"name": name, "kind": kind, "map": rows, "income": income, "bonuses": bonuses}


def _item_code(code: Coder, item: str, count: int) -> tuple[str, int]:
    return ITEMS[code.choice(ITEM_NUMBERS, ITEMS.index(item))], code.amount(count)


def _owners_code(
    code: Coder, rows: Sequence[str], mark: str, given: Sequence[Any], odds: Odds
) -> list[list[str]]:
    """Code which diagonal, or bonus, the cells with a mark belong to; return the cells of each."""
    names: list[list[str]] = [[] for _ in range(code.count(odds, len(given)))]
    owner = {
        parse_cell(name, len(rows)): number
        for number, entry in enumerate(given)
        for name in entry["cells"].split()
    }
    cells = [(x, y) for y, row in enumerate(rows) for x, other in enumerate(row) if other == mark]
    # As diagonals run: from the left, columns upwards.
    for cell in sorted(cells, key=lambda cell: (cell[0], -cell[1])):
        names[code.choice(len(names), owner.get(cell, 0))].append(cell_name(cell, len(rows)))
    return names


_MOST_BOARDS = 400
"""The most boards that a code may have."""


def packed_puzzle(puzzle: Puzzle) -> int:
    """Pack a puzzle into one integer.

    Raises
    ------
    InputError
        If its position is illegal: such a position has no code.
    """
    refuse_to_share(puzzle)
    code, kind = Writer(), feast_kind(puzzle)
    code.choice(tables.KIND_NUMBERS, KINDS.index(puzzle.kind))
    _puzzle_code(code, kind, puzzle.difficulty, puzzle.title, puzzle.position)
    kind.goal_code(code, puzzle.position, puzzle.goal)
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
    difficulty, title, position = _puzzle_code(code, kind, None, "", Position())
    goal = kind.goal_code(code, position, None)
    if not code.at_end:
        raise ValueError("trailing data")
    made = Puzzle(kind.name, title, position, goal, difficulty=difficulty)
    return puzzle_from(puzzle_data(made), "share code")


def _puzzle_code(
    code: Coder, kind: FeastKind, difficulty: int | None, title: str, position: Position
) -> tuple[int | None, str, Position]:
    """Code what comes before the goal; what is given is ignored if it is to be read."""
    difficulty = code.choice(6, difficulty or 0) or None
    title = text_code(code, title)
    boards: list[BoardState] = []
    simultaneous = False
    if not kind.at_table:
        simultaneous = code.flag(Odds((15, 1)), position.rules.simultaneous)
        count = code.count(Odds((3, 3)), len(position.boards))
        if count > _MOST_BOARDS:
            raise ValueError("too many boards")
        given = position.boards or (None,) * count
        boards = [_board_code(code, state) for state in given]
    supply = _supply_code(code, position.supply)
    rules = RuleOptions(simultaneous=simultaneous)
    return difficulty, title, Position(tuple(boards), supply, rules=rules)


def _board_code(code: Coder, state: BoardState | None) -> BoardState:
    """Code a board with its pieces; None if it is to be read."""
    data = board_data(state.board) if state else tables.BOARDS[0]
    given = state.pieces if state else ()
    if isinstance(data, str):
        number, own = tables.BOARDS.index(data), dict[str, Any]()
    else:
        number, own = tables.CUSTOM_BOARD, data
    number = code.choice(tables.BOARD_NUMBERS, number)
    printed: Board = (
        custom_board(converted(custom_board_code(code, own), CustomBoard))
        if number == tables.CUSTOM_BOARD
        else board(tables.BOARDS[number])
    )
    grid = grid_of(printed)
    more, tiles, covered = Odds((1, 1)), Odds(tables.TILE_WEIGHTS), 0
    pieces: list[Piece] = []
    most = grid.coverable.bit_count() + sum(count for _, count in printed.slots)
    while code.flag(more, len(pieces) < len(given)):
        if len(pieces) > most:
            raise ValueError("too many pieces")
        piece = given[len(pieces)] if given else None
        number = tables.TILES.index(piece.tile.id) if piece else 0
        kind = tile(tables.TILES[code.symbol(tiles, number)])
        cells: tuple[Cell, ...] = ()
        if kind.cells:
            free, shapes = grid.cells(grid.coverable & ~covered), orientations(kind)
            first = free.index(min(piece.cells, key=_by_row)) if piece else 0
            x, y = free[code.choice(len(free), first)]
            turned = shapes.index(normalised(piece.cells)) if piece else 0
            shape = shapes[code.choice(len(shapes), turned)]
            left, top = min(shape, key=_by_row)
            cells = tuple(sorted(((x + i - left, y + j - top) for i, j in shape), key=_by_row))
        pieces.append(Piece(kind, cells))
        covered |= grid.mask(cells)
    return BoardState(printed, tuple(pieces))


def _by_row(cell: Cell) -> Cell:
    return cell[1], cell[0]


def _supply_code(code: Coder, given: Mapping[str, int]) -> dict[str, int]:
    supply = {}
    counts = Odds((2, 1))
    for group in tables.TILE_GROUPS:
        present = Odds((3, 1))
        for name in group:
            count = given.get(name, 0)
            if code.flag(present, count > 0):
                small = code.count(counts, min(count, 9) - 1) + 1
                supply[name] = small if small < 9 else small + code.amount(count - 9)
    return supply
