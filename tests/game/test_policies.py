"""The policies: they play by the rules, see only the state, and greedy is much better."""

from collections import Counter
from fractions import Fraction
from importlib import import_module
from itertools import product
from random import Random
from statistics import fmean

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from odin_solver import solve
from odin_solver.components import BOARDS, TILES
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Options, apply, decision, new_game, score_sheet
from odin_solver.game.actions.dice import DiceAction
from odin_solver.game.actions.occupations import PlayOccupations, play_card
from odin_solver.game.cards.blocks.deals import Deals, deal
from odin_solver.game.kernel.cards import CARDS, payment_matters
from odin_solver.game.kernel.chance import Roll
from odin_solver.game.kernel.moves import PASS, REROLL, SUCCEED, Keep, Move, TakeLoot, Use
from odin_solver.game.kernel.moves import parse as parse_move
from odin_solver.game.kernel.state import State
from odin_solver.game.policies import POLICIES, greedy, play, random_policy
from odin_solver.game.policies.evaluation import EvaluationWeights, Evaluator, feast_lacks, soft_min
from odin_solver.game.policies.greedy import Greedy
from odin_solver.game.policies.lazy import SLACK, LazyGreedy
from odin_solver.game.policies.placing import best_place
from odin_solver.game.policies.random_policy import first_fit
from odin_solver.game.policies.starting import starting_gains
from odin_solver.game.turn import Turn
from odin_solver.placement.objective import Objective
from odin_solver.placement.objective import Weights as Values
from odin_solver.placement.solution import Limits, Status
from odin_solver.planner.advice import candidate_moves
from odin_solver.planner.playout import play_out
from odin_solver.planner.series import mean_sheet, play_many, play_one, summary
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import GameLength, Position
from tests.game.building import rest, turn
from tests.game.texts import texts
from tests.profiles import cases
from tests.timing import HANGING

ALL_CARDS = frozenset(CARDS)
GREEN_AND_BLUE = [
    name for name, tile in TILES.items() if tile.kind == "good" and tile.color in ("green", "blue")
]


uncorrected = Greedy(Evaluator())
"""What it does can be told beforehand; what has been learned may say otherwise."""


def final(have: dict[str, int], *boards: str) -> State:
    """The end of a game, when tiles can still be placed."""
    state = turn(7, have, boards=tuple(BoardState(BOARDS[name]) for name in boards or ("home",)))
    state = rest(state)
    assert state.phase == "final placing"
    return state


@pytest.mark.slow
@pytest.mark.parametrize(
    ("policy", "options", "seed"),
    [
        ("random", Options(), 1),
        ("random", Options("short", islands=True, harvest=True), 2),
        ("random", Options(cards=ALL_CARDS), 3),
        ("greedy", Options("short", islands=True), 4),
        ("greedy", Options("short", cards=ALL_CARDS), 5),
    ],
)
def test_whole_games_are_played_by_the_rules(policy: str, options: Options, seed: int) -> None:
    """The log of each game is replayed with every move checked, or `play_one` would complain."""
    game = play_one(policy, options, seed, with_log=True)
    assert game.log is not None
    assert game.log.endswith("finish\n")
    assert play_one(policy, options, seed).sheet == game.sheet


@pytest.mark.parametrize("seed", range(4))
def test_random_passes_only_when_nothing_else_is_left(seed: int) -> None:
    passes = 0
    state = new_game()
    for move, after in play(state, random_policy, seed):
        if move == PASS:
            here = decision(state)
            assert here is not None
            assert texts(here.moves(state)) == ["pass"]
            assert first_fit(state) is None
            passes += 1
        state = after
    assert passes == 7


@pytest.mark.slow
def test_random_makes_every_move_about_as_often() -> None:
    state = turn(3, {"wood": 2, "stone": 1, "silver": 3})
    here = decision(state)
    assert isinstance(here, Turn)
    moves = here.moves(state)
    rng = Random(0)
    made = Counter(random_policy(state, rng) for _ in range(100 * (len(moves) - 1)))
    assert made.keys() == set(moves) - {PASS}
    assert 60 < min(made.values()) <= max(made.values()) < 150


@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
def test_a_policy_knows_the_state_only_and_leaves_it_alone(policy: object) -> None:
    state = turn(4, {"wood": 3, "silver": 4, "oil": 1, "hide": 1, "knarr": 1})
    before = state.copy()
    assert callable(policy)
    assert policy(state, Random(1)) == policy(state, Random(1))
    assert state == before


