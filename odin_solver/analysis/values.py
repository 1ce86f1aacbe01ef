"""Values of the tiles in the supply, and of one more of each tile."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from odin_solver.analysis.analyst import Analyst
from odin_solver.analysis.loss import Loss, loss_of
from odin_solver.analysis.warm_starts import adapted, refilled
from odin_solver.components import TILES, Tile
from odin_solver.feast.food import FOODS
from odin_solver.names.printed import printed_name, tile_name
from odin_solver.placement.objective import Weights
from odin_solver.placement.solution import Solution, Status
from odin_solver.rules.allowed import is_allowed_on
from odin_solver.rules.geometry import orientations
from odin_solver.rules.position import Position, new_placements
from odin_solver.support.display import Brief
from odin_solver.support.language import say


@dataclass(frozen=True, repr=False)
class TileValue(Brief):
    """Value of one tile more or fewer.

    Attributes
    ----------
    count
        Its number in the supply.
    loss
        Loss against the best placement; negative with one more tile. What one more tile is worth
        if it is only kept is not part of it.
    solution
        Best placement of the changed supply; None if there was no time for it.
    kept
        For each objective level what one more tile is worth if the best placement keeps it.
    """

    tile: Tile
    count: int
    loss: Loss
    solution: Solution | None
    kept: tuple[Fraction, ...] = ()

    @property
    def proven(self) -> bool:
        """Whether the value is exact."""
        return self.loss.proven


def changed_supply(position: Position, tile: str, by: int) -> Position:
    """Return the position with more or fewer tiles of a kind in the supply."""
    supply = Counter(position.supply)
    supply[tile] += by
    return replace(position, supply=dict(+supply))


def without(analyst: Analyst, tile: Tile, seconds: float) -> TileValue:
    """Return the loss if one tile of a kind is removed from the supply.

    A layout without it is also a layout that keeps it, so the best value less the least worth of
    one that is kept is an upper bound. A known best layout that leaves one unused may reach it
    without a search.
    """
    reduced = changed_supply(analyst.position, tile.id, -1)
    least = [_least_kept(analyst, weights, tile) for weights in analyst.objective.levels]
    solution = analyst.solve(
        say("without {items}", items=tile_name(tile)),
        reduced,
        bounds=[value - each for value, each in zip(analyst.proven_values, least, strict=False)],
        start=analyst.start_for(reduced),
        seconds=seconds,
    )
    analyst.add_layout(solution.after)
    more = loss_of(analyst.best, solution, least)
    loss = Loss(
        tuple(lost + each for lost, each in zip(more.levels, least, strict=True)),
        more.proven,
        None if more.at_least is None else more.at_least + least[0],
        None if more.at_most is None else more.at_most + least[0],
    )
    return TileValue(tile, analyst.position.supply[tile.id], loss, solution)


def _least_kept(analyst: Analyst, weights: Weights, tile: Tile) -> Fraction:
    if tile.id not in weights.keep:
        return Fraction(0)
    worth = weights.keep[tile.id]
    if tile.id == "silver":  # income adds to it
        return worth[-1]
    return worth[min(len(worth), analyst.position.supply[tile.id]) - 1]


def tile_values(analyst: Analyst) -> list[TileValue]:
    """Return the loss without one tile of each kind in the supply.

    The most valuable come first, those not proven in time last: their loss is that of the best
    known layout without the tile, an upper bound. Without a proven best nothing is examined.
    """
    position = analyst.position
    tiles = [tile for name, tile in position.kinds.items() if position.supply.get(name)]
    proven = analyst.best.status is Status.OPTIMAL
    for tile in tiles:
        analyst.recall_layout(changed_supply(position, tile.id, -1))
    losses = losses_at_most(analyst, tiles)
    tiles.sort(key=lambda tile: (_replaceable(analyst, tile), losses[tile]), reverse=True)
    values = []
    for number, tile in enumerate(tiles):
        if _may_search(analyst) or (proven and _replaceable(analyst, tile)):
            values.append(without(analyst, tile, _slice(analyst, len(tiles) - number)))
        else:
            values.append(_guess(analyst, tile, -1))
    return sorted(values, key=lambda value: (not value.proven, [-x for x in value.loss.levels]))


def _may_search(analyst: Analyst) -> bool:
    return analyst.best.status is Status.OPTIMAL and not analyst.out_of_time


def _slice(analyst: Analyst, questions: int) -> float:
    """Return the seconds for the next of several questions: some are answered at once."""
    return 3 * analyst.seconds_left / questions


def _replaceable(analyst: Analyst, tile: Tile) -> bool:
    return any(
        layout.supply.get(tile.id, 0) > 0
        and analyst.values(analyst.position, layout) == analyst.best_values
        for layout in analyst.layouts
    )


def losses_at_most(analyst: Analyst, tiles: Iterable[Tile]) -> dict[Tile, tuple[Fraction, ...]]:
    """Return upper bounds of the losses without one of each tile.

    They depend on the best placement alone: on what remains of it, refilled unless Ctrl-C came.
    """
    pieces = new_placements(analyst.position, analyst.best.after)
    losses = {}
    for tile in tiles:
        reduced = changed_supply(analyst.position, tile.id, -1)
        rest = max(adapted(reduced, pieces), key=lambda layout: analyst.values(reduced, layout))
        stopped = analyst.cancel.is_set()
        filled = () if stopped else refilled(rest, analyst.objective, analyst.limits.seed)
        left = max(analyst.values(reduced, layout) for layout in (rest, *filled))
        losses[tile] = tuple(a - b for a, b in zip(analyst.best_values, left, strict=True))
    return losses


def next_values(analyst: Analyst, obtainable: Container[str] = TILES) -> Iterator[TileValue]:
    """Yield the value of one more of each kind that can be placed here, in the order of solving.

    Notes
    -----
    Special tiles that the player owns are omitted: there is one of each. So are tiles of one's own,
    which no action gives. A blue tile goes wherever
    other tiles of its shape go, so its value is an upper bound for theirs.
    """
    _ = analyst.best
    known: dict[object, tuple[Fraction, ...]] = {}
    wanted = [tile for tile in _wanted(analyst.position) if tile.id in obtainable]
    for number, tile in enumerate(wanted):
        shape = orientations(tile)
        plain = not any(
            tile.id in weights.keep or (weights.banquet is not None and tile.id in FOODS)
            for weights in analyst.objective.levels
        )
        if not _may_search(analyst):
            yield _guess(analyst, tile, 1)
            continue
        more = changed_supply(analyst.position, tile.id, 1)
        solution = analyst.solve(
            say("one more: {tile}", tile=printed_name(tile.id)),
            more,
            bounds=known.get(shape, ()) if plain else (),
            start=analyst.start_for(more),
            seconds=_slice(analyst, len(wanted) - number),
        )
        if plain and tile.color == "blue" and all(level.proven for level in solution.levels):
            known[shape] = tuple(level.value for level in solution.levels)
        kept = _worth_if_kept(analyst, tile)
        loss = loss_of(analyst.best, solution, [-each for each in kept], at_best=False)
        yield TileValue(tile, analyst.position.supply.get(tile.id, 0), loss, solution, kept)


def _worth_if_kept(analyst: Analyst, tile: Tile) -> tuple[Fraction, ...]:
    """Return what one more tile is worth beside the best placement, without being placed."""
    after = changed_supply(analyst.best.after, tile.id, 1)
    values = analyst.values(changed_supply(analyst.position, tile.id, 1), after)
    return tuple(more - one for more, one in zip(values, analyst.best_values, strict=True))


def _wanted(position: Position) -> list[Tile]:
    owned = {piece.tile.id for state in position.boards for piece in state.pieces}
    owned |= {name for name, count in position.supply.items() if count}
    boards = [state.board for state in position.boards]
    slots: Counter[str] = Counter()
    for state in position.boards:
        slots.update(state.open_slots)
    wanted = [
        tile
        for name, tile in TILES.items()
        if not (tile.copies is not None and name in owned)
        and (
            slots[name] > 0
            if tile.kind == "resource"
            else any(each.rows and is_allowed_on(tile, each) for each in boards)
        )
    ]
    order = {"filler": 0, "resource": 1, "good": 2, "animal": 2, "special": 3}
    return sorted(wanted, key=lambda tile: (order[tile.kind], tile.color != "blue", tile.area))


def _guess(analyst: Analyst, tile: Tile, by: int) -> TileValue:
    changed = changed_supply(analyst.position, tile.id, by)
    start = analyst.start_for(changed)
    values = analyst.values(changed, start)
    kept = _worth_if_kept(analyst, tile) if by > 0 else ()
    nothing = [Fraction(0)] * len(values)
    shift = [-each for each in kept] or nothing
    levels = tuple(
        one - two - more for one, two, more in zip(analyst.best_values, values, shift, strict=True)
    )
    if by < 0:  # fewer tiles gain nothing: a better layout only shows that the best was not
        levels = max(levels, tuple(nothing))
    bound = analyst.best.bound
    most = None if bound is None else bound - values[0] - shift[0]
    least = _least_kept(analyst, analyst.objective.levels[0], tile) if by < 0 else None
    loss = Loss(levels, proven=False, at_least=least, at_most=most)
    return TileValue(tile, analyst.position.supply.get(tile.id, 0), loss, None, kept)
