"""The effects of the occupations, card by card (rules, 5); importing this makes them known."""

from odin_solver.game.effects import (  # noqa: F401  (each registers its cards)
    anytime,
    as_soon_as,
    changed_spaces,
    each_time_dice,
    each_time_phases,
    each_time_spaces,
    each_time_things,
    immediate_deals,
    immediate_goods,
    immediate_other,
)
