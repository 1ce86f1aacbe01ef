"""``odin solve --export`` and ``--check-solution``: the model for other solvers, and back."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from odin_solver.notation.examples import example_file
from odin_solver.notation.models import LONGEST_NAME, named_model
from odin_solver.notation.positions import position_from
from odin_solver.placement.objective import choose_objective
from tests.cli.process import odin, one_line

Capsys = pytest.CaptureFixture[str]

SMALL: dict[str, Any] = {
    "schema": 1,
    "title": "Small",
    "supply": {"oil": 1, "mead": 1, "peas": 1, "silver": 2, "wood": 1, "stone": 2},
    "boards": [{"board": "stone_house"}, {"board": "shed", "placed": ["wood"]}],
}

# Solvers run in processes of their own: the two conflict within one.
HIGHS = """
import highspy, sys
solver = highspy.Highs()
solver.setOptionValue("mip_rel_gap", 0.0)
solver.readModel(sys.argv[1])
solver.run()
solver.writeSolution(sys.argv[2], 0)
print("value", solver.getInfo().objective_function_value)
"""
CP_SAT = """
import sys
from ortools.sat.python import cp_model
from odin_solver.linear.cpsat import new_solver
model = cp_model.CpModel()
assert model.proto.parse_text_format(open(sys.argv[1]).read())
solver = new_solver(workers=2)
assert solver.solve(model) == cp_model.OPTIMAL
with open(sys.argv[2], "w") as file:
    for each, value in zip(model.proto.variables, solver.response_proto.solution):
        print(each.name, value, file=file)
print("value", solver.objective_value)
"""


def solved_elsewhere(program: str, model: Path, solution: Path) -> float:
    """The value that a solver finds for an exported model."""
    done = subprocess.run(
        [sys.executable, "-c", program, str(model), str(solution)],
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout.split("value")[-1])


def file_of(name: str, folder: Path) -> str:
    path = folder / f"{name}.json"
    path.write_text(json.dumps(SMALL) if name == "small" else example_file(name).text)
    return str(path)


@pytest.fixture
def small(tmp_path: Path) -> str:
    return file_of("small", tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options", "ending"),
    [
        ("small", ["--set", "keep.oil=1.5", "--set", "income=0.25"], "lp"),
        ("small", ["--objective", "score", "--rounds-left", "2"], "mps"),
        ("small", ["--objective", "score", "--rounds-left", "2"], "proto"),
        ("buildings", ["--objective", "bonus"], "mps"),
        ("buildings", ["--objective", "bonus"], "proto"),
        ("knot", ["--objective", "final"], "lp"),
    ],
)
def test_another_solver_finds_the_same_value(
    capsys: Capsys, tmp_path: Path, name: str, options: list[str], ending: str
) -> None:
    path, model, found = file_of(name, tmp_path), tmp_path / f"m.{ending}", tmp_path / "m.sol"
    ours = json.loads(odin(capsys, "solve", path, *options, "--json", "--quiet").out)
    assert ours["status"] == "OPTIMAL"
    written = odin(capsys, "solve", path, *options, "--export", str(model))
    assert (written.code, written.err) == (0, "")
    assert written.out.startswith(f"{model}: ")
    value = solved_elsewhere(CP_SAT if ending == "proto" else HIGHS, model, found)
    assert value == pytest.approx(ours["objective"]["value"])
    back = odin(capsys, "solve", path, *options, "--check-solution", str(found), "--json")
    assert back.code == 0
    assert json.loads(back.out)["objective"]["value"] == ours["objective"]["value"]


def test_the_value_is_in_the_words_of_solve(capsys: Capsys, small: str, tmp_path: Path) -> None:
    listed = tmp_path / "best.txt"
    listed.write_text("# by hand\nwood.shed.slots 1\nstone.shed.slots 2.0000001\n")
    result = odin(capsys, "solve", small, "--check-solution", str(listed))
    assert result.code == 0
    assert result.out.splitlines()[0] == "legal"
    value = result.out.splitlines()[1]
    assert value.startswith("final: points + income − silver: ")
    assert "(+3)" in value
    data = json.loads(odin(capsys, "solve", small, "--check-solution", str(listed), "--json").out)
    assert (data["status"], data["objective"]["bound"]) == ("FEASIBLE", None)
    assert data["supply_left"] == {"oil": 1, "mead": 1, "peas": 1, "silver": 2}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected a solution, got an empty file"),
        ("wood.shed.slots 0.5", "line 1: wood.shed.slots: expected a whole number"),
        ("wood.shed.slots 2", "from 0 to 1, got '2'"),
        ("wood.shed.slots nan", "from 0 to 1, got 'nan'"),
        ("oil.moon.a1_a2 1", "line 1: the model has no variable 'oil.moon.a1_a2'"),
        ("wood.shed.slots", "line 1: expected a name and a value"),
        ("wood.shed.slots 1\n\nwood.shed.slots 1", "line 3: wood.shed.slots is listed twice"),
        ("# Columns 1\nwood.shed.slots x\n# Rows 1\nr0 1", "line 2: wood.shed.slots: expected"),
    ],
)
def test_a_bad_line_is_named(
    capsys: Capsys, small: str, tmp_path: Path, text: str, words: str
) -> None:
    listed = tmp_path / "bad.sol"
    listed.write_text(text)
    result = odin(capsys, "solve", small, "--check-solution", str(listed))
    one_line(result.err, ["bad.sol: ", words])


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["oil.home.a1_a2", "oil.home.a3_a4"], "places 2 oil, but the supply holds 1"),
        (["oil.home.a3_a4", "hide.home.a3_a4_a5"], "not legal: Home board: "),
        (["hide.home.b2_c2_d2"], "not legal: Home board: "),
    ],
)
def test_an_illegal_layout_is_refused(
    capsys: Capsys, tmp_path: Path, lines: list[str], words: str
) -> None:
    path, listed = file_of("opening", tmp_path), tmp_path / "bad.sol"
    listed.write_text("".join(f"{each} 1\n" for each in lines))
    one_line(odin(capsys, "solve", path, "--check-solution", str(listed)).err, [words])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--export", "model.txt"], "expected a file that ends in .mps, .lp, .proto"),
        (["--export", "a.lp", "--check-solution", "b"], "--export: expected no --check-solution"),
        (["--export", "/none/a.lp"], "cannot write /none/a.lp"),
        (["--check-solution", "/none/a.sol"], "/none/a.sol: "),
    ],
)
def test_bad_options(capsys: Capsys, small: str, options: list[str], words: str) -> None:
    one_line(odin(capsys, "solve", small, *options).err, [words])


def test_names_are_distinct_and_fit_into_files() -> None:
    large = {"L": {"cells": ["X" * 12] * 11 + ["X" * 11 + "."]}}
    data = {"schema": 1, "supply": {"L": 1, "oil": 1}, "tiles": large}
    house = {"board": "long_house"}
    position = position_from({**data, "boards": [{"board": "home"}, house, house]})
    names = named_model(position, choose_objective(position, "cover")).names
    assert len(set(names)) == len(names)
    assert max(map(len, names)) <= LONGEST_NAME
    assert any(name.startswith("oil.long_house_2.") for name in names)
