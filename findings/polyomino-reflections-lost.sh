#!/usr/bin/env bash
# The package polyomino forgets that tiles may be turned over when a tile is added.
#
# Versions: polyomino 0.7.1, exact_cover 1.3.0, numpy 1.26.4 (1.3.0 cannot be imported with numpy 2).
# Seen: a 2 x 6 board is to be tiled by an L tetromino, a Y pentomino and a V tromino. `exactly([L, Y, V]).with_reflections()`
#   finds a tiling; `exactly([L, Y]).with_reflections().and_one(V)` finds none. `and_one` and `and_repeated_exactly` build a new
#   set without the flag.
# Expected: the same set of tiles, so a tiling.
# Whom it hurts: who proves that a board cannot be tiled: None is a false proof.
# How to avoid: call `with_reflections()` last.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check polyomino==0.7.1 exact_cover==1.3.0 numpy==1.26.4
"$folder/venv/bin/python" - <<'PY'
import sys

from polyomino.board import Rectangle
from polyomino.tileset import exactly

L = [(0, 0), (1, 0), (2, 0), (2, 1)]
Y = [(0, 0), (1, 0), (2, 0), (3, 0), (1, 1)]
V = [(0, 0), (1, 0), (1, 1)]

tilesets = {
    "turned over last": exactly([L, Y, V]).with_reflections(),
    "and_one last": exactly([L, Y]).with_reflections().and_one(V),
}
tiled = []
for name, tileset in tilesets.items():
    solution = Rectangle(2, 6).tile_with_set(tileset).solve()
    tiled.append(solution is not None)
    print(f"{name}: reflections {tileset.reflections}, tiling {solution and solution.tiling}")
if tiled != [True, False]:
    sys.exit("This has changed.")
PY
