"""Equal colours that must not share an edge (rules, 1.3 and 1.7)."""

from odin_solver.components import Color
from odin_solver.placement.model.statement import Statement, Var
from odin_solver.placement.model.variables import AreaVariables, Variables
from odin_solver.placement.problem import Problem
from odin_solver.rules.geometry import Mask, singles
from odin_solver.rules.touching import colors_apart


def state_touching(statement: Statement, variables: Variables, problem: Problem) -> None:
    """Of all placements of a banned colour that reach an edge between two cells, at most one.

    Two tiles that share an edge of the board lie on either side of it, and both reach it; a tile
    that lies across it is counted once. Two widenings of these cliques help a solver's bounds:
    a tile of another colour that lies across the edge excludes all that reach it; and a tile of
    the colour that covers both cells beside the edge, on one side of it, touches all of them.
    """
    for area in variables.areas:
        for color in sorted(colors_apart(area.area.state.board)):
            _state_color(statement, area, problem, color)


def _state_color(statement: Statement, area: AreaVariables, problem: Problem, color: Color) -> None:
    tiles: dict[Mask, set[Var]] = {cell: set() for cell in area.over}
    others: dict[Mask, set[Var]] = {cell: set() for cell in area.over}
    for kind, mask, var in area.choices:
        over = tiles if problem.stock[kind].tile.color == color else others
        for cell in singles(mask):
            over[cell].add(var)
    stride = area.area.grid.stride
    nobody: set[Var] = set()
    for cell in area.over:
        for ahead, aside in ((1, stride), (stride, 1)):
            other = cell << ahead
            if other not in area.over:
                continue
            reaching = tiles[cell] | tiles[other]
            if not reaching:
                continue
            statement.at_most_one(sorted(reaching | (others[cell] & others[other])))
            for a, b in ((cell << aside, other << aside), (cell >> aside, other >> aside)):
                beside = tiles.get(a, nobody) & tiles.get(b, nobody)
                if beside - reaching:
                    statement.at_most_one(sorted(reaching | beside))
