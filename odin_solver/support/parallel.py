"""Work spread over processes or a cluster by joblib."""

import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

from joblib import Parallel, delayed, parallel_config

from odin_solver.errors import InputError

CONNECT = "20s"
"""How long to wait for a cluster to answer."""

Result = TypeVar("Result")


def spread(
    function: Callable[..., Result],
    tasks: Iterable[tuple[Any, ...]],
    *,
    jobs: int = 1,
    cluster: str | None = None,
    in_order: bool = False,
) -> Generator[Result, None, None]:
    """Call a function with the arguments of every task, for as long as there are tasks.

    Ctrl-C is heard by the process that asks alone. Whether the tasks that have begun are ended
    then is its choice: a `KeyboardInterrupt` that passes through here ends the processes.

    Parameters
    ----------
    function
        What to call: a function of a module.
    tasks
        The arguments. They are asked for when they are needed; a few more are begun than
        processes are free.
    jobs
        Processes on this machine; with one, the work is done in the process that asks.
    cluster
        Address of a Dask scheduler whose workers do the work instead.
    in_order
        Whether results come in the order of the tasks; as soon as they are there otherwise.

    Yields
    ------
    Result
        What the function returned.

    Raises
    ------
    InputError
        If the cluster cannot be reached, or Dask is not installed.
    """
    if cluster is None and jobs == 1:
        for task in tasks:
            yield function(*task)
        return
    with _backend(jobs, cluster) as workers:
        parallel = Parallel(
            n_jobs=workers,
            return_as="generator" if in_order else "generator_unordered",
            batch_size=1,
            pre_dispatch="2*n_jobs",
        )
        with _deaf_to_interrupts():
            call = delayed(function) if cluster else delayed(_in_child)
            first = () if cluster else (os.getpid(), function)
            results = parallel(call(*first, *task) for task in tasks)
        try:
            for result in results:  # noqa: UP028  (`yield from` would close them too early)
                yield result
        except GeneratorExit:
            with warnings.catch_warnings():  # joblib's: that tasks are dropped is wanted here
                warnings.simplefilter("ignore", UserWarning)
                results.close()
            raise


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
        # Dask left it without types.
        # Dask left it without types.
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


def _in_child(parent: int, function: Callable[..., Result], *task: Any) -> Result:
    """Do a task in a process that does not outlive the one that asked."""
    _end_with(parent)
    return function(*task)


@cache
def _end_with(parent: int) -> None:
    """End this process soon after its parent has gone, even if that was killed."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
