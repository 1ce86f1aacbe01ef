"""Exclusions: layouts known already and forbidden placements are left out."""

from odin_solver.placement.model.linear import LinearModel, Var
from odin_solver.placement.model.variables import AreaVariables, Indicator, Variables
from odin_solver.placement.problem import Problem
from odin_solver.placement.restrictions import Ban, BoardSignature


def add_exclusions(model: LinearModel, variables: Variables, problem: Problem, ban: Ban) -> None:
    """Barred placements are not chosen, and every forbidden combination differs somewhere.

    For each number that could differ (tiles of a kind on a board, income of a board) there is
    one indicator that may be 1 only if it is smaller, and one only if it is larger. At least one
    indicator is 1, or a bonus is lost or won.
    """
    if ban.barred:
        for area in variables.areas:
            for kind, cells, var in area.choices:
                if (area.area.number, problem.stock[kind].tile.id, cells) in ban.barred:
                    model.add_constraint({var: 1}, upper=0)
    made: dict[tuple[int, str, int, int], Var] = {}
    for combination in ban.forbidden:
        terms: dict[Var, int] = {}
        negative = 0
        for area, signature in zip(variables.areas, combination, strict=True):
            literals = _differences(model, variables, problem, area, signature, made)
            if literals is None:
                break
            for var, sign in literals:
                terms[var] = sign
                negative += sign < 0
        else:
            model.add_constraint(terms, lower=1 - negative)


def _differences(
    model: LinearModel,
    variables: Variables,
    problem: Problem,
    area: AreaVariables,
    signature: BoardSignature,
    made: dict[tuple[int, str, int, int], Var],
) -> list[tuple[Var, int]] | None:
    """Return the literals by which a board may differ: variables with sign 1, or -1 if negated.

    None if the board differs in any case.
    """
    number = area.area.number
    literals: list[tuple[Var, int]] = []

    def counted(name: str, terms: dict[Var, int], least: int, most: int, wanted: int) -> bool:
        """Add indicators of a sum differing from a number; false if it always does."""
        if not least <= wanted <= most:
            return False
        for sign, possible in ((-1, wanted > least), (1, wanted < most)):
            if not possible:
                continue
            key = (number, name, wanted, sign)
            if key not in made:
                var = made[key] = model.add_variable()
                variables.indicators.append(Indicator(var, dict(terms), sign, wanted + sign))
                if sign < 0:
                    model.add_constraint({**terms, var: most - wanted + 1}, upper=most)
                else:
                    model.add_constraint({**terms, var: least - wanted - 1}, lower=least)
            literals.append((made[key], 1))
        return True

    won = {bonus.cells: var for var, bonus in area.bonuses}
    if any(cells not in won for cells in signature.bonuses):
        return None
    literals += [(var, -1 if cells in signature.bonuses else 1) for cells, var in won.items()]

    wanted = dict(signature.tiles)
    for kind, stock in enumerate(problem.stock):
        placed = {choice.var: 1 for choice in area.choices if choice.kind == kind}
        most = min(stock.count, len(placed))
        if not counted(stock.tile.id, placed, 0, most, wanted.pop(stock.tile.id, 0)):
            return None
    if wanted:
        return None

    steps: dict[Var, int] = {}
    least = 0
    for diagonal, covered in zip(area.area.grid.diagonals, area.income, strict=True):
        least += diagonal.values[0]
        for below, above, reached in zip(
            diagonal.values, diagonal.values[1:], covered, strict=False
        ):
            if reached is None:
                least += above - below
            elif above > below:
                steps[reached] = above - below
    if not counted("income", steps, 0, sum(steps.values()), signature.income - least):
        return None
    return literals
