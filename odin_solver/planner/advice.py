"""Advice for the next move, by playouts.

Every candidate move is evaluated by playouts: the greedy policy plays the game to its end in a
scenario, which is seeded chance. All candidates meet the same scenarios, so that luck is the same
for all of them. Sequential halving spends the playouts where they count: after each stage the worse
half of the candidates drops out. The greedy policy's own move has a head start, which fades as the
number of scenarios grows.

The first advice comes after the first playout. When the time is up in the middle of a scenario, the
scenario does not count, unless it is the first one.

Where the compiled engine plays and the limits allow it, most of the time goes to a search for plans
(`odin_solver.planner.plans`): the candidates are then the first moves of the best plans, and every
playout follows the plan of its candidate.
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
from typing import NamedTuple

from odin_solver.errors import InputError
from odin_solver.game.kernel import anytime
from odin_solver.game.kernel.moves import Move
from odin_solver.game.kernel.nodes import Chance, Decision
from odin_solver.game.kernel.play import apply_legal, current, legal_moves
from odin_solver.game.kernel.state import State
from odin_solver.game.policies.greedy import Greedy, greedy
from odin_solver.game.turn import Turn
from odin_solver.planner.plans import PlanLimits, search_plans
from odin_solver.planner.playout import Playout, is_compiled, play_out, playouts_of
from odin_solver.planner.policies import policy_for, rollout_policies
from odin_solver.rollouts.playing import (
    FoundPlan,
    SpacePlan,
    after_step,
    compiled,
    knows_all_moves,
    open_plan,
)

CANDIDATES = (7, 14)
"""Fewest and most candidate moves; more of them pay only with time to tell them apart."""

PLAYOUTS_PER_MOVE = 7
"""Playouts per candidate move, from which `width_for` gets the number of candidates."""

PLAYOUTS_PER_SECOND = 20
"""Playouts of a process in a second, at least."""

HEAD_START = 6.0
"""Points by which the greedy policy's move leads before any playout, divided by the number of
scenarios since. The best of many means over few scenarios is mostly luck; where the playouts say
little, the policy is nearly always right."""

PLAN_SHARE = 0.7
"""Share of the time or the playouts for the search for plans."""

LEAST_FOR_PLANS = (0.5, 1500)
"""Seconds and playouts below which no plans are searched: plain playouts
are better with few games."""

PLANNED = 6
"""First moves of plans that are compared at least."""

PREVIEW = 1
"""Playouts of each plan that are shown while the search goes on."""

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
        Number of playouts; None for no limit but `seconds`. Every candidate gets at least one. With
        `playouts` alone the result depends on nothing but the seed and the workers.
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
    plan
        Plan after the move, which its playouts follow.
    """

    move: Move
    playouts: tuple[Playout, ...] = ()
    head_start: float = 0.0
    plan: SpacePlan | None = None

    @cached_property
    def scores(self) -> list[int]:
        """Scores of the playouts."""
        return [playout.sheet.total for playout in self.playouts]

    @cached_property
    def mean(self) -> float:
        """Mean score."""
        return fmean(self.scores)

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
    searched
        Games of the search for plans.
    """

    candidates: tuple[Candidate, ...]
    seconds: float
    searched: int = 0

    @property
    def best(self) -> Candidate:
        """Candidate with the recommended move."""
        return self.candidates[0]

    @property
    def playouts(self) -> int:
        """Number of playouts."""
        return sum(len(candidate.playouts) for candidate in self.candidates)

    def loss(self, candidate: Candidate) -> float:
        """Expected loss against the best candidate, in the scenarios of both."""
        gaps = self._gaps(candidate)
        return fmean(gaps) if gaps else 0.0

    def loss_stderr(self, candidate: Candidate) -> float | None:
        """Standard error of the loss; None for fewer than two scenarios."""
        gaps = self._gaps(candidate)
        return stdev(gaps) / math.sqrt(len(gaps)) if len(gaps) > 1 else None

    def expected_score(self, candidate: Candidate) -> float:
        """Mean score of the best candidate minus the loss."""
        return self.best.mean - self.loss(candidate)

    def scenarios(self, candidate: Candidate) -> int:
        """Number of scenarios shared with the best candidate."""
        return min(len(self.best.playouts), len(candidate.playouts))

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
        common = self.scenarios(candidate)
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
    finalists: int = 2,
    width: int | None = None,
    scenarios: Callable[[int], int] | None = None,
    plan: SpacePlan | None = None,
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
    plan
        Plan with which the search for plans begins.

    Yields
    ------
    Advice
        After every playout, and after every slice of the search for plans.

    Raises
    ------
    InputError
        If the state is not at a decision.
    """
    allowed = limits or SearchLimits()
    began = time.monotonic()
    budget = plan_budget(state, allowed) if policy is None else None
    scenarios = scenarios or partial(_scenario, seed)
    tried: list[Candidate] = []
    searched = 0
    if budget is not None:
        planning = _Planning(state, budget, seed, scenarios, tuple(moves), width, finalists)
        for tried in planning.search(plan):
            searched = planning.games
            yield Advice(tuple(each for each in tried if each.playouts), _since(began), searched)
        tried = [replace(each, playouts=()) for each in tried]
    policy = policy or policy_for(state, seed)
    if not tried:
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
        searched=searched,
    )
    if len(tried) == 1 and not moves:
        yield from (search.advice(began) for _ in search.play_scenarios(1))
        return
    stages = _stages(len(tried), finalists)
    before = PLAN_SHARE if budget is not None else 0.0
    for number, size in enumerate(stages, 1):
        search.keep_best(size)
        share = before + (1 - before) * number / len(stages)
        while not search.scenarios or not _is_spent(
            allowed, share, began, search.playouts + searched
        ):
            more = allowed.workers if search.scenarios else 1
            yield from (search.advice(began) for _ in search.play_scenarios(more))


