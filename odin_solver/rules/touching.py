"""The bans on tiles of one colour sharing an edge (rules, 1.3 and 1.7), and penalties (1.9)."""

from collections.abc import Sequence

from odin_solver.components import Color
from odin_solver.components.cells import cell_names
from odin_solver.rules.allowed import colors_kept_apart
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.geometry import Grid, Mask
from odin_solver.rules.violation import Violation, tile_name
from odin_solver.support.language import mark, say

BANS = {
    Color.ORANGE: mark("orange ban"),
    Color.RED: mark("red ban"),
    Color.GREEN: mark("green ban"),
}
"""Names of the rules."""

MOST_PAIRS = 1000
"""Most pairs that are told; more are possible only where pieces lie on each other."""


def touching_pairs(grid: Grid, pieces: Sequence[Piece]) -> list[tuple[int, int]]:
    """Return the pairs of pieces that break a ban, as indices into `pieces`.

    Corners may touch. Three tiles in a row make two pairs, three that touch each other make three.
    """
    apart = colors_kept_apart(grid.board)
    earlier: dict[Color, list[tuple[int, Mask]]] = {color: [] for color in apart}
    colored: dict[Color, Mask] = dict.fromkeys(apart, 0)
    pairs = []
    for second, piece in enumerate(pieces):
        color = piece.tile.color
        if color not in apart:
            continue
        mask = grid.mask(piece.cells)
        beside = grid.edge_neighbours(mask)
        if beside & colored[color]:
            pairs += [(first, second) for first, other in earlier[color] if beside & other]
        earlier[color].append((second, mask))
        colored[color] |= mask
    return sorted(pairs)


def touching_violations(state: BoardState) -> list[Violation]:
    """Return one violation per touching pair, `MOST_PAIRS` at most."""
    grid = state.grid
    violations = []
    for first, second in touching_pairs(grid, state.pieces)[:MOST_PAIRS]:
        one, other = state.pieces[first], state.pieces[second]
        violations.append(
            Violation(
                BANS[one.tile.color],
                say(
                    "{one} at {cells} shares an edge with {other} at {others}: "
                    "no two {color} tiles may touch here",
                    one=tile_name(one.tile),
                    cells=cell_names(one.cells, grid.height),
                    other=tile_name(other.tile),
                    others=cell_names(other.cells, grid.height),
                    color=say(one.tile.color),
                ),
                one.cells + other.cells,
            )
        )
    return violations


def thing_penalties(state: BoardState) -> int:
    """Return the Thing penalties of a board: one per pair of touching green tiles (rules, 1.9e)."""
    if state.board.is_building:
        return 0
    return len(touching_pairs(state.grid, state.pieces))
