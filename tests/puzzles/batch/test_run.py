"""Runs of many puzzles: the same result however they are made, and whatever interrupts them."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from odin_puzzles.batch.folder import LOG, Attempt, BatchFolder, file_name
from odin_puzzles.batch.run import BatchProgress, BatchSpec, finished, make, make_into
from odin_puzzles.files import puzzle_from, read_puzzle
from odin_puzzles.generate.pipeline import proven
from odin_puzzles.generate.spec import spec_of
from odin_solver.errors import InputError
from tests.cli.process import COMMAND, environment, odin, one_line
from tests.profiles import cases
from tests.timing import HANGING, wait_until

ORDER = BatchSpec(spec_of("fill", "small", 1), seed=3, count=4)
COMMAND_LINE = ["puzzle", "new", "--kind", "fill", "--board", "small", "--difficulty", "1"]
COMMAND_LINE += ["--seed", "3", "--count", "4"]


def run(path: Path, order: BatchSpec = ORDER) -> BatchProgress:
    state = BatchProgress()
    with BatchFolder(path, order.data()) as folder:
        make_into(folder, order, state)
    return state


def files(path: Path) -> dict[str, str]:
    return {each.name: each.read_text() for each in path.glob("*.json")}


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole")
    run(path)
    return path


def test_a_run_writes_as_many_puzzles_as_asked_for(uninterrupted: Path) -> None:
    names = sorted(files(uninterrupted))
    assert len(names) == ORDER.count
    assert all(name.startswith("fill-small-3-") for name in names)
    for name in names:
        puzzle = read_puzzle(uninterrupted / name)
        assert puzzle.difficulty == 1
        assert puzzle.seed is not None
        assert file_name(ORDER.spec, 3, puzzle.seed - 3_000_000) == name


@pytest.mark.slow
@pytest.mark.parametrize("stop", [None, threading.Event()])
def test_other_processes_make_the_same_puzzles(
    stop: threading.Event | None, uninterrupted: Path, tmp_path: Path
) -> None:
    """Without what stops it the run is in this process, and one process would be this."""
    state = BatchProgress()
    with BatchFolder(tmp_path, ORDER.data()) as folder:
        make_into(folder, ORDER, state, jobs=1 if stop else 2, stop=stop)
    assert files(tmp_path) == files(uninterrupted)
    assert state.tried == max(state.accepted) + 1


@pytest.mark.slow
def test_a_run_ends_when_its_time_is_over() -> None:
    state = BatchProgress()
    endless = BatchSpec(ORDER.spec, count=100_000, tries=100_000)
    assert not list(make(endless, state, seconds=0.0, stop=threading.Event()))
    assert not state.tried


def test_the_order_in_which_attempts_end_does_not_matter() -> None:
    puzzles = [None, {"position": 1, "goal": 1}, {"position": 2, "goal": 1}, None]
    puzzles += [{"position": 1, "goal": 1}, {"position": 3, "goal": 1}, {"position": 4, "goal": 1}]
    ended = [Attempt(number, data) for number, data in enumerate(puzzles)]
    for attempts in (ended, ended[::-1], ended[3:] + ended[:3]):
        state, certain = BatchProgress(), []
        for attempt in attempts:
            certain += state.take(attempt, 3)
        # The fourth attempt made the first puzzle again; the last one was not needed.
        assert list(state.accepted) == certain == [1, 2, 5]
        assert state.tried == 6


def test_a_run_gives_up_after_its_tries(tmp_path: Path) -> None:
    order = BatchSpec(spec_of("fill", "iceland", 5), count=3, tries=4)
    state = run(tmp_path, order)
    assert state.tried == 4
    assert finished(order, state)
    assert len(files(tmp_path)) == len(state.accepted) < 3


@pytest.mark.slow
def test_a_stopped_run_goes_on_without_making_an_attempt_twice(
    uninterrupted: Path, tmp_path: Path
) -> None:
    stop = threading.Event()
    first = BatchProgress()
    with BatchFolder(tmp_path, ORDER.data()) as folder:
        make_into(
            folder,
            ORDER,
            first,
            stop=stop,
            on_progress=lambda: stop.set() if first.accepted else None,
        )
    assert len(first.accepted) == 1
    with BatchFolder(tmp_path, ORDER.data()) as folder:
        assert len(folder.known) == first.tried
        second = BatchProgress()
        for attempt in folder.known.values():
            second.take(attempt, ORDER.count)
        again = [attempt.number for attempt, _ in make(ORDER, second)]
    assert min(again) == first.tried
    run(tmp_path)
    assert files(tmp_path) == files(uninterrupted)
    # A run that is complete has nothing to do, and restores what is missing.
    next(tmp_path.glob("*.json")).unlink()
    run(tmp_path)
    assert files(tmp_path) == files(uninterrupted)


@pytest.mark.slow
def test_a_line_that_was_cut_off_is_made_again(uninterrupted: Path, tmp_path: Path) -> None:
    log = (uninterrupted / LOG).read_bytes()
    for cut in (0, 1, len(log) // 3, len(log) // 2, len(log) - 1):
        folder = tmp_path / str(cut)
        folder.mkdir()
        (folder / LOG).write_bytes(log[:cut])
        run(folder)
        assert files(folder) == files(uninterrupted)
        lines = [json.loads(line) for line in (folder / LOG).read_text().splitlines()]
        numbers = [line["attempt"] for line in lines[1:]]
        assert sorted(numbers) == list(range(len(numbers)))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("garbage", "line 3: neither valid JSON"),
        ("[]", "line 3: expected an attempt"),
        ("null", "line 3: neither"),
        ('{"attempt": "7", "puzzle": null}', "line 3: expected an attempt"),
        ('{"attempt": true, "puzzle": null}', "line 3: expected an attempt"),
        ('{"attempt": -1, "puzzle": null}', "line 3: expected an attempt"),
        ('{"attempt": 7, "puzzle": 7}', "line 3: expected an attempt"),
        ('{"attempt": 7, "puzzle": null, "more": 1}', "line 3: expected an attempt"),
        ('{"attempt": 7, "puzzle": {}}', "attempt 7: .*schema"),
        ('{"a": ' + "[" * 5000, "line 3: .*(within each other|is missing)"),
        ('{"attempt": 1' + "0" * 5000 + "}", "line 3: .*digits"),
    ],
)
def test_a_foreign_line_in_the_log_is_refused(
    uninterrupted: Path, tmp_path: Path, line: str, problem: str
) -> None:
    lines = (uninterrupted / LOG).read_text().splitlines()
    text = "\n".join([*lines[:2], line, *lines[2:]]) + "\n"
    (tmp_path / LOG).write_text(text)
    with pytest.raises(InputError, match=rf"{re.escape(LOG)}: {problem}"):
        run(tmp_path)
    assert (tmp_path / LOG).read_text() == text
    assert not files(tmp_path)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"solution": []}, "the puzzle has no solution"),
        ({"difficulty": 5}, "difficulty: expected 1, got 5"),
        ({"seed": 7}, "seed: expected"),
        ({"kind": "order"}, "kind: expected 'fill'"),
        ({"title": "Buy now"}, "title: expected"),
        ({"generator": "me"}, "generator: expected"),
    ],
)
def test_a_forged_puzzle_in_the_log_is_refused(
    uninterrupted: Path, tmp_path: Path, changes: dict[str, Any], problem: str
) -> None:
    lines = [json.loads(line) for line in (uninterrupted / LOG).read_text().splitlines()]
    made = next(line for line in lines[1:] if line["puzzle"])
    made["puzzle"] |= changes
    (tmp_path / LOG).write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(InputError, match=rf"attempt {made['attempt']}: {problem}"):
        run(tmp_path)


def test_a_puzzle_with_several_solutions_in_the_log_is_refused(
    uninterrupted: Path, tmp_path: Path
) -> None:
    position = {
        "schema": 1,
        "boards": [{"board": {"name": "Small board", "map": ["...."]}}],
        "supply": {"silver": 2, "ore": 2},
    }
    lines = [json.loads(line) for line in (uninterrupted / LOG).read_text().splitlines()]
    made = next(line for line in lines[1:] if line["puzzle"])
    cells = [[x, 0] for x in range(4)]
    made["puzzle"] |= {
        "position": position,
        "goal": {"board": 0, "cells": cells},
        "solution": [
            {"board": 0, "tile": tile, "cells": [cell]}
            for tile, cell in zip(("silver", "silver", "ore", "ore"), cells, strict=True)
        ],
        "title": "Four tiles on a small board",
    }
    (tmp_path / LOG).write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(InputError, match="several solutions"):
        run(tmp_path)


def test_another_run_in_the_same_folder_is_refused(uninterrupted: Path) -> None:
    other = BatchSpec(ORDER.spec, seed=4, count=4)
    with pytest.raises(InputError, match="belongs to another run: seed 3 instead of 4"):
        BatchFolder(uninterrupted, other.data())
    before = files(uninterrupted)
    assert before == files(uninterrupted)


def test_two_runs_at_once_are_refused(tmp_path: Path) -> None:
    with (
        BatchFolder(tmp_path, ORDER.data()),
        pytest.raises(InputError, match="another program keeps it locked"),
    ):
        BatchFolder(tmp_path, ORDER.data())
    with BatchFolder(tmp_path, ORDER.data()):
        pass


def test_a_folder_that_cannot_be_written_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot write"):
        BatchFolder(tmp_path / "file", ORDER.data())


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [pytest.param(1, marks=pytest.mark.nightly), 2])
def test_a_killed_run_loses_and_doubles_nothing(
    jobs: int, uninterrupted: Path, tmp_path: Path
) -> None:
    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [*COMMAND, *COMMAND_LINE, "--jobs", str(jobs), "-o", str(tmp_path), "--quiet"],
            env=environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    log = tmp_path / LOG
    kept: list[str] = []
    for lines in (2, 4)[: cases(1, 2)]:
        process = start()
        while process.poll() is None:
            if log.exists() and log.read_bytes().count(b"\n") >= lines:
                break
            time.sleep(0.005)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for name, text in files(tmp_path).items():
            assert text == files(uninterrupted)[name]
        now = log.read_text().splitlines()
        assert now[: len(kept)] == kept
        kept = log.read_text().rpartition("\n")[0].splitlines()
    process = start()
    assert process.wait(timeout=HANGING) == 0
    assert files(tmp_path) == files(uninterrupted)
    assert log.read_text().splitlines()[: len(kept)] == kept
    # Nothing but the puzzles and the log is left behind.
    assert {each.name for each in tmp_path.iterdir()} == {LOG, *files(tmp_path)}


ENDLESS = """
import sys, time
import odin_puzzles.batch.run as run

