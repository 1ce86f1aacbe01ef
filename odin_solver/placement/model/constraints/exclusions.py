"""Exclusions: layouts known already and forbidden placements are left out."""

from collections import Counter

from odin_solver.linear.model import LinearModel, Var
from odin_solver.placement.model.variables import Indicator, Variables
from odin_solver.placement.problem import Problem
from odin_solver.placement.restrictions import LayoutSignature, Restrictions


def add_exclusions(
    model: LinearModel, variables: Variables, problem: Problem, restrictions: Restrictions
) -> None:
    """Forbidden placements are not chosen, and a layout differs from every excluded signature.

    For each number that could differ (tiles of a kind, income, an item of bonuses) there is one
    indicator that may be 1 only if it is smaller, and one only if it is larger. At least one
    indicator is 1.
    """
    if restrictions.forbidden:
        for area in variables.areas:
            for kind, cells, var in area.choices:
                tile = problem.stock[kind].tile.id
                if (area.area.number, tile, cells) in restrictions.forbidden:
                    model.add_constraint({var: 1}, upper=0)
    made: dict[tuple[str, int, int], Var] = {}
    for signature in restrictions.excluded:
        indicators = _differences(model, variables, problem, signature, made)
        if indicators is not None:
            model.add_constraint(dict.fromkeys(indicators, 1), lower=1)


def _differences(
    model: LinearModel,
    variables: Variables,
    problem: Problem,
    signature: LayoutSignature,
    made: dict[tuple[str, int, int], Var],
) -> list[Var] | None:
    indicators: list[Var] = []

    def counted(name: str, terms: dict[Var, int], most: int, wanted: int) -> bool:
        """Add indicators of a sum differing from a number; false if it always does."""
        if not 0 <= wanted <= most:
            return False
        for sign, possible in ((-1, wanted > 0), (1, wanted < most)):
            if not possible:
                continue
            key = (name, wanted, sign)
            if key not in made:
                var = made[key] = model.add_variable()
                variables.indicators.append(Indicator(var, dict(terms), sign, wanted + sign))
                if sign < 0:
                    model.add_constraint({**terms, var: most - wanted + 1}, upper=most)
                else:
                    model.add_constraint({**terms, var: -wanted - 1}, lower=0)
            indicators.append(made[key])
        return True

    tiles = dict(signature.tiles)
    for kind, stock in enumerate(problem.stock):
        placed = {
            choice.var: 1
            for area in variables.areas
            for choice in area.choices
            if choice.kind == kind
        }
        most = min(stock.count, len(placed))
        name = stock.tile.id
        if not counted(f"tile {name}", placed, most, tiles.pop(name, 0)):
            return None
    if tiles:
        return None

    won: dict[str, Counter[Var]] = {}
    for area in variables.areas:
        for var, bonus in area.bonuses:
            for item, count in bonus.gives:
                won.setdefault(item, Counter())[var] += count
    items = dict(signature.items)
    for item, terms in won.items():
        if not counted(f"item {item}", dict(terms), terms.total(), items.pop(item, 0)):
            return None
    if items:
        return None

    if signature.income is not None:
        earned, steps = variables.income()
        if not counted("income", steps, sum(steps.values()), signature.income - earned):
            return None
    return indicators