@pytest.mark.slow
def test_greedy_is_much_better_than_random() -> None:
    for seed in (1, 2):
        scores = {name: play_one(name, Options("short"), seed).score for name in POLICIES}
        assert scores["greedy"] > scores["random"] + 30


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
def test_what_greedy_does(state: State, move: str) -> None:
    assert str(uncorrected(state, Random(0))).startswith(move)


def test_greedy_succeeds_where_a_die_allows_it_and_rolls_again_where_that_is_better() -> None:
    state = apply(turn(3, {"bow": 5, "wood": 3}), "use hunting_game_1")
    assert uncorrected(apply(state, "1"), Random(0)) == SUCCEED
    state = apply(turn(3, {"longship": 1}), "use pillaging_2")
    assert uncorrected(apply(state, "1"), Random(0)) == REROLL
    assert str(uncorrected(apply(state, "12"), Random(0))).startswith("loot ")


@pytest.mark.parametrize("card", [None, 136, 138, 139])
@pytest.mark.parametrize("roll", range(1, 13))
def test_the_best_loot_is_among_what_is_tried(card: int | None, roll: int) -> None:
    """Cards let one take other loot, at prices of their own: no worse than to try all of it."""
    things = {"longship": 1, "long_sword": 3, "stone": 2, "flax": 2}
    state = apply(turn(4, things, played=(card,) if card else ()), "use pillaging_2")
    state = apply(state, str(roll))
    node = decision(state)
    assert isinstance(node, DiceAction)
    worth = {
        move: uncorrected.value_of(state, move)
        for move in node.moves(state)
        if isinstance(move, TakeLoot)
    }
    tried = [move for move in uncorrected.choices(state, node) if move in worth]
    assert bool(tried) == bool(worth)
    if worth:
        assert max(worth[move] for move in tried) >= max(worth.values()) - 1


def test_weapons_are_drawn_from_what_is_left_of_them() -> None:
    space = "use upgrade_3_weapons_4"

    def value(*piles: tuple[tuple[str, int], ...]) -> float:
        weapons, discards = piles
        state = turn(2, {"hide": 1}, vikings=4, weapons=weapons, discards=discards)
        return uncorrected.value_of(state, parse_move(space))

    bow, five = (("bow", 1),), (("bow", 5),)
    assert value((), ()) < value(bow, ()) == value((), bow) < value(bow, five) == value(five, ())


@pytest.mark.slow
@given(
    st.sampled_from(["hunting_game_1", "laying_a_snare", "raiding", "pillaging_3", "whaling_1"]),
    st.fixed_dictionaries(
        {name: st.integers(0, 4) for name in ("wood", "stone", "bow", "snare", "spear")}
    ),
    st.integers(0, 3),
    st.integers(2, 7),
    st.lists(st.sampled_from(sorted(CARDS)), max_size=3, unique=True),
)
@settings(max_examples=cases(60))
def test_the_short_way_to_the_value_of_a_roll_is_right(
    space: str, have: dict[str, int], swords: int, number: int, cards: list[int]
) -> None:
    things = have | {"long_sword": swords, "longship": 1, "whaling_boat": 1}
    state = turn(number, {name: count for name, count in things.items() if count}, vikings=4)
    state.played = tuple(cards)
    assume(not payment_matters(state))
    state = apply(state, f"use {space}")
    while (node := decision(state)) is not None:  # the boat, if any
        state = apply(state, node.moves(state)[0])
    action = state.stack[-2]
    assert isinstance(action, DiceAction)
    results = {action.rolled(state, side).result for side in range(1, 9)}
    short = uncorrected._reckoned(state, action, results)
    long = uncorrected._tried(state, action, results)
    assert short == pytest.approx(long)


@pytest.mark.slow
@pytest.mark.parametrize("card", sorted(CARDS))
def test_the_short_way_is_not_taken_where_a_card_makes_it_wrong(card: int) -> None:
    some = {"bow": 2, "snare": 2, "wood": 2, "stone": 1, "long_sword": 2, "spear": 2}
    few = {"bow": 1, "snare": 1, "wood": 1, "stone": 3, "long_sword": 1, "spear": 1}
    for number, space, things in product(
        (4, 7), ("hunting_game_1", "laying_a_snare", "raiding", "whaling_1"), (some, few)
    ):
        have = things | {"longship": 1, "whaling_boat": 1, "silver": 4}
        state = turn(number, have, vikings=5)
        state.played = (card,)
        state = apply(state, f"use {space}")
        while (node := decision(state)) is not None:
            state = apply(state, node.moves(state)[0])
        if not isinstance(state.stack[-1], Roll):
            continue  # the card asks for something else first
        action = state.stack[-2]
        assert isinstance(action, DiceAction)
        results = {action.rolled(state, side).result for side in range(1, 9)}
        if not payment_matters(state):
            short = uncorrected._reckoned(state, action, results)
            assert short == pytest.approx(uncorrected._tried(state, action, results))


