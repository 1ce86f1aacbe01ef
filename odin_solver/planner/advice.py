"""Advice for the next move, by playouts.

Every candidate move is evaluated by playouts: the greedy policy plays the game to its end in a
scenario, which is seeded chance. All candidates meet the same scenarios, so that luck is the same
for all of them. Sequential halving spends the playouts where they count: after each stage the worse
half of the candidates drops out. The greedy policy's own move has a head start, which fades as the
number of scenarios grows.

The first advice comes after the first playout. When the time is up in the middle of a scenario, the
scenario does not count, unless it is the first one.

Where the compiled engine plays and the limits allow it, a tree search takes the place of sequential
halving (`odin_solver.planner.tree`): candidates are ranked by its visits, and a few playouts show
what the best ones lead to.
"""

import math
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain, starmap
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from odin_solver.errors import InputError
from odin_solver.game.kernel import anytime
from odin_solver.game.kernel.moves import Move
from odin_solver.game.kernel.nodes import Chance, Decision
from odin_solver.game.kernel.play import apply_legal, current, legal_moves
from odin_solver.game.kernel.state import State
from odin_solver.game.policies.greedy import Greedy, greedy
from odin_solver.game.turn import Turn
from odin_solver.planner.playout import Playout, is_compiled, play_out, playouts_of
from odin_solver.planner.policies import policy_for, rollout_policies
from odin_solver.planner.tree import MoveEstimate, TreeLimits, search_tree
from odin_solver.rollouts.encoding import NotCompiledError
from odin_solver.rollouts.playing import compiled, knows_all_moves

CANDIDATES = (7, 14)
"""Fewest and most candidate moves; more of them pay only with time to tell them apart."""

TREE_WIDTH = 20
"""Candidate moves of a tree search: those that come later have hardly any visits."""

PLAYOUTS_PER_MOVE = 7
"""Playouts per candidate move, from which `width_for` gets the number of candidates."""

PLAYOUTS_PER_SECOND = 20
"""Playouts of a process in a second, at least."""

HEAD_START = 6.0
"""Points by which the greedy policy's move leads before any playout, divided by the number of
scenarios since. The best of many means over few scenarios is mostly luck; where the playouts say
little, the policy is nearly always right."""

FINALISTS = 2
"""Candidates left in the last stage, or that share the required visits of a tree search."""

TREE_SHARE = 0.9
"""Share of the time or the playouts for the tree search; the rest is for playouts that show what
the candidates lead to."""

