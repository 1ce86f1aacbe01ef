#!/usr/bin/env bash
# Writing a model as .lp renames all its variables in memory if the name of one has a space.
#
# Versions: highspy 1.16.0.
# Seen: a model has the variables "tile a" and "score". After `writeModel("model.lp")`, which returns kWarning, those of the
#   model in memory are c0 and c1: `getColName` gives them, and `getColByName("score")` fails. Written as .mps instead, they
#   become "tile_a" and "score".
# Expected: the names in the file differ, those of the model stay; and "score", which has no space, stays in both.
# Whom it hurts: who writes a model to look at it, and then reads the solution by names. The names that highspy makes for tuples,
#   as "x(0, 1)", have spaces, too (https://github.com/ERGO-Code/HiGHS/issues/2887).
# How to avoid: names without spaces, or keep the indices of variables.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check highspy==1.16.0 numpy==2.4.6
cd "$folder"
venv/bin/python - <<'PY'
import sys

import highspy


def names(suffix):
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    tile, score = highs.addBinary(name="tile a"), highs.addBinary(name="score")
    highs.addConstr(tile + score <= 1)
    status = highs.writeModel("model." + suffix).name
    columns = [highs.getColName(column)[1] for column in range(2)]
    return status, *columns, highs.getColByName("score")[0].name


lp, mps = names("lp"), names("mps")
print("status of writing, names after it, looking up score")
print("as .lp: ", *lp)
print("as .mps:", *mps)
if lp != ("kWarning", "c0", "c1", "kError") or mps != ("kWarning", "tile_a", "score", "kOk"):
    sys.exit("This has changed.")
PY
