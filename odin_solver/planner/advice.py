"""Advice for the next move.

A tree search (`odin_solver.planner.tree`) compares the moves of a decision. They are ranked by its
visits, and a few playouts show what the best ones lead to. Advice comes after every slice of the
search.

Starting occupations, and whole layouts at the end of a turn, are compared by playouts instead, in
the same scenarios of seeded chance, with sequential halving: after each stage the worse half of the
candidates drops out. The starting occupation with the largest gain has a head start, which fades as
the number of scenarios grows. Advice comes after every playout. A scenario in which the time is up
does not count, unless it is the first one. The placement optimiser makes the last placements.
"""

import math
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random

from odin_solver.errors import InputError
from odin_solver.game.kernel.moves import Move
from odin_solver.game.kernel.nodes import Chance, Decision
from odin_solver.game.kernel.play import apply_legal, current, decision, legal_moves
from odin_solver.game.kernel.state import State
from odin_solver.game.phases import FinalPlacing
from odin_solver.game.seats import alone
from odin_solver.game.setup import chooses_starting
from odin_solver.game.turn import Turn
from odin_solver.planner.candidates import Advice, Candidate
from odin_solver.planner.dominance import dominated, respecting
from odin_solver.planner.ending import ending_move, endings, greedy_ending
from odin_solver.planner.layouts import ends_turn, layouts
from odin_solver.planner.limits import SECONDS
from odin_solver.planner.memory import SearchMemory
from odin_solver.planner.playout import Playout, play_out, playouts_of
from odin_solver.planner.tree import MoveEstimate, TreeLimits, search_tree
from odin_solver.rollouts.library import MOST_ROOT_MOVES
from odin_solver.rollouts.playing import compiled, greedy_move, ranked_moves
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
"""Candidates left in the last stage, or that share the required visits of a tree search. However
many moves are shown, their numbers are the same."""

TREE_SHARE = 0.9
"""Share of the time or the playouts for the tree search; the rest is for playouts that show what
the candidates lead to."""

SHOWN = 8
"""Playouts of each candidate that is shown, after a tree search."""


@dataclass(frozen=True)
class SearchLimits:
    """Limits of a search.

    Attributes
    ----------
    seconds
        Time limit; None for none.
    playouts
        Number of playouts, or of simulations in a tree; None for any number. Every
        candidate gets at least one. With `playouts` alone the result depends on nothing but the
        seed and the workers.
    workers
        Threads.
    """

    seconds: float | None = None
    playouts: int | None = None
    workers: int = 1


USUAL = SearchLimits(SECONDS)
"""Limits of a search for which nothing is said."""

LAYOUT_LIMITS = SearchLimits(None, 240)
"""Of thirty decisions 600 playouts chose no better than 200, and 100 lost 0.06 points."""


