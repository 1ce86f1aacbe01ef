#!/usr/bin/env bash
# A model that HiGHS writes as .lp is read by CBC without its whole numbers: the relaxation is called optimal.
#
# Versions: highspy 1.16.0; CBC 2.10.3, as PuLP 3.3.2 ships it for Linux.
# Seen: HiGHS names the sections of whole numbers "bin" and "gen", as the format allows. CBC takes these words for variables, warns
#   that they appear in no constraint, reads what follows as variables too, and ends with "Optimal". Of a model of three binaries and
#   an integer it gives 10.75 for 9, with x0 = 0.42. With the sections named "Binary" and "General" it gives 9.
# Expected: the same optimum, or a file that is refused.
# Whom it hurts: who solves one model by several solvers, and takes the value alone: an upper bound is believed to be reached.
# How to avoid: write "Binary" and "General", which HiGHS, SCIP and GLPK read as well, and look whether the values are whole.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check highspy==1.16.0 numpy==2.4.6 pulp==3.3.2
cd "$folder"
venv/bin/python - <<'PY'
import subprocess
import sys
from pathlib import Path

import highspy
import pulp

highs = highspy.Highs()
highs.setOptionValue("output_flag", False)
x = [highs.addBinary(obj=worth, name=f"x{number}") for number, worth in enumerate((5, 4, 3))]
y = highs.addIntegral(lb=0, ub=3, obj=2, name="y")
highs.addConstr(2 * x[0] + 3 * x[1] + x[2] + 2 * y <= 6.5, name="r")
highs.addConstr(4 * x[0] + x[1] + 2 * x[2] + y <= 5.5, name="s")
highs.changeObjectiveSense(highspy.ObjSense.kMaximize)
highs.run()
best = highs.getInfo().objective_function_value
highs.writeModel("written.lp")
written = Path("written.lp").read_text()
Path("renamed.lp").write_text(written.replace("bin\n", "Binary\n").replace("gen\n", "General\n").replace("semi\n", ""))


def by_cbc(name):
    command = [pulp.PULP_CBC_CMD().path, name, "solve", "solution", "out.txt"]
    told = subprocess.run(command, capture_output=True, text=True).stdout
    return Path("out.txt").read_text().split("\n")[0], "Variable bin does not appear" in told


found, renamed = by_cbc("written.lp"), by_cbc("renamed.lp")
print("HiGHS:", best)
print("CBC, as HiGHS wrote it:", *found)
print("CBC, sections renamed: ", *renamed)
relaxed = found[0].startswith("Optimal") and "10.75" in found[0] and found[1]
whole = renamed[0].startswith("Optimal") and abs(abs(float(renamed[0].split()[-1])) - best) < 1e-6
if best != 9 or not relaxed or not whole:
    sys.exit("This has changed.")
PY
