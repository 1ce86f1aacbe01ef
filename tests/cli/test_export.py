"""``odin solve --export`` and ``--check-solution``: the model for other solvers, and back."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from odin_solver.errors import InputError
from odin_solver.notation.examples import example_file
from odin_solver.notation.models import LONGEST_NAME, named_model
from odin_solver.notation.positions import position_from
from odin_solver.placement.objective import choose_objective
from odin_solver.questions.placement import PositionSolve
from odin_solver.questions.question import Asker
from tests.cli.process import odin, one_line

Capsys = pytest.CaptureFixture[str]

SMALL: dict[str, Any] = {
    "schema": 1,
    "title": "Small",
    "supply": {"oil": 1, "mead": 1, "peas": 1, "silver": 2, "wood": 1, "stone": 2},
    "boards": [{"board": "stone_house"}, {"board": "shed", "placed": ["wood"]}],
}

# Solvers run in processes of their own: some conflict within one. CP-SAT's file is a maximisation.
HIGHS = """
import highspy, sys
solver = highspy.Highs()
solver.setOptionValue("mip_rel_gap", 0.0)
solver.readModel(sys.argv[1])
solver.run()
for style in (0, 1, 2, 3, 4):
    solver.writeSolution(f"{sys.argv[2]}{style or ''}", style)
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
print("value", -solver.objective_value)
"""
OR_TOOLS = """
import sys
from ortools.linear_solver.python import model_builder
model = model_builder.Model()
model.import_from_mps_file(sys.argv[1])
solver = model_builder.Solver("scip")
solver.solve(model)
with open(sys.argv[2], "w") as file:
    for each in model.get_variables():
        print(each.name, solver.value(each), file=file)
print("value", solver.objective_value)
"""
SCIP = """
import sys
from pyscipopt import Model
model = Model()
model.hideOutput()
model.readProblem(sys.argv[1])
model.optimize()
model.writeBestSol(sys.argv[2])
model.writeBestSol(sys.argv[2] + "1", write_zeros=True)
print("value", model.getObjVal())
"""
GLPK = """
import subprocess, sys
form = "--lp" if sys.argv[1].endswith(".lp") else "--freemps"
command = ["glpsol", form, sys.argv[1], "-o", sys.argv[2], "-w", sys.argv[2] + "1"]
subprocess.run(command, capture_output=True, check=True)
print("value", open(sys.argv[2] + "1").read().split("s mip ")[1].split()[3])
"""
CBC = """
import subprocess, sys
command = ["cbc", sys.argv[1], "-ratio", "0", "solve", "-solu", sys.argv[2]]
told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
assert "Bad image" not in told and "warning" not in told.lower(), told
print("value", open(sys.argv[2]).readline().split()[-1])
"""
LP_SOLVE = """
import subprocess, sys
command = ["lp_solve", "-fmps", sys.argv[1], "-e", "1e-9"]
told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
open(sys.argv[2], "w").write(told)
print("value", told.split("Value of objective function:")[1].split()[0])
"""
SOLVERS = {
    "HiGHS": (HIGHS, ("mps", "lp")),
    "SCIP": (SCIP, ("mps", "lp")),
    "GLPK": (GLPK, ("mps", "lp")),
    "CBC": (CBC, ("mps", "lp")),
    "lp_solve": (LP_SOLVE, ("mps",)),
    "OR-Tools": (OR_TOOLS, ("mps",)),
    "CP-SAT": (CP_SAT, ("proto",)),
}
PROGRAMS = {"CBC": "cbc", "GLPK": "glpsol", "lp_solve": "lp_solve"}
"""Solvers that are no packages of Python: who has them installed tests them, too."""

EVERY = [
    pytest.param(
        name,
        ending,
        marks=pytest.mark.skipif(
            name in PROGRAMS and not shutil.which(PROGRAMS[name]), reason=f"{name} is missing"
        ),
    )
    for name, (_, endings) in SOLVERS.items()
    for ending in endings
]


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


def agree(
    capsys: Capsys, path: str, options: list[str], solver: str, ending: str, folder: Path
) -> None:
    """Solve a position here and elsewhere, and read the other solver's files back."""
    model, found = folder / f"m.{ending}", folder / "m.sol"
    ours = json.loads(odin(capsys, "solve", path, *options, "--json", "--quiet").out)
    assert ours["status"] == "OPTIMAL"
    written = odin(capsys, "solve", path, *options, "--export", str(model))
    assert (written.code, written.err) == (0, "")
    assert written.out.startswith(f"{model}: ")
    value = solved_elsewhere(SOLVERS[solver][0], model, found)
    assert -value == pytest.approx(ours["objective"]["value"])
    for each in sorted(folder.glob("m.sol*")):
        back = odin(capsys, "solve", path, *options, "--check-solution", str(each), "--json")
        assert back.code == 0, (each, back.err)
        checked = json.loads(back.out)
        assert checked["objective"]["value"] == ours["objective"]["value"], each
        assert checked["file"]["agrees"]
        if checked["file"]["stated"] is not None:
            assert checked["file"]["stated"] == pytest.approx(value)


