"""Running ``odin`` in this process and in one of its own."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import pytest

from odin_cli.main import run
from tests.timing import HANGING, wait_until

COMMAND = [sys.executable, "-m", "odin_cli"]

Process = subprocess.Popen[str] | subprocess.Popen[bytes]


class Result(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


def environment(**changes: str) -> dict[str, str]:
    """An environment without colours, in which this odin_cli is found."""
    kept = {key: value for key, value in os.environ.items() if key != "FORCE_COLOR"}
    path = os.pathsep.join(filter(None, sys.path))
    return {**kept, "PYTHONPATH": path, "COLUMNS": "100", "NO_COLOR": "1", **changes}


def odin_process(*arguments: str, stdin: str = "", **changes: str) -> Result:
    """Run a command line in a process."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(**changes),
        timeout=HANGING,
        check=False,
    )
    return Result(done.returncode, done.stdout, done.stderr)


# Modules of Python alone, which take about 0.1 s: the speed of this machine, busy as it is.
YARDSTICK = "import asyncio, http.client, sqlite3, unittest.mock, xml.dom.minidom"


def relative_time(*arguments: str, stdin: str = "") -> float:
    """Return the processor time of a command line, divided by that of `YARDSTICK`."""

    def processor_time(*command: str) -> float:
        began = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, *command],
            input=stdin,
            stdout=subprocess.DEVNULL,
            text=True,
            env=environment(),
            timeout=HANGING,
            check=True,
        )
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        return ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime

    commands = [(*COMMAND[1:], *arguments), ("-c", YARDSTICK)]
    times = [[processor_time(*command) for command in commands] for _ in range(3)]
    return min(odin for odin, _ in times) / min(python for _, python in times)


def odin_typed(*arguments: str, stdin: str = "", **changes: str) -> Result:
    """Run a command line in this process as `odin_process` does in one of its own."""
    out, err = (TextIOWrapper(BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with (
        patch.dict(os.environ, environment(**changes), clear=True),
        patch("sys.stdin", TextIOWrapper(BytesIO(stdin.encode()), encoding="utf-8")),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = run(arguments)
    return Result(code, *(stream.buffer.getvalue().decode() for stream in (out, err)))


def odin(capsys: pytest.CaptureFixture[str], *arguments: str) -> Result:
    """Run a command line in this process."""
    capsys.readouterr()
    code = run(arguments)
    return Result(code, *capsys.readouterr())


@contextmanager
def small_files(most: int) -> Iterator[None]:
    """Let this process write no file of more bytes, as where a disk is full."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def running(mark: str) -> list[int]:
    """Return the processes with a mark in their environment."""
    pids = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            marked = mark.encode() in (folder / "environ").read_bytes()
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if marked and state != "Z":
            pids.append(int(folder.name))
    return pids


def wait_for_children(process: Process, mark: str) -> None:
    """Wait until a command that runs with a mark has started another process."""
    wait_for_processes(process, mark, 2)


def wait_for_processes(process: Process, mark: str, number: int) -> None:
    """Wait until so many processes run with a mark, a command that runs with it among them."""

    def started() -> bool:
        assert process.poll() is None, "the command ended"
        return len(running(mark)) >= number

    wait_until(started)


def one_line(text: str, parts: Sequence[str]) -> None:
    """Make sure that an error is one line that has all these parts."""
    assert text.count("\n") == 1, text
    assert text.startswith("odin: ")
    assert "Traceback" not in text
    for part in parts:
        assert part in text, text
