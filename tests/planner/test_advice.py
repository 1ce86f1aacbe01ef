"""Advice: what it promises whoever asks."""

import math
import time
from collections.abc import Iterable
from statistics import fmean, stdev

import msgspec
import pytest

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.errors import InputError
from odin_solver.game import Game, Options, new_game, score_sheet
from odin_solver.game.kernel.moves import PASS, Keep, Use
from odin_solver.game.kernel.play import apply, apply_legal, decision
from odin_solver.game.kernel.state import State
from odin_solver.game.log import parse
from odin_solver.game.seats import alone
from odin_solver.game.turn import Turn
from odin_solver.planner import advice as advice_module
from odin_solver.planner.advice import SearchLimits, advise, candidate_moves, forced_move, width_for
from odin_solver.planner.asked import what_if
from odin_solver.planner.candidates import SMOOTHING, Advice, Candidate
from odin_solver.planner.playout import FORECAST_POINTS, LAMBDA, Playout, play_out, retrace
from odin_solver.rollouts.playing import compiled
from odin_solver.rollouts.policies.evaluation import GREEDY
from tests.game.building import turn
from tests.game.texts import texts
from tests.planner import games
from tests.timing import takes_at_most

FEW = SearchLimits(seconds=None, playouts=12)

START = new_game(Options("short", cards=frozenset(OCCUPATIONS), starting="choose"))
"""Starting occupations are compared by playouts."""


def is_first_turn(state: State) -> bool:
    return isinstance(decision(state), Turn) and not state.placed


def last(found: Iterable[Advice]) -> Advice:
    *_, final = found
    return final


def test_the_first_answer_comes_with_the_first_playout() -> None:
    first = next(iter(advise(START, FEW)))
    assert first.playouts == 1
    assert len(first.candidates) == 1
    assert first.best.move == candidate_moves(START)[0]


def test_every_playout_is_told() -> None:
    told = [each.playouts for each in advise(START, FEW)]
    assert told[:7] == [1, 2, 3, 4, 5, 6, 7]
    assert told == sorted(told)
    assert told[-1] >= 12


def test_the_seed_decides_everything() -> None:
    one, same, other = (last(advise(START, FEW, seed=seed)) for seed in (3, 3, 4))
    assert one.candidates == same.candidates
    scenarios = [{each.scenario for each in found.best.playouts} for found in (one, other)]
    assert not scenarios[0] & scenarios[1]


def test_threads_play_the_same_scenarios() -> None:
    alone = last(advise(START, SearchLimits(None, 16)))
    two = last(advise(START, SearchLimits(None, 16, workers=2)))
    played = [{line.move: line.playouts for line in found.candidates} for found in (alone, two)]
    assert played[0].keys() == played[1].keys()
    for move, playouts in played[0].items():
        for mine, other in zip(playouts, played[1][move], strict=False):
            assert mine == other


def test_loss_and_doubt_are_those_of_the_common_scenarios() -> None:
    found = last(advise(START, SearchLimits(None, 30)))
    for line in found.candidates:
        met = len(line.playouts)
        share = SMOOTHING / (SMOOTHING + met)
        gaps = [
            (1 - share) * (best.sheet.total - own.sheet.total)
            + share * (best.outlook - own.outlook)
            for best, own in zip(found.best.playouts[:met], line.playouts, strict=True)
        ]
        assert found.raw_loss(line) == pytest.approx(fmean(gaps))
        ranked = found.ranked(line)
        assert ranked.loss == max(0, found.raw_loss(line))
        assert ranked.expected == pytest.approx(found.best.mean - ranked.loss)
        doubt = found.loss_stderr(line)
        if met > 1:
            assert doubt == pytest.approx(stdev(gaps) / math.sqrt(met))
        else:
            assert doubt is None
    best = found.ranked(found.best)
    assert (best.loss, best.expected) == (0, found.best.mean)


