"""Plans keep the rules of the game that the model knows, and later ones start from earlier ones."""

from collections import Counter
from random import Random
from threading import active_count
from time import monotonic

import pytest

from odin_solver.components.round_tracks import TRACKS
from odin_solver.components.spaces import SPACES
from odin_solver.game.kernel.play import apply_legal, current
from odin_solver.game.kernel.state import Options, State
from odin_solver.game.log import Game
from odin_solver.game.scoring import score_sheet
from odin_solver.game.turn import Turn
from odin_solver.planner.model import ChanceModel, best_plan
from odin_solver.planner.model.bound import linear_bound
from odin_solver.planner.model.build import build
from odin_solver.planner.model.embedding import embedded_values, greedy_game
from odin_solver.planner.model.neighbourhood import improvements
from odin_solver.planner.model.plan import first_plan
from odin_solver.planner.model.rolls import DICE_SPACES
from tests.planner.model.games import play_game
from tests.planner.model.test_relaxation import reaches


@pytest.fixture(scope="module")
def state() -> State:
    """Round 4 of a short game."""
    game = play_game("greedy", 2, Options(length="short"))
    return next(game.states[at] for at in game.turns if game.states[at].round == 4)


def test_no_threads_wait_between_steps(state: State) -> None:
    """Joined by the garbage collector, such threads could stop a whole process."""
    model = build(state, ChanceModel.expected(), fine=False)
    first = first_plan(model, state, None, seconds=2, seed=0)
    assert first is not None
    before = active_count()
    steps = improvements(model, first, until=monotonic() + 60, workers=2, rng=Random(0), bound=None)
    assert next(steps).value >= first.value
    assert active_count() == before


@pytest.mark.slow
def test_a_plan_keeps_to_vikings_and_blocked_spaces(state: State) -> None:
    plan = best_plan(state, seconds=4, chance=ChanceModel.expected(), workers=1)
    assert plan is not None
    assert [each.round for each in plan.rounds] == [4, 5, 6]
    assert plan.value == sum(plan.points.values())
    bound = linear_bound(build(state, ChanceModel.expected(), fine=False))
    assert bound is not None
    assert plan.value <= bound
    assert plan.bound in (bound, None)  # there may not have been time for it
    before = set(state.blocked)
    for each in plan.rounds:
        most = state.vikings if each.round == 4 else TRACKS["short"].rounds[each.round - 1].vikings
        failures = sum(times for key, times in each.details if key.words.endswith(": fail"))
        assert sum(SPACES[name].vikings for name in each.spaces) <= most + 2 * failures
        assert not before & set(each.spaces)
        before = set(each.spaces)
    again = best_plan(state, seconds=2.5, chance=ChanceModel.expected(), start=plan, workers=1)
    assert again is not None
    assert again.value >= plan.value


@pytest.mark.slow
def test_a_plan_for_the_last_turn_scores_what_the_game_does() -> None:
    game = play_game("greedy", 4, Options(length="short"))
    at = game.turns[-1]
    plan = best_plan(game.states[at], seconds=2, chance=ChanceModel.expected(), workers=1)
    assert plan is not None
    # By area more may fit than the game has laid, never less.
    assert plan.value >= game.score - 3


@pytest.mark.slow
def test_what_gives_comes_before_what_costs(state: State) -> None:
    plan = best_plan(state, seconds=1.5, chance=ChanceModel.best(), workers=1)
    assert plan is not None
    for each in plan.rounds:
        leaving = [n for n, name in enumerate(each.spaces) if name.startswith("emigrate")]
        rolls = [n for n, name in enumerate(each.spaces) if name in DICE_SPACES]
        assert all(there < gone for gone in leaving for there in rolls)
        assert not Counter(each.spaces) - Counter(set(each.spaces))


@pytest.mark.slow
@pytest.mark.parametrize(
    "chance", [ChanceModel.expected(), ChanceModel.best(), ChanceModel.known(3)]
)
@pytest.mark.parametrize("cards", [frozenset[int](), frozenset(range(1, 191))])
def test_a_first_plan_does_what_the_greedy_policy_does(
    chance: ChanceModel, cards: frozenset[int]
) -> None:
    """Its whole game is found in the model when chance brings what the model says."""
    game = Game(Options(length="short", cards=cards), seed=3)
    game.let_chance_decide()
    steps = list(greedy_game(game.state, chance))
    state, move = steps[-1]
    score = score_sheet(apply_legal(state, move)).total
    model = build(game.state, chance, fine=False)
    assert reaches(model, embedded_values(model, steps), score)


def test_no_plan_where_the_model_cannot_be_stated() -> None:
    game = Game(Options(length="short", harvest=True), seed=1)
    game.let_chance_decide()
    assert isinstance(current(game.state), Turn)
    assert best_plan(game.state, seconds=1, chance=ChanceModel.best()) is None
