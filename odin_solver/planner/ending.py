"""The last placements of a game: the placement optimiser against the rollout policy."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from odin_solver.game.filling import fill
from odin_solver.game.kernel.moves import FINISH, PASS, Move, Place
from odin_solver.game.kernel.play import apply_legal, decision, why_not
from odin_solver.game.kernel.state import State
from odin_solver.game.phases import FinalPlacing
from odin_solver.game.scoring import score_sheet
from odin_solver.placement.solution import Limits
from odin_solver.planner.playout import Playout
from odin_solver.rollouts.playing import greedy_move
from odin_solver.rollouts.policies.strategies import rollout_policy

SECONDS, SECONDS_REPEATED = 3.0, 30.0
"""Time limits of the last placements of the game, which are nearly always proven optimal sooner:
usually, and where games can be repeated, on a busy machine too."""


class Ending(NamedTuple):
    """A way to end a game.

    Attributes
    ----------
    moves
        The placements and what ends them, up to a card that interrupts.
    playout
        The rest of the game; None if chance has a part in it.
    """

    moves: tuple[Move, ...]
    playout: Playout | None

    @property
    def score(self) -> float:
        """The final score; if it is not known, less than any."""
        return self.playout.sheet.total if self.playout else -math.inf


def endings(state: State, *, repeated: bool = False) -> list[Ending]:
    """Return ways to end a game from the last turn or the last placements, the best first.

    Parameters
    ----------
    state
        A state of the last round at a turn, or at the placements after it.
    repeated
        Whether the answer must not depend on how busy the machine is.
    """
    limits = Limits(SECONDS_REPEATED if repeated else SECONDS, workers=1)
    last = ending_move(state)
    optimal = *fill(state, limits=limits).moves, last
    # On a busy machine the optimiser may not get as far as greedy, whose way is also taken
    # where no score is known.
    ways = dict.fromkeys((greedy_ending(state, last), optimal))
    found = [played(state, way, repeated=repeated) for way in ways]
    return sorted(found, key=lambda each: -each.score)


def ending_move(state: State) -> Move:
    """Return the move that ends the last turn, or the last placements."""
    return FINISH if isinstance(decision(state), FinalPlacing) else PASS


def greedy_ending(state: State, last: Move) -> tuple[Move, ...]:
    """Return what the greedy policy lays, and the last move if no card interrupts."""
    node, moves = type(decision(state)), list[Move]()
    while isinstance(decision(state), node):
        move = greedy_answer(state)
        if not isinstance(move, Place):
            return (*moves, last)
        moves.append(move)
        state = apply_legal(state, move)
    return tuple(moves)


def played(state: State, way: Sequence[Move], *, repeated: bool) -> Ending:
    """Return the ending that begins with given moves.

    The greedy policy answers the cards that interrupt the last placements; what is illegal then is
    left out. After a turn the last placements are the best.
    """
    turn = not isinstance(decision(state), FinalPlacing)
    moves, log = list[Move](), list[tuple[int, Move]]()
    interrupted = False

    def make(move: Move) -> None:
        nonlocal state
        log.append((state.round, move))
        state = apply_legal(state, move)

    def to_placing() -> bool:
        """Answer cards up to the last placements; whether there are any."""
        while not isinstance(node := decision(state), FinalPlacing):
            if node is None:
                return False
            make(greedy_answer(state))
        return True

    for move in way:
        if not turn and not isinstance(decision(state), FinalPlacing):
            interrupted = True
            if not to_placing():
                return Ending(tuple(moves), None)
        if why_not(state, move) is None:
            make(move)
            if not interrupted:
                moves.append(move)
        elif turn:
            return Ending(tuple(moves), None)
    sheet = score_sheet(state)
    if turn:
        end = endings(state, repeated=repeated)[0] if to_placing() else None
        if end is None or end.playout is None:
            return Ending(tuple(moves), None)
        log += [*((state.round, move) for move in end.moves), *end.playout.moves]
        sheet = end.playout.sheet
    return Ending(tuple(moves), Playout(sheet, log[len(moves) :], 0))


def greedy_answer(state: State) -> Move:
    """Return the move of the greedy policy that playouts follow."""
    return greedy_move(state, rollout_policy(state.options.length))
