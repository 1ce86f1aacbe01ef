"""Weights of the greedy policy as a flat struct for the compiled engine."""

from ctypes import addressof, sizeof
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from odin_solver.components import BOARDS, TILES, Color
from odin_solver.components.ships import SHIPS
from odin_solver.errors import InputError
from odin_solver.rollouts.policies.evaluation import RolloutPolicy
from odin_solver.rollouts.structs import FlatNetwork, FlatPolicy
from odin_solver.rollouts.tables import ITEMS
from odin_solver.rules.position import ROUNDS, GameLength

NEXT_INCOME = 0.8
"""Where tiles are placed: factor for each further income."""

PARTIAL_BONUS = 0.675
"""Share of a bonus while cells around it are open."""

HOLE = 0.25
"""Cost of an open cell beside a tile."""

KEEP = {Color.BLUE: 0.197, Color.GREEN: 0.295, Color.RED: 0.3, Color.ORANGE: 0.15}
"""Value of a cell of a tile in the supply before the end of the game."""

SLACK = 1.0
"""Bound on the increase of a move's gain since it was evaluated, in the same round."""

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
def flat_policy(policy: RolloutPolicy, length: GameLength, occupations: bool = False) -> FlatPolicy:
    """Return the weights of a policy and of the placing heuristic for a kind of game."""
    weights = policy.weights
    flat = FlatPolicy(
        pass_viking=weights.viking,
        sword=weights.sword,
        cells_of_a_viking=weights.cells_of_a_viking,
        bend=weights.bend,
        income_of_a_cell=weights.income_of_a_cell,
        later_food=weights.later_food,
        young=weights.young,
        next_income=NEXT_INCOME,
        partial_bonus=PARTIAL_BONUS,
        hole=HOLE,
        slack=SLACK,
    )
    placeable = [tile for tile in TILES.values() if tile.kind in ("good", "special", "filler")]
    for tile in placeable:
        at = ITEMS.index(tile.id)
        flat.keep[at] = _kept(tile.id, False)
        flat.keep_finally[at] = _kept(tile.id, True)
    for number in range(1, ROUNDS[length] + 1):
        prices = policy.prices(length, number, occupations)
        later = ROUNDS[length] - number
        into = flat.rounds[number - 1]
        for at, name in enumerate(ITEMS):
            into.own[at], into.cells[at], _, _ = prices.items[name]
            into.by_itself[at] = policy.item_value(name, later)
        into.viking, into.ore_aboard = prices.viking, prices.ore_aboard
        into.boat, into.knarr, into.longship = prices.boat, prices.knarr, prices.longship
        into.emigrated[:] = tuple(prices.emigrated[name] for name in SHIPS)
        into.home_income, into.home_open = prices.home
        into.other_income, into.other_open = prices.other
        into.hand[:], into.played = prices.hand, prices.played
        into.boards[:] = tuple(prices.boards[name] for name in BOARDS)
    if policy.network:
        flat.network = addressof(network(policy.network + CARDS * occupations))  # kept for ever
    return flat


def _kept(tile: str, final: bool) -> float:
    """Return the value of a tile in the supply."""
    what = TILES[tile]
    if what.color is Color.SILVER:
        return 1.0
    if final:
        return 0.0
    if what.color is Color.ORE:
        return 1.0
    return KEEP[what.color] * what.area
