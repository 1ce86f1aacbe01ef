"""Random layouts of an empty board."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

from odin_solver.components import TILES, Board, Color, Tile
from odin_solver.rules.allowed import colors_kept_apart, is_allowed_on
from odin_solver.rules.board_state import BoardState, Piece, Spot, spots
from odin_solver.rules.geometry import Mask, bits, singles
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
    state = _CoverSearch(board, spec, random, chosen).cover(spec.must, start)
    if state is None:
        return None
    if spec.after:
        rest = replace(spec, must=spec.after, may=spec.after, loose=True, slack=0)
        after = _CoverSearch(board, rest, random, chosen)
        state = after.cover(spec.after & ~state.covered, state) or state
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


class _CoverSearch:
    """A depth-first search that covers the cell with the fewest choices first.

    A set of spots is a number with one bit for each of them.
    """

    def __init__(
        self, board: Board, spec: LayoutSpec, random: Random, tiles: Sequence[Tile]
    ) -> None:
        self._spec, self._random, self._nodes = spec, random, 0
        self._apart = colors_kept_apart(board)
        self._spots = [
            spot
            for tile in tiles
            for spot in spots(board, tile)
            if spot.mask & spec.must
            and not spot.mask & ~spec.may
            and (spot.mask & ~spec.must).bit_count() <= spec.slack
        ]
        self._of_tile: Counter[str] = Counter()
        self._of_color: Counter[Color] = Counter()
        over: dict[int, list[int]] = defaultdict(list)
        beyond: dict[int, list[int]] = defaultdict(list)
        for number, (tile, mask, _, _) in enumerate(self._spots):
            self._of_tile[tile.id] |= 1 << number
            self._of_color[tile.color] |= 1 << number
            beyond[(mask & ~spec.must).bit_count()].append(number)
            for bit in bits(mask):
                over[bit].append(number)
        self._over = {1 << bit: _set_of(numbers) for bit, numbers in over.items()}
        self._beyond = {count: _set_of(numbers) for count, numbers in beyond.items()}

    def cover(self, left: Mask, state: BoardState) -> BoardState | None:
        """Cover the remaining cells, or give up."""
        live = (1 << len(self._spots)) - 1
        live &= ~self._covering(state.covered)
        for color, cells in state.colored.items():
            near = self._covering(state.grid.edge_neighbours(cells))
            live &= ~(near & self._of_color[color])
        for tile in {piece.tile for piece in state.pieces[len(self._spec.laid) :]}:
            live &= ~self._used_up(tile, state)
        return self._covered(left, state, live, self._spec.slack)

    def _covered(self, left: Mask, state: BoardState, live: int, slack: int) -> BoardState | None:
        self._nodes += 1
        if not left:
            return state
        cell = min(singles(left), key=lambda cell: (self._over.get(cell, 0) & live).bit_count())
        choices = [self._spots[number] for number in bits(self._over.get(cell, 0) & live)]
        if not choices and self._spec.loose:
            return self._covered(left & ~cell, state, live, slack)
        for spot in self._shuffled(choices):
            after = state.laid(spot.tile, spot.mask)
            less = slack - (spot.mask & ~self._spec.must).bit_count()
            rest = self._live(live, spot, after, less)
            covered = self._covered(left & ~spot.mask, after, rest, less)
            if covered is not None or self._nodes > MAX_NODES:
                return covered
        return None

    def _live(self, live: int, laid: Spot, state: BoardState, slack: int) -> int:
        """Return the spots that fit after a tile was laid."""
        live &= ~self._covering(laid.mask)
        if laid.tile.color in self._apart:
            live &= ~(self._covering(laid.kept_clear) & self._of_color[laid.tile.color])
        for count, beyond in self._beyond.items():
            if count > slack:
                live &= ~beyond
        return live & ~self._used_up(laid.tile, state)

    def _covering(self, cells: Mask) -> int:
        found = 0
        for cell in singles(cells):
            found |= self._over.get(cell, 0)
        return found

    def _used_up(self, tile: Tile, state: BoardState) -> int:
        """Return the spots of a tile if no more of it may be laid."""
        spec, own = self._spec, {tile.id: most for tile, most in self._spec.own}
        used = sum(piece.tile == tile for piece in state.pieces[len(spec.laid) :])
        most = own.get(tile.id, tile.copies or spec.alike)
        return self._of_tile[tile.id] if used >= most else 0

    def _shuffled(self, choices: list[Spot]) -> list[Spot]:
        weight = self._spec.bulk
        keyed = [(self._random.random() ** (spot.tile.area**-weight), spot) for spot in choices]
        keyed.sort(key=lambda pair: -pair[0])
        return [spot for _, spot in keyed[:BRANCHES]]


def _set_of(numbers: Sequence[int]) -> int:
    """Return a number with some bits."""
    found = bytearray(numbers[-1] // 8 + 1)
    for number in numbers:
        found[number // 8] |= 1 << number % 8
    return int.from_bytes(found, "little")
