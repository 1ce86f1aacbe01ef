#!/usr/bin/env bash
# HiGHS calls no logging callback of a MIP when its output is off, and with it goes the bound.
#
# Versions: highspy 1.16.0.
# Seen: the same 0-1 knapsack with several constraints is solved twice. With output on, `cbMipLogging` is called with the best bound
#   (`mip_dual_bound`) each time a line of the log is due, even if the log goes nowhere (`log_to_console` false). With
#   `output_flag` false, the usual way to silence a solver within a program, it is never called; `cbMipInterrupt` is, hundreds of times.
# Expected: that a callback that is subscribed to is called whether or not lines are printed, or that its documentation says so.
# Whom it hurts: who reads the bound or the gap by this callback: in the silent program there is none until the end.
# How to avoid: leave `output_flag` on and set `log_to_console` to false; or read `mip_dual_bound` in the interrupt callback, which is
#   called in both cases.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check highspy==1.16.0 numpy==2.4.6
"$folder/venv/bin/python" - <<'PY'
import sys

import highspy
import numpy as np

numbers = np.random.default_rng(3)
weights = numbers.integers(20, 100, (6, 60))
values = weights.sum(axis=0) + numbers.integers(0, 40, 60)


def solve(**options):
    """Return the calls of each kind, whether the log told a bound, and the last one of the others."""
    solver = highspy.Highs()
    calls = {"log": 0, "interrupt": 0}
    bounds, seen = [], []
    for name, value in {"threads": 1, "mip_max_nodes": 400, **options}.items():
        solver.setOptionValue(name, value)
    x = [solver.addBinary(obj=-float(value)) for value in values]
    for row in weights:
        solver.addConstr(sum(float(w) * each for w, each in zip(row, x)) <= float(row.sum() // 3))

    def log(event):
        calls["log"] += 1
        bounds.append(event.data_out.mip_dual_bound)

    def interrupt(event):
        calls["interrupt"] += 1
        seen.append(event.data_out.mip_dual_bound)

    solver.cbMipLogging.subscribe(log)
    solver.cbMipInterrupt.subscribe(interrupt)
    solver.run()
    return calls, bool(bounds), round(seen[-1])


loud = solve(output_flag=True, log_to_console=False)
silent = solve(output_flag=False)
print("output on, console off:", *loud)
print("output off:            ", *silent)
if not (loud[0]["log"] > 1 and loud[1] and silent[0]["log"] == 0 and silent[0]["interrupt"] > 10 and silent[2] < 0):
    sys.exit("This has changed.")
PY
