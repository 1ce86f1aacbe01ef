#!/usr/bin/env bash
# Glop calls a linear program that is unbounded infeasible; other solvers of the same wrapper do not.
#
# Versions: ortools 9.15.6755.
# Seen: maximise x + y with x - y <= 4 and x, y >= 0: (0, 0) is a solution. With ModelBuilder and with pywraplp Glop says INFEASIBLE;
#   SCIP and HiGHS say UNBOUNDED. With an upper bound of 100 for both variables Glop says OPTIMAL, 200. With the parameter
#   "use_preprocessing: false" it says UNBOUNDED: its preprocessing knows only that one of both is so, and the wrapper has no
#   status for that.
# Expected: UNBOUNDED, or a status that names both; INFEASIBLE is a proof that there is no solution.
# Whom it hurts: who forgets a bound, and then looks for the contradiction among the constraints; and programs that cut a branch
#   of a search where a relaxation is infeasible.
# How to avoid: give all variables bounds, or take INFEASIBLE of Glop as "infeasible or unbounded" and ask without preprocessing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check ortools==9.15.6755
cd "$folder"
venv/bin/python - <<'PY'
import math
import sys

from ortools.linear_solver import pywraplp
from ortools.linear_solver.python import model_builder


def status(name, most=math.inf, parameters=""):
    model = model_builder.Model()
    x, y = (model.new_num_var(0, most, each) for each in "xy")
    model.add(x - y <= 4)
    model.maximize(x + y)
    solver = model_builder.Solver(name)
    solver.set_solver_specific_parameters(parameters)
    return solver.solve(model).name


old = pywraplp.Solver.CreateSolver("GLOP")
x, y = (old.NumVar(0, old.infinity(), each) for each in "xy")
old.Add(x - y <= 4)
old.Maximize(x + y)
seen = {
    "Glop": status("glop"),
    "Glop by pywraplp": {old.INFEASIBLE: "INFEASIBLE", old.UNBOUNDED: "UNBOUNDED"}.get(old.Solve()),
    "SCIP": status("scip"),
    "Glop, at most 100": status("glop", 100),
    "Glop without preprocessing": status("glop", parameters="use_preprocessing: false"),
}
for name, told in seen.items():
    print(f"{name}: {told}")
if list(seen.values()) != ["INFEASIBLE", "INFEASIBLE", "UNBOUNDED", "OPTIMAL", "UNBOUNDED"]:
    sys.exit("This has changed.")
PY
