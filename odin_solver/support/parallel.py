"""Parallel work in processes or on a cluster, by joblib."""

import os
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from odin_solver.errors import InputError
from odin_solver.support.platform import holding_interrupts, watch_parent

CONNECT = "20s"
"""Timeout of connecting to a cluster."""

Result = TypeVar("Result")


def parallel_map(
    function: Callable[..., Result],
    tasks: Iterable[tuple[Any, ...]],
    *,
    jobs: int = 1,
    cluster: str | None = None,
    in_order: bool = False,
) -> Generator[Result, None, None]:
    """Call a function with the arguments of every task.

    Only the calling process receives Ctrl-C. Whether running tasks end is its choice: a
    `KeyboardInterrupt` that passes through here ends the processes.

    Parameters
    ----------
    function
        A function of a module.
    tasks
        The arguments, consumed as needed; a few more are started than processes are free.
    jobs
        Processes on this machine; with one, the calling process does the work.
    cluster
        Address of a Dask scheduler whose workers do the work instead.
    in_order
        Whether to yield results in the order of the tasks instead of as completed.

    Raises
    ------
    InputError
        If the cluster cannot be reached or cannot import the function, or Dask is not installed.
    """
    if cluster is None and jobs == 1:
        for task in tasks:
            yield function(*task)
        return
    from joblib import Parallel, delayed  # starts slowly

    with _backend(jobs, cluster, function.__module__) as workers:
        parallel = Parallel(
            n_jobs=workers,
            return_as="generator" if in_order else "generator_unordered",
            batch_size=1,
            pre_dispatch="2*n_jobs",
        )
        with _deferring_interrupts():
            results = parallel(delayed(function)(*task) for task in tasks)
        try:
            for result in results:  # noqa: UP028  (`yield from` would close them too early)
                yield result
        except GeneratorExit:
            with warnings.catch_warnings():  # joblib warns of the dropped tasks, which is intended
                warnings.simplefilter("ignore", UserWarning)
                results.close()
            raise


@contextmanager
def _deferring_interrupts() -> Iterator[None]:
    """Start processes that do not receive Ctrl-C; ours comes afterwards."""
    import multiprocessing.resource_tracker

    from joblib.externals.loky.backend import resource_tracker as joblib_tracker

    # Both trackers unblock signals when they start, so they start first.
    multiprocessing.resource_tracker.ensure_running()
    joblib_tracker.ensure_running()
    with holding_interrupts():
        yield


@contextmanager
def _backend(jobs: int, cluster: str | None, module: str) -> Iterator[int]:
    from joblib import parallel_config

    if cluster is None:
        with parallel_config(backend="loky", initializer=watch_parent, initargs=(os.getpid(),)):
            yield jobs
        return
    try:
        from distributed import Client
    except ImportError:
        advice = "pip install 'odin-solver[cluster]'"
        raise InputError.said(
            "--cluster needs Dask, which is not installed: {advice}", advice=advice
        ) from None
    try:
        # Dask has no types.
        client: Any = Client(cluster, timeout=CONNECT)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, ImportError) as error:
        raise InputError.said(
            "--cluster: no Dask scheduler answers at {at}: {error}", at=cluster, error=error
        ) from None
    try:
        if not client.scheduler_info()["workers"]:
            raise InputError.said(
                "--cluster: the Dask scheduler at {at} has no workers", at=cluster
            )
        _check_import(client, cluster, module)
        with parallel_config(backend="dask", client=client):
            yield -1
    finally:
        client.close()


def _check_import(client: Any, cluster: str, module: str) -> None:
    """Make sure that a cluster can import a module; joblib waits for ever for one that cannot."""
    for part, run in (("scheduler", client.run_on_scheduler), ("workers", client.run)):
        try:
            run(exec, f"import {module}")
        except ImportError as error:
            raise InputError.said(
                "--cluster: the {part} at {at} cannot import {module} ({error}); install the "
                "same odin-solver there",
                part=part,
                at=cluster,
                module=module,
                error=error,
            ) from None
