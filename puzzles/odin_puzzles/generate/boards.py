"""Boards and regions of puzzles: printed boards, parts of them, and small random boards."""

import math
from collections.abc import Collection, Iterable, Sequence
from random import Random
from typing import Any

from odin_puzzles.kinds import feast_kind_named
from odin_puzzles.kinds.base import CORNERS, SMALL
from odin_puzzles.puzzle import Spec
from odin_solver.components import BOARDS, Board, Cell
from odin_solver.components.cells import cell_name
from odin_solver.notation.custom_boards import CustomBoard, DiagonalEntry, SymbolEntry, custom_board
from odin_solver.placement.cover.symmetry import CellMove, board_moves
from odin_solver.rules.geometry import Grid, Mask, bits, grid_of

AREAS = {1: (12, 18), 2: (16, 24), 3: (22, 32), 4: (28, 40), 5: (36, 48)}
"""Range of the cells to fill, by difficulty; a guideline."""

MOST_WHOLE = 64
"""Cells of a board of one's own up to which its tiles may cover all of it; of others a part."""

BONUS_ITEMS = ("peas", "flax", "beans", "mead", "oil", "stockfish", "wood", "stone", "ore", "hide")
"""Items that bonuses of random boards give."""


def board_for(spec: Spec, level: int, random: Random) -> Board:
    """Return the board of a puzzle."""
    if spec.start is not None:
        return spec.start.board
    if spec.board == SMALL:
        return feast_kind_named(spec.kind).small_board(level, random)
    return BOARDS["home" if spec.board in CORNERS else spec.board]


def level_of(cells: int | None) -> int | None:
    """Return the difficulty whose boards usually have at least so many cells."""
    return cells and next((level for level, (least, _) in AREAS.items() if least >= cells), 5)


def without_income(grid: Grid, cells: Mask) -> Mask:
    """Return cells without those of income."""
    for each in grid.income_cells:
        cells &= ~each.cell
    return cells


def region_for(spec: Spec, level: int, random: Random) -> tuple[Board, Mask, bool]:
    """Return a board, the cells to cover, and whether cells that no tile fits may be left out.

    Most bonus cells stay open. A number of cells, and symmetry, are as the specification wants
    unless the board has too few.
    """
    board, region, loose = _any_region(spec, level, random)
    if spec.cells is None and not spec.symmetric:
        return board, region, loose
    grid = grid_of(board)
    region = grid.mask(_shaped(set(grid.cells(region)), spec, random))
    if spec.board == SMALL and not board.income:
        rows = [[*row] for row in board.rows]
        for x, y in grid.cells(grid.coverable & ~region):
            rows[y][x] = "#"
        board = _small_board(rows, name=board.name, kind=board.kind)
    return board, region, False


def _any_region(spec: Spec, level: int, random: Random) -> tuple[Board, Mask, bool]:
    board = board_for(spec, level, random)
    grid = grid_of(board)
    region = grid.coverable & ~(spec.start.covered if spec.start else 0)
    for bonus in grid.bonuses:
        if random.random() < 0.8:
            region &= ~bonus.cells
    most = MOST_WHOLE if spec.tiles else AREAS[level][1]
    is_whole = spec.start and region.bit_count() <= most
    if spec.board == SMALL or is_whole:
        return board, region, False
    corner = int(spec.board[-1]) if spec.board in CORNERS else None
    if corner is None and board.id == "home":
        corner = {1: 4, 2: 5, 3: 6, 4: 6, 5: 7}[level]
        corner = corner if spec.cells is None else math.isqrt(spec.cells - 1) + 1
    if corner is not None:
        top = grid.height - corner
        square = grid.mask((x, y) for x in range(corner) for y in range(top, grid.height))
        return board, region & square, False
    if spec.kind == "order":
        return board, _lower_left(grid, region, level, random), False
    area = spec.cells or random.randint(*AREAS[level])
    return board, _part(grid, region, area, random), True


def moves_of(cells: Collection[Cell]) -> list[CellMove]:
    """Return the turns and reflections of the rectangle around some cells."""
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    width, height = max(x for x, _ in cells) - left + 1, max(y for _, y in cells) - top + 1

    def within(move: CellMove) -> CellMove:
        def moved(cell: Cell) -> Cell:
            x, y = move((cell[0] - left, cell[1] - top))
            return left + x, top + y

        return moved

    _, *others = board_moves(width, height)
    return [within(move) for move in others]


def unlike_their_image(cells: Collection[Cell]) -> int:
    """Return how many cells have no image among them, for the best turn or reflection."""
    own = set(cells)
    return min((len(own - set(map(move, own))) for move in moves_of(own)), default=0)


