"""What must not change, or change only one way, when a question is changed."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings

from odin_solver.components import TILES
from odin_solver.placement.objective import Objective, Weights, choose_objective
from odin_solver.placement.problem import compile_problem, layout
from odin_solver.rules.position import Position, RuleOptions
from odin_solver.rules.scoring import score
from tests import reference
from tests.placement.model.inprocess import Answer, solve_in_process
from tests.placement.model.random_positions import generators, random_objective, random_position
from tests.profiles import cases

FINAL = choose_objective(Position(), "final")


def after(position: Position, answer: Answer) -> Position:
    return layout(compile_problem(position), answer.laid)


def larger(choose: random.Random) -> Position:
    """A position that need not be small enough to look at all layouts."""
    return random_position(choose, limit=None)


@pytest.mark.slow
@settings(max_examples=cases(15))
@given(generators)
def test_more_supply_never_lowers_the_optimum(choose: random.Random) -> None:
    position = larger(choose)
    objective = random_objective(choose)
    # What is kept counts itself, and more of it may cost.
    objective = replace(
        objective, levels=(replace(objective.levels[0], keep={}), *objective.levels[1:])
    )
    here = {piece.tile.id for state in position.boards for piece in state.pieces}
    names = [
        each.id
        for each in TILES.values()
        if 0 < each.area <= 5
        and not (each.copies and (each.id in here or position.supply.get(each.id)))
    ]
    more = dict(Counter(position.supply) + Counter({choose.choice([*names, "wood", "stone"]): 1}))
    few = solve_in_process(position, objective).values
    assert solve_in_process(replace(position, supply=more), objective).values[0] >= few[0]


@pytest.mark.slow
@settings(max_examples=cases(25))
@given(generators)
def test_a_piece_put_back_never_lowers_the_score(choose: random.Random) -> None:
    position = larger(choose)
    lying = [(i, j) for i, state in enumerate(position.boards) for j in range(len(state.pieces))]
    if not lying:
        return
    number, at = choose.choice(lying)
    state = position.boards[number]
    piece = state.pieces[at]
    boards = list(position.boards)
    boards[number] = replace(state, pieces=(*state.pieces[:at], *state.pieces[at + 1 :]))
    if not reference.board_is_legal(boards[number], position.rules.simultaneous):
        return
    supply = dict(Counter(position.supply) + Counter({piece.tile.id: 1}))
    back = replace(position, boards=tuple(boards), supply=supply)
    best = score(after(position, solve_in_process(position, FINAL)))
    # In the order of before, with the piece in its old turn, all is as it was.
    assert score(after(back, solve_in_process(back, FINAL))) >= best


def scaled(weights: Weights, by: Fraction) -> Weights:
    keep = {name: tuple(each * by for each in worth) for name, worth in weights.keep.items()}
    feast = weights.banquet
    for key, weight in replace(weights, keep={}, banquet=None).as_keys().items():
        weights = weights.with_weight(key, weight * by)
    banquet = None if feast is None else replace(feast, penalty=feast.penalty * by)
    return replace(weights, keep=keep, banquet=banquet)


@pytest.mark.slow
@settings(max_examples=cases(15))
@given(generators)
def test_scaling_all_weights_scales_the_optimum(choose: random.Random) -> None:
    position = larger(choose)
    objective = random_objective(choose)
    by = choose.choice([Fraction(3), Fraction(1, 3), Fraction(22, 7), Fraction(1000)])
    other = Objective("scaled", tuple(scaled(weights, by) for weights in objective.levels))
    one, two = solve_in_process(position, objective), solve_in_process(position, other)
    assert tuple(each * by for each in one.values) == two.values
    assert (one.tiles, one.silver) == (two.tiles, two.silver)


@pytest.mark.slow
@settings(max_examples=cases(15))
@given(generators)
def test_nothing_is_left_to_gain_after_the_best(choose: random.Random) -> None:
    position = larger(choose)
    best = after(position, solve_in_process(position, FINAL))
    again = solve_in_process(best, FINAL)
    assert (again.tiles, again.silver) == (0, 0)
    assert score(after(best, again)) == score(best)


@pytest.mark.slow
@settings(max_examples=cases(15))
@given(generators)
def test_the_order_of_boards_does_not_matter(choose: random.Random) -> None:
    position = larger(choose)
    objective = random_objective(choose)
    boards = list(position.boards)
    choose.shuffle(boards)
    supply = list(position.supply.items())
    choose.shuffle(supply)
    other = replace(position, boards=tuple(boards), supply=dict(supply))
    one, two = solve_in_process(position, objective), solve_in_process(other, objective)
    assert (one.values, one.tiles, one.silver) == (two.values, two.tiles, two.silver)


@pytest.mark.slow
@settings(max_examples=cases(15))
@given(generators)
def test_putting_down_together_never_lowers_the_optimum(choose: random.Random) -> None:
    position = random_position(choose, limit=None, simultaneous=False)
    objective = random_objective(choose)
    together = replace(position, rules=RuleOptions(simultaneous=True))
    alone = solve_in_process(position, objective).values
    assert solve_in_process(together, objective).values >= alone
