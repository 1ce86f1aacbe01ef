"""Which engines race, and for what."""

import time
from collections.abc import Sequence

from odin_solver.linear.solvers import has_cp_sat
from odin_solver.placement.cover.filling import just_fills
from odin_solver.placement.model.messages import Job
from odin_solver.placement.objective import Weights
from odin_solver.placement.precision import HIGHS_RANGE, range_in_units
from odin_solver.placement.problem import MANY, Problem
from odin_solver.placement.race import RaceEntry
from odin_solver.placement.restrictions import MinimumValue
from odin_solver.placement.search import SearchContext
from odin_solver.placement.tuning import (
    CANONICAL_SEED,
    HEAD_START_PLACEMENTS,
    HEAD_START_SECONDS,
    HEAD_START_SEED,
    HEAD_START_SHARE,
    MODEL_BYTES,
    TIES_SECONDS,
)
from odin_solver.support.platform import available_memory


def alone(*, fills: bool = False) -> RaceEntry:
    """Return an engine that races against none."""
    if has_cp_sat():
        return RaceEntry("cp-sat", "both", 1, waits="construction", fills=fills)
    return RaceEntry("highs", "prove", 1, waits="construction", fills=fills)


def lineup(search: SearchContext, sums: Sequence[Weights], *, construct: bool) -> list[RaceEntry]:
    """Return the engines to race, in the order of their starts: what begins at once comes first.

    These are CP-SAT, and HiGHS on a second thread. HiGHS takes part only where it is precise enough
    for the objective and the minimums. Where there is much to place on several boards and no good
    layout is known, it waits while a second search with another seed also improves layouts: they
    share what they find. Where the supply just fills the boards, a search for exact covers takes
    part; with two threads it takes turns with CP-SAT. Without CP-SAT the local search improves
    layouts, as where no model has room in memory.

    Parameters
    ----------
    sums
        Weights of the level and of the minimums.
    construct
        Whether local searches begin, as no good layout is known.
    """
    request = search.request
    workers, conditions = request.limits.workers, request.conditions
    large = search.problem.n_placements > HEAD_START_PLACEMENTS and len(search.problem.areas) > 1
    filled = fills(search, sums)
    entries = [RaceEntry("highs", "fill", 1, waits="nothing", fills=True)] * filled
    locally = not conditions and not search.problem.least
    if search.problem.n_placements > MANY and not model_fits(search.problem, workers):
        return [*entries, RaceEntry("highs", "local search", 1, waits="nothing")]
    if workers == 1 and (has_cp_sat() or not (large and locally)):
        return [alone(fills=filled)]
    if not has_cp_sat():
        return [*entries, *_without_cp_sat(large=large, locally=locally)]
    shares = filled and workers == 2  # a third process would have a third of the cores
    entries = [] if shares else entries
    improve = RaceEntry("cp-sat", "improve", 1, waits="construction", fills=shares)
    sums = (*sums, *(minimum.weights for minimum in conditions))
    if any(range_in_units(search.problem, weights) > HIGHS_RANGE for weights in sums):
        return [*entries, improve, RaceEntry("cp-sat", "prove", workers - 1, waits="construction")]
    if large and construct and locally:
        entries.append(RaceEntry("cp-sat", "head start", 1, waits="nothing"))
        entries.append(RaceEntry("highs", "prove", 1, waits="head start"))
    else:
        entries.append(RaceEntry("highs", "prove", 1, waits="nothing"))
    entries.append(improve)
    if workers > 2:
        entries.append(RaceEntry("cp-sat", "prove", workers - 2, waits="construction"))
    return entries


def _without_cp_sat(*, large: bool, locally: bool) -> list[RaceEntry]:
    """Return HiGHS, and before it or beside it a local search, where that can be."""
    improve = RaceEntry("highs", "head start", 1, waits="nothing")
    if large and locally:
        return [improve, RaceEntry("highs", "prove", 1, waits="head start")]
    return [RaceEntry("highs", "prove", 1, waits="nothing"), *([improve] if locally else [])]


def fills(search: SearchContext, sums: Sequence[Weights]) -> bool:
    """Whether a search for exact covers takes part."""
    request = search.request
    restricted = request.conditions or request.excluded or request.forbidden
    return len(sums) == 1 and not restricted and just_fills(search.problem, sums[0])


def model_fits(problem: Problem, workers: int) -> bool:
    """Whether there is memory for the models of the engines."""
    return problem.n_placements * MODEL_BYTES * workers < available_memory()


def engine_job(
    search: SearchContext,
    entry: RaceEntry,
    weights: Weights | None,
    minimums: tuple[MinimumValue, ...],
    later: tuple[Weights, ...] = (),
) -> Job:
    """Return the job of an engine; see `odin_solver.placement.model.messages.Job`."""
    request = search.request
    seconds, seed = search.until - time.monotonic(), request.limits.seed
    if entry.part == "head start":
        seconds, seed = min(HEAD_START_SECONDS, HEAD_START_SHARE * seconds), seed + HEAD_START_SEED
        if weights is not None and not (weights.points or weights.cells):
            seconds /= 2
    elif weights is None and entry.engine == "highs":  # which measures no work
        seconds = min(seconds, TIES_SECONDS)
    return Job(
        position=request.position,
        engine=entry.engine,
        weights=weights,
        minimums=(*request.conditions, *minimums),
        seconds=max(0.1, seconds),
        threads=entry.threads,
        seed=CANONICAL_SEED if weights is None else seed,
        part=entry.part,
        restrictions=search.restrictions,
        conditions=len(request.conditions),
        later=later,
        tied=entry.engine == "cp-sat",
        fills=entry.fills,
    )
