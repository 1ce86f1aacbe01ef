"""Random layouts of an empty board."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import NamedTuple

from odin_puzzles.puzzle import SolutionPiece
from odin_solver.components import TILES, Board, Color, Tile
from odin_solver.rules.allowed import colors_kept_apart, is_allowed_on
from odin_solver.rules.board_state import Piece
from odin_solver.rules.geometry import Grid, Mask, grid_of, placements, singles
from odin_solver.rules.order import placing_order

MAX_NODES = 300
"""Nodes after which a search gives up."""

BRANCHES = 3
"""Placements tried for one cell."""


class Lain(NamedTuple):
    """A tile and the cells that it covers."""

    tile: Tile
    cells: Mask


@dataclass(frozen=True)
class LayoutSpec:
    """Specification of a random spec.

    Attributes
    ----------
    must, may
        Cells that must be covered, and all that may be.
    loose
        Whether cells that no tile fits stay open.
    slack
        The most covered cells besides those of `must`.
    kinds
        Number of kinds of tiles to choose from.
    alike
        The most tiles of one kind.
    bulk
        Preference for large tiles: 0 is none.
    after
        Cells to cover afterwards as far as tiles fit.
    """

    must: Mask
    may: Mask
    loose: bool = False
    slack: int = 0
    kinds: int = 14
    alike: int = 2
    bulk: float = 1.0
    after: Mask = 0


def random_layout(board: Board, spec: LayoutSpec, random: Random) -> list[SolutionPiece] | None:
    """Return a random layout in a legal order; None if the search gives up."""
    grid = grid_of(board)
    chosen = _kinds(board, spec, random)
    search = _CoverSearch(grid, spec, random, _options(board, spec, chosen))
    laid = search.cover(spec.must, ())
    if laid is None:
        return None
    if spec.after:
        rest = replace(spec, must=spec.after, may=spec.after, loose=True)
        left = spec.after
        for each in laid:
            left &= ~each.cells
        more = _CoverSearch(grid, rest, random, _options(board, rest, chosen)).cover(left, laid)
        laid = more or laid
    if not laid:
        return None
    pieces = [Piece(each.tile, grid.cells(each.cells)) for each in laid]
    order = placing_order(grid, 0, pieces)
    if not order.one_at_a_time:
        return None
    return [SolutionPiece(0, pieces[i].tile.id, pieces[i].cells) for (i,) in order.steps]


def tiles_for(board: Board) -> list[Tile]:
    """Return the tiles of more than one cell that a board allows."""
    return [
        tile
        for tile in TILES.values()
        if tile.kind in ("good", "special") and tile.area > 1 and is_allowed_on(tile, board)
    ]


def supply_of(pieces: Iterable[SolutionPiece]) -> dict[str, int]:
    """Count the tiles of a layout, in the order of the component files."""
    used = Counter(each.tile for each in pieces)
    return {name: used[name] for name in TILES if used[name]}


def _kinds(board: Board, spec: LayoutSpec, random: Random) -> list[Tile]:
    fitting = [tile for tile in tiles_for(board) if tile.area <= spec.may.bit_count()]
    return random.sample(fitting, min(spec.kinds, len(fitting)))


def _options(board: Board, spec: LayoutSpec, tiles: Sequence[Tile]) -> dict[Mask, list[Lain]]:
    """Return the placements that cover each required cell."""
    options: dict[Mask, list[Lain]] = {cell: [] for cell in singles(spec.must)}
    for tile in tiles:
        for mask in placements(board, tile):
            if not mask & ~spec.may and (mask & ~spec.must).bit_count() <= spec.slack:
                for cell in singles(mask & spec.must):
                    options[cell].append(Lain(tile, mask))
    return options


@dataclass
class _CoverSearch:
    """A depth-first search that covers the cell with the fewest choices first."""

    grid: Grid
    spec: LayoutSpec
    random: Random
    options: dict[Mask, list[Lain]]
    apart: frozenset[Color] = field(init=False)
    nodes: int = 0

    def __post_init__(self) -> None:
        self.apart = colors_kept_apart(self.grid.board)

    def cover(self, left: Mask, laid: tuple[Lain, ...]) -> tuple[Lain, ...] | None:
        """Cover the remaining cells, or give up."""
        self.nodes += 1
        if not left:
            return laid
        choices: list[Lain] | None = None
        fitting = self._fitting(laid)
        for cell in singles(left):
            at_cell = [each for each in self.options[cell] if fitting(each)]
            if choices is None or len(at_cell) < len(choices):
                choices = at_cell
                if len(at_cell) <= 1:
                    if not at_cell and self.spec.loose:
                        return self.cover(left & ~cell, laid)
                    break
        for each in self._shuffled(choices or []):
            covered = self.cover(left & ~each.cells, (*laid, each))
            if covered is not None or self.nodes > MAX_NODES:
                return covered
        return None

    def _fitting(self, laid: tuple[Lain, ...]) -> "_Fits":
        taken = 0
        used: Counter[str] = Counter()
        banned = dict.fromkeys(self.apart, 0)
        for each in laid:
            taken |= each.cells
            used[each.tile.id] += 1
            if each.tile.color in banned:
                banned[each.tile.color] |= self.grid.edge_neighbours(each.cells)
        outside = (taken & ~self.spec.must).bit_count()
        return _Fits(taken, used, banned, self.spec.slack - outside, self.spec)

    def _shuffled(self, choices: list[Lain]) -> list[Lain]:
        weight = self.spec.bulk
        keyed = [(self.random.random() ** (each.tile.area**-weight), each) for each in choices]
        keyed.sort(key=lambda pair: -pair[0])
        return [each for _, each in keyed[:BRANCHES]]


class _Fits(NamedTuple):
    """Whether a placement fits beside the laid tiles."""

    taken: Mask
    used: Counter[str]
    banned: dict[Color, Mask]
    slack: int
    spec: LayoutSpec

    def __call__(self, each: Lain) -> bool:
        tile = each.tile
        most = self.spec.alike if tile.copies is None else tile.copies
        return (
            not each.cells & self.taken
            and not each.cells & self.banned.get(tile.color, 0)
            and self.used[tile.id] < most
            and (each.cells & ~self.spec.must).bit_count() <= self.slack
        )