def advise(
    state: State,
    limits: SearchLimits | None = None,
    *,
    seed: int = 0,
    moves: Sequence[Move] = (),
    finalists: int = FINALISTS,
    shown: int = FINALISTS,
    width: int | None = None,
    every: bool = False,
    scenarios: Callable[[int], int] | None = None,
    memory: SearchMemory | None = None,
) -> Iterator[Advice]:
    """Search for the best move; yields advice that improves with time.

    Of several seats it advises the one whose turn it is, by what that player sees; in the tree
    search the others play.

    Parameters
    ----------
    limits
        Limits of the search; `USUAL` by default.
    seed
        Seed of chance, which is not that of the game.
    moves
        Moves to search in any case.
    finalists
        Number of candidates that are left in the last stage, where playouts compare.
    shown
        Number of candidates of which a tree search shows several playouts.
    width
        Number of starting occupations; `width_for` by default. A tree search has none but `moves`
        for 0.
    every
        Whether a tree search tries every candidate, however bad, instead of the first ones.
    scenarios
        Seeds of the scenarios by number from 0, instead of those that `seed` gives.
    memory
        What searches of earlier decisions of the game have found.

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
    limits = limits or USUAL
    scenarios = scenarios or partial(_scenario, seed)
    table, state = state, alone(state)
    if chooses_starting(state):
        first, *others = starting_moves(state)[: width_for(limits) if width is None else width]
        keep = dict.fromkeys((first, *others, *moves))
        many = [Candidate((each,), (), HEAD_START if each == first else 0.0) for each in keep]
        searching = _by_halving(state, many, limits, scenarios, finalists)
        yield from (search.advice() for search in searching)
        return
    if not moves and is_ending(state):
        ended = yield from _by_endings(state, limits, scenarios)
        if ended:
            return
    if state.round < state.rounds and _only_lays(state):
        more = [(move,) for move in moves]
        searching = _comparing_layouts(state, seed, more, limits, finalists, scenarios)
        yield from (search.advice() for search in searching)
    else:
        tree = tree_limits(limits)
        table = table if state.round else state
        yield from _by_tree(table, tree, seed, scenarios, tuple(moves), shown, width, every, memory)


def _by_halving(
    state: State,
    candidates: list[Candidate],
    limits: SearchLimits,
    scenarios: Callable[[int], int],
    finalists: int,
) -> Iterator["_SequentialHalving"]:
    """Search, one playout after the other; what comes is always the same."""
    policy = rollout_policy(state.options.length)
    search = _SequentialHalving(state, policy, scenarios, candidates, limits)
    stages = [len(candidates)]
    while stages[-1] > finalists:
        stages.append(max(finalists, math.ceil(stages[-1] / 2)))
    for number, size in enumerate(stages, 1):
        search.keep_best(size)
        while not search.scenarios or not search.is_spent(number / len(stages)):
            more = limits.workers if search.scenarios else 1
            yield from (search for _ in search.play_scenarios(more))


def is_ending(state: State) -> bool:
    """Whether tiles are laid for the last time."""
    if isinstance(decision(state), FinalPlacing):
        return True
    return state.round == state.rounds and _only_lays(state)


def _by_endings(
    state: State, limits: SearchLimits, scenarios: Callable[[int], int]
) -> Generator[Advice, None, bool]:
    """Compare ways to end the game; returns whether any is certain.

    What the policy does comes first: the placement optimiser takes longer.
    """
    began = time.monotonic()
    if limits.seconds is not None:
        moves = greedy_ending(state, ending_move(state))
        first = Candidate(moves)
        policy = rollout_policy(state.options.length)
        playout = play_out(first.after(state), policy, scenarios(0))
        yield Advice(state, (replace(first, playouts=(playout,)),), _since(began))
    ways = endings(state, repeated=limits.seconds is None)
    found = tuple(Candidate(way.moves, (way.playout,), certain=True) for way in ways if way.playout)
    if found:
        yield Advice(state, found, _since(began))
    return bool(found)


def _only_lays(state: State) -> bool:
    if state.vikings or not isinstance(decision(state), Turn):
        return False
    return ends_turn(state, greedy_move(state, rollout_policy(state.options.length)))


def compared_layouts(
    state: State, *, seed: int = 0, more: Sequence[tuple[Move, ...]] = ()
) -> Advice:
    """Compare whole layouts at the end of a turn, and what follows them, by playouts.

    Parameters
    ----------
    seed
        Seed of the search for layouts, and of the scenarios.
    more
        Layouts to compare in any case.
    """
    *_, search = _comparing_layouts(
        state, seed, more, LAYOUT_LIMITS, FINALISTS, partial(_scenario, seed)
    )
    return search.advice()


def _comparing_layouts(
    state: State,
    seed: int,
    more: Sequence[tuple[Move, ...]],
    limits: SearchLimits,
    finalists: int,
    scenarios: Callable[[int], int],
) -> Iterator["_SequentialHalving"]:
    began = time.monotonic()
    found = list(dict.fromkeys((*layouts(state, seed), *more)))
    if limits.seconds is not None:
        limits = replace(limits, seconds=max(0.0, limits.seconds - _since(began)))
    return _by_halving(state, list(map(Candidate, found)), limits, scenarios, finalists)


def tree_limits(limits: SearchLimits) -> TreeLimits:
    """Return the limits of the tree search; the rest is for the playouts that are shown."""
    return TreeLimits(
        None if limits.seconds is None else limits.seconds * TREE_SHARE,
        None if limits.playouts is None else int(limits.playouts * TREE_SHARE) // limits.workers,
        limits.workers,
    )


def _by_tree(
    table: State,
    limits: TreeLimits,
    seed: int,
    scenarios: Callable[[int], int],
    required: tuple[Move, ...],
    detailed: int,
    width: int | None,
    every: bool,
    memory: SearchMemory | None,
) -> Iterator[Advice]:
    """Search a tree; yields the candidates by visits, the first ones with playouts."""
    began = time.monotonic()
    state = alone(table)
    policy = rollout_policy(state.options.length)
    known: dict[Move, list[Playout]] = {}
    after: dict[Move, State] = {}

    def advice(estimates: dict[Move, MoveEstimate], of_detailed: int, of_others: int) -> Advice:
        """Return the candidates, with so many playouts."""
        order = _by_visits(estimates)
        for at, move in enumerate(order):
            if move not in after:
                after[move], known[move] = apply_legal(state, move), []
            if every and at >= TREE_WIDTH:
                wanted = 0
            else:
                wanted = of_detailed if at < detailed or move in required else of_others
            for number in range(len(known[move]), wanted):
                known[move].append(play_out(after[move], policy, scenarios(number)))
        found = (Candidate((move,), tuple(known[move]), 0.0, estimates[move]) for move in order)
        return Advice(state, tuple(found), _since(began))

    estimates: dict[Move, MoveEstimate] = {}
    share = max(len(required), FINALISTS)
    width = TREE_WIDTH if width != 0 else 0
    if every:
        share = width = MOST_ROOT_MOVES
    for estimates in move_estimates(table, limits, seed, required, share, width, memory):
        yield advice(estimates, 1, 0)
    yield advice(estimates, SHOWN, 1)


def move_estimates(
    state: State,
    limits: TreeLimits,
    seed: int,
    required: tuple[Move, ...] = (),
    share: int = FINALISTS,
    width: int = TREE_WIDTH,
    memory: SearchMemory | None = None,
) -> Iterator[dict[Move, MoveEstimate]]:
    """Search a tree among the required moves and as many candidates as `width`."""
    policy = rollout_policy(state.options.length)
    seen = alone(state)
    moves = list(dict.fromkeys((*required, *candidate_moves(seen, policy)[:width])))
    if required and limits.simulations is not None:
        # The first simulation goes anywhere, the next ones to the required moves.
        limits = replace(limits, simulations=max(limits.simulations, share + 1))
    pairs = dominated(seen, moves)
    searched = search_tree(
        state, compiled(policy), moves, limits, required=share, seed=seed, memory=memory
    )
    for found in searched:
        yield respecting(found, pairs)


def _by_visits(estimates: dict[Move, MoveEstimate]) -> list[Move]:
    return sorted(estimates, key=lambda move: -estimates[move].visits)


SEARCHED: ContextVar[list[dict[Move, MoveEstimate]] | None] = ContextVar("SEARCHED", default=None)
"""Gets what each search of a policy found, where it is set: for data sets."""


def tree_move(state: State, limits: SearchLimits, seed: int) -> Move:
    """Return the best move of the tree search, without playouts to show."""
    only, *others = candidate_moves(alone(state), rollout_policy(state.options.length))
    if not others:
        return only
    *_, estimates = move_estimates(state, tree_limits(limits), seed)
    if (searched := SEARCHED.get()) is not None:
        searched.append(estimates)
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
    """Return the candidate moves, best first as the policy ranks them."""
    node = current(state)
    if not isinstance(node, Decision):
        if isinstance(node, Chance):
            raise InputError.said("nothing to plan: chance decides ({kind})", kind=node.kind)
        raise InputError.said("nothing to plan: the game is over")
    return ranked_moves(state, policy, CANDIDATES[1])


def forced_move(state: State) -> Move | None:
    """Return the only legal move besides placing tiles; None if there are several or none."""
    node = current(state)
    if not isinstance(node, Decision) or not node.lists_all:
        return None
    moves = legal_moves(state, placing=False)
    return moves[0] if len(moves) == 1 else None


def makes_no_difference(state: State) -> bool:
    """Whether all legal moves lead to the same state."""
    node = current(state)
    if not isinstance(node, Decision) or not node.lists_all or isinstance(node, Turn):
        return False
    first, *others = legal_moves(state, placing=False)
    after = apply_legal(state, first)
    return bool(others) and all(apply_legal(state, move) == after for move in others)


@dataclass
class _SequentialHalving:
    """Sequential halving over candidates.

    Attributes
    ----------
    live, dropped
        Candidates still in the race, and those that dropped out, best first.
    scenarios
        Number of scenarios that all live candidates have met.
    """

    state: State
    policy: RolloutPolicy
    scenario: Callable[[int], int]
    live: list[Candidate]
    limits: SearchLimits
    began: float = field(default_factory=time.monotonic)
    dropped: list[Candidate] = field(default_factory=list)
    scenarios: int = 0
    playouts: int = 0
    after_moves: dict[tuple[Move, ...], State] = field(default_factory=dict)

    def play_scenarios(self, count: int) -> Iterator[None]:
        """Play further scenarios with every live candidate; yields after each playout."""
        tasks = [
            (self.after(candidate), self.policy, self.scenario(number))
            for number in range(self.scenarios, self.scenarios + count)
            for candidate in self.live
        ]
        results = playouts_of(tasks, self.limits.workers, play_out)
        for _ in range(count):
            played: list[Candidate] = []
            for candidate in self.live:
                if self.playouts and self.is_late(1.0):
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

    def after(self, candidate: Candidate) -> State:
        if candidate.moves not in self.after_moves:
            self.after_moves[candidate.moves] = candidate.after(self.state)
        return self.after_moves[candidate.moves]

    def is_late(self, share: float) -> bool:
        """Whether a share of the time is used up."""
        seconds = self.limits.seconds
        return seconds is not None and _since(self.began) >= share * seconds

    def is_spent(self, share: float) -> bool:
        """Whether a share of the time or of the playouts is used up."""
        most = self.limits.playouts
        return self.is_late(share) or (most is not None and self.playouts >= share * most)

    def ranked(self) -> list[Candidate]:
        """Return the live candidates with playouts, best first."""
        played = (candidate for candidate in self.live if candidate.playouts)
        return sorted(played, key=lambda candidate: -candidate.rating)

    def keep_best(self, number: int) -> None:
        if self.scenarios:
            ranked = self.ranked()
            self.live, self.dropped = ranked[:number], ranked[number:] + self.dropped

    def advice(self) -> Advice:
        return Advice(self.state, (*self.ranked(), *self.dropped), _since(self.began))


def _scenario(seed: int, number: int) -> int:
    return Random(f"{seed} scenario {number}").getrandbits(48)
