"""The search for plans: it does not look ahead, can be repeated, and beats its beginnings."""

from random import Random
from statistics import fmean

import pytest

from odin_solver.game import Game, Options, new_game, score_sheet
from odin_solver.game.kernel.moves import Use
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import State
from odin_solver.planner import advice as advice_module
from odin_solver.planner.advice import Candidate, SearchLimits, advise, plan_budget
from odin_solver.planner.playout import play_out, retrace
from odin_solver.planner.policy import Planner
from odin_solver.rollouts.playing import SpacePlan, after_step, open_plan
from odin_solver.rollouts.structs import FlatPlan
from odin_solver.rollouts.tables import SPACE_IDS
from tests.planner import games
from tests.rollouts.conftest import engine

__all__ = ["engine"]

pytestmark = pytest.mark.usefixtures("engine")

ENOUGH = SearchLimits(seconds=None, playouts=450)


@pytest.fixture(autouse=True)
def plans_for_few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice_module, "LEAST_FOR_PLANS", (0.1, 400))


def best_of(state: State, seed: int = 1, limits: SearchLimits = ENOUGH) -> Candidate:
    *_, last = advise(state, limits, seed=seed)
    return last.best


def first_turn(seed: int) -> State:
    game = Game(Options("short"), seed)
    game.let_chance_decide()
    return game.state


@pytest.mark.slow
def test_the_seed_decides_the_search() -> None:
    state = games.turn(6, 3).state
    one, same, other = (best_of(state, seed) for seed in (1, 1, 2))
    assert one == same
    assert one.plan is not None
    assert one.playouts != other.playouts


@pytest.mark.slow
def test_games_with_other_hidden_chance_get_the_same_advice() -> None:
    """As long as two games look alike, the planner plays them alike."""
    start = first_turn(7)
    pair = [Game(Options("short"), seed, states=[start]) for seed in (8, 9)]
    players, sources = (Planner(ENOUGH), Planner(ENOUGH)), (Random(1), Random(1))
    alike = 0
    while pair[0].state == pair[1].state and alike < 4:
        moves = [
            player(game.state, rng)
            for player, game, rng in zip(players, pair, sources, strict=True)
        ]
        assert moves[0] == moves[1]
        alike += 1
        for game in pair:
            game.do(moves[0])
            game.let_chance_decide()
    assert alike


def test_a_game_by_a_plan_is_retraced() -> None:
    """Its moves are legal in the scenario and lead to its score."""
    state = games.turn(6, 2).state
    best = best_of(state)
    found = play_out(state, best.plan.policies[0], 99, None, best.plan)  # type: ignore[union-attr]
    *_, (_, _, end) = retrace(state, found)
    assert current(end) is None
    assert score_sheet(end) == found.sheet


@pytest.mark.slow
def test_plans_beat_the_policies_that_they_begin_with() -> None:
    state = games.turn(5, 0).state
    best = best_of(state, limits=SearchLimits(None, 3000))
    assert best.plan is not None
    empty = open_plan(best.plan.policies)
    scores = [
        fmean(
            play_out(state, plan.policies[0], scenario, None, plan).sheet.total
            for scenario in range(1000, 1040)
        )
        for plan in (best.plan, empty)
    ]
    assert scores[0] > scores[1] + 2


@pytest.mark.slow
def test_a_required_move_has_a_plan_of_its_own() -> None:
    state = games.turn(6, 3).state
    best = best_of(state).move
    others = [each.move for each in next(iter(advise(state, ENOUGH))).candidates]
    other = next((each for each in others if each != best), best)
    *_, last = advise(state, ENOUGH, moves=(other,), width=0)
    assert [each.move for each in last.candidates] == [other]
    assert last.best.plan is not None


def test_small_limits_have_no_plans() -> None:
    state = games.turn(6, 3).state
    assert plan_budget(state, SearchLimits(None, 50)) is None
    assert plan_budget(state, SearchLimits(0.01)) is None
    assert plan_budget(state, SearchLimits(2.0)) is not None
    assert plan_budget(new_game(), SearchLimits(2.0)) is None, "before the first round"


def test_a_step_is_taken_out_once() -> None:
    flat = FlatPlan()
    flat.counts[0] = 3
    flat.steps[0][:3] = [4, 7, 4]
    left = after_step(SpacePlan(bytes(flat), ()), Use(SPACE_IDS[4]), 1)
    found = FlatPlan.from_buffer_copy(left.flat)
    assert list(found.steps[0][: found.counts[0]]) == [7, 4]


@pytest.mark.slow
def test_alternatives_are_not_held_to_the_plan_of_the_best_move() -> None:
    """A space that is nearly as good loses little, although the best plan does not fit it."""
    state = games.turn(2, 7).state
    *_, last = advise(state, ENOUGH, finalists=5)
    losses = [last.loss(each) for each in last.candidates]
    assert len(losses) >= 5
    assert min(losses[1:]) < 15
