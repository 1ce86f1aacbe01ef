"""Playouts and greedy moves of the compiled engine, from and to the moves of the Python engine."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random
from threading import Lock
from types import MappingProxyType
from typing import Any, overload

from odin_solver.game.actions.dice import DiceAction
from odin_solver.game.kernel.moves import FAIL, PASS, Move
from odin_solver.game.kernel.order import WhichFirst
from odin_solver.game.kernel.play import apply_legal, current, decision
from odin_solver.game.kernel.state import State
from odin_solver.game.playing import uniform
from odin_solver.game.scoring import ScoreSheet
from odin_solver.game.seats import alone
from odin_solver.game.setup import chooses_starting
from odin_solver.game.turn import Turn
from odin_solver.rollouts.encoding import decode, encode, encode_table, moves_in
from odin_solver.rollouts.library import (
    CHANCES,
    GameBeam,
    Library,
    RawPlayout,
    TreeSearch,
    UsedUpError,
    library,
)
from odin_solver.rollouts.policies.evaluation import GREEDY, RolloutPolicy
from odin_solver.rollouts.policies.starting import starting_moves
from odin_solver.rollouts.structs import FlatMove, FlatPolicy, FlatState, FlatTable
from odin_solver.rollouts.tables import MOVE_KINDS
from odin_solver.rollouts.weights import flat_policy

FIRST_NUMBERS: Mapping[str, int] = MappingProxyType({"die": 4, "weapon": 1, "strip": 1})
OF_OTHERS = 8
"""Random numbers of each stream at first, for each round to come; those of each other player."""

MORE_NUMBERS = 3
"""Further ones, of dice at first and whenever more are needed."""

KNOWN_NUMBERS = 512
"""Random numbers of each stream where all chance is known: more than a game needs."""

REMEMBERED = 64
"""States and scenarios that are kept."""


@dataclass(frozen=True)
class LoggedMoves(Sequence[tuple[int, Move]]):
    """Moves of the player in a log of the compiled engine, each with its round; read when needed.

    Attributes
    ----------
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
            found.append((number, _move(flat)))
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