class Counting(Evaluator):
    """Counts how often it is asked."""

    asked = 0

    def evaluate(self, state: State) -> float:
        self.asked += 1
        return super().evaluate(state)


PLENTY = dict.fromkeys(("peas", "flax", "beans", "grain", "cabbage", "oil", "hide", "wool"), 1) | {
    "bow": 3,
    "snare": 2,
    "spear": 2,
    "long_sword": 2,
    "silver": 9,
    "wood": 4,
    "stone": 3,
    "ore": 1,
    "knarr": 4,
}


@pytest.mark.parametrize(
    ("space", "hand"),
    [
        ("buy_sheep_and_cattle", (78,)),  # up to 7 goods, one after the other
        ("play_occupations_1_4", (66, 77, 78, 85, 90, 171)),  # dice within dice
        ("mountains_2222_or_double_upgrade_3", (24, 48, 66, 78, 90, 123, 128)),
    ],
)
def test_a_move_is_judged_soon_however_many_cards_there_are(
    space: str, hand: tuple[int, ...]
) -> None:
    """All orders of what follows each other would be far too many to be tried."""
    evaluator = Counting()
    state = turn(5, PLENTY, Options(cards=ALL_CARDS), hand=hand, vikings=8)
    Greedy(evaluator).value_of(state, Use(space))
    assert 0 < evaluator.asked < 4000


def test_several_cards_gain_what_each_of_them_gains() -> None:
    """24 gives 2 wood for 2 boats, 54 and 126 only their points."""
    state = turn(5, {"whaling_boat": 2}, Options(cards=ALL_CARDS), hand=(24, 54, 126))
    worth = uncorrected.evaluator.evaluate

    def with_played(*cards: int) -> float:
        after = state.copy()
        for card in cards:
            play_card(after, card)
        return worth(after)

    gains = {card: with_played(card) - worth(state) for card in state.hand}
    assert gains[24] == max(gains.values())
    for most, cards in ((2, (24, 54)), (3, (24, 54, 126))):
        asked = state.copy()
        asked.push(PlayOccupations(most))
        value = uncorrected._value(asked)
        assert value == pytest.approx(worth(state) + sum(gains[card] for card in cards))
        # Fewer cards in the hand are worth less each, so that is not quite the same.
        assert value == pytest.approx(with_played(*cards), abs=1.0)


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
    assert greedy(state, Random(1)) == Keep(ordered[0])
    found = texts(candidate_moves(state))
    assert found[0] == f"keep {ordered[0]}"
    known = [gains[int(move.removeprefix("keep "))] for move in found]
    assert known == sorted(known, reverse=True)
    assert len(found) > 7


def test_a_starting_occupation_that_nothing_is_known_of_is_average(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        import_module(Greedy.__module__),  # by its name one would get the policy
        "starting_gains",
        lambda: {"long": {160: -1.0, 4: 0.5}, "short": {}},
    )
    cards = frozenset({4, 160, 145})
    for starting, best in ((cards, 4), (cards - {4}, 145)):
        state = new_game(Options("long", cards=starting, starting="choose"))
        assert greedy(state, Random(1)) == Keep(best)
    assert greedy(new_game(Options("short", cards=cards, starting="choose")), Random(1))


def test_a_card_that_can_be_played_now_or_later_gains_once() -> None:
    state = turn(5, {"whaling_boat": 2}, Options(cards=ALL_CARDS), hand=(24, 54))
    worth = uncorrected.evaluator.evaluate(state)
    gains = {card: uncorrected.gain_of_card(state, card) for card in state.hand}
    asked = state.copy()
    asked.push(PlayOccupations(1, optional=True), PlayOccupations(1, optional=True))
    assert uncorrected._value(asked) == pytest.approx(worth + sum(gains.values()))
    asked.hand = (24,)
    alone = uncorrected.gain_of_card(asked, 24)
    assert alone > 0
    rest = state.copy()
    rest.hand = (24,)
    assert uncorrected._value(asked) == pytest.approx(uncorrected.evaluator.evaluate(rest) + alone)


def test_a_card_that_costs_more_than_it_brings_is_played_only_if_one_has_to() -> None:
    state = turn(7, {}, Options(cards=ALL_CARDS), hand=(45,), vikings=1)  # -1 point
    now = uncorrected.evaluator.evaluate(state)
    for optional in (True, False):
        asked = state.copy()
        asked.push(PlayOccupations(2, optional=optional))
        assert (uncorrected._value(asked) < now) != optional


