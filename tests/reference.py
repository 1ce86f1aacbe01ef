"""The rules of placing once more, cell by cell: what the library is tested against.

Everything here is written straight from the text of the rules, with sets of ``(x, y)`` tuples,
slow and plain. Nothing is imported from ``odin_solver.rules.geometry`` or ``odin_solver.rules``;
only
the printed parts and the classes that hold a position are shared.

Three layers:

- facts of a board and a set of covered cells: income, bonuses won, negative points left;
- legality of a piece, of a step, of a sequence of pieces, of a position;
- `reachable_layouts`: all layouts that a small position can come to.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Literal

from odin_solver.components import TILES, Board, Bonus, Cell, Diagonal, Tile, parse_cell, tile
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.position import Position

Cells = frozenset[Cell]

BOARD_COLORS = {"green", "blue", "silver", "ore"}
BUILDING_COLORS = {"orange", "red", "green", "blue", "silver"}


# --- writing tests -------------------------------------------------------------------------------


def cells_named(board: Board, names: str) -> tuple[Cell, ...]:
    """Cells from their names, row by row from the top left."""
    cells = [parse_cell(name, len(board.rows)) for name in names.split()]
    return tuple(sorted(cells, key=lambda cell: (cell[1], cell[0])))


def cells_between(board: Board, corners: str) -> tuple[Cell, ...]:
    """The rectangle between two corners: ``"a1:c3"``; without a colon a list of cells."""
    if ":" not in corners:
        return cells_named(board, corners)
    (x, y), (u, v) = (parse_cell(name, len(board.rows)) for name in corners.split(":"))
    return tuple(
        (i, j) for j in range(min(y, v), max(y, v) + 1) for i in range(min(x, u), max(x, u) + 1)
    )


def put(board: Board, tile_id: str, where: str = "") -> Piece:
    """A piece by the names of its cells or of two corners of its rectangle."""
    return Piece(tile(tile_id), cells_between(board, where))


def small_board(
    rows: Sequence[str],
    kind: Literal["home", "exploration", "building"] = "exploration",
    *,
    income: Sequence[Diagonal] | None = None,
    bonuses: Sequence[Bonus] | None = None,
    slots: Mapping[str, int] | None = None,
    points: int = 0,
    board_id: str = "test",
) -> Board:
    """A board from its map.

    Without `income` its income cells are one diagonal with the numbers 0, 1, 2 ...; without
    `bonuses` every bonus cell gives 1 oil.
    """
    marks = [(x, y, mark) for y, row in enumerate(rows) for x, mark in enumerate(row)]
    if income is None:
        cells = sorted((x, y) for x, y, mark in marks if mark == "I")
        income = [Diagonal(tuple(cells), tuple(range(len(cells) + 1)))] if cells else []
    if bonuses is None:
        bonuses = [Bonus(((x, y),), (("oil", 1),)) for x, y, mark in marks if mark == "B"]
    return Board(
        id=board_id,
        name="Test board",
        kind=kind,
        points=points,
        rows=tuple(rows),
        income=tuple(income),
        bonuses=tuple(bonuses),
        slots=tuple((slots or {}).items()),
    )


# --- facts of a board ----------------------------------------------------------------------------


def existing(board: Board) -> set[Cell]:
    """Cells that a tile may cover: neither sea nor part of the picture."""
    return {
        (x, y)
        for y in range(len(board.rows))
        for x in range(len(board.rows[y]))
        if board.rows[y][x] not in "~#"
    }


def bonus_symbols(board: Board) -> set[Cell]:
    """Cells with a bonus symbol: they count as covered."""
    return {(x, y) for x, y in existing(board) if board.rows[y][x] == "B"}


def edge_neighbours(cell: Cell) -> set[Cell]:
    """The four cells that share an edge with a cell."""
    x, y = cell
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def all_neighbours(cell: Cell) -> set[Cell]:
    """The eight cells around a cell."""
    x, y = cell
    return {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} - {cell}


def income_of(board: Board, covered: Iterable[Cell]) -> int:
    """Per diagonal the lowest number not covered, or the last number; boards add up (1.6)."""
    covered = set(covered)
    total = 0
    for diagonal in board.income:
        *printed, last = diagonal.values
        open_numbers = [
            number
            for cell, number in zip(diagonal.cells, printed, strict=True)
            if cell not in covered
        ]
        total += min(open_numbers) if open_numbers else last
    return total


def bonus_is_won(board: Board, bonus: Bonus, covered: Iterable[Cell]) -> bool:
    """Not covered itself, and all that exists around it is covered (1.5)."""
    covered = set(covered)
    if any(cell in covered for cell in bonus.cells):
        return False
    counts_as_covered = covered | bonus_symbols(board)
    return all(
        neighbour in counts_as_covered
        for cell in bonus.cells
        for neighbour in all_neighbours(cell)
        if neighbour in existing(board)
    )


def bonuses_of(board: Board, covered: Iterable[Cell]) -> dict[str, int]:
    """What one bonus phase gives."""
    covered = set(covered)
    goods: Counter[str] = Counter()
    for bonus in board.bonuses:
        if bonus_is_won(board, bonus, covered):
            for name, count in bonus.gives:
                goods[name] += count
    return dict(goods)


def negative_points(board: Board, covered: Iterable[Cell], resources: Iterable[str] = ()) -> int:
    """Open -1 and -2 cells and empty slots, as a positive number (1.8)."""
    covered = set(covered)
    points = 0
    for y, row in enumerate(board.rows):
        for x, mark in enumerate(row):
            if (x, y) not in covered:
                points += {"-": 1, "=": 2}.get(mark, 0)
    filled = Counter(resources)
    for name, count in board.slots:
        points += count - filled[name]
    return points


def covered_by(pieces: Iterable[Piece]) -> set[Cell]:
    """All cells under the pieces."""
    return {cell for piece in pieces for cell in piece.cells}


def resources_of(pieces: Iterable[Piece]) -> list[str]:
    """Wood and stone among the pieces."""
    return [piece.tile.id for piece in pieces if piece.tile.id in ("wood", "stone")]


def score_of(position: Position) -> int:
    """Points of boards, income, silver and crown minus open cells, slots and penalties (6)."""
    total = position.supply.get("silver", 0) + 2 * position.supply.get("english_crown", 0)
    for state in position.boards:
        covered = covered_by(state.pieces)
        total += state.board.points
        total += income_of(state.board, covered)
        total -= negative_points(state.board, covered, resources_of(state.pieces))
        total += 2 * sum(piece.tile.id == "english_crown" for piece in state.pieces)
        if state.board.kind != "building":
            total -= 3 * len(touching(state.board, state.pieces))
    return total


# --- legality ------------------------------------------------------------------------------------


def shapes(tile: Tile) -> set[Cells]:
    """The shape turned four ways; special tiles also face down (1.1)."""
    found = set()
    rows = [list(row) for row in tile.shape]
    faces = [rows, [row[::-1] for row in rows]] if tile.kind == "special" else [rows]
    for face in faces:
        for _ in range(4):
            face = [list(column) for column in zip(*reversed(face), strict=True)]
            found.add(
                frozenset(
                    (x, y)
                    for y, row in enumerate(face)
                    for x, mark in enumerate(row)
                    if mark == "#"
                )
            )
    return found - {frozenset()}


def places(board: Board, tile: Tile) -> set[Cells]:
    """Wherever the tile fits the board's area, whatever its colour."""
    area = existing(board)
    found = set()
    for shape in shapes(tile):
        for x in range(max((x for x, _ in area), default=0) + 1):
            for y in range(max((y for _, y in area), default=0) + 1):
                moved = frozenset((i + x, j + y) for i, j in shape)
                if moved <= area:
                    found.add(moved)
    return found


