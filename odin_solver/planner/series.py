"""Many games of a player, over many processes, and what they come to."""

import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from odin_solver.errors import OdinError
from odin_solver.game.log import Game, parse, text
from odin_solver.game.policies import play
from odin_solver.game.setup import new_game
from odin_solver.game.sheet import Sheet, score_sheet
from odin_solver.game.state import Options
from odin_solver.planner.advice import Limits
from odin_solver.planner.players import player
from odin_solver.support.parallel import spread


@dataclass(frozen=True)
class Played:
    """A game that was played to its end.

    Attributes
    ----------
    seed
        Its seed.
    sheet
        Its score sheet.
    log
        Its log, if that was wanted.
    """

    seed: int
    sheet: Sheet
    log: str | None = None

    @property
    def score(self) -> int:
        """The score."""
        return self.sheet.total


@dataclass(frozen=True)
class Summary:
    """Scores of many games in a few numbers.

    Attributes
    ----------
    mean, stderr
        The mean, and its standard error; None for one game.
    p10, median, p90
        A tenth, a half, nine tenths of the games scored no more than this; values between two
        scores are interpolated.
    best, worst
        The highest and the lowest score.
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
    limits: Limits | None = None,
) -> Played:
    """Play one game.

    Parameters
    ----------
    who
        One of `odin_solver.planner.players.PLAYERS`.
    options, seed
        The game.
    limits
        How much the planner thinks about every placement.
    with_log
        Whether to write the log too. It is replayed, move by move against the rules, and scored
        again before the game counts.

    Raises
    ------
    OdinError
        If the replay does not come to the same end.
    """
    game = Game(options, seed, states=[new_game(options)])
    for move, state in play(game.state, player(who, limits), seed):
        if with_log:
            game.moves.append(move)
            game.states.append(state)
        else:
            game.states = [state]
    sheet = score_sheet(game.state)
    if not with_log:
        return Played(seed, sheet)
    log = text(game)
    replayed = parse(log, f"log of seed {seed}").state
    if replayed != game.state or score_sheet(replayed) != sheet:
        raise OdinError(f"seed {seed}: the replay of the log comes to another end")
    return Played(seed, sheet, log)


def play_many(
    who: str,
    options: Options,
    seeds: Sequence[int],
    *,
    jobs: int = 1,
    with_logs: bool = False,
    limits: Limits | None = None,
) -> Iterator[Played]:
    """Play a game for every seed; they come in the order of the seeds.

    Parameters
    ----------
    who, options, with_logs, limits
        See `play_one`.
    seeds
        The seeds.
    jobs
        Processes on this machine. The games do not depend on it.
    """
    tasks = ((who, options, seed, with_logs, limits) for seed in seeds)
    return spread(play_one, tasks, jobs=max(1, min(jobs, len(seeds))), in_order=True)


def summary(scores: Sequence[int]) -> Summary:
    """Sum up the scores of at least one game."""
    ordered = sorted(scores)
    mean = statistics.fmean(ordered)
    stderr = statistics.stdev(ordered) / len(ordered) ** 0.5 if len(ordered) > 1 else None
    return Summary(
        mean=mean,
        stderr=stderr,
        p10=_quantile(ordered, 0.1),
        median=float(statistics.median(ordered)),
        p90=_quantile(ordered, 0.9),
        best=ordered[-1],
        worst=ordered[0],
    )


def mean_sheet(sheets: Iterable[Sheet]) -> dict[str, float]:
    """The mean of every category of score sheets."""
    several = list(sheets)
    return {
        name: statistics.fmean(getattr(sheet, name) for sheet in several)
        for name in Sheet.__struct_fields__
    }


def _quantile(ordered: Sequence[int], share: float) -> float:
    at = share * (len(ordered) - 1)
    below = int(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (at - below) * (ordered[above] - ordered[below])
