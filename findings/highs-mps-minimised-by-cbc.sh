#!/usr/bin/env bash
# A model to be maximised that HiGHS writes as .mps is minimised by CBC, which calls the result optimal.
#
# Versions: highspy 1.16.0; CBC 2.10.3, as PuLP 3.3.2 ships it for Linux.
# Seen: HiGHS writes the direction as a section "OBJSENSE" with "MAX" on the next line. CBC prints "MAX found after OBJSENSE - Coin
#   ignores" among its other lines and minimises: 0 for 9, and the exit code is 0.
# Expected: the direction is taken, as by HiGHS, SCIP and OR-Tools, or the file is refused.
# Whom it hurts: who compares solvers by files; of a model whose least value is not 0 the wrong value looks like any other.
# How to avoid: write a negated objective without OBJSENSE, or tell CBC "-max" and HiGHS's file together.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check highspy==1.16.0 numpy==2.4.6 pulp==3.3.2
cd "$folder"
venv/bin/python - <<'PY'
import subprocess
import sys

import highspy
import pulp

highs = highspy.Highs()
highs.setOptionValue("output_flag", False)
x = [highs.addBinary(obj=worth, name=f"x{number}") for number, worth in enumerate((5, 4, 3))]
highs.addConstr(2 * x[0] + 3 * x[1] + x[2] <= 6, name="r")
highs.changeObjectiveSense(highspy.ObjSense.kMaximize)
highs.run()
best = highs.getInfo().objective_function_value
highs.writeModel("model.mps")


def by_cbc(*first):
    command = [pulp.PULP_CBC_CMD().path, "model.mps", *first, "solve", "solution", "out.txt"]
    done = subprocess.run(command, capture_output=True, text=True)
    value = float(open("out.txt").readline().split()[-1])
    return done.returncode, "Coin ignores" in done.stdout, value


alone, told = by_cbc(), by_cbc("-max")
print("HiGHS:", best)
print("CBC (exit code, whether it says that it ignores the direction, value):", alone)
print("CBC with -max:", told)
if best != 12 or alone != (0, True, 0.0) or abs(told[2]) != best:
    sys.exit("This has changed.")
PY
