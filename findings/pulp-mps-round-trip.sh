#!/usr/bin/env bash
# PuLP reads the .mps that it wrote itself as another problem: the direction and the constant of the objective are gone, and the
# constant of its JSON too.
#
# Versions: PuLP 3.3.2.
# Seen: maximise 2 x + 10 with x <= 2 is 14. `writeMPS` puts the direction into a comment and drops the constant; `fromMPS` minimises
#   unless it is told otherwise, also where the file has a section OBJSENSE with MAX: the value is 0, with sense=LpMaximize 4. A file
#   with the constant on the right-hand side of the objective, as HiGHS writes it, ends in KeyError. By `to_json` and `from_json` the
#   direction stays, and the constant is lost: 4.
# Expected: 14 again; what is not taken over is refused.
# Whom it hurts: who keeps models as files, and who reads models of other tools by PuLP.
# How to avoid: put the constant on a variable fixed to 1, and give `fromMPS` the direction.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check pulp==3.3.2
cd "$folder"
venv/bin/python - <<'PY'
import sys

import pulp


def solved(problem):
    problem.solve(pulp.PULP_CBC_CMD(msg=0))
    return pulp.value(problem.objective)


problem = pulp.LpProblem("p", pulp.LpMaximize)
x = pulp.LpVariable("x", 0, 3)
problem += 2 * x + 10
problem += x <= 2, "r"
problem.writeMPS("own.mps")
problem.to_json("own.json")
lines = open("own.mps").read().split("\n", 1)[1]
open("max.mps", "w").write(lines.replace("ROWS", "OBJSENSE\n    MAX\nROWS", 1))
open("constant.mps", "w").write(lines.replace("RHS\n", "RHS\n    RHS       OBJ       -10\n", 1))

values = {
    "itself": solved(problem),
    "read back": solved(pulp.LpProblem.fromMPS("own.mps")[1]),
    "told to maximise": solved(pulp.LpProblem.fromMPS("own.mps", sense=pulp.LpMaximize)[1]),
    "with OBJSENSE MAX": solved(pulp.LpProblem.fromMPS("max.mps")[1]),
    "by JSON": solved(pulp.LpProblem.from_json("own.json")[1]),
}
try:
    values["with the constant"] = solved(pulp.LpProblem.fromMPS("constant.mps")[1])
except KeyError as error:
    values["with the constant"] = repr(error)
for how, value in values.items():
    print(f"{how}: {value}")
if [*values.values()] != [14, 0, 4, 0, 4, "KeyError('OBJ')"]:
    sys.exit("This has changed.")
PY
