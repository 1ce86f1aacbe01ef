"""What is to be left out: lines found before, and single placements."""

from odin_solver.placement.model.statement import Statement, Var
from odin_solver.placement.model.variables import AreaVariables, Difference, Variables
from odin_solver.placement.problem import Problem
from odin_solver.placement.restrictions import Ban, BoardOutcome


def state_ban(statement: Statement, variables: Variables, problem: Problem, ban: Ban) -> None:
    """Barred placements are not chosen; every forbidden combination differs in something.

    For each number that could differ (tiles of a kind on a board, a board's income) there is a
    variable that may be 1 only if it is less, and one only if it is more. Of these and of the
    bonuses lost or won at least one differs.
    """
    if ban.barred:
        for area in variables.areas:
            for kind, cells, var in area.choices:
                if (area.area.number, problem.stock[kind].tile.id, cells) in ban.barred:
                    statement.row({var: 1}, upper=0)
    made: dict[tuple[int, str, int, int], Var] = {}
    for combination in ban.forbidden:
        terms: dict[Var, int] = {}
        opposites = 0
        for area, outcome in zip(variables.areas, combination, strict=True):
            found = _differences(statement, variables, problem, area, outcome, made)
            if found is None:
                break
            for var, sign in found:
                terms[var] = sign
                opposites += sign < 0
        else:
            statement.row(terms, lower=1 - opposites)


def _differences(
    statement: Statement,
    variables: Variables,
    problem: Problem,
    area: AreaVariables,
    outcome: BoardOutcome,
    made: dict[tuple[int, str, int, int], Var],
) -> list[tuple[Var, int]] | None:
    """What of a board could differ: variables that are 1, or with -1: 0, if it does.

    None if the board differs in any case.
    """
    number = area.area.number
    found: list[tuple[Var, int]] = []

    def counted(name: str, terms: dict[Var, int], least: int, most: int, wanted: int) -> bool:
        """Let a sum differ from a number; False if it always does."""
        if not least <= wanted <= most:
            return False
        for sign, possible in ((-1, wanted > least), (1, wanted < most)):
            if not possible:
                continue
            key = (number, name, wanted, sign)
            if key not in made:
                var = made[key] = statement.variable()
                variables.differences.append(Difference(var, dict(terms), sign, wanted + sign))
                if sign < 0:
                    statement.row({**terms, var: most - wanted + 1}, upper=most)
                else:
                    statement.row({**terms, var: least - wanted - 1}, lower=least)
            found.append((made[key], 1))
        return True

    won = {bonus.cells: var for var, bonus in area.bonuses}
    if any(cells not in won for cells in outcome.bonuses):
        return None
    found += [(var, -1 if cells in outcome.bonuses else 1) for cells, var in won.items()]

    wanted = dict(outcome.tiles)
    for kind, stock in enumerate(problem.stock):
        laid = {choice.var: 1 for choice in area.choices if choice.kind == kind}
        most = min(stock.count, len(laid))
        if not counted(stock.tile.id, laid, 0, most, wanted.pop(stock.tile.id, 0)):
            return None
    if wanted:
        return None

    steps: dict[Var, int] = {}
    least = 0
    for diagonal, covered in zip(area.area.grid.diagonals, area.income, strict=True):
        least += diagonal.values[0]
        for below, above, var_ in zip(diagonal.values, diagonal.values[1:], covered, strict=False):
            if var_ is None:
                least += above - below
            elif above > below:
                steps[var_] = above - below
    reach = sum(steps.values())
    if not counted("income", steps, 0, reach, outcome.income - least):
        return None
    return found
