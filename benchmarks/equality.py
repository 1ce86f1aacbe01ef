"""The equality formulation in CP-SAT: the plain model of someone who knows the solver.

Copies of a tile share a boolean for each of their places. The booleans of all pieces over a cell
sum up to the boolean that says whether it is covered. Per edge of the grid at most one tile of a
colour that must not touch its like covers a cell beside it. One capacity row: no more cells are
covered than the supply has. It shares its rules with `benchmarks.naive`, and nothing with
`odin_solver.placement.model`.
"""

from collections.abc import Iterator

from benchmarks.contender import ContenderAnswer, ContenderTask, Tell
from benchmarks.naive import NaiveBoard, NaiveModel, banned_colors, solve_levels
from odin_solver.components import TILES, Cell
from odin_solver.rules.position import Position


class EqualityModel(NaiveModel):
    """The equality formulation of a position."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        covered = [var for board in self._boards for var in board.covered.values()]
        stock = [(TILES[name], count) for name, count in position.supply.items()]
        cells = sum(tile.area * count for tile, count in stock if tile.kind != "resource")
        self.model.add(sum(covered) <= cells)

    def _add_placements(self) -> None:
        for name, count in self._position.supply.items():
            self.model.add(sum(self._placed(TILES[name])) <= count)

    def _add_adjacency(self, board: NaiveBoard) -> None:
        for color in banned_colors(board):
            alike = [place for place in board.places if place.tile.color == color]
            over = {cell: [place for place in alike if cell in place.cells] for cell in board.cells}
            for first, second in _edges(board):
                beside = [*over[first], *(p for p in over[second] if first not in p.cells)]
                self.model.add_at_most_one(place.var for place in beside)


def _edges(board: NaiveBoard) -> Iterator[tuple[Cell, Cell]]:
    """Yield the pairs of neighbouring cells."""
    for x, y in sorted(board.cells):
        for neighbour in ((x + 1, y), (x, y + 1)):
            if neighbour in board.cells:
                yield (x, y), neighbour


def equality(task: ContenderTask, tell: Tell) -> ContenderAnswer | None:
    """Solve the equality formulation with CP-SAT, level by level."""
    return solve_levels(EqualityModel(task.position), task, tell)
