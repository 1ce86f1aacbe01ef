"""Playouts of the compiled engine, as the planner uses them."""

import pickle
import threading
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from benchmarks.checking import with_cards
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.errors import InputError, NotBuiltError
from odin_solver.game import Options, legal_moves, new_game, score_sheet
from odin_solver.game.kernel.order import WhichFirst
from odin_solver.game.kernel.play import apply, chance_outcomes, current, decides
from odin_solver.game.kernel.rulings import Ruling
from odin_solver.game.kernel.state import State
from odin_solver.game.playing import SeededChance, play_on
from odin_solver.game.turn import Turn
from odin_solver.planner.advice import SearchLimits, advise, candidate_moves
from odin_solver.planner.playout import Playout, play_out, playouts_of, retrace
from odin_solver.rollouts import library as library_module
from odin_solver.rollouts.playing import compiled, greedy
from odin_solver.rollouts.policies.evaluation import GREEDY
from tests.timing import HANGING


def states(every: int) -> list[State]:
    """States at decisions of a greedy game."""
    game = play_on(new_game(Options("short")), lambda at: greedy(at, Random(0)), SeededChance(7))
    return [state for state, move, _ in game if not isinstance(move, str)][::every]


def test_a_playout_is_retraced() -> None:
    """Its moves are legal in the scenario, belong to their rounds and lead to its score."""
    for state in states(20):
        found = play_out(state, GREEDY, 12345)
        end = state
        moves = iter(found.moves)
        for before, move, after in retrace(state, found):
            if not isinstance(move, str):
                assert next(moves) == (before.round, move)
            end = after
        assert current(end) is None
        assert score_sheet(end) == found.sheet


@pytest.mark.slow
def test_threads_play_the_same() -> None:
    state = states(30)[1]
    tasks = [(state, GREEDY, scenario) for scenario in range(12)]
    one, two = (list(playouts_of(tasks, workers)) for workers in (1, 2))
    assert [each.sheet for each in one] == [each.sheet for each in two]
    assert list(one[0].moves) == list(pickle.loads(pickle.dumps(two[0])).moves)


@pytest.mark.slow
def test_nobody_waits_for_the_threads_of_playouts() -> None:
    """Joined by the garbage collector, such threads could stop a whole process."""

    goes_on = threading.Event()

    def slow(state: State, policy: Any, scenario: int) -> Playout:
        assert scenario == 0 or goes_on.wait(HANGING)
        return play_out(state, policy, scenario)

    tasks = [(states(30)[1], GREEDY, scenario) for scenario in range(40)]
    assert len(list(playouts_of(tasks, workers=2))) == 40
    before = set(threading.enumerate())
    found = playouts_of(tasks, 2, slow)
    next(found)
    threads = set(threading.enumerate()) - before
    del found  # ends it as the garbage collector does
    assert any(thread.is_alive() for thread in threads)
    goes_on.set()
    for thread in threads:
        thread.join(HANGING)
        assert not thread.is_alive()


@pytest.mark.slow
@pytest.mark.parametrize("ruling", Ruling)
def test_rulings_are_planned_as_fast(ruling: Ruling) -> None:
    """By a tree search in the compiled engine, with all simulations of a budget."""
    harvest = ruling == Ruling.HARVEST_FEWER_CARDS
    usual = Options("short", harvest=harvest, cards=frozenset(OCCUPATIONS))
    state = new_game(msgspec.structs.replace(usual, rulings=frozenset({ruling})))
    while not isinstance(current(state), Turn):
        chance = decides(state) == "chance"
        state = apply(state, chance_outcomes(state)[0][0] if chance else legal_moves(state)[0])
    without = state.copy()
    without.options = usual
    found = [[*advise(each, SearchLimits(playouts=200))][-1] for each in (state, without)]
    assert found[0].searched == found[1].searched > 100


def test_a_playout_with_occupations_is_retraced() -> None:
    state = new_game(Options("short", cards=frozenset(OCCUPATIONS)))
    found = play_out(state, GREEDY, 3)
    *_, (_, _, end) = retrace(state, found)
    assert current(end) is None
    assert score_sheet(end) == found.sheet


def test_a_feast_between_actions_does_not_end_a_round() -> None:
    """5 Chief: a feast at once."""
    state = with_cards(Options(cards=frozenset(OCCUPATIONS)), [5], [], [])
    found = play_out(state, GREEDY, 1)
    assert "play 5" in [str(move) for _, move in found.moves]
    rounds = [at.round for at, move, _ in retrace(state, found) if not isinstance(move, str)]
    assert [number for number, _ in found.moves] == rounds


def test_cards_in_any_order_are_candidates() -> None:
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


@pytest.mark.parametrize("content", [None, b"no library"])
def test_without_a_library(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes | None
) -> None:
    state = states(40)[-1]
    path = tmp_path / "engine.so"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setattr(library_module, "LIBRARY", path)
    for cached in (compiled, library_module.library):
        cached.cache_clear()
    try:
        with pytest.raises(NotBuiltError, match=r"compiled engine .* python hatch_build\.py"):
            play_out(state, GREEDY, 1)
    finally:
        for cached in (compiled, library_module.library):
            cached.cache_clear()


def test_a_state_that_it_does_not_know() -> None:
    """Strips that do not exist."""
    state = states(40)[-1].copy()
    state.strips = (("ore", "wood"),)
    with pytest.raises(InputError, match="mountain strip"):
        play_out(state, GREEDY, 1)
