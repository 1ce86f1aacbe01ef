"""Samples of what is unknown: rivals, stacks and bag. All results are estimates, not proofs.

Rivals are players who were dealt random pairs in the rounds before, placed them greedily and
scored. Their purses are those of players who paid three gold for a pair.
"""

import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import fmean, stdev

from odin_solver.errors import InputError
from odin_solver.vikings import parts
from odin_solver.vikings.archipelago import IslandTile
from odin_solver.vikings.game.moves import TakePair
from odin_solver.vikings.game.players import (
    BEYOND,
    best_appraisal,
    cost_of,
    greedy_ferries,
    greedy_move,
)
from odin_solver.vikings.game.table import (
    START_TILE,
    Table,
    island_deck,
    specials_brought,
    with_pair,
)
from odin_solver.vikings.position import VikingsPosition, Wheel, WheelPair
from odin_solver.vikings.rules.ferrying import ferried
from odin_solver.vikings.rules.scoring import outlook, scored
from odin_solver.vikings.rules.wheel import price, takeable

PAUSE = 0.25
"""Seconds between two results of unfinished samples."""

PAID = 3
"""Gold that a pair costs on average."""

UNKNOWN_MIDDLE = IslandTile("M")
MIDDLES = tuple(IslandTile("M", building) for building in parts.BUILDINGS)


@dataclass(frozen=True)
class Estimate:
    """Mean of samples and its standard error."""

    mean: float
    error: float


def estimate(samples: Sequence[float]) -> Estimate:
    """Return the mean of samples and its standard error."""
    error = stdev(samples) / math.sqrt(len(samples)) if len(samples) > 1 else 0.0
    return Estimate(fmean(samples), error)


@dataclass(frozen=True)
class FinalScores:
    """Final scores in sampled games.

    Attributes
    ----------
    score
        Mean final score.
    wins
        Share of games won, ties included.
    low, high
        Scores that a tenth of the games do not reach, and that a tenth exceeds.
    """

    games: int
    score: Estimate
    wins: Estimate
    low: int
    high: int


@dataclass(frozen=True)
class PairAdvice:
    """What a pair on the wheel is worth now.

    Attributes
    ----------
    at, pair, price
        Position on the wheel, pair, price.
    place
        Best place, as in logs.
    gain
        Final score gained if nothing more changes, without the price and the majorities.
    value
        Estimated value of the pair in victory points, less its price.
    stays
        Probability that it is still there at the player's next turn.
    later_price
        Mean price then, where it is still there; None if it never was.
    waiting
        Estimated value lost by waiting a turn.
    special, special_gain
        Best special tile that it brings, and the final score gained by that if nothing more
        changes; empty and 0 if it brings none.
    """

    at: int
    pair: WheelPair
    price: int
    place: str
    gain: int
    value: float
    stays: Estimate
    later_price: float | None
    waiting: Estimate
    special: str = ""
    special_gain: int = 0


@dataclass(frozen=True)
class BuyingAdvice:
    """All pairs that the player may take, the best first, from a number of sampled turns."""

    samples: int
    pairs: tuple[PairAdvice, ...]


def check_samplable(position: VikingsPosition) -> int:
    """Return the number of players.

    Raises
    ------
    InputError
        If it is missing, or the value of a ship.
    """
    if position.players is None:
        raise InputError.said("players: expected the number of players, 2 to 4")
    for sail in parts.SAILS:
        position.ship_value(sail)
    return position.players


