"""What each tile of the supply is worth, and what one more of anything would be worth."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf

from odin_solver.analysis.analyst import Analyst
from odin_solver.analysis.loss import Loss, loss_of
from odin_solver.components import TILES, Tile
from odin_solver.placement.solution import Solution
from odin_solver.rules.allowed import is_allowed_on
from odin_solver.rules.geometry import orientations
from odin_solver.rules.position import Position


@dataclass(frozen=True)
class TileValue:
    """What one tile more or less changes.

    Attributes
    ----------
    tile
        The kind of tile.
    count
        How many of it the supply holds.
    loss
        What is lost against the best; with one more of it a gain, which is a negative loss.
    solution
        The best placement with the supply changed; None if the time was over before.
    kept
        For each sum the weight on keeping one of these tiles: it is lost in any case.
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

    @property
    def needed(self) -> bool:
        """Whether more is lost than the weight on keeping it: every best line then lays it."""
        return any(lost != kept for lost, kept in zip(self.loss.levels, self.kept, strict=True))


def changed_supply(position: Position, tile: str, by: int) -> Position:
    """The position with more or fewer tiles of a kind in the supply."""
    supply = Counter(position.supply)
    supply[tile] += by
    return replace(position, supply={name: count for name, count in supply.items() if count > 0})


def without(analyst: Analyst, tile: Tile, seconds: float = inf) -> TileValue:
    """What is lost if one tile of a kind is taken from the supply.

    A layout without it is also one with it in the supply, where a weight on keeping it counts
    besides: so the best, less that weight, is not exceeded. Where a best line that is known leaves
    one unused, that is reached without any search.
    """
    reduced = changed_supply(analyst.position, tile.id, -1)
    kept = tuple(weights.keep.get(tile.id, Fraction(0)) for weights in analyst.objective.levels)
    solution = analyst.solve(
        f"without {tile.name}",
        reduced,
        bounds=[value - each for value, each in zip(analyst.proven_values, kept, strict=False)],
        start=analyst.start_for(reduced),
        seconds=seconds,
    )
    analyst.note(solution.after)
    loss = loss_of(analyst.best, solution, _no_shift(analyst), at_best=not any(kept))
    return TileValue(tile, analyst.position.supply[tile.id], loss, solution, kept)


def tile_values(analyst: Analyst) -> list[TileValue]:
    """What each kind of tile of the supply is worth: what the best loses without one of it.

    The most valuable come first, and what is not proven in time last: then the loss is that of
    the best layout known without the tile, and so the most that it can be.
    """
    tiles = _in_supply(analyst)
    _recall(analyst, tiles)
    found = []
    for tile in sorted(tiles, key=lambda each: not _replaceable(analyst, each)):
        if analyst.over and not _replaceable(analyst, tile):
            found.append(_guess(analyst, tile, -1))
        else:
            found.append(without(analyst, tile))
    return sorted(found, key=lambda each: (not each.proven, [-x for x in each.loss.levels]))


def _replaceable(analyst: Analyst, tile: Tile) -> bool:
    """Whether a known line is as good as the best and leaves one of these tiles."""
    return any(
        line.supply.get(tile.id, 0) > 0
        and analyst.values(analyst.position, line) == analyst.best_values
        for line in analyst.known
    )


def most_needed(
    analyst: Analyst, tiles: Sequence[Tile], looks: int, seconds: float
) -> tuple[TileValue, bool]:
    """A tile without which much is lost, and whether it is proven that no other is worth more.

    What a tile is worth at most is known from layouts that do without it, and the one that may be
    worth most is looked at first; those that cannot be worth more than the best one so far are
    not looked at any closer.

    Parameters
    ----------
    analyst
        Who knows the position.
    tiles
        The kinds to choose from.
    looks
        How many of them to look at closely.
    seconds
        The most that all looks may take together.
    """
    _ = analyst.best
    until = time.monotonic() + seconds

    def guess(tile: Tile) -> tuple[Fraction, ...]:
        return _guess(analyst, tile, -1).loss.levels

    guesses = {tile.id: guess(tile) for tile in tiles}
    best: TileValue | None = None
    left = list(tiles)
    unsure: list[TileValue] = []
    for _ in range(looks):
        tile = max(left, key=lambda each: guesses[each.id])
        patience = until - time.monotonic()
        if best is not None and (
            guesses[tile.id] <= best.loss.levels or patience <= 0 or analyst.over
        ):
            break
        value = without(analyst, tile, patience)
        if best is None or (value.proven, value.loss.levels) > (best.proven, best.loss.levels):
            best = value
        left.remove(tile)
        if not value.proven:
            unsure.append(value)
        if not left:
            break
        # Layouts found meanwhile may do without others too.
        guesses |= {each.id: min(guesses[each.id], guess(each)) for each in left}
    assert best is not None
    others = [*(guesses[each.id] for each in left), *(each.loss.levels for each in unsure)]
    return best, best.proven and all(each <= best.loss.levels for each in others)


def _recall(analyst: Analyst, tiles: Sequence[Tile]) -> None:
    """Remember what was found without each of these tiles."""
    _ = analyst.best
    for tile in tiles:
        analyst.recall(changed_supply(analyst.position, tile.id, -1))


def next_values(analyst: Analyst) -> Iterator[TileValue]:
    """What one more of each kind would be worth: silver, ore, and all that has a place here.

    They come in the order in which they are solved. Special tiles that the player has already are
    left out: there is one of each. A blue tile goes wherever another one of its shape goes, so
    that its value is a bound for the others.
    """
    _ = analyst.best
    known: dict[object, tuple[Fraction, ...]] = {}
    for tile in _wanted(analyst.position):
        shape = orientations(tile)
        plain = not any(tile.id in weights.keep for weights in analyst.objective.levels)
        if analyst.over:
            yield _guess(analyst, tile, 1)
            continue
        more = changed_supply(analyst.position, tile.id, 1)
        solution = analyst.solve(
            f"one more {tile.name}",
            more,
            bounds=known.get(shape, ()) if plain else (),
            start=analyst.start_for(more),
        )
        if plain and tile.color == "blue" and all(level.proven for level in solution.levels):
            known[shape] = tuple(level.value for level in solution.levels)
        loss = loss_of(analyst.best, solution, _no_shift(analyst), at_best=False)
        yield TileValue(tile, analyst.position.supply.get(tile.id, 0), loss, solution)


def _in_supply(analyst: Analyst) -> list[Tile]:
    supply = analyst.position.supply
    return [tile for name, tile in TILES.items() if supply.get(name)]


def _wanted(position: Position) -> list[Tile]:
    """What could be of use here, fillers first, then blue, then the others."""
    owned = {piece.tile.id for state in position.boards for piece in state.pieces}
    owned |= {name for name, count in position.supply.items() if count}
    boards = [state.board for state in position.boards]
    slots: Counter[str] = Counter()
    for state in position.boards:
        slots.update(state.open_slots)
    found = [
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
    return sorted(found, key=lambda tile: (order[tile.kind], tile.color != "blue", tile.area))


def _guess(analyst: Analyst, tile: Tile, by: int) -> TileValue:
    """What is known about a tile's value without a search."""
    changed = changed_supply(analyst.position, tile.id, by)
    start = analyst.start_for(changed)
    values = analyst.values(changed, start)
    levels = tuple(one - two for one, two in zip(analyst.best_values, values, strict=True))
    return TileValue(tile, analyst.position.supply.get(tile.id, 0), Loss(levels, False, None), None)


def _no_shift(analyst: Analyst) -> list[Fraction]:
    return [Fraction(0) for _ in analyst.objective.levels]
