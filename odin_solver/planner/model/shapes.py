"""Valid inequalities from the shapes of tiles, for a model that only counts cells.

*Points.* A tile covers at most the negative points of its best placement.

*Room.* Where tiles of a colour must not touch (green on boards, orange and red in buildings), each
cell beside a tile gives it a quarter for each shared edge, and so does the border of the free
cells. No cell gives more than one, so that for tiles of height h and width w the sum of
``w h + (w + h) / 2`` is at most the number of free cells and a quarter of their border edges.
"""

from dataclasses import dataclass
from functools import cache

from odin_solver.components import BOARDS, TILES, Color
from odin_solver.rules.allowed import colors_kept_apart, is_allowed_on
from odin_solver.rules.board_state import spots
from odin_solver.rules.geometry import Mask, grid_of, orientations, singles


@dataclass(frozen=True)
class Shapes:
    """Tiles that a board has room for.

    Attributes
    ----------
    tiles
        Tiles with a placement, silver and ore included.
    points
        Most negative points that a tile covers.
    apart
        Colours whose tiles must not touch.
    room
        Room that a tile of such a colour takes, in quarters of a cell.
    whole
        Room of the board, in quarters of a cell.
    """

    tiles: tuple[str, ...]
    points: dict[str, int]
    apart: frozenset[Color]
    room: dict[str, int]
    whole: int

    def most_points(self, tile: str) -> int:
        """Most negative points under a tile, or under a cell of a tile of a colour."""
        return self.points.get(tile, int(isinstance(tile, Color)))


@cache
def shapes(board: str, covered: Mask = 0) -> Shapes:
    """Return the tiles that a board with some covered cells has room for."""
    area = grid_of(BOARDS[board])
    free = area.coverable & ~covered
    points: dict[str, int] = {}
    for name, tile in TILES.items():
        if tile.kind in ("good", "special", "filler"):
            values = [
                area.points(spot.mask)
                for spot in spots(BOARDS[board], tile)
                if not spot.mask & covered
            ]
            if values:
                points[name] = max(values)
    apart = frozenset(colors_kept_apart(BOARDS[board]))
    sides = sum(4 - (area.edge_neighbours(cell) & free).bit_count() for cell in singles(free))
    return Shapes(
        tiles=tuple(points),
        points=points,
        apart=apart,
        room={
            name: 4 * TILES[name].area + 2 * sum(_sides(name))
            for name in points
            if TILES[name].color in apart
        },
        whole=4 * free.bit_count() + sides,
    )


@cache
def holds(larger: str, smaller: str, board: str) -> bool:
    """Whether a good and silver can replace a larger tile in every layout.

    The good lies within the larger tile and has no colour rule that the larger tile has not. Goods
    are rectangles: if one covers an income cell and reaches into the cells that a lower income cell
    needs, it covers that too. So there is an order of placing the good and the silver (rules, 1.4).
    """
    large, small = TILES[larger], TILES[smaller]
    if small.kind != "good" or not is_allowed_on(small, BOARDS[board]):
        return False
    if large.kind not in ("good", "special"):
        return False
    if small.color in colors_kept_apart(BOARDS[board]) and large.color != small.color:
        return False
    cells = set(large.cells)
    return any(
        {(x + dx, y + dy) for x, y in shape} <= cells
        for shape in orientations(small)
        for dx in range(len(large.shape[0]))
        for dy in range(len(large.shape))
    )


def _sides(name: str) -> tuple[int, int]:
    return len(TILES[name].shape), len(TILES[name].shape[0])
