"""Tiles of some colours must not share an edge with their own colour (rules, 1.3 and 1.7)."""

from odin_solver.components import Color
from odin_solver.linear.model import LinearModel, Var
from odin_solver.placement.model.variables import AreaVariables, Variables
from odin_solver.placement.problem import Problem
from odin_solver.rules.allowed import colors_kept_apart
from odin_solver.rules.geometry import Mask, singles


def add_adjacency(model: LinearModel, variables: Variables, problem: Problem) -> None:
    """Of all placements of such a colour that cover a cell beside an edge, at most one is chosen.

    Two tiles that share an edge cover the cells on either side of it; a tile that lies across it
    counts once. Two extensions of these cliques tighten the relaxation: a tile of another colour
    that lies across the edge excludes all of them, and a tile of the colour that covers both
    cells next to these, on one side, touches all of them.
    """
    for area in variables.areas:
        for color in sorted(colors_kept_apart(area.area.state.board)):
            _separate(model, area, problem, color)


def _separate(model: LinearModel, area: AreaVariables, problem: Problem, color: Color) -> None:
    same: dict[Mask, set[Var]] = {cell: set() for cell in area.covering}
    others: dict[Mask, set[Var]] = {cell: set() for cell in area.covering}
    for kind, mask, var in area.choices:
        covering = same if problem.stock[kind].tile.color == color else others
        for cell in singles(mask):
            covering[cell].add(var)
    stride = area.area.grid.stride
    none: set[Var] = set()
    for cell in area.covering:
        for ahead, aside in ((1, stride), (stride, 1)):
            neighbour = cell << ahead
            if neighbour not in area.covering:
                continue
            touching = same[cell] | same[neighbour]
            if not touching:
                continue
            model.add_at_most_one(sorted(touching | (others[cell] & others[neighbour])))
            for a, b in ((cell << aside, neighbour << aside), (cell >> aside, neighbour >> aside)):
                beside = same.get(a, none) & same.get(b, none)
                if beside - touching:
                    model.add_at_most_one(sorted(touching | beside))
