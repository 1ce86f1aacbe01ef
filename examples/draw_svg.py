"""Build a position in Python, check it, and draw it into an SVG file.

Run it with ``python examples/draw_svg.py [FILE]``.
"""

import sys
from pathlib import Path

from odin_solver import position_from, position_violations, score
from odin_solver.render.svg.position import position_svg

position = position_from(
    {
        "schema": 1,
        "title": "A robe covers three incomes at once",
        "round": 3,
        "boards": [{"board": "home", "placed": ["robe a1:c3", "rune_stone d1:d2", "silver d3"]}],
    }
)
for violation in position_violations(position):
    print(violation.message)
path = Path(sys.argv[1] if len(sys.argv) > 1 else "position.svg")
path.write_text(position_svg(position), encoding="utf-8")
print(f"score {score(position)}, drawn into {path}")
