"""The optimal placement of the supply of a game, as moves."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from odin_solver.components import tile
from odin_solver.game.actions.voyages import table_cells
from odin_solver.game.kernel.anytime import board_names, needed
from odin_solver.game.kernel.moves import Place
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import State
from odin_solver.game.phases import FinalPlacing
from odin_solver.game.positions import placed, position_of
from odin_solver.placement.objective import (
    Banquet,
    Objective,
    Weights,
    choose_objective,
    score_weights,
)
from odin_solver.placement.prices import price_list
from odin_solver.placement.problem import Laid, Problem
from odin_solver.placement.restrictions import MinimumValue
from odin_solver.placement.solution import Limits, Progress, Request, Solution
from odin_solver.placement.solve import answer
from odin_solver.rules.position import Position

FINAL_WEIGHTS = Weights(points=Fraction(1), silver=Fraction(-1))
"""Weights of the last placements: no income and no bonus will follow."""

BEFORE_INCOME = ("harvest", "exploration boards", "weapon", "actions")
BEFORE_FEAST = (*BEFORE_INCOME, "income", "breeding", "feast")
"""Phases in which the income, or the feast, of the round is still to come."""


@dataclass(frozen=True)
class Filling:
    """An optimised placement; its moves in a legal order."""

    moves: tuple[Place, ...]
    solution: Solution


def score_objective(state: State) -> Objective:
    """Return what a layout of a state is worth in points at the end of the game."""
    return Objective("score", (score_weights_of(state),), state.rounds - max(1, state.round) + 1)


def score_weights_of(state: State) -> Weights:
    """Return the weights of ``score``, which heed the phase and the cards."""
    if isinstance(current(state), FinalPlacing):
        return FINAL_WEIGHTS
    banquet = Banquet(
        table_cells(state) if state.phase in BEFORE_FEAST else 0,
        paid=state.phase not in BEFORE_INCOME,
    )
    prices = price_list(state.options.length, cards=bool(state.options.cards))
    return score_weights(prices, max(1, state.round), state.rounds, banquet)


def fill(
    state: State,
    objective: str | Objective | None = None,
    *,
    most: Mapping[str, int] = MappingProxyType({}),
    keep: Sequence[str] = (),
    limits: Limits | None = None,
    cancel: threading.Event | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Filling:
    """Optimise the placement of the supply.

    Parameters
    ----------
    state
        A game in which the player decides.
    objective
        A preset of `odin_solver.placement.objective`; by default `score_objective`.
    most
        The most silver or ore to lay.
    keep
        Tiles to keep in the supply.
    limits, cancel, on_progress
        As for `odin_solver.placement.solve.answer`.

    Raises
    ------
    InputError
        If the objective or a tile to keep is unknown.
    """
    position = position_to_fill(state)
    if objective is None or objective == "score":
        objective = score_objective(state)
    elif isinstance(objective, str):
        objective = choose_objective(position, objective)
    supply = position.supply
    kept = {name: supply.get(name, 0) for name in (tile(each).id for each in keep)}
    kept |= {name: max(0, supply.get(name, 0) - count) for name, count in most.items()}
    for name in supply:
        kept[name] = max(kept.get(name, 0), needed(state, name))
    request = Request(
        position,
        objective,
        limits or Limits(seconds=10),
        conditions=tuple(
            MinimumValue(Weights(keep={name: (Fraction(1),)}), Fraction(count))
            for name, count in kept.items()
            if count
        ),
    )
    solution = answer(request, on_progress=on_progress, cancel=cancel)
    names = board_names(state)
    moves = tuple(
        Place(piece.tile.id, names[at], state.boards[at].grid.mask(piece.cells))
        for at, piece in solution.placements
    )
    placed(state, moves)  # the rules of the game have the last word
    return Filling(moves, solution)


def position_to_fill(state: State) -> Position:
    """Return the position of a game without wood and stone: the end of the game lays them."""
    position = position_of(state)
    left = {name: n for name, n in position.supply.items() if name not in ("wood", "stone")}
    return replace(position, supply=left)


def layout_moves(state: State, problem: Problem, laid: Sequence[Laid]) -> tuple[Place, ...]:
    """Return a layout of the position of a game as moves, in the same order."""
    names = board_names(state)
    return tuple(Place(problem.tile(each.kind).id, names[each.area], each.cells) for each in laid)
