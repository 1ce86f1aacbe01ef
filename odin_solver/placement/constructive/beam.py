"""A beam search over the cells of one board: at each cell the best partial layouts survive."""

from collections.abc import Callable, Sequence
from operator import itemgetter

from odin_solver.placement.constructive.lane import FoldedWeights, Lane, SearchStopped
from odin_solver.placement.constructive.recipes import BoardRecipe
from odin_solver.placement.problem import ORE, SILVER
from odin_solver.rules.geometry import Mask

Trail = tuple["Trail", int, int, Mask] | None
"""The pieces placed, last first: area, kind of stock (or SILVER or ORE), cells in lane bits."""

PartialLayout = tuple[float, Mask, Mask, tuple[Mask, ...], Mask, int, int, int, int, Trail]
"""A partial layout within a lane, as a plain tuple for speed: loss so far; cells covered; cells
left open; cells of each colour that must not touch itself; cells still to be covered; features
forfeited; tiles left, packed; silver left; ore left; pieces placed."""

COUNT_BITS = 8
"""Bits for the number of tiles left of a kind, in the packed number of all kinds."""

MAX_COUNT = (1 << COUNT_BITS) - 1


def fill(
    lane: Lane,
    recipe: BoardRecipe,
    starts: Sequence[PartialLayout],
    weights: FoldedWeights,
    prices: Sequence[float],
    width: int,
    stop: Callable[[], bool],
) -> list[PartialLayout]:
    """Fill one board from each of the given partial layouts; the best results, best first.

    `prices` is the loss of using a tile of each kind of stock; `width` partial layouts survive at
    each cell.

    Raises
    ------
    SearchStopped
        When `stop` says so.
    """
    must = lost_at_start = 0
    for required, given_up, level in zip(lane.required, lane.given_up, recipe.levels, strict=True):
        if level is not None:
            must |= required[level]
            lost_at_start |= given_up[level]
    number = lane.area.number
    size = len(lane.cells)
    full = lane.full
    fillers = []
    if lane.area.takes_ore:
        fillers.append((-weights.ore, ORE))
    if lane.area.takes_silver:
        fillers.append((-weights.silver, SILVER))
    fillers.sort()
    buckets: list[dict[tuple[Mask, Mask, int], PartialLayout]] = [{} for _ in range(size + 1)]
    nothing_apart = (0,) * len(lane.colors)
    for loss, *_, counts, silver, ore, trail in starts:
        start = (loss, 0, 0, nothing_apart, must, lost_at_start, counts, silver, ore, trail)
        buckets[0][0, 0, counts] = start
    rest: tuple[Mask, int, int, int, int, Trail]
    for i in range(size):
        if stop():
            raise SearchStopped
        bit = 1 << i
        needs_here, forfeits_here = lane.singles[i]
        for state in sorted(buckets[i].values(), key=itemgetter(0))[:width]:
            loss, covered, opened, apart, owed, lost, counts, silver, ore, trail = state
            decided = covered | opened
            for kind, cells, beside, color, needs, forfeits in lane.options[i]:
                if cells & decided or needs & opened:
                    continue
                if not counts >> (COUNT_BITS * kind) & MAX_COUNT:
                    continue
                if color >= 0 and beside & apart[color]:
                    continue
                new_loss = loss + prices[kind]
                new_lost = lost
                if forfeits & ~lost:
                    new_loss += lane.loss_of(forfeits & ~lost)
                    new_lost |= forfeits
                undecided = full & ~(decided | cells)
                at = (undecided & -undecided).bit_length() - 1 if undecided else size
                new_counts = counts - (1 << (COUNT_BITS * kind))
                key = (covered | cells, opened, new_counts)
                rival = buckets[at].get(key)
                if rival is not None and rival[0] <= new_loss:
                    continue
                new_apart = apart
                if color >= 0:
                    new_apart = (*apart[:color], apart[color] | cells, *apart[color + 1 :])
                new_owed = (owed | needs) & ~cells & ~covered
                new_trail = (trail, number, kind, cells)
                rest = (new_owed, new_lost, new_counts, silver, ore, new_trail)
                buckets[at][key] = (new_loss, covered | cells, opened, new_apart, *rest)
            undecided = full & ~(decided | bit)
            at = (undecided & -undecided).bit_length() - 1 if undecided else size
            if not needs_here & opened:
                for cost, kind in fillers:
                    if (silver if kind == SILVER else ore) == 0:
                        continue
                    new_loss = loss + cost + lane.loss_of(forfeits_here & ~lost)
                    key = (covered | bit, opened, counts)
                    rival = buckets[at].get(key)
                    if rival is None or rival[0] > new_loss:
                        new_owed = (owed | needs_here) & ~covered & ~bit
                        left = (silver - (kind == SILVER), ore - (kind == ORE))
                        new_trail = (trail, number, kind, bit)
                        rest = (new_owed, lost | forfeits_here, counts, *left, new_trail)
                        buckets[at][key] = (new_loss, covered | bit, opened, apart, *rest)
                    break
            if not owed & bit:
                forfeited = lane.forfeited_open[i]
                new_loss = loss + lane.open_loss[i] + lane.loss_of(forfeited & ~lost)
                key = (covered, opened | bit, counts)
                rival = buckets[at].get(key)
                if rival is None or rival[0] > new_loss:
                    rest = (owed, lost | forfeited, counts, silver, ore, trail)
                    buckets[at][key] = (new_loss, covered, opened | bit, apart, *rest)
        buckets[i].clear()
    return sorted(buckets[size].values(), key=itemgetter(0))[:width]
