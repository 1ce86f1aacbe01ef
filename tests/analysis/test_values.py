"""What tiles are worth, against all layouts with more or fewer of them."""

import random

import pytest
from hypothesis import HealthCheck, given, settings

from odin_solver.analysis import next_values, tile_values
from odin_solver.analysis.values import losses_at_most
from odin_solver.components import TILES
from tests import reference
from tests.analysis import oracle
from tests.analysis.here import analyst
from tests.placement.model import random_positions
from tests.profiles import cases

pytestmark = pytest.mark.usefixtures("here")


@pytest.mark.slow
@settings(max_examples=cases(15), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(random_positions.generators)
def test_tiles_of_the_supply(choose: random.Random) -> None:
    position, objective = oracle.small_position(choose), oracle.small_objective(choose)
    best = oracle.best_values(position, objective)
    asked = analyst(position, objective)
    found = tile_values(asked)
    wanted = {}
    for name in position.supply:
        less = oracle.best_values(oracle.with_supply(position, name, -1), objective)
        wanted[name] = tuple(a - b for a, b in zip(best, less, strict=True))
    assert {each.tile.id: each.loss.levels for each in found} == wanted
    assert all(each.proven for each in found)
    losses = [each.loss.levels for each in found]
    assert losses == sorted(losses, reverse=True)

    kinds = [TILES[name] for name in position.supply]
    limits = losses_at_most(analyst(position, objective), kinds)
    assert all(limits[tile] >= wanted[tile.id] for tile in kinds)


@pytest.mark.slow
@settings(max_examples=cases(6), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(random_positions.generators)
def test_one_more(choose: random.Random) -> None:
    position = oracle.small_position(choose, limit=40)
    objective = oracle.small_objective(choose)
    best = oracle.best_values(position, objective)
    found = {each.tile.id: each for each in next_values(analyst(position, objective))}
    for name in choose.sample(sorted(found), min(6, len(found))):
        try:
            more = oracle.best_values(oracle.with_supply(position, name, 1), objective)
        except reference.TooManyLayouts:
            continue
        assert found[name].loss.levels == tuple(a - b for a, b in zip(best, more, strict=True))
    owned = {piece.tile.id for state in position.boards for piece in state.pieces}
    owned |= set(position.supply)
    assert not any(TILES[name].copies and name in owned for name in found)
