"""The compiled library: loading it, and calling it with states of the Python engine."""

import sys
from collections.abc import Sequence
from ctypes import CDLL, POINTER, byref, c_double, c_int32, c_uint32, c_uint64, cast, sizeof
from functools import cache
from pathlib import Path
from typing import NamedTuple

from odin_solver.game.scoring import ScoreSheet
from odin_solver.rollouts.structs import SIZES, FlatMove, FlatPlayout, FlatPolicy, FlatState

INTERFACE = 2
"""Version of the functions; that of the library has to be the same."""

LIBRARY = Path(__file__).parent / "engine.so"
MOST_CHOICES = 640
MOST_MOVES = MOST_CHOICES + 16384
MOST_LOGGED = 2048
CHANCES = ("die", "weapon", "strip", "occupation", "starting occupation")
"""Kinds of chance in the order of their numbers."""


class RawPlayout(NamedTuple):
    """A playout of the compiled engine.

    Attributes
    ----------
    sheet
        Score sheet.
    forecasts
        Evaluations at the beginning of each further round.
    log
        Moves and outcomes of chance, as `FlatMove` one after the other.
    """

    sheet: ScoreSheet
    forecasts: tuple[float, ...]
    log: bytes


class UsedUpError(Exception):
    """More random numbers of a kind of chance are needed than were given.

    Attributes
    ----------
    kind
        The kind of chance.
    """

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class Library:
    """The compiled engine.

    Parameters
    ----------
    path
        The library's file.

    Raises
    ------
    OSError
        If it cannot be loaded, or belongs to another version.
    """

    def __init__(self, path: Path) -> None:
        loaded = CDLL(str(path))
        if loaded.engine_interface() != INTERFACE:
            raise OSError(f"{path}: another version of the engine")
        sizes = (c_int32 * len(SIZES))()
        loaded.engine_sizes(sizes)
        if tuple(sizes) != tuple(map(sizeof, SIZES)):
            raise OSError(f"{path}: another version of the engine's structs")
        state, policy, move = POINTER(FlatState), POINTER(FlatPolicy), POINTER(FlatMove)
        loaded.engine_moves.argtypes = [state, c_int32, move]
        loaded.engine_outcomes.argtypes = [state, move]
        loaded.engine_refresh.argtypes = [state]
        loaded.engine_apply.argtypes = [state, move]
        loaded.engine_evaluate.argtypes = [state, policy]
        loaded.engine_evaluate.restype = c_double
        loaded.engine_score.argtypes = [state, POINTER(c_int32)]
        loaded.engine_rank.argtypes = [state, policy, c_int32, move, POINTER(c_double)]
        loaded.engine_perft.argtypes = [state, c_int32, c_int32]
        loaded.engine_perft.restype = c_uint64
        loaded.engine_play.argtypes = [state, policy, c_double, POINTER(POINTER(c_double))]
        loaded.engine_play.argtypes += [POINTER(c_uint32), c_uint64, move, move, c_int32]
        loaded.engine_play.argtypes += [POINTER(FlatPlayout)]
        loaded.engine_play_many.argtypes = [state, policy, c_uint64, c_int32, POINTER(c_int32)]
        loaded.engine_start()
        self._loaded = loaded

    def moves(self, state: FlatState, *, placing: bool = False) -> list[FlatMove]:
        """Return the legal moves of a decision, with or without the ways to place tiles."""
        out = (FlatMove * MOST_MOVES)()
        count = self._loaded.engine_moves(byref(state), placing, out)
        return [FlatMove.from_buffer_copy(each) for each in out[:count]]

    def outcomes(self, state: FlatState) -> list[FlatMove]:
        """Return the outcomes of a chance node."""
        out = (FlatMove * MOST_CHOICES)()
        count = self._loaded.engine_outcomes(byref(state), out)
        return [FlatMove.from_buffer_copy(each) for each in out[:count]]

    def refresh(self, state: FlatState) -> None:
        """Compute what follows from the tiles on the boards of a state."""
        self._loaded.engine_refresh(byref(state))

    def apply(self, state: FlatState, move: FlatMove) -> None:
        """Make a legal move, or let an outcome of chance happen."""
        self._loaded.engine_apply(byref(state), byref(move))

    def evaluate(self, state: FlatState, policy: FlatPolicy) -> float:
        """Return the evaluation of a state."""
        return float(self._loaded.engine_evaluate(byref(state), byref(policy)))

    def score(self, state: FlatState) -> ScoreSheet:
        """Return the score sheet of a state."""
        sheet = (c_int32 * len(ScoreSheet.__struct_fields__))()
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
        out, values = (FlatMove * MOST_CHOICES)(), (c_double * MOST_CHOICES)()
        count = self._loaded.engine_rank(byref(state), byref(policy), many, out, values)
        order = [*range(min(1, count)), *sorted(range(1, count), key=lambda at: -values[at])]
        return [FlatMove.from_buffer_copy(out[at]) for at in order]

    def perft(self, state: FlatState, depth: int, *, placing: bool = False) -> int:
        """Return the number of sequences of so many moves and outcomes of chance."""
        return int(self._loaded.engine_perft(byref(state), depth, placing))

    def play(
        self,
        state: FlatState,
        policy: FlatPolicy | None,
        seed: int,
        *,
        noise: float = 0.0,
        given: Sequence[Sequence[float]] | None = None,
        then: FlatMove | None = None,
    ) -> RawPlayout:
        """Play a game to its end.

        Parameters
        ----------
        state
            A state.
        policy
            Weights of the greedy player; None for random moves.
        seed
            Seed of chance and of random moves.
        noise
            Share of the greedy player's moves that are random.
        given
            Random numbers for each kind of chance (`CHANCES`), instead of those of the seed.
        then
            Move that is made at the first turn of this round at which it is legal.

        Raises
        ------
        UsedUpError
            If more random numbers are needed than were given.
        """
        out, log = FlatPlayout(), (FlatMove * MOST_LOGGED)()
        numbers = counts = None
        if given is not None:
            arrays = [(c_double * len(each))(*each) for each in given]
            numbers = (POINTER(c_double) * len(arrays))(
                *(cast(each, POINTER(c_double)) for each in arrays)
            )
            counts = (c_uint32 * len(arrays))(*map(len, arrays))
        self._loaded.engine_play(
            byref(state),
            byref(policy) if policy is not None else None,
            noise,
            numbers,
            counts,
            seed,
            byref(then) if then is not None else None,
            log,
            MOST_LOGGED,
            byref(out),
        )
        if out.status > 0:
            raise UsedUpError(CHANCES[out.status - 1])
        assert not out.status, "the log is too short for a game"
        return RawPlayout(
            ScoreSheet(*out.sheet),
            tuple(out.forecasts[: out.n_forecasts]),
            bytes(log)[: out.n_logged * sizeof(FlatMove)],
        )

    def play_many(
        self, state: FlatState, policy: FlatPolicy | None, first_seed: int, count: int
    ) -> list[int]:
        """Return the scores of games from a state, one for each of so many seeds."""
        scores = (c_int32 * count)()
        policy_ = byref(policy) if policy is not None else None
        self._loaded.engine_play_many(byref(state), policy_, first_seed, count, scores)
        return list(scores)


@cache
def library() -> Library | None:
    """Return the compiled engine; None if there is none, which is said once on stderr."""
    try:
        return Library(LIBRARY)
    except OSError as error:
        reason = "it was not built" if not LIBRARY.exists() else str(error)
        print(f"no compiled engine ({reason}): playouts take longer", file=sys.stderr)
        return None
