#!/usr/bin/env bash
# xcover finds no cover of a coloured problem when only the secondary items are named.
#
# Versions: xcover 0.2.6, numba 0.68.1, numpy 2.4.6.
# Seen: `covers` says of `primary`: "if None, infer from the given options and secondary". With colored=True and secondary=["x"]
#   it yields nothing, where it yields the one cover with primary=["p", "q"], with or without secondary. "x:A" is taken for a
#   primary item of its own, which no option can cover, as options are split at the colon. (For primary alone the names are split.)
# Expected: the same cover.
# Whom it hurts: who proves by it that a puzzle with colours has no solution: "none" is the usual answer to a wrong puzzle.
# How to avoid: always name the primary items.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check xcover==0.2.6 numba==0.68.1 numpy==2.4.6
"$folder/venv/bin/python" -W ignore - <<'PY'
import sys

from xcover import covers

options = [["p", "x:A"], ["q", "x:A"], ["q", "x:B"]]
cases = [{"primary": ["p", "q"], "secondary": ["x"]}, {"primary": ["p", "q"]}, {"secondary": ["x"]}]
seen = [[sorted(map(int, cover)) for cover in covers(options, colored=True, **case)] for case in cases]
for case, found in zip(cases, seen):
    print(case, "- covers:", found)
if seen != [[[0, 1]], [[0, 1]], []]:
    sys.exit("This has changed.")
PY