def color_allowed(tile: Tile, board: Board) -> bool:
    """Boards take green, blue, silver, ore; buildings food, green, blue, silver, no livestock."""
    if board.kind == "building":
        return tile.color in BUILDING_COLORS and tile.id not in ("sheep", "cattle")
    return tile.color in BOARD_COLORS


def apart_colors(board: Board) -> set[str]:
    """Colours of which no two tiles may share an edge."""
    return {"orange", "red"} if board.kind == "building" else {"green"}


def touching(board: Board, pieces: Sequence[Piece]) -> list[tuple[int, int]]:
    """Pairs of tiles that share an edge though they must not (1.3, 1.7)."""
    return [
        (i, j)
        for (i, one), (j, other) in combinations(enumerate(pieces), 2)
        if one.tile.color == other.tile.color
        and one.tile.color in apart_colors(board)
        and any(edge_neighbours(cell) & set(other.cells) for cell in one.cells)
    ]


def needed(board: Board, covering: Iterable[Cell]) -> set[Cell]:
    """What must be covered before or together with a tile on these cells (1.4)."""
    income_cells = {cell for diagonal in board.income for cell in diagonal.cells}
    cells = set()
    for x, y in income_cells & set(covering):
        cells |= {
            (i, j)
            for i, j in existing(board)
            if i <= x and j >= y and (i, j) not in bonus_symbols(board)
        }
    return cells


