"""The greedy policy of the compiled engine: what it values, places and chooses."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.checking import encoded
from odin_solver import solve
from odin_solver.components import BOARDS, TILES
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Options, apply, new_game, score_sheet
from odin_solver.game.kernel.moves import REROLL, SUCCEED, Keep, Place
from odin_solver.game.kernel.state import State
from odin_solver.placement.objective import Objective
from odin_solver.placement.objective import Weights as Values
from odin_solver.placement.solution import Limits, Status
from odin_solver.rollouts.library import Library
from odin_solver.rollouts.playing import compiled, greedy_move, ranked_moves
from odin_solver.rollouts.policies.evaluation import GREEDY, EvaluationWeights, RolloutPolicy
from odin_solver.rollouts.policies.starting import starting_gains, starting_moves
from odin_solver.rollouts.policies.strategies import learned_strategies, rollout_policy
from odin_solver.rollouts.weights import flat_policy
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import GameLength, Position
from tests.game.building import rest, turn
from tests.game.texts import texts
from tests.profiles import cases
from tests.timing import HANGING

ALL_CARDS = frozenset(OCCUPATIONS)
GREEN_AND_BLUE = [
    name for name, tile in TILES.items() if tile.kind == "good" and tile.color in ("green", "blue")
]

LENGTHS: tuple[GameLength, ...] = ("long", "short")

MEANS = {
    ("long", True): 113.95,
    ("long", False): 139.825,
    ("short", True): 76.4,
    ("short", False): 93.875,
}
"""Mean scores by the length, of the greedy policy or that of the planner."""

UNCORRECTED = RolloutPolicy()
"""What it does can be told beforehand; what has been learned may say otherwise."""


def final(have: dict[str, int], *boards: str) -> State:
    """The end of a game, when tiles can still be placed."""
    state = turn(7, have, boards=tuple(BoardState(BOARDS[name]) for name in boards or ("home",)))
    state = rest(state)
    assert state.phase == "final placing"
    return state


@pytest.mark.parametrize(
    ("state", "move"),
    [
        # Nothing is won by using a Viking for less than it brings, but it is not given away.
        (turn(7, {"beans": 9}, vikings=1), "use "),
        (turn(7, {"knarr": 1, "silver": 7, "beans": 9, "mead": 9}, vikings=2), "use emigrate_2"),
        (turn(1, {}, vikings=0), "pass"),
        (final({}), "finish"),
    ],
)
def test_what_it_does(state: State, move: str) -> None:
    assert str(greedy_move(state, UNCORRECTED)).startswith(move)


def test_it_succeeds_where_a_die_allows_it_and_rolls_again_where_that_is_better() -> None:
    state = apply(turn(3, {"bow": 5, "wood": 3}), "use hunting_game_1")
    assert greedy_move(apply(state, "1"), UNCORRECTED) == SUCCEED
    state = apply(turn(3, {"longship": 1}), "use pillaging_2")
    assert greedy_move(apply(state, "1"), UNCORRECTED) == REROLL
    assert str(greedy_move(apply(state, "12"), UNCORRECTED)).startswith("loot ")


def worth(state: State, policy: RolloutPolicy = UNCORRECTED) -> float:
    return compiled(policy).evaluate(state)


def test_worth_of_things() -> None:
    policy = RolloutPolicy(EvaluationWeights(silver_ahead=0.0))
    fed = {"beans": 12, "mead": 12, "silver": 2}
    state = turn(5, fed)
    for name, points in (("silver", 1), ("longship", 8), ("sheep", 2)):
        more = turn(5, {**fed, name: 3 if name == "silver" else 1})
        assert worth(more, policy) >= worth(state, policy) + points
    hungry = turn(5, {"mead": 1})
    assert worth(turn(5, {"mead": 1, "silver": 1}), policy) == pytest.approx(
        worth(hungry, policy) + 3 + EvaluationWeights().silver
    )
    assert worth(turn(5, {"mead": 1}, penalties=1)) == pytest.approx(worth(hungry) - 3)


@pytest.mark.parametrize(
    "have", [{"silver": 5}, {"knarr": 1, "longship": 2}, {"sheep": 2, "pregnant_cattle": 1}]
)
def test_at_the_end_it_is_the_score(have: dict[str, int]) -> None:
    state = final(have, "home", "iceland", "shed")
    state.vikings = 0
    assert worth(state) == pytest.approx(score_sheet(state).total)


def test_cards_in_play_are_worth_their_points() -> None:
    state = final({}, "home")
    state.played = (24, 54)
    points = sum(OCCUPATIONS[card].points for card in state.played)
    assert points
    assert worth(state) == pytest.approx(worth(final({}, "home")) + points)


def test_games_are_what_they_were(engine: Library) -> None:
    """Mean scores of greedy games: whatever changes the policy changes them."""
    means = {
        (length, policy is GREEDY): sum(
            engine.play_many(
                encoded(engine, new_game(Options(length))), flat_policy(policy, length), 1, 40
            )
        )
        / 40
        for length in LENGTHS
        for policy in (GREEDY, rollout_policy(length))
    }
    assert means == MEANS


def test_the_strategy_with_the_best_mean_is_the_rollout_policy() -> None:
    for length in LENGTHS:
        best = max(
            (each for each in learned_strategies() if each.length == length),
            key=lambda each: each.mean,
        )
        found = rollout_policy(length)
        assert (found.weights, found.network) == (best.weights, best.network)


@pytest.mark.parametrize("length", ["long", "short"])
@pytest.mark.parametrize("deck", ["A", "C"])
def test_the_starting_occupation_that_has_brought_most_is_kept(
    length: GameLength, deck: str
) -> None:
    cards = frozenset(number for number, card in OCCUPATIONS.items() if card.deck == deck)
    gains = starting_gains()[length]
    ordered = sorted(
        (number for number in cards if OCCUPATIONS[number].starting), key=lambda each: -gains[each]
    )
    assert gains[ordered[0]] > 1 > gains[ordered[-1]]
    state = new_game(Options(length, cards=cards, starting="choose"))
    assert greedy_move(state, GREEDY) == Keep(ordered[0])
    found = texts(ranked_moves(state, GREEDY, 14))
    known = [gains[int(move.removeprefix("keep "))] for move in found]
    assert known == sorted(known, reverse=True)
    assert len(found) > 7


def test_a_starting_occupation_that_nothing_is_known_of_is_average(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "odin_solver.rollouts.policies.starting.starting_gains",
        lambda: {"long": {160: -1.0, 4: 0.5}, "short": {}},
    )
    cards = frozenset({4, 160, 145})
    for starting, best in ((cards, 4), (cards - {4}, 145)):
        state = new_game(Options("long", cards=starting, starting="choose"))
        assert starting_moves(state)[0] == Keep(best)
    assert starting_moves(new_game(Options("short", cards=cards, starting="choose")))


def placed(state: State) -> State:
    """The state after all that the policy places at once."""
    while isinstance(move := greedy_move(state, UNCORRECTED), Place):
        state = apply(state, move)  # refuses what is not legal
    return state


@given(
    st.dictionaries(st.sampled_from(GREEN_AND_BLUE), st.integers(1, 2), max_size=5),
    st.sampled_from(["home", "iceland", "labrador", "long_house"]),
)
@settings(max_examples=cases(15))
def test_places_are_legal_and_leave_no_penalties(have: dict[str, int], board: str) -> None:
    state = final(have, "home", board)
    after = placed(state)
    assert sum(after.supply.values()) <= sum(state.supply.values())
    assert score_sheet(after).penalties == score_sheet(state).penalties
    assert score_sheet(after).total >= score_sheet(state).total


@pytest.mark.slow
def test_placing_comes_near_to_the_best() -> None:
    have = {"jewelry": 1, "silk": 1, "rune_stone": 2, "wool": 1, "hide": 1}
    state = final(have, "iceland")
    best = solve(
        Position(state.boards, have),
        Objective("points", (Values(points=Fraction(1)),)),
        limits=Limits(HANGING, workers=1),
    )
    assert best.status is Status.OPTIMAL
    covered = score_sheet(placed(state)).exploration_cells - score_sheet(state).exploration_cells
    assert 0.7 * best.value <= covered <= best.value


def test_silver_is_kept_for_the_feast() -> None:
    kept = {"silver": 7}
    assert str(greedy_move(turn(2, kept, vikings=0), UNCORRECTED)) == "pass"
    fed = {"silver": 7, "beans": 1, "mead": 2, "flax": 1}
    assert str(greedy_move(turn(2, fed, vikings=0), UNCORRECTED)).startswith("place silver home ")


def test_placing_does_not_depend_on_the_order_of_gains() -> None:
    """Silver and ore are worth the same on a board; which was gained first does not matter."""
    chosen = []
    for order in (("silver", "ore"), ("ore", "silver")):
        state = final({}, "home")
        state.supply = type(state.supply)((name, 30) for name in order)
        chosen.append(greedy_move(state, UNCORRECTED))
    assert isinstance(chosen[0], Place)
    assert chosen[0] == chosen[1]
