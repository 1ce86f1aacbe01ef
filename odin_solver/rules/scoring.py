"""Score of boards and buildings at the end of the game (rules, 1.8, 1.9e and 6)."""

from dataclasses import dataclass

from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position
from odin_solver.rules.touching import thing_penalties

THING_PENALTY_POINTS = -3


@dataclass(frozen=True)
class BoardFacts:
    """Income, bonuses and points of a board with its pieces.

    Attributes
    ----------
    income
        Silver in each income phase.
    bonuses
        What each bonus phase gives, by item.
    uncovered
        Negative points of open cells and empty slots, as a positive number.
    points
        Points for owning the board.
    """

    income: int
    bonuses: dict[str, int]
    uncovered: int
    points: int


def uncovered_points(state: BoardState) -> int:
    """Return the negative points of open cells and empty slots, as a positive number."""
    open_cells = state.grid.coverable & ~state.covered
    return state.grid.points(open_cells) + sum(state.open_slots.values())


def board_facts(state: BoardState) -> BoardFacts:
    """Return income, bonuses and points of a board with its pieces."""
    return BoardFacts(
        income=state.income,
        bonuses=state.bonuses,
        uncovered=uncovered_points(state),
        points=state.board.points,
    )


def score(position: Position) -> int:
    """Return the points for boards, buildings and their tiles if the game ended now.

    Added are the points of boards and buildings, the final income, silver in the supply and the
    English crown; subtracted are uncovered cells, empty slots and the Thing penalties of touching
    green tiles. Ships, animals and occupations are not part of a position.
    """
    kinds = position.kinds
    total = position.supply.get("silver", 0)
    for state in position.boards:
        facts = board_facts(state)
        total += facts.points + facts.income - facts.uncovered
        total += THING_PENALTY_POINTS * thing_penalties(state)
        total += sum(piece.tile.points for piece in state.pieces if piece.tile.kind == "special")
    total += sum(
        count * kinds[name].points
        for name, count in position.supply.items()
        if kinds[name].kind == "special"
    )
    return total
