"""Playouts and greedy moves of the compiled engine, from and to what the Python engine knows."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from threading import Lock
from typing import Any, overload

from odin_solver.game.kernel.chance import (
    DrawOccupation,
    DrawStarting,
    DrawWeapon,
    RevealStrip,
    Roll,
)
from odin_solver.game.kernel.moves import Move
from odin_solver.game.kernel.state import State
from odin_solver.game.playing import uniform
from odin_solver.game.policies.greedy import Greedy
from odin_solver.game.scoring import ScoreSheet
from odin_solver.rollouts.encoding import decode, encode, encode_move, has_occupations, moves_in
from odin_solver.rollouts.library import Library, UsedUpError, library
from odin_solver.rollouts.structs import FlatPolicy, FlatState
from odin_solver.rollouts.tables import MOVE_KINDS
from odin_solver.rollouts.weights import flat_policy

STREAMS = (Roll.kind, DrawWeapon.kind, RevealStrip.kind, DrawOccupation.kind, DrawStarting.kind)
"""Kinds of chance in the order of the compiled engine."""

FIRST_NUMBERS = 16
"""Random numbers of each stream at first; more follow when they are needed."""

REMEMBERED = 64
"""States and scenarios that are kept."""


@dataclass(frozen=True)
class LoggedMoves(Sequence[tuple[int, Move]]):
    """Moves of the player in a log of the compiled engine, each with its round; read when needed.

    Attributes
    ----------
    log
        The log.
    first, last
        Round in which it begins, and the last round of the game.
    """

    log: bytes
    first: int
    last: int

    @cached_property
    def _moves(self) -> tuple[tuple[int, Move], ...]:
        found, number = [], self.first
        for flat in moves_in(self.log):
            kind = MOVE_KINDS[flat.kind]
            if kind == "outcome":
                continue
            move = decode(flat)
            assert isinstance(move, Move)
            found.append((number, move))
            if kind == "serve" and number < self.last:
                number += 1  # nothing is decided between the feast and the next round
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
        while True:
            luck = self._luck_of(scenario)
            try:
                found = self._engine.play(flat, weights, 0, given=luck, then=then_)
            except UsedUpError as error:
                with self._lock:
                    numbers = luck[STREAMS.index(error.kind)]
                    numbers += _numbers(scenario, error.kind, len(numbers), 2 * len(numbers))
            else:
                moves = LoggedMoves(found.log, state.round, state.rounds)
                return found.sheet, moves, found.forecasts

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


def _shrink(known: OrderedDict[int, Any]) -> None:
    while len(known) > REMEMBERED:
        known.popitem(last=False)


def _numbers(scenario: int, kind: str, first: int, end: int) -> list[float]:
    return [uniform(scenario, kind, number) for number in range(first, end)]


def plays(state: State) -> bool:
    """Whether the compiled engine plays such games."""
    return not state.options.rulings


def knows_all_moves(state: State) -> bool:
    """Whether the moves of the compiled engine are those of the Python engine.

    Some effects of occupations are left out (`odin_solver.rollouts.cards`).
    """
    return plays(state) and not has_occupations(state)


@lru_cache(maxsize=16)
def compiled(policy: Greedy) -> CompiledGreedy | None:
    """Return a policy of the compiled engine that plays as a greedy one; None without a library."""
    found = library() if type(policy) is Greedy else None
    return None if found is None else CompiledGreedy(found, policy)
