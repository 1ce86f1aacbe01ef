"""Playouts of the compiled engine, as the planner uses them."""

import pickle
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Options, legal_moves, new_game, score_sheet
from odin_solver.game.kernel.moves import Use
from odin_solver.game.kernel.order import WhichFirst
from odin_solver.game.kernel.play import apply, apply_legal, chance_outcomes, current, decides
from odin_solver.game.kernel.rulings import Ruling
from odin_solver.game.kernel.state import State
from odin_solver.game.playing import SeededChance, play_on
from odin_solver.game.policies.greedy import greedy
from odin_solver.game.turn import Turn
from odin_solver.planner.advice import CANDIDATES, SearchLimits, advise, candidate_moves
from odin_solver.planner.playout import Playout, play_out, playouts_of, retrace
from odin_solver.rollouts import library as library_module
from odin_solver.rollouts.checking import with_cards
from odin_solver.rollouts.library import Library
from odin_solver.rollouts.playing import compiled

pytestmark = pytest.mark.usefixtures("engine")


def states(every: int) -> list[State]:
    """States at decisions of a greedy game."""
    game = play_on(new_game(Options("short")), lambda at: greedy(at, Random(0)), SeededChance(7))
    return [state for state, move, _ in game if not isinstance(move, str)][::every]


def test_a_playout_is_retraced() -> None:
    """Its moves are legal in the scenario, belong to their rounds and lead to its score."""
    for state in states(20):
        found = play_out(state, greedy, 12345)
        end = state
        moves = iter(found.moves)
        for before, move, after in retrace(state, found):
            if not isinstance(move, str):
                assert next(moves) == (before.round, move)
            end = after
        assert current(end) is None
        assert score_sheet(end) == found.sheet


def test_candidates_as_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = [candidate_moves(state) for state in states(9)]
    monkeypatch.setattr("odin_solver.planner.advice.compiled", lambda policy: None)
    theirs = [candidate_moves(state) for state in states(9)]
    for compiled_moves, python_moves, state in zip(ours, theirs, states(9), strict=True):
        assert set(map(str, compiled_moves)) <= set(map(str, legal_moves(state)))
        assert set(map(str, compiled_moves)) == set(map(str, python_moves))
        if isinstance(current(state), Turn):
            common = [str(move) for move in python_moves[1 : CANDIDATES[0]]]
            assert len({*common, *map(str, compiled_moves[: CANDIDATES[0] + 2])}) < 12


def test_a_move_is_made_first() -> None:
    state = next(state for state in states(1) if isinstance(current(state), Turn))
    move = next(each for each in legal_moves(state, placing=False) if each == Use("mead"))
    found = play_out(apply_legal(state, Use("beans")), greedy, 3, move)
    assert (state.round, move) in found.moves


def test_threads_play_the_same() -> None:
    state = states(30)[1]
    tasks = [(state, greedy, scenario) for scenario in range(12)]
    one, two = (list(playouts_of(tasks, workers)) for workers in (1, 2))
    assert [each.sheet for each in one] == [each.sheet for each in two]
    assert list(one[0].moves) == list(pickle.loads(pickle.dumps(two[0])).moves)


def test_nobody_waits_for_the_threads_of_playouts() -> None:
    """Joined by the garbage collector, such threads could stop a whole process."""

    def slow(*task: Any) -> Playout:
        time.sleep(0.1)
        return play_out(*task)

    tasks = [(states(30)[1], greedy, scenario) for scenario in range(40)]
    assert len(list(playouts_of(tasks, workers=2))) == 40
    before = set(threading.enumerate())
    found = playouts_of(tasks, 2, slow)
    next(found)
    threads = set(threading.enumerate()) - before
    del found  # ends it as the garbage collector does
    assert any(thread.is_alive() for thread in threads)
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()


@pytest.mark.parametrize("ruling", Ruling)
def test_rulings_are_planned_as_fast(ruling: Ruling) -> None:
    """By a tree search in the compiled engine, with all simulations of a budget."""
    harvest = ruling == Ruling.HARVEST_FEWER_CARDS
    usual = Options("short", harvest=harvest, cards=frozenset(OCCUPATIONS))
    state = new_game(msgspec.structs.replace(usual, rulings=frozenset({ruling})))
    while decides(state) == "chance":
        state = apply(state, chance_outcomes(state)[0][0])
    without = state.copy()
    without.options = usual
    found = [[*advise(each, SearchLimits(playouts=200))][-1] for each in (state, without)]
    assert found[0].searched == found[1].searched > 100


def test_a_playout_with_occupations_is_retraced() -> None:
    state = new_game(Options("short", cards=frozenset(OCCUPATIONS)))
    found = play_out(state, greedy, 3)
    *_, (_, _, end) = retrace(state, found)
    assert current(end) is None
    assert score_sheet(end) == found.sheet


def test_a_feast_between_actions_does_not_end_a_round() -> None:
    """5 Chief: a feast at once."""
    state = with_cards(Options(cards=frozenset(OCCUPATIONS)), [5], [], [])
    found = play_out(state, greedy, 1)
    assert "play 5" in [str(move) for _, move in found.moves]
    rounds = [at.round for at, move, _ in retrace(state, found) if not isinstance(move, str)]
    assert [number for number, _ in found.moves] == rounds


def test_the_order_of_occupations_is_chosen_in_python() -> None:
    state = with_cards(Options(cards=frozenset(OCCUPATIONS)), [], [36, 37], [])
    while decides(state) == "chance":
        state = apply(state, chance_outcomes(state)[0][0])
    state.supply, state.knarrs = {"game_meat": 1, "grain": 1, "silver": 3}, 1
    state = apply(state, "use overseas_trading_1")
    assert isinstance(current(state), WhichFirst)
    assert set(map(str, candidate_moves(state))) == {"first 36", "first 37"}


def test_candidates_with_occupations_are_legal() -> None:
    game = play_on(
        new_game(Options("short", cards=frozenset(OCCUPATIONS))),
        lambda at: greedy(at, Random(0)),
        SeededChance(7),
    )
    state = [at for at, _, _ in game if isinstance(current(at), Turn) and at.played][4]
    assert set(candidate_moves(state)) <= set(legal_moves(state))


def test_without_a_library(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Everything works in Python, which is said once."""
    monkeypatch.setattr(library_module, "LIBRARY", tmp_path / "engine.so")
    for cached in (compiled, library_module.library):
        cached.cache_clear()
    try:
        state = states(40)[-1]
        assert [play_out(state, greedy, 1).sheet for _ in range(2)]
        written = capsys.readouterr().err
        assert written == "no compiled engine (it was not built): playouts take longer\n"
    finally:
        for cached in (compiled, library_module.library):
            cached.cache_clear()


def test_a_state_that_it_does_not_know(engine: Library) -> None:
    """Strips that do not exist are played in Python."""
    state = states(40)[-1].copy()
    state.strips = (("ore", "wood"),)
    assert play_out(state, greedy, 1).sheet.total
