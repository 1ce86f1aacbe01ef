"""Which move now: every promising one is tried in many possible futures.

A line is a move with the game that follows it. It is judged by playouts: the rest of the game is
played by the greedy policy in a scenario, a future drawn from all that may come. All lines are
played in the same scenarios, so that luck weighs on all of them alike. The playouts go where they
tell most: in every stage the worse half of the lines drops out (sequential halving). The move that
the policy itself would make has a head start, which fades with the number of scenarios.

The first answer comes with the first playout. A scenario that some lines have met and others not
when the time is over does not count, unless it is the first one.
"""

import math
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain, starmap
from random import Random
from statistics import fmean, stdev

from odin_solver.errors import InputError
from odin_solver.game import anytime
from odin_solver.game.node import Chance, Decision
from odin_solver.game.play import apply_legal, current
from odin_solver.game.policies.greedy import Greedy, greedy
from odin_solver.game.state import State
from odin_solver.game.turn import Turn
from odin_solver.planner.playout import Playout, play_out
from odin_solver.support.parallel import spread

CANDIDATES = (7, 14)
"""At least and at most so many moves are tried by playouts: those that the greedy policy thinks
most of. More of them are worth it only where there is time to tell them apart (`width_for`)."""

FOR_EACH = 7
"""For so many playouts one move is tried."""

A_SECOND = 20
"""So many games, or a few more, a process plays out in a second."""

HEAD_START = 6.0
"""What the policy's own move is ahead of the others by before anything was played, in points, as if
divided by the number of scenarios since. A mean over few scenarios is mostly luck, and of many such
means the best one is: nearly always the policy is right where they say little."""

SMOOTHING = 8
"""In so many scenarios what the policy thinks on the way weighs as much as the scores. With fewer
it weighs more, as it is less noisy; with more it weighs less, as it is not quite right."""


@dataclass(frozen=True)
class Limits:
    """How much to think.

    Attributes
    ----------
    seconds
        Time; None for as long as `playouts` last.
    playouts
        Games to be played to their end; None for as many as there is time for. Every move that is
        tried is played out once in any case. With a number and without a time the result depends
        on the seed and the workers alone.
    workers
        Processes.
    """

    seconds: float | None = 5.0
    playouts: int | None = None
    workers: int = 1


