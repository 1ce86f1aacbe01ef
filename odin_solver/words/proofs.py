"""How good a solution is: in words, and as a technical line."""

from typing import TYPE_CHECKING

from odin_solver.notation.results import proven_by
from odin_solver.words.names import amount, number_of, percent

if TYPE_CHECKING:
    from odin_solver.placement.solution import LevelResult, Solution

PROVEN_BEST = "proven best"


def proof_in_words(solution: "Solution") -> str:
    """Return how good a solution is.

    Examples: ``proven best``; ``best found in 60 s; at most 4 points from the best possible``.
    """
    levels = zip(solution.objective.levels, solution.levels, strict=True)
    for number, (weights, level) in enumerate(levels, 1):
        if level.proven:
            continue
        found = f"best found in {duration(solution.seconds)}"
        if level.bound is None:
            return f"{found}; how much better is possible is not known"
        more = level.bound - level.value
        in_points = weights.as_keys().get("points") == 1
        size = f"{amount(more)} {'point' if more == 1 else 'points'}" if in_points else amount(more)
        where = f" (level {number})" if number > 1 else ""
        return f"{found}; at most {size} from the best possible{where}"
    return PROVEN_BEST


def duration(seconds: float) -> str:
    """Return a time such as ``60 s``; tenths below ten seconds."""
    return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.1f} s"


def technical_text(solution: "Solution") -> str:
    """Return status, upper bounds and gaps, time, solver, seed and threads."""
    name, version = proven_by(solution)
    limits = solution.limits
    proofs = ", then ".join(_proof(level) for level in solution.levels)
    return (
        f"{solution.status}: {proofs}; {solution.seconds:.1f} s, {name} {version}, "
        f"seed {limits.seed}, {number_of(limits.workers, 'worker')}"
    )


def _proof(level: "LevelResult") -> str:
    from odin_solver.placement.solution import gap

    if level.bound is None:
        return "no upper bound"
    return f"upper bound {amount(level.bound)}, gap {percent(gap(level.value, level.bound))}"
