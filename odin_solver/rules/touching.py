"""The bans on tiles of one colour sharing an edge (rules, 1.3 and 1.7), and penalties (1.9)."""

from collections.abc import Sequence
from itertools import combinations

from odin_solver.components.cells import cell_names
from odin_solver.rules.allowed import colors_kept_apart
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.geometry import Grid
from odin_solver.rules.violation import Violation


def touching_pairs(grid: Grid, pieces: Sequence[Piece]) -> list[tuple[int, int]]:
    """Return the pairs of pieces that break a ban, as indices into `pieces`.

    Corners may touch. Three tiles in a row make two pairs, three that touch each other make three.
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
    """Return one violation per touching pair."""
    grid = state.grid
    violations = []
    for first, second in touching_pairs(grid, state.pieces):
        one, other = state.pieces[first], state.pieces[second]
        violations.append(
            Violation(
                f"{one.tile.color} ban",
                f"{one.tile.id} at {cell_names(one.cells, grid.height)} shares an edge with "
                f"{other.tile.id} at {cell_names(other.cells, grid.height)}: no two "
                f"{one.tile.color} tiles may touch here",
                one.cells + other.cells,
            )
        )
    return violations


def thing_penalties(state: BoardState) -> int:
    """Return the Thing penalties of a board: one per pair of touching green tiles (rules, 1.9e)."""
    if state.board.is_building:
        return 0
    return len(touching_pairs(state.grid, state.pieces))
