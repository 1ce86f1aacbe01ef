"""Fuzzing of the commands, and the inputs that failed once."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings

from benchmarks.fuzz import other_games, page, seeds
from benchmarks.fuzz.cases import CaseOutcome, FuzzCase, failures
from benchmarks.fuzz.mutations import DEPTH, KEYS, MANY, RAW, json_text, similar
from benchmarks.fuzz.seeds import CORPUS
from odin_puzzles.files import any_puzzle_from, puzzle_from
from odin_solver.errors import InputError
from odin_solver.graenaland.files import graenaland_from
from odin_solver.notation.positions import position_from
from odin_solver.vikings.files import vikings_from
from odin_solver.vikings.game.log import replay

ROOT = Path(__file__).parents[2]
CHECK = FuzzCase("position", ("check", "in.json"), {"in.json": b"{}"})


def fuzz(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks.fuzz", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def replayed(path: Path) -> list[dict[str, Any]]:
    done = fuzz("--replay", str(path), "--json")
    assert done.stdout, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.slow
def test_what_failed_once_does_not_fail_again() -> None:
    outcomes = replayed(CORPUS)
    assert len(outcomes) == len(list(CORPUS.glob("*.json"))) > 0
    assert {each["file"]: each["failures"] for each in outcomes if each["failures"]} == {}


@pytest.mark.parametrize(
    ("outcome", "failure"),
    [
        (CaseOutcome(0, b"legal\n"), None),
        (CaseOutcome(2, err=b"odin: in.json: expected boards\n"), None),
        (CaseOutcome(2, err=b"x" * 200 + b"\n"), None),
        (CaseOutcome(2, err=b"x" * 201), "check: long line: _"),
        (CaseOutcome(2), "check: bad input without a message"),
        (CaseOutcome(None, error="KeyError in a.py:f"), "check: KeyError in a.py:f"),
        (CaseOutcome(1, err=b"odin: internal error: KeyError"), "check: traceback"),
        (CaseOutcome(77), "check: exit code 77"),
        (CaseOutcome(0, b"\x1b[31m"), "check: control character in standard output"),
        (CaseOutcome(0, seconds=2.1), "check: late"),
        (CaseOutcome(2, err=b"no", changed=("in.json",)), "check: refused, but changed in.json"),
        (CaseOutcome(None, ended=False), "check: killed"),
    ],
)
def test_failures_of_an_outcome(outcome: CaseOutcome, failure: str | None) -> None:
    named = failures(CHECK, outcome)
    assert named == [] if failure is None else named[0].startswith(failure)


def test_a_case_is_written_and_read() -> None:
    case = FuzzCase("x", ("a", "\udcff"), {"a": b"\xff\x00", "b": "é".encode()}, b"typed", 0.5)
    assert FuzzCase.read(case.text()) == case


@pytest.mark.slow
def test_the_inputs_that_are_mutated_are_good() -> None:
    for position in seeds.positions():
        position_from(position)
    for puzzle in seeds.puzzles():
        puzzle_from(puzzle)
    for position in other_games.vikings_positions():
        vikings_from(position)
    for position in other_games.maps():
        graenaland_from(position)
    for puzzle in other_games.game_puzzles():
        any_puzzle_from(puzzle)
    for log in other_games.vikings_logs():
        replay(log)
    assert page.bodies()


def test_similar_documents_are_mostly_valid() -> None:
    positions = other_games.vikings_positions()
    drawn: list[Any] = []

    @settings(max_examples=100, database=None, phases=[Phase.generate])
    @given(similar(positions))
    def collect(position: Any) -> None:
        drawn.append(position)

    collect()
    valid = sum(_is_position(position) for position in drawn)
    assert len(drawn) / 2 < valid
    assert sum(position not in positions for position in drawn) > len(drawn) / 3


def _is_position(data: Any) -> bool:
    try:
        vikings_from(data)
    except InputError:
        return False
    return True


def test_an_object_may_have_very_many_keys() -> None:
    made = json.loads(json_text({"a": MANY}))
    assert len(made["a"]) == KEYS


def test_json_may_hold_what_json_forbids() -> None:
    deep = f"{RAW}{'[' * DEPTH}"
    assert json_text({"a": deep, "b": f"{RAW}1e999"}) == (
        b'{\n "a": ' + b"[" * DEPTH + b',\n "b": 1e999\n}'
    )


@pytest.mark.nightly
def test_every_chosen_kind_is_tried_and_a_failure_is_kept(tmp_path: Path) -> None:
    kinds = ("position", "request", "keys")
    chosen = [word for kind in kinds for word in ("--kind", kind)]
    done = fuzz("--minutes", "0.02", "--json", "--out", str(tmp_path), *chosen)
    reports = json.loads(done.stdout)
    assert list(reports) == list(kinds)
    assert all(report["inputs"] > 0 for report in reports.values())
    # Keys may all end alike: few are tried in so short a time.
    assert all(report["outcomes"] > (kind != "keys") for kind, report in reports.items())
    failing = sum(len(report["failures"]) for report in reports.values())
    assert done.returncode == (1 if failing else 0)
    assert len(list(tmp_path.glob("*.json"))) == failing


@pytest.mark.slow
def test_a_hanging_command_is_killed(tmp_path: Path) -> None:
    # A pipe without a writer blocks its reader for ever.
    code = (
        "import os, sys; from benchmarks.fuzz import runner; from benchmarks.fuzz.cases import *;"
        "runner.PATIENCE = -1.5; runner.AGAIN = 0; os.mkfifo(sys.argv[1]);"
        "case = FuzzCase('x', ('check', sys.argv[1]));"
        "print(failures(case, runner.rerun(case)));"
        "print(runner.rerun(FuzzCase('x', ('--version',), seconds=9)).code)"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "pipe")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "['check: killed after 2 s and more']\n0\n"
