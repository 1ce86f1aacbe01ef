"""Whether the contenders agree: every proof is checked against every answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from benchmarks.contenders import OURS, OWN_MODELS
from benchmarks.measure import ContenderRun


@dataclass(frozen=True)
class Verdict:
    """The joint result of all runs of one instance.

    Attributes
    ----------
    instance
        Its name.
    best
        The best values that any run reached.
    optimal
        Whether some run proved them.
    confirmed_by
        The contenders whose proof supports ours: those with another solver than the one that
        proved ours, and those with another model. Without a proof of ours, those
        that support each other.
    conflicts
        Contradictions, and answers that break the rules: expected empty.
    """

    instance: str
    best: tuple[Fraction, ...]
    optimal: bool
    confirmed_by: tuple[str, ...]
    conflicts: tuple[str, ...]


def judge(instance: str, runs: Sequence[ContenderRun]) -> Verdict:
    """Compare the runs of an instance with each other."""
    answered = [run for run in runs if run.values and not run.faults]
    conflicts = [
        f"WRONG ANSWER: {instance}: {run.contender} (repetition {run.repetition}): {fault}"
        for run in runs
        for fault in run.faults
    ]
    for claimer in runs:
        for finder in answered:
            conflicts += _contradiction(claimer, finder)
    best = max((tuple(run.found) for run in answered), default=())
    provers = [run for run in answered if run.proven]
    return Verdict(
        instance=instance,
        best=best,
        optimal=bool(provers),
        confirmed_by=_confirming(provers),
        conflicts=tuple(conflicts),
    )


def _contradiction(claimer: ContenderRun, finder: ContenderRun) -> list[str]:
    """Return the contradiction if a layout of `finder` exceeds a bound of `claimer`.

    The bound of a level holds for all layouts that reach the same values of the levels before.
    Two different proven optima contradict each other too.
    """
    found = finder.found
    claimed = claimer.found
    for level, text in enumerate(claimer.bounds):
        comparable = level < len(found) and found[:level] == claimed[:level]
        if text is not None and comparable and found[level] > Fraction(text):
            return [
                f"DISAGREEMENT: {claimer.instance}: {claimer.contender} (repetition "
                f"{claimer.repetition}, {claimer.solver or 'no answer'}) claims the "
                f"bound {text} in level {level}, but {finder.contender} (repetition "
                f"{finder.repetition}) has a legal layout with {found[level]}"
            ]
    return []


def _confirming(provers: Sequence[ContenderRun]) -> tuple[str, ...]:
    own = {run.solver for run in provers if run.contender == OURS}
    others = [run for run in provers if run.contender != OURS]
    if own:
        names = {
            run.contender for run in others if {run.solver} != own or run.contender in OWN_MODELS
        }
    else:
        names = {run.contender for run in others}
        names = names if len(names) > 1 else set()
    return tuple(sorted(names))
