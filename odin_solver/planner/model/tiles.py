"""Laying tiles, silver and ore: what goes onto which board in which round (rules, 1)."""

from collections import defaultdict

from odin_solver.components import BOARDS, TILES
from odin_solver.planner.model.boards import Plot, state_plot
from odin_solver.planner.model.draft import Draft, Expr
from odin_solver.planner.model.houses import NewHouses
from odin_solver.planner.model.land import land
from odin_solver.planner.model.sea import Voyages
from odin_solver.planner.model.shapes import Shapes, shapes

FILLERS = ("silver", "ore")


class Tiles:
    """Everything that is laid.

    Attributes
    ----------
    plots
        Boards and houses: first those of the player, then boards that nobody has.
    houses
        Houses that may still be built, by kind.
    laid
        By tile, name of a plot or kind of new houses, and round: how many are laid in the round.
    """

    def __init__(self, draft: Draft, voyages: Voyages, *, fine: bool) -> None:
        self._fine = fine
        self._areas: dict[tuple[str, int], list[Expr]] = defaultdict(list)
        self._draft = draft
        state = draft.state
        self.plots: list[Plot] = []
        self.laid: dict[tuple[str, str, int], Expr] = {}
        seen: dict[str, int] = defaultdict(int)
        for at, board in enumerate(state.boards):
            seen[board.id] += 1
            if BOARDS[board.id].rows:
                number = f" {seen[board.id]}" if BOARDS[board.id].is_building else ""
                plot = Plot(board.id + number, board.id, land(board.id, board.covered), at)
                plot.owned = dict.fromkeys(draft.rounds, 1)
                self.plots.append(plot)
        for name in voyages.taken:
            plot = Plot(name, name, land(name))
            plot.owned = {r: voyages.owned(name, r) for r in draft.rounds}
            self.plots.append(plot)
        self.houses = [NewHouses(draft, name) for name in ("stone_house", "long_house")]

    def state(self) -> None:
        """State what is laid where, and that it comes out of the supply."""
        draft = self._draft
        for plot in self.plots:
            for r in draft.rounds:
                if isinstance(plot.owned[r], int) and not plot.owned[r]:
                    continue
                lay = self._lay if self._fine or plot.at is not None else self._lay_by_area
                plot.day[r] = lay(plot.name, plot.shapes(draft.state), r, plot.land.size)
                plot.evening[r] = self._silver(plot.name, r)
            state_plot(draft, plot, self.laid)
        for house in self.houses:
            for r in draft.rounds:
                name = house.name
                lay = self._lay if self._fine else self._lay_by_area
                house.day[r] = lay(name, shapes(house.house), r, house.most)
                house.evening[r] = self._silver(name, r)
            house.state(self.laid)
        if not self._fine:
            self._take_elsewhere()

    def _lay(self, name: str, fitting: Shapes, r: int, room: int) -> Expr:
        draft = self._draft
        area: Expr = 0
        for tile in fitting.tiles:
            if tile in draft.things:
                count = draft.number(f"lay {tile} {name} {r}", room // TILES[tile].area)
                self.laid[tile, name, r] = count
                draft.pay(r, tile, count)
                draft.detail(r, f"lay {tile} on {name}", count)
                area = area + TILES[tile].area * count
        return area

    def _lay_by_area(self, name: str, fitting: Shapes, r: int, room: int) -> Expr:
        """Cells covered by the tiles of a colour, and single silver and ore."""
        draft = self._draft
        total: Expr = 0
        for color in sorted({TILES[tile].color for tile in fitting.tiles}):
            what = color if color in FILLERS else f"{color} cells"
            area = draft.number(f"lay {what} {name} {r}", room)
            self.laid[what, name, r] = area
            if color in FILLERS:
                draft.pay(r, color, area)
            else:
                self._areas[color, r].append(area)
            draft.detail(r, f"lay {what} on {name}", area)
            total = total + area
        return total

    def _take_elsewhere(self) -> None:
        """Tiles whose board is not planned cover just the cells planned for their colour."""
        draft = self._draft
        for (color, r), areas in self._areas.items():
            covered: Expr = 0
            for tile, what in TILES.items():
                if what.color == color and tile in draft.things and what.kind != "animal":
                    count = draft.number(f"lay {tile} elsewhere {r}")
                    draft.pay(r, tile, count)
                    draft.detail(r, f"lay {tile} on a board or house to come", count)
                    covered = covered + what.area * count
            draft.require(sum(areas) == covered)

    def _silver(self, name: str, r: int) -> Expr:
        draft = self._draft
        count = draft.number(f"lay silver {name} in the evening {r}")
        draft.evening(r, "silver", -count)
        draft.detail(r, f"lay silver in the evening on {name}", count)
        return count
