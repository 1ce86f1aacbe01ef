"""Lifting the pieces that are not locked, so that a search can lay them anew."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from fractions import Fraction

from odin_solver.editing.changes import in_order
from odin_solver.notation.positions import MAX_COUNT
from odin_solver.placement.objective import Weights
from odin_solver.placement.restrictions import MinimumValue
from odin_solver.rules.board_state import BoardState, Piece, spots
from odin_solver.rules.income import required_cells
from odin_solver.rules.layout import position_violations
from odin_solver.rules.order import placing_order
from odin_solver.rules.position import Placement, Position


@dataclass(frozen=True)
class Unlocked:
    """A position whose pieces may move, except those that are locked.

    Attributes
    ----------
    pinned
        Locked pieces that cover income before their lower left is covered, and so cannot lie
        before the others do: they are lifted too, and `forbidden` and `conditions` bring them back.
    forbidden, conditions
        As in `odin_solver.placement.solution.Request`.
    """

    position: Position
    lifted: tuple[Placement, ...]
    pinned: tuple[Placement, ...] = ()

    @property
    def forbidden(self) -> list[Placement]:
        """All other places of the pinned tiles."""
        pinned = set(self.pinned)
        return [
            other
            for tile in {piece.tile for _, piece in self.pinned}
            for at, state in enumerate(self.position.boards)
            for spot in spots(state.board, tile)
            if (other := Placement(at, Piece(tile, state.grid.cells(spot.mask)))) not in pinned
        ]

    @property
    def conditions(self) -> list[MinimumValue]:
        """That none of the pinned tiles is left over."""
        tiles = {piece.tile.id for _, piece in self.pinned}
        return [
            MinimumValue(Weights(keep={name: (Fraction(-1),)}), Fraction(0))
            for name in sorted(tiles)
        ]

    @property
    def start(self) -> Position:
        """The position with all pieces where they were."""
        return self.position.laid((*self.lifted, *self.pinned))


def unlocked(position: Position, movable: Collection[tuple[int, int]]) -> Unlocked:
    """Lift all pieces that may move.

    Where a locked piece cannot be pinned, since other copies of its tile could lie there, or the
    layout is not legal, the pieces that it needs stay too (rules, 1.4).
    """
    legal = not position_violations(position)
    kinds = Counter(state.board.id for state in position.boards)
    supply = Counter(position.supply)
    for at, number in movable:
        if at < len(position.boards) and number < len(position.boards[at].pieces):
            supply[position.boards[at].pieces[number].tile.id] += 1
    lifted: list[Placement] = []
    pinned: list[Placement] = []
    boards: list[BoardState] = []
    for at, state in enumerate(position.boards):
        numbers = range(len(state.pieces))
        kept = [number for number in numbers if (at, number) not in movable]
        loose = [number for number in numbers if (at, number) in movable]
        pins: list[int] = []
        while loose:
            stuck = [kept[i] for i in _stuck(state, kept)]
            names = Counter(state.pieces[number].tile.id for number in stuck)
            free = [
                number
                for number in stuck
                if legal
                and kinds[state.board.id] == 1
                and state.pieces[number].cells
                and not supply[state.pieces[number].tile.id]
                and names[state.pieces[number].tile.id] == 1
            ]
            if free:
                pins += free
                kept = [number for number in kept if number not in free]
                supply.update(state.pieces[number].tile.id for number in free)
                continue
            support = _support(state, kept, stuck, loose)
            if not support:
                break
            kept = sorted({*kept, *support})
            loose = [number for number in loose if number not in support]
        lifted += (Placement(at, state.pieces[number]) for number in loose)
        pinned += (Placement(at, state.pieces[number]) for number in pins)
        boards.append(replace(state, pieces=tuple(state.pieces[number] for number in kept)))
    left = Counter(position.supply)
    left.update(piece.tile.id for _, piece in (*lifted, *pinned))
    supplied = {name: min(MAX_COUNT, count) for name, count in left.items() if count}
    after = replace(position, supply=supplied, boards=tuple(boards))
    for at, state in enumerate(after.boards):
        after = in_order(after, at, state)
    return Unlocked(after, tuple(lifted), tuple(pinned))


def _stuck(state: BoardState, kept: list[int]) -> tuple[int, ...]:
    """Return which of some pieces cannot lie alone, as positions in the list."""
    return placing_order(state.grid, 0, [state.pieces[number] for number in kept]).stuck


def _support(state: BoardState, kept: list[int], stuck: list[int], loose: list[int]) -> list[int]:
    """Return which of the loose pieces cover what stuck pieces need."""
    grid = state.grid
    covered = grid.mask(cell for number in kept for cell in state.pieces[number].cells)
    needed = 0
    for number in stuck:
        needed |= required_cells(grid, grid.mask(state.pieces[number].cells)) & ~covered
    return [number for number in loose if grid.mask(state.pieces[number].cells) & needed]
