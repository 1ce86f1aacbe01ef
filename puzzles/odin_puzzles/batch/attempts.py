"""Attempts at puzzles, spread over processes or a cluster."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from odin_puzzles.files import puzzle_data
from odin_puzzles.games.puzzle import game_puzzle_data, make_game_puzzle
from odin_puzzles.games.spec import GameSpec, game_spec_of
from odin_puzzles.generate.pipeline import ATTEMPTS, generate_attempt
from odin_puzzles.generate.spec import Spec, spec_of
from odin_solver.support.parallel import spread

AnySpec = Spec | GameSpec
"""Specification of puzzles of any game."""


def any_spec_of(
    kind: str, board: str | None = None, difficulty: int | None = None, minimal: bool = False
) -> AnySpec:
    """Build a valid specification; see `spec_of` and `game_spec_of`.

    Raises
    ------
    InputError
        If it is not valid.
    """
    game = game_spec_of(kind, board, difficulty, minimal)
    return game or spec_of(kind, board, difficulty, minimal)


class Attempt(NamedTuple):
    """Result of an attempt: the data of a puzzle, or None."""

    number: int
    puzzle: dict[str, Any] | None


def attempts(
    spec: AnySpec, seed: int, numbers: Iterable[int], *, jobs: int = 1, cluster: str | None = None
) -> Iterator[Attempt]:
    """Make attempts in parallel.

    Parameters
    ----------
    spec, seed
        Specification of the puzzles, and seed of all random choices.
    numbers
        Numbers of the attempts; read slightly ahead of the free processes.
    jobs, cluster
        See `odin_solver.support.parallel.spread`.

    Returns
    -------
    Iterator
        The results, in any order.

    Raises
    ------
    InputError
        If the cluster cannot be reached, or Dask is not installed.
    """
    tasks = ((spec, seed, number) for number in numbers)
    return spread(_attempt, tasks, jobs=jobs, cluster=cluster)


def _attempt(spec: AnySpec, seed: int, number: int) -> Attempt:
    if isinstance(spec, GameSpec):
        made = make_game_puzzle(spec.kind, seed * ATTEMPTS + number, spec.difficulty)
        return Attempt(number, None if made is None else game_puzzle_data(made))
    puzzle = generate_attempt(spec, seed, number)
    return Attempt(number, None if puzzle is None else puzzle_data(puzzle))
