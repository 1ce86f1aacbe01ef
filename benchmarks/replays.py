"""Chunks of replayed games for `benchmarks.rollouts`: a module that its workers can import."""

import itertools
from collections.abc import Iterator
from random import Random

import msgspec

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Options, State
from odin_solver.rollouts.checking import check_game, with_cards
from odin_solver.rollouts.library import library
from odin_solver.rollouts.policies.evaluation import GREEDY
from odin_solver.rollouts.weights import flat_policy
from odin_solver.rules.position import GameLength

PROFILES = (
    Options("long"),
    Options("short"),
    Options("long", islands=True),
    Options("short", islands=True, harvest=True),
)
NOISES = (0.0, 0.1, 0.3, 1.0)
"""Shares of random moves."""

CHUNK = 50
"""Games of a task."""

IN_HAND = 6
MOST_IN_PLAY = 24
"""Occupations at the beginning of a game that does not draw its starting occupation."""


class Chunk(msgspec.Struct, frozen=True):
    """Games that were alike in both engines.

    Attributes
    ----------
    length, islands, harvest, cards, noise
        What was played.
    first, games
        First seed and number of games.
    moves
        Moves and outcomes of chance.
    complete
        Games compared to their end.
    """

    length: GameLength
    islands: bool
    harvest: bool
    cards: bool
    noise: float
    first: int
    games: int
    moves: int = 0
    complete: int = 0

    @property
    def task(self) -> "Chunk":
        """What was to be played."""
        return msgspec.structs.replace(self, moves=0, complete=0)

    @property
    def options(self) -> Options:
        """Options of the games."""
        options = Options(self.length, islands=self.islands, harvest=self.harvest)
        return with_decks(options) if self.cards else options


def check(chunk: Chunk) -> Chunk:
    """Replay a chunk of games; return it with what was compared."""
    options = chunk.options
    policy = flat_policy(GREEDY, options.length, chunk.cards)
    games = [
        check_game(
            library(),
            beginning(options, seed),
            policy if chunk.noise < 1 else None,
            seed,
            noise=chunk.noise,
            placing=25,
        )
        for seed in range(chunk.first, chunk.first + chunk.games)
    ]
    moves, complete = sum(game.moves for game in games), sum(game.complete for game in games)
    return msgspec.structs.replace(chunk, moves=moves, complete=complete)


def beginning(options: Options, seed: int) -> Options | State:
    """Return how a game begins; every other one with occupations already has many of them."""
    if not options.cards or seed % 2:
        return options
    random = Random(seed)
    cards = random.sample(sorted(options.cards), len(options.cards))
    in_play = IN_HAND + random.randrange(MOST_IN_PLAY + 1)
    return with_cards(options, cards[:IN_HAND], cards[IN_HAND:in_play], cards[in_play:])


def tasks(games: int, seed: int, *, cards: bool) -> Iterator[Chunk]:
    """Yield chunks of games, profiles and noises in turn."""
    kinds = itertools.cycle(itertools.product(PROFILES, NOISES))
    for number in range(0, games, CHUNK):
        options, noise = next(kinds)
        yield Chunk(
            length=options.length,
            islands=options.islands,
            harvest=options.harvest,
            cards=cards,
            noise=noise,
            first=seed + number,
            games=min(CHUNK, games - number),
        )


def with_decks(options: Options) -> Options:
    """Return options with all occupations."""
    return msgspec.structs.replace(options, cards=frozenset(OCCUPATIONS))