@pytest.mark.parametrize(
    ("limits", "width"),
    [
        (SearchLimits(None, 4), 7),
        (SearchLimits(None, 70), 10),
        (SearchLimits(None, 1000), 14),
        (SearchLimits(0.1), 7),
        (SearchLimits(3.5), 10),
        (SearchLimits(3.5, workers=2), 14),
        (SearchLimits(100, 8), 7),
        (SearchLimits(None), 14),
    ],
)
def test_more_moves_are_tried_where_there_is_time_for_them(
    limits: SearchLimits, width: int
) -> None:
    assert width_for(limits) == width


def test_the_score_counts_the_more_the_more_scenarios_there_are() -> None:
    sheet = score_sheet(games.turn(6, 4).state)
    rosy = Playout(sheet, (), 1, (sheet.total / FORECAST_POINTS + 10,))
    better = Playout(msgspec.structs.replace(sheet, silver=sheet.silver + 1), (), 1, (0.0,))
    few, many = (
        (Candidate((Use("rosy"),), (rosy,) * each), Candidate((Use("better"),), (better,) * each))
        for each in (1, 10_000)
    )
    assert few[0].rating > few[1].rating
    assert many[0].rating < many[1].rating


def test_scenarios_of_ones_own() -> None:
    limits = SearchLimits(seconds=None, playouts=60)
    for state in (START, games.turn(6, 2).state):
        found = last(advise(state, limits, scenarios=lambda number: 100 + number))
        assert [each.scenario for each in found.best.playouts][:2] == [100, 101]


