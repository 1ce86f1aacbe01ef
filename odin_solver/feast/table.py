"""The banquet table: its free cells, and dishes along its edge."""

from collections.abc import Sequence
from typing import NamedTuple

from odin_solver.components import Color, Tile
from odin_solver.components.round_tracks import BANQUET_TABLE, TRACKS
from odin_solver.errors import InputError
from odin_solver.rules.banquet import Serving
from odin_solver.rules.position import GameLength


class Dish(NamedTuple):
    """The tiles served of one kind of good.

    Attributes
    ----------
    tile
        The good; pregnant animals are of the same kind as the others.
    served
        Number of tiles.
    lengthwise
        How many of these lie with their longer side along the table.
    """

    tile: Tile
    served: int
    lengthwise: int


def free_cells(game: GameLength, round_number: int, emigrated: int = 0) -> int:
    """Count the cells to be filled at the feast of a round (rules, 3.9).

    Raises
    ------
    InputError
        If the round does not exist, or the ships need more cells than are open.
    """
    rounds = TRACKS[game].rounds
    if not 1 <= round_number <= len(rounds):
        raise InputError.said(
            "round: expected 1 to {most} in a {game} game, got {got}",
            most=len(rounds),
            game=game,
            got=round_number,
        )
    return beside_ships(rounds[round_number - 1].open_cells, emigrated)


def beside_ships(cells: int, emigrated: int) -> int:
    """Count the open cells that emigrated ships leave free; the ships lie at the left.

    Raises
    ------
    InputError
        If the ships need more cells than are open.
    """
    most = cells // BANQUET_TABLE.ship_covers
    if not 0 <= emigrated <= most:
        raise InputError.said(
            "emigrated: expected 0 to {most} ships on {cells} open cells, got {got}",
            most=most,
            cells=cells,
            got=emigrated,
        )
    return cells - BANQUET_TABLE.ship_covers * emigrated


def set_along(dishes: Sequence[Dish]) -> tuple[Serving, ...]:
    """Set dishes along the table so that no two of a colour touch.

    Tiles of one colour are separated by the other colour, then silver, then empty cells. The
    colour with more tiles begins; what is not needed as a separator lies at the right.

    Parameters
    ----------
    dishes
        Dishes that fit: no colour has more tiles than the other one, silver and empty cells
        together, plus one.
    """
    oranges, reds, silver = (
        [
            (dish.tile, number < dish.lengthwise)
            for dish in dishes
            if dish.tile.color is color
            for number in range(dish.served)
        ]
        for color in (Color.ORANGE, Color.RED, Color.SILVER)
    )
    many, few = (oranges, reds) if len(oranges) >= len(reds) else (reds, oranges)
    needed = many[1:]
    between = [*few, *silver, *[None] * (len(needed) - len(few) - len(silver))]
    row: list[tuple[Tile, bool] | None] = [*many[:1]]
    for apart, each in zip(between, needed, strict=False):
        row += [apart, each]
    row += between[len(needed) :]
    servings: list[Serving] = []
    start = 0
    for item in row:
        if item is None:
            start += 1
        else:
            servings.append(Serving(item[0], start, item[1]))
            start += servings[-1].width
    return tuple(servings)