def sampled_table(position: VikingsPosition, rng: Random) -> Table:
    """Return a table at which the player of a position sits first and is to move."""
    players = check_samplable(position)
    tiles, figures = _unseen(position)
    rng.shuffle(tiles)
    rng.shuffle(figures)
    begin = replace(
        position,
        area=type(position.area)(),
        mainland={},
        gold=parts.SETUP.gold[str(players)],
        vp=parts.SETUP.vp,
        start_tile=True,
        specials={},
    )
    rivals = [begin] * (players - 1)
    share = parts.SETUP.positions // players
    for number in range(1, position.round):
        rivals = [_dealt(replace(r, round=number), share, tiles, figures) for r in rivals]
        if number in parts.SCORING.large_rounds:
            moves = [greedy_ferries(rival)[0] for rival in rivals]
            rivals = [ferried(r, m.plan, m.cells) for r, m in zip(rivals, moves, strict=True)]
        rivals = [scored(rival)[1] for rival in rivals]
    rivals = [replace(rival, round=position.round) for rival in rivals]
    pairs = dict(position.wheel.pairs)
    gone = parts.SETUP.positions - len(pairs) if pairs else 0
    rivals = [
        _dealt(rival, (gone + n) // players, tiles, figures) for n, rival in enumerate(rivals)
    ]
    rounds = parts.ROUNDS - position.round + (0 if pairs else 1)
    if min(len(tiles), len(figures)) < rounds * parts.SETUP.positions:
        raise InputError.said(
            "round: too few parts are left for {n} more rounds: expected a later round", n=rounds
        )
    stacks = tuple(
        tuple(tiles.pop() for _ in range(min(parts.SETUP.positions, len(tiles))))
        for _ in range(rounds)
    )
    table = Table(
        players=(position, *rivals),
        round=position.round,
        wheel=position.wheel,
        turn=gone,
        start=-gone % players,  # so that the player of the position is to move
        stacks=stacks,
        bag=tuple(figures),
    )
    return table if pairs else table.dealt()


def _unseen(position: VikingsPosition) -> tuple[list[IslandTile | parts.Sail], list[str]]:
    area = position.area
    deck: Counter[IslandTile | parts.Sail] = Counter(island_deck(parts.TILES["S"].start_tiles))
    deck.update(position.ship_counts)
    seen = [tile._replace(special=False) for tile in area.tiles.values()]
    if START_TILE in seen and not position.start_tile:
        seen.remove(START_TILE)
    own: list[IslandTile | parts.Sail] = [*seen, *area.ships.values()]
    for tile in own + [pair.tile for pair in position.wheel.pairs.values()]:
        if tile == UNKNOWN_MIDDLE:
            tile = max(MIDDLES, key=lambda middle: deck[middle])
        deck[tile] -= 1
    bag = Counter({code: figure.count for code, figure in parts.FIGURES.items()})
    bag.subtract(position.mainland)
    bag.subtract(parts.ROWS[row] for row, _ in area.figures)
    bag.subtract(pair.figure for pair in position.wheel.pairs.values())
    return [*(+deck).elements()], [*(+bag).elements()]


def _dealt(
    rival: VikingsPosition, count: int, tiles: list[IslandTile | parts.Sail], figures: list[str]
) -> VikingsPosition:
    """Return a rival who gets random pairs and places them greedily."""
    for _ in range(min(count, len(tiles), len(figures))):
        pair = WheelPair(tiles.pop(), figures.pop())
        move = best_appraisal(rival, Wheel({0: pair}), 0).move
        rival, _ = with_pair(rival, pair.tile, pair.figure, move)
        rival = replace(rival, gold=max(0, rival.gold - PAID))
    return rival


def expected_scores(position: VikingsPosition, *, games: int, seed: int) -> Iterator[FinalScores]:
    """Play sampled games to the end with greedy players; yields now and then, and at the end.

    Raises
    ------
    InputError
        If the position lacks what games need.
    """
    scores: list[int] = []
    wins: list[float] = []
    yielded = time.monotonic()
    for number in range(games):
        rng = Random(f"{seed} game {number}")
        table = sampled_table(position, rng)
        while not table.over:
            table = table.after(greedy_move(table, rng))
        scores.append(table.players[0].vp)
        wins.append(float(0 in table.winners()))
        if number + 1 == games or time.monotonic() > yielded + PAUSE:
            ranked, tail = sorted(scores), len(scores) // 10
            low, high = ranked[tail], ranked[-1 - tail]
            yield FinalScores(len(scores), estimate(scores), estimate(wins), low, high)
            yielded = time.monotonic()


def buying_advices(position: VikingsPosition, *, samples: int, seed: int) -> Iterator[BuyingAdvice]:
    """Appraise all pairs that the player may take, the best first; yields now and then.

    What waiting costs is simulated: the player takes the best other pair, greedy rivals move, and
    at the player's next turn the pair is there or not.

    Raises
    ------
    InputError
        If the position lacks what games need, or has no wheel.
    """
    check_samplable(position)
    wheel = position.wheel
    if not wheel.pairs:
        raise InputError.said("wheel.pairs: expected the pairs on the wheel")
    nets = {
        at: best_appraisal(position, wheel, at).value - cost_of(position, wheel, at)
        for at in takeable(wheel, position.gold, position.vp)
    }
    order = sorted(nets, key=lambda at: (-nets[at], at))
    left: dict[int, list[float]] = {at: [] for at in order}
    prices: dict[int, list[int]] = {at: [] for at in order}

    def advice(done: int) -> BuyingAdvice:
        pairs = [_advice(position, at, nets[at], left[at], prices[at]) for at in order]
        return BuyingAdvice(done, tuple(pairs))

    yielded = time.monotonic()
    for number in range(samples if len(order) > 1 else 0):
        for first in order[:2]:
            rng = Random(f"{seed} turn {number}")
            table = sampled_table(position, rng)
            table = table.after(best_appraisal(position, wheel, first).move)
            while table.round == position.round and table.phase == "take" and table.player:
                table = table.after(greedy_move(table, rng))
            same_round = table.round == position.round
            for at in order if first == order[0] else order[:1]:
                if at == first:
                    continue
                if same_round and at in table.wheel.pairs:
                    cost = cost_of(position, table.wheel, at)
                    left[at].append(best_appraisal(position, wheel, at).value - cost)
                    prices[at].append(price(table.wheel, at))
                else:
                    left[at].append(0.0)
        if number + 1 < samples and time.monotonic() > yielded + PAUSE:
            yield advice(number + 1)
            yielded = time.monotonic()
    yield advice(samples)


def _advice(
    position: VikingsPosition, at: int, net: float, left: list[float], prices: list[int]
) -> PairAdvice:
    wheel = position.wheel
    pair = wheel.pairs[at]
    choice = best_appraisal(position, wheel, at)
    special, special_gain = _best_special(position, at)
    stays = [1.0] * len(prices) + [0.0] * (len(left) - len(prices))
    return PairAdvice(
        at=at,
        pair=pair,
        price=price(wheel, at),
        place=choice.move.place,
        gain=gain_of(position, choice.move),
        value=net,
        stays=estimate(stays or [0.0]),
        later_price=sum(prices) / len(prices) if prices else None,
        waiting=estimate([net - value for value in left] or [net]),
        special=special,
        special_gain=special_gain,
    )


def _best_special(position: VikingsPosition, at: int) -> tuple[str, int]:
    after = _bought(position, best_appraisal(position, position.wheel, at).move)
    now = outlook(after).vp
    choices = [
        (outlook(chosen).vp - now, name)
        for name, chosen in specials_brought(position.wheel, at, after)
    ]
    gain, name = max(choices, key=lambda choice: choice[0], default=(0, ""))
    return name, gain


def gain_of(position: VikingsPosition, move: TakePair) -> int:
    """Return the final score gained by a pair, without its price and the majorities.

    It is that of a game in which nothing more changes.
    """
    before = replace(position, rivals=BEYOND)
    return outlook(_bought(position, move)).vp - outlook(before).vp


def _bought(position: VikingsPosition, move: TakePair) -> VikingsPosition:
    """Return the position with a pair in its place, not paid, without the majorities."""
    pair = position.wheel.pairs[move.at]
    return with_pair(replace(position, rivals=BEYOND), pair.tile, pair.figure, move)[0]