@dataclass(frozen=True)
class Line:
    """A move, and what became of it in the scenarios it was tried in.

    Attributes
    ----------
    move
        The move.
    playouts
        The games that followed it, in the order of the scenarios.
    head_start
        See `HEAD_START`; 0 for all moves but the policy's own.
    """

    move: str
    playouts: tuple[Playout, ...] = ()
    head_start: float = 0.0

    @cached_property
    def scores(self) -> list[int]:
        """The final scores."""
        return [each.sheet.total for each in self.playouts]

    @cached_property
    def mean(self) -> float:
        """The mean of the final scores."""
        return fmean(self.scores)

    @cached_property
    def promise(self) -> float:
        """What lines are ordered by: their smoothed mean, with the rest of the head start."""
        return fmean(_smoothed(self.playouts)) + self.head_start / len(self.playouts)

    @property
    def spread(self) -> float | None:
        """The standard deviation of the final scores; None for fewer than two."""
        return stdev(self.scores) if len(self.playouts) > 1 else None

    @property
    def typical(self) -> Playout:
        """The playout whose score is in the middle."""
        ordered = sorted(self.playouts, key=lambda each: each.sheet.total)
        return ordered[len(ordered) // 2]


@dataclass(frozen=True)
class Advice:
    """What is known about the moves so far.

    Attributes
    ----------
    lines
        All that have been tried, the best one first. Those that dropped out come after those that
        did not.
    seconds
        Time used.
    """

    lines: tuple[Line, ...]
    seconds: float

    @property
    def best(self) -> Line:
        """The line to be played."""
        return self.lines[0]

    @property
    def playouts(self) -> int:
        """Games that were played to their end."""
        return sum(len(line.playouts) for line in self.lines)

    def loss(self, line: Line) -> float:
        """What a line is expected to lose against the best one: in the scenarios of both."""
        gaps = self._gaps(line)
        return fmean(gaps) if gaps else 0.0

    def doubt(self, line: Line) -> float | None:
        """The standard error of the loss; None if there are fewer than two scenarios."""
        gaps = self._gaps(line)
        return stdev(gaps) / math.sqrt(len(gaps)) if len(gaps) > 1 else None

    def expected(self, line: Line) -> float:
        """The final score that a line is expected to reach: so much less than the best one."""
        return self.best.mean - self.loss(line)

    def _gaps(self, line: Line) -> list[float]:
        met = min(len(self.best.playouts), len(line.playouts))
        both = (_smoothed(each.playouts[:met]) for each in (self.best, line))
        return [best - other for best, other in zip(*both, strict=True)]


def _smoothed(playouts: Sequence[Playout]) -> list[float]:
    """What playouts say of their line: scores and outlooks; only differences mean anything."""
    share = SMOOTHING / (SMOOTHING + len(playouts))
    return [share * each.outlook + (1 - share) * each.sheet.total for each in playouts]


def advise(
    state: State,
    limits: Limits | None = None,
    *,
    seed: int = 0,
    policy: Greedy = greedy,
    moves: Sequence[str] = (),
    at_least: int = 2,
    width: int | None = None,
    scenarios: Callable[[int], int] | None = None,
) -> Iterator[Advice]:
    """Say which move is best, better and better.

    Parameters
    ----------
    state
        A game in which the player has to decide.
    limits
        How much to think; 5 seconds if not given.
    seed
        Decides the scenarios.
    policy
        Who plays the playouts.
    moves
        Moves that are tried to the end, whatever the policy or the first playouts say of them.
    at_least
        So many lines stay to the end.
    width
        So many moves are tried, besides `moves`: those that the policy thinks most of; `width_for`
        if not given.
    scenarios
        The scenarios by their numbers from 0, if `seed` is not to decide them.

    Yields
    ------
    Advice
        What is known, after every playout.

    Raises
    ------
    InputError
        If the player has nothing to decide.
    """
    allowed = limits or Limits()
    began = time.monotonic()
    found = candidates(state, policy)[: width_for(allowed) if width is None else width]
    # What has to be tried comes first: the time may be short.
    tried = list(dict.fromkeys((*moves, *found)))
    search = _Search(
        state,
        policy,
        scenarios or partial(_scenario, seed),
        [Line(move, (), HEAD_START * (move in found[:1])) for move in tried],
        frozenset(moves),
        None if allowed.seconds is None else began + allowed.seconds,
        allowed.workers,
    )
    if len(tried) == 1 and not moves:
        yield from (search.advice(began) for _ in search.meet(1))
        return
    stages = _stages(len(tried), at_least)
    for number, keep in enumerate(stages, 1):
        search.drop(keep)
        share = number / len(stages)
        while not search.met or not _spent(allowed, share, began, search.played):
            more = allowed.workers if search.met else 1
            yield from (search.advice(began) for _ in search.meet(more))


def width_for(limits: Limits) -> int:
    """How many moves are tried with these limits."""
    least, most = CANDIDATES
    amounts = [limits.playouts, limits.seconds and A_SECOND * limits.workers * limits.seconds]
    playouts = min((each for each in amounts if each is not None), default=FOR_EACH * most)
    return min(max(int(playouts) // FOR_EACH, least), most)


def candidates(state: State, policy: Greedy = greedy) -> list[str]:
    """All moves that may be worth a thought, the one that the policy would make first.

    Raises
    ------
    InputError
        If the player has nothing to decide.
    """
    node = current(state)
    if not isinstance(node, Decision):
        over = f"chance decides ({node.kind})" if isinstance(node, Chance) else "the game is over"
        raise InputError(f"there is nothing to plan: {over}")
    first = policy(state, Random(0))
    if not isinstance(node, Turn):
        moves = policy.choices(state, node, CANDIDATES[1])
    else:
        moves = [*node.moves(state), *anytime.listed(state, node)]
    values = {move: policy.value_of(state, move) for move in moves if move != first}
    return [first, *sorted(values, key=lambda move: -values[move])]


def _stages(lines: int, at_least: int) -> list[int]:
    """How many lines are played in each stage."""
    found = [lines]
    while found[-1] > at_least:
        found.append(max(at_least, math.ceil(found[-1] / 2)))
    return found


def _spent(limits: Limits, share: float, start: float, played: int) -> bool:
    """Whether a share of the time or of the playouts is over."""
    if limits.seconds is not None and time.monotonic() - start >= share * limits.seconds:
        return True
    return limits.playouts is not None and played >= share * limits.playouts


@dataclass
class _Search:
    """Lines and what they have met.

    Attributes
    ----------
    live, dropped
        The lines that are still tried, and the others, the best one first.
    forced
        Moves that never drop out.
    until
        When the time is over, as of `time.monotonic`; None for never.
    workers
        Processes.
    met
        Scenarios that all lines which are left have met.
    played
        Playouts.
    """

    state: State
    policy: Greedy
    scenario: Callable[[int], int]
    live: list[Line]
    forced: frozenset[str]
    until: float | None
    workers: int = 1
    dropped: list[Line] = field(default_factory=list)
    met: int = 0
    played: int = 0

    def meet(self, number: int) -> Iterator[None]:
        """Try every line that is left in so many more scenarios; a pause after every playout."""
        tasks = [
            (apply_legal(self.state, line.move), self.policy, self.scenario(self.met + each))
            for each in range(number)
            for line in self.live
        ]
        # The very first playout does not wait until processes have been started.
        here = 0 if self.played else 1
        others = spread(play_out, tasks[here:], jobs=self.workers, in_order=True)
        results = chain(starmap(play_out, tasks[:here]), others)
        try:
            for _ in range(number):
                lines = []
                for line in self.live:
                    if self.is_over():
                        self.met = self.met or 1
                        return
                    lines.append(replace(line, playouts=(*line.playouts, next(results))))
                    self.played += 1
                    if len(lines) < len(self.live):
                        if not self.met:
                            self.live[len(lines) - 1] = lines[-1]
                        yield
                self.live = lines
                self.met += 1
                yield
        finally:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # playouts that processes have begun are given up
                others.close()

    def is_over(self) -> bool:
        """Whether the time is over, and something is known."""
        return bool(self.played) and self.until is not None and time.monotonic() >= self.until

    def ranked(self) -> list[Line]:
        """The lines that are left and have been tried, the best one first."""
        return sorted((line for line in self.live if line.playouts), key=lambda line: -line.promise)

    def drop(self, keep: int) -> None:
        """Leave the best lines, and those that never drop out."""
        if not self.met:
            return
        ranked = self.ranked()
        kept = {line.move for line in ranked[:keep]} | self.forced
        self.live = [line for line in ranked if line.move in kept]
        self.dropped = [line for line in ranked if line.move not in kept] + self.dropped

    def advice(self, began: float) -> Advice:
        """What is known."""
        return Advice((*self.ranked(), *self.dropped), time.monotonic() - began)


def _scenario(seed: int, number: int) -> int:
    return Random(f"{seed} scenario {number}").getrandbits(48)
