"""Moves rated by sampled ends of their round, in which all play greedily, but not always alike."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from odin_solver.vikings import parts
from odin_solver.vikings.game.moves import Bid, VikingsMove
from odin_solver.vikings.game.players import (
    BEYOND,
    WAITING,
    figure_worth,
    gold_worth,
    greedy_ferries,
    greedy_move,
    greedy_pairs,
    legal_moves,
    with_special,
)
from odin_solver.vikings.game.samples import Estimate, estimate
from odin_solver.vikings.game.table import Table
from odin_solver.vikings.position import VikingsPosition
from odin_solver.vikings.rules.scoring import outlook

BIDS = 3
"""Bids above the highest that are rated."""

FERRIES = 6
"""Plans of the boatsmen that are rated."""

DOUBT = 1.5
"""By how many points players err, in the mean square, about what a pair is worth."""

BOATSMAN_LEFT = 1.5
CLOSED = 1.5
LONGEST = 0.6
OPEN = 0.5
FREE = 0.4
WATCH = 2.0
"""Values of what a position has when more is to come: of a boatsman, a closed island, a tile of the
longest, an island that is open, a free tile, a warrior where no ship lies yet."""


@dataclass(frozen=True)
class RatedMove:
    """A move and its estimate.

    Attributes
    ----------
    lead
        Points ahead of the best rival, as it stands when the round has ended.
    loss
        What is lost in comparison with the best move, in the same samples.
    """

    move: VikingsMove
    lead: Estimate
    loss: Estimate


def candidates(table: Table) -> list[VikingsMove]:
    """Return the moves that are rated: the best place of each pair, the best plans, all others."""
    match table.phase:
        case "take":
            return [with_special(table, move) for _, move in greedy_pairs(table)]
        case "ferry":
            return [*greedy_ferries(table.now)[:FERRIES]]
        case "bid":
            assert table.auction is not None
            most = table.auction.amount + BIDS
            return [m for m in legal_moves(table) if isinstance(m, Bid) and m.amount <= most]
    return [*legal_moves(table)]


def standing(now: VikingsPosition) -> float:
    """Return an estimate of the final score of a player before a round.

    It is the score if nothing more changes, without majorities, and what is still to come of it.
    """
    area = now.area
    left = (parts.ROUNDS + 1 - now.round) / parts.ROUNDS
    closed = [len(island) for island in area.closed_islands()]
    open_ = sum(
        tile.kind != "E" and (row, column + 1) not in area.tiles
        for (row, column), tile in area.tiles.items()
    )
    watching = sum(
        row == parts.WARRIORS and column not in area.ships for row, column in area.figures
    )
    waiting = sum(now.waiting(row) * figure_worth(now, row) for row in range(len(parts.ROWS)))
    return (
        outlook(replace(now, rivals=BEYOND)).vp
        + now.gold * (gold_worth(now.round) - 1 / parts.SCORING.gold_for_a_vp)
        + BOATSMAN_LEFT * (now.boatsmen + now.special("boatsman_final"))
        + CLOSED * len(closed)
        + LONGEST * max(closed, default=0)
        + FREE * (len(area.tiles) - len(area.figures))
        + left * (OPEN * open_ + WATCH * watching + WAITING * waiting)
    )


def lead_after(table: Table, move: VikingsMove, rng: Random) -> float:
    """Return the lead of the player who moves when the round has been played on greedily."""
    me, number = table.player, table.round
    table = table.after(move)
    while table.round == number:
        table = table.after(greedy_move(table, rng, DOUBT))
    scores = [
        player.vp + 0.01 * player.gold if table.over else standing(player)
        for player in table.players
    ]
    return scores[me] - max(score for at, score in enumerate(scores) if at != me)


def shuffled(table: Table, rng: Random) -> Table:
    """Return the table with its stacks shuffled, of which nobody knows the order."""
    tiles = sorted((tile for stack in table.stacks for tile in stack), key=str)
    rng.shuffle(tiles)
    rest = iter(tiles)
    return replace(table, stacks=tuple(tuple(next(rest) for _ in each) for each in table.stacks))


def rated_moves(table: Table, *, samples: int, seed: int | str) -> Iterator[list[RatedMove]]:
    """Rate moves by sampled ends of the round, the best first; yields after each sample of all.

    All moves are tried in the same samples. Nothing hidden is used.
    """
    moves = candidates(table)
    leads: list[list[float]] = [[] for _ in moves]
    for number in range(samples if len(moves) > 1 else 1):
        name = f"{seed} sample {number}"
        game = shuffled(table, Random(name))
        for move, found in zip(moves, leads, strict=True):
            found.append(lead_after(game, move, Random(name)))
        best = max(leads, key=sum)
        rated = [
            RatedMove(
                move,
                estimate(found),
                estimate([top - lead for top, lead in zip(best, found, strict=True)]),
            )
            for move, found in zip(moves, leads, strict=True)
        ]
        yield sorted(rated, key=lambda each: each.loss.mean)


def sampling_move(table: Table, rng: Random, *, samples: int = 3) -> VikingsMove:
    """Return the best move in a few sampled ends of the round."""
    *_, rated = rated_moves(table, samples=samples, seed=rng.getrandbits(30))
    return rated[0].move
