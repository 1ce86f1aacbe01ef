"""What tiles are worth, against all layouts with more or fewer of them."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings

from odin_solver.analysis import next_values, tile_values, values
from odin_solver.analysis.hint_parts import standing
from odin_solver.analysis.loss import loss_of
from odin_solver.analysis.values import losses_at_most
from odin_solver.analysis.warm_starts import refilled
from odin_solver.components import TILES, board
from odin_solver.names.printed import amount
from odin_solver.notation.positions import position_from
from odin_solver.placement.objective import choose_objective
from odin_solver.placement.solution import LevelResult, Solution, Status
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position, new_placements
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


def test_an_interrupt_ends_the_search_for_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    choose = random.Random(1)
    position = oracle.small_position(choose)
    asked = analyst(position, oracle.small_objective(choose))
    _ = asked.best
    monkeypatch.setattr(values, "refilled", lambda *_: pytest.fail("it is still searched"))
    asked.cancel.set()
    assert {each.tile.id for each in tile_values(asked)} == set(position.supply)


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
        each = found[name]
        placed = [kept - lost for kept, lost in zip(each.kept, each.loss.levels, strict=True)]
        assert placed == [b - a for a, b in zip(best, more, strict=True)]
    owned = {piece.tile.id for state in position.boards for piece in state.pieces}
    owned |= set(position.supply)
    assert not any(TILES[name].copies and name in owned for name in found)


@pytest.mark.slow
@settings(max_examples=cases(10), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(random_positions.generators)
def test_refilled_layouts_are_legal(choose: random.Random) -> None:
    position, objective = oracle.small_position(choose), oracle.small_objective(choose)
    begun = choose.choice(oracle.layouts(position))
    for layout in refilled(begun, objective, 0):
        assert not position_violations(layout)
        assert all(
            new.pieces[: len(old.pieces)] == old.pieces
            for old, new in zip(begun.boards, layout.boards, strict=True)
        )
        placed = Counter(each.piece.tile.id for each in new_placements(begun, layout))
        assert Counter(layout.supply) + placed == Counter(begun.supply)


def test_gaps_are_refilled() -> None:
    position = Position((BoardState(board("stone_house")),), {"oil": 1, "mead": 1})
    objective = choose_objective(position, "cover")
    best = max(
        refilled(position, objective, 0), key=lambda each: each.boards[0].covered.bit_count()
    )
    assert not any(best.supply.values())


@pytest.mark.slow
def test_a_tile_that_is_only_kept_gains_nothing() -> None:
    """Its price is told apart."""
    tiny = reference.small_board(["--"], "building")
    position = Position((BoardState(tiny),), {"oil": 1}, round=3, banquet=0)
    objective = choose_objective(position)
    found = {each.tile.id: each for each in next_values(analyst(position, objective))}
    silk = found["silk"]
    assert silk.kept[0] > 0
    assert silk.loss.is_zero
    assert silk.proven


@pytest.mark.slow
def test_without_a_proof_there_are_limits_only() -> None:
    position = Position((BoardState(board("shetland")),), {"oil": 1}, round=3, banquet=0)
    asked = analyst(position, choose_objective(position))
    best = asked.best
    (level,) = best.levels
    unproven = replace(
        best, status=Status.FEASIBLE, levels=(LevelResult(level.value, level.value + 3),)
    )
    asked.best = unproven
    for each in (*tile_values(asked), *next_values(asked)):
        assert not each.proven
        assert each.loss.at_most is not None
        assert each.loss.at_most >= each.loss.first + 3
    words = standing(asked)
    assert f"not proven: at most {amount(level.value + 3)} is possible" in words


def test_tiles_of_ones_own_have_values_too() -> None:
    tee = {"cells": ["XXX", ".X."], "color": "blue", "name": "Tee"}
    position = position_from(
        {
            "schema": 1,
            "tiles": {"T": tee, "B": {"cells": ["XX", "XX"]}},
            "supply": {"T": 1, "B": 1, "oil": 1},
            "boards": [{"board": {"map": ["....", "....", "..~."]}}],
            "objective": {"preset": "cover"},
        }
    )
    asked = analyst(position, choose_objective(position))
    losses = {each.tile.id: each.loss.first for each in tile_values(asked)}
    assert losses == {"T": 4, "B": 4, "oil": 2}


def test_losses_between_two_unproven_values() -> None:
    position = Position((BoardState(board("shetland")),), {"oil": 1}, round=3, banquet=0)
    best = analyst(position, choose_objective(position)).best

    def known(value: int, bound: int | None) -> Solution:
        limit = None if bound is None else Fraction(bound)
        status = Status.OPTIMAL if value == bound else Status.FEASIBLE
        return replace(best, status=status, levels=(LevelResult(Fraction(value), limit),))

    for one, two, least, most in (
        ((9, 9), (4, 7), 2, 5),
        ((9, 11), (4, 7), 2, 7),
        ((9, None), (4, None), 0, None),
        ((9, 9), (4, 4), 5, 5),
        ((9, 12), (8, 15), 0, 4),
    ):
        loss = loss_of(known(*one), known(*two), [Fraction(0)])
        assert [loss.at_least, loss.at_most] == [least, most]
        assert loss.proven == (one[0] == one[1] and two[0] == two[1])
