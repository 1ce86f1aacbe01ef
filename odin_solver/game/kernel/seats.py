"""Several seats at one table: whose turn it is, and what that seat sees of the others."""

from collections import Counter
from collections.abc import Collection

import msgspec

from odin_solver.components import BOARDS
from odin_solver.game.kernel.nodes import GameStep
from odin_solver.game.kernel.others import SWAPS
from odin_solver.game.kernel.state import Node, Seat, State


def sit(state: State, seat: int, acting: Collection[int] | None = None) -> None:
    """Give a seat the turn.

    Parameters
    ----------
    acting
        Seats that have not passed; by default all.
    """
    shift = (seat - state.seat) % (len(state.away) + 1)
    own = Seat(*(getattr(state, name) for name in Seat.__struct_fields__))
    around = (own, *state.away)
    now, *away = (*around[shift:], *around[:shift])
    for name in Seat.__struct_fields__:
        setattr(state, name, getattr(now, name))
    state.supply = now.supply.copy()
    state.seat, state.away = seat, tuple(away)
    state.blocked = state.options.closed.union(
        space for each in away for space, vikings in each.placed if vikings
    )
    built = Counter(
        board.id for each in away for board in each.boards if BOARDS[board.id].is_building
    )
    seats = state.seats
    still = range(len(seats)) if acting is None else acting
    state.others = msgspec.structs.replace(
        state.others,
        vikings=sum(seats[each].vikings for each in still if each != seat),
        built=tuple(sorted(built.items())),
        played=tuple(sorted(card for each in away for card in each.played)),
        laid=frozenset(tile for tile in SWAPS if any(each.lies(tile) for each in away)),
    )


class EachSeat(GameStep, frozen=True, tag=True):
    """Steps that every seat takes, one seat after the other.

    Attributes
    ----------
    steps
        What each seat does, the first one first.
    left
        Numbers of the seats that are still to come; None for all, clockwise from the first one.
    """

    steps: tuple[Node, ...]
    left: tuple[int, ...] | None = None

    def run(self, state: State) -> None:
        now, *rest = state.clockwise if self.left is None else self.left
        sit(state, now)
        later = [EachSeat(self.steps, tuple(rest))] if rest else []
        state.push(*self.steps, *later)


def each_seat(state: State, *steps: Node) -> tuple[Node, ...]:
    """Return steps for every seat; alone the steps themselves."""
    return (EachSeat(steps),) if state.away else steps
