"""The banquet optimiser: the feast of the smallest loss (rules, 3.9).

Exact without a solver, and fast enough for every turn of a game: see `best_feast`.
"""

from odin_solver.feast.best import THING_PENALTY, Feast, best_feast
from odin_solver.feast.food import FOOD_VALUES, FOODS
from odin_solver.feast.table import beside_ships, free_cells

__all__ = [
    "FOODS",
    "FOOD_VALUES",
    "THING_PENALTY",
    "Feast",
    "beside_ships",
    "best_feast",
    "free_cells",
]
