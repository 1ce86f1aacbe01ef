"""Fuzzing of the commands, and the inputs that failed once."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.fuzz.cases import CaseOutcome, FuzzCase, failures
from benchmarks.fuzz.mutations import DEPTH, RAW, json_text
from benchmarks.fuzz.seeds import CORPUS

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


def test_json_may_hold_what_json_forbids() -> None:
    deep = f"{RAW}{'[' * DEPTH}"
    assert json_text({"a": deep, "b": f"{RAW}1e999"}) == (
        b'{\n "a": ' + b"[" * DEPTH + b',\n "b": 1e999\n}'
    )


@pytest.mark.slow
def test_every_kind_of_input_is_tried_and_a_failure_is_kept(tmp_path: Path) -> None:
    kinds = ("position", "feast")
    chosen = [word for kind in kinds for word in ("--kind", kind)]
    done = fuzz("--minutes", "0.01", "--json", "--out", str(tmp_path), *chosen)
    reports = json.loads(done.stdout)
    assert list(reports) == list(kinds)
    assert all(report["inputs"] > 0 and report["outcomes"] > 1 for report in reports.values())
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
