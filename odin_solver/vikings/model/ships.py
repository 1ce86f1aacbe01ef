"""Ships: the first three in columns 1 to 3, the others in order (Vikings, 3)."""

from odin_solver.vikings.model.variables import Model
from odin_solver.vikings.rules.laying import FIRST_SHIPS


def add_ships(model: Model) -> None:
    """All free ships are laid, one in a column; more than three leave no gap."""
    area, free, linear = model.position.area, model.position.free, model.linear
    count = len(area.ships) + sum(free.ships.values())
    for sail, number in free.ships.items():
        new = [
            var
            for (column, colour), var in model.ships.items()
            if colour == sail and column not in area.ships
        ]
        linear.add_constraint(dict.fromkeys(new, 1), number, number)
    for column in {column for column, _ in model.ships}:
        here = [var for (at, _), var in model.ships.items() if at == column]
        least = 1 if count >= FIRST_SHIPS else 0
        linear.add_constraint(dict.fromkeys(here, 1), least, 1)
