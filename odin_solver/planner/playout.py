"""Playouts: games played to their end by the rollout policy in a scenario.

The score of a playout is a noisy estimate of the move that it began with. The policy's evaluation
on the way is less noisy but biased. `Playout.outlook` blends both, as a λ-return: the forecast of
the next round, with less and less weight on later forecasts and the final score.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from odin_solver.game.feast import ServeFeast
from odin_solver.game.kernel.moves import Move, Serve
from odin_solver.game.kernel.nodes import Outcome
from odin_solver.game.kernel.play import decision, why_not
from odin_solver.game.kernel.state import State
from odin_solver.game.playing import SeededChance, play_on
from odin_solver.game.policies.greedy import Greedy, greedy
from odin_solver.game.policies.lazy import LazyGreedy
from odin_solver.game.scoring import ScoreSheet, score_sheet
from odin_solver.game.turn import Turn
from odin_solver.rollouts.encoding import NotCompiledError, has_occupations
from odin_solver.rollouts.playing import compiled, knows_all_moves, plays
from odin_solver.support.parallel import spread

AHEAD = 4
"""Playouts that each thread is ahead of what is yielded, some 5 ms."""

FIRST_FORECAST = 3
"""First round with a forecast: earlier evaluations say nothing about the score."""

FORECAST_POINTS = 0.65
"""Points of the score per point of a forecast, which exaggerates differences."""

LAMBDA = 0.7
"""Weight of the later estimates against the next forecast."""


class Playout(NamedTuple):
    """A game played to its end.

    Attributes
    ----------
    sheet
        Score sheet.
    moves
        Moves of the player, each with its round.
    scenario
        Seed of chance.
    forecasts
        Evaluation by the policy at the beginning of each further round.
    """

    sheet: ScoreSheet
    moves: Sequence[tuple[int, Move]]
    scenario: int
    forecasts: tuple[float, ...] = ()

    @property
    def outlook(self) -> float:
        """Score smoothed by the forecasts.

        Only differences between playouts from the same state have a meaning.
        """
        value = float(self.sheet.total)
        for forecast in reversed(self.forecasts):
            value = LAMBDA * value + (1 - LAMBDA) * FORECAST_POINTS * forecast
        return value


def play_out(state: State, policy: Greedy, scenario: int, then: Move | None = None) -> Playout:
    """Play a game to its end: by the compiled engine if there is one.

    Parameters
    ----------
    state
        A state.
    policy
        Rollout policy.
    scenario
        Seed of chance. It is independent of the seed of the game, so that planning does not see
        the real outcomes. In one scenario the same draws have the same outcomes, whatever moves
        were made.
    then
        Move that is made at the first turn of this round at which it is legal.
    """
    if is_compiled(state, policy):
        engine = compiled(policy)
        assert engine is not None
        with suppress(NotCompiledError):
            sheet, moves, forecasts = engine.play_out(state, scenario, then)
            return Playout(sheet, moves, scenario, forecasts)
    return _play_out(state, policy, scenario, then)


def is_compiled(state: State, policy: Greedy) -> bool:
    """Whether the compiled engine plays the playouts of a state."""
    return plays(state) and compiled(policy) is not None


def greedy_move(state: State, policy: Greedy) -> Move:
    """Return the move of a greedy policy."""
    engine = compiled(policy) if knows_all_moves(state) else None
    return engine.ranked(state, 1)[0] if engine else policy(state, Random(0))


def playouts_of(
    tasks: Sequence[tuple[Any, ...]], workers: int, function: Callable[..., Playout] = play_out
) -> Generator[Playout, None, None]:
    """Play playouts with several workers: processes, or threads in the compiled engine.

    Parameters
    ----------
    tasks
        Arguments of `play_out`.
    workers
        Number of workers.
    function
        What plays one.

    Yields
    ------
    Playout
        The playouts in the order of the tasks.
    """
    if workers > 1 and tasks and is_compiled(*tasks[0][:2]):
        threads = ThreadPoolExecutor(workers)  # nobody joins them: see `improve_together`
        begun: deque[Future[Playout]] = deque()
        for task in tasks:
            begun.append(threads.submit(function, *task))
            if len(begun) > workers * AHEAD:
                yield begun.popleft().result()
        yield from (each.result() for each in begun)
    else:
        yield from spread(function, tasks, jobs=workers, in_order=True)


def _play_out(state: State, policy: Greedy, scenario: int, then: Move | None) -> Playout:
    """Play a game to its end in Python."""
    first_round = state.round
    rng, player = Random(scenario), LazyGreedy(policy)
    moves: list[tuple[int, Move]] = []
    forecasts: list[float] = []
    latest = max(state.round, FIRST_FORECAST - 1)

    def decide(at: State) -> Move:
        nonlocal latest, then
        if at.round > latest and isinstance(decision(at), Turn):
            latest = at.round
            forecasts.append(policy.evaluator.evaluate(at))
        if then is not None and at.round == first_round and _can_use(at, then):
            move, then = then, None
        else:
            move = player(at, rng)
        moves.append((at.round, move))
        return move

    for _, _, after in play_on(state, decide, SeededChance(scenario)):
        state = after
    return Playout(score_sheet(state), tuple(moves), scenario, tuple(forecasts))


def _can_use(state: State, move: Move) -> bool:
    return isinstance(decision(state), Turn) and why_not(state, move) is None


def retrace(
    state: State, playout: Playout, policy: Greedy = greedy
) -> Iterator[tuple[State, Move | Outcome, State]]:
    """Replay a playout.

    Parameters
    ----------
    state
        The state in which the playout began.
    playout
        The playout.
    policy
        What decides where a move of the playout is not legal: occupations that react to the same
        event may come in another order in the compiled engine.

    Yields
    ------
    tuple
        A state, the move or outcome of chance in it, and the state after it.
    """
    if not has_occupations(state):
        decided = iter(playout.moves)
        return play_on(state, lambda _: next(decided)[1], SeededChance(playout.scenario))
    planned = deque(move for _, move in playout.moves)
    rng, player = Random(playout.scenario), LazyGreedy(policy)

    def decide(at: State) -> Move:
        """Make the next planned move if it is legal, else that of the policy."""
        node = decision(at)
        while planned and why_not(at, planned[0]) is not None:
            # A turn leaves out what is no longer legal, a feast what was to come before it.
            if not isinstance(node, Turn | ServeFeast) or isinstance(planned[0], Serve):
                return player(at, rng)
            planned.popleft()
        return planned.popleft() if planned else player(at, rng)

    return play_on(state, decide, SeededChance(playout.scenario))
