"""The feast: what to eat so that it costs least (rules, 3.9).

A small optimisation of its own, exact and quick enough to be asked at every turn of a game: no
solver is needed for it. See `best_feast`.
"""

from odin_solver.feast.best import THING_PENALTY, Feast, best_feast
from odin_solver.feast.food import FOOD_VALUES, FOODS
from odin_solver.feast.reporting import feast_data
from odin_solver.feast.table import beside_ships, free_cells

__all__ = [
    "FOODS",
    "FOOD_VALUES",
    "THING_PENALTY",
    "Feast",
    "beside_ships",
    "best_feast",
    "feast_data",
    "free_cells",
]
