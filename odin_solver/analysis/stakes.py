"""Hints of level 1: what is at stake."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from odin_solver.analysis.analyst import Analyst
from odin_solver.analysis.hint_parts import MORE_TIME, Cells, Hint, at_most, known, standing
from odin_solver.analysis.loss import loss_of
from odin_solver.analysis.moves import MANY_CELLS
from odin_solver.components.cells import cell_names
from odin_solver.names.printed import printed_list, printed_name
from odin_solver.notation.labels import board_labels
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import Weights
from odin_solver.placement.restrictions import MinimumValue
from odin_solver.placement.solution import Status
from odin_solver.rules.bonus import bonuses_won
from odin_solver.rules.geometry import Grid, GridBonus, Mask
from odin_solver.rules.income import diagonal_income
from odin_solver.rules.position import Position
from odin_solver.support.language import say, say_number


@dataclass(frozen=True)
class _Stake:
    """Income or bonus that the best placement gains.

    Attributes
    ----------
    values
        Its part in the objective levels.
    text
        Its name: ``the bonus Oil at c3 of Bear Island``.
    within_reach
        Sentence that it can be had.
    without
        How a sentence about placements without it begins or ends: ``without Oil from bonuses``.
    missing
        Sentence about the cells that are still open.
    more
        Sentences about those of other boards, and how else it can be had.
    denial
        Condition that placements without it meet.
    area
        Numbers of boards, and the cells that are still open.
    """

    values: tuple[Fraction, ...]
    text: str
    within_reach: str
    without: str
    missing: str
    more: tuple[str, ...]
    denial: MinimumValue
    area: tuple[tuple[int, Cells], ...]


def stake_hint(analyst: Analyst) -> Hint:
    """Return a hint about the most valuable income or bonus of the best placement."""
    best, before = analyst.best, analyst.values_before
    stakes = [*_income_stake(analyst), *_bonus_stakes(analyst)]
    proven = best.status is Status.OPTIMAL
    if not stakes:
        return Hint(1, (_points_at_stake(analyst),), (standing(analyst),), proven, before, best)
    stake = max(stakes, key=lambda each: each.values)
    if not proven:
        found = say("The best placement found so far gets {stake}.", stake=stake.text)
        why = (*stake.more, standing(analyst))
        return Hint(1, (found, stake.missing), why, False, before, best, area=stake.area)
    denied = analyst.solve(
        stake.without,
        start=analyst.nearest(lambda layout: _meets(analyst.position, layout, stake.denial)),
        bounds=analyst.best_values,
        conditions=[stake.denial],
    )
    loss = loss_of(best, denied)
    if loss.proven and not loss.is_zero:
        less = at_most(analyst, loss.level, denied)
        who = [
            say(
                "Every best placement gets it: {without}, {less}.", without=stake.without, less=less
            )
        ]
    else:
        who = [say("A best placement gets it.")]
        if not loss.proven:
            who.append(
                say(
                    "Whether every best placement gets it is not proven{advice}.",
                    advice=say(MORE_TIME),
                )
            )
    short = (stake.within_reach, stake.missing)
    why = (*stake.more, *who, standing(analyst))
    return Hint(1, short, why, loss.proven, before, best, loss=known(loss), area=stake.area)


def _meets(position: Position, layout: Position, condition: MinimumValue) -> bool:
    return value(condition.weights, gains(position, layout)) >= condition.value


def _income_stake(analyst: Analyst) -> Iterator[_Stake]:
    position, after = analyst.position, analyst.best.after
    old, new = gains(position, position).income, gains(position, after).income
    levels = analyst.objective.levels
    if new <= old or not any(weights.counts_income for weights in levels):
        return
    missing = []
    area = []
    states = zip(board_labels(position), position.boards, after.boards, strict=True)
    for at, (label, state, best) in enumerate(states):
        grid = state.grid
        if best.income > state.income:
            cells = grid.cells(_needed_for_income(grid, best.covered) & ~state.covered)
            area.append((at, tuple(cells)))
            names = cell_names(cells, grid.height)
            listed = f": {names}" if len(cells) <= MANY_CELLS else ""
            if len(cells) == 1:
                missing.append(
                    say(
                        "{cell} at the lower left of {board} is still open.",
                        cell=names,
                        board=label,
                    )
                )
            else:
                missing.append(
                    say_number(
                        "{n} cell at the lower left of {board} is still open{cells}.",
                        "{n} cells at the lower left of {board} are still open{cells}.",
                        len(cells),
                        board=label,
                        cells=listed,
                    )
                )
    if sum(len(state.board.income) for state in position.boards) == 1:
        spread = say("All of that must be covered.")
    else:
        spread = say("A best placement covers all of that; others may spread the income otherwise.")
    yield _Stake(
        tuple(_worth_of_income(weights, new - old) for weights in levels),
        say("an income of {n} (now {old})", n=new, old=old),
        say("An income of {n} (now {old}) is within reach.", n=new, old=old),
        say("with an income of {n} or less", n=new - 1),
        missing[0],
        (*missing[1:], spread),
        MinimumValue(Weights(income=Fraction(-1)), Fraction(1 - new)),
        tuple(area),
    )


def _worth_of_income(weights: Weights, income: int) -> Fraction:
    now = weights.banquet is not None and not weights.banquet.paid
    return weights.income * income + (weights.kept("silver", income) if now else 0)


def _needed_for_income(grid: Grid, covered: Mask) -> Mask:
    needed = 0
    for diagonal in grid.diagonals:
        pays = diagonal_income(diagonal, covered)
        steps = next(i for i, value in enumerate(diagonal.values) if value >= pays)
        if steps:
            needed |= diagonal.cells[steps - 1].needs
    return needed


def _bonus_stakes(analyst: Analyst) -> Iterator[_Stake]:
    position, after = analyst.position, analyst.best.after
    items: Counter[str] = Counter()
    for state in after.boards:
        grid = state.grid
        for bonus in bonuses_won(grid, state.covered):
            for item, count in bonus.gives:
                items[item] += count
    states = zip(board_labels(position), position.boards, after.boards, strict=True)
    for at, (label, state, best) in enumerate(states):
        grid = state.grid
        covered = state.covered
        had = bonuses_won(grid, covered)
        for bonus in bonuses_won(grid, best.covered):
            values = tuple(weights.bonus_value(bonus.gives) for weights in analyst.objective.levels)
            if bonus.gives and bonus not in had and max(values) > 0:
                yield _bonus_stake(at, label, grid, bonus, covered, values, items)


def _bonus_stake(
    board: int,
    label: str,
    grid: Grid,
    bonus: GridBonus,
    covered: Mask,
    values: tuple[Fraction, ...],
    items: Counter[str],
) -> _Stake:
    item, count = bonus.gives[0]
    at = cell_names(grid.cells(bonus.cells), grid.height)
    around = grid.cells(bonus.surround & ~covered)
    names = cell_names(around, grid.height)
    listed = f": {names}" if len(around) <= MANY_CELLS else ""
    if len(around) == 1:
        missing = say("{cell} beside it is still open.", cell=names)
    else:
        missing = say_number(
            "{n} cell around it is still open{cells}.",
            "{n} cells around it are still open{cells}.",
            len(around),
            cells=listed,
        )
    where = {"items": printed_list(bonus.gives), "cells": at, "board": label}
    good = printed_name(item)
    return _Stake(
        values,
        say("the bonus {items} at {cells} of {board}", **where),
        say("The bonus {items} at {cells} of {board} is within reach.", **where),
        say("without {good} from bonuses", good=good)
        if items[item] == 1
        else say("with fewer than {n} {good} from bonuses", n=items[item], good=good),
        missing,
        (),
        MinimumValue(Weights(bonus_of={item: Fraction(-1)}), Fraction(count - items[item])),
        ((board, tuple(around)),),
    )


def _points_at_stake(analyst: Analyst) -> str:
    gained = gains(analyst.position, analyst.best.after)
    if gained.points and any(weights.points > 0 for weights in analyst.objective.levels):
        return say_number(
            "{n} negative point can be covered.",
            "{n} negative points can be covered.",
            gained.points,
        )
    return say_number(
        "{n} more cell can be covered.", "{n} more cells can be covered.", gained.cells
    )
