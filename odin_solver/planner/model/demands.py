"""Demands of a plan on one board, checked by the placement model."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial

from ortools.sat.python import cp_model

from odin_solver.components import TILES
from odin_solver.linear.cpsat import cp_model_of, new_solver
from odin_solver.placement.model.build import build_model
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import compile_problem
from odin_solver.planner.model.open_board import open_board
from odin_solver.planner.model.shapes import holds
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position

FILLERS = ("silver", "ore")

EVERYTHING = Weights(cells=Fraction(1), bonus=Fraction(1))
"""Objective with which the placement model keeps every placement and every bonus."""


@dataclass(frozen=True)
class BoardDemand:
    """Tiles to be added to a board, and the income and bonuses that they are to yield.

    Attributes
    ----------
    least, most
        Bounds of the number of tiles by kind; kinds that are missing have no bound.
    fillers
        Upper bound of pieces of silver and ore; None for no bound.
    steps
        By diagonal: number of open income cells to be covered.
    bonuses
        Bonuses to be gained, as indices of `OpenBoard.bonuses`.
    """

    least: Mapping[str, int] = field(default_factory=dict)
    most: Mapping[str, int] = field(default_factory=dict)
    fillers: int | None = None
    steps: tuple[int, ...] = ()
    bonuses: frozenset[int] = frozenset()


def fits(board: BoardState, demand: BoardDemand, seconds: float) -> bool | None:
    """Whether a legal layout meets a demand; None if the time limit ends the check.

    Parameters
    ----------
    board
        The board.
    demand
        The demand.
    seconds
        Time limit.
    """
    open_cells = open_board(board.id, board.covered)
    room = open_cells.size
    supply = {
        name: min(room // tile.area, demand.most.get(name, room))
        for name, tile in TILES.items()
        if tile.kind in ("good", "special")
    }
    if any(count > supply.get(name, 0) for name, count in demand.least.items()):
        return False
    fillers = room if demand.fillers is None else demand.fillers
    supply |= dict.fromkeys(FILLERS, fillers)
    problem = compile_problem(
        Position(boards=(board,), supply={name: n for name, n in supply.items() if n})
    )
    model = build_model(problem, (EVERYTHING,))
    linear, (area,) = model.linear, model.variables.areas
    for kind, stock in enumerate(problem.stock):
        least = demand.least.get(stock.tile.id, 0)
        if least:
            chosen = {choice.var: 1 for choice in area.choices if choice.kind == kind}
            linear.add_constraint(chosen, lower=least)
    placeable = {stock.tile.id for stock in problem.stock}
    if any(count and name not in placeable for name, count in demand.least.items()):
        return False
    linear.add_constraint({model.variables.silver: 1, model.variables.ore: 1}, upper=fillers)
    for diagonal, wanted in zip(area.income, demand.steps, strict=False):
        for var in [var for var in diagonal if var is not None][:wanted]:
            linear.add_constraint({var: 1}, lower=1)
    symbols = {open_cells.bonuses[number].cells for number in demand.bonuses}
    for var, bonus in area.bonuses:
        if bonus.cells in symbols:
            linear.add_constraint({var: 1}, lower=1)
    cp, _ = cp_model_of(linear)
    solver = new_solver(workers=1, seconds=seconds)
    solver.parameters.catch_sigint_signal = False  # as in `odin_solver.planner.model.solvers`
    status = solver.solve(cp)
    if status == cp_model.UNKNOWN:
        return None
    return status != cp_model.INFEASIBLE


def weakened(
    board: BoardState, demand: BoardDemand, *, seconds: float, until: float
) -> BoardDemand:
    """Return a minimal demand that still does not fit.

    Parts of the demand are dropped as long as the rest is proven not to fit: groups of parts first,
    then single parts.

    Parameters
    ----------
    board, demand
        A demand that does not fit.
    seconds
        Time limit of a check.
    until
        Deadline, by `time.monotonic`.
    """
    for weaken in _weakenings(demand):
        if time.monotonic() >= until:
            break
        weaker = weaken(demand)
        if weaker != demand and fits(board, weaker, seconds) is False:
            demand = weaker
    return demand


def shrunk(board: BoardState, demand: BoardDemand, *, seconds: float, until: float) -> BoardDemand:
    """Return a demand for smaller goods that still does not fit; parameters as for `weakened`.

    Smaller goods make a stronger cut (see `substitutes`). Demands with upper bounds stay as they
    are, since silver replaces missing tiles.
    """
    if demand.most or demand.fillers is not None:
        return demand
    for name in demand.least:
        inside = [tile for tile in TILES if tile != name and holds(name, tile, board.id)]
        for tile in sorted(inside, key=lambda tile: TILES[tile].area):
            if time.monotonic() >= until:
                return demand
            if TILES[tile].area < TILES[name].area and tile not in demand.least:
                least = {n: count for n, count in demand.least.items() if n != name}
                smaller = replace(demand, least={**least, tile: demand.least[name]})
                if fits(board, smaller, seconds) is False:
                    demand = smaller
                    break
    return demand


def substitutes(board: str, demand: BoardDemand) -> dict[str, tuple[str, ...]]:
    """Return for each demanded tile the tiles that count as it in a cut.

    Where a number of goods does not fit, the same number of larger tiles does not fit either. No
    tile counts as two.
    """
    families = {name: [name] for name in demand.least}
    if not demand.most and demand.fillers is None:
        taken = set(families)
        for name in sorted(families, key=lambda name: -TILES[name].area):
            for larger in TILES:
                if larger not in taken and holds(larger, name, board):
                    families[name].append(larger)
                    taken.add(larger)
    return {name: tuple(family) for name, family in families.items()}


def _weakenings(demand: BoardDemand) -> Iterator[Callable[[BoardDemand], BoardDemand]]:
    """Yield functions that drop a part of a demand."""
    yield lambda demand: replace(demand, most={}, fillers=None)
    yield lambda demand: replace(demand, steps=(), bonuses=frozenset())
    yield lambda demand: replace(demand, least={})
    yield lambda demand: replace(demand, fillers=None)
    yield from (partial(_without_bonus, number=number) for number in sorted(demand.bonuses))
    for name in demand.least:
        yield partial(_without_least, name=name)
    for name in demand.most:
        yield partial(_without_most, name=name)
    for which, count in enumerate(demand.steps):
        for fewer in range(count):
            yield partial(_with_steps, which=which, count=fewer)


def _without_bonus(demand: BoardDemand, number: int) -> BoardDemand:
    return replace(demand, bonuses=demand.bonuses - {number})


def _without_least(demand: BoardDemand, name: str) -> BoardDemand:
    return replace(demand, least={n: count for n, count in demand.least.items() if n != name})


def _without_most(demand: BoardDemand, name: str) -> BoardDemand:
    return replace(demand, most={n: count for n, count in demand.most.items() if n != name})


def _with_steps(demand: BoardDemand, which: int, count: int) -> BoardDemand:
    """Limit the steps of a diagonal."""
    steps = tuple(
        min(steps, count) if number == which else steps for number, steps in enumerate(demand.steps)
    )
    return replace(demand, steps=steps)
