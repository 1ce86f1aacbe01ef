"""Runs that go on where they were stopped, means, errors in a line."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from benchmarks import harness
from benchmarks.harness import (
    BenchmarkRuns,
    Clock,
    carry_out,
    errors_in_a_line,
    mean,
    paired,
    percentile,
    rows_in,
    seeds_of,
    table,
)
from odin_solver.errors import InputError
from odin_solver.support.files import locked

Task = tuple[str, int]
TASKS: list[Task] = [("long", 1), ("short", 1), ("long", 2)]


@pytest.fixture(autouse=True)
def code(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that nothing changes if somebody works on the code while the tests run."""
    monkeypatch.setattr(harness, "code_version", lambda: "code")


def length_and_seed(length: str, seed: int) -> int:
    return len(length) + seed


def run(
    out: Path | None, measure: Callable[[str, int], int] = length_and_seed, any_code: bool = False
) -> tuple[list[Task], BenchmarkRuns[Task, int]]:
    """Carry out the tasks; return also those that were measured."""
    measured: list[Task] = []

    def counted(length: str, seed: int) -> int:
        measured.append((length, seed))
        return measure(length, seed)

    return measured, carry_out(counted, TASKS, int, out=out, any_code=any_code)


def failing_at_short(length: str, seed: int) -> int:
    if length == "short":
        raise ValueError("no such game")
    return length_and_seed(length, seed)


def stopped_at_short(length: str, seed: int) -> int:
    if length == "short":
        raise KeyboardInterrupt
    return length_and_seed(length, seed)


def test_only_what_is_missing_is_measured(tmp_path: Path) -> None:
    out = tmp_path / "new" / "runs.jsonl"
    measured, found = run(out)
    assert measured == TASKS
    assert found.rows == {("long", 1): 5, ("short", 1): 6, ("long", 2): 6}
    assert found.exit_code == 0
    again, same = run(out)
    assert again == []
    assert same.rows == found.rows
    assert len(same.sessions) == 1
    assert rows_in(out, Task, int) == found.rows


def test_nothing_is_kept_without_a_file() -> None:
    assert run(None)[0] == run(None)[0] == TASKS


@pytest.mark.slow
def test_processes_measure_the_same() -> None:
    found = carry_out(percentile, [((1.0, 2.0), 50), ((3.0,), 50)], float, jobs=2)
    assert found.rows == {((1.0, 2.0), 50): 1.0, ((3.0,), 50): 3.0}


def test_after_ctrl_c_the_same_call_continues(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "runs.jsonl"
    _, found = run(out, stopped_at_short)
    assert found.stopped
    assert found.exit_code == 130
    assert found.rows == {("long", 1): 5}
    assert "stopped after 1 of 3; the same command continues" in capsys.readouterr().err
    assert run(out)[0] == TASKS[1:]


def test_a_failure_is_told_and_tried_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "runs.jsonl"
    _, found = run(out, failing_at_short)
    assert found.exit_code == 1
    assert found.failures == {("short", 1): "ValueError: no such game"}
    assert len(found.rows) == 2
    assert "FAILED: short, 1: ValueError: no such game" in capsys.readouterr().err
    assert run(out)[0] == [("short", 1)]


def test_runs_of_other_code_count_only_on_demand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "runs.jsonl"
    run(out)
    monkeypatch.setattr(harness, "code_version", lambda: "other")
    assert run(out, any_code=True)[0] == []
    assert run(out)[0] == TASKS


def test_a_line_that_was_cut_off_is_dropped(tmp_path: Path) -> None:
    out = tmp_path / "runs.jsonl"
    run(out)
    out.write_bytes(out.read_bytes()[:-5])
    assert run(out)[0] == TASKS[2:]
    assert run(out)[0] == []


@pytest.mark.parametrize(
    "line",
    ["nonsense", '{"type":"run","task":[1]}', '{"type":"run","task":1,"code":"code","row":"x"}'],
)
def test_a_broken_line_is_named(tmp_path: Path, line: str) -> None:
    out = tmp_path / "runs.jsonl"
    run(out)
    before = f"{line}\n{out.read_text()}"
    out.write_text(before)
    with pytest.raises(InputError, match=r"runs\.jsonl: line 1: "):
        run(out)
    assert out.read_text() == before


def test_two_runs_do_not_write_to_one_file(tmp_path: Path) -> None:
    out = tmp_path / "runs.jsonl"
    with locked(out), pytest.raises(InputError, match="another program keeps it locked"):
        run(out)


def test_means_and_differences() -> None:
    found = mean([1.0, 3.0])
    assert tuple(found) == (2.0, 1.0, 2)
    assert found.text() == "2.0 ± 1.0"
    assert mean([-0.01]).text(sign=True) == "+0.0"
    gap = paired({1: 10, 2: 20, 3: 30}, {2: 5, 3: 5, 4: 5})
    assert tuple(gap or ()) == (20.0, 5.0, 2), "only seeds of both count"
    assert paired({1: 1}, {2: 1}) is None
    assert [percentile([3.0, 1.0, 2.0], rank) for rank in (1, 50, 95)] == [1.0, 2.0, 3.0]


def test_a_clock_tells_processor_time() -> None:
    with Clock() as clock:
        sum(range(100_000))
    assert clock.cpu > 0
    assert clock.wall > 0


def test_a_table() -> None:
    assert table(["a", "b"], [["x", "1"]]) == "| a | b |\n| --- | ---: |\n| x | 1 |"


def test_seeds() -> None:
    assert seeds_of("1-200") == range(1, 201)
    assert seeds_of("7") == range(7, 8)
    for wrong in ("", "1-", "a-b", "3-2", "1-2-3", "-1"):
        with pytest.raises(InputError, match="--seeds"):
            seeds_of(wrong)


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
    @click.command()
    @errors_in_a_line()
    def main() -> None:
        raise error

    done = CliRunner().invoke(main)
    assert done.exit_code == code
    assert done.stderr.splitlines()[-1] == line
    assert "Traceback" not in done.stderr
