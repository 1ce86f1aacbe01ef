"""Help with votes: coalitions, power, and what a proposal needs to pass."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from odin_solver.graenaland.parts import UNKNOWN
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.rules.counts import passes, votes_on


@dataclass(frozen=True)
class TileVotes:
    """The votes on a tile.

    Attributes
    ----------
    votes
        Votes by player; only players who have some.
    needed
        Votes that pass a proposal.
    coalitions
        Smallest sets of players whose votes pass a proposal: nobody can be left out.
    power
        Banzhaf power: share of all decisive votes.
    """

    tile: str
    votes: Mapping[str, int]
    needed: int
    coalitions: tuple[frozenset[str], ...]
    power: Mapping[str, float]


def tile_votes(position: GraenalandPosition, tile: str) -> TileVotes:
    """Return votes, smallest winning coalitions and power on a tile."""
    votes = {player: count for player, count in votes_on(position, tile).items() if count}
    players = list(votes)
    winning = [
        frozenset(group)
        for size in range(1, len(players) + 1)
        for group in combinations(players, size)
        if passes(votes, frozenset(group))
    ]
    smallest = [group for group in winning if not any(other < group for other in winning)]
    decisive = Counter(
        player for group in winning for player in group if not passes(votes, group - {player})
    )
    total = sum(decisive.values())
    power = {player: decisive[player] / total if total else 0.0 for player in players}
    return TileVotes(tile, votes, sum(votes.values()) // 2 + 1, tuple(smallest), power)


@dataclass(frozen=True)
class Allocation:
    """A proposal: who gets which cards, and who is expected to vote for it.

    Attributes
    ----------
    supporters
        Players whose reserve is met, the proposer included.
    value
        Value of the proposer's cards.
    """

    cards: Mapping[str, tuple[str, ...]]
    supporters: frozenset[str]
    value: int


def proposal_on(
    position: GraenalandPosition,
    shown: TileVotes,
    proposer: str,
    reserves: Mapping[str, int],
    values: Mapping[str, int],
) -> Allocation | None:
    """Return the allocation of a tile's cards that passes and leaves most to the proposer.

    None if no allocation passes, there are no cards, or the player may not propose there.

    Parameters
    ----------
    reserves
        Value for which each other player is expected to vote for it: estimates of the user.
    values
        Value of a card by resource, 1 by default; a card face down is one more kind.
    """
    cards = _stock(position, shown.tile)
    if proposer == position.main or proposer not in shown.votes or not cards:
        return None
    found = []
    for group in shown.coalitions:
        wanted = {player: reserves[player] for player in group if player != proposer}
        found.append(_cheapest(cards, wanted, proposer, values))
    return max(filter(None, found), key=lambda each: each.value, default=None)


def _stock(position: GraenalandPosition, tile: str) -> list[str]:
    return sorted(card or UNKNOWN for card in position.tiles[tile].stock)


def _cheapest(
    cards: list[str], wanted: Mapping[str, int], proposer: str, worth: Mapping[str, int]
) -> Allocation | None:
    """Return the allocation that gives everybody what is wanted and most to the proposer."""
    players = [proposer, *(player for player in wanted if player != proposer)]
    worths = dict.fromkeys(players, dict.fromkeys(cards, 1) | dict(worth))
    found = cheapest_shares(cards, wanted, proposer, worths, players)
    if found is None:
        return None
    shares: dict[str, tuple[str, ...]] = {}
    for card, owner in zip(cards, found[1], strict=True):
        shares[owner] = (*shares.get(owner, ()), card)
    return Allocation(shares, frozenset(players), found[0])


def cheapest_shares(
    cards: Sequence[str],
    wanted: Mapping[str, int],
    proposer: str,
    worths: Mapping[str, Mapping[str, int]],
    order: Sequence[str],
) -> tuple[int, tuple[str, ...]] | None:
    """Give everybody what is wanted so that the rest is worth most; by dynamic programming.

    A state is what each player has got, up to what is wanted.

    Parameters
    ----------
    worths
        What cards are worth, by player.
    order
        Players; of equally good owners of the cards, the first in their order are taken.

    Returns
    -------
    tuple or None
        What the rest is worth to the proposer, and the owner of each card.
    """
    players = [player for player in order if player in wanted and player != proposer]
    start = (0,) * len(players)
    best: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {start: (0, ())}
    me = order.index(proposer)
    for card in cards:
        further: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}
        for state, (own, owners) in best.items():
            options = [(state, own - worths[proposer][card], me)]
            for at, player in enumerate(players):
                if state[at] < wanted[player]:
                    got = min(wanted[player], state[at] + worths[player][card])
                    reached = (*state[:at], got, *state[at + 1 :])
                    options.append((reached, own, order.index(player)))
            for target, total, owner in options:
                found = (total, (*owners, owner))
                if target not in further or found < further[target]:
                    further[target] = found
        best = further
    goal = tuple(wanted[player] for player in players)
    if goal not in best:
        return None
    total, owners = best[goal]
    return -total, tuple(order[owner] for owner in owners)


def max_min_split(
    position: GraenalandPosition, tile: str, values: Mapping[str, int] | None = None
) -> dict[str, tuple[str, ...]]:
    """Return a split among all who have votes in which the smallest share is worth most.

    Empty if somebody gets nothing in every split.
    """
    players = list(tile_votes(position, tile).votes)
    cards, worth = _stock(position, tile), values or {}
    if not players:
        return {}
    best: Allocation | None = None
    for least in range(1, sum(worth.get(card, 1) for card in cards) // len(players) + 1):
        others = dict.fromkeys(players[1:], least)
        found = _cheapest(cards, others, players[0], worth)
        if found is None or found.value < least:
            break
        best = found
    return dict(best.cards) if best else {}


def proportional_split(position: GraenalandPosition, tile: str) -> dict[str, int]:
    """Return how many cards each player gets in proportion to votes (largest remainders)."""
    votes = tile_votes(position, tile).votes
    count, total = len(position.tiles[tile].stock), sum(votes.values())
    if not total:
        return {}
    shares = {player: count * own // total for player, own in votes.items()}
    left = count - sum(shares.values())
    by_remainder = sorted(votes, key=lambda player: -(count * votes[player] % total))
    for player in by_remainder[:left]:
        shares[player] += 1
    return shares
