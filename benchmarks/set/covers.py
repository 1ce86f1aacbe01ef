"""First covers and counts side by side: ours, plain dancing links in C, miniexact, CP-SAT.

Each runs in a process of its own. Its processor time is that of the search, once the positions are
read and its input is made; its memory is by how much the process grew.
"""

import hashlib
import itertools
import math
import multiprocessing
import resource
import subprocess
import tempfile
import time
from array import array
from collections.abc import Callable, Iterator, Mapping
from ctypes import CDLL, c_char_p, c_int64
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import miniexact

from benchmarks.set.make import RANDOM_COVERS, exact
from hatch_build import compilers
from odin_puzzles.kinds.layout_task import LayoutTask, all_tiles
from odin_puzzles.uniqueness.exact_cover import SATISFIABLE, added
from odin_solver.notation.examples import example
from odin_solver.notation.models import named_model
from odin_solver.notation.positions import position_from
from odin_solver.placement.cover.counting import LayoutCounter
from odin_solver.placement.cover.problem import Cover, cover_of
from odin_solver.placement.cover.search import CoverSearch, covers_either_way, library
from odin_solver.placement.objective import choose_objective
from odin_solver.placement.problem import compile_problem
from odin_solver.rules.geometry import bits
from odin_solver.rules.position import Position

LEAST = 0.01
"""Seconds: shorter times count as this in ratios."""

NEW = "covers"
"""The seed of the new covers."""

Run = Callable[[], int]
"""A search whose input is made; returns how many covers it found."""


class CoverRun(NamedTuple):
    """What a search found, its processor time, and the megabytes that its process grew by."""

    found: int
    seconds: float
    megabytes: float


def covers(new: int) -> Iterator[tuple[str, Position]]:
    """Yield the covers of the packing set, and new ones."""
    for number in range(RANDOM_COVERS):
        yield f"exact-{number + 1:03d}", exact("1", number)
    for number in range(new):
        yield f"new-{number + 1:03d}", exact(NEW, number)


def counts() -> Iterator[tuple[str, Position, bool]]:
    """Yield positions whose layouts are counted, and whether dancing links count them too."""
    for name in ("6x10", "5x12", "4x15", "3x20", "8x8"):
        yield name, example(f"pentominoes-{name}"), True
    small = {"M": ["X"], "D": ["XX"], "I": ["XXX"], "L": ["XX", "X."]}
    for side in (6, 8):
        supply = {name: side**2 // sum(map(len, rows)) for name, rows in small.items()}
        supply["L"] = side**2 // 3
        data = {
            "schema": 1,
            "tiles": {name: {"cells": rows} for name, rows in small.items()},
            "supply": supply,
            "boards": [{"board": {"map": ["." * side] * side}}],
        }
        yield f"up to 3 cells on {side}x{side}", position_from(data), False


def _cover(position: Position) -> Cover:
    return cover_of(compile_problem(position))


def ours(position: Position) -> Run:
    """Search as `odin solve` does where the supply just fills the boards."""
    cover = _cover(position)
    return lambda: int(any(covers_either_way(cover)))


def our_list(position: Position) -> Run:
    """Search for the first cover as `odin count --all` does."""
    search = CoverSearch(_cover(position), "list")
    return lambda: int(next(search.covers(lambda: False), None) is not None)


def our_count(position: Position) -> Run:
    """Count as `odin count` does."""
    counter = LayoutCounter(position)
    return lambda: counter.count(math.inf).count


@cache
def _links() -> CDLL:
    source = Path(__file__).with_name("dlx.c")
    digest = hashlib.sha256(source.read_bytes()).hexdigest()[:16]
    built = Path(tempfile.gettempdir()) / f"odin-dlx-{digest}.so"
    if not built.exists():
        flags = ["-O3", "-std=c11", "-shared", "-fPIC", "-o", str(built)]
        subprocess.run([*compilers()[0], *flags, str(source)], check=True)
    loaded = CDLL(str(built))
    loaded.dlx_count.restype = c_int64
    loaded.dlx_count.argtypes = [c_char_p, *[c_int64] * 5]
    return loaded


def dancing(position: Position, most: int = 1) -> Run:
    """Search by plain dancing links in C."""
    cover = _cover(position)
    single = [at for at, kind in enumerate(cover.kinds) if kind.copies == 1 and cover.uses_all]
    numbers: dict[object, int] = {}
    for item in (*bits(cover.free), *(("kind", at) for at in single)):
        numbers[item] = len(numbers) + 1
    primary = len(numbers)
    given = array("i", [kind.copies for kind in cover.kinds])
    for place in cover.places:
        items: list[object] = [*bits(place.cells)]
        items += [("kind", place.kind)] * (place.kind in single)
        for one, other in itertools.product(bits(place.cells), bits(place.beside)):
            if abs(one - other) in (1, cover.stride):  # no two of a colour share an edge
                items.append((place.color, min(one, other), max(one, other)))
        given.extend((place.kind, len(items)))
        given.extend(numbers.setdefault(item, len(numbers) + 1) for item in items)
    sizes = primary, len(numbers), len(cover.kinds), len(cover.places)
    return lambda: int(_links().dlx_count(given.tobytes(), *sizes, most))


def by_miniexact(position: Position) -> Run:
    """Search by Knuth's Algorithm M."""
    problem = compile_problem(position)
    region = tuple(area.free for area in problem.areas)
    total = sum(position.supply.values())
    search = miniexact.miniexacts_m()
    added(search, LayoutTask(problem, region, region, all_tiles(problem), (total, total)))
    return lambda: int(search.solve() == SATISFIABLE)


def cp_sat(position: Position) -> Run:
    """Give CP-SAT the exported model, with one thread."""
    from ortools.sat.python import cp_model

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "model.proto")
        named_model(position, choose_objective(position)).write(str(path))
        model = cp_model.CpModel()
        model.proto.parse_text_format(path.read_text("utf-8"))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    (state,) = position.boards
    cells = state.grid.coverable.bit_count()
    return lambda: int(solver.solve(model) == cp_model.OPTIMAL and solver.objective_value == cells)


FIRST: Mapping[str, Callable[[Position], Run]] = {
    "solve": ours,
    "DLX": dancing,
    "count": our_list,
    "miniexact": by_miniexact,
    "CP-SAT": cp_sat,
}


def run(make: Callable[[Position], Run], position: Position, limit: float) -> CoverRun | None:
    """Let a search work for a time of the processor; None if it was not done by then."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    child = context.Process(target=_work, args=(make, position, limit, there))
    child.start()
    there.close()
    try:
        return CoverRun(*here.recv())
    except EOFError:
        return None
    finally:
        child.join()


def _work(make: Callable[[Position], Run], position: Position, limit: float, told: Any) -> None:
    library(), _links()
    search = make(position)
    before, began = _megabytes(), time.process_time()
    most = math.ceil(began + limit)
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))
    found = search()
    seconds = time.process_time() - began
    if seconds <= limit:
        told.send((found, seconds, _megabytes() - before))


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
