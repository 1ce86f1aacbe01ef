"""The parts of a value, recomputed by other code."""

import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import takewhile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_solver.components import TILES
from odin_solver.game import Options, decision, new_game
from odin_solver.game.filling import position_to_fill, score_objective
from odin_solver.game.playing import play
from odin_solver.game.turn import Turn
from odin_solver.placement.gains import gains, parts_of, value
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import compile_problem, layout
from odin_solver.placement.quick import quick_layouts
from odin_solver.rollouts.playing import greedy_move
from odin_solver.rollouts.policies.evaluation import GREEDY
from odin_solver.rules.position import GameLength, Position
from tests import reference
from tests.analysis import oracle
from tests.placement.model import random_positions
from tests.profiles import cases

Steps = tuple[Fraction, ...]


def worth(steps: Steps, count: int) -> Fraction:
    """So many pieces, the first worth the first number; the last number holds for all further."""
    return sum((steps[min(at, len(steps) - 1)] for at in range(count)), Fraction(0))


def best_stock(weights: Weights, stock: Mapping[str, int]) -> Fraction:
    """What a stock is worth after the best feast, by trying every way to lay the table."""
    zero: Steps = (Fraction(0),)
    food = [
        name
        for name, count in stock.items()
        if count
        and (
            name == "silver"
            or (TILES[name].color in ("orange", "red") and TILES[name].kind in ("good", "animal"))
        )
    ]
    banquet = weights.banquet
    cells = 0 if banquet is None else banquet.cells
    penalty = Fraction(0) if banquet is None else banquet.penalty
    sides = {name: (len(TILES[name].shape[0]), len(TILES[name].shape)) for name in food}

    @cache
    def best(cell: int, left: tuple[int, ...], turned: frozenset[str], before: str) -> Fraction:
        kept = sum(
            (worth(weights.keep.get(f, zero), n) for f, n in zip(food, left, strict=True)),
            Fraction(0),
        )
        if cell >= cells:
            return kept
        found = [best(cell + 1, left, turned, "") - penalty]
        for at, name in enumerate(food):
            color = "" if name == "silver" else str(TILES[name].color)
            if not left[at] or (color and color == before):
                continue
            fewer = (*left[:at], left[at] - 1, *left[at + 1 :])
            short, long = min(sides[name]), max(sides[name])
            if cell + short <= cells:
                found.append(best(cell + short, fewer, turned, color))
            if long > short and name not in turned and cell + long <= cells:
                found.append(best(cell + long, fewer, turned | {name}, color))
        return max(found)

    others = sum(
        (
            worth(steps, stock.get(name, 0))
            for name, steps in weights.keep.items()
            if name not in food
        ),
        Fraction(0),
    )
    return others + best(0, tuple(stock[name] for name in food), frozenset(), "")


def check(position: Position, after: Position, weights: Weights) -> None:
    """The parts add up to the value, and the whole is what the rules in other words say."""
    gained = gains(position, after)
    parts = parts_of(weights, gained)
    assert sum(parts.worth.values()) == value(weights, gained)
    points = income = cells = 0
    bonuses = Fraction(0)
    laid: Counter[str] = Counter()
    for old, new in zip(position.boards, after.boards, strict=True):
        first, second = (reference.covered_by(state.pieces) for state in (old, new))
        points += reference.negative_points(
            old.board, first, reference.resources_of(old.pieces)
        ) - reference.negative_points(new.board, second, reference.resources_of(new.pieces))
        income += reference.income_of(new.board, second)
        cells += len(second) - len(first)
        laid.update(piece.tile.id for piece in new.pieces[len(old.pieces) :])
        bonuses += sum(
            (
                weights.bonus_value(bonus.gives)
                for bonus in new.board.bonuses
                if reference.bonus_is_won(new.board, bonus, second)
            ),
            Fraction(0),
        )
    stock = Counter(position.supply)
    stock.subtract(laid)
    if weights.banquet is not None and not weights.banquet.paid:
        stock["silver"] += income
    stock = +stock
    expected = {
        "points": weights.points * points,
        "income": weights.income * income,
        "bonuses": bonuses,
        "silver": weights.silver * laid["silver"],
        "ore": weights.ore * laid["ore"],
        "cells": weights.cells * cells,
    }
    for name, part in expected.items():
        assert parts.worth.get(name, 0) == part, name
    kept = parts.worth.get("kept", Fraction(0))
    feast = parts.worth.get("feast", Fraction(0))
    assert kept == sum(
        (worth(steps, parts.kept.get(name, 0)) for name, steps in weights.keep.items()), Fraction(0)
    )
    assert Counter(parts.kept) + Counter(parts.eaten or {}) == stock
    assert kept + feast == best_stock(weights, stock)
    if weights.banquet is not None:
        assert parts.empty is not None
        assert feast == -weights.banquet.penalty * parts.empty


@settings(max_examples=cases(25))
@given(random_positions.generators)
def test_any_weights(choose: random.Random) -> None:
    position = oracle.small_position(choose, limit=60)
    after = choose.choice(oracle.layouts(position))
    for weights in random_positions.random_objective(choose).levels:
        check(position, after, weights)


@pytest.mark.slow
@settings(max_examples=cases(8, nightly=300), deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(["long", "short"]))
def test_the_feast_is_as_good_as_the_value_claims(seed: int, length: GameLength) -> None:
    """In states of games, without new pieces and with a good layout."""
    choose = random.Random(seed)
    number = choose.randint(2, 5)
    states = (
        after
        for _, after in play(
            new_game(Options(length)), lambda state, _: greedy_move(state, GREEDY), seed=seed
        )
    )
    begun = takewhile(lambda state: state.round <= number, states)
    turns = [each for each in begun if each.round == number and isinstance(decision(each), Turn)]
    state = choose.choice(turns)
    position = position_to_fill(state)
    (weights,) = score_objective(state).levels
    problem = compile_problem(position)
    layouts = quick_layouts(problem, weights, seed=seed)
    for laid in ((), layouts[0][1], choose.choice(layouts)[1]):
        check(position, layout(problem, laid), weights)