def _shaped(cells: set[Cell], spec: Spec, random: Random) -> set[Cell]:
    """Return as many cells as are wanted, symmetric if that is wanted."""
    if not cells:
        return cells
    moves = moves_of(cells)
    random.shuffle(moves)
    move = max(moves, key=lambda move: len(cells & set(map(move, cells))))
    while spec.symmetric and cells != (kept := cells & set(map(move, cells))):
        cells = kept
    while spec.cells is not None and len(cells) > spec.cells:
        edge = sorted(cells, key=lambda _: random.random())
        first = min(edge, key=lambda cell: sum(near in cells for near in _beside(cell)))
        cells = cells - (_orbit(first, move) if spec.symmetric else {first})
    return cells


def _orbit(cell: Cell, move: CellMove) -> set[Cell]:
    """Return a cell with all its images."""
    cells = {cell}
    while (cell := move(cell)) not in cells:
        cells.add(cell)
    return cells


def _beside(cell: Cell) -> Iterable[Cell]:
    x, y = cell
    return (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)


def _lower_left(grid: Grid, region: Mask, level: int, random: Random) -> Mask:
    """Return the cells that an income cell requires, about as many as the difficulty needs."""
    least, most = AREAS[level]
    areas = [income_cell.needs & region for income_cell in grid.income_cells]
    areas = [area for area in areas if area] or [region]
    fitting = [area for area in areas if least <= area.bit_count() <= most + 4]
    return random.choice(fitting or [min(areas, key=lambda area: abs(area.bit_count() - least))])


def _part(grid: Grid, region: Mask, area: int, random: Random) -> Mask:
    if grid.income_cells and random.random() < 0.8:
        cell = grid.income_cells[0].needs & region
        start = random.choice([1 << bit for bit in bits(cell)] or [region & -region])
    else:
        start = 1 << random.choice(list(bits(region)))
    part = start
    while part.bit_count() < area:
        ring = grid.edge_neighbours(part) & region
        if not ring:
            break
        for bit in bits(ring):
            if part.bit_count() < area:
                part |= 1 << bit
    for income_cell in reversed(grid.income_cells):
        if income_cell.needs & ~part:
            part &= ~income_cell.cell
    return part


def random_cells(area: int, random: Random, marks: str = "-", *, houses: bool = False) -> Board:
    """Return a small random board of about an area, with holes; of some kinds also a house."""
    width = random.choice([n for n in range(3, 9) if 3 <= round(area / n) <= 8])
    rows = [["-"] * width for _ in range(round(area / width))]
    if len(marks) > 1:
        rows = [[random.choice(marks) for _ in row] for row in rows]
    for _ in range(random.randint(0, 3)):
        random.choice(rows)[random.randrange(width)] = "#"
    if houses and random.random() < 0.3:
        return _small_board(rows, name="Small house", kind="building")
    return _small_board(rows)


def _small_board(rows: Sequence[Sequence[str]], name: str = "Small board", **more: Any) -> Board:
    return custom_board(CustomBoard(map=["".join(row) for row in rows], name=name, **more))


def board_with_diagonal(level: int, random: Random) -> Board:
    """Return a small random board with an income diagonal."""
    side = {1: 4, 2: 5, 3: 5, 4: 6, 5: 7}[level]
    rows = [["."] * side for _ in range(side)]
    for n in range(side):
        rows[side - 1 - n][n] = "I"
    open_cells = [(x, y) for y in range(side) for x in range(side) if rows[y][x] == "."]
    for x, y in random.sample(open_cells, random.randint(1, 3)):
        rows[y][x] = "#"
    names = " ".join(cell_name((n, side - 1 - n), side) for n in range(side))
    return _small_board(rows, income=[DiagonalEntry(names, list(range(side + 1)))])


def board_with_bonuses(level: int, random: Random) -> Board:
    """Return a small random board with bonuses."""
    width, height = random.randint(5, 6 + level // 3), random.randint(4, 6)
    rows = [["."] * width for _ in range(height)]
    cells = [(x, y) for y in range(height) for x in range(width)]
    random.shuffle(cells)
    for x, y in cells[: random.randint(0, 3)]:
        rows[y][x] = "#"
    entries = []
    for x, y in cells[3 : 3 + random.randint(1, 2 + level // 3)]:
        rows[y][x] = "B"
        entries.append(SymbolEntry(cell_name((x, y), height), {random.choice(BONUS_ITEMS): 1}))
    return _small_board(rows, bonuses=entries)
