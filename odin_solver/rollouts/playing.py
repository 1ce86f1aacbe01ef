"""Playouts and greedy moves of the compiled engine, from and to what the Python engine knows."""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from ctypes import Array
from dataclasses import dataclass
from functools import cached_property, lru_cache
from threading import Lock
from typing import Any, NamedTuple, overload

from odin_solver.game.kernel.chance import (
    DrawOccupation,
    DrawStarting,
    DrawWeapon,
    RevealStrip,
    Roll,
)
from odin_solver.game.kernel.moves import PASS, Move
from odin_solver.game.kernel.order import WhichFirst
from odin_solver.game.kernel.play import apply_legal, current, decision
from odin_solver.game.kernel.state import State
from odin_solver.game.playing import uniform
from odin_solver.game.policies.greedy import Greedy
from odin_solver.game.scoring import ScoreSheet
from odin_solver.game.setup import ChooseStarting
from odin_solver.game.turn import Turn
from odin_solver.rollouts.encoding import decode, encode, encode_move, moves_in
from odin_solver.rollouts.library import (
    Library,
    PlanSearch,
    RawPlayout,
    TreeSearch,
    UsedUpError,
    library,
)
from odin_solver.rollouts.structs import FlatPlan, FlatPolicy, FlatState
from odin_solver.rollouts.tables import MOVE_KINDS
from odin_solver.rollouts.weights import flat_policies, flat_policy

STREAMS = (Roll.kind, DrawWeapon.kind, RevealStrip.kind, DrawOccupation.kind, DrawStarting.kind)
"""Kinds of chance in the order of the compiled engine."""

FIRST_NUMBERS = 16
"""Random numbers of each stream at first; more follow when they are needed."""

KNOWN_NUMBERS = 512
"""Random numbers of each stream where all chance is known: more than a game needs."""

REMEMBERED = 64
"""States and scenarios that are kept."""


class SpacePlan(NamedTuple):
    """A plan for the rest of a game (``source/plan.c``).

    Attributes
    ----------
    flat
        A `FlatPlan`.
    policies
        Policies to which it refers: they fill what it leaves open.
    """

    flat: bytes
    policies: tuple[Greedy, ...]


class FoundPlan(NamedTuple):
    """The best plan that begins with a move, and its mean score in the futures of the search."""

    move: Move
    mean: float
    plan: SpacePlan


@dataclass(frozen=True)
class LoggedMoves(Sequence[tuple[int, Move]]):
    """Moves of the player in a log of the compiled engine, each with its round; read when needed.

    Attributes
    ----------
    log
        The log.
    first, last
        Round in which it begins, and the last round of the game.
    passed
        Whether it begins after the actions of that round.
    """

    log: bytes
    first: int
    last: int
    passed: bool

    @cached_property
    def _moves(self) -> tuple[tuple[int, Move], ...]:
        found, number, passed = [], self.first, self.passed
        for flat in moves_in(self.log):
            kind = MOVE_KINDS[flat.kind]
            if kind == "outcome":
                continue
            move = decode(flat)
            assert isinstance(move, Move)
            found.append((number, move))
            if kind == "pass":
                passed = True
            elif kind == "serve" and passed and number < self.last:
                number += 1  # hardly anything is decided between the feast and the next round
                passed = False
        return tuple(found)

    def __len__(self) -> int:
        return len(self._moves)

    @overload
    def __getitem__(self, at: int) -> tuple[int, Move]: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[tuple[int, Move]]: ...
    def __getitem__(self, at: int | slice) -> tuple[int, Move] | Sequence[tuple[int, Move]]:
        return self._moves[at]

    def __iter__(self) -> Iterator[tuple[int, Move]]:
        return iter(self._moves)


