"""The compiled library: loading it, and calling it with states of the Python engine."""

import re
from collections.abc import Iterator, Sequence
from ctypes import (
    CDLL,
    POINTER,
    Array,
    byref,
    c_char_p,
    c_double,
    c_float,
    c_int32,
    c_uint8,
    c_uint32,
    cast,
    sizeof,
    string_at,
)
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import finalize

from odin_solver.components import TILES
from odin_solver.errors import NotBuiltError
from odin_solver.game.scoring import ScoreSheet
from odin_solver.rollouts.digest import SOURCE, digest
from odin_solver.rollouts.structs import (
    FlatGame,
    FlatLog,
    FlatMove,
    FlatPlayout,
    FlatPolicy,
    FlatState,
    FlatTable,
    type_of,
)
from odin_solver.rollouts.tables import BOARD_IDS, INPUTS, SPACE_IDS
from odin_solver.support import libraries
from odin_solver.support.language import mark, say

if TYPE_CHECKING:
    import numpy.typing as npt

LIBRARY = Path(__file__).parent / "engine.so"
ENGINE = mark("the compiled engine")
MOST_CHOICES = 640
MOST_MOVES = MOST_CHOICES + 16384
MOST_ROOT_MOVES = 128
"""Moves that a tree search compares."""

MOST_LAID = 64
"""Most tiles of a layout."""

NO_SLOT = 255
"""What a move has that is no placement of Vikings."""

CHANCES = (
    "die",
    "weapon",
    "strip",
    "occupation",
    "starting occupation",
    "others",
    "harvest marker",
)
"""Kinds of chance in the order of their numbers."""

_OPEN = [
    name for kind in (SPACE_IDS, TILES, BOARD_IDS) for name in (*kind, *[""] * (64 - len(kind)))
]
"""Ids of what may be taken, by their bits."""

_EXPORTED = re.compile(r"^EXPORTED ([\w *]+?)(\w+)\((.*?)\) \{", re.MULTILINE | re.DOTALL)


def _functions() -> Iterator[tuple[str, Any, list[Any]]]:
    """Yield the functions of the library: what they return, and their parameters."""
    for source in SOURCE.glob("*.c"):
        for result, name, parameters in _EXPORTED.findall(source.read_text(encoding="utf-8")):
            yield name, _type(result), [*filter(None, map(_type, parameters.split(",")))]


def _type(declared: str) -> Any:
    return type_of("void_p" if "*" in declared else declared.split()[0])


class RawPlayout(NamedTuple):
    """A playout of the compiled engine.

    Attributes
    ----------
    forecasts
        Evaluations at the beginning of each further round.
    log
        Moves and outcomes of chance, as `FlatMove` one after the other.
    """

    sheet: ScoreSheet
    forecasts: tuple[float, ...]
    log: bytes


