#!/usr/bin/env bash
# In CP-SAT an interval of size zero blocks others in no-overlap, and does not in a cumulative that says the same.
#
# Versions: ortools 9.15.6755.
# Seen: an interval covers 0 to 4, another of size 0 is at 2. `add_no_overlap` and `add_no_overlap_2d` (a line or a point in a
#   box) are INFEASIBLE; `add_cumulative` with demands and capacity 1 is OPTIMAL.
# Expected: something without extent overlaps nothing; or at least the same answer. The comments of the protocol buffers say that
#   size zero matters in the first two and is ignored in the third; the docs of the Python methods do not.
# Whom it hurts: who models an unused tile as size 0 at a fixed place: "infeasible", or an optimum that is too low.
# How to avoid: optional intervals, with a literal that says whether the tile is used.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check ortools==9.15.6755
"$folder/venv/bin/python" - <<'PY'
import sys

from ortools.sat.python import cp_model


def status(constrain):
    model = cp_model.CpModel()
    constrain(model, lambda start, size: model.new_fixed_size_interval_var(start, size, ""))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver.status_name(solver.solve(model))


seen = {
    "no overlap": status(lambda model, at: model.add_no_overlap([at(0, 4), at(2, 0)])),
    "no overlap, line in box": status(
        lambda model, at: model.add_no_overlap_2d([at(0, 4), at(2, 0)], [at(0, 4), at(2, 2)])
    ),
    "no overlap, point in box": status(
        lambda model, at: model.add_no_overlap_2d([at(0, 4), at(2, 0)], [at(0, 4), at(2, 0)])
    ),
    "cumulative": status(lambda model, at: model.add_cumulative([at(0, 4), at(2, 0)], [1, 1], 1)),
}
for name, result in seen.items():
    print(f"{name}: {result}")
if list(seen.values()) != ["INFEASIBLE", "INFEASIBLE", "INFEASIBLE", "OPTIMAL"]:
    sys.exit("This has changed.")
PY