class CompiledGreedy:
    """The compiled engine with a policy that decides and evaluates."""

    def __init__(self, engine: Library, policy: RolloutPolicy) -> None:
        self._engine = engine
        self._policy = policy
        self._states: OrderedDict[int, tuple[State, FlatState]] = OrderedDict()
        self._luck: OrderedDict[int, tuple[list[float], ...]] = OrderedDict()
        self._lock = Lock()

    def play_out(
        self, state: State, scenario: int
    ) -> tuple[ScoreSheet, LoggedMoves, tuple[float, ...]]:
        """Return the score sheet, the moves and the forecasts of a playout.

        It meets the same luck as a game in Python (`odin_solver.game.playing.SeededChance`).
        """
        flat, weights = self._flat(state), self.weights(state)
        return self._played(
            state, scenario, lambda luck: self._engine.play(flat, weights, 0, given=luck)
        )

    def play_on(
        self, state: State, scenario: int, tree: TreeSearch, number: int
    ) -> tuple[ScoreSheet, LoggedMoves, tuple[float, ...]]:
        """Return a playout of the state after a move of a tree, by its number.

        Turns that the tree knows well are played as it found best, the others by the policy.
        """
        flat = self._flat(state)
        return self._played(state, scenario, lambda luck: tree.play(flat, number, luck))

    def _played(
        self, state: State, scenario: int, play: Callable[[tuple[list[float], ...]], RawPlayout]
    ) -> tuple[ScoreSheet, LoggedMoves, tuple[float, ...]]:
        while True:
            luck = self._luck_of(scenario, state)
            try:
                found = play(luck)
            except UsedUpError as error:
                with self._lock:
                    numbers = luck[CHANCES.index(error.kind)]
                    more = len(numbers) + MORE_NUMBERS
                    numbers += _numbers(scenario, error.kind, len(numbers), more)
            else:
                return found.sheet, logged(found.log, state), found.forecasts

    def begin_beam(self, state: State, scenario: int) -> GameBeam:
        """Begin a beam search with the luck of a scenario (`Library.begin_beam`)."""
        luck = [_numbers(scenario, kind, 0, KNOWN_NUMBERS) for kind in CHANCES]
        return self._engine.begin_beam(self._flat(state), luck)

    def begin_tree(
        self, state: State, moves: Sequence[Move], required: int, seed: int
    ) -> TreeSearch:
        """Begin a tree search among moves of a state (`Library.begin_tree`).

        Raises
        ------
        NotCompiledError
            If the engine cannot play the state after one of the moves.
        """
        flat = self._table if state.away else self._flat
        after = [flat(apply_legal(state, move)) for move in moves]
        passing = None
        if isinstance(decision(state), Turn) and PASS in moves:
            passing = moves.index(PASS)
        failing = None
        if isinstance(decision(state), DiceAction) and FAIL in moves:
            failing = moves.index(FAIL)
        return self._engine.begin_tree(
            flat(state), after, passing, failing, required, self.weights(state), seed
        )

    def ranked(self, state: State, many: int) -> list[Move]:
        """Return the moves that the policy considers, its own first, then the best first."""
        flat = self._flat(state)
        moves = map(decode, self._engine.ranked(flat, self.weights(state), many))
        return [move for move in moves if isinstance(move, Move)]

    def layouts(self, state: State, seeds: Iterable[int], many: int) -> list[tuple[Move, ...]]:
        """Return ways to lay tiles at the end of a turn: of one for each seed those valued most."""
        weights, before = self.weights(state), self._flat(state)
        found: dict[bytes, tuple[float, list[FlatMove]]] = {}
        for seed in seeds:
            after = FlatState.from_buffer_copy(before)
            laid = self._engine.layout(after, weights, seed)
            if after.n_nodes:
                value = self._engine.evaluate(after, weights)
                found.setdefault(bytes(after.boards), (value, laid))
        best = sorted(found.values(), key=lambda each: -each[0])[:many]
        return [tuple(map(_move, laid)) for _, laid in best]

    def evaluate(self, state: State) -> float:
        """Return the evaluation of a state in which no action is under way, in points."""
        return self._engine.evaluate(self._flat(state), self.weights(state))

    def weights(self, state: State) -> FlatPolicy:
        """Return the weights of the policy in the game of a state."""
        return flat_policy(self._policy, state.options.length, bool(state.options.cards))

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

    def _table(self, state: State) -> FlatTable:
        table = encode_table(state)
        self._engine.refresh(table)
        return table

    def _luck_of(self, scenario: int, state: State) -> tuple[list[float], ...]:
        with self._lock:
            found = self._luck.get(scenario)
            if found is None:
                later = state.rounds - state.round
                first = {kind: each * later for kind, each in FIRST_NUMBERS.items()}
                first["die"] += MORE_NUMBERS
                first["others"] = OF_OTHERS * (later + 1) * (state.options.players - 1)
                found = tuple(_numbers(scenario, kind, 0, first.get(kind, 0)) for kind in CHANCES)
                self._luck[scenario] = found
                _shrink(self._luck)
            return found


def _move(flat: FlatMove) -> Move:
    move = decode(flat)
    assert isinstance(move, Move)
    return move


def _shrink(known: OrderedDict[int, Any]) -> None:
    while len(known) > REMEMBERED:
        known.popitem(last=False)


def logged(log: bytes, state: State) -> LoggedMoves:
    """Return the moves of a log of the compiled engine that begins in a state."""
    passed = state.phase in ("income", "breeding", "feast")
    return LoggedMoves(log, max(1, state.round), state.rounds, passed)


def _numbers(scenario: int, kind: str, first: int, end: int) -> list[float]:
    return [uniform(scenario, kind, number) for number in range(first, end)]


@lru_cache(maxsize=16)
def compiled(policy: RolloutPolicy) -> CompiledGreedy:
    """Return the compiled engine with a policy."""
    return CompiledGreedy(library(), policy)


def ranked_moves(state: State, policy: RolloutPolicy, many: int) -> list[Move]:
    """Return the moves that a policy considers, its own first, then the best first.

    The compiled engine has neither the choice of a starting occupation, for which the gains of
    earlier games stand, nor that of the order of cards that react to the same event, which are
    taken by their numbers.

    Parameters
    ----------
    state
        A state at a decision; of several seats the one whose turn it is decides.
    many
        Moves to keep of those that differ only in an item.
    """
    state = alone(state)
    node = current(state)
    if chooses_starting(state):
        return starting_moves(state)
    if isinstance(node, WhichFirst):
        return node.moves(state)
    return compiled(policy).ranked(state, many)


def greedy_move(state: State, policy: RolloutPolicy) -> Move:
    """Return the move of a policy."""
    return ranked_moves(state, policy, 1)[0]


def greedy(state: State, rng: Random) -> Move:
    """Choose the move of the policy `GREEDY`: the player ``greedy``."""
    return greedy_move(state, GREEDY)
