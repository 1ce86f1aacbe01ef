"""Random layouts of an empty board."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from odin_solver.components import TILES, Board, Tile
from odin_solver.rules.allowed import is_allowed_on
from odin_solver.rules.board_state import BoardState, Obstacle, Piece, Spot, spots
from odin_solver.rules.geometry import Mask, singles
from odin_solver.rules.order import placing_order
from odin_solver.rules.position import Placement

MAX_NODES = 300
"""Nodes after which a search gives up."""

BRANCHES = 3
"""Placements tried for one cell."""


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
    own
        Tiles with the most of each, to choose from in place of all printed ones.
    laid
        Pieces that lie on the board already; they are no part of the layout.
    """

    must: Mask
    may: Mask
    loose: bool = False
    slack: int = 0
    kinds: int = 14
    alike: int = 2
    bulk: float = 1.0
    after: Mask = 0
    own: tuple[tuple[Tile, int], ...] = ()
    laid: tuple[Piece, ...] = ()


def random_layout(board: Board, spec: LayoutSpec, random: Random) -> list[Placement] | None:
    """Return a random layout in a legal order; None if the search gives up."""
    chosen, start = _kinds(board, spec, random), BoardState(board, spec.laid)
    search = _CoverSearch(spec, random, _options(board, spec, chosen), start)
    state = search.cover(spec.must, start)
    if state is None:
        return None
    if spec.after:
        rest = replace(spec, must=spec.after, may=spec.after, loose=True)
        search = _CoverSearch(rest, random, _options(board, rest, chosen), state)
        state = search.cover(spec.after & ~state.covered, state) or state
    pieces = state.pieces[len(spec.laid) :]
    order = placing_order(state.grid, start.covered, pieces)
    if not pieces or not order.one_at_a_time:
        return None
    return [Placement(0, pieces[i]) for (i,) in order.steps]


def tiles_for(board: Board) -> list[Tile]:
    """Return the tiles of more than one cell that a board allows."""
    return [
        tile
        for tile in TILES.values()
        if tile.kind in ("good", "special") and tile.area > 1 and is_allowed_on(tile, board)
    ]


def own_tiles(tiles: Iterable[Tile]) -> dict[str, Tile]:
    """Return the tiles of one's own among some."""
    return {tile.id: tile for tile in tiles if TILES.get(tile.id) != tile}


def supply_of(pieces: Sequence[Placement]) -> dict[str, int]:
    """Count the tiles of a layout, in the order of the component files."""
    used = Counter(piece.tile.id for piece in pieces)
    kinds = {**TILES, **{piece.tile.id: piece.tile for piece in pieces}}
    return {name: used[name] for name in kinds if used[name]}


def _kinds(board: Board, spec: LayoutSpec, random: Random) -> list[Tile]:
    if spec.own:
        return [tile for tile, most in spec.own if most > 0 and is_allowed_on(tile, board)]
    fitting = [tile for tile in tiles_for(board) if tile.area <= spec.may.bit_count()]
    return random.sample(fitting, min(spec.kinds, len(fitting)))


def _options(board: Board, spec: LayoutSpec, tiles: Sequence[Tile]) -> dict[Mask, list[Spot]]:
    options: dict[Mask, list[Spot]] = {cell: [] for cell in singles(spec.must)}
    for tile in tiles:
        for spot in spots(board, tile):
            if not spot.mask & ~spec.may and (spot.mask & ~spec.must).bit_count() <= spec.slack:
                for cell in singles(spot.mask & spec.must):
                    options[cell].append(spot)
    return options


@dataclass
class _CoverSearch:
    """A depth-first search that covers the cell with the fewest choices first."""

    spec: LayoutSpec
    random: Random
    options: dict[Mask, list[Spot]]
    start: BoardState
    nodes: int = 0

    def cover(self, left: Mask, state: BoardState) -> BoardState | None:
        """Cover the remaining cells, or give up."""
        fits = self._fitting(state)
        live = {cell: [*filter(fits, self.options[cell])] for cell in singles(left)}
        return self._covered(left, state, live)

    def _covered(
        self, left: Mask, state: BoardState, live: Mapping[Mask, list[Spot]]
    ) -> BoardState | None:
        self.nodes += 1
        if not left:
            return state
        cell = min(singles(left), key=lambda cell: len(live[cell]))
        choices = [*filter(self._fitting(state), live[cell])]
        if not choices and self.spec.loose:
            return self._covered(left & ~cell, state, live)
        for spot in self._shuffled(choices):
            after = state.laid(spot.tile, spot.mask)
            covered = self._covered(left & ~spot.mask, after, self._live(live, spot, after))
            if covered is not None or self.nodes > MAX_NODES:
                return covered
        return None

    def _live(
        self, live: Mapping[Mask, list[Spot]], laid: Spot, state: BoardState
    ) -> dict[Mask, list[Spot]]:
        """Return the spots that fit at each cell after a tile was laid."""
        fits, near = self._fitting(state), 0
        for cell in singles(laid.mask | state.grid.edge_neighbours(laid.mask)):
            for spot in live.get(cell, ()):
                near |= spot.mask
        if self.spec.slack or laid.tile.id in self._used_up(state):
            near = -1
        return {
            cell: [*filter(fits, spots)] if cell & near else spots
            for cell, spots in live.items()
            if not cell & laid.mask
        }

    def _used_up(self, state: BoardState) -> set[str]:
        """Return the tiles of which no more may be laid."""
        spec, own = self.spec, {tile.id: most for tile, most in self.spec.own}
        used = Counter(piece.tile for piece in state.pieces[len(spec.laid) :])
        return {
            tile.id
            for tile, count in used.items()
            if count >= own.get(tile.id, tile.copies or spec.alike)
        }

    def _fitting(self, state: BoardState) -> Callable[[Spot], bool]:
        spec = self.spec
        used_up = self._used_up(state)
        slack = spec.slack - (state.covered & ~self.start.covered & ~spec.must).bit_count()

        def fits(spot: Spot) -> bool:
            return (
                state.obstacle(spot) in (None, Obstacle.ORDER)
                and spot.tile.id not in used_up
                and (spot.mask & ~spec.must).bit_count() <= slack
            )

        return fits

    def _shuffled(self, choices: list[Spot]) -> list[Spot]:
        weight = self.spec.bulk
        keyed = [(self.random.random() ** (spot.tile.area**-weight), spot) for spot in choices]
        keyed.sort(key=lambda pair: -pair[0])
        return [spot for _, spot in keyed[:BRANCHES]]
