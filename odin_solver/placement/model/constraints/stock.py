"""What is left in the supply feeds the feast, and the rest keeps its worth (rules, 3.9)."""

from collections.abc import Mapping, Sequence

from odin_solver.components import Color
from odin_solver.feast.food import FOODS
from odin_solver.feast.menu import most_tiles
from odin_solver.linear.model import LinearModel, Var
from odin_solver.placement.model.variables import StockVariables, Variables
from odin_solver.placement.objective import Banquet, Weights
from odin_solver.placement.problem import Problem
from odin_solver.placement.stock import feast_of, in_stock, stock_before_feast, worth_of
from odin_solver.rules.banquet import side_lengths


def add_stock(
    model: LinearModel, variables: Variables, problem: Problem, levels: Sequence[Weights]
) -> None:
    """What is eaten and what is kept are together no more than what is left.

    Worths fall with the number kept, so that an optimal solution keeps the first ones.
    """
    for weights in levels:
        names = in_stock(weights, problem.position.supply)
        if not names or any(stock.weights == weights for stock in variables.stocks):
            continue
        stock = StockVariables(weights)
        variables.stocks.append(stock)
        earned, steps = variables.income()
        if weights.banquet is None or weights.banquet.paid:
            earned, steps = 0, {}
        for name in names:
            income = steps if name == "silver" else {}
            most = problem.position.supply.get(name, 0)
            if name == "silver":
                most += earned
            room = most + sum(income.values())
            worths = worth_of(weights, name)
            stock.kept[name] = [model.add_variable(1) for _ in worths[1:]]
            stock.kept[name].append(model.add_variable(room))
            used = dict.fromkeys(stock.kept[name], 1) | variables.laid(problem, name)
            if weights.banquet is not None and name in FOODS:
                cells = weights.banquet.cells
                stock.served[name] = model.add_variable(min(room, most_tiles(FOODS[name], cells)))
                used[stock.served[name]] = 1
            model.add_constraint(
                used | {var: -silver for var, silver in income.items()}, upper=most
            )
        if weights.banquet is not None:
            _add_feast(model, stock, weights.banquet)


def _add_feast(model: LinearModel, stock: StockVariables, banquet: Banquet) -> None:
    """The table is filled, and no two tiles of a colour touch.

    One tile of a kind may lie lengthwise. A colour needs something between its tiles: those of the
    other colour, silver and empty cells (`odin_solver.feast.menu`).
    """
    stock.empty = model.add_variable(banquet.cells)
    width: dict[Var, int] = {stock.empty: 1}
    tiles: dict[Color, dict[Var, int]] = {Color.ORANGE: {}, Color.RED: {}}
    between = {stock.empty: -1}
    for name, served in stock.served.items():
        tile = FOODS[name]
        narrow, wide = sorted(side_lengths(tile))
        width[served] = narrow
        if tile.color not in tiles:
            between[served] = -1
            continue
        tiles[tile.color][served] = 1
        if narrow < wide:
            turned = stock.lengthwise[name] = model.add_variable()
            width[turned] = wide - narrow
            model.add_constraint({turned: 1, served: -1}, upper=0)
    model.add_constraint(width, banquet.cells, banquet.cells)
    for one, other in ((Color.ORANGE, Color.RED), (Color.RED, Color.ORANGE)):
        if tiles[one]:
            others = dict.fromkeys(tiles[other], -1)
            model.add_constraint(tiles[one] | others | between, upper=1)


def assign_stock(
    values: list[int], stock: StockVariables, left: Mapping[str, int], income: int
) -> None:
    """Set the variables of a stock to the best feast from what a layout leaves."""
    rest = stock_before_feast(stock.weights, left, income)
    feast = feast_of(stock.weights, rest)
    eaten: Mapping[str, int] = {} if feast is None else feast.eaten
    if feast is not None and stock.empty is not None:
        values[stock.empty] = feast.empty
        for name, turned in stock.lengthwise.items():
            values[turned] = sum(
                each.lengthwise for each in feast.servings if each.tile == FOODS[name]
            )
    for name, served in stock.served.items():
        values[served] = eaten.get(name, 0)
    for name, kept in stock.kept.items():
        number = rest.get(name, 0) - eaten.get(name, 0)
        for var in kept[:-1]:
            values[var] = int(number > 0)
            number -= values[var]
        values[kept[-1]] = max(0, number)
