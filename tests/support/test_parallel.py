"""Work over processes: nothing is lost or doubled, and nobody outlives who asked."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from odin_solver.errors import InputError
from odin_solver.support.parallel import parallel_map
from tests.timing import HANGING, wait_until


def double(number: int) -> tuple[int, int]:
    return 2 * number, os.getpid()


def last_if_first(number: int, sign: Path) -> int:
    """The first task ends only when another one has ended."""
    if number == 0:
        wait_until(sign.exists)
    sign.touch()
    return number


def fail(number: int) -> int:
    raise ValueError(number)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_every_task_is_done_once(jobs: int) -> None:
    found = list(parallel_map(double, ((number,) for number in range(20)), jobs=jobs))
    assert sorted(result for result, _ in found) == list(range(0, 40, 2))
    here = {process == os.getpid() for _, process in found}
    assert here == {jobs == 1}


def test_results_come_in_order_only_if_that_is_asked_for(tmp_path: Path) -> None:
    tasks = [(number, tmp_path / "ordered") for number in range(6)]
    assert list(parallel_map(last_if_first, tasks, jobs=2, in_order=True)) == list(range(6))
    tasks = [(number, tmp_path / "as they end") for number in range(6)]
    as_they_end = list(parallel_map(last_if_first, tasks, jobs=2))
    assert sorted(as_they_end) == list(range(6))
    assert as_they_end[0] != 0


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_tasks_are_asked_for_when_they_are_needed(jobs: int) -> None:
    asked: list[int] = []

    def tasks() -> Iterator[tuple[int]]:
        for number in range(1000):
            asked.append(number)
            yield (number,)

    with closing(parallel_map(double, tasks(), jobs=jobs)) as results:
        next(results)
        assert len(asked) < 100


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_a_task_is_told(jobs: int) -> None:
    with pytest.raises(ValueError, match="7"):
        list(parallel_map(fail, [(7,)], jobs=jobs))


PROGRAM = """
import os, time
from odin_solver.support.parallel import parallel_map

def work(number):
    os.write(1, b"%d\\n" % os.getpid())  # in one piece: both share the pipe
    time.sleep(60)

if __name__ == "__main__":
    for _ in parallel_map(work, [(1,), (2,)], jobs=2):
        pass
"""


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_processes_end_with_the_one_that_asked(number: signal.Signals, tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    process = subprocess.Popen(
        [sys.executable, file], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    children: set[int] = set()
    while len(children) < 2:
        line = process.stdout.readline()
        assert line, "the program ended"
        children |= {int(line)} if line.strip().isdecimal() else set()
    process.send_signal(number)
    process.wait(timeout=HANGING)
    wait_until(lambda: not any(map(_runs, children)))


@pytest.mark.slow
def test_a_cluster_that_cannot_import_the_function_is_one_clear_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    monkeypatch.setattr(double, "__module__", "nowhere")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        address = cluster.scheduler_address
        with pytest.raises(InputError, match=f"scheduler at {address} cannot import nowhere"):
            list(parallel_map(double, [(1,)], cluster=address))


def _runs(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
