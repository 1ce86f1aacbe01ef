"""What never changes while a puzzle is solved: its candidates and how they exclude each other."""

from collections.abc import Mapping
from dataclasses import dataclass

from odin_puzzles.grading.sheet import Sheet
from odin_puzzles.grading.worth import Worth, worth_of
from odin_puzzles.puzzle import SolutionPiece
from odin_puzzles.uniqueness.task import Task
from odin_solver.components import Tile
from odin_solver.placement.problem import UNIT_PIECES, Area, Laid
from odin_solver.rules.allowed import colors_kept_apart, is_allowed_on
from odin_solver.rules.geometry import Mask, bits, placements, singles
from odin_solver.rules.income import required_cells

Candidates = int
"""A set of candidates, one bit each: candidate n of the table is the bit 1 << n."""


@dataclass(frozen=True)
class Table:
    """The candidates of a puzzle: every placement that the shapes allow.

    Attributes
    ----------
    task
        What is asked.
    sheet
        Where the boards' cells lie in the sets of cells below.
    options
        The candidates, as placements.
    cells, kinds
        What each candidate covers, and its row in `tiles`.
    overlap, conflict
        For each candidate all that share a cell with it, and those with all that it excludes by
        its colour too; itself included.
    needs
        For each candidate what must be covered along with it, since it covers income cells.
    cover
        For each cell the candidates that cover it.
    of_kind
        For each kind of tile its candidates.
    tiles, counts
        The kinds, and the least and most pieces of each.
    shapes
        For each kind how many cells it covers, and how many more dark ones than light ones, or the
        other way round, if the paper is coloured like a chess board.
    must, may
        The cells that must be covered, and those that may be.
    live
        The candidates that the rules allow before any other piece is laid.
    disordered, banned
        Those that the order of placing rules out for good, and those that touch their own colour.
    worth
        What the candidates are worth, if the puzzle asks for points.
    """

    task: Task
    sheet: Sheet
    options: tuple[Laid, ...]
    cells: tuple[Mask, ...]
    kinds: tuple[int, ...]
    overlap: tuple[Candidates, ...]
    conflict: tuple[Candidates, ...]
    needs: tuple[Mask, ...]
    cover: Mapping[Mask, Candidates]
    of_kind: tuple[Candidates, ...]
    tiles: tuple[Tile, ...]
    counts: tuple[tuple[int, int], ...]
    shapes: tuple[tuple[int, int], ...]
    must: Mask
    may: Mask
    live: Candidates
    disordered: Candidates
    banned: Candidates
    worth: Worth | None

    def piece(self, number: int) -> SolutionPiece:
        """A candidate as puzzles' solutions hold it."""
        laid = self.options[number]
        cells = self.task.problem.areas[laid.area].grid.cells(laid.cells)
        return SolutionPiece(laid.area, self.tiles[self.kinds[number]].id, cells)

    def words(self, number: int) -> str:
        """A candidate in words: ``a hide on a1 b1 c1``."""
        return f"{self.a_tile(self.kinds[number])} on {self.sheet.names(self.cells[number])}"

    def a_tile(self, kind: int) -> str:
        """A kind of tile in words: ``a hide``, or ``the hide`` if only one is to be laid."""
        name = self.tiles[kind].name.lower()
        if self.counts[kind] == (1, 1):
            return f"the {name}"
        return f"an {name}" if name[0] in "aeiou" else f"a {name}"

    def list_of(self, candidates: Candidates, most: int = 3) -> str:
        """Some candidates in words, no more than a few of them by name."""
        found = [self.words(number) for number in bits(candidates)]
        if len(found) > most + 1:
            rest = len(found) - most
            return f"{', '.join(found[:most])} and {rest} other placements"
        return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}"


