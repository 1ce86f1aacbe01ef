"""Engines come from processes that are kept for the next position, and end with them."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import BinaryIO

import psutil
import pytest

from odin_solver.components import board
from odin_solver.placement.engines import Engines
from odin_solver.placement.solution import Limits, Status
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position
from odin_solver.support.children import ForkServer
from tests.cli.process import odin, running
from tests.placement.asking import ask
from tests.timing import HANGING, wait_until

POSITION = Position((BoardState(board("stone_house")),), {"peas": 2, "mead": 1, "silver": 2})

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="elsewhere each engine is started alone"),
]


_earlier: set[int] = set()


@pytest.fixture(autouse=True)
def processes_of_other_tests() -> None:
    """Leave out what other tests have left running, such as a coach of the page."""
    _earlier.clear()
    _earlier.update(children())


def children(of: int = os.getpid()) -> set[int]:
    """Return the servers that a process started in this test and that still run."""
    found = psutil.Process(of).children()
    return {each.pid for each in found if each.status() != psutil.STATUS_ZOMBIE} - _earlier


def test_servers_are_kept_and_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODIN_MARK", mark := f"engines {os.getpid()}")
    with Engines():
        wait_until(children)
        (server,) = servers = children()
        wait_until(lambda: children(of=server))
        solvers = children(of=server)  # before the first search: HiGHS, which is kept
        first = ask(POSITION, "final", limits=Limits(HANGING))
        second = ask(POSITION, "final", limits=Limits(HANGING))
        assert children() == servers
        assert solvers <= children(of=server)
        # An engine that the first answer did not wait for starts later; searches end.
        wait_until(lambda: len(children(of=server)) <= 2)
        assert solvers <= children(of=server)
    assert solvers
    assert first.status == second.status == Status.OPTIMAL
    assert first.after == second.after
    wait_until(lambda: not running(mark))


def test_a_server_is_a_copy_of_a_process_without_threads_and_solvers() -> None:
    code = """
import sys, threading, time
from odin_solver.support.children import ForkServer
held = threading.Thread(target=time.sleep, args=(9,), daemon=True)
if sys.argv[1] == "thread": held.start()
if sys.argv[1] == "loaded": sys.modules["numpy"] = None
with ForkServer("numpy") as server:
    print(type(server._process).__name__, server.alive)
print(server.alive)
"""
    for what, kind in (("copy", "_Fork"), ("thread", "Popen"), ("loaded", "Popen")):
        ran = subprocess.run([sys.executable, "-c", code, what], capture_output=True, text=True)
        assert ran.stdout.split() == [kind, "True", "False"], ran.stderr


def test_highs_is_imported_before_it_is_needed() -> None:
    with Engines():
        wait_until(children)
        (server,) = children()
        wait_until(lambda: children(of=server))


@pytest.mark.parametrize("command", ["solve", "hint", "analyse"])
def test_commands_start_engines_before_they_read(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    started = []
    entered = Engines.__enter__

    def enter(engines: Engines) -> Engines:
        started.append("odin_solver.placement.solve" in sys.modules)
        return entered(engines)

    monkeypatch.setattr(Engines, "__enter__", enter)
    path = tmp_path / "position.json"
    path.write_text(odin(capsys, "example", "opening").out)
    assert odin(capsys, command, "--help").code == 0
    assert odin(capsys, command, str(tmp_path / "none.json")).code == 2
    assert started == [True]  # before the file was read, with all that engines share
    assert odin(capsys, command, str(path), "--quiet", "--time-limit", "2").code in (0, 3)
    assert len(started) == 2


@pytest.mark.parametrize("solvers", [False, True])
def test_a_dead_server_is_replaced(solvers: bool) -> None:
    with Engines():
        ask(POSITION, "final", limits=Limits(HANGING))
        (server,) = children()
        dying = children(of=server) if solvers else {server}
        assert dying
        for each in dying:
            os.kill(each, signal.SIGKILL)
        while children() & dying or children(of=server) & dying:
            time.sleep(0.01)
        again = ask(POSITION, "final", limits=Limits(HANGING))
    assert again.status == Status.OPTIMAL


@pytest.mark.parametrize("solvers", [False, True])
def test_a_server_that_dies_with_a_request_is_replaced(
    solvers: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Engines():
        ask(POSITION, "final", limits=Limits(HANGING))
        (server,) = children()
        dying = children(of=server) if solvers else {server}
        assert dying
        start = ForkServer.start
        killed: list[str] = []

        def start_and_kill(forks: ForkServer, more: str = "") -> tuple[BinaryIO, BinaryIO]:
            streams = start(forks, more)
            if not killed and bool(more) >= solvers:
                for each in dying:
                    os.kill(each, signal.SIGKILL)
                killed.append(more)
            return streams

        monkeypatch.setattr(ForkServer, "start", start_and_kill)
        for each in dying:
            os.kill(each, signal.SIGSTOP)  # the request waits, and is lost
        again = ask(POSITION, "final", limits=Limits(HANGING))
    assert killed
    assert again.status == Status.OPTIMAL
