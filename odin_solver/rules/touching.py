"""The bans on equal colours sharing an edge (rules, 1.3 and 1.7), and their penalties (1.9)."""

from collections.abc import Sequence
from itertools import combinations

from odin_solver.components.cells import cell_names
from odin_solver.rules.allowed import colors_kept_apart
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.geometry import Grid, grid_of
from odin_solver.rules.violation import Violation


def touching_pairs(grid: Grid, pieces: Sequence[Piece]) -> list[tuple[int, int]]:
    """Pairs of pieces of a banned colour that share an edge, as numbers into `pieces`.

    Corners may touch. Three tiles in a row are two pairs, three that touch each other are three.
    """
    apart = colors_kept_apart(grid.board)
    masks = [
        (number, piece.tile.color, grid.mask(piece.cells))
        for number, piece in enumerate(pieces)
        if piece.tile.color in apart
    ]
    return [
        (first, second)
        for (first, color, mask), (second, other_color, other) in combinations(masks, 2)
        if color == other_color and grid.edge_neighbours(mask) & other
    ]


def touching_violations(state: BoardState) -> list[Violation]:
    """One violation for every pair that touches."""
    grid = grid_of(state.board)
    found = []
    for first, second in touching_pairs(grid, state.pieces):
        one, other = state.pieces[first], state.pieces[second]
        found.append(
            Violation(
                f"{one.tile.color} ban",
                f"{one.tile.id} at {cell_names(one.cells, grid.height)} shares an edge with "
                f"{other.tile.id} at {cell_names(other.cells, grid.height)}: no two "
                f"{one.tile.color} tiles may touch here",
                one.cells + other.cells,
            )
        )
    return found


def thing_penalties(state: BoardState) -> int:
    """Thing penalties for green tiles that touch on a board: one a pair (rules, 1.9e)."""
    if state.board.is_building:
        return 0
    return len(touching_pairs(grid_of(state.board), state.pieces))
