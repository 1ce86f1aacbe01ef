"""What a function yields in a process of its own."""

import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from odin_solver.errors import InputError, OdinError
from odin_solver.support.children import results_of
from tests.timing import HANGING


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the process import this module."""
    root = str(Path(__file__).parents[2])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([root, os.environ.get("PYTHONPATH", "")]))


def squares(most: int) -> Iterator[int]:
    print("noise of a solver", flush=True)
    os.write(1, b"more noise\n")
    for number in range(most):
        yield number * number


def pid_then_nothing() -> Iterator[int]:
    yield os.getpid()
    time.sleep(2 * HANGING)


def broken() -> Iterator[int]:
    yield 1
    raise RuntimeError("out of luck")


@pytest.mark.slow
def test_results_come_from_another_process() -> None:
    assert list(results_of(squares, 5, what="squaring")) == [0, 1, 4, 9, 16]
    assert next(results_of(pid_then_nothing, what="waiting")) != os.getpid()


@pytest.mark.slow
def test_it_ends_at_the_time_limit_and_when_cancelled() -> None:
    with pytest.raises(TimeoutError):
        list(results_of(pid_then_nothing, what="waiting", seconds=1.0))
    cancel = threading.Event()
    found = []
    for pid in results_of(pid_then_nothing, what="waiting", cancel=cancel):
        found.append(pid)
        cancel.set()
    with pytest.raises(ProcessLookupError):
        os.kill(found[0], 0)


def refusing() -> Iterator[int]:
    yield 1
    raise InputError("line 3: no board", "line 5: no tile", more=2)


@pytest.mark.slow
def test_bad_input_is_told_in_its_words() -> None:
    found = results_of(refusing, what="reading")
    assert next(found) == 1
    with pytest.raises(InputError) as caught:
        next(found)
    assert caught.value.problems == ("line 3: no board", "line 5: no tile")


@pytest.mark.slow
def test_a_process_that_fails_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OdinError, match=r"counting failed .*ODIN_DEBUG"):
        list(results_of(broken, what="counting"))
    monkeypatch.setattr(sys, "executable", "false")
    with pytest.raises(OdinError, match="squaring failed"):
        list(results_of(squares, 5, what="squaring"))
