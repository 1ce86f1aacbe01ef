#!/usr/bin/env bash
# CP-SAT, ModelBuilder and highspy take a variable of another model for the one of theirs with the same number.
#
# Versions: ortools 9.15.6755, highspy 1.16.0.
# Seen: two models have three variables of 0 to 9 each. The third one of the first model is bounded by 4 in the second. The second
#   model's own third variable is then at most 4, the rest 9: "optimal", without a warning. For CP-SAT and highspy the variables of
#   both models are the same: a set of the six has three.
# Expected: an error. highspy raises one for a number that the model does not have.
# Whom it hurts: who solves a relaxed or a smaller model beside the first (a bound, a second board, a proof that there is no other
#   solution) and mixes up the lists of variables: a plausible optimum of another problem.
# How to avoid: build a model and its variables in one function that returns both in one object; a new object for each model.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check highspy==1.16.0 ortools==9.15.6755
"$folder/venv/bin/python" - <<'PY'
import sys

import highspy
from ortools.linear_solver.python import model_builder
from ortools.sat.python import cp_model


def by_cpsat():
    first, second = cp_model.CpModel(), cp_model.CpModel()
    a, b = ([model.new_int_var(0, 9, "") for _ in range(3)] for model in (first, second))
    second.add(a[2] <= 4)
    second.maximize(sum(b))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver.status_name(solver.solve(second)), [solver.value(each) for each in b], len({*a, *b})


def by_builder():
    first, second = model_builder.Model(), model_builder.Model()
    a, b = ([model.new_int_var(0, 9, "") for _ in range(3)] for model in (first, second))
    second.add(a[2] <= 4)
    second.maximize(sum(b))
    solver = model_builder.Solver("highs")
    return solver.solve(second).name, [round(solver.value(each)) for each in b], len({*a, *b})


def by_highspy():
    first, second = highspy.Highs(), highspy.Highs()
    for model in (first, second):
        model.setOptionValue("output_flag", False)
    a, b = ([model.addIntegral(0, 9) for _ in range(3)] for model in (first, second))
    second.addConstr(a[2] <= 4)
    second.maximize(sum(b))
    return second.getModelStatus().name, [round(second.val(each)) for each in b], len({*a, *b})


seen = {"CP-SAT": by_cpsat(), "ModelBuilder": by_builder(), "highspy": by_highspy()}
for name, (status, values, different) in seen.items():
    print(f"{name}: {status} {values}; a set of the six variables has {different}")
if [result[1:] for result in seen.values()] != [([9, 9, 4], 3), ([9, 9, 4], 6), ([9, 9, 4], 3)]:
    sys.exit("This has changed.")
PY
