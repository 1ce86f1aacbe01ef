"""The search for solutions under a limit, of a puzzle that no search gets to the end of."""

import json
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from odin_puzzles.files import puzzle_from
from odin_puzzles.uniqueness.check import find_solutions, find_solutions_within
from odin_puzzles.uniqueness.placement_model import Undecided
from odin_solver.components import BOARDS, TILES
from odin_solver.errors import OdinError
from odin_solver.rules.geometry import grid_of
from tests.cli.process import COMMAND, environment, odin, one_line, wait_for_children
from tests.puzzles.samples import NAMES, sample
from tests.timing import HANGING

Capsys = pytest.CaptureFixture[str]

SHAPES = (
    *("horseshoe", "helmet", "cloakpin", "belt", "crucifix", "drinking_horn", "amber_figure"),
    *("gold_brooch", "forge_hammer", "fibula", "throwing_axe", "chalice", "round_shield"),
)


def hostile() -> dict[str, Any]:
    """The whole home board, to be filled with odd shapes and oil, which may not touch itself."""
    grid = grid_of(BOARDS["home"])
    cells = [list(cell) for cell in grid.cells(grid.coverable)]
    supply = dict.fromkeys(SHAPES, 1) | {"jewelry": 1}
    open_cells = len(cells) - sum(TILES[name].area * count for name, count in supply.items())
    supply |= {"oil": open_cells // 2, "silver": open_cells % 2}
    return {
        "schema": 1,
        "kind": "fill",
        "position": {"schema": 1, "supply": supply, "boards": [{"board": "home"}]},
        "goal": {"board": 0, "cells": cells},
    }


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "hostile.json"
    path.write_text(json.dumps(hostile()))
    return str(path)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_it_finds_what_the_plain_search_finds(name: str) -> None:
    puzzle = sample(name)
    assert find_solutions_within(puzzle, HANGING) == find_solutions(puzzle)


@pytest.mark.slow
def test_the_limit_ends_the_search() -> None:
    with pytest.raises(Undecided):
        find_solutions_within(puzzle_from(hostile()), 0.8)


@pytest.mark.slow
def test_a_search_ends_when_it_is_cancelled() -> None:
    cancel = threading.Event()
    began = time.monotonic()
    threading.Timer(0.5, cancel.set).start()
    with pytest.raises(Undecided):
        find_solutions_within(puzzle_from(hostile()), 2 * HANGING, cancel)
    assert time.monotonic() - began < HANGING


def test_a_search_that_dies_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "false")
    with pytest.raises(OdinError, match="ODIN_DEBUG"):
        find_solutions_within(sample("fill"), 60.0)


@pytest.mark.slow
def test_solve_and_check_say_that_the_time_was_over(
    capsys: Capsys, file: str, tmp_path: Path
) -> None:
    result = odin(capsys, "puzzle", "solve", file, "--time-limit", "0.8", "--json")
    assert result.code == 3
    one_line(result.err, ["neither solved nor refuted within 0.8 s"])
    data = json.loads(result.out)
    assert (data["unique"], data["solution"], data["engine"]) == (None, None, None)
    answer = tmp_path / "answer.json"
    answer.write_text('[{"board": 0, "tile": "silver", "cells": [[0, 11]]}]')
    result = odin(capsys, "puzzle", "check", file, str(answer), "--time-limit", "0.8", "--json")
    assert result.code == 3
    data = json.loads(result.out)
    assert (data["correct"], data["unique"]) == (False, None)
    assert data["faults"]
    result = odin(capsys, "puzzle", "check", file, "--time-limit", "0.8")
    assert (result.code, result.out) == (3, "")


@pytest.mark.parametrize("limit", ["0", "-1", "nan", "inf", "90000"])
def test_limits_that_are_none(capsys: Capsys, limit: str) -> None:
    for command in ("solve", "check"):
        result = odin(capsys, "puzzle", command, "fill.json", "--time-limit", limit)
        assert result.code == 2
        one_line(result.err, ["--time-limit", "more than 0", limit])


@pytest.mark.slow
@pytest.mark.parametrize("command", ["solve", "check", "print", "play", "share"])
def test_ctrl_c_ends_the_search_at_once(command: str, file: str, tmp_path: Path) -> None:
    target = ["-o", str(tmp_path / "out")] if command in ("print", "share") else []
    process = subprocess.Popen(
        [*COMMAND, "puzzle", command, file, *target],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        env=environment(ODIN_MARK=str(tmp_path)),
    )
    wait_for_children(process, str(tmp_path))
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=HANGING)
    assert process.returncode == 130
    assert b"Traceback" not in errors


@pytest.mark.slow
def test_the_search_does_not_outlive_its_limit_if_nobody_waits_for_it() -> None:
    program = (
        "import json, sys\n"
        "from odin_puzzles.files import puzzle_from\n"
        "from odin_puzzles.uniqueness.check import _search\n"
        "next(_search(puzzle_from(json.load(sys.stdin)), 0.2))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps(hostile()).encode(),
        env=environment(),
        capture_output=True,
        timeout=HANGING,
        check=False,
    )
    assert done.returncode == -signal.SIGALRM
