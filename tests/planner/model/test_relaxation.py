"""The model leaves room for everything that can happen in a game, so that its bounds hold.

Games are played to their end and then looked for in the model, from states on the way: all that
was used, laid, bought, explored, eaten and left over in every round is fixed in it, and it must
still allow the score that was reached.
"""

from dataclasses import replace
from random import Random

import pytest
from ortools.sat.python import cp_model

from odin_solver.game.kernel.state import Options
from odin_solver.game.log import Game
from odin_solver.linear.bounds import proven_bound
from odin_solver.linear.cpsat import new_solver
from odin_solver.planner.model import ChanceModel, branched_bound, upper_bound
from odin_solver.planner.model.bound import job_of
from odin_solver.planner.model.build import PlanModel, build
from odin_solver.planner.model.solvers import relaxed
from odin_solver.planner.model.variables import Var, VariableKey
from tests.planner.model.games import POLICIES, Played, embedded, play_game
from tests.profiles import cases

GAMES = {"random": cases(1, 80), "greedy": cases(1, 60), "wild": cases(2, 160)}
STATES_OF_A_GAME = cases(2, 4)
SECONDS = 60.0


def options_of(seed: int) -> Options:
    return Options(length="long" if seed % 2 else "short", islands=bool(seed // 2 % 2))


def luck_of(seed: int, number: int) -> ChanceModel:
    return ChanceModel.best() if number % 2 else ChanceModel.known(seed)


def reaches(model: PlanModel, values: dict[VariableKey, int], score: int) -> bool:
    """Whether the model, with some variables fixed, allows a score."""
    cp = model.builder.cp.clone()
    cp.clear_objective()  # type: ignore[no-untyped-call]  # OR-Tools left it without types
    index = {key: n for n, key in enumerate(model.builder.keys)}
    for key, value in values.items():
        cp.add(cp.get_int_var_from_proto_index(index[key]) == value)
    cp.add(model.score >= score)
    solver = new_solver(workers=1, seconds=SECONDS)
    solver.parameters.cp_model_probing_level = 0
    status = solver.solve(cp)
    assert status != cp_model.UNKNOWN
    return status != cp_model.INFEASIBLE


def some_turns(game: Played, seed: int) -> list[int]:
    turns = list(game.turns)
    return [turns[0], *Random(seed).sample(turns[1:], STATES_OF_A_GAME - 1)]


@pytest.mark.slow
@pytest.mark.parametrize("fine", [True, False])
@pytest.mark.parametrize("policy", POLICIES)
def test_games_are_found_in_the_model(policy: str, fine: bool) -> None:
    for seed in range(GAMES[policy]):
        game = play_game(policy, seed, options_of(seed))
        for number, at in enumerate(some_turns(game, seed)):
            model = build(game.states[at], luck_of(seed, number), fine=fine)
            values = embedded(model, game, at)
            assert len(values) > 100
            assert not fine or sum(str(each).startswith("lay") for each in values) > 40
            assert reaches(model, values, game.score), (policy, seed, at)


@pytest.mark.slow
def test_a_game_that_breaks_a_rule_is_not_found_in_the_model() -> None:
    """The search would not find just anything: one item more, and it fails."""
    game = play_game("greedy", 1, options_of(1))
    at = some_turns(game, 1)[0]
    model = build(game.states[at], ChanceModel.best())
    values = embedded(model, game, at)
    stocks = [(3, "wood"), (5, "hide"), (6, "silver"), (4, "longship")]
    for key in [*(Var.STOCK(*each) for each in stocks), Var.SERVED(2, "silver")]:
        spoilt = values | {key: values[key] + 3}
        assert not reaches(model, spoilt, -1000), key


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
def test_no_game_scores_more_than_the_bound(policy: str) -> None:
    for seed in range(cases(1, 40)):
        game = play_game(policy, seed, options_of(seed))
        for at in some_turns(game, seed)[: cases(1, 4)]:
            bound = upper_bound(game.states[at], seconds=SECONDS, chance=ChanceModel.known(seed))
            anything = upper_bound(game.states[at], seconds=SECONDS, chance=ChanceModel.best())
            assert bound is not None
            assert anything is not None
            assert game.score <= bound <= anything


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
def test_branching_keeps_the_bound_above_the_score(policy: str) -> None:
    for seed in range(cases(1, 20)):
        game = play_game(policy, seed, options_of(seed))
        state = game.states[game.turns[-len(game.turns) // 4]]
        bound = branched_bound(state, seconds=1, chance=ChanceModel.known(seed))
        linear = upper_bound(state, seconds=SECONDS, chance=ChanceModel.known(seed))
        assert bound is not None
        assert linear is not None
        assert game.score <= bound <= linear


@pytest.mark.slow
def test_what_is_probed_needs_the_board() -> None:
    """Cells, income and bonuses of a board are 0 unless it is explored in the present round."""
    game = play_game("greedy", 2, Options(length="short"))
    state = next(game.states[n] for n in game.turns if game.states[n].round == 5)
    model = build(state, ChanceModel.best())
    job = job_of(model, seconds=0)
    keys = enumerate(model.builder.keys)
    boards = {number for number, key in keys if key.kind == Var.EXPLORED and key.round == 5}
    assert {indicator for _, indicator in job.probes} == boards
    probed = {number for numbers, _ in job.probes for number in numbers}
    without = replace(
        job,
        upper=[0 if number in boards else most for number, most in enumerate(job.upper)],
        cost=[float(number in probed) for number in range(len(job.cost))],
        offset=0,
        probes=[],
    )
    assert proven_bound(without) == pytest.approx(0)
    with_boards = replace(without, upper=job.upper)
    assert (proven_bound(with_boards) or 0) > 10


@pytest.mark.slow
def test_the_bound_closes_in_on_the_score_at_the_end() -> None:
    game = play_game("greedy", 3, options_of(3))
    bounds = [
        upper_bound(game.states[at], seconds=SECONDS, chance=ChanceModel.known(3))
        for at in (game.turns[0], game.turns[len(game.turns) // 2], game.turns[-1])
    ]
    first, middle, last = (each for each in bounds if each is not None)
    assert first > middle > last >= game.score
    assert last <= game.score + 25


@pytest.mark.slow
def test_no_bound_where_the_model_cannot_be_stated() -> None:
    game = Game(Options(length="short", harvest=True), seed=1)
    game.let_chance_decide()
    assert upper_bound(game.state, seconds=1, chance=ChanceModel.best()) is None
    game = Game(Options(length="short", cards=frozenset(range(1, 60))), seed=1)
    game.let_chance_decide()
    assert upper_bound(game.state, seconds=1, chance=ChanceModel.best()) is None
    game = Game(Options(length="short"), seed=1)
    assert (
        upper_bound(game.state, seconds=1, chance=ChanceModel.best()) is None
    )  # strips come first
    game.let_chance_decide()
    assert upper_bound(game.state, seconds=0, chance=ChanceModel.best()) is None


def test_the_linear_model_is_the_same_one() -> None:
    """What is handed to the linear solver has the constraints of the CP-SAT model."""
    game = play_game("random", 5, options_of(5))
    model = build(game.states[game.turns[-1]], ChanceModel.best()).builder.cp
    linear = relaxed(model)
    assert linear.num_variables == len(model.proto.variables)
    assert linear.num_constraints == len(model.proto.constraints)
