"""Bonus cells: won when they are open and all around them is covered (rules, 1.5)."""

from collections import Counter

from odin_solver.rules.geometry import Grid, GridBonus, Mask


def bonuses_won(grid: Grid, covered: Mask) -> list[GridBonus]:
    """The bonuses of a board that are won.

    A bonus is won while no cell of its symbol is covered and every existing cell around it is;
    other bonus cells count as covered. A covered bonus is lost.
    """
    return [
        bonus
        for bonus in grid.bonuses
        if not bonus.cells & covered and not bonus.surround & ~covered
    ]


def bonus_goods(grid: Grid, covered: Mask) -> dict[str, int]:
    """What the bonuses of a board give in one bonus phase, by thing."""
    goods: Counter[str] = Counter()
    for bonus in bonuses_won(grid, covered):
        goods.update(dict(bonus.gives))
    return dict(goods)
