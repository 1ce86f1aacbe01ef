#!/usr/bin/env bash
# CVXPY returns a "solution" that breaks the constraints when HiGHS has found none.
#
# Versions: cvxpy 1.9.3 with highspy 1.16.0.
# Seen: twenty rows have to be covered by few of thirty 0-1 variables. With a node limit of 0 HiGHS stops without a solution
#   (`primal_solution_status` 0). CVXPY gives the status user_limit, the value 0.0 and all variables 0, which cover no row.
#   user_limit is also what it gives for a feasible solution that is not proven best; the only sign is a warning that the solution
#   may be inaccurate. A time limit of 0 does the same. (Reported: https://github.com/cvxpy/cvxpy/pull/3534.)
# Expected: no value, as with other solvers, and as Pyomo does with HiGHS.
# Whom it hurts: who solves within a limit and takes what there is. A minimum of 0 looks better than every true answer.
# How to avoid: check the constraints yourself, or `problem.solver_stats.extra_stats.primal_solution_status` (2: feasible).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check cvxpy==1.9.3 highspy==1.16.0 numpy==2.4.6
"$folder/venv/bin/python" -W ignore - <<'PY'
import sys

import cvxpy
import numpy as np

# Row i is covered by the columns i, i + 3 and 2 i + 7, modulo 30.
rows = np.zeros((20, 30))
for i in range(20):
    rows[i, [i, (i + 3) % 30, (2 * i + 7) % 30]] = 1


def solve(**options):
    x = cvxpy.Variable(30, boolean=True)
    problem = cvxpy.Problem(cvxpy.Minimize(cvxpy.sum(x)), [rows @ x >= 1])
    value = problem.solve(solver=cvxpy.HIGHS, **options)
    covered = None if x.value is None else int((rows @ x.value > 0.5).sum())
    return problem.status, value, covered, problem.solver_stats.extra_stats.primal_solution_status


full, limited = solve(), solve(mip_max_nodes=0, presolve="off")
print("status, value, covered rows of 20, solution status of HiGHS (0: none, 2: feasible)")
print("without a limit:", *full)
print("with the limit: ", *limited)
if full[0] != "optimal" or full[2:] != (20, 2) or limited != ("user_limit", 0.0, 0, 0):
    sys.exit("This has changed.")
PY
