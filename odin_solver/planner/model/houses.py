"""Houses that may still be built, all of a kind taken together (rules, 1.7)."""

from odin_solver.components import BOARDS
from odin_solver.planner.model.boards import Laid, state_gift, state_limits
from odin_solver.planner.model.draft import Draft, Expr
from odin_solver.planner.model.land import land
from odin_solver.planner.model.shapes import shapes


class NewHouses:
    """The houses of a kind that are not there yet.

    Cells and bonuses are counted over all of them, so that what covers one may win a bonus of
    another one.

    Attributes
    ----------
    house
        The kind.
    most
        Cells of all that can be built.
    day, evening
        By round: cells covered in that round with the actions, and with silver after the income.
    points
        Negative points that are covered at the end.
    """

    def __init__(self, draft: Draft, house: str) -> None:
        self._draft = draft
        self.house = house
        self.name = f"new {house}"
        self.land = land(house)
        self.left = draft.state.buildings_left(house)
        self.most = self.left * self.land.size
        self.day: dict[int, Expr] = {}
        self.evening: dict[int, Expr] = {}
        self.points: Expr = 0

    def built(self, r: int) -> Expr:
        """How many are built by a round."""
        return self._draft.acted[self.house, r] - self._draft.state.buildings(self.house)

    def state(self, laid: Laid) -> None:
        """Cells are covered once, and bonuses need the cells around them."""
        draft, name = self._draft, self.name
        total: Expr = 0
        for r in draft.rounds:
            total = total + self.day[r] + self.evening[r]
            uncovered: list[Expr] = []
            around: list[Expr] = []
            if r < draft.last:
                for number, bonus in enumerate(self.land.bonuses):
                    won = draft.number(f"{name} bonus {number} {r}", self.left)
                    draft.require(won <= self.built(r))
                    uncovered.append(won)
                    around.append(sum(self.land.parts[n].size for n in bonus.needs) * won)
                    for thing, amount in bonus.gives:
                        state_gift(draft, f"{name} bonus {number}", r, thing, amount, won)
            draft.require(total <= self.land.size * self.built(r) - sum(uncovered))
            draft.require(total >= sum(around))
        self.points = draft.number(f"{name} points", self.left * self.land.points)
        draft.require(self.points <= self.land.points * self.built(draft.last))
        built = self.built(draft.last)
        state_limits(draft, name, shapes(self.house), laid, self.points, self.evening, built)


def _apart(house: str) -> bool:
    """Whether no cell lies around two bonuses."""
    needs = [n for bonus in land(house).bonuses for n in bonus.needs]
    return len(set(needs)) == len(needs)


assert all(_apart(board.id) for board in BOARDS.values() if board.is_building and board.rows)
