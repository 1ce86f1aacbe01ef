"""Does it fit? What a plan wants of one board, asked of the placement model."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial

from ortools.sat.python import cp_model

from odin_solver.components import TILES
from odin_solver.placement.model.build import build_model
from odin_solver.placement.model.engines.cpsat import cp_model_of
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import compile_problem
from odin_solver.planner.model.land import land
from odin_solver.planner.model.shapes import holds
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position

FILLERS = ("silver", "ore")

EVERYTHING = Weights(cells=Fraction(1), bonus=Fraction(1))
"""Makes the placement model keep every placement and every bonus."""


@dataclass(frozen=True)
class Wish:
    """What is to lie on a board, besides what lies there now, and what it is to bring.

    Attributes
    ----------
    least, most
        How many tiles of a kind at least and at most; no limit for kinds not named.
    fillers
        How many pieces of silver and ore at most; None for no limit.
    steps
        For each diagonal how many of its income cells that are open now are to be covered.
    bonuses
        Numbers of the bonuses to be won, among those of `odin_solver.planner.model.land`.
    """

    least: Mapping[str, int] = field(default_factory=dict)
    most: Mapping[str, int] = field(default_factory=dict)
    fillers: int | None = None
    steps: tuple[int, ...] = ()
    bonuses: frozenset[int] = frozenset()


def fits(board: BoardState, wish: Wish, seconds: float) -> bool | None:
    """Whether some legal layout grants a wish; None if that is not known in time.

    Parameters
    ----------
    board
        The board as it is.
    wish
        What is wanted.
    seconds
        Wall time.
    """
    open_land = land(board.id, board.covered)
    room = open_land.size
    supply = {
        name: min(room // tile.area, wish.most.get(name, room))
        for name, tile in TILES.items()
        if tile.kind in ("good", "special")
    }
    if any(count > supply.get(name, 0) for name, count in wish.least.items()):
        return False
    fillers = room if wish.fillers is None else wish.fillers
    supply |= dict.fromkeys(FILLERS, fillers)
    problem = compile_problem(
        Position(boards=(board,), supply={name: n for name, n in supply.items() if n})
    )
    model = build_model(problem, (EVERYTHING,))
    linear, (area,) = model.linear, model.variables.areas
    for kind, stock in enumerate(problem.stock):
        least = wish.least.get(stock.tile.id, 0)
        if least:
            chosen = {choice.var: 1 for choice in area.choices if choice.kind == kind}
            linear.add_constraint(chosen, lower=least)
    placeable = {stock.tile.id for stock in problem.stock}
    if any(count and name not in placeable for name, count in wish.least.items()):
        return False
    linear.add_constraint({model.variables.silver: 1, model.variables.ore: 1}, upper=fillers)
    for diagonal, wanted in zip(area.income, wish.steps, strict=False):
        for var in [var for var in diagonal if var is not None][:wanted]:
            linear.add_constraint({var: 1}, lower=1)
    symbols = {open_land.bonuses[number].cells for number in wish.bonuses}
    for var, bonus in area.bonuses:
        if bonus.cells in symbols:
            linear.add_constraint({var: 1}, lower=1)
    cp, _ = cp_model_of(linear)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.catch_sigint_signal = False  # as in `odin_solver.planner.model.solving`
    # Avoids a false answer of OR-Tools 9.15 (its issue 5293), as in
    # `odin_solver.placement.model.engines.cpsat`.
    solver.parameters.presolve_inclusion_work_limit = 0
    status = solver.solve(cp)
    if status == cp_model.UNKNOWN:
        return None
    return status != cp_model.INFEASIBLE


def weakest(board: BoardState, wish: Wish, *, seconds: float, until: float) -> Wish:
    """A wish that asks for as little as possible and still does not fit.

    One demand after the other is dropped for as long as what is left is proven not to fit. First
    whole groups are tried: all limits, then all that must lie there.

    Parameters
    ----------
    board, wish
        A wish that does not fit.
    seconds
        Wall time of a single question.
    until
        When to stop asking, by `time.monotonic`.
    """
    for easier in _drops(wish):
        if time.monotonic() >= until:
            break
        other = easier(wish)
        if other != wish and fits(board, other, seconds) is False:
            wish = other
    return wish


def smallest(board: BoardState, wish: Wish, *, seconds: float, until: float) -> Wish:
    """A wish for smaller goods that still does not fit, as for `weakest`.

    With smaller goods a cut refuses more (see `families`). Only wishes without limits are looked
    at, since silver takes the place of what is missing.
    """
    if wish.most or wish.fillers is not None:
        return wish
    for name in wish.least:
        inside = [each for each in TILES if each != name and holds(name, each, board.id)]
        for other in sorted(inside, key=lambda each: TILES[each].area):
            if time.monotonic() >= until:
                return wish
            if TILES[other].area < TILES[name].area and other not in wish.least:
                least = {n: count for n, count in wish.least.items() if n != name}
                smaller = replace(wish, least={**least, other: wish.least[name]})
                if fits(board, smaller, seconds) is False:
                    wish = smaller
                    break
    return wish


def families(board: str, wish: Wish) -> dict[str, tuple[str, ...]]:
    """For each tile that a wish demands, the tiles that will do as well to refuse it.

    Where so many of a good do not fit, as many tiles that are larger do not fit either. No tile
    counts for two demands.
    """
    found = {name: [name] for name in wish.least}
    if not wish.most and wish.fillers is None:
        taken = set(found)
        for name in sorted(found, key=lambda each: -TILES[each].area):
            for larger in TILES:
                if larger not in taken and holds(larger, name, board):
                    found[name].append(larger)
                    taken.add(larger)
    return {name: tuple(family) for name, family in found.items()}


def _drops(wish: Wish) -> Iterator[Callable[[Wish], Wish]]:
    """Ways to ask for less."""
    yield lambda w: replace(w, most={}, fillers=None)
    yield lambda w: replace(w, steps=(), bonuses=frozenset())
    yield lambda w: replace(w, least={})
    yield lambda w: replace(w, fillers=None)
    yield from (partial(_without_bonus, number=number) for number in sorted(wish.bonuses))
    for name in wish.least:
        yield partial(_without_least, name=name)
    for name in wish.most:
        yield partial(_without_most, name=name)
    for which, count in enumerate(wish.steps):
        for fewer in range(count):
            yield partial(_with_steps, which=which, count=fewer)


def _without_bonus(wish: Wish, number: int) -> Wish:
    return replace(wish, bonuses=wish.bonuses - {number})


def _without_least(wish: Wish, name: str) -> Wish:
    return replace(wish, least={n: count for n, count in wish.least.items() if n != name})


def _without_most(wish: Wish, name: str) -> Wish:
    return replace(wish, most={n: count for n, count in wish.most.items() if n != name})


def _with_steps(wish: Wish, which: int, count: int) -> Wish:
    """Fewer steps of a diagonal; nothing changes if there are no more already."""
    steps = tuple(
        min(each, count) if number == which else each for number, each in enumerate(wish.steps)
    )
    return replace(wish, steps=steps)
