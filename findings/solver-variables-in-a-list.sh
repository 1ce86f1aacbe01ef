#!/usr/bin/env bash
# With highspy, PuLP and pywraplp every variable is "in" every list that has one, at place 0, and `remove` takes the first.
#
# Versions: highspy 1.16.0, PuLP 3.3.2, ortools 9.15.6755 (pywraplp; its CP-SAT and ModelBuilder for comparison).
# Seen: x, y, w are variables. `w in [x, y]` is True, `[x, y, w].index(w)` is 0, and after `variables.remove(w)` x is gone. `x == w` is
#   a constraint, and these libraries call any constraint true. Sets and dictionaries work as they ask for the hash first. CP-SAT and
#   ModelBuilder compare the variables: False and 2; but for CP-SAT an expression is in the list, too: `x + 1 in [x, y]` is True.
# Expected: False and 2, or an error, as PySCIPOpt, Pyomo and CVXPY raise.
# Whom it hurts: who keeps the placements of a tile in a list and takes one out of it, or asks whether a placement is allowed: the model
#   loses the wrong variable, its optimum is too low or too high, and the solver calls it optimal.
# How to avoid: keep indices, or sets and dictionaries of variables; `any(each is w for each in variables)`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check highspy==1.16.0 pulp==3.3.2 ortools==9.15.6755
"$folder/venv/bin/python" - <<'PY'
import sys

import highspy
import pulp
from ortools.linear_solver import pywraplp
from ortools.linear_solver.python import model_builder
from ortools.sat.python import cp_model


def of_highspy():
    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    return [model.addBinary() for _ in range(3)]


def of_pywraplp():
    of_pywraplp.solver = pywraplp.Solver.CreateSolver("SCIP")
    return [of_pywraplp.solver.BoolVar(name) for name in "xyw"]


def of_builder(model):
    return [model.new_bool_var(name) for name in "xyw"]


variables = {
    "highspy": of_highspy(),
    "PuLP": [pulp.LpVariable(name, cat="Binary") for name in "xyw"],
    "pywraplp": of_pywraplp(),
    "ModelBuilder": of_builder(model_builder.Model()),
    "CP-SAT": of_builder(cp_model.CpModel()),
}
seen = {}
for name, (x, y, w) in variables.items():
    left = [x, y, w]
    left.remove(w)
    seen[name] = (w in [x, y], [x, y, w].index(w), [("x", "y", "w")[[x is v, y is v, w is v].index(True)] for v in left])
    print(f"{name}: w in [x, y]: {seen[name][0]}; index: {seen[name][1]}; left after remove(w): {seen[name][2]}")
x, y, _ = variables["CP-SAT"]
seen["expression"] = x + 1 in [x, y]
print(f"CP-SAT: x + 1 in [x, y]: {seen['expression']}")
wrong, right = (True, 0, ["y", "w"]), (False, 2, ["x", "y"])
expected = {"highspy": wrong, "PuLP": wrong, "pywraplp": wrong, "ModelBuilder": right, "CP-SAT": right, "expression": True}
if seen != expected:
    sys.exit("This has changed.")
PY
