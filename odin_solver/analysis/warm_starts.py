"""Warm starts: layouts of a question adapted from the layouts of answered ones."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from odin_solver.components import TILES
from odin_solver.placement.local.search import local_search, slot_pieces
from odin_solver.placement.objective import Objective
from odin_solver.placement.problem import compile_problem, in_placing_order
from odin_solver.placement.problem import layout as layout_of
from odin_solver.placement.restrictions import UNRESTRICTED
from odin_solver.rules.allowed import is_allowed_on
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.income import required_cells
from odin_solver.rules.order import placing_order
from odin_solver.rules.position import Placement, Position, new_placements

REFILL_TURNS, REFILL_STEPS = 3, 500
"""Turns of the local search that fills the gaps of a known layout, and steps in each."""


def lays(before: Position, after: Position, placed: Placement) -> bool:
    """Return whether a layout has a piece in its place, on its board or on an equal one."""
    at, piece = placed
    boards = before.boards
    return any(
        other == piece and boards[n] == boards[at] for n, other in new_placements(before, after)
    )


def fitted(position: Position, pieces: Sequence[Placement]) -> Position:
    """Place as many of the pieces as supply and rules allow, the first ones first."""
    supply = Counter(position.supply)
    fitting = _fitting(position, pieces)
    boards = []
    for at, state in enumerate(position.boards):
        here = tuple(piece for number, piece in fitting if number == at)
        while True:
            order = placing_order(state.grid, state.covered, here)
            steps = [step for step in order.steps if len(step) == 1 or position.rules.simultaneous]
            kept = tuple(here[i] for step in steps for i in step)
            if len(kept) == len(here):
                break
            here = kept
        supply.subtract(piece.tile.id for piece in kept)
        boards.append(replace(state, pieces=(*state.pieces, *kept)))
    return replace(position, boards=tuple(boards), supply=dict(+supply))


def adapted(position: Position, pieces: Sequence[Placement]) -> Iterator[Position]:
    """Return layouts near the given pieces: those that fit, and gaps filled with ore and silver."""
    yield fitted(position, pieces)
    placed = _fitting(position, pieces)
    left = Counter(pieces) - Counter(placed)
    for wanted_only in (False, True):
        filled = list(placed)
        for at, piece in left.elements():
            filled += filling(position, at, piece, filled, wanted_only=wanted_only)
        if len(filled) > len(placed):
            yield fitted(position, filled)


def refilled(layout: Position, objective: Objective, seed: int) -> Iterator[Position]:
    """Return layouts with more of the supply, added by a short local search."""
    problem = compile_problem(layout)
    local = local_search(problem, objective.levels, seed, UNRESTRICTED)
    resources = slot_pieces(problem, objective.levels)
    for _ in range(REFILL_TURNS if local else 0):
        assert local is not None
        better = local.improve(REFILL_STEPS)
        if better is not None:
            yield layout_of(problem, in_placing_order(problem, (*better, *resources)))


def filling(
    position: Position,
    at: int,
    piece: Piece,
    others: Sequence[Placement],
    *,
    wanted_only: bool = False,
) -> list[Placement]:
    """Return ore and silver in place of a piece, as far as the other pieces leave any.

    Parameters
    ----------
    at, piece
        Board number and the piece to replace.
    wanted_only
        Whether to fill only cells that income cells under the other pieces need.
    """
    state = position.boards[at]
    grid = state.grid
    supply = Counter(position.supply)
    supply.subtract(each.tile.id for _, each in others)
    lying = (*state.pieces, *(each for number, each in others if number == at))
    covered = BoardState(state.board, lying).covered
    mask = grid.mask(piece.cells) & ~covered
    if wanted_only:
        mask &= required_cells(grid, covered)
    placed: list[Placement] = []
    for cell in grid.cells(mask):
        for name in ("ore", "silver"):
            if supply[name] > 0 and is_allowed_on(TILES[name], state.board):
                supply[name] -= 1
                placed.append(Placement(at, Piece(TILES[name], (cell,))))
                break
    return placed


def _fitting(position: Position, pieces: Sequence[Placement]) -> list[Placement]:
    supply = Counter(position.supply)
    boards = list(position.boards)
    fitting: list[Placement] = []
    for at, piece in pieces:
        if supply[piece.tile.id] > 0 and boards[at].fits(piece):
            boards[at] = boards[at].laid(piece.tile, boards[at].grid.mask(piece.cells))
            fitting.append(Placement(at, piece))
            supply[piece.tile.id] -= 1
    return fitting