@pytest.mark.alone
def test_the_time_is_kept_to_within_a_playout(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow policy: only some lines meet the first scenario, and those are what is known."""

    def slow(state: State, policy: object, scenario: int) -> Playout:
        time.sleep(0.1)
        return Playout(score_sheet(state), (), scenario)

    monkeypatch.setattr(advice_module, "play_out", slow)
    with takes_at_most(5):
        found = last(advise(START, SearchLimits(0.25)))
    assert 1 <= len(found.candidates) < 8
    assert all(len(line.playouts) == 1 for line in found.candidates)


def test_a_scenario_that_is_cut_short_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(state: State, policy: object, scenario: int) -> Playout:
        time.sleep(0.02)
        return Playout(score_sheet(state), (), scenario)

    monkeypatch.setattr(advice_module, "play_out", slow)
    limits = SearchLimits(0.23)
    found = last(advise(START, limits, finalists=8))
    assert len({len(line.playouts) for line in found.candidates}) == 1


def test_within_an_action_all_that_a_player_may_choose_is_thought_of() -> None:
    """More than what the greedy policy looks at: two of each sort."""
    cards = (24, 54, 126, 128)
    state = turn(5, {"silver": 9}, Options(cards=frozenset(OCCUPATIONS)), hand=cards)
    asked = apply(state, "use buy_sheep_and_cattle")
    assert {*texts(candidate_moves(asked))} == {*(f"play {card}" for card in cards), "skip"}
    goods = ("oil", "milk", "hide", "wool", "flax")
    asked = apply(turn(5, dict.fromkeys(goods, 1)), "use upgrade_2")
    assert {*texts(candidate_moves(asked))} >= {f"upgrade {good}" for good in goods}


def test_there_has_to_be_a_decision() -> None:
    with pytest.raises(InputError, match="over"):
        next(iter(advise(parse(games.log()).state)))
    with pytest.raises(InputError, match="chance decides"):
        next(iter(advise(Game(Options(), 1).state)))


def test_a_playout_can_be_retraced() -> None:
    game = games.turn(5, 6)
    state = apply_legal(game.state, candidate_moves(game.state)[0])
    found = play_out(state, GREEDY, 12345)
    at = state
    for before, move, after in retrace(state, found):
        assert before == at
        at = apply_legal(before, move)
        assert at == after
    assert score_sheet(at) == found.sheet


def test_forecasts_are_made_when_rounds_begin() -> None:
    """From the third round on, and not for the round that is under way."""
    for number, count in ((1, 4), (4, 2), (6, 0)):
        state = games.turn(number, 4).state
        found = play_out(state, GREEDY, 1)
        forecasts = [
            compiled(GREEDY).evaluate(before)
            for before, _, after in retrace(state, found)
            if before.round >= 3 and before.round > number and is_first_turn(before)
        ]
        assert len(forecasts) == count
        assert list(found.forecasts) == pytest.approx(forecasts)


def test_the_outlook_is_between_the_forecasts_and_the_score() -> None:
    sheet = score_sheet(games.turn(6, 4).state)
    assert Playout(sheet, (), 1).outlook == sheet.total
    found = Playout(sheet, (), 1, (100.0, 200.0)).outlook
    later = (1 - LAMBDA) * FORECAST_POINTS * 200 + LAMBDA * sheet.total
    assert found == pytest.approx((1 - LAMBDA) * FORECAST_POINTS * 100 + LAMBDA * later)


def scored(card: int, *scores: int) -> Candidate:
    """A candidate with playouts of these scores."""
    sheet = score_sheet(games.turn(6, 4).state)
    more = [score - sheet.total for score in scores]
    sheets = [msgspec.structs.replace(sheet, silver=sheet.silver + each) for each in more]
    return Candidate((Keep(card),), tuple(Playout(each, (), 1) for each in sheets))


def test_a_ranking_is_sorted_by_what_it_shows() -> None:
    """Candidates that dropped out early come last, whatever their few scenarios say."""
    several = (
        scored(1, 50, 60, 55, 52, 53),
        scored(2, 40, 50, 45, 42, 43),
        scored(3, 49, 50, 47, 50, 51),
        scored(4, 70),
    )
    advice = Advice(games.turn(6, 4).state.copy(), several, 1)
    advice.state.round = 0  # where nothing is calibrated
    ranking = advice.ranking()
    assert [(each.candidate.move, each.expected, each.loss) for each in ranking] == [
        (Keep(1), 54, 0),
        (Keep(3), pytest.approx(49.4), pytest.approx(4.6)),
        (Keep(2), 44, 10),
        (Keep(4), 54, 0),
    ]
    assert [each.is_unclear for each in ranking] == [False, False, False, True]
    assert advice.raw_loss(several[3]) == -20
    assert [each.candidate.move for each in advice.ranking(1)] == [Keep(1), Keep(2)]


@pytest.mark.parametrize("state", [games.turn(6, 2).state, START])
def test_numbers_do_not_depend_on_how_many_are_shown(state: State) -> None:
    few, many = (last(advise(state, FEW, shown=each)) for each in (1, 6))
    one, other = (
        {each.candidate.moves: each[1:] for each in found.ranking()} for found in (few, many)
    )
    assert one == other


def test_the_only_legal_move() -> None:
    state = games.turn(6, 4).state.copy()
    assert forced_move(state) is None
    state.vikings = 0
    assert forced_move(state) == PASS
    state.supply["silver"] = 3  # a whaling boat could be bought
    assert forced_move(state) is None


def test_of_several_seats_the_others_play() -> None:
    game = Game(Options("short", players=3, seats=("Anna", "Ben", "Eva")), 2)
    game.let_chance_decide()
    found = last(advise(game.state, SearchLimits(None, 60)))
    assert found.state == alone(game.state)
    assert found.best.estimate is not None
    raw = found.best.estimate.taken
    assert 1.5 < sum(raw.values()) < 2.5, "each of the others takes a space, perhaps a tile"
    assert found.taken.keys() == raw.keys()
    assert max(found.taken.values()) < max(raw.values())
    answer = what_if(game.state, PASS, SearchLimits(None, 60))
    assert len(answer.games) == len(answer.games_of_other) > 0
    assert answer.ranked.loss > 5
