#!/usr/bin/env bash
# CP-SAT calls the first solution OPTIMAL when the whole objective is smaller than 0.0001.
#
# Versions: ortools 9.15.6755.
# Seen: maximise 1e-6 x + 1e-7 y with x + y <= 9, both 0 to 9. x = 0, y = 0, objective 0, OPTIMAL, and `best_objective_bound` says 9.9e-06.
#   With 1e-3 and 1e-4 instead it is 9, 0. The limit `absolute_gap_limit` is 0.0001 unless it is set, and it is measured in the objective as the
#   caller wrote it. With the limit 0 the answer is 9, 0 again.
# Expected: 9, 0; or FEASIBLE, as the bound does not prove more. For whole coefficients the limit makes no difference.
# Whom it hurts: who maximises a chance, an expected value of something rare, or a sum in a large unit: the result is arbitrary and "proven".
# How to avoid: whole coefficients (scale by hand), or `solver.parameters.absolute_gap_limit = 0`; compare the objective with the bound.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check ortools==9.15.6755
"$folder/venv/bin/python" - <<'PY'
import sys

from ortools.sat.python import cp_model


def answer(unit, limit=None):
    model = cp_model.CpModel()
    x, y = (model.new_int_var(0, 9, name) for name in "xy")
    model.add(x + y <= 9)
    model.maximize(unit * x + unit / 10 * y)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if limit is not None:
        solver.parameters.absolute_gap_limit = limit
    status = solver.status_name(solver.solve(model))
    print(f"unit {unit:g}, limit {limit}: {status} {solver.value(x)}, {solver.value(y)}; bound {solver.best_objective_bound:.2g}")
    return status, solver.value(x), solver.value(y)


seen = [answer(1e-3), answer(1e-6), answer(1e-6, 0)]
best = ("OPTIMAL", 9, 0)
if seen[0] != best or seen[1][0] != "OPTIMAL" or seen[1] == best or seen[2] != best:
    sys.exit("This has changed.")
PY
