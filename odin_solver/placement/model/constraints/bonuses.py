"""A bonus is won if its cells are open and all cells around them are covered (rules, 1.5)."""

from collections.abc import Sequence

from odin_solver.linear.model import LinearModel
from odin_solver.placement.model.variables import Variables
from odin_solver.placement.objective import Weights
from odin_solver.rules.geometry import singles


def add_bonuses(model: LinearModel, variables: Variables, levels: Sequence[Weights]) -> None:
    """A bonus variable is 1 exactly if none of its cells is covered and all around it are."""
    for area in variables.areas:
        for bonus in area.area.grid.bonuses:
            if bonus.cells & area.area.covered:
                continue
            if not any(weights.bonus_value(bonus.gives) for weights in levels):
                continue
            won = model.add_variable()
            area.bonuses.append((won, bonus))
            surround = [area.covering[cell] for cell in singles(bonus.surround & area.area.free)]
            symbol = [area.covering[cell] for cell in singles(bonus.cells)]
            for covering in surround:
                model.add_implication(won, covering)
            for covering in symbol:
                model.add_at_most_one([won, *covering])
            # Also the converse, for bonuses whose value is negative.
            terms: dict[int, int] = {won: 1}
            for covering in surround:
                for var in covering:
                    terms[var] = terms.get(var, 0) - 1
            for covering in symbol:
                for var in covering:
                    terms[var] = terms.get(var, 0) + len(surround) + 1
            model.add_constraint(terms, lower=1 - len(surround))
