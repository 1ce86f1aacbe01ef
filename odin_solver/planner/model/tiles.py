"""Tiles, silver and ore laid on each board in each round (rules, 1)."""

from collections import defaultdict

from odin_solver.components import BOARDS, TILES
from odin_solver.planner.model.boards import PlannedBoard, add_board
from odin_solver.planner.model.builder import Expr, ModelBuilder
from odin_solver.planner.model.houses import NewHouses
from odin_solver.planner.model.open_board import open_board
from odin_solver.planner.model.shapes import Shapes, shapes
from odin_solver.planner.model.ships import Voyages
from odin_solver.planner.model.variables import Var

FILLERS = ("silver", "ore")


class Tiles:
    """Tiles laid on boards and houses.

    Attributes
    ----------
    boards
        Boards and houses: those of the player, then boards that nobody owns.
    houses
        Houses not yet built, by kind.
    laid
        By tile or colour, name of a board, and round: tiles or cells laid in the round.
    """

    def __init__(self, builder: ModelBuilder, voyages: Voyages, *, fine: bool) -> None:
        self._fine = fine
        self._areas: dict[tuple[str, int], list[Expr]] = defaultdict(list)
        self._builder = builder
        state = builder.state
        self.boards: list[PlannedBoard] = []
        self.laid: dict[tuple[str, str, int], Expr] = {}
        seen: dict[str, int] = defaultdict(int)
        for at, board in enumerate(state.boards):
            seen[board.id] += 1
            if BOARDS[board.id].rows:
                number = f" {seen[board.id]}" if BOARDS[board.id].is_building else ""
                planned = PlannedBoard(
                    board.id + number, board.id, open_board(board.id, board.covered), at
                )
                planned.owned = dict.fromkeys(builder.rounds, 1)
                self.boards.append(planned)
        for name in voyages.taken:
            planned = PlannedBoard(name, name, open_board(name))
            planned.owned = {r: voyages.owned(name, r) for r in builder.rounds}
            self.boards.append(planned)
        self.houses = [NewHouses(builder, name) for name in ("stone_house", "long_house")]

    def add_constraints(self) -> None:
        """Lay tiles from the supply on boards and houses."""
        builder = self._builder
        for planned in self.boards:
            for r in builder.rounds:
                if isinstance(planned.owned[r], int) and not planned.owned[r]:
                    continue
                lay = self._lay if self._fine or planned.at is not None else self._lay_by_area
                planned.day[r] = lay(
                    planned.name, planned.shapes(builder.state), r, planned.open.size
                )
                planned.evening[r] = self._silver(planned.name, r)
            add_board(builder, planned, self.laid)
        for house in self.houses:
            for r in builder.rounds:
                name = house.name
                lay = self._lay if self._fine else self._lay_by_area
                house.day[r] = lay(name, shapes(house.house), r, house.most)
                house.evening[r] = self._silver(name, r)
            house.add_constraints(self.laid)
        if not self._fine:
            self._take_elsewhere()

    def _lay(self, name: str, fitting: Shapes, r: int, room: int) -> Expr:
        builder = self._builder
        area: Expr = 0
        for tile in fitting.tiles:
            if tile in builder.items:
                key = Var.LAID(r, tile, name)
                count = builder.integer(key, room // TILES[tile].area)
                self.laid[tile, name, r] = count
                builder.spend(r, tile, count)
                builder.detail(key, count)
                area = area + TILES[tile].area * count
        return area

    def _lay_by_area(self, name: str, fitting: Shapes, r: int, room: int) -> Expr:
        """Cells covered by tiles of each colour, by silver and by ore."""
        builder = self._builder
        total: Expr = 0
        for color in sorted({TILES[tile].color for tile in fitting.tiles}):
            kind = Var.LAID if color in FILLERS else Var.LAID_CELLS
            key = kind(r, color, name)
            area = self.laid[color, name, r] = builder.integer(key, room)
            if color in FILLERS:
                builder.spend(r, color, area)
            else:
                self._areas[color, r].append(area)
            builder.detail(key, area)
            total = total + area
        return total

    def _take_elsewhere(self) -> None:
        """Tiles on boards planned by cells cover just the cells planned for their colour."""
        builder = self._builder
        for (color, r), areas in self._areas.items():
            covered: Expr = 0
            for name, tile in TILES.items():
                if tile.color == color and name in builder.items and tile.kind != "animal":
                    key = Var.LAID_ELSEWHERE(r, name)
                    count = builder.integer(key)
                    builder.spend(r, name, count)
                    builder.detail(key, count)
                    covered = covered + tile.area * count
            builder.require(sum(areas) == covered)

    def _silver(self, name: str, r: int) -> Expr:
        builder = self._builder
        key = Var.LAID_IN_EVENING(r, "silver", name)
        count = builder.integer(key)
        builder.evening(r, "silver", -count)
        builder.detail(key, count)
        return count
