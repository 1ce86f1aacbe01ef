"""What the commands of the benchmarks have in common."""

import errno
import os
from collections.abc import Callable

import click
import pytest
from click.testing import CliRunner

from benchmarks.commands import errors_in_a_line
from odin_solver.errors import InputError


def command(does: Callable[[], None]) -> click.Command:
    @click.command()
    @click.option("--games", type=int, default=3)
    @errors_in_a_line()
    def main(games: int) -> None:
        """Do it."""
        assert games == 3
        does()

    return main


def failing(error: Exception) -> Callable[[], None]:
    def fail() -> None:
        raise error

    return fail


def full(name: str | None = None) -> OSError:
    return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), name)


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (InputError("games: expected 3"), 2, "Error: games: expected 3"),
        (full(), 1, "Error: standard output: No space left on device"),
        (full("x.json"), 1, "Error: x.json: No space left on device"),
    ],
)
def test_one_line_says_what_was_wrong(error: Exception, code: int, line: str) -> None:
    done = CliRunner().invoke(command(failing(error)))
    assert done.exit_code == code
    assert done.stderr.splitlines()[-1] == line
    assert "Traceback" not in done.stderr


def test_faults_of_the_program_are_not_hidden() -> None:
    done = CliRunner().invoke(command(failing(ValueError("a fault"))))
    assert isinstance(done.exception, ValueError)


def test_several_runs_of_one_command() -> None:
    main = command(lambda: None)
    assert [CliRunner().invoke(main).exit_code for _ in range(2)] == [0, 0]
    assert "Do it." in CliRunner().invoke(main, ["--help"]).output
