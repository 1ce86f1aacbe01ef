"""Which tiles are laid before the income of a round."""

from dataclasses import replace
from functools import cache, reduce
from random import Random

import pytest

from odin_solver.components import TILES
from odin_solver.game import State, apply_legal, decision, new_game
from odin_solver.game.filling import fill, position_to_fill, score_objective
from odin_solver.game.kernel.anytime import needed
from odin_solver.game.kernel.moves import PASS, Move, Place
from odin_solver.game.kernel.play import current, why_not
from odin_solver.game.kernel.state import Options
from odin_solver.game.playing import play
from odin_solver.game.positions import placed, position_of
from odin_solver.placement.gains import gains, value
from odin_solver.placement.problem import compile_problem, layout
from odin_solver.placement.quick import quick_layouts
from odin_solver.placement.solution import Limits
from odin_solver.planner.advice import SearchLimits, advise, compared_layouts
from odin_solver.planner.candidates import Advice
from odin_solver.planner.laying import lay
from odin_solver.planner.layouts import is_time_to_lay, laid_by, layouts, own_layout, with_pass
from odin_solver.rollouts.playing import compiled, greedy_move
from odin_solver.rollouts.policies.strategies import rollout_policy
from odin_solver.rules.layout import position_violations
from odin_solver.words.estimates import compared_in_words

POLICY = rollout_policy("long")


def by_policy(state: State, rng: Random) -> Move:
    return greedy_move(state, POLICY)


@cache
def end_of_actions(seed: int, number: int) -> State:
    """A state of a game in which the policy has placed its last Viking of a round."""
    for _, state in play(new_game(Options()), by_policy, seed=seed):
        if (
            state.round == number
            and decision(state)
            and is_time_to_lay(state, by_policy(state, Random(0)))
        ):
            return state
    raise AssertionError("the game has no such state")


STATES = [(1, 2), (2, 4), (3, 5)]


def compared(state: State) -> Advice:
    return compared_layouts(state, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "number"), STATES)
def test_layouts_are_legal_and_the_best_comes_first(seed: int, number: int) -> None:
    state = end_of_actions(seed, number)
    found = compared(state).candidates
    assert (*own_layout(state, POLICY), PASS) in [each.moves for each in found]
    assert len({each.moves for each in found}) == len(found) > 1
    for each in found:
        assert each.moves[-1] == PASS
        assert each.after(state).phase != "actions"
        after = placed(state, each.moves[:-1])
        assert position_violations(position_of(after)) == []
    finalists = [each for each in found if len(each.scores) == len(found[0].scores)]
    ratings = [each.rating for each in finalists]
    assert len(finalists) == 2
    assert ratings == sorted(ratings, reverse=True)
    again = compared(state).candidates
    assert [(each.moves, each.scores) for each in again] == [
        (each.moves, each.scores) for each in found
    ]


@pytest.mark.parametrize(("seed", "number"), STATES)
def test_other_weights_lay_tiles_in_other_ways(seed: int, number: int) -> None:
    """The rules in Python allow them, and their values are those after the moves, best first."""
    state, engine = end_of_actions(seed, number), compiled(POLICY)
    found = engine.layouts(state, range(60), 8)
    assert len(set(found)) == len(found) == 8
    values = [engine.evaluate(reduce(apply_legal, moves, state)) for moves in found]
    assert values == sorted(values, reverse=True)
    assert engine.layouts(state, range(60), 8) == found
    assert engine.layouts(state, range(60, 120), 8) != found
    known = {*layouts(state, 1)}
    assert {with_pass(state, moves) for moves in engine.layouts(state, range(256, 316), 8)} <= known


def test_advice_at_the_end_of_a_turn_is_a_whole_layout() -> None:
    state = end_of_actions(2, 4)
    *_, advice = advise(state, SearchLimits(None, 60), seed=1)
    assert len(advice.candidates) > 1
    for each in advice.candidates:
        assert each.moves[-1] == PASS
    assert any(isinstance(move, Place) for move in advice.best.moves)
    *_, with_pass = advise(state, SearchLimits(None, 60), seed=1, moves=(PASS,))
    assert (PASS,) in [each.moves for each in with_pass.candidates]


@pytest.mark.parametrize(("seed", "number"), STATES)
def test_quick_layouts_begin_with_the_given_one_and_lose_nothing(seed: int, number: int) -> None:
    state = end_of_actions(seed, number)
    problem = compile_problem(position_to_fill(state))
    (weights,) = score_objective(state).levels
    own = laid_by(state, problem, own_layout(state, POLICY))
    found = quick_layouts(problem, weights, own)
    values = [worth for worth, _ in found]
    assert values == sorted(values, reverse=True)
    counted = [value(weights, gains(problem.position, layout(problem, laid))) for _, laid in found]
    assert counted == values
    assert values[0] >= value(weights, gains(problem.position, layout(problem, own)))


def test_nothing_is_compared_in_the_last_round_or_while_there_is_something_to_do() -> None:
    state = end_of_actions(1, 2)
    assert is_time_to_lay(state, PASS)
    last = state.copy()
    last.round = last.rounds
    assert not is_time_to_lay(last, PASS)
    early = state.copy()
    early.vikings = 3
    assert not is_time_to_lay(early, Place("oil", "home", 3))
    assert is_time_to_lay(early, PASS)
    assert not is_time_to_lay(apply_legal(state, PASS), PASS)


@pytest.mark.nightly
def test_wishes_are_kept_and_nothing_is_compared() -> None:
    state = end_of_actions(2, 4)
    limits = Limits(20)
    free = fill(state, limits=limits)
    used = [move.tile for move in free.moves]
    tile = next(name for name in used if name not in ("silver", "ore"))
    found = lay(state, most={"silver": 0, "ore": 1}, keep=[tile], limits=limits)
    laid = [move.tile for move in found.moves if isinstance(move, Place)]
    assert "silver" not in laid
    assert laid.count("ore") <= 1
    assert tile not in laid
    assert not found.compared
    assert found.solution.value <= free.solution.value


@pytest.mark.slow
def test_what_the_action_under_way_costs_is_kept() -> None:
    policy = rollout_policy("short")
    states = play(
        new_game(Options(length="short")), lambda state, rng: greedy_move(state, policy), seed=2
    )
    state = next(state for _, state in states if state.round == 3 and needed(state, "silver"))
    laid = [move.tile for move in fill(state, limits=Limits(20)).moves]
    assert laid
    assert state.has("silver") - laid.count("silver") >= needed(state, "silver")


@pytest.mark.slow
def test_the_chosen_layout_can_be_laid_move_by_move() -> None:
    state = end_of_actions(3, 5)
    found = lay(state, limits=Limits(5))
    assert found.compared
    assert found.compared.best.moves == (*found.moves, PASS)
    for move in found.moves:
        assert why_not(state, move) is None
        state = apply_legal(state, move)
    assert current(state) is not None
    words = compared_in_words(found)
    assert words.startswith(f"Expected final score: {found.compared.ranking()[0].expected:.1f}")
    alone = replace(found.compared, candidates=found.compared.candidates[:1])
    assert compared_in_words(replace(found, compared=alone)).endswith("playouts).")


def test_resources_and_animals_are_never_laid() -> None:
    state = end_of_actions(2, 4).copy()
    for name in ("wood", "stone", "sheep", "cattle"):
        state.add(name, 2)
    position = position_to_fill(state)
    assert not {"wood", "stone"} & position.supply.keys()
    problem = compile_problem(position)
    assert all(TILES[stock.tile.id].kind != "animal" for stock in problem.stock)