def test_of_many_cards_the_best_ones_are_looked_at_before_an_action() -> None:
    hand = (24, 54, 126, 128)
    state = turn(5, {"whaling_boat": 3, "silver": 9}, Options(cards=ALL_CARDS), hand=hand)
    state = apply(state, "use buy_sheep_and_cattle")
    node = decision(state)
    assert node is not None
    assert texts(node.moves(state)) == [*(f"play {card}" for card in hand), "skip"]
    assert texts(uncorrected.choices(state, node)) == ["play 24", "play 54", "skip"]
    # From farther away the action is looked at alone, and what the best card gains is added.
    value = uncorrected._value(state)
    after = apply(apply(state, "skip"), "skip")
    gain = uncorrected.gain_of_card(state, 24)
    assert gain > 0
    assert value == pytest.approx(uncorrected.evaluator.evaluate(after) + gain)


def test_what_cards_gain_is_looked_at_again_when_another_round_begins() -> None:
    lazy = LazyGreedy(uncorrected)
    options = Options(cards=ALL_CARDS)
    two, three = ({"whaling_boat": count} for count in (2, 3))  # 24 gives 1 wood for each
    first = lazy.gain_of_card(turn(4, two, options, hand=(24,)), 24)
    assert first == uncorrected.gain_of_card(turn(4, two, options, hand=(24,)), 24)
    assert lazy.gain_of_card(turn(4, three, options, hand=(24,)), 24) == first
    assert lazy.gain_of_card(turn(5, three, options, hand=(24,)), 24) > first
    others = turn(4, three, options, hand=(24,), played=(54,))
    assert lazy.gain_of_card(others, 24) > first


def test_of_deals_that_follow_each_other_the_best_ones_are_looked_at() -> None:
    state = turn(5, {"oil": 1, "wool": 1, "hide": 1, "mead": 20})
    deals = tuple(
        deal(f"{name}=1", good)
        for name, good in (("oil", "silk=1"), ("wool", "jewelry=1"), ("hide", "peas=1"))
    )
    for left, kept in ((1, 4), (2, 3)):
        node = Deals(deals, left)
        asked = state.copy()
        asked.push(node)
        found = texts(uncorrected.choices(asked, node))
        assert len(found) == kept
        assert "skip" in found
        assert ("exchange hide=1 for peas=1" in found) == (left == 1)


@pytest.mark.slow
def test_lazy_evaluation_begins_every_round_with_the_best_move() -> None:
    lazy, rounds = LazyGreedy(greedy), Counter[int]()
    for _, state in play(new_game(Options("short")), lazy, 3):
        if isinstance(decision(state), Turn):
            rounds[state.round] += 1
            if rounds[state.round] == 1:
                assert lazy(state, Random(0)) == greedy(state, Random(0))
    assert set(rounds) == set(range(1, 7))


class Sighted(LazyGreedy):
    """Moves have the values that are given, and it is noted which ones are looked at."""

    def __init__(self, values: dict[str, float]) -> None:
        super().__init__(Greedy(Flat()))
        self.values, self.looked = values, list[str]()

    def value_of(self, state: State, move: Move) -> float:
        self.looked.append(str(move))
        return self.values.get(str(move), 0.0)


class Flat(Evaluator):
    def evaluate(self, state: State) -> float:
        return 0.0


def test_lazy_evaluation_looks_only_at_moves_that_may_be_best() -> None:
    state = turn(3, {"bow": 1, "wood": 2, "silver": 3}, vikings=6)
    node = decision(state)
    assert node is not None
    best, near, far = "use mead", "use beans", "use hunting_game_1"
    values = {best: 9.0, near: 9.1 - SLACK, far: 8.9 - SLACK}
    lazy = Sighted(values)
    assert str(lazy.best_of(state, node)) == best
    assert lazy.looked == texts(node.moves(state))
    lazy.looked.clear()
    lazy.values = values | {near: 9.5}
    assert str(lazy.best_of(state, node)) == near
    assert lazy.looked == [best, near]
    lazy.looked.clear()
    lazy.values = dict.fromkeys(values, 1.0)
    lazy.best_of(state, node)
    assert {best, near, far} < set(
        lazy.looked
    )  # those that were last seen to gain as much as these


@pytest.mark.slow
def test_lazy_games_score_as_much() -> None:
    """On average: 12 games each way, of which only large differences would be seen."""
    options = Options("short")
    exact = [play_one("greedy", options, seed).sheet.total for seed in range(12)]
    lazy = [play_out(new_game(options), greedy, seed).sheet.total for seed in range(12)]
    assert abs(fmean(exact) - fmean(lazy)) < 12


