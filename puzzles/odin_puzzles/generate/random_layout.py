"""Random layouts: cells covered by tiles that the rules allow side by side."""

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

NODES = 300
"""Steps after which a covering is given up."""

BRANCHES = 3
"""Placements that are tried for one cell."""


class Lain(NamedTuple):
    """A tile and the cells that it covers."""

    tile: Tile
    cells: Mask


@dataclass(frozen=True)
class LayoutSpec:
    """What a random layout should look like.

    Attributes
    ----------
    must, may
        Cells that have to be covered, and all that can be.
    loose
        Whether cells that no tile fits are simply left open.
    slack
        The most cells covered besides those that have to be.
    kinds
        How many kinds of tiles to choose from.
    alike
        The most tiles of one kind.
    bulk
        How strongly large tiles are preferred: 0 is not at all.
    after
        Cells to be covered afterwards, as far as tiles fit there.
    """

    must: Mask
    may: Mask
    loose: bool = False
    slack: int = 0
    kinds: int = 14
    alike: int = 2
    bulk: float = 1.0
    after: Mask = 0


def random_layout(board: Board, layout: LayoutSpec, random: Random) -> list[SolutionPiece] | None:
    """A random layout of an empty board in a legal order; None if none was found soon."""
    grid = grid_of(board)
    chosen = _kinds(board, layout, random)
    search = _CoverSearch(grid, layout, random, _options(board, layout, chosen))
    laid = search.cover(layout.must, ())
    if laid is None:
        return None
    if layout.after:
        rest = replace(layout, must=layout.after, may=layout.after, loose=True)
        left = layout.after
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
    """The tiles of more than one cell that a board takes."""
    return [
        tile
        for tile in TILES.values()
        if tile.kind in ("good", "special") and tile.area > 1 and is_allowed_on(tile, board)
    ]


def supply_of(pieces: Iterable[SolutionPiece]) -> dict[str, int]:
    """How many of each tile a layout uses, in the order of the component files."""
    used = Counter(each.tile for each in pieces)
    return {name: used[name] for name in TILES if used[name]}


def _kinds(board: Board, layout: LayoutSpec, random: Random) -> list[Tile]:
    fitting = [tile for tile in tiles_for(board) if tile.area <= layout.may.bit_count()]
    return random.sample(fitting, min(layout.kinds, len(fitting)))


def _options(board: Board, layout: LayoutSpec, tiles: Sequence[Tile]) -> dict[Mask, list[Lain]]:
    """The placements that cover each cell."""
    options: dict[Mask, list[Lain]] = {cell: [] for cell in singles(layout.must)}
    for tile in tiles:
        for mask in placements(board, tile):
            if not mask & ~layout.may and (mask & ~layout.must).bit_count() <= layout.slack:
                for cell in singles(mask & layout.must):
                    options[cell].append(Lain(tile, mask))
    return options


@dataclass
class _CoverSearch:
    """A search by depth that covers the cell with the fewest choices first."""

    grid: Grid
    layout: LayoutSpec
    random: Random
    options: dict[Mask, list[Lain]]
    apart: frozenset[Color] = field(init=False)
    nodes: int = 0

    def __post_init__(self) -> None:
        self.apart = colors_kept_apart(self.grid.board)

    def cover(self, left: Mask, laid: tuple[Lain, ...]) -> tuple[Lain, ...] | None:
        """Cover what is left, or give up."""
        self.nodes += 1
        if not left:
            return laid
        choices: list[Lain] | None = None
        fitting = self._fitting(laid)
        for cell in singles(left):
            here = [each for each in self.options[cell] if fitting(each)]
            if choices is None or len(here) < len(choices):
                choices = here
                if len(here) <= 1:
                    if not here and self.layout.loose:
                        return self.cover(left & ~cell, laid)
                    break
        for each in self._shuffled(choices or []):
            found = self.cover(left & ~each.cells, (*laid, each))
            if found is not None or self.nodes > NODES:
                return found
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
        outside = (taken & ~self.layout.must).bit_count()
        return _Fits(taken, used, banned, self.layout.slack - outside, self.layout)

    def _shuffled(self, choices: list[Lain]) -> list[Lain]:
        weight = self.layout.bulk
        keyed = [(self.random.random() ** (each.tile.area**-weight), each) for each in choices]
        keyed.sort(key=lambda pair: -pair[0])
        return [each for _, each in keyed[:BRANCHES]]


class _Fits(NamedTuple):
    """Whether a tile can be laid beside those that lie."""

    taken: Mask
    used: Counter[str]
    banned: dict[Color, Mask]
    slack: int
    layout: LayoutSpec

    def __call__(self, each: Lain) -> bool:
        tile = each.tile
        most = self.layout.alike if tile.copies is None else tile.copies
        return (
            not each.cells & self.taken
            and not each.cells & self.banned.get(tile.color, 0)
            and self.used[tile.id] < most
            and (each.cells & ~self.layout.must).bit_count() <= self.slack
        )
