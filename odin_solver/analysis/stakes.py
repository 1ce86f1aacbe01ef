"""Hints of level 1: what is at stake."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from odin_solver.analysis.analyst import Analyst
from odin_solver.analysis.hint_parts import Cells, Hint, at_most, known, standing, unexamined
from odin_solver.analysis.loss import loss_of
from odin_solver.analysis.moves import MANY_CELLS
from odin_solver.components.cells import cell_names
from odin_solver.notation.labels import board_labels
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import Weights
from odin_solver.placement.restrictions import MinimumValue
from odin_solver.placement.solution import Status
from odin_solver.rules.bonus import bonuses_won
from odin_solver.rules.geometry import Grid, GridBonus, Mask
from odin_solver.rules.income import diagonal_income
from odin_solver.rules.position import Position
from odin_solver.words.names import number_of, printed_list, printed_name


@dataclass(frozen=True)
class _Stake:
    """Income or bonus that the best placement gains.

    Attributes
    ----------
    values
        Its part in the objective levels.
    text
        Its name: ``the bonus Oil at c3 of Bear Island``.
    without
        How a sentence about placements without it begins or ends: ``without Oil from bonuses``.
    missing
        Sentence about the cells that are still open.
    denial
        Condition that placements without it meet.
    area
        Numbers of boards, and the cells that are still open.
    """

    values: tuple[Fraction, ...]
    text: str
    without: str
    missing: str
    denial: MinimumValue
    area: tuple[tuple[int, Cells], ...]


def stake_hint(analyst: Analyst) -> Hint:
    """Return a hint about the most valuable income or bonus of the best placement."""
    best, before = analyst.best, analyst.values_before
    stakes = [*_income_stake(analyst), *_bonus_stakes(analyst)]
    proven = best.status is Status.OPTIMAL
    if not stakes:
        return Hint(1, f"{_points_at_stake(analyst)} {standing(analyst)}", proven, before, best)
    stake = max(stakes, key=lambda each: each.values)
    if not proven:
        text = f"The best placement found so far gets {stake.text}. {stake.missing}"
        return Hint(1, f"{text} {standing(analyst)}", False, before, best, area=stake.area)
    denied = analyst.solve(
        f"without {stake.text}",
        start=analyst.nearest(lambda layout: _meets(analyst.position, layout, stake.denial)),
        bounds=analyst.best_values,
        conditions=[stake.denial],
    )
    loss = loss_of(best, denied, [Fraction(0)] * len(before))
    if loss.proven and not loss.is_zero:
        less = at_most(analyst, loss.level, denied)
        who = f"Every best placement gets it: {stake.without}, {less}."
    elif loss.proven:
        who = "A best placement gets it."
    else:
        who = f"A best placement gets it. {unexamined('gets it')}"
    within_reach = f"{stake.text[0].upper()}{stake.text[1:]} is within reach."
    text = f"{within_reach} {stake.missing} {who} {standing(analyst)}"
    return Hint(1, text, loss.proven, before, best, loss=known(loss), area=stake.area)


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
            many = f"{len(cells)} cells at the lower left of {label} are still open"
            if len(cells) == 1:
                many = (
                    f"{cell_names(cells, grid.height)} at the lower left of {label} is still open"
                )
            elif len(cells) <= MANY_CELLS:
                many += f": {cell_names(cells, grid.height)}"
            missing.append(f"{many}.")
    if sum(len(state.board.income) for state in position.boards) == 1:
        missing.append("All of that must be covered.")
    else:
        missing.append(
            "A best placement covers all of that; others may spread the income otherwise."
        )
    yield _Stake(
        tuple(_worth_of_income(weights, new - old) for weights in levels),
        f"an income of {new} (now {old})",
        f"with an income of {new - 1} or less",
        " ".join(missing),
        MinimumValue(Weights(income=Fraction(-1)), Fraction(1 - new)),
        tuple(area),
    )


def _worth_of_income(weights: Weights, income: int) -> Fraction:
    """Return what so much more income is worth, that of this round as kept silver."""
    now = weights.banquet is not None and not weights.banquet.paid
    return weights.income * income + (weights.kept("silver", income) if now else 0)


def _needed_for_income(grid: Grid, covered: Mask) -> Mask:
    """Return the cells that the present income of a board depends on."""
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
    if len(around) == 1:
        missing = f"{names} beside it is still open."
    else:
        listed = f": {names}" if len(around) <= MANY_CELLS else ""
        missing = f"{len(around)} cells around it are still open{listed}."
    fewer = "out" if items[item] == 1 else f" fewer than {items[item]}"
    return _Stake(
        values,
        f"the bonus {printed_list(bonus.gives)} at {at} of {label}",
        f"with{fewer} {printed_name(item)} from bonuses",
        missing,
        MinimumValue(Weights(bonus_of={item: Fraction(-1)}), Fraction(count - items[item])),
        ((board, tuple(around)),),
    )


def _points_at_stake(analyst: Analyst) -> str:
    gained = gains(analyst.position, analyst.best.after)
    if gained.points and any(weights.points > 0 for weights in analyst.objective.levels):
        return f"{number_of(gained.points, 'negative point')} can be covered."
    return f"{number_of(gained.cells, 'more cell')} can be covered."
