#!/usr/bin/env bash
# In a HighsLp of highspy `lp.col_cost_[0] = 5` changes the model; `lp.col_upper_[0] = 5` changes a copy, without a word.
#
# Versions: highspy 1.16.0, numpy 2.4.6.
# Seen: a HighsLp of one variable is filled, then one item of each field is set. The costs change. Bounds of columns and rows, kinds
#   (`integrality_`), names, and the matrix keep what they were: these fields are lists made anew at each reading.
# Expected: all fields behave alike, or setting an item of a copy is refused (a tuple, a read-only array).
# Whom it hurts: who fixes a tile, or makes one variable whole, in a model that is there: the solver answers optimally for the old model.
# How to avoid: build the array first and assign the whole field; or change the model by `changeColBounds` and its neighbours.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check highspy==1.16.0 numpy==2.4.6
"$folder/venv/bin/python" - <<'PY'
import sys

import highspy
import numpy as np

lp = highspy.HighsLp()
lp.num_col_, lp.num_row_ = 1, 1
lp.col_cost_ = np.array([1.0])
lp.col_lower_, lp.col_upper_ = np.array([0.0]), np.array([9.0])
lp.row_lower_, lp.row_upper_ = np.array([0.0]), np.array([9.0])
lp.integrality_ = [highspy.HighsVarType.kContinuous]
lp.col_names_ = ["tile"]
lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_ = np.array([0, 1]), np.array([0]), np.array([1.0])

changes = {
    "col_cost_": (lp, 5.0),
    "col_lower_": (lp, 5.0),
    "col_upper_": (lp, 5.0),
    "row_lower_": (lp, 5.0),
    "row_upper_": (lp, 5.0),
    "integrality_": (lp, highspy.HighsVarType.kInteger),
    "col_names_": (lp, "other"),
    "index_": (lp.a_matrix_, 7),
    "value_": (lp.a_matrix_, 5.0),
}
kept = []
for name, (owner, value) in changes.items():
    getattr(owner, name)[0] = value
    changed = getattr(owner, name)[0] == value
    print(f"{name}: {'changed' if changed else 'as before'} ({type(getattr(owner, name)).__name__})")
    if changed:
        kept.append(name)
if kept != ["col_cost_"]:
    sys.exit("This has changed.")
PY