made = run.nearing_attempt

def endless(spec, seed, number):
    while number >= (20 if spec.difficulty == 1 else 2):
        open(f"{__file__}.waits", "w").close()
        time.sleep(1)
    yield from made(spec, seed, number)

run.nearing_attempt = endless
"""
"""A module `sitecustomize`: the later attempts do not end."""


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_finished(jobs: str, tmp_path: Path) -> None:
    """What is in progress is not waited for."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(ENDLESS)
    tmp_path /= "made"
    env = environment()
    env["PYTHONPATH"] = os.pathsep.join([str(site), env["PYTHONPATH"]])
    process = subprocess.Popen(
        [*COMMAND, *COMMAND_LINE[:-1], "5000", "--jobs", jobs, "-o", str(tmp_path)],
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_until(lambda: files(tmp_path))
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=HANGING)
    assert process.returncode == 130
    one_line(err, ["stopped; puzzles made: ", " of 5000; ", "resumes the run"])
    assert sorted(Path(line).name for line in out.splitlines()) == sorted(files(tmp_path))


NEVER_NEARER = """
import time
import odin_puzzles.batch.run as run

made = run.nearing_attempt

def endless(spec, seed, number):
    for puzzle in made(spec, seed, number):
        yield puzzle
        while puzzle.difficulty != spec.difficulty:
            open(f"{__file__}.waits", "w").close()
            time.sleep(1)

run.nearing_attempt = endless
"""
"""A module `sitecustomize`: an attempt does not end after its first puzzle."""


