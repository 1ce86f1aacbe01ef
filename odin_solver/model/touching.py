"""Equal colours that must not share an edge (rules, 1.3 and 1.7)."""

from odin_solver.components import Color
from odin_solver.geometry import Mask, singles
from odin_solver.model.statement import Statement
from odin_solver.model.variables import AreaVariables, Choice, Variables
from odin_solver.problem import Problem
from odin_solver.rules.touching import colors_apart


def state_touching(statement: Statement, variables: Variables, problem: Problem) -> None:
    """Of all placements of a banned colour that reach an edge between two cells, at most one.

    Two tiles that share an edge of the board lie on either side of it, and both reach it; a tile
    that lies across it is counted once. The clique can be widened: a tile that covers both cells
    next to the edge, on one side of it in the same two rows or columns, excludes the same tiles.
    """
    for area in variables.areas:
        for color in sorted(colors_apart(area.area.state.board)):
            tiles = [c for c in area.choices if problem.stock[c.kind].tile.color == color]
            if tiles:
                _state_color(statement, area, tiles, color)


def _state_color(
    statement: Statement, area: AreaVariables, tiles: list[Choice], color: Color
) -> None:
    over: dict[Mask, set[int]] = {cell: set() for cell in area.over}
    for tile in tiles:
        for cell in singles(tile.cells):
            over[cell].add(tile.var)
    stride = area.area.grid.stride
    nobody: set[int] = set()
    for cell in over:
        for ahead, aside in ((1, stride), (stride, 1)):
            other = cell << ahead
            if other not in over:
                continue
            reach = over[cell] | over[other]
            wide = [
                reach | (over.get(a, nobody) & over.get(b, nobody))
                for a, b in (
                    (cell << aside, other << aside),
                    (cell >> aside, other >> aside),
                )
            ]
            wider = [clique for clique in wide if len(clique) > len(reach)]
            for clique in wider or [reach]:
                statement.at_most_one(sorted(clique))
