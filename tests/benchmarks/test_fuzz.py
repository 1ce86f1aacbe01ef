"""Fuzzing of the commands, and the inputs that failed once."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis.strategies import SearchStrategy

from benchmarks.fuzz import inprocess, other_games, seeds, stores, surfaces
from benchmarks.fuzz.__main__ import MORE, TURN
from benchmarks.fuzz.cases import CaseOutcome, FuzzCase, failures
from benchmarks.fuzz.inprocess import lost
from benchmarks.fuzz.mutations import DEPTH, KEYS, MANY, RAW, json_text, similar
from benchmarks.fuzz.seeds import CORPUS
from odin_cli.main import odin
from odin_puzzles.files import puzzle_from
from odin_puzzles.kinds import GAME_OF
from odin_solver.errors import InputError
from odin_solver.graenaland.files import graenaland_from
from odin_solver.notation.positions import position_from
from odin_solver.vikings.files import vikings_from
from odin_solver.vikings.game.log import replay
from odin_web.app import application
from tests.cli.test_every_command import leaves
from tests.web import requests as web
from tests.web.test_shapes import GOOD
from tests.web.test_stores import STORES, TODAY

ROOT = Path(__file__).parents[2]
CHECK = FuzzCase("odin check", ("check", "in.json"), {"in.json": b"{}"})


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
        (CaseOutcome(2, err=b"x" * 201), "odin check: long line: _"),
        (CaseOutcome(2), "odin check: bad input without a message"),
        (CaseOutcome(None, error="KeyError in a.py:f"), "odin check: KeyError in a.py:f"),
        (CaseOutcome(1, err=b"odin: internal error: KeyError"), "odin check: traceback"),
        (CaseOutcome(77), "odin check: exit code 77"),
        (CaseOutcome(0, b"\x1b[31m"), "odin check: control character in standard output"),
        (CaseOutcome(0, seconds=2.1), "odin check: late"),
        (
            CaseOutcome(2, err=b"no", changed=("in.json",)),
            "odin check: refused, but changed in.json",
        ),
        (CaseOutcome(None, ended=False), "odin check: killed"),
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
        puzzle_from(puzzle, kinds=GAME_OF)
    for log in other_games.vikings_logs():
        replay(log, unfinished=True)


def test_similar_documents_are_mostly_valid() -> None:
    positions = other_games.vikings_positions()
    found = drawn(similar(positions), 100)
    valid = sum(_is_position(position) for position in found)
    assert len(found) / 2 < valid
    assert sum(position not in positions for position in found) > len(found) / 3


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


@pytest.mark.slow
def test_every_command_route_store_and_shape_is_a_surface(monkeypatch: pytest.MonkeyPatch) -> None:
    """New ones too, without a further line."""
    monkeypatch.setitem(odin.table, "new", odin.table["tiles"])
    monkeypatch.setattr(web, "ROUTES", [*web.ROUTES, ("POST", "/api/new/{name}")])
    monkeypatch.setattr(stores, "SHAPES", {**GOOD, "new": [{}]})
    surfaces.surfaces.cache_clear()
    found = surfaces.surfaces()
    surfaces.surfaces.cache_clear()
    assert {f"odin {name}" for name in leaves(odin)} <= set(found)
    assert {f"{method} {path}" for method, path in web.routes(application().routes)} <= set(found)
    assert {f"store {name.replace(TODAY, 'DAY.json')}" for name in STORES} <= set(found)
    assert {f"kept {key}" for key in GOOD} <= set(found)
    for new in ("odin new", "POST /api/new/{name}", "kept new"):
        assert {case.surface for case in drawn(found[new], 5)} == {new}


def drawn(strategy: SearchStrategy[Any], number: int) -> list[Any]:
    """Return some examples."""
    found: list[Any] = []

    @settings(max_examples=number, database=None, phases=[Phase.generate])
    @given(strategy)
    def collect(each: Any) -> None:
        found.append(each)

    collect()
    return found


KEPT = b'{"puzzles":{"a":{"n":1}},"x":5}'


@pytest.mark.parametrize(
    ("after", "is_lost"),
    [
        ([KEPT], False),
        ([b"{}", KEPT], False),
        ([KEPT + b"more"], False),
        ([b'{"new": 1, "aside.x": "5", "puzzles": {"a": {"n": 1}, "b": {}}}'], False),
        ([b'{"x":5}', b'{"puzzles":{"a":{"n":1}}}'], False),
        ([b'{"x":5}'], True),
        ([b'{"x":5,"puzzles":{"a":{"n":2}}}'], True),
        ([], True),
        ([b"{}"], True),
    ],
)
def test_what_is_lost(after: list[bytes], is_lost: bool) -> None:
    assert lost(KEPT, after) == is_lost
    assert not lost(b"1\n2\n", [b"2\n3\n", b"1\n"])
    assert lost(b"1\n2\n", [b"2\n3\n"])


def test_a_store_that_is_emptied_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "scores.jsonl"
    path.write_bytes(KEPT)
    monkeypatch.setattr(inprocess, "page", lambda requests: 0)
    assert inprocess.store((str(path),)) == 0
    monkeypatch.setattr(inprocess, "page", lambda requests: path.write_bytes(b"") or 0)
    with pytest.raises(inprocess.LostError):
        inprocess.store((str(path),))


@pytest.mark.slow
def test_every_surface_has_its_turn_and_a_failure_is_kept(tmp_path: Path) -> None:
    names = ("odin check", "POST /api/scores/open", "store data/scores.jsonl")
    chosen = [word for name in names for word in ("--surface", name)]
    done = fuzz("--turns", "2", "--json", "--out", str(tmp_path), *chosen)
    reports = json.loads(done.stdout)
    assert set(reports) == set(names)
    assert {report["inputs"] for report in reports.values()} == {TURN + MORE}
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
    assert done.stdout == "['x: killed after 2 s and more']\n0\n"
