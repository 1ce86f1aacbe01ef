"""The rule of the search over votes, stated again: every way to share out cards is tried.

Positions are small. Nothing of `odin_solver.graenaland.rounds` or of `voting` is used.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from odin_solver.graenaland.parts import DECKS
from odin_solver.graenaland.position import GraenalandPosition
from tests.graenaland.positions import position

COLOURS = ["yellow", "red", "white", "purple", "blue"]
Outcome = tuple[Mapping[str, Fraction], tuple[str, tuple[str, ...]] | None]


def random_position(rng: Random) -> GraenalandPosition:
    """A position of three to five players with few cards on two or three tiles."""
    players = COLOURS[: rng.randint(3, 5)]
    letters = rng.sample("ABCDEFGHI", rng.randint(2, 3))
    heroes = {player: rng.choice(letters) for player in players if rng.random() < 0.8}
    kinds = {player: rng.choice(["warrior", "priest", "skald"]) for player in heroes}
    tiles: list[dict[str, Any]] = []
    for letter in letters:
        villages = {p: n for p in players if (n := rng.choice([0, 0, 1, 1, 2]))}
        room = min(3, 1 + sum(villages.values()))
        works = [kind for kind in ("palisade", "road") if villages and rng.random() < 0.3]
        cards = ["grain", "livestock", "wood", "ore", "gold", "?"]
        tiles.append(
            {
                "id": letter,
                "villages": villages,
                "works": works,
                "heroes": {p: kinds[p] for p in players if heroes.get(p) == letter},
                "stock": [rng.choice(cards) for _ in range(rng.randint(0, room))],
            }
        )
    return position(
        players=players,
        me=rng.choice(players),
        main=rng.choice(players),
        mode="final",
        hand={card: rng.randint(0, 2) for card in ("grain", "wood", "ore")},
        army={player: rng.randint(1, 3) for player in players},
        tiles=tiles,
    )


def votes(shown: GraenalandPosition, tile: str) -> dict[str, int]:
    """Votes of the rulebook, p. 5, 8 and 9."""
    here = shown.tiles[tile]
    three = len(shown.players) == 3
    found = {}
    for player in shown.players:
        settled = here.villages.get(player, 0) + list(here.buildings.values()).count(player)
        hero = here.heroes.get(player)
        mine = 0
        if hero == "warrior" and "priest" not in here.heroes.values():
            mine = shown.army[player]
        if hero == "skald":
            mine = len(here.heroes) - 1
        if hero and three:
            mine += 1
        if hero and "palisade" in here.works and not settled and (three or hero == "warrior"):
            mine = max(0, mine - 1)
        found[player] = settled + mine
    return found


def worth(shown: GraenalandPosition, player: str, tile: str, card: str | None) -> int:
    """What a card on a tile is worth to a player, in sixths."""
    if card is None:
        deck = DECKS[shown.tiles[tile].printed.terrain]
        pile = [each for each, count in deck.items() for _ in range(count)]
        return sum(worth(shown, player, tile, each) for each in pile) // len(pile)
    if card == "gold":
        return 18
    owned = {name for name, state in shown.tiles.items() if state.settlements(player)}
    houses = sum(state.settlements(player) for state in shown.tiles.values())
    for name, state in shown.tiles.items():
        if houses < 13 and (name in owned or owned & shown.neighbours[name]):
            held = shown.hand.get(card, 0) if player == shown.me else 0
            if (state.printed.village or {}).get(card, 0) > held:
                return 12
    return 6


class BruteForce:
    """Outcomes of the proposals of players in order, by trying every way to share out cards."""

    def __init__(self, shown: GraenalandPosition, order: Sequence[str]) -> None:
        self.shown, self.order = shown, order
        self.votes = {tile: votes(shown, tile) for tile in shown.tiles}
        self.found: dict[tuple[int, frozenset[str]], Outcome] = {}
        self.tiles = [tile for tile in shown.tiles if shown.tiles[tile].stock]

    def outcome(self, at: int, left: frozenset[str]) -> Outcome:
        """Return what players have in the end, and the next proposal."""
        if (at, left) not in self.found:
            self.found[at, left] = self._outcome(at, left)
        return self.found[at, left]

    def _outcome(self, at: int, left: frozenset[str]) -> Outcome:
        shown, players = self.shown, self.shown.players
        if at == len(self.order):
            ends = dict.fromkeys(players, Fraction(0))
            for tile in left:
                total = sum(self.votes[tile].values())
                for player in players if total else ():
                    for card in shown.tiles[tile].stock:
                        share = Fraction(self.votes[tile][player], total)
                        ends[player] += share * worth(shown, player, tile, card) / 2
            return ends, None
        player = self.order[at]
        best, proposed = self.outcome(at + 1, left)[0], None
        for tile in self.tiles:
            if tile not in left or not self.votes[tile][player]:
                continue
            entitled = [each for each in players if self.votes[tile][each]]
            for owners in product(entitled, repeat=len(shown.tiles[tile].stock)):
                ends, yes = self.vote(at, left, tile, owners)
                total = sum(self.votes[tile].values())
                passed = 2 * sum(self.votes[tile][each] for each in yes) > total
                if passed and ends[player] > best[player]:
                    best, proposed = ends, (tile, owners)
        return best, proposed

    def vote(
        self, at: int, left: frozenset[str], tile: str, owners: Sequence[str]
    ) -> tuple[dict[str, Fraction], set[str]]:
        """Return what players have if a proposal passes, and who is better off then."""
        ends = dict(self.outcome(at + 1, left - {tile})[0])
        for card, owner in zip(self.shown.tiles[tile].stock, owners, strict=True):
            ends[owner] += worth(self.shown, owner, tile, card)
        otherwise = self.outcome(at + 1, left)[0]
        entitled = [each for each in ends if self.votes[tile][each]]
        return ends, {each for each in entitled if ends[each] > otherwise[each]}
