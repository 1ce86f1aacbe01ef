#!/usr/bin/env bash
# SCIP ends with an error if a cardinality constraint has a whole variable that cannot be 0 beside binary ones.
#
# Versions: PySCIPOpt 6.3.0 (its SCIP).
# Seen: of x in 1 to 2 and two variables of 0 to 1, all whole, at most two may differ from 0. `optimize` raises "SCIP: error in input
#   data!"; on standard error stands "item <t_x1> is not binary". The same with continuous variables is 3, optimal; with 0 to 2 for the
#   other two 4, optimal. Three whole variables of 1 to 2 with at most two that differ from 0: the same error, continuous "infeasible".
#   So it seems that presolve makes a knapsack of the constraint and takes x, which it replaces by 1 plus a binary, for a binary.
# Expected: 3.
# Whom it hurts: who says by a cardinality constraint how many of several piles of tiles may be used, and of one at least one tile must
#   be: the model is right and the message says that its data are not.
# How to avoid: count such a variable by hand and leave it out of the constraint, or use a binary for each pile.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check pyscipopt==6.3.0
"$folder/venv/bin/python" - <<'PY'
import sys

import pyscipopt


def answer(kind, *bounds):
    model = pyscipopt.Model()
    model.hideOutput()
    x = [model.addVar(vtype=kind, lb=low, ub=high) for low, high in bounds]
    model.addConsCardinality(x, 2)
    model.setObjective(pyscipopt.quicksum(x), "maximize")
    try:
        model.optimize()
    except Exception as error:
        return str(error)
    status = model.getStatus()
    return f"{status} {round(model.getObjVal())}" if status == "optimal" else status


seen = {
    "whole, 1-2, 0-1, 0-1": answer("I", (1, 2), (0, 1), (0, 1)),
    "continuous, 1-2, 0-1, 0-1": answer("C", (1, 2), (0, 1), (0, 1)),
    "whole, 1-2, 0-2, 0-2": answer("I", (1, 2), (0, 2), (0, 2)),
    "whole, 1-2 each": answer("I", (1, 2), (1, 2), (1, 2)),
    "continuous, 1-2 each": answer("C", (1, 2), (1, 2), (1, 2)),
}
for name, result in seen.items():
    print(f"{name}: {result}")
error = "SCIP: error in input data!"
if list(seen.values()) != [error, "optimal 3", "optimal 4", error, "infeasible"]:
    sys.exit("This has changed.")
PY
