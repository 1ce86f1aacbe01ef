"""Houses not yet built, all of a kind together (rules, 1.7)."""

from odin_solver.components import BOARDS
from odin_solver.planner.model.boards import Laid, add_gift, add_limits
from odin_solver.planner.model.builder import Expr, ModelBuilder
from odin_solver.planner.model.open_board import open_board
from odin_solver.planner.model.shapes import shapes
from odin_solver.planner.model.variables import Var


class NewHouses:
    """The houses of a kind that are not yet built.

    Cells and bonuses are counted over all of them: the tiles of one may win a bonus of another.

    Attributes
    ----------
    house
        The kind.
    most
        Cells of all houses that can be built.
    day, evening
        By round: cells covered by the actions, and by silver after the income.
    points
        Negative points covered at the end.
    """

    def __init__(self, builder: ModelBuilder, house: str) -> None:
        self._builder = builder
        self.house = house
        self.name = f"new {house}"
        self.open = open_board(house)
        self.left = builder.state.buildings_left(house)
        self.most = self.left * self.open.size
        self.day: dict[int, Expr] = {}
        self.evening: dict[int, Expr] = {}
        self.points: Expr = 0

    def built(self, r: int) -> Expr:
        """Houses built by a round."""
        return self._builder.stock[self.house, r] - self._builder.state.buildings(self.house)

    def add_constraints(self, laid: Laid) -> None:
        """A cell is covered at most once; a bonus needs the cells around it."""
        builder, name = self._builder, self.name
        total: Expr = 0
        for r in builder.rounds:
            total = total + self.day[r] + self.evening[r]
            uncovered: list[Expr] = []
            around: list[Expr] = []
            if r < builder.last:
                for number, bonus in enumerate(self.open.bonuses):
                    won = builder.integer(Var.BONUS(r, name, number), self.left)
                    builder.require(won <= self.built(r))
                    uncovered.append(won)
                    around.append(sum(self.open.groups[n].size for n in bonus.needs) * won)
                    for item, amount in bonus.gives:
                        add_gift(builder, f"{name} bonus {number}", r, item, amount, won)
            builder.require(total <= self.open.size * self.built(r) - sum(uncovered))
            builder.require(total >= sum(around))
        self.points = builder.integer(Var.HOUSE_POINTS(None, name), self.left * self.open.points)
        builder.require(self.points <= self.open.points * self.built(builder.last))
        built = self.built(builder.last)
        add_limits(builder, name, shapes(self.house), laid, self.points, self.evening, built)


def _apart(house: str) -> bool:
    """Whether no cell surrounds two bonuses."""
    needs = [n for bonus in open_board(house).bonuses for n in bonus.needs]
    return len(set(needs)) == len(needs)


assert all(_apart(board.id) for board in BOARDS.values() if board.is_building and board.rows)
