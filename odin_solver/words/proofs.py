"""How good a solution is: in words, and as a technical line."""

from odin_solver.names.printed import amount, percent
from odin_solver.notation.results import proven_by
from odin_solver.placement.solution import LevelResult, Solution
from odin_solver.support.language import say, say_decimal, say_number


def proof_in_words(solution: Solution) -> str:
    """Return how good a solution is.

    Examples: ``proven best``; ``best found in 60 s; at most 4 points from the best possible``.
    """
    levels = zip(solution.objective.levels, solution.levels, strict=True)
    for number, (weights, level) in enumerate(levels, 1):
        if level.proven:
            continue
        time = duration(solution.seconds)
        if level.bound is None:
            return say("best found in {time}; how much better is possible is not known", time=time)
        more = level.bound - level.value
        size: str = amount(more)
        if weights.as_keys().get("points") == 1:
            size = (
                say_number("{n} point", "{n} points", int(more))
                if more.denominator == 1
                else say("{number} points", number=size)
            )
        text = say(
            "best found in {time}; at most {size} from the best possible", time=time, size=size
        )
        return say("{text} (level {number})", text=text, number=number) if number > 1 else text
    return say("proven best")


def duration(seconds: float) -> str:
    """Return a time such as ``60 s``; tenths below ten seconds."""
    return say("{time} s", time=say_decimal(seconds, ".0f" if seconds >= 10 else ".1f"))


def technical_text(solution: Solution) -> str:
    """Return status, upper bounds and gaps, time, solver, seed and threads."""
    name, version = proven_by(solution)
    limits = solution.limits
    proofs = say(", then ").join(_proof(level) for level in solution.levels)
    workers = say_number("{n} worker", "{n} workers", limits.workers)
    return (
        f"{solution.status}: {proofs}; {solution.seconds:.1f} s, {name} {version}, "
        f"seed {limits.seed}, {workers}"
    )


def _proof(level: LevelResult) -> str:
    from odin_solver.placement.solution import gap

    if level.bound is None:
        return say("no upper bound")
    return say(
        "upper bound {bound}, gap {gap}",
        bound=amount(level.bound),
        gap=percent(gap(level.value, level.bound)),
    )
