"""Attempts at puzzles, spread over processes or a cluster by joblib."""

import os
import signal
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

from joblib import Parallel, delayed, parallel_config

from odin_puzzles.files import puzzle_data
from odin_puzzles.generate import Spec, generate
from odin_solver.errors import InputError

CONNECT = "20s"
"""How long to wait for a cluster to answer."""


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
    jobs
        Processes on this machine.
    cluster
        Address of a Dask scheduler whose workers do the work instead.

    Yields
    ------
    Attempt
        How they end, in any order.

    Raises
    ------
    InputError
        If the cluster cannot be reached, or Dask is not installed.
    """
    if cluster is None and jobs == 1:
        for number in numbers:
            yield _attempt(spec, seed, number)
        return
    with _backend(jobs, cluster) as workers:
        parallel = Parallel(
            n_jobs=workers, return_as="generator_unordered", batch_size=1, pre_dispatch="2*n_jobs"
        )
        with _deaf_to_interrupts():
            task = delayed(_attempt if cluster else _attempt_of_child)
            parent = () if cluster else (os.getpid(),)
            results = parallel(task(spec, seed, number, *parent) for number in numbers)
        yield from results


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Let processes that are started here never hear of Ctrl-C: it is for the one that asked."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    former = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)


@contextmanager
def _backend(jobs: int, cluster: str | None) -> Iterator[int]:
    """The joblib backend to use; gives the number of jobs to ask it for."""
    if cluster is None:
        with parallel_config(backend="loky"):
            yield jobs
        return
    try:
        from distributed import Client
    except ImportError:
        advice = "pip install 'odin-solver[cluster]'"
        raise InputError(f"--cluster needs Dask, which is not installed: {advice}") from None
    try:
        client: Any = Client(cluster, timeout=CONNECT)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, ImportError) as error:
        raise InputError(f"--cluster: no Dask scheduler answers at {cluster}: {error}") from None
    try:
        if not client.scheduler_info()["workers"]:
            raise InputError(f"--cluster: the Dask scheduler at {cluster} has no workers")
        with parallel_config(backend="dask", client=client):
            yield -1
    finally:
        client.close()


def _attempt_of_child(spec: Spec, seed: int, number: int, parent: int) -> Attempt:
    """Make an attempt in a process that does not outlive the one that asked."""
    _end_with(parent)
    return _attempt(spec, seed, number)


@cache
def _end_with(parent: int) -> None:
    """End this process soon after its parent has gone, even if that was killed."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _attempt(spec: Spec, seed: int, number: int) -> Attempt:
    puzzle = generate(spec, seed, number)
    return Attempt(number, None if puzzle is None else puzzle_data(puzzle))