LEAST_FOR_TREE = (0.05, 50)
"""Seconds and playouts below which no tree is searched."""

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
        Processes.
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
        `HEAD_START` for the greedy policy's move, 0 for the others.
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
    policy: Greedy | None = None,
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
        Seed of the scenarios.
    policy
        Rollout policy; by default the one that promises most (`policy_for`).
    moves
        Moves that never drop out.
    finalists
        Number of candidates left in the last stage.
    width
        Number of candidates besides `moves`, as the policy ranks them; `width_for` by default.
    scenarios
        Seeds of the scenarios by number from 0, instead of those that `seed` gives.

    Yields
    ------
    Advice
        After every playout, or every slice of a tree search.

    Raises
    ------
    InputError
        If the state is not at a decision.
    """
    allowed = limits or SearchLimits()
    began = time.monotonic()
    scenarios = scenarios or partial(_scenario, seed)
    tree = tree_limits(state, allowed) if policy is None else None
    if tree is not None:
        with suppress(NotCompiledError):
            yield from _by_tree(state, tree, seed, scenarios, tuple(moves), finalists, width)
            return
    policy = policy or policy_for(state, seed)
    ranked = candidate_moves(state, policy)[: width_for(allowed) if width is None else width]
    # Required moves come first: the time may be short.
    tried = [
        Candidate(move, (), HEAD_START * (move in ranked[:1]))
        for move in dict.fromkeys((*moves, *ranked))
    ]
    search = _SequentialHalving(
        state,
        policy,
        scenarios,
        tried,
        frozenset(moves),
        None if allowed.seconds is None else began + allowed.seconds,
        allowed.workers,
    )
    if len(tried) == 1 and not moves:
        yield from (search.advice(began) for _ in search.play_scenarios(1))
        return
    stages = _stages(len(tried), finalists)
    for number, size in enumerate(stages, 1):
        search.keep_best(size)
        share = number / len(stages)
        while not search.scenarios or not _is_spent(allowed, share, began, search.playouts):
            more = allowed.workers if search.scenarios else 1
            yield from (search.advice(began) for _ in search.play_scenarios(more))


def tree_limits(state: State, limits: SearchLimits) -> TreeLimits | None:
    """Return the limits of the tree search; None if there is none."""
    seconds, playouts = LEAST_FOR_TREE
    if limits.seconds is not None and limits.seconds < seconds:
        return None
    if limits.playouts is not None and limits.playouts < playouts:
        return None
    if (limits.seconds, limits.playouts) == (None, None) or not state.round:
        return None
    if not isinstance(current(state), Decision) or not is_compiled(state, greedy):
        return None
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
    policy = rollout_policies(state.options.length)[0]
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
    policy = rollout_policies(state.options.length)[0]
    engine = compiled(policy)
    assert engine is not None
    moves = list(dict.fromkeys((*required, *candidate_moves(state, policy)[:width])))
    yield from search_tree(state, engine, moves, limits, required=share, seed=seed)


def _by_visits(estimates: dict[Move, MoveEstimate]) -> list[Move]:
    return sorted(estimates, key=lambda move: -estimates[move].visits)


def tree_move(state: State, limits: SearchLimits, seed: int) -> Move | None:
    """Return the best move of the tree search, without playouts to show; None if there is none."""
    tree = tree_limits(state, limits)
    if tree is not None:
        only, *others = candidate_moves(state, rollout_policies(state.options.length)[0])
        if not others:
            return only
        with suppress(NotCompiledError):
            *_, estimates = _estimates(state, tree, seed)
            return _by_visits(estimates)[0]
    return None


def _since(began: float) -> float:
    return time.monotonic() - began


def width_for(limits: SearchLimits) -> int:
    """Return the number of candidates that suits the limits."""
    least, most = CANDIDATES
    by_time = limits.seconds and PLAYOUTS_PER_SECOND * limits.workers * limits.seconds
    amounts = [amount for amount in (limits.playouts, by_time) if amount is not None]
    playouts = min(amounts, default=PLAYOUTS_PER_MOVE * most)
    return min(max(int(playouts) // PLAYOUTS_PER_MOVE, least), most)


def candidate_moves(state: State, policy: Greedy = greedy) -> list[Move]:
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
    engine = compiled(policy)
    if engine is not None and knows_all_moves(state):
        return engine.ranked(state, CANDIDATES[1])
    first = policy(state, Random(0))
    if not isinstance(node, Turn):
        moves = policy.choices(state, node, CANDIDATES[1])
    else:
        moves = [*node.moves(state), *anytime.listed(state, node)]
    values = {move: policy.value_of(state, move) for move in moves if move != first}
    return [first, *sorted(values, key=lambda move: -values[move])]


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
    scenario
        Seed of a scenario by its number.
    live, dropped
        Candidates still in the race, and those that dropped out, best first.
    required
        Moves that never drop out.
    deadline
        End of the search, by `time.monotonic`; None for no limit.
    workers
        Processes.
    scenarios
        Number of scenarios that all live candidates have met.
    playouts
        Number of playouts.
    after_moves
        States after the candidate moves.
    """

    state: State
    policy: Greedy
    scenario: Callable[[int], int]
    live: list[Candidate]
    required: frozenset[Move]
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
        # The very first playout does not wait for the start of processes.
        local = 0 if self.playouts else 1
        spread_out = playouts_of(tasks[local:], self.workers, play_out)
        results = chain(starmap(play_out, tasks[:local]), spread_out)
        try:
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
        finally:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # unfinished playouts of processes are abandoned
                spread_out.close()

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
        """Drop all but the best candidates and the required moves."""
        if not self.scenarios:
            return
        ranked = self.ranked()
        kept = {candidate.move for candidate in ranked[:number]} | self.required
        self.live = [candidate for candidate in ranked if candidate.move in kept]
        self.dropped = [each for each in ranked if each.move not in kept] + self.dropped

    def advice(self, began: float) -> Advice:
        """Return the present advice."""
        candidates = (*self.ranked(), *self.dropped)
        return Advice(candidates, time.monotonic() - began)


def _scenario(seed: int, number: int) -> int:
    return Random(f"{seed} scenario {number}").getrandbits(48)
