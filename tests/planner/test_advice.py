"""Advice: what it promises whoever asks."""

import math
import time
from collections.abc import Iterable, Iterator
from statistics import fmean, stdev

import pytest

from odin_solver.errors import InputError
from odin_solver.game import Game, Options, score_sheet
from odin_solver.game.log import parse
from odin_solver.game.play import apply_legal
from odin_solver.game.policies.greedy import greedy
from odin_solver.game.state import State
from odin_solver.planner import advice as advice_module
from odin_solver.planner.advice import Advice, Limits, advise, candidates
from odin_solver.planner.playout import Playout, play_out, retrace
from tests.planner import games

FEW = Limits(seconds=None, playouts=12)


def last(found: Iterable[Advice]) -> Advice:
    *_, final = found
    return final


def test_the_first_answer_comes_with_the_first_playout() -> None:
    state = games.turn(6, 4).state
    first = next(iter(advise(state, FEW)))
    assert first.playouts == 1
    assert len(first.lines) == 1
    assert first.best.move == candidates(state)[0]


def test_every_playout_is_told() -> None:
    told = [each.playouts for each in advise(games.turn(6, 4).state, FEW)]
    assert told[:8] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert told == sorted(told)
    assert told[-1] >= 12


def test_the_seed_decides_everything() -> None:
    state = games.turn(6, 4).state
    one, same, other = (last(advise(state, FEW, seed=seed)) for seed in (3, 3, 4))
    assert one.lines == same.lines
    scenarios = [{each.scenario for each in found.best.playouts} for found in (one, other)]
    assert not scenarios[0] & scenarios[1]


def test_processes_play_the_same_scenarios() -> None:
    state = games.turn(6, 2).state
    alone = last(advise(state, Limits(None, 16)))
    two = last(advise(state, Limits(None, 16, workers=2)))
    played = [{line.move: line.playouts for line in found.lines} for found in (alone, two)]
    assert played[0].keys() == played[1].keys()
    for move, playouts in played[0].items():
        for mine, other in zip(playouts, played[1][move], strict=False):
            assert mine == other


def test_loss_and_doubt_are_those_of_the_common_scenarios() -> None:
    found = last(advise(games.turn(6, 4).state, Limits(None, 30)))
    for line in found.lines:
        met = len(line.playouts)
        gaps = [a - b for a, b in zip(found.best.scores[:met], line.scores, strict=True)]
        assert found.loss(line) == pytest.approx(fmean(gaps))
        doubt = found.doubt(line)
        if met > 1:
            assert doubt == pytest.approx(stdev(gaps) / math.sqrt(met))
        else:
            assert doubt is None
    assert found.loss(found.best) == 0


def test_moves_that_are_asked_about_stay_to_the_end() -> None:
    state = games.turn(6, 4).state
    worst = candidates(state)[-1]
    found = last(advise(state, Limits(None, 30), moves=(worst,)))
    tried = {line.move: len(line.playouts) for line in found.lines}
    assert tried[worst] == max(tried.values())


def test_moves_that_are_asked_about_come_first() -> None:
    state = games.turn(6, 4).state
    worst = candidates(state)[-1]
    assert last(advise(state, Limits(0.0001), moves=(worst,))).best.move == worst


def test_only_moves_that_are_asked_about() -> None:
    state = games.turn(6, 4).state
    pair = candidates(state)[2:4]
    found = last(advise(state, FEW, moves=pair, width=0))
    assert {line.move for line in found.lines} == set(pair)
    assert [len(line.playouts) for line in found.lines] == [6, 6]


def test_scenarios_of_ones_own() -> None:
    limits = Limits(seconds=None, playouts=60)
    found = last(advise(games.turn(6, 2).state, limits, scenarios=lambda number: 100 + number))
    assert [each.scenario for each in found.best.playouts][:2] == [100, 101]


def test_the_time_is_kept_to_within_a_playout(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow policy: only some lines meet the first scenario, and those are what is known."""

    def slow(state: State, policy: object, scenario: int) -> Playout:
        time.sleep(0.1)
        return Playout(score_sheet(state), (), scenario)

    monkeypatch.setattr(advice_module, "play_out", slow)
    began = time.monotonic()
    found = last(advise(games.turn(6, 4).state, Limits(0.25)))
    assert time.monotonic() - began < 0.8
    assert 1 <= len(found.lines) < 8
    assert all(len(line.playouts) == 1 for line in found.lines)


def test_a_scenario_that_is_cut_short_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(state: State, policy: object, scenario: int) -> Playout:
        time.sleep(0.02)
        return Playout(score_sheet(state), (), scenario)

    monkeypatch.setattr(advice_module, "play_out", slow)
    found = last(advise(games.turn(6, 4).state, Limits(0.23), at_least=8))
    assert len({len(line.playouts) for line in found.lines}) == 1


def test_there_has_to_be_a_decision() -> None:
    with pytest.raises(InputError, match="over"):
        next(iter(advise(parse(games.log()).state)))
    with pytest.raises(InputError, match="chance decides"):
        next(iter(advise(Game(Options(), 1).state)))


def test_a_playout_can_be_retraced() -> None:
    game = games.turn(5, 6)
    state = apply_legal(game.state, candidates(game.state)[0])
    found = play_out(state, greedy, 12345)
    steps: Iterator[tuple[State, str, State]] = retrace(state, found)
    at = state
    for before, move, after in steps:
        assert before == at
        at = apply_legal(before, move)
        assert at == after
    assert score_sheet(at) == found.sheet
