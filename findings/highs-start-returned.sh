#!/usr/bin/env bash
# HiGHS claims the optimum and returns the start, which is worth less.
#
# Versions: highspy 1.16.0 (not 1.13.1, 1.14.0 and 1.15.1), numpy 2.4.6.
# Seen: a 0-1 model of ten variables is given a feasible start, worth 1, by `setSolution`. HiGHS reports kOptimal and an
#   objective of 2; `getSolution` returns the start, worth 1. Its log says that the start is worth 1, and 2 in the reduced space:
#   presolve removes columns, what is left of the start is better, and its value is kept while the original start is returned.
# Expected: a solution that is worth the objective.
# Whom it hurts: who gives HiGHS a first layout and prints what comes back as proven best.
# How to avoid: compare `objective_function_value` with the value of the solution; give the start in the callback
#   kCallbackMipUserSolution; or switch presolve off.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check highspy==1.16.0 numpy==2.4.6
"$folder/venv/bin/python" - <<'PY'
import sys

import highspy
import numpy as np

# Maximise x0 + ... + x5 + x7: in each of eight sets at most one is 1, and of 6, 8 and 9 exactly one.
sets = [(4, 6), (1, 5), (7, 8), (1, 3), (2, 3, 4), (0, 4, 5), (0, 1, 2, 7), (3, 5), (6, 8, 9)]
worth = np.array([1, 1, 1, 1, 1, 1, 0, 1, 0, 0], dtype=float)
start = [0, 0, 0, 0, 1, 0, 0, 0, 0, 1]


def solve(presolve):
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = 10, len(sets)
    lp.sense_ = highspy.ObjSense.kMaximize
    lp.col_cost_ = worth
    lp.col_lower_, lp.col_upper_ = np.zeros(10), np.ones(10)
    lp.integrality_ = [highspy.HighsVarType.kInteger] * 10
    lp.row_lower_ = np.array([-np.inf] * 8 + [1])
    lp.row_upper_ = np.ones(len(sets))
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.cumsum([0, *map(len, sets)])
    lp.a_matrix_.index_ = np.array([x for names in sets for x in names])
    lp.a_matrix_.value_ = np.ones(len(lp.a_matrix_.index_))
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("presolve", presolve)
    highs.passModel(lp)
    solution = highspy.HighsSolution()
    solution.col_value = start
    highs.setSolution(solution)
    highs.run()
    values = [round(x) for x in highs.getSolution().col_value]
    return highs.getModelStatus().name, highs.getInfo().objective_function_value, worth @ values, values == start


with_presolve, without = solve("choose"), solve("off")
print("status, objective, value of the solution, is it the start")
print("with presolve:", *with_presolve)
print("without:      ", *without)
if with_presolve != ("kOptimal", 2, 1, True) or without != ("kOptimal", 2, 2, False):
    sys.exit("This has changed.")
PY