def _since(began: float) -> float:
    return time.monotonic() - began


def plan_budget(state: State, limits: SearchLimits) -> PlanLimits | None:
    """Return the limits of the search for plans; None if there is none."""
    seconds, playouts = LEAST_FOR_PLANS
    if limits.seconds is not None and limits.seconds < seconds:
        return None
    if limits.playouts is not None and limits.playouts < playouts:
        return None
    if (limits.seconds, limits.playouts) == (None, None) or not state.round:
        return None
    if not isinstance(current(state), Decision) or not is_compiled(state, greedy):
        return None
    return PlanLimits(
        None if limits.seconds is None else limits.seconds * PLAN_SHARE,
        None if limits.playouts is None else int(limits.playouts * PLAN_SHARE) // limits.workers,
        limits.workers,
    )


@dataclass
class _Planning:
    """Candidates by a search for plans: of the state, and of the states after required moves."""

    state: State
    limits: PlanLimits
    seed: int
    scenario: Callable[[int], int]
    required: tuple[Move, ...]
    width: int | None
    finalists: int
    games: int = 0

    def search(self, carried: SpacePlan | None) -> Iterator[list[Candidate]]:
        """Search; yields the candidates so far, with a few playouts."""
        own = self.width != 0 or not self.required
        parts = self.limits.part(1 / (own + len(self.required)))
        policies = rollout_policies(self.state.options.length)
        engine = compiled(policies[0])
        assert engine is not None
        found: list[FoundPlan] = []
        if own:
            for found, games in search_plans(
                self.state, engine, policies, parts, seed=self.seed, carried=carried
            ):
                self.games = games
                if found:
                    yield self._previewed(self._candidates(found))
        best = found[0].plan if found else carried
        tried = self._candidates(found) if found else []
        for number, move in enumerate(dict.fromkeys(self.required), 1):
            before = self.games
            plan = after_step(best, move, self.state.round) if best else None
            after = apply_legal(self.state, move)
            if not after.is_over:
                for plans, games in search_plans(
                    after, engine, policies, parts, seed=self.seed + number, carried=plan
                ):
                    self.games = before + games
                    plan = plans[0].plan if plans else plan
            others = [each for each in tried if each.move != move]
            tried = [Candidate(move, (), HEAD_START * (number == 1), plan), *others]
            yield self._previewed(tried)

    def _candidates(self, found: list[FoundPlan]) -> list[Candidate]:
        """Return the candidates, best first."""
        number, best = self.state.round, found[0]
        plans = {each.move: after_step(each.plan, each.move, number) for each in found}
        moves = [each.move for each in found[: max(PLANNED, self.finalists)]]
        is_turn = isinstance(current(self.state), Turn)
        if not is_turn or len(moves) < self.finalists:
            ranked = candidate_moves(self.state, best.plan.policies[0])
            moves = list(dict.fromkeys((*moves, *ranked)))[: CANDIDATES[0]]
        # A plan rarely suits another placement than its own; a choice within an action keeps it.
        otherwise = open_plan(best.plan.policies) if is_turn else best.plan
        return [
            Candidate(move, (), HEAD_START * (move == best.move), plans.get(move, otherwise))
            for move in moves
        ]

    def _previewed(self, tried: list[Candidate]) -> list[Candidate]:
        """Return the candidates in their order, the first ones with a few playouts."""
        return [
            self._with_playouts(each) if at < PLANNED else each for at, each in enumerate(tried)
        ]

    def _with_playouts(self, candidate: Candidate) -> Candidate:
        after = apply_legal(self.state, candidate.move)
        playouts = tuple(
            play_out(after, greedy, self.scenario(number), None, candidate.plan)
            for number in range(PREVIEW)
        )
        return replace(candidate, playouts=playouts)


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
    searched: int = 0
    dropped: list[Candidate] = field(default_factory=list)
    scenarios: int = 0
    playouts: int = 0
    after_moves: dict[Move, State] = field(default_factory=dict)

    def play_scenarios(self, count: int) -> Iterator[None]:
        """Play further scenarios with every live candidate; yields after each playout."""
        tasks = [
            (
                self.after(candidate.move),
                self.policy,
                self.scenario(number),
                *((None, candidate.plan) if candidate.plan else ()),
            )
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
        return Advice(candidates, time.monotonic() - began, self.searched)


def _scenario(seed: int, number: int) -> int:
    return Random(f"{seed} scenario {number}").getrandbits(48)