def step_is_legal(board: Board, before: Iterable[Cell], step: Iterable[Cell]) -> bool:
    """Whether cells may be covered all at once when others are covered already (1.4)."""
    step = set(step)
    return needed(board, step) <= step | set(before)


def order_is_legal(board: Board, before: Iterable[Cell], order: Iterable[Iterable[Cell]]) -> bool:
    """Whether steps, each a set of cells, are legal one after the other."""
    covered = set(before)
    for step in order:
        step = set(step)
        if not step_is_legal(board, covered, step):
            return False
        covered |= step
    return True


def some_order_is_legal(
    board: Board, before: Iterable[Cell], pieces: Sequence[Iterable[Cell]]
) -> bool:
    """Whether the pieces can be placed one a step in any order at all."""
    before = set(before)
    return any(order_is_legal(board, before, order) for order in permutations(pieces))


def together_is_legal(
    board: Board, before: Iterable[Cell], pieces: Sequence[Iterable[Cell]]
) -> bool:
    """Whether the pieces can be placed if a step may be several of them."""
    return step_is_legal(board, before, (cell for piece in pieces for cell in piece))


def pieces_fit(board: Board, pieces: Sequence[Piece]) -> bool:
    """All rules but the income order: area, shape, colour, slots, overlap, equal colours."""
    for piece in pieces:
        if piece.tile.id in ("wood", "stone"):
            if piece.cells:
                return False
        elif (
            not color_allowed(piece.tile, board)
            or len(set(piece.cells)) != len(piece.cells)
            or frozenset(piece.cells) not in places(board, piece.tile)
        ):
            return False
    resources = Counter(resources_of(pieces))
    if any(count > dict(board.slots).get(name, 0) for name, count in resources.items()):
        return False
    if sum(len(piece.cells) for piece in pieces) != len(covered_by(pieces)):
        return False
    return not touching(board, pieces)


def board_is_legal(state: BoardState, simultaneous: bool = False) -> bool:
    """Whether a board's pieces are legal in the order in which they are listed."""
    order = [piece.cells for piece in state.pieces]
    if not pieces_fit(state.board, state.pieces):
        return False
    if simultaneous:
        return together_is_legal(state.board, (), order)
    return order_is_legal(state.board, (), order)


def board_is_legal_in_some_order(state: BoardState) -> bool:
    """Whether a board's pieces, placed one a step in any order, are legal."""
    if not pieces_fit(state.board, state.pieces):
        return False
    return some_order_is_legal(state.board, (), [piece.cells for piece in state.pieces])


# --- all layouts of a small position -------------------------------------------------------------


class TooManyLayouts(Exception):
    """A position is too big to be enumerated."""


@dataclass(frozen=True)
class _Move:
    """One way of placing one tile; sets of cells of all boards together are integers here."""

    board: int
    piece: Piece
    kind: int
    cells: int
    beside: int
    color: int
    needs: int
    after: int


_APART = ("green", "orange", "red")
_NO_COLOR = len(_APART)


