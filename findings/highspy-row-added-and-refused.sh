#!/usr/bin/env bash
# `addConstr` of highspy raises an error, and the constraint is in the model all the same, less a coefficient.
#
# Versions: highspy 1.16.0, numpy 2.4.6.
# Seen: 1e-10 x + y <= 3: HiGHS drops coefficients of at most 1e-9 (`small_matrix_value`), adds the row y <= 3 and returns kWarning.
#   The Python function takes this for a failure: "Error adding constraint to the model. failed with HiGHS status kWarning". `getNumRow`
#   is 1, and y is at most 3.
# Expected: a warning and the constraint, or an error and no constraint.
# Whom it hurts: who catches the error and adds the row scaled, or goes on without it: the model has both rows, or one that was "refused".
# How to avoid: scale rows so that no coefficient is below 1e-9 (differences of floats that should be 0 are the usual source); after an
#   error look at `getNumRow`, or begin anew.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check highspy==1.16.0 numpy==2.4.6
"$folder/venv/bin/python" - <<'PY'
import sys

import highspy

model = highspy.Highs()
model.setOptionValue("output_flag", False)
x, y = model.addVariable(0, 9), model.addVariable(0, 5)
try:
    model.addConstr(1e-10 * x + y <= 3)
    seen = "added"
except Exception as error:
    seen = f"{type(error).__name__}: {error}"
model.maximize(y)
print(seen)
print(f"rows: {model.getNumRow()}, coefficients: {list(model.getLp().a_matrix_.value_)}, most of y: {model.val(y)}")
if "kWarning" not in seen or model.getNumRow() != 1 or model.val(y) != 3:
    sys.exit("This has changed.")
PY
