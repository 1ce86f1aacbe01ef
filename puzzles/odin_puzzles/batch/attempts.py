"""Attempts at puzzles, spread over processes or a cluster."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from odin_puzzles.files import puzzle_data
from odin_puzzles.generate.pipeline import generate_attempt
from odin_puzzles.puzzle import Spec
from odin_solver.support.parallel import parallel_map


class Attempt(NamedTuple):
    """Result of an attempt: the data of a puzzle, or None."""

    number: int
    puzzle: dict[str, Any] | None


def attempts(
    spec: Spec, seed: int, numbers: Iterable[int], *, jobs: int = 1, cluster: str | None = None
) -> Iterator[Attempt]:
    """Make attempts in parallel.

    Parameters
    ----------
    spec, seed
        Specification of the puzzles, and seed of all random choices.
    numbers
        Numbers of the attempts; read slightly ahead of the free processes.
    jobs, cluster
        See `odin_solver.support.parallel.parallel_map`.

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
    return parallel_map(_attempt, tasks, jobs=jobs, cluster=cluster)


def _attempt(spec: Spec, seed: int, number: int) -> Attempt:
    puzzle = generate_attempt(spec, seed, number)
    return Attempt(number, None if puzzle is None else puzzle_data(puzzle))
