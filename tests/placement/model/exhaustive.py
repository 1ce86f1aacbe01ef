"""The best layout of a small position by looking at all of them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from odin_solver.placement.gains import Gains, gains, value
from odin_solver.placement.objective import Weights
from odin_solver.rules.board_state import Piece
from odin_solver.rules.position import Position
from tests.reference import TooManyLayouts, reachable_layouts


@dataclass(frozen=True)
class EnumeratedLayout:
    """A layout as far as objectives and ties look at it."""

    gains: Gains
    tiles: int

    def values(self, levels: Sequence[Weights]) -> tuple[Fraction, ...]:
        return tuple(value(weights, self.gains) for weights in levels)


@dataclass(frozen=True)
class Best:
    """The values of all levels of the best layouts, and the fewest tiles and then least silver."""

    values: tuple[Fraction, ...]
    tiles: int
    silver: int


def outcome(before: Position, after: Position) -> EnumeratedLayout:
    """Count a layout."""
    tiles = sum(
        piece.tile.kind not in ("filler", "resource")
        for old, new in zip(before.boards, after.boards, strict=True)
        for piece in new.pieces[len(old.pieces) :]
    )
    return EnumeratedLayout(gains(before, after), tiles)


def all_outcomes(position: Position, limit: int = 2000) -> list[EnumeratedLayout]:
    """Every layout that a position can come to; layouts with the same future are counted once."""
    together = position.rules.simultaneous
    layouts = reachable_layouts(position, together, merged=True, limit=limit)
    return [outcome(position, after) for after in layouts]


def best_of(outcomes: Sequence[EnumeratedLayout], levels: Sequence[Weights]) -> Best:
    """The best by the first level, then the second and so on, then by the tie rules."""
    values, tiles, silver = max(
        (each.values(levels), -each.tiles, -each.gains.silver) for each in outcomes
    )
    return Best(values, -tiles, -silver)


def made_small(position: Position, limit: int = 2000) -> Position:
    """A position with so much taken from its supply that all layouts can be looked at."""
    while True:
        try:
            for _ in reachable_layouts(
                position, position.rules.simultaneous, merged=True, limit=limit
            ):
                pass
            return position
        except TooManyLayouts:
            most = max(position.supply, key=lambda name: position.supply[name])
            left = Counter(position.supply) - Counter({most: 1})
            position = replace(position, supply=dict(left))


def pieces_of(position: Position) -> list[Counter[Piece]]:
    """What lies on every board, whatever the order."""
    return [Counter(state.pieces) for state in position.boards]
