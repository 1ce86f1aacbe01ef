"""The search for the best game of a seed, all of whose luck is known."""

from itertools import pairwise
from random import Random
from types import SimpleNamespace

import pytest

from odin_solver.game import Game, Options, decision, new_game, score_sheet
from odin_solver.game.kernel.state import State
from odin_solver.game.policies.greedy import greedy
from odin_solver.game.turn import Turn
from odin_solver.planner import clairvoyant
from odin_solver.planner.clairvoyant import ClairvoyantGame, by_beams, first_turn, search
from odin_solver.planner.playout import Playout, play_out
from odin_solver.planner.policies import rollout_policies
from odin_solver.rollouts.encoding import encode
from odin_solver.rollouts.library import Library
from odin_solver.rollouts.playing import CompiledGreedy, compiled, logged
from odin_solver.rollouts.structs import FlatState
from odin_solver.rollouts.weights import placing_otherwise, varied
from tests.planner import games
from tests.rollouts.conftest import engine
from tests.timing import slowness, takes_at_most

__all__ = ["engine"]

SHORT = Options("short")
SEED = 2


@pytest.fixture
def policy(engine: Library) -> CompiledGreedy:
    found = compiled(rollout_policies("short")[0])
    assert found is not None
    return found


@pytest.fixture(scope="module")
def told(engine: Library) -> list[ClairvoyantGame]:
    found = compiled(rollout_policies("short")[0])
    assert found is not None
    return list(by_beams(found, SHORT, SEED, 60, 0, passes=1))


def check(game: Game, playout: Playout) -> None:
    """Replay a game by the rules, which refuse what is not legal."""
    for number, move in playout.moves:
        assert number == game.state.round
        game.do(move)
        game.let_chance_decide()
    assert game.state.is_over
    assert score_sheet(game.state) == playout.sheet


@pytest.mark.slow
def test_it_begins_with_the_greedy_game_and_gets_better(told: list[ClairvoyantGame]) -> None:
    scores = [each.score for each in told]
    assert scores == sorted(scores)
    assert scores[0] == play_out(new_game(SHORT), rollout_policies("short")[0], SEED).sheet.total
    assert scores[-1] >= scores[0] + 8
    assert [each.games for each in told] == sorted(each.games for each in told)


@pytest.mark.slow
def test_the_game_is_one_of_the_seed(told: list[ClairvoyantGame]) -> None:
    game = Game(SHORT, SEED)
    game.let_chance_decide()
    assert game.state == first_turn(SHORT, SEED)
    assert isinstance(decision(game.state), Turn)
    check(game, told[-1].playout)
    assert told[-1].playout.scenario == SEED


def best_of(
    policy: CompiledGreedy, state: State, *passes: tuple[float, int, int], seed: int = SEED
) -> tuple[int, bytes]:
    """Return the score and the log after passes, each with a variation, a width and a turn."""
    beam, weights = policy.begin_beam(state, seed), policy.weights(state)
    for number, (scale, width, turn) in enumerate(passes):
        first = varied(weights, Random(number), scale)
        beam.begin_pass([first, placing_otherwise(first, Random(1))], width, turn)
        while beam.improve(60):
            pass
    found, _ = beam.best()
    return found.sheet.total, found.log


def test_passes_can_be_repeated(policy: CompiledGreedy) -> None:
    passes = ((0, 2, 0), (0.3, 3, 9), (0.3, 2, 0))
    once, again = (best_of(policy, new_game(SHORT), *passes) for _ in range(2))
    assert once == again
    assert once[0] >= best_of(policy, new_game(SHORT), passes[0])[0]


def test_varied_weights_and_later_turns_give_games_of_the_rules(policy: CompiledGreedy) -> None:
    """Passes that begin at a later turn keep what comes before."""
    state = new_game(SHORT)
    beam, rng = policy.begin_beam(state, SEED), Random(1)
    beam.begin_pass([policy.weights(state)], 1)
    assert not beam.improve(60)
    start = [move for _, move in logged(beam.best()[0].log, state)]
    for _ in range(4):
        beam.begin_pass([varied(policy.weights(state), rng, 0.3)], 3, 6)
        assert not beam.improve(60)
    found, _ = beam.best()
    moves = logged(found.log, state)
    assert [move for _, move in moves] != start
    assert [move for _, move in moves][:6] == start[:6]
    game = Game(SHORT, SEED)
    game.let_chance_decide()
    check(game, Playout(found.sheet, moves, SEED))


def test_wider_is_better(policy: CompiledGreedy) -> None:
    scores = [best_of(policy, games.turn(5, 5).state, (0, width, 0))[0] for width in (1, 4, 16)]
    assert scores == sorted(scores)
    assert scores[-1] > scores[0]


def test_a_pass_that_is_stopped_loses_nothing(policy: CompiledGreedy) -> None:
    beam = policy.begin_beam(new_game(SHORT), SEED)
    beam.begin_pass([policy.weights(new_game(SHORT))], 2)
    while beam.improve(0):
        pass
    in_slices, _ = beam.best()
    beam.begin_pass([policy.weights(new_game(SHORT))], 2)
    assert beam.improve(0)
    assert beam.best()[0] == in_slices


def test_no_variation_changes_nothing(policy: CompiledGreedy) -> None:
    weights = policy.weights(new_game(SHORT))
    assert bytes(varied(weights, Random(1), 0)) == bytes(weights)
    assert bytes(varied(weights, Random(1), 0.1)) != bytes(weights)


def test_other_ways_to_place_have_the_same_evaluation(
    policy: CompiledGreedy, engine: Library
) -> None:
    state = games.turn(4, 3).state
    flat, weights = encode(state), policy.weights(state)
    engine.refresh(flat)
    other = placing_otherwise(weights, Random(1))
    assert engine.evaluate(flat, other) == engine.evaluate(flat, weights)
    assert bytes(other) != bytes(weights)


def test_no_memory(monkeypatch: pytest.MonkeyPatch, engine: Library) -> None:
    monkeypatch.setattr(engine, "_loaded", SimpleNamespace(beam_begin=lambda *_: None))
    with pytest.raises(MemoryError):
        engine.begin_beam(FlatState(), [[]] * 5)


@pytest.mark.slow
@pytest.mark.alone
def test_the_time_limit_is_kept(policy: CompiledGreedy) -> None:
    with takes_at_most(0.5, waiting=1):
        seconds = [each.seconds for each in search(SHORT, SEED, seconds=1)]
    assert max(after - before for before, after in pairwise(seconds)) < 0.6 * slowness()


@pytest.mark.slow
def test_without_the_engine_games_are_played_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clairvoyant, "compiled", lambda _: None)
    *_, last = search(SHORT, SEED, seconds=1)
    assert last.score >= play_out(new_game(SHORT), greedy, SEED).sheet.total
    game = Game(SHORT, SEED)
    game.let_chance_decide()
    check(game, last.playout)
