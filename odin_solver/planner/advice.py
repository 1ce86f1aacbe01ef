"""Advice for the next move.

A tree search (`odin_solver.planner.tree`) compares the moves of a decision. They are ranked by its
visits, and a few playouts show what the best ones lead to. Advice comes after every slice of the
search.

Starting occupations are compared by playouts of whole games instead: each is a game to its end in a
scenario, which is seeded chance. All candidates meet the same scenarios, so that luck is the same
for all of them. Sequential halving spends the playouts where they count: after each stage the worse
half of the candidates drops out. The one that gained most in earlier games has a head start, which
fades as the number of scenarios grows. Advice comes after every playout. When the time is up in the
middle of a scenario, the scenario does not count, unless it is the first one.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from odin_solver.errors import InputError
from odin_solver.game.kernel.moves import Move
from odin_solver.game.kernel.nodes import Chance, Decision
from odin_solver.game.kernel.play import apply_legal, current, legal_moves
from odin_solver.game.kernel.state import State
from odin_solver.game.setup import ChooseStarting
from odin_solver.planner.dominance import dominated, respecting
from odin_solver.planner.playout import Playout, play_out, playouts_of
from odin_solver.planner.tree import MoveEstimate, TreeLimits, search_tree
from odin_solver.rollouts.playing import compiled, ranked_moves
from odin_solver.rollouts.policies.evaluation import GREEDY, RolloutPolicy
from odin_solver.rollouts.policies.starting import starting_moves
from odin_solver.rollouts.policies.strategies import rollout_policy

CANDIDATES = (7, 14)
"""Fewest and most starting occupations; more of them pay only with time to tell them apart. Within
actions at most so many moves are candidates of those that differ only in an item."""

TREE_WIDTH = 20
"""Candidate moves of a tree search: those that come later have hardly any visits."""

PLAYOUTS_PER_MOVE = 7
"""Playouts per candidate move, from which `width_for` gets the number of candidates."""

PLAYOUTS_PER_SECOND = 20
"""Playouts of a worker in a second, at least."""

HEAD_START = 6.0
"""Points by which the starting occupation that gained most in earlier games leads before any
playout, divided by the number of scenarios since. The best of many means over few scenarios is
mostly luck."""

FINALISTS = 2
"""Candidates left in the last stage, or that share the required visits of a tree search."""

TREE_SHARE = 0.9
"""Share of the time or the playouts for the tree search; the rest is for playouts that show what
the candidates lead to."""

SHOWN = 8
"""Playouts of each candidate that is shown, after a tree search."""

SMOOTHING = 8
"""Number of scenarios at which outlooks (`Playout.outlook`) and scores weigh the same. Outlooks are
less noisy but biased: with fewer scenarios they weigh more, with more scenarios less."""


@dataclass(frozen=True)
class SearchLimits:
    """Limits of a search.

    Attributes
    ----------
    seconds
        Time limit; None for no limit but `playouts`.
    playouts
        Number of playouts, or of simulations in a tree; None for no limit but `seconds`. Every
        candidate gets at least one. With `playouts` alone the result depends on nothing but the
        seed and the workers.
    workers
        Threads.
    """

    seconds: float | None = 5.0
    playouts: int | None = None
    workers: int = 1


@dataclass(frozen=True)
class Candidate:
    """A candidate move and its playouts.

    Attributes
    ----------
    move
        The move.
    playouts
        Playouts after the move, in the order of the scenarios.
    head_start
        `HEAD_START` for the first starting occupation, 0 for the others.
    estimate
        MoveEstimate of the tree search, if there was one.
    """

    move: Move
    playouts: tuple[Playout, ...] = ()
    head_start: float = 0.0
    estimate: MoveEstimate | None = None

    @cached_property
    def scores(self) -> list[int]:
        """Scores of the playouts."""
        return [playout.sheet.total for playout in self.playouts]

    @cached_property
    def mean(self) -> float:
        """Mean score of the playouts."""
        return fmean(self.scores)

    @property
    def expected(self) -> float:
        """Expected score: as the tree search estimates it, else the mean of the playouts."""
        return self.estimate.value if self.estimate else self.mean

    @property
    def stderr(self) -> float | None:
        """Standard error of the expected score; None for a single playout."""
        if self.estimate:
            return self.estimate.stderr
        return None if self.spread is None else self.spread / math.sqrt(len(self.playouts))

    @property
    def samples(self) -> int:
        """Number of playouts, or of visits of the tree search."""
        return self.estimate.visits if self.estimate else len(self.playouts)

    @cached_property
    def rating(self) -> float:
        """Value by which candidates are ranked: smoothed mean plus what is left of the lead."""
        return fmean(_smoothed(self.playouts)) + self.head_start / len(self.playouts)

    @property
    def spread(self) -> float | None:
        """Standard deviation of the scores; None for fewer than two."""
        return stdev(self.scores) if len(self.playouts) > 1 else None

    @property
    def median_playout(self) -> Playout:
        """Playout with the median score."""
        ordered = sorted(self.playouts, key=lambda playout: playout.sheet.total)
        return ordered[len(ordered) // 2]


class Ranked(NamedTuple):
    """A candidate of a ranking.

    Attributes
    ----------
    candidate
        The candidate.
    expected, loss, loss_stderr
        Expected score, and the loss against the first candidate with its standard error.
    scenarios
        Number of scenarios shared with the first candidate.
    """

    candidate: Candidate
    expected: float
    loss: float
    loss_stderr: float | None
    scenarios: int


@dataclass(frozen=True)
class Advice:
    """Candidates evaluated so far.

    Attributes
    ----------
    candidates
        Best first; those that dropped out come last.
    seconds
        Time used.
    """

    candidates: tuple[Candidate, ...]
    seconds: float

    @property
    def best(self) -> Candidate:
        """Candidate with the recommended move."""
        return self.candidates[0]

    @property
    def playouts(self) -> int:
        """Number of playouts."""
        return sum(len(candidate.playouts) for candidate in self.candidates)

    @property
    def searched(self) -> int:
        """Number of simulations of the tree search."""
        return sum(each.estimate.visits for each in self.candidates if each.estimate)

    def loss(self, candidate: Candidate) -> float:
        """Expected loss against the best candidate: by the estimates, or in common scenarios."""
        if self.best.estimate and candidate.estimate:
            return self.best.estimate.value - candidate.estimate.value
        gaps = self._gaps(candidate)
        return fmean(gaps) if gaps else 0.0

    def loss_stderr(self, candidate: Candidate) -> float | None:
        """Standard error of the loss; None for fewer than two scenarios."""
        if self.best.estimate and candidate.estimate:
            if candidate is self.best:
                return 0.0
            return math.hypot(self.best.estimate.stderr, candidate.estimate.stderr)
        gaps = self._gaps(candidate)
        return stdev(gaps) / math.sqrt(len(gaps)) if len(gaps) > 1 else None

    def expected_score(self, candidate: Candidate) -> float:
        """Expected score of the best candidate minus the loss."""
        return self.best.expected - self.loss(candidate)

    def scenarios(self, candidate: Candidate) -> int:
        """Number of scenarios shared with the best candidate, or of the fewer visits."""
        return min(self.best.samples, candidate.samples)

    def ranking(self) -> "list[Ranked]":
        """Return the candidates by their expected scores; losses are those against the first."""
        ordered = sorted(self.candidates, key=lambda candidate: -self.expected_score(candidate))
        against = replace(self, candidates=tuple(ordered))
        highest = self.expected_score(ordered[0])
        return [
            Ranked(
                candidate,
                self.expected_score(candidate),
                highest - self.expected_score(candidate),
                against.loss_stderr(candidate),
                against.scenarios(candidate),
            )
            for candidate in ordered
        ]

    def _gaps(self, candidate: Candidate) -> list[float]:
        common = min(len(self.best.playouts), len(candidate.playouts))
        pair = (_smoothed(each.playouts[:common]) for each in (self.best, candidate))
        return [best - other for best, other in zip(*pair, strict=True)]


def _smoothed(playouts: Sequence[Playout]) -> list[float]:
    """Scores blended with outlooks; only differences between them have a meaning."""
    share = SMOOTHING / (SMOOTHING + len(playouts))
    return [share * playout.outlook + (1 - share) * playout.sheet.total for playout in playouts]


def advise(
    state: State,
    limits: SearchLimits | None = None,
    *,
    seed: int = 0,
    moves: Sequence[Move] = (),
    finalists: int = FINALISTS,
    width: int | None = None,
    scenarios: Callable[[int], int] | None = None,
) -> Iterator[Advice]:
    """Search for the best move; yields advice that improves with time.

    Parameters
    ----------
    state
        A state at a decision.
    limits
        Limits of the search; 5 seconds by default.
    seed
        Seed of chance, which is not that of the game.
    moves
        Moves to search in any case, within a tree.
    finalists
        Number of candidates of which several playouts are shown, or that are left in the last
        stage.
    width
        Number of candidates besides `moves`, as the policy ranks them; `width_for` by default. A
        tree search has at least `TREE_WIDTH`, or none for 0.
    scenarios
        Seeds of the scenarios by number from 0, instead of those that `seed` gives.

    Yields
    ------
    Advice
        After every playout, or every slice of a tree search.

    Raises
    ------
    InputError
        If the state is not at a decision, or the compiled engine does not know it.
    NotBuiltError
        If the compiled engine cannot be used.
    """
    limits = limits or SearchLimits()
    scenarios = scenarios or partial(_scenario, seed)
    if isinstance(current(state), ChooseStarting):
        many = width_for(limits) if width is None else width
        yield from _by_halving(state, limits, scenarios, finalists, many)
    else:
        tree = tree_limits(limits)
        yield from _by_tree(state, tree, seed, scenarios, tuple(moves), finalists, width)


def _by_halving(
    state: State, limits: SearchLimits, scenarios: Callable[[int], int], finalists: int, width: int
) -> Iterator[Advice]:
    """Compare starting occupations; yields them by their ratings."""
    began = time.monotonic()
    moves = starting_moves(state)[:width]
    search = _SequentialHalving(
        state,
        rollout_policy(state.options.length),
        scenarios,
        [Candidate(move, (), 0.0 if at else HEAD_START) for at, move in enumerate(moves)],
        None if limits.seconds is None else began + limits.seconds,
        limits.workers,
    )
    stages = _stages(len(moves), finalists)
    for number, size in enumerate(stages, 1):
        search.keep_best(size)
        share = number / len(stages)
        while not search.scenarios or not _is_spent(limits, share, began, search.playouts):
            more = limits.workers if search.scenarios else 1
            yield from (search.advice(began) for _ in search.play_scenarios(more))


def tree_limits(limits: SearchLimits) -> TreeLimits:
    """Return the limits of the tree search; the rest is for the playouts that are shown."""
    return TreeLimits(
        None if limits.seconds is None else limits.seconds * TREE_SHARE,
        None if limits.playouts is None else int(limits.playouts * TREE_SHARE) // limits.workers,
        limits.workers,
    )


def _by_tree(
    state: State,
    limits: TreeLimits,
    seed: int,
    scenarios: Callable[[int], int],
    required: tuple[Move, ...],
    finalists: int,
    width: int | None,
) -> Iterator[Advice]:
    """Search a tree; yields the candidates by visits, the first ones with playouts."""
    began = time.monotonic()
    policy = rollout_policy(state.options.length)
    known: dict[Move, list[Playout]] = {}
    after: dict[Move, State] = {}

    def shown(estimates: dict[Move, MoveEstimate], of_finalists: int, of_others: int) -> Advice:
        """Return the candidates, with so many playouts."""
        order = _by_visits(estimates)
        for at, move in enumerate(order):
            if move not in after:
                after[move], known[move] = apply_legal(state, move), []
            wanted = of_finalists if at < finalists or move in required else of_others
            for number in range(len(known[move]), wanted):
                known[move].append(play_out(after[move], policy, scenarios(number)))
        found = (Candidate(move, tuple(known[move]), 0.0, estimates[move]) for move in order)
        return Advice(tuple(found), _since(began))

    estimates: dict[Move, MoveEstimate] = {}
    share = max(len(required), finalists)
    width = max(TREE_WIDTH, width or 0) if width != 0 else 0
    for estimates in _estimates(state, limits, seed, required, share, width):
        yield shown(estimates, 1, 0)
    yield shown(estimates, SHOWN, 1)


def _estimates(
    state: State,
    limits: TreeLimits,
    seed: int,
    required: tuple[Move, ...] = (),
    share: int = FINALISTS,
    width: int = TREE_WIDTH,
) -> Iterator[dict[Move, MoveEstimate]]:
    """Search a tree among the required moves and as many candidates as `width`."""
    policy = rollout_policy(state.options.length)
    moves = list(dict.fromkeys((*required, *candidate_moves(state, policy)[:width])))
    if required and limits.simulations is not None:
        # The first simulation goes anywhere, the next ones to the required moves.
        limits = replace(limits, simulations=max(limits.simulations, share + 1))
    pairs = dominated(state, moves)
    for found in search_tree(state, compiled(policy), moves, limits, required=share, seed=seed):
        yield respecting(found, pairs)


def _by_visits(estimates: dict[Move, MoveEstimate]) -> list[Move]:
    return sorted(estimates, key=lambda move: -estimates[move].visits)


def tree_move(state: State, limits: SearchLimits, seed: int) -> Move:
    """Return the best move of the tree search, without playouts to show."""
    only, *others = candidate_moves(state, rollout_policy(state.options.length))
    if not others:
        return only
    *_, estimates = _estimates(state, tree_limits(limits), seed)
    return _by_visits(estimates)[0]


def _since(began: float) -> float:
    return time.monotonic() - began


def width_for(limits: SearchLimits) -> int:
    """Return the number of candidates that suits the limits."""
    least, most = CANDIDATES
    by_time = limits.seconds and PLAYOUTS_PER_SECOND * limits.workers * limits.seconds
    amounts = [amount for amount in (limits.playouts, by_time) if amount is not None]
    playouts = min(amounts, default=PLAYOUTS_PER_MOVE * most)
    return min(max(int(playouts) // PLAYOUTS_PER_MOVE, least), most)


def candidate_moves(state: State, policy: RolloutPolicy = GREEDY) -> list[Move]:
    """Return the candidate moves, best first as the policy ranks them.

    Raises
    ------
    InputError
        If the state is not at a decision.
    """
    node = current(state)
    if not isinstance(node, Decision):
        reason = f"chance decides ({node.kind})" if isinstance(node, Chance) else "the game is over"
        raise InputError(f"nothing to plan: {reason}")
    return ranked_moves(state, policy, CANDIDATES[1])


def forced_move(state: State) -> Move | None:
    """Return the only legal move besides placing tiles; None if there are several or none."""
    node = current(state)
    if not isinstance(node, Decision) or not node.lists_all:
        return None
    moves = legal_moves(state, placing=False)
    return moves[0] if len(moves) == 1 else None


def _stages(candidates: int, finalists: int) -> list[int]:
    """Return the number of candidates in each stage."""
    stages = [candidates]
    while stages[-1] > finalists:
        stages.append(max(finalists, math.ceil(stages[-1] / 2)))
    return stages


def _is_spent(limits: SearchLimits, share: float, began: float, playouts: int) -> bool:
    """Whether a share of the time or of the playouts is used up."""
    if limits.seconds is not None and time.monotonic() - began >= share * limits.seconds:
        return True
    return limits.playouts is not None and playouts >= share * limits.playouts


@dataclass
class _SequentialHalving:
    """Sequential halving over candidates.

    Attributes
    ----------
    state, policy
        State of the game, and the policy of the playouts.
    scenario
        Seed of a scenario by its number.
    live, dropped
        Candidates still in the race, and those that dropped out, best first.
    deadline
        End of the search, by `time.monotonic`; None for no limit.
    workers
        Threads.
    scenarios
        Number of scenarios that all live candidates have met.
    playouts
        Number of playouts.
    after_moves
        States after the candidate moves.
    """

    state: State
    policy: RolloutPolicy
    scenario: Callable[[int], int]
    live: list[Candidate]
    deadline: float | None
    workers: int = 1
    dropped: list[Candidate] = field(default_factory=list)
    scenarios: int = 0
    playouts: int = 0
    after_moves: dict[Move, State] = field(default_factory=dict)

    def play_scenarios(self, count: int) -> Iterator[None]:
        """Play further scenarios with every live candidate; yields after each playout."""
        tasks = [
            (self.after(candidate.move), self.policy, self.scenario(number))
            for number in range(self.scenarios, self.scenarios + count)
            for candidate in self.live
        ]
        results = playouts_of(tasks, self.workers, play_out)
        for _ in range(count):
            played: list[Candidate] = []
            for candidate in self.live:
                if self.is_over():
                    self.scenarios = self.scenarios or 1
                    return
                playouts = (*candidate.playouts, next(results))
                played.append(replace(candidate, playouts=playouts))
                self.playouts += 1
                if len(played) < len(self.live):
                    if not self.scenarios:
                        self.live[len(played) - 1] = played[-1]
                    yield
            self.live = played
            self.scenarios += 1
            yield

    def after(self, move: Move) -> State:
        """Return the state after a candidate move, the same object each time."""
        if move not in self.after_moves:
            self.after_moves[move] = apply_legal(self.state, move)
        return self.after_moves[move]

    def is_over(self) -> bool:
        """Whether the deadline has passed and there is at least one playout."""
        late = self.deadline is not None and time.monotonic() >= self.deadline
        return bool(self.playouts) and late

    def ranked(self) -> list[Candidate]:
        """Return the live candidates with playouts, best first."""
        played = (candidate for candidate in self.live if candidate.playouts)
        return sorted(played, key=lambda candidate: -candidate.rating)

    def keep_best(self, number: int) -> None:
        """Drop all but the best candidates."""
        if self.scenarios:
            ranked = self.ranked()
            self.live, self.dropped = ranked[:number], ranked[number:] + self.dropped

    def advice(self, began: float) -> Advice:
        """Return the present advice."""
        candidates = (*self.ranked(), *self.dropped)
        return Advice(candidates, time.monotonic() - began)


def _scenario(seed: int, number: int) -> int:
    return Random(f"{seed} scenario {number}").getrandbits(48)