def table_of(task: Task) -> Table:
    """List the candidates of a task."""
    problem = task.problem
    sheet = Sheet(problem.areas)
    numbers = [kind for kind, (_, most) in sorted(task.counts.items()) if most]
    rows = {number: row for row, number in enumerate(numbers)}
    tiles = tuple(UNIT_PIECES[kind] if kind < 0 else problem.stock[kind].tile for kind in numbers)
    must = sum(sheet.spread(n, cells) for n, cells in enumerate(task.must))
    may = sum(sheet.spread(n, cells) for n, cells in enumerate(task.may))
    allowed = {each for each in task.options() if each.kind in rows}
    options: list[Laid] = []
    live = disordered = banned = 0
    for area, inside in zip(problem.areas, task.may, strict=True):
        for number, tile in zip(numbers, tiles, strict=True):
            for mask in _geometric(area, tile, inside):
                bit = 1 << len(options)
                laid = Laid(area.number, number, mask)
                options.append(laid)
                if laid in allowed and not _needs(area, mask) & ~inside:
                    live |= bit
                elif laid not in allowed and _touches(area, tile, mask):
                    banned |= bit
                else:
                    disordered |= bit
    cells = tuple(sheet.spread(each.area, each.cells) for each in options)
    kinds = tuple(rows[each.kind] for each in options)
    cover = dict.fromkeys(singles(may), 0)
    of_kind = [0] * len(numbers)
    for number, mask in enumerate(cells):
        bit = 1 << number
        of_kind[kinds[number]] |= bit
        while mask:
            low = mask & -mask
            cover[low] |= bit
            mask ^= low
    colors = [
        [
            sum(of_kind[k] for k, other in enumerate(tiles) if other.color == tile.color)
            if tile.color in colors_kept_apart(area.state.board)
            else 0
            for tile in tiles
        ]
        for area in problem.areas
    ]
    overlap, conflict = [], []
    for number, mask in enumerate(cells):
        shared = _over(cover, mask)
        overlap.append(shared)
        rivals = colors[options[number].area][kinds[number]]
        if rivals:
            shared |= _over(cover, sheet.edge_neighbours(mask) & may) & rivals
        conflict.append(shared)
    return Table(
        task=task,
        sheet=sheet,
        options=tuple(options),
        cells=cells,
        kinds=kinds,
        overlap=tuple(overlap),
        conflict=tuple(conflict),
        needs=tuple(
            sheet.spread(each.area, _needs(problem.areas[each.area], each.cells))
            for each in options
        ),
        cover=cover,
        of_kind=tuple(of_kind),
        tiles=tiles,
        counts=tuple(task.counts[kind] for kind in numbers),
        shapes=tuple(_shape(tile) for tile in tiles),
        must=must,
        may=may,
        live=live,
        disordered=disordered,
        banned=banned,
        worth=worth_of(task, sheet, options, kinds, len(numbers)),
    )


def _shape(tile: Tile) -> tuple[int, int]:
    return tile.area, abs(sum(1 if (x + y) % 2 else -1 for x, y in tile.cells))


def _geometric(area: Area, tile: Tile, inside: Mask) -> list[Mask]:
    """Where the shape of a tile fits, whatever the rules say of order and colour."""
    if not is_allowed_on(tile, area.state.board):
        return []
    return [mask for mask in placements(area.state.board, tile) if not mask & ~inside]


def _needs(area: Area, mask: Mask) -> Mask:
    if not any(mask & each.cell for each in area.grid.income_cells):
        return 0
    return required_cells(area.grid, mask) & ~area.covered


def _touches(area: Area, tile: Tile, mask: Mask) -> bool:
    """Whether a placement touches a piece of its own colour that lies on the board."""
    if tile.color not in colors_kept_apart(area.state.board):
        return False
    beside = area.grid.edge_neighbours(mask)
    return any(
        piece.tile.color == tile.color and area.grid.mask(piece.cells) & beside
        for piece in area.state.pieces
    )


def _over(cover: Mapping[Mask, Candidates], mask: Mask) -> Candidates:
    found = 0
    while mask:
        low = mask & -mask
        found |= cover[low]
        mask ^= low
    return found
