"""Child processes end with their parent, whatever the signal and the moment."""

import json
import os
import signal
import subprocess
import time
import uuid
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.process import COMMAND, environment, odin, running, wait_for_processes
from tests.puzzles.uniqueness.test_process import hostile
from tests.timing import HANGING


def outlived(arguments: Sequence[str], number: int, processes: int, delay: float) -> list[int]:
    """Kill a command when it has started so many processes; return those that remain."""
    mark = uuid.uuid4().hex
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment(ODIN_MARK=mark),
    )
    wait_for_processes(process, mark, processes + 1)
    time.sleep(delay)
    process.send_signal(number)
    try:
        process.communicate(timeout=HANGING)  # until the pipe is closed
    except subprocess.TimeoutExpired:
        process.kill()
    deadline = time.monotonic() + HANGING
    while (left := running(mark)) and time.monotonic() < deadline:
        time.sleep(0.05)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    return left


@pytest.mark.slow
@pytest.mark.parametrize("delay", [0.0, 0.5])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_searchers(number: int, delay: float, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.json"
    path.write_text(json.dumps(hostile()))
    assert not outlived(["puzzle", "solve", str(path)], number, 1, delay)


@pytest.mark.slow
@pytest.mark.parametrize(("processes", "delay"), [(2, 0.0), (4, 0.0), (4, 0.5)])
def test_engines(
    processes: int, delay: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two processes import the solvers, and two that they fork run them."""
    path = tmp_path / "position.json"
    path.write_text(odin(capsys, "example", "empire").out)
    assert not outlived(["solve", str(path)], signal.SIGKILL, processes, delay)


@pytest.mark.slow
@pytest.mark.parametrize("processes", [2, 4])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_workers(number: int, processes: int) -> None:
    """One process is a tracker of resources, then come the workers."""
    arguments = ["game", "auto", "--seeds", "1-1000", "--jobs", "2"]
    assert not outlived(arguments, number, processes, 0.0)
