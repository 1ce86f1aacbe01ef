"""Cuts: what does not fit on a board is not planned again (logic-based Benders decomposition).

A cut says of a board that some wish cannot be granted: so many tiles, no more than so much silver
and ore, and so much income or such bonuses. It counts from the board as it was when the question
was asked. Every layout of any later round goes on from there, so that the cut holds in all of
them, and in later plans of the same game as well, as long as what has been laid since is counted.
"""

from collections import Counter
from dataclasses import dataclass

from odin_solver.game.kernel.state import State
from odin_solver.planner.model.boards import Plot
from odin_solver.planner.model.build import Model
from odin_solver.planner.model.draft import Expr
from odin_solver.planner.model.fitting import FILLERS, Wish, families
from odin_solver.planner.model.land import land
from odin_solver.rules.board_state import BoardState


@dataclass(frozen=True)
class Cut:
    """A wish that does not fit.

    Attributes
    ----------
    at
        Number of the board among the player's boards.
    board
        The board as it was.
    wish
        What cannot be granted on it.
    """

    at: int
    board: BoardState
    wish: Wish

    def holds_for(self, state: State) -> bool:
        """Whether a game still goes on from the board of this cut."""
        if self.at >= len(state.boards):
            return False
        now, then = state.boards[self.at], self.board
        return now.id == then.id and now.pieces[: len(then.pieces)] == then.pieces


def add_cut(model: Model, cut: Cut, name: str) -> bool:
    """State a cut for all rounds of a model; whether it could be.

    Parameters
    ----------
    model
        The model.
    cut
        The cut.
    name
        A name of its own for its variables.
    """
    state = model.draft.state
    plot = next((plot for plot in model.tiles.plots if plot.at == cut.at), None)
    if plot is None or not cut.holds_for(state):
        return False
    since = state.boards[cut.at].pieces[len(cut.board.pieces) :]
    counts = Counter("filler" if each.tile.id in FILLERS else each.tile.id for each in since)
    for r in model.draft.rounds:
        _state_cut(model, plot, cut, counts, r, name)
    return True


def _state_cut(model: Model, plot: Plot, cut: Cut, since: Counter[str], r: int, name: str) -> None:
    """At least one demand of the wish is not made by the end of a round."""
    draft, wish = model.draft, cut.wish
    ways: list[Expr] = []

    def way(condition: str) -> Expr:
        flag = draft.flag(f"cut {name} {condition} {r}")
        ways.append(flag)
        return flag

    room = plot.land.size + sum(since.values())
    for tile, family in families(plot.board, wish).items():
        laid = sum(laid_by(model, plot, each, r) + since[each] for each in family)
        draft.require(laid <= wish.least[tile] - 1 + room * (1 - way(f"less {tile}")))
    for tile, most in wish.most.items():
        laid = laid_by(model, plot, tile, r) + since[tile]
        draft.require(laid >= (most + 1) * way(f"more {tile}"))
    if wish.fillers is not None:
        laid = fillers_by(model, plot, r) + since["filler"]
        draft.require(laid >= (wish.fillers + 1) * way("more fillers"))
    then = land(plot.board, cut.board.covered)
    for which, wanted in enumerate(wish.steps):
        covered_since = len(then.diagonals[which]) - len(plot.land.diagonals[which])
        left = wanted - covered_since
        if left > 0:
            draft.require(plot.steps[r, which, left - 1] <= 1 - way(f"step {which}"))
    to_be_won = [bonus.cells for bonus in plot.land.bonuses]
    for number in wish.bonuses:
        symbol = then.bonuses[number].cells
        if symbol not in to_be_won or r == draft.last:
            return  # it is covered since then, or there is no bonus phase: not wished for
        draft.require(plot.won[r, to_be_won.index(symbol)] <= 1 - way(f"bonus {number}"))
    draft.require(sum(ways) >= 1)


def laid_by(model: Model, plot: Plot, tile: str, r: int) -> Expr:
    """How many tiles of a kind a plan lays on a board by the end of a round."""
    return sum(
        count
        for (name, where, when), count in model.tiles.laid.items()
        if name == tile and where == plot.name and when <= r
    )


def fillers_by(model: Model, plot: Plot, r: int) -> Expr:
    """How much silver and ore a plan lays on a board by the end of a round."""
    evening = sum(count for when, count in plot.evening.items() if when <= r)
    return evening + sum(laid_by(model, plot, filler, r) for filler in FILLERS)
