"""Weights of the greedy policy as a flat struct for the compiled engine."""

from ctypes import addressof, c_double, sizeof
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from random import Random

from odin_solver.components import BOARDS, TILES
from odin_solver.components.ships import SHIPS
from odin_solver.errors import InputError
from odin_solver.game.policies import placing
from odin_solver.game.policies.evaluation import Evaluator
from odin_solver.game.policies.lazy import SLACK
from odin_solver.rollouts.structs import FlatNetwork, FlatPolicy, FlatPrices
from odin_solver.rollouts.tables import ITEMS
from odin_solver.rules.position import ROUNDS, GameLength

VARIED = {
    "own": 0.25,
    "boards": 1.5,
    "emigrated": 1.5,
    "boat": 0.8,
    "knarr": 1.2,
    "longship": 1.5,
    "ore_aboard": 0.25,
    "home_income": 0.4,
    "home_open": 0.15,
    "other_income": 0.4,
    "other_open": 0.15,
}
"""Standard deviation of random changes of weights, in points."""


CARDS = "-cards"
"""End of the names of networks for games with occupations."""


@cache
def network(name: str) -> FlatNetwork:
    """Return a learned network."""
    return network_of(files("odin_solver.rollouts.networks") / f"{name}.bin")


def network_of(file: Traversable) -> FlatNetwork:
    """Return the network of a file.

    Raises
    ------
    InputError
        If it has another size.
    """
    content = file.read_bytes()
    if len(content) != sizeof(FlatNetwork):
        raise InputError(f"{file}: expected {sizeof(FlatNetwork)} bytes, got {len(content)}")
    return FlatNetwork.from_buffer_copy(content)


@lru_cache(maxsize=16)
def flat_policy(evaluator: Evaluator, length: GameLength, occupations: bool = False) -> FlatPolicy:
    """Return the weights of an evaluator and of the placing heuristic for a kind of game."""
    weights = evaluator.weights
    flat = FlatPolicy(
        pass_viking=weights.viking,
        sword=weights.sword,
        cells_of_a_viking=weights.cells_of_a_viking,
        bend=weights.bend,
        income_of_a_cell=weights.income_of_a_cell,
        later_food=weights.later_food,
        young=weights.young,
        next_income=placing.NEXT_INCOME,
        partial_bonus=placing.PARTIAL_BONUS,
        hole=placing.HOLE,
        slack=SLACK,
    )
    placeable = [tile for tile in TILES.values() if tile.kind in ("good", "special", "filler")]
    for tile in placeable:
        at = ITEMS.index(tile.id)
        flat.keep[at] = placing.kept(tile.id, False)
        flat.keep_finally[at] = placing.kept(tile.id, True)
    for number in range(1, ROUNDS[length] + 1):
        prices = evaluator.prices(length, number, occupations)
        later = ROUNDS[length] - number
        into = flat.rounds[number - 1]
        for at, name in enumerate(ITEMS):
            into.own[at], into.cells[at], _, _ = prices.items[name]
            into.by_itself[at] = evaluator.item_value(name, later)
        into.viking, into.ore_aboard = prices.viking, prices.ore_aboard
        into.boat, into.knarr, into.longship = prices.boat, prices.knarr, prices.longship
        into.emigrated[:] = tuple(prices.emigrated[name] for name in SHIPS)
        into.home_income, into.home_open = prices.home
        into.other_income, into.other_open = prices.other
        into.hand[:], into.played = prices.hand, prices.played
        into.boards[:] = tuple(prices.boards[name] for name in BOARDS)
    if evaluator.network:
        flat.network = addressof(network(evaluator.network + CARDS * occupations))  # kept for ever
    return flat


def varied(weights: FlatPolicy, rng: Random, scale: float) -> FlatPolicy:
    """Return weights with random changes, each with a level and a slope over the rounds.

    Parameters
    ----------
    weights, rng
        The weights, and the source of chance.
    scale
        Factor of the changes (`VARIED`).
    """
    flat = FlatPolicy.from_buffer_copy(weights)
    for name, points in VARIED.items():
        field = getattr(FlatPrices, name)
        kind = c_double * (field.size // sizeof(c_double))
        changes = [(rng.gauss(0, scale), rng.gauss(0, scale)) for _ in range(len(kind()))]
        for number, prices in enumerate(flat.rounds):
            numbers = kind.from_buffer(prices, field.offset)
            for at, (level, slope) in enumerate(changes):
                numbers[at] += points * (level + slope * (number - 3) / 3)
    return flat


def placing_otherwise(weights: FlatPolicy, rng: Random) -> FlatPolicy:
    """Return weights with random changes of the heuristic that places tiles."""
    flat = FlatPolicy.from_buffer_copy(weights)
    flat.hole *= 2 ** rng.gauss(0, 1)
    flat.partial_bonus *= 2 ** rng.gauss(0, 0.7)
    flat.next_income *= 2 ** rng.gauss(0, 0.5)
    keep = 2 ** rng.gauss(0, 0.7)
    for at in range(len(flat.keep)):
        flat.keep[at] *= keep
    return flat
