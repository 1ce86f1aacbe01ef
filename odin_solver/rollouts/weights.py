"""Weights of the greedy policy as a flat struct for the compiled engine."""

from array import array
from collections import defaultdict
from ctypes import addressof, c_float, sizeof
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import accumulate

import msgspec

from odin_solver.components import BOARDS, TILES, Color
from odin_solver.components.round_tracks import TRACKS
from odin_solver.components.ships import SHIPS
from odin_solver.errors import InputError
from odin_solver.rollouts.policies.evaluation import RolloutPolicy
from odin_solver.rollouts.structs import HIDDEN, FlatNetwork, FlatPolicy
from odin_solver.rollouts.tables import INPUTS, ITEMS
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.support.validating import decoded

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


_NUMBERS = {name: number for number, name in enumerate(INPUTS)}


@cache
def network(name: str) -> FlatNetwork:
    """Return a learned network."""
    return network_of(files("odin_solver.rollouts.networks") / f"{name}.bin")


def network_of(file: Traversable) -> FlatNetwork:
    """Return the network of a file: its floats, then a line with the names of its inputs.

    Inputs that the file does not name count nothing. Those that are no more are left out.
    """
    content, _, last_line = file.read_bytes().rpartition(b"\n")
    try:
        names = decoded(last_line, list[str])
    except msgspec.DecodeError as error:
        raise InputError.said(
            "{file}: last line, names of the inputs: {error}", file=file, error=error
        ) from None
    rounds, many = len(TRACKS["long"].rounds), len(names)
    parts = [rounds * many, rounds, many * HIDDEN, rounds * HIDDEN, rounds * HIDDEN]
    expected = sum(parts) * sizeof(c_float)
    if len(content) != expected:
        raise InputError.said(
            "{file}: expected {expected} bytes of weights, got {n}",
            file=file,
            expected=expected,
            n=len(content),
        )
    floats = array("f", content)
    linear, constant, first, bias, last = (
        floats[end - part : end] for part, end in zip(parts, accumulate(parts), strict=True)
    )
    found = FlatNetwork()
    found.constant[:] = constant
    for number in range(rounds):
        found.bias[number][:] = bias[number * HIDDEN : (number + 1) * HIDDEN]
        found.last[number][:] = last[number * HIDDEN : (number + 1) * HIDDEN]
    for at, name in enumerate(names):
        known = _NUMBERS.get(name)
        if known is not None:
            found.first[known][:] = first[at * HIDDEN : (at + 1) * HIDDEN]
            for number in range(rounds):
                found.linear[number][known] = linear[number * many + at]
    return found


@lru_cache(maxsize=16)
def flat_policy(policy: RolloutPolicy, length: GameLength, occupations: bool = False) -> FlatPolicy:
    """Return the weights of a policy and of the placing heuristic for a kind of game."""
    weights = policy.weights
    alike = ("sword", "cells_of_a_viking", "bend", "income_of_a_cell", "later_food", "young")
    flat = FlatPolicy(
        **{name: getattr(weights, name) for name in alike},
        pass_viking=weights.viking,
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
        more = defaultdict(float, policy.learned(length, number, occupations))
        later = ROUNDS[length] - number
        into = flat.rounds[number - 1]
        for at, name in enumerate(ITEMS):
            own, into.cells[at] = policy.item(name, later)
            into.own[at] = own + more[name]
            into.by_itself[at] = policy.item_value(name, later)
        into.viking = weights.viking + more["vikings"]
        into.boat = policy.ship("whaling_boat", later) + more["whaling_boats"]
        into.knarr = policy.ship("knarr", later) + more["knarrs"]
        into.longship = policy.ship("longship", later) + more["longships"]
        for at, (name, ship) in enumerate(SHIPS.items()):
            into.emigrated[at] = (ship.emigration_points or 0) + more[f"emigrated_{name}"]
        for name in ("ore_aboard", "home_income", "home_open", "other_income", "other_open"):
            setattr(into, name, more[name])
        for count, worth in enumerate(policy.hand()):
            into.hand[count] = worth + more["hand"] * count
        into.played = more["played"]
        for at, name in enumerate(BOARDS):
            into.boards[at] = more[f"board_{name}"]
    if policy.network:
        kept = network(policy.network + CARDS * occupations)  # for ever
        flat.network_address = addressof(kept)
    return flat


def _kept(tile: str, final: bool) -> float:
    what = TILES[tile]
    if what.color is Color.SILVER:
        return 1.0
    if final:
        return 0.0
    if what.color is Color.ORE:
        return 1.0
    return KEEP[what.color] * what.area
