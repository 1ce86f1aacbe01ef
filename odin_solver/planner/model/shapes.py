"""What the shapes of tiles mean for a board, as far as counting tiles can say it.

Two facts are used, each of them true for every layout.

*Points.* A tile covers no more negative points than it does where it lies best.

*Room.* Where tiles of a colour must not touch (green on boards, orange and red in buildings), a
tile takes more room than its cells. Say that every cell beside the tile gives it a quarter for
each edge that they share. No cell gives away more than one in all, so that tiles and what is
given to them take no more than all free cells. Where a tile lies at the edge of what is free, the
edge gives the quarter. So for tiles of height h and width w the sum of ``w h + (w + h) / 2`` is at
most the number of free cells and a quarter of the sides that they turn to other cells.
"""

from dataclasses import dataclass
from functools import cache

from odin_solver.components import BOARDS, TILES, Color
from odin_solver.rules.allowed import colors_kept_apart, is_allowed_on
from odin_solver.rules.board_state import spots
from odin_solver.rules.geometry import Mask, grid_of, orientations, singles


@dataclass(frozen=True)
class Shapes:
    """What may be laid on a board as things lie.

    Attributes
    ----------
    tiles
        The tiles that find room, silver and ore too.
    points
        For each the most negative points that it covers.
    apart
        The colours whose tiles must not touch.
    room
        For each tile of such a colour the room that it takes, in quarters of a cell.
    whole
        The room that there is, in quarters of a cell.
    """

    tiles: tuple[str, ...]
    points: dict[str, int]
    apart: frozenset[Color]
    room: dict[str, int]
    whole: int

    def most_points(self, what: str) -> int:
        """The most negative points under a tile, or under a cell of ``COLOR cells``."""
        return self.points.get(what, 1 if what.endswith(" cells") else 0)


@cache
def shapes(board: str, covered: Mask = 0) -> Shapes:
    """What may be laid on a board with some of its cells covered."""
    area = grid_of(BOARDS[board])
    free = area.coverable & ~covered
    points: dict[str, int] = {}
    for name, tile in TILES.items():
        if tile.kind in ("good", "special", "filler"):
            found = [
                area.points(spot.mask)
                for spot in spots(BOARDS[board], tile)
                if not spot.mask & covered
            ]
            if found:
                points[name] = max(found)
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
    """Whether a good fits wherever a larger tile does, with silver on the cells that are left.

    The good lies within the larger tile, and it keeps apart from no more than the larger tile
    does. Goods are rectangles: of all income cells that a rectangle covers, a lower one is covered
    too if the rectangle reaches into what it needs. So there is always an order in which the good
    and the silver take the place of the larger tile (rules, 1.4).
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
