"""Attempts at puzzles, spread over processes or a cluster."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from odin_puzzles.files import puzzle_data
from odin_puzzles.generate.pipeline import generate
from odin_puzzles.generate.spec import Spec
from odin_solver.support.parallel import spread


class Attempt(NamedTuple):
    """What an attempt came to: the data of a puzzle, or None."""

    number: int
    puzzle: dict[str, Any] | None


def attempts(
    spec: Spec,
    seed: int,
    numbers: Iterable[int],
    *,
    jobs: int = 1,
    cluster: str | None = None,
) -> Iterator[Attempt]:
    """Make attempts for as long as there are numbers.

    Parameters
    ----------
    spec, seed
        What is wanted, and the source of all random choices.
    numbers
        The attempts to be made. A few more of them are begun than processes are free.
    jobs, cluster
        See `odin_solver.support.parallel.spread`.

    Returns
    -------
    Iterator
        How they end, in any order.

    Raises
    ------
    InputError
        If the cluster cannot be reached, or Dask is not installed.
    """
    tasks = ((spec, seed, number) for number in numbers)
    return spread(_attempt, tasks, jobs=jobs, cluster=cluster)


def _attempt(spec: Spec, seed: int, number: int) -> Attempt:
    puzzle = generate(spec, seed, number)
    return Attempt(number, None if puzzle is None else puzzle_data(puzzle))
