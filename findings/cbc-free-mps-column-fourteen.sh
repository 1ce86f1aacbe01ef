#!/usr/bin/env bash
# CBC refuses a valid free MPS file where a name happens to end in column 13.
#
# Versions: CBC 2.10.3, as PuLP 3.3.2 ships it for Linux; Debian's 2.10.8 does the same.
# Seen: a free MPS file of one variable, its fields parted by one space. With names of 4 to 16 letters and 1 to 5 spaces before
#   them CBC reads it, except where spaces and letters are 13 together (but 4 and 9 are read): then it says "Bad image at line
#   ..." and refuses the model. The blank in column 14, the gap of the fixed format, makes it take the line for one of that. With
#   the word FREE on the line NAME all are read.
# Expected: the format is that of the whole file, as for HiGHS, SCIP and GLPK, or is told by an option.
# Whom it hurts: who writes MPS files and tries them with a few names. A model of 401 variables was refused for two.
# How to avoid: "NAME model FREE"; HiGHS, SCIP, GLPK, lp_solve and OR-Tools read that, too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check pulp==3.3.2
cd "$folder"
venv/bin/python - <<'PY'
import subprocess
import sys

import pulp

solver = pulp.PULP_CBC_CMD().path


def is_read(blanks, letters, first="NAME model"):
    lead, name = " " * blanks, "x" * letters
    lines = [first, "ROWS", " N cost", " G r1", "COLUMNS", f"{lead}{name} cost 2", f"{lead}{name} r1 1"]
    with open("model.mps", "w") as file:
        file.write("\n".join([*lines, "RHS", " RHS r1 1", "ENDATA", ""]))
    told = subprocess.run([solver, "model.mps", "solve"], capture_output=True, text=True).stdout
    return "Optimal objective 2 " in told and "Bad image" not in told


cases = [(blanks, letters) for blanks in range(1, 6) for letters in range(4, 17)]
refused = [case for case in cases if not is_read(*case)]
with_free = [case for case in cases if not is_read(*case, "NAME model FREE")]
print("refused (spaces before the name, letters of the name):", refused)
print('refused with "NAME model FREE":', with_free)
if refused != [case for case in cases if sum(case) == 13 and case != (4, 9)] or with_free:
    sys.exit("This has changed.")
PY
