"""What boards and buildings score at the end of the game (rules, 1.8, 1.9e and 6)."""

from collections import Counter
from dataclasses import dataclass

from odin_solver.components import TILES
from odin_solver.rules.bonus import bonus_goods
from odin_solver.rules.covering import covered_cells
from odin_solver.rules.geometry import grid_of
from odin_solver.rules.income import income
from odin_solver.rules.position import BoardState, Position
from odin_solver.rules.touching import thing_penalties

THING_PENALTY_POINTS = -3


@dataclass(frozen=True)
class BoardFacts:
    """What a board with its pieces earns and costs.

    Attributes
    ----------
    income
        Silver in each income phase.
    bonuses
        What each bonus phase gives, by thing.
    uncovered
        Negative points that are left: open cells and empty slots, as a positive number.
    points
        Points for owning the board.
    """

    income: int
    bonuses: dict[str, int]
    uncovered: int
    points: int


def open_slots(state: BoardState) -> dict[str, int]:
    """Slots of a building that are still empty, by resource."""
    filled = Counter(piece.tile.id for piece in state.pieces)
    return {name: max(0, count - filled[name]) for name, count in state.board.slots}


def uncovered_points(state: BoardState) -> int:
    """Negative points of open cells and empty slots, as a positive number."""
    grid = grid_of(state.board)
    open_cells = grid.coverable & ~covered_cells(grid, state)
    return grid.points(open_cells) + sum(open_slots(state).values())


def board_facts(state: BoardState) -> BoardFacts:
    """What a board with its pieces earns and costs."""
    grid = grid_of(state.board)
    covered = covered_cells(grid, state)
    return BoardFacts(
        income=income(grid, covered),
        bonuses=bonus_goods(grid, covered),
        uncovered=uncovered_points(state),
        points=state.board.points,
    )


def score(position: Position) -> int:
    """Points for boards, buildings and what lies on or beside them, if the game ended now.

    Counted are the boards' and buildings' own points, the final income, silver in the supply and
    the English crown wherever it is; subtracted are uncovered cells, empty slots and Thing
    penalties of touching green tiles. Ships, animals and occupations are no part of a position.
    """
    total = position.supply.get("silver", 0)
    for state in position.boards:
        facts = board_facts(state)
        total += facts.points + facts.income - facts.uncovered
        total += THING_PENALTY_POINTS * thing_penalties(state)
        total += sum(piece.tile.points for piece in state.pieces if piece.tile.kind == "special")
    total += sum(
        count * TILES[name].points
        for name, count in position.supply.items()
        if TILES[name].kind == "special"
    )
    return total
