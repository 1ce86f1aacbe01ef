"""Large boards: the best layouts known, and what a second of processor time reaches of them.

python -m benchmarks.large best --limit 60    # search each longer, and keep what is better
python -m benchmarks.large measure            # the local search of `odin solve`, one thread
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

from benchmarks.solving import processor_seconds
from benchmarks.suite import matches
from odin_solver.notation.positions import position_data, position_from
from odin_solver.placement.construction import Construction
from odin_solver.placement.objective import preset
from odin_solver.placement.search import SearchContext
from odin_solver.placement.solution import Limits, Request
from odin_solver.placement.solve import solve
from odin_solver.rules.position import Position

FILE = Path(__file__).parent / "results" / "large.json"

SIZES = [
    *((16, 60), (18, 80), (20, 60), (20, 100), (24, 80), (24, 120)),
    *((28, 100), (28, 160), (32, 120), (32, 200), (36, 160), (40, 200)),
]
"""Side of the board, and tiles."""

HOLES = 0.08
"""Share of the cells that no tile covers."""

EXTRA = 1.04
"""Cells of the tiles, as a share of those of the board."""

MOST_WAYS = 400_000
"""Placements of a position; on large boards several tiles are alike."""

MADE = (
    "python -m benchmarks.large best: `odin solve` with two threads for so many seconds of the "
    "processor, and before that for 25 s by the clock"
)

MOST_SECONDS = 3600.0
"""The most time by the clock of `best` for each position."""

ENOUGH = Fraction(97, 100)


def positions() -> Iterator[tuple[str, Position]]:
    """Yield the positions; every other one has tiles that must not touch."""
    for number, (side, tiles) in enumerate(SIZES):
        choose = Random(1000 + number)
        board = [["."] * side for _ in range(side)]
        for _ in range(round(HOLES * side * side / 4)):
            x, y = choose.randrange(side - 1), choose.randrange(side - 1)
            for i, j in ((0, 0), (1, 0), (0, 1), (1, 1)):
                board[y + j][x + i] = "~"
        room = sum(row.count(".") for row in board)
        kinds = min(tiles, MOST_WAYS // (8 * room))
        drawn = {
            f"S{at + 1}": {
                "cells": _shape(choose, area),
                "color": "green" if number % 2 and choose.random() < 0.3 else "none",
            }
            for at, area in enumerate(_areas(choose, kinds, round(EXTRA * room * kinds / tiles)))
        }
        data = {
            "schema": 1,
            "tiles": drawn,
            "supply": {f"S{at + 1}": len(range(at, tiles, kinds)) for at in range(kinds)},
            "boards": [{"board": {"map": ["".join(row) for row in board]}}],
            "objective": {"preset": "cover"},
        }
        yield f"large-{side}x{side}-{tiles}", position_from(data)


def _areas(choose: Random, tiles: int, total: int) -> list[int]:
    areas = [total // tiles] * tiles
    for at in range(total - sum(areas)):
        areas[at] += 1
    for _ in range(4 * tiles):
        one, other = choose.sample(range(tiles), 2)
        if areas[one] > 2 and areas[other] < 12:
            areas[one] -= 1
            areas[other] += 1
    return areas


def _shape(choose: Random, area: int) -> list[str]:
    cells = {(0, 0)}
    while len(cells) < area:
        near = {(x + i, y + j) for x, y in cells for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        cells.add(choose.choice(sorted(near - cells)))
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    width, height = max(x for x, _ in cells) + 1 - left, max(y for _, y in cells) + 1 - top
    if max(width, height) > 12:
        return _shape(choose, area)
    return [
        "".join("X" if (x + left, y + top) in cells else "." for x in range(width))
        for y in range(height)
    ]


def digest(position: Position) -> str:
    """Return what tells a position from another one of its name."""
    return sha256(json.dumps(position_data(position), sort_keys=True).encode()).hexdigest()[:16]


def best(limit: float, names: str, seed: int) -> None:
    """Search each position, and note the layouts that are better than those known."""
    known = read()
    for name, position in positions():
        if not matches(name, names):
            continue
        before = known["positions"].get(name)
        if before is not None and before["digest"] != digest(position):
            before = None
        if before is not None and before["proven"]:
            continue
        spent, cancel = processor_seconds(), Event()
        with within(limit, cancel):
            limits = Limits(MOST_SECONDS, workers=2, seed=seed)
            solution = solve(position, "cover", limits=limits, cancel=cancel)
        value, by = int(solution.value), solution.solver or "local search"
        cells = position.boards[0].grid.coverable.bit_count()
        if before is None or value > before["best"]:
            old = before or {}
            before = {"digest": digest(position), "cells": cells, "best": value, "found_by": by}
            before["processor_seconds"] = old.get("processor_seconds", 0)
        before["processor_seconds"] = round(
            before.get("processor_seconds", 0) + processor_seconds() - spent
        )
        before["proven"] = before["best"] == cells or solution.status == "OPTIMAL"
        known["positions"][name] = before
        FILE.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
        print(name, json.dumps(before), flush=True)


@contextmanager
def within(limit: float, cancel: Event) -> Iterator[None]:
    """Set `cancel` once so much processor time is over; stop looking at the end."""
    most, done = processor_seconds() + limit, Event()

    def look() -> None:
        while not done.wait(0.5):
            if processor_seconds() > most:
                cancel.set()

    looking = Thread(target=look)
    looking.start()
    try:
        yield
    finally:
        done.set()
        looking.join()


def read() -> dict[str, Any]:
    """Return the best values known."""
    if not FILE.exists():
        return {"made": MADE, "positions": {}}
    data: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return data


def reached(position: Position, seconds: float, seed: int = 0) -> int:
    """Return what the local searches of `solve` reach in so much processor time, model included."""
    began = time.process_time()
    request = Request(position, preset("cover"), Limits(workers=1))
    search = SearchContext(request, Event())
    value = Fraction(0)
    for found in Construction(search).layouts(seed):
        if time.process_time() - began > seconds:
            break
        if found is not None:
            value = max(value, found[0])
    return int(value)


def measure(seconds: float) -> int:
    """Print what is reached; return the exit code: 1 if some position misses the share."""
    known = read()["positions"]
    missed = 0
    for name, position in positions():
        if name not in known:
            print(f"{name:18} no best layout is known: run `best`")
            continue
        if known[name]["digest"] != digest(position):
            raise SystemExit(f"{name}: {FILE.name} has another position of this name")
        value, most = reached(position, seconds), known[name]["best"]
        missed += value < ENOUGH * most
        print(f"{name:18} {value:5} of {most:5}  {value / most:6.1%}")
    print(f"{missed} of {len(known)} below {float(ENOUGH):.0%}")
    return int(missed > 0)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=["best", "measure"])
    parser.add_argument("--limit", type=float, default=60.0, help="processor time, `best`")
    parser.add_argument("--names", default="*", help="shell patterns, with commas, `best`")
    parser.add_argument("--seed", type=int, default=0, help="of the searches, `best`")
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time, `measure`")
    options = parser.parse_args()
    if options.command == "best":
        best(options.limit, options.names, options.seed)
    else:
        sys.exit(measure(options.seconds))


if __name__ == "__main__":
    main()
