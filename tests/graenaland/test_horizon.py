"""Plans over several building phases."""

import random
from dataclasses import replace

import pytest

from odin_solver.errors import InputError
from odin_solver.graenaland.examples import graenaland_example
from odin_solver.graenaland.horizon import phases_in, plan_ahead, sampled_income
from odin_solver.graenaland.model.solve import Limits
from odin_solver.graenaland.rules.building import BuildItem
from tests.graenaland.positions import one_village
from tests.timing import HANGING

LIMITS = Limits(seconds=HANGING)


def test_own_building_phases() -> None:
    shown = one_village({})
    assert [phases_in(shown, rounds) for rounds in (1, 4, 5, 8, 9)] == [1, 1, 2, 2, 3]


@pytest.mark.slow
def test_listed_income_is_spent_later() -> None:
    """The village needs two cards that come only before the second phase."""
    shown = replace(one_village({"wood": 1, "livestock": 1}), offered=())
    shown = replace(shown, income=({"wood": 1}, {"livestock": 1}))
    ahead = plan_ahead(shown, 9, LIMITS)
    assert ahead.proven
    assert not ahead.sampled
    assert ahead.scores == (3,)
    assert ahead.first.built == {}
    second, third = ahead.scenarios[0]
    assert second.built == {}
    assert third.built == {BuildItem("village", "C"): 1}
    sooner = plan_ahead(shown, 5, LIMITS)
    assert sooner.scores == (1,)


@pytest.mark.slow
def test_scenarios_share_the_first_phase_and_follow_the_seed() -> None:
    shown = replace(one_village({"wood": 2, "ore": 2}), offered=())
    shown = replace(shown, shares={"A": 1.0, "C": 0.5})
    ahead = plan_ahead(shown, 5, LIMITS, scenarios=2)
    again = plan_ahead(shown, 5, LIMITS, scenarios=2)
    other = plan_ahead(shown, 5, replace(LIMITS, seed=7), scenarios=2)
    assert ahead.income == again.income != other.income
    assert len(ahead.scenarios) == 2
    assert ahead.sampled


def test_sampled_income_follows_the_shares() -> None:
    shown = graenaland_example("late-game")
    nothing = replace(shown, shares={"A": 0.0})
    assert sampled_income(nothing, random.Random(1)) == {}
    # Five rounds on A: two cards of stock, then up to three a round, all gained.
    everything = replace(shown, shares={"A": 1.0})
    count = sum(sampled_income(everything, random.Random(1)).values())
    assert 2 + 5 * 2 <= count <= 2 + 5 * 3


def test_unknown_income_is_refused() -> None:
    with pytest.raises(InputError, match="income: expected income, or shares"):
        plan_ahead(one_village({}), 5, LIMITS)
    short = replace(one_village({}), income=({"wood": 1},))
    with pytest.raises(InputError, match="income: expected 2 entries"):
        plan_ahead(short, 9, LIMITS)
    with pytest.raises(InputError, match="mode: expected main"):
        plan_ahead(graenaland_example("palisade"), 5, LIMITS)
