"""Playouts: games played to their end by the rollout policy in a scenario.

The score of a playout is a noisy estimate of the move that it began with. The policy's evaluation
on the way is less noisy but biased. `Playout.outlook` blends both, as a λ-return: the forecast of
the next round, with less and less weight on later forecasts and the final score.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import starmap
from typing import Any, NamedTuple

from odin_solver.game.feast import ServeFeast
from odin_solver.game.kernel.moves import Move, Serve
from odin_solver.game.kernel.nodes import Outcome
from odin_solver.game.kernel.play import decision, why_not
from odin_solver.game.kernel.state import State
from odin_solver.game.playing import SeededChance, play_on
from odin_solver.game.scoring import ScoreSheet
from odin_solver.game.turn import Turn
from odin_solver.rollouts.encoding import has_occupations
from odin_solver.rollouts.playing import compiled, greedy_move
from odin_solver.rollouts.policies.evaluation import GREEDY, RolloutPolicy

AHEAD = 4
"""Playouts that each thread is ahead of what is yielded, some 5 ms."""

FORECAST_POINTS = 0.65
"""Points of the score per point of a forecast, which exaggerates differences."""

LAMBDA = 0.7
"""Weight of the later estimates against the next forecast."""


class Playout(NamedTuple):
    """A game played to its end.

    Attributes
    ----------
    moves
        Moves of the player, each with its round.
    forecasts
        Evaluation by the policy at the beginning of each further round.
    """

    sheet: ScoreSheet
    moves: Sequence[tuple[int, Move]]
    scenario: int
    forecasts: tuple[float, ...] = ()

    def __repr__(self) -> str:
        return (
            f"<Playout: score {self.sheet.total}, {len(self.moves)} moves, "
            f"scenario {self.scenario}>"
        )

    @property
    def outlook(self) -> float:
        """Score smoothed by the forecasts.

        Only differences between playouts from the same state have a meaning.
        """
        value = float(self.sheet.total)
        for forecast in reversed(self.forecasts):
            value = LAMBDA * value + (1 - LAMBDA) * FORECAST_POINTS * forecast
        return value


def play_out(state: State, policy: RolloutPolicy, scenario: int) -> Playout:
    """Play a game to its end.

    Parameters
    ----------
    state
        A state whose starting occupation is chosen.
    scenario
        Seed of chance. It is independent of the seed of the game, so that planning does not see
        the real outcomes. In one scenario the same draws have the same outcomes, whatever moves
        were made.
    """
    sheet, moves, forecasts = compiled(policy).play_out(state, scenario)
    return Playout(sheet, moves, scenario, forecasts)


def playouts_of(
    tasks: Sequence[tuple[Any, ...]], workers: int, function: Callable[..., Playout] = play_out
) -> Generator[Playout, None, None]:
    """Play playouts, in the order of the tasks, with several workers, which are threads."""
    if workers == 1:
        yield from starmap(function, tasks)
        return
    threads = ThreadPoolExecutor(workers)  # nobody joins them: see `improve_together`
    begun: deque[Future[Playout]] = deque()
    for task in tasks:
        begun.append(threads.submit(function, *task))
        if len(begun) > workers * AHEAD:
            yield begun.popleft().result()
    yield from (each.result() for each in begun)


def retrace(state: State, playout: Playout) -> Iterator[tuple[State, Move | Outcome, State]]:
    """Replay a playout.

    Occupations that react to the same event may come in another order in the compiled engine. Where
    a move is not legal then, the greedy policy decides.

    Yields
    ------
    tuple
        A state, the move or outcome of chance in it, and the state after it.
    """
    if not has_occupations(state):
        decided = iter(playout.moves)
        return play_on(state, lambda _: next(decided)[1], SeededChance(playout.scenario))
    planned = deque(move for _, move in playout.moves)

    def decide(at: State) -> Move:
        """Make the next planned move if it is legal, else that of the greedy policy."""
        node = decision(at)
        while planned and why_not(at, planned[0]) is not None:
            # A turn leaves out what is no longer legal, a feast what was to come before it.
            if not isinstance(node, Turn | ServeFeast) or isinstance(planned[0], Serve):
                return greedy_move(at, GREEDY)
            planned.popleft()
        return planned.popleft() if planned else greedy_move(at, GREEDY)

    return play_on(state, decide, SeededChance(playout.scenario))