@pytest.mark.slow
@pytest.mark.parametrize(("solver", "ending"), EVERY)
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("small", ["--objective", "score", "--rounds-left", "2"]),
        ("small", ["--set", "keep.oil=1.5", "--set", "income=0.25"]),
        ("knot", ["--objective", "final"]),
        ("buildings", ["--objective", "bonus"]),
    ],
)
def test_another_solver_finds_the_same_value(
    capsys: Capsys, tmp_path: Path, name: str, options: list[str], solver: str, ending: str
) -> None:
    agree(capsys, file_of(name, tmp_path), options, solver, ending, tmp_path)


@pytest.mark.nightly
@pytest.mark.parametrize(("solver", "ending"), EVERY)
def test_another_solver_agrees_on_small_positions(
    capsys: Capsys, tmp_path: Path, solver: str, ending: str
) -> None:
    rng = Random(68)
    for number in range(100):
        data = random_position(rng)
        folder = tmp_path / str(number)
        folder.mkdir()
        path = folder / "position.json"
        path.write_text(json.dumps(data))
        agree(capsys, str(path), ["--objective", "score"], solver, ending, folder)


def random_position(rng: Random) -> dict[str, Any]:
    """Return a building or two and a handful of tiles."""
    tiles = ["oil", "mead", "peas", "wood", "stone", "hide", "robe", "silverware", "beans", "chest"]
    supply = {name: rng.randint(1, 2) for name in rng.sample(tiles, 5)} | {
        "silver": rng.randint(0, 3)
    }
    boards = rng.sample(["stone_house", "shed", "long_house", "bear_island"], rng.randint(1, 2))
    return {
        "schema": 1,
        "supply": {name: count for name, count in supply.items() if count},
        "boards": [{"board": name} for name in boards],
        "game": "long",
        "round": rng.randint(1, 7),
    }


def test_a_model_is_a_minimisation_that_all_readers_know(
    capsys: Capsys, small: str, tmp_path: Path
) -> None:
    for ending in ("mps", "lp"):
        path = tmp_path / f"m.{ending}"
        assert odin(capsys, "solve", small, "--export", str(path)).code == 0
        lines = path.read_text().splitlines()
        assert max(map(len, lines)) <= 512
        words = {word.lower() for line in lines[1:] for word in line.split()}
        assert not words & {"objsense", "max", "maximize", "bin", "gen", "binaries", "generals"}


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
        ("# a comment\n", "lists no variable"),
        ("Model status\nInfeasible\n\n# Primal solution values\nNone\n", "found no solution"),
        ("Infeasible - objective value 3\n 0 x 1 0\n", "found no solution"),
        ("\nThis problem is infeasible\n", "found no solution"),
        ("Model status\nOptimal\n\n# Columns 30\nwood.shed.slots 1\n", "lists 1 of "),
        ("Actual values of the variables:\nwood.shed.slots 1\n", "it is cut off, or of another"),
        ("s mip 1 2 o 3\ni 1 0\nj 1 x\ne o f\n", "lists 1 of "),
        ("wood.shed.slots 0.5", "line 1: wood.shed.slots: expected a whole number"),
        ("wood.shed.slots 2", "from 0 to 1, got '2'"),
        ("wood.shed.slots nan", "from 0 to 1, got 'nan'"),
        ("oil.moon.a1_a2 1", "line 1: the model has no variable 'oil.moon.a1_a2'"),
        ("wood.shed.slots", "line 1: expected a name and a value"),
        ("wood.shed.slots 1\n\nwood.shed.slots 1", "line 3: wood.shed.slots is listed twice"),
        ("# Columns -1 sparse\nwood.shed.slots x 0\n# Rows 1\nr0 1", "line 2: wood.shed.slots: "),
    ],
)
def test_a_bad_line_is_named(
    capsys: Capsys, small: str, tmp_path: Path, text: str, words: str
) -> None:
    listed = tmp_path / "bad.sol"
    listed.write_text(text)
    result = odin(capsys, "solve", small, "--check-solution", str(listed))
    one_line(result.err, ["bad.sol: ", words])


