"""Which tiles to lay before the income of a round.

Layouts that are good at the prices of the list, and at the prices of this very state, are compared
with what the policy lays by playouts in the same scenarios.
"""

import math
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import fmean, stdev
from types import MappingProxyType

from odin_solver.game.filling import fill, layout_moves, position_to_fill, score_objective
from odin_solver.game.kernel.anytime import board_names
from odin_solver.game.kernel.moves import PASS, Move, Place
from odin_solver.game.kernel.play import apply_legal, decision, why_not
from odin_solver.game.kernel.state import State
from odin_solver.game.turn import Turn
from odin_solver.placement.objective import Weights
from odin_solver.placement.prices import rounded
from odin_solver.placement.problem import Laid, Problem, compile_problem
from odin_solver.placement.quick import quick_layouts
from odin_solver.placement.solution import Limits, Progress, Solution
from odin_solver.planner.playout import FORECAST_POINTS, play_out
from odin_solver.rollouts.playing import CompiledGreedy, compiled, greedy_move
from odin_solver.rollouts.policies.evaluation import RolloutPolicy
from odin_solver.rollouts.policies.strategies import rollout_policy

CANDIDATES = 4
"""Layouts that are compared, for each list of prices."""

FINALISTS = 3

PLAYOUTS = 32, 96
"""Playouts of each candidate, and of the best `FINALISTS`."""

STATE_SHARE = 0.5
"""How much the prices of the state count beside those of the list."""

MOST_WORTH = 12.0
"""The most that one item is taken to be worth."""


@dataclass(frozen=True)
class Layout:
    """A layout that may be laid now, and its playouts.

    Attributes
    ----------
    moves
        Its placements in a legal order.
    scores
        Final scores of the playouts after them.
    """

    moves: tuple[Place, ...]
    scores: tuple[int, ...] = ()

    @property
    def mean(self) -> float:
        """Mean score of the playouts."""
        return fmean(self.scores)

    @property
    def stderr(self) -> float:
        """Standard error of the mean."""
        return stdev(self.scores) / math.sqrt(len(self.scores))


def is_time_to_lay(state: State, default: Move) -> bool:
    """Whether tiles are laid now that nothing else is done in this round, the last one excepted.

    Parameters
    ----------
    state
        A state at a decision.
    default
        The policy's move.
    """
    ends = default == PASS or (isinstance(default, Place) and not state.vikings)
    return ends and isinstance(decision(state), Turn) and state.round < state.rounds


def compared_layouts(
    state: State, *, seed: int = 0, more: Sequence[tuple[Place, ...]] = ()
) -> list[Layout]:
    """Return layouts for the end of a turn, the best by playouts first.

    Parameters
    ----------
    state
        A state at a turn.
    seed
        Seed of the search and of the scenarios.
    more
        Further layouts to compare.
    """
    policy = rollout_policy(state.options.length)
    own = own_layout(state, policy)
    candidates = list(dict.fromkeys((own, *more, *_by_prices(state, policy, own, seed))))
    live = [(Layout(moves), after) for moves in candidates if (after := _passed(state, moves))]
    live = _played(live, policy, seed, PLAYOUTS[0])
    best = _played(live[:FINALISTS], policy, seed, PLAYOUTS[1])
    return [layout for layout, _ in (*best, *live[FINALISTS:])]


@dataclass(frozen=True)
class Laying:
    """What to lay now.

    Attributes
    ----------
    moves
        The placements in a legal order.
    solution
        The provably best layout by the objective.
    compared
        The layouts that were compared by playouts, the best first; empty where only the objective
        counts.
    """

    moves: tuple[Place, ...]
    solution: Solution
    compared: tuple[Layout, ...] = ()