class UsedUpError(Exception):
    """More random numbers of a kind of chance are needed than were given."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class Rows(NamedTuple):
    """States of turns to learn from.

    Attributes
    ----------
    inputs
        Inputs of the network, all of `INPUTS` for each row.
    rounds
        Rounds, from 0.
    values
        Evaluations without the network.
    targets
        What the states are worth by the games.
    """

    inputs: "Array[c_float]"
    rounds: "Array[c_uint8]"
    values: "Array[c_float]"
    scores: "Array[c_float]"
    targets: "Array[c_float]"
    many: int = 0


class Library:
    """The compiled engine.

    Raises
    ------
    OSError
        If it cannot be loaded.
    NotBuiltError
        If it was built from other sources than those of this package.
    """

    def __init__(self, path: Path) -> None:
        loaded = CDLL(str(path))
        loaded.engine_digest.restype = c_char_p
        if loaded.engine_digest() != digest().encode():
            raise NotBuiltError(ENGINE, say("it was built from other sources"))
        for name, result, parameters in _functions():
            function = getattr(loaded, name)
            function.restype, function.argtypes = result, parameters
        loaded.engine_start()
        self._loaded = loaded

    def moves(self, state: FlatGame, *, placing: bool = False) -> list[FlatMove]:
        """Return the legal moves of a decision, with or without the ways to place tiles."""
        out = (FlatMove * MOST_MOVES)()
        count = self._loaded.engine_moves(_of(state), placing, out)
        return [FlatMove.from_buffer_copy(each) for each in out[:count]]

    def outcomes(self, state: FlatGame) -> list[FlatMove]:
        """Return the outcomes of a chance node."""
        out = (FlatMove * MOST_CHOICES)()
        count = self._loaded.engine_outcomes(_of(state), out)
        return [FlatMove.from_buffer_copy(each) for each in out[:count]]

    def refresh(self, game: FlatGame) -> None:
        """Compute what follows from the tiles on the boards of a state, or of a table."""
        seats = game.seats[: game.n_seats] if isinstance(game, FlatTable) else [game]
        for state in seats:
            self._loaded.engine_refresh(byref(state))

    def apply(self, state: FlatGame, move: FlatMove) -> None:
        """Make a legal move, or let an outcome of chance happen."""
        self._loaded.engine_apply(_of(state), byref(move))

    def evaluate(self, state: FlatState, policy: FlatPolicy) -> float:
        """Return the evaluation of a state."""
        return float(self._loaded.engine_evaluate(byref(state), byref(policy)))

    def luck(self, state: FlatState, policy: FlatPolicy, outcome: FlatMove) -> float:
        """Return what an outcome of a chance node is worth above the mean, in points."""
        return float(self._loaded.engine_luck(byref(state), byref(policy), byref(outcome)))

    def score(self, state: FlatState) -> ScoreSheet:
        """Return the score sheet of a state."""
        sheet = _empty_sheet()
        self._loaded.engine_score(byref(state), sheet)
        return ScoreSheet(*sheet)

    def ranked(self, state: FlatState, policy: FlatPolicy, many: int) -> list[FlatMove]:
        """Return the moves that the greedy policy considers, its own first, then the best first.

        Parameters
        ----------
        state, policy
            A state at a decision, and the weights.
        many
            Moves to keep of those that differ only in an item.
        """
        out = (FlatMove * MOST_CHOICES)()
        count = self._loaded.engine_rank(byref(state), byref(policy), many, out)
        return [FlatMove.from_buffer_copy(each) for each in out[:count]]

    def step(
        self, states: "Array[FlatState]", policy: FlatPolicy, *arrays: "npt.NDArray[Any]"
    ) -> bytes:
        """Make a move in each of some games, as `engine_step` in playout.c says.

        Returns
        -------
        bytes
            Moves and outcomes of chance of the first game, as `FlatMove` one after the other.
        """
        addresses, log = [array.ctypes.data for array in arrays], FlatLog()
        self._loaded.engine_step(states, byref(policy), len(states), *addresses, byref(log))
        return _moves(log)

    def layout(self, state: FlatState, policy: FlatPolicy, seed: int) -> list[FlatMove]:
        """Lay tiles at the end of a turn in one of many ways; return the moves.

        The state becomes the one after them.
        """
        out = (FlatMove * MOST_LAID)()
        count = self._loaded.engine_layout(byref(state), byref(policy), seed, out)
        return [FlatMove.from_buffer_copy(each) for each in out[:count]]

    def perft(self, state: FlatGame, depth: int, *, placing: bool = False) -> int:
        """Return the number of sequences of so many moves and outcomes of chance."""
        return int(self._loaded.engine_perft(_of(state), depth, placing))

    def play(
        self,
        state: FlatState,
        policy: FlatPolicy | None,
        seed: int,
        *,
        noise: float = 0.0,
        given: Sequence[Sequence[float]] | None = None,
    ) -> RawPlayout:
        """Play a game to its end.

        Parameters
        ----------
        policy
            Weights of the greedy player; None for random moves.
        seed
            Seed of chance and of random moves.
        noise
            Share of the greedy player's moves that are random.
        given
            Random numbers for each kind of chance (`CHANCES`), instead of those of the seed.

        Raises
        ------
        UsedUpError
            If more random numbers are needed than were given.
        """
        out, log = FlatPlayout(), FlatLog()
        numbers, counts = (None, None) if given is None else _numbers(given)
        self._loaded.engine_play(
            byref(state),
            byref(policy) if policy is not None else None,
            noise,
            numbers,
            counts,
            seed,
            byref(log),
            byref(out),
        )
        return _raw(out, log)

    def begin_beam(self, state: FlatState, given: Sequence[Sequence[float]]) -> "GameBeam":
        """Begin a beam search.

        Parameters
        ----------
        state
            A state whose first decision is a turn.
        given
            Random numbers for each kind of chance, more than a game needs.
        """
        numbers = _numbers(given)
        return GameBeam(self._loaded, "beam", (byref(state), *numbers), numbers)

    def begin_tree(
        self,
        before: FlatGame,
        after: Sequence[FlatGame],
        passing: int | None,
        failing: int | None,
        required: int,
        policy: FlatPolicy,
        seed: int,
    ) -> "TreeSearch":
        """Begin a tree search.

        Parameters
        ----------
        before
            State at the decision; of several seats the table, whose other seats play greedily.
        after
            States, or tables, after the moves to choose from; those beyond `MOST_ROOT_MOVES` get no
            visit.
        passing
            Number of the state after passing in a turn, if it is among them.
        failing
            Number of the state after failing at dice, if it is among them.
        required
            Number of states, the first ones, that are visited whatever they promise.
        policy
            Policy that decides within actions and evaluates.
        """
        tried = after[:MOST_ROOT_MOVES]
        kind: Any = type(before)
        states = (kind * len(tried))(*tried)
        begin = (
            _of(before),
            states,
            len(tried),
            -1 if passing is None else passing,
            -1 if failing is None else failing,
            min(required, len(tried)),
            byref(policy),
            seed,
        )
        return TreeSearch(self._loaded, len(after), begin, policy)

    def play_many(
        self, state: FlatState, policy: FlatPolicy | None, first_seed: int, count: int
    ) -> list[int]:
        """Return the scores of games from a state, one for each of so many seeds."""
        scores = (c_int32 * count)()
        policy_ = byref(policy) if policy is not None else None
        self._loaded.engine_play_many(byref(state), policy_, first_seed, count, scores)
        return list(scores)

    def record(
        self,
        state: FlatState,
        policy: FlatPolicy,
        first_seed: int,
        games: int,
        *,
        simulations: int,
        turns: int,
        noise: float,
        most: int,
        trace: float,
    ) -> "Rows":
        """Play games to learn from, one for each of so many seeds (``source/record.c``).

        Parameters
        ----------
        state, policy
            Where the games begin, and their policy.
        first_seed, games
            Seeds of chance and of the noise.
        simulations
            Simulations of a tree search at each turn; without any the turns are greedy.
        turns, noise
            A few turns in a row, which begin at one of the first so many, are chosen after noise of
            this standard deviation, in points.
        most
            Most rows.
        trace
            How much of a target is the target a turn later, from 0 to 1. The rest is the value that
            the search found, or without one the evaluation a turn later.
        """
        rows = Rows(
            (c_float * (len(INPUTS) * most))(),
            (c_uint8 * most)(),
            (c_float * most)(),
            (c_float * most)(),
            (c_float * most)(),
        )
        many = self._loaded.engine_record(
            byref(state),
            byref(policy),
            first_seed,
            games,
            simulations,
            turns,
            noise,
            most,
            *rows[:4],
            trace,
            rows.targets,
        )
        return rows._replace(many=many)


class _Search:
    """A search of the library under way, which ends with this object."""

    def __init__(self, loaded: CDLL, kind: str, begin: tuple[Any, ...], needed: object) -> None:
        self._loaded = loaded
        self._search = getattr(loaded, f"{kind}_begin")(*begin)
        if not self._search:
            raise MemoryError
        self._needed = needed
        finalize(self, getattr(loaded, f"{kind}_end"), self._search)


class GameBeam(_Search):
    """A beam search under way; it uses the processor only during `improve`."""

    def begin_pass(self, policy: FlatPolicy, width: int) -> None:
        """Begin a pass."""
        self._policy = policy  # kept while the search uses it
        self._loaded.beam_pass(self._search, byref(policy), width)

    def improve(self, seconds: float) -> bool:
        """Go on for so many seconds, at least one state; returns whether the pass goes on."""
        return bool(self._loaded.beam_improve(self._search, seconds))

    def best(self) -> tuple[RawPlayout, int]:
        """Return the best game so far, and the number of games played to their end."""
        sheet, log = _empty_sheet(), FlatLog()
        games = self._loaded.beam_best(self._search, sheet, byref(log))
        return _logged(sheet, log), games

    def anneal(self, policy: FlatPolicy, seed: int) -> "Annealing":
        """Begin to anneal the best game so far; what is better becomes the best game.

        Parameters
        ----------
        policy
            Policy that decides what changed games leave open.
        seed
            Seed of the changes.
        """
        begin = (self._search, byref(policy), seed)
        return Annealing(self._loaded, "anneal", begin, (self, policy))


class Annealing(_Search):
    """Simulated annealing of a game; it uses the processor only during `improve`."""

    def improve(self, temperature: float, steps: int, seconds: float) -> int:
        """Try so many changes, or for so many seconds, at a temperature; returns how many."""
        return int(self._loaded.anneal(self._search, temperature, steps, seconds))

    def now(self) -> RawPlayout:
        """Return the game that is changed; it may be worse than the best one."""
        sheet, log = _empty_sheet(), FlatLog()
        self._loaded.anneal_now(self._search, sheet, byref(log))
        return _logged(sheet, log)


class TreeSearch(_Search):
    """A tree search under way; it uses the processor only during `improve`."""

    def __init__(self, loaded: CDLL, count: int, begin: tuple[Any, ...], needed: object) -> None:
        super().__init__(loaded, "tree", begin, needed)
        self._count = count

    def adopt(
        self, other: "TreeSearch", way: bytes, slots: Sequence[int | None], most: float
    ) -> int:
        """Begin with what another search knows of this turn; return how many visits that is.

        Parameters
        ----------
        way
            How it comes to the turn: the number of a state, then slots, which are numbers of
            spaces, or one more for passing.
        slots
            Slot of the move to each state; None if it has none.
        most
            The most visits.
        """
        of_states = bytes(NO_SLOT if each is None else each for each in slots)
        visits: int = self._loaded.tree_adopt(
            self._search, other._search, way, len(way), of_states, most
        )
        return visits

    def improve(self, simulations: int) -> None:
        """Search on with so many more simulations."""
        self._loaded.tree_improve(self._search, simulations)

    def read(self) -> list[tuple[int, float, float]]:
        """Return of each state the visits, the sum of the values after it, and of their squares."""
        visits, sums = (c_int32 * self._count)(), (c_double * self._count)()
        squares = (c_double * self._count)()
        self._loaded.tree_read(self._search, visits, sums, squares)
        return list(zip(visits, sums, squares, strict=True))

    def taken(self, number: int) -> tuple[int, dict[str, int]]:
        """Return how often another turn came in the same round after the move of a number.

        Also return how often each space, special tile and board that was left was gone then, by id.
        """
        counts = (c_int32 * (1 + len(_OPEN)))()
        self._loaded.tree_taken(self._search, number, counts)
        turns, *gone = counts
        return turns, {name: count for name, count in zip(_OPEN, gone, strict=True) if count}

    def play(self, state: FlatState, number: int, given: Sequence[Sequence[float]]) -> RawPlayout:
        """Play the state of a number to its end, as the search would where it knows enough.

        Of several seats it is the state of the one that searches.

        Raises
        ------
        UsedUpError
            If more random numbers are needed than were given.
        """
        out, log = FlatPlayout(), FlatLog()
        self._loaded.tree_play(
            self._search, byref(state), number, *_numbers(given), byref(log), byref(out)
        )
        return _raw(out, log)


def _of(game: FlatGame) -> Any:
    """Return a state, or the first one of a table, as the library takes it."""
    return byref(game.seats[0] if isinstance(game, FlatTable) else game)


def _numbers(given: Sequence[Sequence[float]]) -> tuple[Any, Any]:
    arrays = [(c_double * len(each))(*each) for each in given]
    numbers = (POINTER(c_double) * len(arrays))(*(cast(each, POINTER(c_double)) for each in arrays))
    return numbers, (c_uint32 * len(arrays))(*map(len, arrays))


def _empty_sheet() -> "Array[c_int32]":
    return (c_int32 * len(ScoreSheet.__struct_fields__))()


def _logged(sheet: "Array[c_int32]", log: FlatLog) -> RawPlayout:
    return RawPlayout(ScoreSheet(*sheet), (), _moves(log))


def _moves(log: FlatLog) -> bytes:
    return string_at(log.moves, log.count * sizeof(FlatMove))


def _raw(out: FlatPlayout, log: FlatLog) -> RawPlayout:
    if out.status > 0:
        raise UsedUpError(CHANCES[out.status - 1])
    assert not out.status, "the log is too short for a game"
    forecasts = tuple(out.forecasts[: out.n_forecasts])
    return RawPlayout(ScoreSheet(*out.sheet), forecasts, _moves(log))


@cache
def library() -> Library:
    """Return the compiled engine.

    Raises
    ------
    NotBuiltError
        If it was not built, or cannot be loaded, or belongs to another version.
    """
    engine: type[Library] = resolve_name(libraries.ENGINE_CLASS)
    return libraries.load_library(LIBRARY, ENGINE, engine)