def test_worth_of_things() -> None:
    worth = Evaluator(EvaluationWeights(silver_ahead=0.0)).evaluate
    state = turn(5, {"beans": 12, "mead": 12, "silver": 2})
    assert feast_lacks(state) == 0
    for name, points in (("silver", 1), ("longship", 8), ("sheep", 2)):
        more = turn(5, {"beans": 12, "mead": 12, "silver": 2, name: 3 if name == "silver" else 1})
        assert worth(more) >= worth(state) + points
    hungry = turn(5, {"mead": 1})
    assert feast_lacks(hungry) == 8
    assert worth(turn(5, {"mead": 1, "silver": 1})) == pytest.approx(
        worth(hungry) + 3 + EvaluationWeights().silver
    )
    fined = turn(5, {"mead": 1}, penalties=1)
    assert worth(fined) == pytest.approx(worth(hungry) - 3)


@given(st.floats(0, 500), st.floats(0, 500), st.floats(0, 50))
@settings(max_examples=cases(100))
def test_a_soft_minimum_is_a_minimum_but_smooth(first: float, second: float, more: float) -> None:
    least = soft_min(first, second)
    assert 0.79 * min(first, second) - 1e-9 <= least <= min(first, second) + 1e-9
    assert least == pytest.approx(soft_min(second, first))
    assert soft_min(first + more, second) >= least - 1e-9


@given(
    st.dictionaries(st.sampled_from(GREEN_AND_BLUE), st.integers(1, 2), max_size=5),
    st.sampled_from(["home", "iceland", "labrador", "long_house"]),
    st.booleans(),
)
@settings(max_examples=cases(15))
def test_places_are_legal_and_worth_no_more_than_the_best(
    have: dict[str, int], board: str, at_the_end: bool
) -> None:
    state = final(have, "home", board) if at_the_end else turn(4, have)
    for place in (best_place, first_fit):
        now, placed = state, 0
        while move := place(now):
            now = apply(now, move)  # refuses what is not legal
            placed += 1
        assert placed <= sum(have.values())
        assert score_sheet(now).penalties == score_sheet(state).penalties


@pytest.mark.slow
def test_quick_placing_comes_near_to_the_best() -> None:
    have = {"jewelry": 1, "silk": 1, "rune_stone": 2, "wool": 1, "hide": 1}
    state = final(have, "iceland")
    best = solve(
        Position(state.boards, have),
        Objective("points", (Values(points=Fraction(1)),)),
        limits=Limits(HANGING, workers=1),
    )
    assert best.status is Status.OPTIMAL
    before = score_sheet(state).exploration_cells
    while move := best_place(state):
        state = apply(state, move)
    covered = score_sheet(state).exploration_cells - before
    assert 0.7 * best.value <= covered <= best.value


def test_silver_is_kept_for_the_feast() -> None:
    assert best_place(turn(2, {"silver": 7})) is None
    move = best_place(turn(2, {"silver": 7, "beans": 1, "mead": 2, "flax": 1}))
    assert move is not None
    assert str(move).startswith("place silver home ")


@pytest.mark.slow
def test_games_do_not_depend_on_processes() -> None:
    seeds = range(1, 5)
    alone = list(play_many("random", Options("short"), seeds))
    together = list(play_many("random", Options("short"), seeds, jobs=2))
    assert alone == together
    assert [game.seed for game in alone] == list(seeds)
    assert len({game.score for game in alone}) > 1


def test_summary() -> None:
    found = summary([10, 0, 20, 30, 40, 50, 60, 70, 80, 90, 100])
    assert (found.mean, found.median, found.p10, found.p90) == (50, 50, 10, 90)
    assert (found.worst, found.best) == (0, 100)
    assert found.stderr == pytest.approx(10)
    assert summary([5]).stderr is None
    assert summary([1, 2]).p10 == pytest.approx(1.1)


def test_the_mean_sheet_adds_up_to_the_mean_score() -> None:
    games = list(play_many("random", Options("short"), range(3)))
    means = mean_sheet(game.sheet for game in games)
    assert sum(means.values()) == pytest.approx(summary([game.score for game in games]).mean)


def test_placing_does_not_depend_on_the_order_of_gains() -> None:
    """Silver and ore are worth the same on a board; which was gained first does not matter."""
    state = new_game(Options())
    chosen = []
    for order in (("silver", "ore"), ("ore", "silver")):
        other = state.copy()
        other.supply = type(state.supply)((name, 30) for name in order)
        chosen.append(best_place(other))
    assert chosen[0] is not None
    assert chosen[0] == chosen[1]