def lay(
    state: State,
    objective: str | None = None,
    *,
    most: Mapping[str, int] = MappingProxyType({}),
    keep: Sequence[str] = (),
    limits: Limits,
    cancel: threading.Event | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Laying:
    """Return what to lay now: the best layouts by the price list, compared by playouts.

    With wishes, and in the last round, it is the layout that `odin_solver.game.filling.fill` finds.

    Parameters
    ----------
    state
        A game in which the player decides.
    objective, most, keep, cancel, on_progress
        As for `odin_solver.game.filling.fill`: the wishes.
    limits
        Limits of the solver.
    """
    found = fill(
        state,
        objective,
        most=most,
        keep=keep,
        limits=limits,
        cancel=cancel,
        on_progress=on_progress,
    )
    plain = objective in (None, "score") and not most and not keep
    if not plain or not is_time_to_lay(state, PASS):
        return Laying(found.moves, found.solution)
    compared = tuple(compared_layouts(state, seed=limits.seed, more=[found.moves]))
    return Laying(compared[0].moves, found.solution, compared)


def own_layout(state: State, policy: RolloutPolicy) -> tuple[Place, ...]:
    """Return what the policy lays now."""
    moves: list[Place] = []
    while isinstance(decision(state), Turn):
        move = greedy_move(state, policy)
        if not isinstance(move, Place):
            break
        moves.append(move)
        state = apply_legal(state, move)
    return tuple(moves)


def _by_prices(
    state: State, policy: RolloutPolicy, own: Sequence[Move], seed: int
) -> list[tuple[Place, ...]]:
    """Return the best layouts at the prices of the list and at those of the state."""
    problem = compile_problem(position_to_fill(state))
    start = laid_by(state, problem, own)
    (listed,) = score_objective(state).levels
    found: list[tuple[Place, ...]] = []
    for weights in (listed, _with_state_prices(listed, state, compiled(policy))):
        layouts = quick_layouts(problem, weights, start, seed=seed)
        found += [layout_moves(state, problem, laid) for _, laid in layouts[:CANDIDATES]]
    return found


def laid_by(state: State, problem: Problem, moves: Sequence[Move]) -> tuple[Laid, ...]:
    """Return placements as pieces of the problem of a state."""
    names = board_names(state)
    return tuple(
        Laid(names.index(move.board), problem.kinds[move.tile], move.cells)
        for move in moves
        if isinstance(move, Place)
    )


def _with_state_prices(listed: Weights, state: State, engine: CompiledGreedy) -> Weights:
    """Return weights that also heed what the learned evaluation says of the last of each item."""
    now = engine.evaluate(state)
    keep = dict(listed.keep)
    for name, worth in listed.keep.items():
        if state.has(name):
            fewer = state.copy()
            fewer.add(name, -1)
            lost = FORECAST_POINTS * (now - engine.evaluate(fewer))
            price = min(MOST_WORTH, max(0.0, lost))
            keep[name] = (rounded(STATE_SHARE * price + (1 - STATE_SHARE) * float(worth[0])),)
    return replace(listed, keep=keep)


def _passed(state: State, moves: Sequence[Move]) -> State | None:
    """Return the state after a layout and, without Vikings, PASS; None if a card interrupts it."""
    for move in moves if state.vikings else (*moves, PASS):
        if not isinstance(decision(state), Turn) or why_not(state, move) is not None:
            return None
        state = apply_legal(state, move)
    return state


def _played(
    live: Sequence[tuple[Layout, State]], policy: RolloutPolicy, seed: int, playouts: int
) -> list[tuple[Layout, State]]:
    """Return layouts with more playouts, the best first."""
    played = []
    for layout, after in live:
        first = len(layout.scores)
        scenarios = [
            Random(f"{seed} layout {number}").getrandbits(48)
            for number in range(first, first + playouts)
        ]
        scores = [play_out(after, policy, scenario).sheet.total for scenario in scenarios]
        played.append((replace(layout, scores=(*layout.scores, *scores)), after))
    return sorted(played, key=lambda each: -each[0].mean)