class CompiledGreedy:
    """A greedy policy of the compiled engine.

    Parameters
    ----------
    engine, policy
        The engine, and the policy in Python with its weights.
    """

    def __init__(self, engine: Library, policy: Greedy) -> None:
        self._engine = engine
        self._policy = policy
        self._states: OrderedDict[int, tuple[State, FlatState]] = OrderedDict()
        self._luck: OrderedDict[int, tuple[list[float], ...]] = OrderedDict()
        self._lock = Lock()

    def play_out(
        self, state: State, scenario: int, then: Move | None = None
    ) -> tuple[ScoreSheet, LoggedMoves, tuple[float, ...]]:
        """Return the score sheet, the moves and the forecasts of a playout.

        It meets the same luck as a playout in Python.

        Raises
        ------
        NotCompiledError
            If the engine cannot play the state.
        """
        flat, weights = self._flat(state), self._weights(state)
        then_ = None if then is None else encode_move(then)
        found = self._with_luck(
            scenario, lambda luck: self._engine.play(flat, weights, 0, given=luck, then=then_)
        )
        return found.sheet, _logged(found, state), found.forecasts

    def follow(
        self, state: State, scenario: int, plan: SpacePlan
    ) -> tuple[ScoreSheet, LoggedMoves]:
        """Return the score sheet and the moves of a playout that follows a plan.

        Raises
        ------
        NotCompiledError
            If the engine cannot play the state.
        """
        flat, policies = self._flat(state), _flat_policies(plan.policies, state)
        steps = FlatPlan.from_buffer_copy(plan.flat)
        found = self._with_luck(
            scenario, lambda luck: self._engine.follow(flat, policies, steps, luck)
        )
        return found.sheet, _logged(found, state)

    def begin_plans(
        self,
        state: State,
        policies: tuple[Greedy, ...],
        *,
        futures: int,
        seed: int,
        known: int | None = None,
        hot: float,
    ) -> "PlansOf":
        """Begin a search for plans (`Library.begin_plans`), perhaps with a known scenario.

        Raises
        ------
        NotCompiledError
            If the engine cannot play the state.
        """
        search = self._engine.begin_plans(
            self._flat(state),
            _flat_policies(policies, state),
            futures=futures,
            seed=seed,
            given=None
            if known is None
            else [_numbers(known, kind, 0, KNOWN_NUMBERS) for kind in STREAMS],
            hot=hot,
        )
        return PlansOf(search, policies)

    def begin_tree(
        self, state: State, moves: Sequence[Move], required: int, seed: int
    ) -> TreeSearch:
        """Begin a tree search among moves of a state (`Library.begin_tree`).

        Raises
        ------
        NotCompiledError
            If the engine cannot play the state after one of the moves.
        """
        after = [self._flat(apply_legal(state, move)) for move in moves]
        passing = None
        if isinstance(decision(state), Turn) and PASS in moves:
            passing = moves.index(PASS)
        weights = self._weights(state)
        return self._engine.begin_tree(self._flat(state), after, passing, required, weights, seed)

    def _with_luck(
        self, scenario: int, played: Callable[[tuple[list[float], ...]], RawPlayout]
    ) -> RawPlayout:
        """Return a playout with the luck of a scenario."""
        while True:
            luck = self._luck_of(scenario)
            try:
                return played(luck)
            except UsedUpError as error:
                with self._lock:
                    numbers = luck[STREAMS.index(error.kind)]
                    numbers += _numbers(scenario, error.kind, len(numbers), 2 * len(numbers))

    def ranked(self, state: State, many: int) -> list[Move]:
        """Return the moves that the policy considers, its own first, then the best first.

        Raises
        ------
        NotCompiledError
            If the engine cannot play the state.
        """
        flat = self._flat(state)
        moves = map(decode, self._engine.ranked(flat, self._weights(state), many))
        return [move for move in moves if isinstance(move, Move)]

    def _weights(self, state: State) -> FlatPolicy:
        return flat_policy(self._policy.evaluator, state.options.length, bool(state.options.cards))

    def _flat(self, state: State) -> FlatState:
        with self._lock:
            known = self._states.get(id(state))
            if known is not None and known[0] is state:
                return known[1]
            flat = encode(state)
            self._engine.refresh(flat)
            self._states[id(state)] = state, flat
            _shrink(self._states)
            return flat

    def _luck_of(self, scenario: int) -> tuple[list[float], ...]:
        with self._lock:
            found = self._luck.get(scenario)
            if found is None:
                found = tuple(_numbers(scenario, kind, 0, FIRST_NUMBERS) for kind in STREAMS)
                self._luck[scenario] = found
                _shrink(self._luck)
            return found


@dataclass(frozen=True)
class PlansOf:
    """A search for plans under way; it uses the processor only during `improve`."""

    search: PlanSearch
    policies: tuple[Greedy, ...]

    def improve(self, start: float, end: float, games: int) -> None:
        """Search on with so many more games, from one share of the whole search to another."""
        self.search.improve(start, end, games)

    def found(self) -> tuple[list[FoundPlan], int]:
        """Return the best plan of each first move, the best first, and the games so far."""
        kept, games = self.search.kept()
        plans = []
        for each in kept:
            move = decode(each.first)
            assert isinstance(move, Move)
            plans.append(FoundPlan(move, each.mean, SpacePlan(bytes(each.plan), self.policies)))
        return plans, games


def _flat_policies(policies: tuple[Greedy, ...], state: State) -> Array[FlatPolicy]:
    return flat_policies(tuple(each.evaluator for each in policies), state.options.length)


def _shrink(known: OrderedDict[int, Any]) -> None:
    while len(known) > REMEMBERED:
        known.popitem(last=False)


def _logged(found: RawPlayout, state: State) -> LoggedMoves:
    passed = state.phase in ("income", "breeding", "feast")
    return LoggedMoves(found.log, max(1, state.round), state.rounds, passed)


def _numbers(scenario: int, kind: str, first: int, end: int) -> list[float]:
    return [uniform(scenario, kind, number) for number in range(first, end)]


def plays(state: State) -> bool:
    """Whether the compiled engine plays such games, once the starting occupation is chosen."""
    return not state.options.rulings and not isinstance(current(state), ChooseStarting)


def knows_all_moves(state: State) -> bool:
    """Whether the compiled engine plays such games, and has the moves of the decision.

    Where the player chooses the order of cards that react to the same event, the compiled engine
    takes them by their numbers.
    """
    return plays(state) and not isinstance(current(state), WhichFirst)


@lru_cache(maxsize=16)
def compiled(policy: Greedy) -> CompiledGreedy | None:
    """Return a policy of the compiled engine that plays as a greedy one; None without a library."""
    found = library() if type(policy) is Greedy else None
    return None if found is None else CompiledGreedy(found, policy)