def test_what_a_file_leaves_out_is_said(capsys: Capsys, small: str, tmp_path: Path) -> None:
    """A file that was cut off names a value that its lines do not have."""
    listed = tmp_path / "cbc.sol"
    listed.write_text(
        "Optimal - objective value -5.0\n     12 wood.shed.slots      1      -1\n"
        "     40 constant       1     -2\n"
    )
    result = odin(capsys, "solve", small, "--check-solution", str(listed))
    assert result.code == 0
    assert "The file lists 2 of " in result.out
    assert "The file names the objective -5, but what it lists is " in result.out


CPLEX = """<?xml version = "1.0" encoding="UTF-8" standalone="yes"?>
<CPLEXSolution version="1.2">
 <header problemName="m.lp" objectiveValue="{value}" solutionStatusString="integer optimal"/>
 <linearConstraints>
  <constraint name="r0a" index="0" slack="0"/>
 </linearConstraints>
 <variables>
  <variable name="wood.shed.slots" index="12" value="1"/>
  <variable name="constant" index="40" value="1"/>
 </variables>
</CPLEXSolution>
"""
GUROBI = """# Solution for model m
# Objective value = {value}
wood.shed.slots 1
constant 1
"""


@pytest.mark.parametrize("text", [CPLEX, GUROBI])
def test_files_of_solvers_that_are_not_free(
    capsys: Capsys, small: str, tmp_path: Path, text: str
) -> None:
    """As the manuals describe them."""
    listed = tmp_path / "m.sol"
    by_hand = tmp_path / "by_hand.txt"
    by_hand.write_text("wood.shed.slots 1\n")
    asked = ["solve", small, "--json", "--check-solution"]
    known = json.loads(odin(capsys, *asked, str(by_hand)).out)["objective"]["value"]
    for value, agrees in ((-known, True), (-known - 1, False)):
        listed.write_text(text.format(value=value))
        found = json.loads(odin(capsys, *asked, str(listed)).out)
        assert found["objective"]["value"] == known
        assert (found["file"]["listed"], found["file"]["stated"]) == (2, value)
        assert found["file"]["agrees"] is agrees


def test_a_search_begins_with_a_layout() -> None:
    """That of a position with more pieces, or of a solver's file."""
    data = {"schema": 1, "supply": {"oil": 1, "silver": 2}, "boards": [{"board": "home"}]}
    laid = {**data, "boards": [{"board": "home", "placed": ["oil a1:a2"]}]}
    expected = position_from(laid).boards[0].pieces
    for start in (laid, json.dumps(laid), "# Objective value = 0\noil.home.a1_a2 1\n"):
        subject = PositionSolve(position=data, start=start).subject("position")
        assert subject.start is not None
        assert subject.start.boards[0].pieces == expected
    twice = {**laid, "boards": [{"board": "home", "placed": ["oil a1:a2", "oil a4:a5"]}]}
    asked = PositionSolve(position=data, start=twice)
    with pytest.raises(InputError, match="start: places 2 oil, but the supply holds 1"):
        asked.answer(asked.subject("position"), Asker())


def test_a_layout_that_is_none_is_refused(capsys: Capsys, small: str, tmp_path: Path) -> None:
    other, listed = tmp_path / "other.json", tmp_path / "m.sol"
    other.write_text(json.dumps({**SMALL, "boards": [{"board": "home"}]}))
    asked = ["solve", small, "--quiet", "--start"]
    one_line(
        odin(capsys, *asked, str(other)).err,
        [f"--start: {other}: expected the boards of the position"],
    )
    listed.write_text("# Objective value = -1\nmoon.shed.slots 1\n")
    one_line(
        odin(capsys, *asked, str(listed)).err, [f"--start: {listed}: line 2: the model has no"]
    )
    result = odin(capsys, *asked, str(tmp_path / "none"))
    assert result.err == f"odin: {tmp_path / 'none'}: No such file or directory\n"


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
