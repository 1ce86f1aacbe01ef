"""Bonuses: won while open and surrounded by covered cells (rules, 1.5)."""

from collections import Counter

from odin_solver.rules.geometry import Grid, GridBonus, Mask


def bonuses_won(grid: Grid, covered: Mask) -> list[GridBonus]:
    """Return the bonuses of a board that are won.

    A bonus is won while no cell of its symbol is covered and all existing cells around it are;
    other bonus cells count as covered. A covered bonus is lost.
    """
    return [
        bonus
        for bonus in grid.bonuses
        if not bonus.cells & covered and not bonus.surround & ~covered
    ]


def bonus_goods(grid: Grid, covered: Mask) -> dict[str, int]:
    """Return what the bonuses of a board give in a bonus phase, by item."""
    goods: Counter[str] = Counter()
    for bonus in bonuses_won(grid, covered):
        goods.update(dict(bonus.gives))
    return dict(goods)
