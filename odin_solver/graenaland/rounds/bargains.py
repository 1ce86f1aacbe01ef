"""Search over votes: who accepts which proposals, and what follows otherwise.

Its rule is a model of the players (decision), stated in `docs/graenaland.md`, Rounds. All of that
is exact; values are counted in sixths, as each deck has its cards 3 : 2 : 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from odin_solver.errors import InputError
from odin_solver.graenaland.parts import DECKS, RESOURCES, UNKNOWN, VILLAGE, WILD
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.rounds.heroes import home_of, reached
from odin_solver.graenaland.rounds.table import Proposal, Round, RoundMove
from odin_solver.graenaland.rules.building import BuildingPhase, BuildItem, why_no_place
from odin_solver.graenaland.rules.counts import passes, votes_on
from odin_solver.graenaland.voting import cheapest_shares, tile_votes

SIXTHS = 6
PLAIN, NEEDED, GOLD = 1, 2, 3
"""Worth of a card."""

MOST_STOCK = 16
"""Most cards on a tile: with 12 on each of nine tiles a search takes two seconds."""

Payoffs = Mapping[str, Fraction]
"""What players have in the end, in sixths."""


def worths(position: GraenalandPosition, player: str) -> dict[str, int]:
    """Return what a card is worth to a player, in sixths."""
    phase = BuildingPhase(replace(position, me=player))
    hand = position.hand if player == position.me else {}
    needed = {
        card
        for tile, state in position.tiles.items()
        if why_no_place(phase, BuildItem(VILLAGE, tile)) is None
        for card, count in (state.printed.village or {}).items()
        if count > hand.get(card, 0)
    }
    of = {card: SIXTHS * (NEEDED if card in needed else PLAIN) for card in RESOURCES}
    return {**of, WILD: SIXTHS * GOLD}


class Expected(NamedTuple):
    """A proposal, who votes for it, and what each has in the end if it passes, and if not."""

    proposal: Proposal
    yes: frozenset[str]
    passes: bool
    gets: Payoffs
    otherwise: Payoffs


@dataclass
class Bargaining:
    """The proposals of a round, of which those in `order` are still to come."""

    position: GraenalandPosition
    order: Sequence[str]
    known: dict[tuple[int, frozenset[str]], tuple[Payoffs, Expected | None]] = field(
        default_factory=dict
    )

    def __post_init__(self) -> None:
        tiles = self.position.tiles
        if any(len(state.stock) > MOST_STOCK for state in tiles.values()):
            raise InputError.said("stock: expected at most {n} cards for a search", n=MOST_STOCK)
        of = {player: worths(self.position, player) for player in self.position.players}
        self.votes = {name: votes_on(self.position, name) for name in tiles}
        self.tiles = [
            name for name in tiles if tiles[name].stock and any(self.votes[name].values())
        ]
        self.stock = {name: [card or UNKNOWN for card in tiles[name].stock] for name in self.tiles}
        self.shown = {name: tile_votes(self.position, name) for name in self.tiles}
        self.worth = {
            name: {
                player: own | {UNKNOWN: _mean(own, DECKS[tiles[name].printed.terrain])}
                for player, own in of.items()
            }
            for name in self.tiles
        }

    @property
    def start(self) -> frozenset[str]:
        """All tiles with cards."""
        return frozenset(self.tiles)

    def follows(self, at: int, left: frozenset[str]) -> tuple[Payoffs, Expected | None]:
        """Return what players have in the end, and the next proposal.

        So many of the order have spoken, and the cards of these tiles are left.
        """
        if (at, left) not in self.known:
            self.known[at, left] = self._follows(at, left)
        return self.known[at, left]

    def _follows(self, at: int, left: frozenset[str]) -> tuple[Payoffs, Expected | None]:
        if at == len(self.order):
            return self._stays(left), None
        player = self.order[at]
        silent = self.follows(at + 1, left)[0]
        best: Expected | None = None
        for each in self.best(at, left):
            if each.gets[player] > (best.gets if best else silent)[player]:
                best = each
        return (best.gets if best else silent), best

    def _stays(self, left: frozenset[str]) -> Payoffs:
        players = self.position.players
        ends = dict.fromkeys(players, Fraction(0))
        for tile in left:
            votes = self.votes[tile]
            for player in players:
                worth = sum(self.worth[tile][player][card] for card in self.stock[tile])
                ends[player] += Fraction(worth * votes[player], 2 * sum(votes.values()))
        return ends

    def best(self, at: int, left: frozenset[str]) -> list[Expected]:
        """Return the best proposal that passes on each tile, in the order of the tiles."""
        player, found = self.order[at], []
        otherwise = self.follows(at + 1, left)[0]
        for tile in self.tiles:
            if tile not in left or not self.votes[tile][player]:
                continue
            then = self.follows(at + 1, left - {tile})[0]
            wanted = {
                each: max(0, floor(otherwise[each] - then[each]) + 1)
                for each in self.position.players
            }
            ways = [
                shares
                for group in self.shown[tile].coalitions
                if (shares := self._shares(tile, player, {p: wanted[p] for p in group}))
            ]
            if ways:
                _, owners = min(ways)
                found.append(self.expected(at, left, Proposal(tile, owners)))
        return found

    def _shares(
        self, tile: str, player: str, wanted: dict[str, int]
    ) -> tuple[tuple[int, tuple[int, ...]], tuple[str, ...]] | None:
        """Return owners that leave most to a player, with what puts them in order."""
        worth, least = self.worth[tile], wanted.pop(player, 0)
        found = cheapest_shares(self.stock[tile], wanted, player, worth, self.position.players)
        if found is None or found[0] < least:
            return None
        value, owners = found
        return (-value, tuple(map(self.position.players.index, owners))), owners

    def expected(self, at: int, left: frozenset[str], proposal: Proposal) -> Expected:
        """Return who votes for a proposal of the player who speaks, and what each has then."""
        tile = proposal.tile
        gets = dict(self.follows(at + 1, left - {tile})[0])
        otherwise = self.follows(at + 1, left)[0]
        for card, owner in zip(self.stock[tile], proposal.owners, strict=True):
            gets[owner] += self.worth[tile][owner][card]
        votes = self.votes[tile]
        yes = frozenset(p for p in votes if votes[p] and gets[p] > otherwise[p])
        return Expected(proposal, yes, passes(votes, yes), gets, otherwise)


def _mean(worth: Mapping[str, int], deck: Mapping[str, int]) -> int:
    return sum(worth[card] * count for card, count in deck.items()) // sum(deck.values())


class RatedSend(NamedTuple):
    """A move, where the hero comes to, and what its player has after the proposals, in cards.

    That is if nobody else moves, and the mean over samples with one standard error.
    """

    move: RoundMove
    tile: str
    if_still: float
    mean: float
    error: float


def rated_sends(now: Round, samples: int, seed: int) -> list[RatedSend]:
    """Return the moves of the player whose turn it is, the best first.

    Others are sampled: each of them makes one of the valid moves, or none, all equally likely.
    """
    rated = []
    for each in now.legal():
        if each.listed:
            sent, tile = now.after(each.move), ""
            if each.move[0] == "send":
                home = home_of(now.position, now.player, each.move[1])
                tile = reached(now.position, home or "", each.move[2]) or ""
            still = _value(sent, now.player, None)
            found = [_value(sent, now.player, Random(f"{seed} {n}")) for n in range(samples)]
            error = stdev(found) / samples**0.5
            rated.append(RatedSend(each.move, tile, still, fmean(found), error))
    return sorted(rated, key=lambda each: -each.mean)


def _value(now: Round, player: str, rng: Random | None) -> float:
    while now.phase == "move":
        listed = [each.move for each in now.legal() if each.listed]
        now = now.after(rng.choice(listed) if rng else listed[0])
    talks = Bargaining(now.position, now.queue if now.phase == "propose" else ())
    return float(talks.follows(0, talks.start)[0][player]) / SIXTHS
