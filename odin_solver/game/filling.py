"""The optimal placement of the supply of a game, as moves."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from odin_solver.components import TILES, Color
from odin_solver.errors import InputError
from odin_solver.game.kernel.anytime import board_names
from odin_solver.game.kernel.moves import Place
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import State
from odin_solver.game.phases import FinalPlacing
from odin_solver.game.positions import placed, position_of
from odin_solver.placement.objective import choose_objective
from odin_solver.placement.solution import Limits, Progress, Solution
from odin_solver.placement.solve import solve

FINAL_WEIGHTS: Mapping[str, Fraction] = MappingProxyType(
    {"points": Fraction(1), "silver": Fraction(-1)}
)
"""Weights of the last placements: no income and no bonus will follow."""


@dataclass(frozen=True)
class Allowance:
    """Tiles that may be placed besides green, blue and special tiles.

    Attributes
    ----------
    silver, ore
        At most so many.
    food
        Whether orange and red goods may go into buildings.
    keep
        Tiles to keep.
    """

    silver: int = 0
    ore: int = 0
    food: bool = False
    keep: frozenset[str] = frozenset()


EVERYTHING = Allowance(silver=1000, ore=1000, food=True)
"""At the end of the game only silver is worth keeping; the objective counts it."""


@dataclass(frozen=True)
class Filling:
    """An optimised placement.

    Attributes
    ----------
    moves
        The moves in a legal order.
    solution
        Solution of the placement optimiser.
    """

    moves: tuple[Place, ...]
    solution: Solution


def fill(
    state: State,
    objective: str | None = None,
    allowance: Allowance | None = None,
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
        A preset of `odin_solver.placement.objective`. By default ``engine``: income and bonuses of
        the rounds left; for the last placements of the game the points alone.
    allowance
        By default goods and special tiles only; for the last placements everything.
    limits, cancel, on_progress
        As for `odin_solver.placement.solve`.

    Raises
    ------
    InputError
        If the objective or a tile to keep is unknown.
    """
    last = isinstance(current(state), FinalPlacing)
    allowed = allowance or (EVERYTHING if last else Allowance())
    whole = position_of(state)
    unknown = sorted(allowed.keep - TILES.keys())
    if unknown:
        raise InputError(f"keep: unknown tile {unknown[0]!r}")
    supply = {name: _allowed(name, count, allowed) for name, count in whole.supply.items()}
    position = replace(whole, supply={name: count for name, count in supply.items() if count})
    if objective is None and last:
        chosen = choose_objective(position, "custom", FINAL_WEIGHTS)
    else:
        chosen = choose_objective(position, objective or "engine")
    solution = solve(
        position,
        chosen,
        limits=limits or Limits(seconds=10),
        on_progress=on_progress,
        cancel=cancel,
    )
    names = board_names(state)
    moves = []
    for at, piece in solution.placements:
        cells = state.boards[at].grid.mask(piece.cells)
        moves.append(Place(piece.tile.id, names[at], cells))
    placed(state, moves)  # the rules of the game have the last word
    return Filling(tuple(moves), solution)


def _allowed(name: str, count: int, allowance: Allowance) -> int:
    """Return the number of tiles of a kind that may be placed."""
    what = TILES[name]
    if name in allowance.keep or what.kind in ("animal", "resource"):
        return 0
    if what.color is Color.SILVER and what.kind == "filler":
        return min(count, allowance.silver)
    if what.color is Color.ORE:
        return min(count, allowance.ore)
    if what.color in (Color.ORANGE, Color.RED):
        return count if allowance.food else 0
    return count
