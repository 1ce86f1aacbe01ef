"""Boards and regions of puzzles: printed boards, parts of them, and small random boards."""

from collections.abc import Sequence
from random import Random
from typing import Any

from odin_puzzles.kinds import feast_kind_named
from odin_puzzles.kinds.base import CORNERS, SMALL
from odin_puzzles.puzzle import Spec
from odin_solver.components import BOARDS, Board
from odin_solver.components.cells import cell_name
from odin_solver.notation.custom_boards import CustomBoard, DiagonalEntry, SymbolEntry, custom_board
from odin_solver.rules.geometry import Grid, Mask, bits, grid_of

AREAS = {1: (12, 18), 2: (16, 24), 3: (22, 32), 4: (28, 40), 5: (36, 48)}
"""Range of the cells to fill, by difficulty; a guideline."""

BONUS_ITEMS = ("peas", "flax", "beans", "mead", "oil", "stockfish", "wood", "stone", "ore", "hide")
"""Items that bonuses of random boards give."""


def board_for(spec: Spec, level: int, random: Random) -> Board:
    """Return the board of a puzzle."""
    if spec.board == SMALL:
        return feast_kind_named(spec.kind).small_board(level, random)
    return BOARDS["home" if spec.board in CORNERS else spec.board]


def without_income(grid: Grid, cells: Mask) -> Mask:
    """Return cells without those of income."""
    for each in grid.income_cells:
        cells &= ~each.cell
    return cells


def region_for(spec: Spec, level: int, random: Random) -> tuple[Board, Mask, bool]:
    """Return a board, the cells to cover, and whether cells that no tile fits may be left out.

    Most bonus cells stay open.
    """
    board = board_for(spec, level, random)
    grid = grid_of(board)
    region = grid.coverable
    for bonus in grid.bonuses:
        if random.random() < 0.8:
            region &= ~bonus.cells
    if spec.board == SMALL:
        return board, region, False
    corner = int(spec.board[-1]) if spec.board in CORNERS else None
    if corner is None and board.id == "home":
        corner = {1: 4, 2: 5, 3: 6, 4: 6, 5: 7}[level]
    if corner is not None:
        top = grid.height - corner
        square = grid.mask((x, y) for x in range(corner) for y in range(top, grid.height))
        return board, region & square, False
    if spec.kind == "order":
        return board, _lower_left(grid, region, level, random), False
    return board, _part(grid, region, random.randint(*AREAS[level]), random), True


def _lower_left(grid: Grid, region: Mask, level: int, random: Random) -> Mask:
    """Return the cells that an income cell requires, about as many as the difficulty needs."""
    least, most = AREAS[level]
    areas = [income_cell.needs & region for income_cell in grid.income_cells]
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
