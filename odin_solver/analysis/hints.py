"""Hints in four levels: what is at stake, which tile to place, where, and the whole placement.

A hint says only what is proven of the best placement, or says that it is not proven. Statements
about *every* best placement are proven by solving without it. All levels ask for the same best
placement, with the same share of the time; the later ones take that of the first, proven or not.
"""

from odin_solver.analysis.analyst import Analyst
from odin_solver.analysis.hint_parts import BEST_SHARE, Hint, standing
from odin_solver.analysis.stakes import stake_hint
from odin_solver.analysis.tile_hints import tile_hint
from odin_solver.errors import InputError
from odin_solver.placement.solution import Status
from odin_solver.support.language import say

LEVELS = range(1, 5)


def hint(analyst: Analyst, level: int) -> Hint:
    """Return a hint about the best placement of a position's supply.

    Parameters
    ----------
    level
        1: what is at stake; 2: which tile to place; 3: where; 4: the whole placement.

    Raises
    ------
    InputError
        If the level is not 1 to 4.
    """
    if level not in LEVELS:
        raise InputError.said(
            "level: expected 1 to {most}, got {level}", most=LEVELS[-1], level=level
        )
    if level < LEVELS[-1]:
        analyst.best_seconds = BEST_SHARE * analyst.limits.seconds
    analyst.reuses_unproven = level > LEVELS[0]
    best = analyst.best
    proven = best.status is Status.OPTIMAL
    if not best.placements:
        if not proven:
            text = say("No placement that gains anything was found in time.")
        elif analyst.position.supply:
            text = say("Nothing can be gained: no placement improves the objective.")
        else:
            text = say("Nothing can be gained: the supply is empty.")
        why = () if proven else (standing(analyst),)
        return Hint(level, (text,), why, proven, analyst.values_before, best)
    if level == 1:
        return stake_hint(analyst)
    if level == 4:
        short = (standing(analyst), say("The placement:"))
        return Hint(4, short, (), proven, analyst.values_before, best)
    return tile_hint(analyst, level)