@pytest.mark.slow
def test_ctrl_c_keeps_the_nearest_puzzle_of_an_attempt_that_goes_on(tmp_path: Path) -> None:
    site = tmp_path / "sitecustomize.py"
    site.write_text(NEVER_NEARER)
    env = environment()
    env["PYTHONPATH"] = os.pathsep.join([str(tmp_path), env["PYTHONPATH"]])
    wanted = [*COMMAND_LINE[:7], "5", "--seed", "1"]
    process = subprocess.Popen(
        [*COMMAND, *wanted],
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_until(Path(f"{site}.waits").exists)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=HANGING)
    assert process.returncode == 130
    puzzle = puzzle_from(json.loads(out))
    assert f"the nearest so far has difficulty {puzzle.difficulty}" in err
    assert puzzle.difficulty != 5
    assert proven(puzzle)


@pytest.mark.slow
def test_a_dask_cluster_makes_the_same_puzzles(
    uninterrupted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    # Its workers have to find this odin_puzzles.
    paths = [str(Path(each).resolve()) for each in sys.path if each]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        state = BatchProgress()
        with BatchFolder(tmp_path, ORDER.data()) as folder:
            make_into(folder, ORDER, state, cluster=cluster.scheduler_address)
    assert files(tmp_path) == files(uninterrupted)


@pytest.mark.slow
def test_a_cluster_that_is_not_there_is_one_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed")
    monkeypatch.setattr("odin_solver.support.parallel.CONNECT", "1s")
    with (
        BatchFolder(tmp_path, ORDER.data()) as folder,
        pytest.raises(InputError, match=r"no Dask scheduler answers at tcp://127.0.0.1:1"),
    ):
        make_into(folder, ORDER, BatchProgress(), cluster="tcp://127.0.0.1:1")


@pytest.mark.slow
def test_a_missing_dask_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "distributed.py").write_text("raise ImportError")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *filter(None, sys.path)]))
    done = odin(capsys, *COMMAND_LINE, "-o", str(tmp_path), "--cluster", "tcp://127.0.0.1:1")
    assert done.code == 2
    one_line(done.err, ["pip install 'odin-solver[cluster]'"])
