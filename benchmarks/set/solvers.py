"""Five solvers of the packing set: ours, plain backtracking, miniexact, CP-SAT, HiGHS.

The last two get the model that we export. Backtracking and miniexact only look for covers: all
cells by all tiles.
"""

import multiprocessing
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from benchmarks.set.solve import searched
from odin_puzzles.kinds.layout_task import LayoutTask, all_tiles
from odin_puzzles.uniqueness.exact_cover import layouts_by_miniexact
from odin_solver.notation.models import named_model
from odin_solver.placement.objective import choose_objective
from odin_solver.placement.problem import compile_problem
from odin_solver.placement.solution import Limits
from odin_solver.rules.allowed import colors_kept_apart
from odin_solver.rules.board_state import spots
from odin_solver.rules.geometry import Grid, Mask
from odin_solver.rules.position import Position

Tell = Callable[[float | None, float | None], None]
"""Takes a value and a bound; either may be None."""


class SolverRun(NamedTuple):
    """What a solver reached."""

    value: float | None
    bound: float | None

    @property
    def proven(self) -> bool:
        """Whether the value is proven best."""
        return self.value is not None and self.bound is not None and self.value >= self.bound


def ours(position: Position, seconds: float, tell: Tell) -> None:
    """Search as `odin solve` does, with one thread."""
    (level,) = searched(position, Limits(seconds, 1)).levels
    assert level.bound is not None
    tell(float(level.value), float(level.bound))


def backtracking(position: Position, seconds: float, tell: Tell) -> None:
    """Cover the first open cell in every way; give up where a region is too small for any tile."""
    (state,) = position.boards
    grid = state.grid
    left = dict(position.supply)
    areas = {name: position.kinds[name].area for name in left}
    apart = colors_kept_apart(state.board)
    places: dict[Mask, list[tuple[str, Mask, Mask, str]]] = {}
    for name in left:
        tile = position.kinds[name]
        for spot in spots(state.board, tile):
            beside = grid.edge_neighbours(spot.mask) if tile.color in apart else 0
            entry = (name, spot.mask, beside, str(tile.color))
            places.setdefault(spot.mask & -spot.mask, []).append(entry)

    def cover(open_cells: Mask, colored: Mapping[str, Mask]) -> bool:
        if not open_cells:
            return True
        smallest = min((areas[name] for name, count in left.items() if count), default=0)
        if not smallest or any(r.bit_count() < smallest for r in _regions(grid, open_cells)):
            return False
        for name, mask, beside, color in places.get(open_cells & -open_cells, ()):
            same = colored.get(color, 0)
            if not left[name] or mask & ~open_cells or beside & same:
                continue
            left[name] -= 1
            if cover(open_cells & ~mask, {**colored, color: same | mask}):
                return True
            left[name] += 1
        return False

    if cover(grid.coverable, {}):
        tell(*[float(grid.coverable.bit_count())] * 2)


def _regions(grid: Grid, cells: Mask) -> Iterator[Mask]:
    while cells:
        region = reached = cells & -cells
        while reached:
            reached = grid.edge_neighbours(region) & cells & ~region
            region |= reached
        cells &= ~region
        yield region


def by_miniexact(position: Position, seconds: float, tell: Tell) -> None:
    """Search by Knuth's Algorithm M."""
    problem = compile_problem(position)
    region = tuple(area.free for area in problem.areas)
    total = sum(position.supply.values())
    task = LayoutTask(problem, region, region, all_tiles(problem), (total, total))
    if next(layouts_by_miniexact(task), None) is not None:
        tell(*[float(sum(mask.bit_count() for mask in region))] * 2)


def cp_sat(position: Position, seconds: float, tell: Tell) -> None:
    """Give CP-SAT the exported model."""
    from ortools.sat.python import cp_model

    with _exported(position, ".proto") as path:
        model = cp_model.CpModel()
        with open(path, encoding="utf-8") as file:
            model.proto.parse_text_format(file.read())
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    if solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        tell(solver.objective_value, solver.best_objective_bound)


def highs(position: Position, seconds: float, tell: Tell) -> None:
    """Give HiGHS the exported model."""
    import highspy

    solver: Any = highspy._Highs()  # type: ignore[attr-defined]  # highspy has no types
    solver.setOptionValue("output_flag", False)
    with _exported(position, ".mps") as path:
        solver.readModel(path)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("time_limit", seconds)
    solver.run()
    info = solver.getInfo()
    if info.primal_solution_status == 2:  # feasible
        tell(-info.objective_function_value, -info.mip_dual_bound)  # the file is a minimisation


@contextmanager
def _exported(position: Position, ending: str) -> Iterator[str]:
    """Write the model as ``odin solve --export`` does."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, f"model{ending}")
        named_model(position, choose_objective(position)).write(path)
        yield path


SOLVERS = {
    "ours": ours,
    "backtracking": backtracking,
    "miniexact": by_miniexact,
    "CP-SAT": cp_sat,
    "HiGHS": highs,
}
ONLY_COVERS = ("backtracking", "miniexact")


def run(
    solver: Callable[[Position, float, Tell], None], position: Position, seconds: float
) -> SolverRun:
    """Run a solver in a process of its own, and kill it when its time is over.

    Parameters
    ----------
    solver
        One of `SOLVERS`.
    position
        What it solves.
    seconds
        Its time by the clock.
    """
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    child = context.Process(target=_work, args=(solver, position, seconds, there))
    child.start()
    there.close()
    until = time.monotonic() + 3 + seconds
    value = bound = None
    while here.poll(max(0.0, until - time.monotonic())):
        try:
            one, other = here.recv()
        except EOFError:
            break
        value, bound = one if one is not None else value, other if other is not None else bound
    with suppress(ProcessLookupError):
        os.killpg(child.pid or 0, signal.SIGKILL)
    child.join()
    return SolverRun(value, bound)


def _work(
    solver: Callable[[Position, float, Tell], None],
    position: Position,
    seconds: float,
    told: Connection,
) -> None:
    os.setpgid(0, 0)
    _warm(solver)
    solver(position, seconds, lambda *both: told.send(both))


def _warm(solver: Callable[[Position, float, Tell], None]) -> None:
    """Import and load what a solver needs: that is not measured."""
    if solver is cp_sat:
        from ortools.sat.python import cp_model  # noqa: F401  (imported before it is measured)
    elif solver is highs:
        import highspy  # noqa: F401  (imported before it is measured)
