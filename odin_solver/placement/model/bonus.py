"""Bonuses: won if they are open and surrounded (rules, 1.5)."""

from collections.abc import Sequence

from odin_solver.placement.model.statement import Statement
from odin_solver.placement.model.variables import Variables
from odin_solver.placement.objective import Weights
from odin_solver.rules.geometry import singles


def state_bonuses(statement: Statement, variables: Variables, sums: Sequence[Weights]) -> None:
    """A bonus variable is 1 exactly if no cell of it is covered and all around it is."""
    for area in variables.areas:
        for bonus in area.area.grid.bonuses:
            if bonus.cells & area.area.covered:
                continue
            if not any(weights.bonus_value(bonus.gives) for weights in sums):
                continue
            won = statement.variable()
            area.bonuses.append((won, bonus))
            surround = [area.over[cell] for cell in singles(bonus.surround & area.area.free)]
            symbol = [area.over[cell] for cell in singles(bonus.cells)]
            for over in surround:
                statement.implies(won, over)
            for over in symbol:
                statement.at_most_one([won, *over])
            # Surrounded and open means won, also where winning is worth nothing or less.
            terms: dict[int, int] = {won: 1}
            for over in surround:
                for var in over:
                    terms[var] = terms.get(var, 0) - 1
            for over in symbol:
                for var in over:
                    terms[var] = terms.get(var, 0) + len(surround) + 1
            statement.row(terms, lower=1 - len(surround))
