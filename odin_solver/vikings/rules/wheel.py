"""The wheel: prices, turning, who may take which pair (Vikings, 2); special tiles (5)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from odin_solver.errors import InputError
from odin_solver.vikings.archipelago import Archipelago, IslandTile
from odin_solver.vikings.parts import Cell, Sail, cell_name
from odin_solver.vikings.position import VikingsPosition, Wheel, WheelPair

FIGURE_ORDER = "BYGRKN"
"""Figures from position 0 on."""


def filled(tiles: Sequence[IslandTile | Sail], figures: Iterable[str]) -> Wheel:
    """Return a new wheel: islands from 0 upwards, ships from the last position downwards.

    Parameters
    ----------
    tiles
        The tiles in the order in which they are dealt.
    figures
        Letters of the figures drawn, in any order; empty ones where colours are still to come.
    """
    islands = [tile for tile in tiles if isinstance(tile, IslandTile)]
    ships = [tile for tile in tiles if not isinstance(tile, IslandTile)]
    order = sorted(figures, key=FIGURE_ORDER.index)
    pairs = zip([*islands, *reversed(ships)], order, strict=True)
    return Wheel({at: WheelPair(*pair) for at, pair in enumerate(pairs)})


def price(wheel: Wheel, at: int) -> int:
    """Return the price of the pair at a position."""
    return at - wheel.zero


def earns_special(wheel: Wheel, at: int) -> bool:
    """Whether a pair brings a special tile: the dearest one, unless it is free (Vikings, 5)."""
    return at == max(wheel.pairs) and price(wheel, at) > 0


def with_colour(wheel: Wheel, figure: str, count: int) -> Wheel:
    """Return the wheel with figures of a colour at the highest free positions (Vikings, 5)."""
    free = sorted((at for at, pair in wheel.pairs.items() if not pair.figure), reverse=True)
    placed = {at: wheel.pairs[at]._replace(figure=figure) for at in free[:count]}
    return replace(wheel, pairs={**wheel.pairs, **placed})


def taken(wheel: Wheel, at: int) -> Wheel:
    """Return the wheel without a pair; it turns if that was the pair at 0."""
    return replace(wheel, pairs={place: pair for place, pair in wheel.pairs.items() if place != at})


def paid(position: VikingsPosition, cost: int) -> VikingsPosition:
    """Return the position after paying gold, and victory points once the gold is gone.

    A pair is paid like this, and so is the bid that wins an auction (Vikings, 2 and 5).

    Raises
    ------
    InputError
        If gold and victory points are not enough.
    """
    missing = max(0, cost - position.gold)
    if missing > max(0, position.vp):
        most = position.gold + max(0, position.vp)
        raise InputError.said(
            "expected at most {most}, all gold and VP, got {got}", most=most, got=cost
        )
    return replace(position, gold=position.gold - cost + missing, vp=position.vp - missing)


def takeable(wheel: Wheel, gold: int, vp: int) -> list[int]:
    """Return the positions of the pairs that a player may take.

    The pair at 0 is free, but only if no other pair has its figure, or if the player's gold is less
    than any other price. Others are paid with gold, and with victory points if the player likes.
    """
    others = {at: price(wheel, at) for at in wheel.pairs if at != wheel.zero}
    legal = [at for at, cost in others.items() if cost <= gold + max(vp, 0)]
    if (free := wheel.pairs.get(wheel.zero)) is not None:
        is_last = all(wheel.pairs[at].figure != free.figure for at in others)
        if is_last or gold < min(others.values(), default=0):
            legal.append(wheel.zero)
    return sorted(legal)


GOLD_AT_ONCE = 5
BUILDING = "building_"


def special_choices(position: VikingsPosition, name: str) -> Iterator[tuple[str, VikingsPosition]]:
    """Yield the ways to take a special tile: where it goes, and the position afterwards.

    Gold is gained at once. A building replaces a tile with that building, now or when the player
    gets one; all others stay beside the mainland.
    """
    if name == "gold5":
        yield "", replace(position, gold=position.gold + GOLD_AT_ONCE)
        return
    if name.startswith(BUILDING):
        plain = IslandTile("M", int(name.removeprefix(BUILDING)))
        cells = [cell for cell, tile in sorted(position.area.tiles.items()) if tile == plain]
        for cell in cells:
            yield cell_name(cell), replace(position, area=_replaced(position.area, cell))
        if cells:
            return
    counts = {**position.specials, name: position.special(name) + 1}
    yield "", replace(position, specials=counts)


def with_building(position: VikingsPosition, cell: Cell) -> VikingsPosition:
    """Return the position after a tile was laid: a special building that waits replaces it."""
    tile = position.area.tiles[cell]
    name = f"{BUILDING}{tile.building}"
    if tile.special or not position.special(name):
        return position
    left = {key: count for key, count in position.specials.items() if key != name}
    return replace(position, area=_replaced(position.area, cell), specials=left)


def _replaced(area: Archipelago, cell: Cell) -> Archipelago:
    tile = area.tiles[cell]._replace(special=True)
    return replace(area, tiles={**area.tiles, cell: tile})
