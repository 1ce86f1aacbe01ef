"""Series of games of a player, over several processes, and their statistics."""

import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from odin_solver.errors import OdinError
from odin_solver.game.kernel.state import Options, State
from odin_solver.game.log import Game, parse, text
from odin_solver.game.playing import play
from odin_solver.game.scoring import ScoreSheet, score_sheet
from odin_solver.planner.advice import SearchLimits
from odin_solver.planner.players import player
from odin_solver.support.parallel import parallel_map


@dataclass(frozen=True)
class GameResult:
    """The result of a finished game: the score sheet of every seat."""

    seed: int
    sheets: tuple[ScoreSheet, ...]
    log: str | None = None

    @property
    def sheet(self) -> ScoreSheet:
        """The score sheet of the only seat, or the first one."""
        return self.sheets[0]

    @property
    def score(self) -> int:
        """Score of that sheet."""
        return self.sheet.total

    @property
    def winners(self) -> tuple[int, ...]:
        """Numbers of the seats with the highest score, who share the victory (rules, 6)."""
        best = max(sheet.total for sheet in self.sheets)
        return tuple(seat for seat, sheet in enumerate(self.sheets) if sheet.total == best)


@dataclass(frozen=True)
class Summary:
    """Statistics of scores.

    Attributes
    ----------
    mean, stderr
        Mean and its standard error; None for one game.
    p10, median, p90
        Quantiles, interpolated.
    """

    mean: float
    stderr: float | None
    p10: float
    median: float
    p90: float
    best: int
    worst: int


def play_one(
    who: str,
    options: Options,
    seed: int,
    with_log: bool = False,
    limits: SearchLimits | None = None,
    start: State | None = None,
) -> GameResult:
    """Play one game; of several seats, a player of the same name sits at each.

    Parameters
    ----------
    who
        A name in `odin_solver.planner.players.PLAYERS`.
    with_log
        Whether to return the log. It is replayed and scored again first.
    limits
        Limits of the planner for every placement of Vikings.
    start
        The state with which the game begins, if not with a new game.

    Raises
    ------
    OdinError
        If the replay ends differently.
    """
    game = Game(options, seed, start=start)
    policy = player(who, limits)
    for move, state in play(game.state, policy, seed):
        if with_log:
            game.moves.append(move)
            game.states.append(state)
        else:
            game.states = [state]
    sheets = tuple(map(score_sheet, game.state.seats))
    if not with_log:
        return GameResult(seed, sheets)
    log = text(game)
    replayed = parse(log, f"log of seed {seed}").state
    if replayed != game.state:
        raise OdinError.said("seed {seed}: the replay of the log ends differently", seed=seed)
    return GameResult(seed, sheets, log)


def play_many(
    who: str,
    options: Options,
    seeds: Sequence[int],
    *,
    jobs: int = 1,
    with_logs: bool = False,
    limits: SearchLimits | None = None,
) -> Iterator[GameResult]:
    """Play a game per seed; yields the results in the order of the seeds.

    Parameters
    ----------
    who, options, with_logs, limits
        See `play_one`.
    jobs
        Processes; the results do not depend on their number.
    """
    tasks = ((who, options, seed, with_logs, limits) for seed in seeds)
    return parallel_map(play_one, tasks, jobs=max(1, min(jobs, len(seeds))), in_order=True)


def summary(scores: Sequence[int]) -> Summary:
    """Return the statistics of at least one score."""
    several = len(scores) > 1
    tenths = statistics.quantiles(scores, n=10, method="inclusive") if several else [*scores] * 9
    return Summary(
        mean=statistics.fmean(scores),
        stderr=statistics.stdev(scores) / len(scores) ** 0.5 if several else None,
        p10=float(tenths[0]),
        median=float(statistics.median(scores)),
        p90=float(tenths[-1]),
        best=max(scores),
        worst=min(scores),
    )


def mean_sheet(sheets: Iterable[ScoreSheet]) -> dict[str, float]:
    """Return the mean of each category of score sheets."""
    several = list(sheets)
    return {
        name: statistics.fmean(getattr(sheet, name) for sheet in several)
        for name in ScoreSheet.__struct_fields__
    }
