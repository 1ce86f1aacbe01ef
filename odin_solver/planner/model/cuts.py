"""Cuts of the logic-based Benders decomposition: demands that do not fit on a board.

A cut refers to the board as it was when the demand was checked. All later layouts extend that
board, so that the cut holds in all later rounds, and in later plans of the same game if the tiles
laid since are counted.
"""

from collections import Counter
from dataclasses import dataclass

from odin_solver.game.kernel.state import State
from odin_solver.planner.model.boards import PlannedBoard
from odin_solver.planner.model.build import PlanModel
from odin_solver.planner.model.builder import Expr
from odin_solver.planner.model.demands import FILLERS, BoardDemand, substitutes
from odin_solver.planner.model.open_board import open_board
from odin_solver.planner.model.variables import Var
from odin_solver.rules.board_state import BoardState


@dataclass(frozen=True)
class Cut:
    """A demand that does not fit.

    Attributes
    ----------
    at
        Index of the board among the player's boards.
    board
        The board when the demand was checked.
    demand
        The demand.
    """

    at: int
    board: BoardState
    demand: BoardDemand

    def holds_for(self, state: State) -> bool:
        """Whether the board of a state extends the board of the cut."""
        if self.at >= len(state.boards):
            return False
        now, then = state.boards[self.at], self.board
        return now.id == then.id and now.pieces[: len(then.pieces)] == then.pieces


def add_cut(model: PlanModel, cut: Cut, name: str) -> bool:
    """Add a cut for all rounds of a model; returns whether it holds there.

    Parameters
    ----------
    model
        The model.
    cut
        The cut.
    name
        Unique name of the cut.
    """
    state = model.builder.state
    planned = next((planned for planned in model.tiles.boards if planned.at == cut.at), None)
    if planned is None or not cut.holds_for(state):
        return False
    since = state.boards[cut.at].pieces[len(cut.board.pieces) :]
    counts = Counter("filler" if piece.tile.id in FILLERS else piece.tile.id for piece in since)
    for r in model.builder.rounds:
        _add_cut_of_round(model, planned, cut, counts, r, name)
    return True


def _add_cut_of_round(
    model: PlanModel, planned: PlannedBoard, cut: Cut, since: Counter[str], r: int, name: str
) -> None:
    """At least one part of the demand is not met by the end of a round."""
    builder, demand = model.builder, cut.demand
    unmet: list[Expr] = []

    def is_unmet(part: str) -> Expr:
        unmet.append(builder.boolean(Var.CUT(r, name, part)))
        return unmet[-1]

    room = planned.open.size + sum(since.values())
    for tile, family in substitutes(planned.board, demand).items():
        laid = sum(laid_by(model, planned, each, r) + since[each] for each in family)
        builder.require(laid <= demand.least[tile] - 1 + room * (1 - is_unmet(f"less {tile}")))
    for tile, most in demand.most.items():
        laid = laid_by(model, planned, tile, r) + since[tile]
        builder.require(laid >= (most + 1) * is_unmet(f"more {tile}"))
    if demand.fillers is not None:
        laid = fillers_by(model, planned, r) + since["filler"]
        builder.require(laid >= (demand.fillers + 1) * is_unmet("more fillers"))
    then = open_board(planned.board, cut.board.covered)
    for which, wanted in enumerate(demand.steps):
        covered_since = len(then.diagonals[which]) - len(planned.open.diagonals[which])
        left = wanted - covered_since
        if left > 0:
            builder.require(planned.steps[r, which, left - 1] <= 1 - is_unmet(f"step {which}"))
    open_bonuses = [bonus.cells for bonus in planned.open.bonuses]
    for number in demand.bonuses:
        symbol = then.bonuses[number].cells
        if symbol not in open_bonuses or r == builder.last:
            return  # covered since, or no bonus phase follows
        builder.require(
            planned.won[r, open_bonuses.index(symbol)] <= 1 - is_unmet(f"bonus {number}")
        )
    builder.require(sum(unmet) >= 1)


def laid_by(model: PlanModel, planned: PlannedBoard, tile: str, r: int) -> Expr:
    """Tiles of a kind that a plan lays on a board by the end of a round."""
    return sum(
        count
        for (name, where, when), count in model.tiles.laid.items()
        if name == tile and where == planned.name and when <= r
    )


def fillers_by(model: PlanModel, planned: PlannedBoard, r: int) -> Expr:
    """Pieces of silver and ore that a plan lays on a board by the end of a round."""
    evening = sum(count for when, count in planned.evening.items() if when <= r)
    return evening + sum(laid_by(model, planned, filler, r) for filler in FILLERS)
