"""What each pair on the wheel would bring the player who is to move."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from odin_solver.vikings.game.moves import TakePair
from odin_solver.vikings.game.players import greedy_pairs, with_special
from odin_solver.vikings.game.samples import gain_of
from odin_solver.vikings.game.table import Table, with_rivals
from odin_solver.vikings.position import WheelPair
from odin_solver.vikings.rules.wheel import price


@dataclass(frozen=True)
class PairOffer:
    """A pair and its best place.

    Attributes
    ----------
    at, pair, price
        Position on the wheel, pair, price.
    move
        The move that puts it there; None if it cannot be taken now.
    gain
        Final score gained if nothing more changes, without the price and the majorities.
    value
        Estimated value in victory points, less the price.
    """

    at: int
    pair: WheelPair
    price: int
    move: TakePair | None = None
    gain: int = 0
    value: float = 0.0


def pair_offers(table: Table) -> Iterator[PairOffer]:
    """Yield all pairs on the wheel, in the order of their prices."""
    now = replace(with_rivals(table.player, table.players), wheel=table.wheel)
    best = {move.at: (value, move) for value, move in greedy_pairs(table)}
    for at, pair in sorted(table.wheel.pairs.items()):
        cost = price(table.wheel, at)
        if at not in best:
            yield PairOffer(at, pair, cost)
            continue
        value, move = best[at]
        yield PairOffer(at, pair, cost, with_special(table, move), gain_of(now, move), value)
