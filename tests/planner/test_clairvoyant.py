"""The search for the best game of a seed, all of whose luck is known."""

from types import SimpleNamespace

import pytest

from odin_solver.errors import InputError
from odin_solver.game import Game, Options, decision, new_game, score_sheet
from odin_solver.game.files import begin
from odin_solver.game.kernel.state import State
from odin_solver.game.turn import Turn
from odin_solver.planner.clairvoyant import ClairvoyantGame, search
from odin_solver.planner.playout import Playout, play_out
from odin_solver.rollouts.library import GameBeam, Library, RawPlayout
from odin_solver.rollouts.playing import CompiledGreedy, compiled, logged
from odin_solver.rollouts.policies.strategies import rollout_policy
from odin_solver.rollouts.structs import FlatState
from tests.planner import games
from tests.rollouts.conftest import engine
from tests.timing import HANGING, takes_at_most

__all__ = ["engine"]

SHORT = Options("short")
SEED = 2


@pytest.fixture
def policy() -> CompiledGreedy:
    return compiled(rollout_policy("short"))


@pytest.fixture(scope="module")
def told() -> list[ClairvoyantGame]:
    return list(search(begin(SHORT, SEED), seconds=HANGING, changes=6000))


def check(game: Game, playout: Playout) -> None:
    """Replay a game by the rules, which refuse what is not legal."""
    for number, move in playout.moves:
        assert number == game.state.round
        game.do(move)
        game.let_chance_decide()
    assert game.state.is_over
    assert score_sheet(game.state) == playout.sheet


def replay(playout: Playout) -> None:
    game = Game(SHORT, SEED)
    game.let_chance_decide()
    check(game, playout)


@pytest.mark.slow
def test_it_begins_with_the_greedy_game_and_gets_better(told: list[ClairvoyantGame]) -> None:
    scores = [each.score for each in told]
    assert scores == sorted(scores)
    assert scores[0] == play_out(new_game(SHORT), rollout_policy("short"), SEED).sheet.total
    assert scores[-1] >= scores[0] + 12
    assert [each.games for each in told] == sorted(each.games for each in told)


@pytest.mark.slow
def test_the_game_is_one_of_the_seed(told: list[ClairvoyantGame]) -> None:
    game = Game(SHORT, SEED)
    game.let_chance_decide()
    assert isinstance(decision(game.state), Turn)
    check(game, told[-1].playout)
    assert told[-1].playout.scenario == SEED


@pytest.mark.slow
def test_a_number_of_changes_decides_the_game(told: list[ClairvoyantGame]) -> None:
    *_, again = search(begin(SHORT, SEED), seconds=HANGING, changes=6000)
    assert tuple(again.playout.moves) == tuple(told[-1].playout.moves)


def searched(policy: CompiledGreedy, width: int, state: State | None = None) -> GameBeam:
    """Return a beam search that is finished."""
    state = state or new_game(SHORT)
    beam = policy.begin_beam(state, SEED)
    beam.begin_pass(policy.weights(state), width)
    assert not beam.improve(60)
    return beam


@pytest.mark.slow
def test_beams_can_be_repeated(policy: CompiledGreedy) -> None:
    assert len({searched(policy, 2).best() for _ in range(20)}) == 1


def test_wider_is_better(policy: CompiledGreedy) -> None:
    state = games.turn(5, 5).state
    scores = [searched(policy, width, state).best()[0].sheet.total for width in (1, 4, 16)]
    assert scores == sorted(scores)
    assert scores[-1] > scores[0]


def test_a_pass_that_is_stopped_loses_nothing(policy: CompiledGreedy) -> None:
    beam = policy.begin_beam(new_game(SHORT), SEED)
    beam.begin_pass(policy.weights(new_game(SHORT)), 2)
    while beam.improve(0):
        pass
    in_slices, _ = beam.best()
    beam.begin_pass(policy.weights(new_game(SHORT)), 2)
    assert beam.improve(0)
    assert beam.best()[0] == in_slices


def annealed(
    policy: CompiledGreedy, seed: int, temperature: float, steps: int, slices: int = 1
) -> tuple[RawPlayout, int]:
    """Return the best game, and the number of games, after annealing that of a narrow beam."""
    beam = searched(policy, 1)
    annealing = beam.anneal(policy.weights(new_game(SHORT)), seed)
    for _ in range(slices):
        assert annealing.improve(temperature, steps // slices, 60) == steps // slices
    return beam.best()


@pytest.mark.parametrize("temperature", [0.1, 20])
def test_annealing_gives_games_of_the_rules(policy: CompiledGreedy, temperature: float) -> None:
    """Whatever it changes, the game is legal and never worse than the one it begins with."""
    before = searched(policy, 1).best()[0].sheet.total
    for seed in range(3):
        found, _ = annealed(policy, seed, temperature, 600)
        assert found.sheet.total >= before
        replay(Playout(found.sheet, logged(found.log, new_game(SHORT)), SEED))


@pytest.mark.slow
def test_annealing_makes_games_better(policy: CompiledGreedy) -> None:
    before = searched(policy, 1).best()[0].sheet.total
    assert annealed(policy, 1, 0.2, 8000)[0].sheet.total >= before + 3


def test_annealing_can_be_repeated(policy: CompiledGreedy) -> None:
    once = annealed(policy, 1, 0.3, 400)
    assert once == annealed(policy, 1, 0.3, 400)
    assert once == annealed(policy, 1, 0.3, 400, slices=4)
    assert once != annealed(policy, 2, 0.3, 400)


def test_every_game_of_an_annealing_is_legal(policy: CompiledGreedy) -> None:
    """The game that goes on, too, not only the best one: it may be much worse when it is hot."""
    beam = searched(policy, 1)
    annealing = beam.anneal(policy.weights(new_game(SHORT)), 5)
    for _ in range(6):
        annealing.improve(30, 100, 60)
        found = annealing.now()
        replay(Playout(found.sheet, logged(found.log, new_game(SHORT)), SEED))


@pytest.mark.alone
def test_an_annealing_keeps_its_time(policy: CompiledGreedy) -> None:
    annealing = searched(policy, 1).anneal(policy.weights(new_game(SHORT)), 1)
    with takes_at_most(10):
        assert 0 < annealing.improve(0.3, 10**9, 0.05) < 10**9


def test_nothing_to_anneal(policy: CompiledGreedy) -> None:
    beam = policy.begin_beam(new_game(SHORT), SEED)
    assert beam.anneal(policy.weights(new_game(SHORT)), 1).improve(0.3, 100, 1) == 0


def test_no_memory(monkeypatch: pytest.MonkeyPatch, engine: Library) -> None:
    monkeypatch.setattr(engine, "_loaded", SimpleNamespace(beam_begin=lambda *_: None))
    with pytest.raises(MemoryError):
        engine.begin_beam(FlatState(), [[]] * 5)


@pytest.mark.slow
@pytest.mark.alone
def test_the_time_limit_is_kept() -> None:
    with takes_at_most(10):
        assert list(search(begin(SHORT, SEED), seconds=1))


def test_no_occupations() -> None:
    with pytest.raises(InputError, match="occupations"):
        next(search(begin(Options(cards=frozenset({4})), SEED), seconds=1))