def reachable_layouts(
    position: Position, simultaneous: bool = False, *, merged: bool = False, limit: int = 200_000
) -> Iterator[Position]:
    """All layouts that can be reached from a position, each as a position.

    Tiles from the supply are placed one a step, depth first, in every way that the rules allow;
    what has been seen is not visited again. The position as it is comes first. Its own pieces
    are taken for legal and stay.

    Parameters
    ----------
    position
        Boards with their pieces, and the supply (keep it small).
    simultaneous
        Let income cells be covered in any order as long as at the end everything that they need
        is covered; the order of the pieces of a layout then means nothing.
    merged
        Yield one layout for all that cover the same cells, have the same colours where colours
        matter and leave the same supply. They have the same future and the same score.
    limit
        Most layouts that may be visited.

    Raises
    ------
    TooManyLayouts
        When `limit` is passed.
    """
    kinds = [name for name, count in position.supply.items() if count > 0]
    number = {
        (index, cell): bit
        for bit, (index, cell) in enumerate(
            (index, cell)
            for index, state in enumerate(position.boards)
            for cell in sorted(existing(state.board))
        )
    }

    def as_bits(index: int, cells: Iterable[Cell]) -> int:
        area = existing(position.boards[index].board)
        return sum(1 << number[index, cell] for cell in set(cells) & area)

    moves = list(_moves(position, kinds, as_bits))
    by_kind = [
        [(i, move) for i, move in enumerate(moves) if move.kind == k] for k in range(len(kinds))
    ]
    slot_bits = sum(1 << i for i, move in enumerate(moves) if not move.piece.cells)
    required = [
        (as_bits(index, [cell]), as_bits(index, needed(state.board, [cell])))
        for index, state in enumerate(position.boards)
        for diagonal in state.board.income
        for cell in diagonal.cells
    ]
    covered = 0
    colored = [0] * (_NO_COLOR + 1)
    for index, state in enumerate(position.boards):
        for piece in state.pieces:
            mask = as_bits(index, piece.cells)
            covered |= mask
            colored[_color(piece.tile, state.board)] |= mask

    counts = tuple(position.supply[name] for name in kinds)
    stack: list[tuple[int, tuple[int, ...], int, tuple[int, ...], tuple[int, ...]]]
    stack = [(covered, tuple(colored), 0, counts, ())]
    seen: set[object] = set()
    while stack:
        covered, colors, placed, supply, path = stack.pop()
        state_key = (covered, colors[:_NO_COLOR], placed & slot_bits, supply)
        key = state_key if merged else placed
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > limit:
            raise TooManyLayouts(f"more than {limit} layouts")
        if not simultaneous or all(
            not cell & covered or not needs & ~covered for cell, needs in required
        ):
            yield _with_pieces(position, kinds, supply, [moves[i] for i in path])
        for k, count in enumerate(supply):
            if not count:
                continue
            rest = (*supply[:k], count - 1, *supply[k + 1 :])
            for i, move in by_kind[k]:
                if (
                    move.cells & covered
                    or placed >> i & 1
                    or (move.after >= 0 and not placed >> move.after & 1)
                    or move.beside & colors[move.color]
                    or (not simultaneous and move.needs & ~(covered | move.cells))
                ):
                    continue
                color = move.color
                after = (*colors[:color], colors[color] | move.cells, *colors[color + 1 :])
                stack.append((covered | move.cells, after, placed | 1 << i, rest, (*path, i)))


def _color(tile: Tile, board: Board) -> int:
    """Number of a colour that must be kept apart on this board, or of all others."""
    return _APART.index(tile.color) if tile.color in apart_colors(board) else _NO_COLOR


def _moves(
    position: Position, kinds: Sequence[str], as_bits: Callable[[int, Iterable[Cell]], int]
) -> Iterator[_Move]:
    numbered = 0
    for index, state in enumerate(position.boards):
        board = state.board
        for k, name in enumerate(kinds):
            kind = TILES[name]
            if name in ("wood", "stone"):
                free = dict(board.slots).get(name, 0) - resources_of(state.pieces).count(name)
                for slot in range(free):
                    after = numbered - 1 if slot else -1
                    yield _Move(index, Piece(kind), k, 0, 0, _NO_COLOR, 0, after)
                    numbered += 1
            elif color_allowed(kind, board):
                color = _color(kind, board)
                for cells in sorted(sorted(cells) for cells in places(board, kind)):
                    around = {other for cell in cells for other in edge_neighbours(cell)}
                    yield _Move(
                        index,
                        Piece(kind, tuple(sorted(cells, key=lambda cell: (cell[1], cell[0])))),
                        k,
                        as_bits(index, cells),
                        as_bits(index, around - set(cells)) if color != _NO_COLOR else 0,
                        color,
                        as_bits(index, needed(board, cells)),
                        -1,
                    )
                    numbered += 1


def _with_pieces(
    position: Position, kinds: Sequence[str], supply: Sequence[int], path: Sequence[_Move]
) -> Position:
    boards = tuple(
        replace(
            state, pieces=state.pieces + tuple(move.piece for move in path if move.board == index)
        )
        for index, state in enumerate(position.boards)
    )
    left = {name: count for name, count in zip(kinds, supply, strict=True) if count}
    return replace(position, boards=boards, supply=left)
