"""Whole layouts before the income of a round: those that are worth comparing.

They are good at the prices of the list, or at the prices of this very state, beside what the policy
lays, and what it would lay with other weights.
"""

from collections.abc import Sequence
from dataclasses import replace

from odin_solver.game.filling import layout_moves, position_to_fill, score_objective
from odin_solver.game.kernel.anytime import board_names
from odin_solver.game.kernel.moves import PASS, Move, Place
from odin_solver.game.kernel.play import apply_legal, decision, why_not
from odin_solver.game.kernel.state import State
from odin_solver.game.turn import Turn
from odin_solver.placement.objective import Weights
from odin_solver.placement.prices import rounded
from odin_solver.placement.problem import Laid, Problem, compile_problem
from odin_solver.placement.quick import quick_layouts
from odin_solver.planner.playout import FORECAST_POINTS
from odin_solver.rollouts.playing import CompiledGreedy, compiled, greedy_move
from odin_solver.rollouts.policies.evaluation import RolloutPolicy
from odin_solver.rollouts.policies.strategies import rollout_policy

CANDIDATES = 4
"""Layouts that are compared, for each list of prices."""

TRIED, VARIED = 60, 8
"""Layouts by the policy with other weights, and those of them that are compared."""

STATE_SHARE = 0.5
"""How much the prices of the state count beside those of the list."""

MOST_WORTH = 12.0
"""The most that one item is taken to be worth."""


def is_time_to_lay(state: State, default: Move) -> bool:
    """Whether tiles are laid now that nothing else is done in this round, the last one excepted."""
    return ends_turn(state, default) and state.round < state.rounds


def ends_turn(state: State, default: Move) -> bool:
    """Whether nothing but laying tiles is left to do in a turn, by the policy's move."""
    ends = default == PASS or (isinstance(default, Place) and not state.vikings)
    return ends and isinstance(decision(state), Turn)


def layouts(state: State, seed: int = 0) -> list[tuple[Move, ...]]:
    """Return layouts for the end of a turn as moves, with PASS where no Vikings are left."""
    policy = rollout_policy(state.options.length)
    own = own_layout(state, policy)
    seeds = range(seed << 8, (seed << 8) + TRIED)
    varied = compiled(policy).layouts(state, seeds, VARIED)
    return [
        moves
        for laid in dict.fromkeys((own, *_by_prices(state, policy, own, seed), *varied))
        if _is_legal(state, moves := with_pass(state, laid))
    ]


def with_pass(state: State, laid: Sequence[Move]) -> tuple[Move, ...]:
    """Return a layout, and PASS if no Vikings are left."""
    return tuple(laid) if state.vikings else (*laid, PASS)


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


def _is_legal(state: State, moves: Sequence[Move]) -> bool:
    for move in moves:
        if not isinstance(decision(state), Turn) or why_not(state, move) is not None:
            return False
        state = apply_legal(state, move)
    return True
