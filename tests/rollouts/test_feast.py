"""The best feast of the compiled engine: the same choice as that of the Python engine."""

from functools import cache
from random import Random

from benchmarks.checking import check_moves
from odin_solver.feast import FOODS
from odin_solver.game import Options, State, decision
from odin_solver.game.feast import ServeFeast
from odin_solver.rollouts.library import Library
from tests.game.building import to_feast, turn
from tests.profiles import cases

CARDS = ((), (158,), (160,), (158, 160), (186,))
"""Barbarian and Sober Man, who get silver for what is served, and Pea-Flour Baker, in play."""


@cache
def _feast(number: int) -> State:
    state = to_feast(turn(number, options=Options(cards=frozenset({158, 160, 186}))))
    assert isinstance(decision(state), ServeFeast)
    return state


def some_feast(luck: Random) -> State:
    """A feast with a few kinds of food, for which there is often just not enough."""
    state = _feast(luck.choice((1, 3, 6))).copy()
    names = luck.sample(sorted(FOODS), luck.randint(1, 5)) + ["silver"] * luck.randint(0, 1)
    if luck.random() < 0.3:
        names += ["mead", "game_meat", "peas"]
    state.supply = {name: luck.randint(1, 4) for name in names}
    if luck.random() < 0.3:
        state.emigrated = ("knarr",)
    state.played = luck.choice(CARDS)
    return state


def test_best_feast(engine: Library) -> None:
    for seed in range(cases(200, 3000)):
        check_moves(engine, some_feast(Random(seed)), [])


def test_silver_for_meat_cannot_be_served_without_the_meat(engine: Library) -> None:
    """Two cells, too few for the meat: serving it is what would bring the silver."""
    state = _feast(1).copy()
    state.emigrated = ("knarr", "knarr")
    for state.played, silver in (((158,), 0), ((158,), 1), ((158, 160), 0)):
        state.supply = {"whale_meat": 1, "silver": silver}
        check_moves(engine, state, [])
