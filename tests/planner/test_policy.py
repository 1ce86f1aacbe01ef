"""The planner as a policy: it keeps to its limits, to the rules, and to what a player sees."""

from random import Random

import pytest

from odin_solver.components import board
from odin_solver.game import Options, State, chance_outcomes, legal_moves, score_sheet, why_not
from odin_solver.game.filling import Filling, fill
from odin_solver.game.kernel.anytime import board_names
from odin_solver.game.kernel.moves import FINISH, PASS, SKIP, MakeDeal, Place
from odin_solver.game.kernel.play import apply, apply_legal, decision
from odin_solver.game.log import parse
from odin_solver.game.phases import FinalPlacing
from odin_solver.game.turn import Turn
from odin_solver.planner import ending
from odin_solver.planner.advice import SearchLimits, advise
from odin_solver.planner.players import PLAYERS, player
from odin_solver.planner.policy import Planner
from odin_solver.planner.series import play_many, play_one
from odin_solver.rollouts.playing import greedy
from odin_solver.rules.board_state import BoardState
from odin_solver.words.estimates import expected_in_words
from tests.planner import games

FEW = SearchLimits(seconds=None, playouts=10)


def played_on(state: State, who: Planner) -> State:
    """A game played to its end; of chance comes what is listed first."""
    rng = Random(1)
    while not state.is_over:
        outcomes = chance_outcomes(state)
        state = apply_legal(state, outcomes[0][0] if outcomes else who(state, rng))
    return state


def last_placing() -> State:
    """The state before the last placements, after a last round without actions."""
    state = games.turn(6, 0).state
    while not isinstance(decision(state), FinalPlacing):
        node = decision(state)
        assert node is not None
        state = apply_legal(state, PASS if isinstance(node, Turn) else greedy(state, Random(0)))
    return state


@pytest.mark.nightly
def test_whole_games_are_played_by_the_rules_and_can_be_repeated() -> None:
    one = play_one("planner", Options("short"), 3, with_log=True, limits=SearchLimits(None, 1))
    assert one.log is not None
    assert one.log.endswith("finish\n")
    again = next(iter(play_many("planner", Options("short"), [3], limits=SearchLimits(None, 1))))
    assert again.sheet == one.sheet


def test_a_placement_is_the_best_of_the_playouts() -> None:
    """With the same source of chance it makes the move that advice puts first."""
    state = games.turn(6, 4).state
    rng = Random(5)
    *_, last = advise(state, FEW, seed=rng.getrandbits(32))
    assert Planner(FEW)(state, Random(5)) == last.best.move


@pytest.mark.alone
@pytest.mark.slow
def test_the_optimiser_lays_tiles_before_the_last_income() -> None:
    """What greedy lays there one by one often leaves a few points."""
    gains = []
    for seed in range(3):
        log = play_one("greedy", Options(), seed, with_log=True).log
        assert log is not None
        whole = parse(log)
        state = next(
            state
            for state, move in zip(whole.states, whole.moves, strict=False)
            if state.round == state.rounds and state.phase == "actions" and isinstance(move, Place)
        )
        state = played_on(state, Planner(FEW))
        gains.append(score_sheet(state).total - score_sheet(whole.state).total)
    assert min(gains) >= 0
    assert max(gains) > 0


@pytest.mark.nightly
def test_laying_stops_where_a_card_interrupts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What follows is decided anew; whatever cannot be foreseen keeps greedy's way."""
    state = games.turn(6, 0).state
    tile = next(move for move in legal_moves(state) if isinstance(move, Place))
    interrupted = state.copy()
    interrupted.stack = ()
    planner = Planner(FEW)
    monkeypatch.setattr("odin_solver.planner.policy.greedy_answer", lambda *_: tile)
    monkeypatch.setattr(ending, "greedy_answer", lambda *_: tile)
    monkeypatch.setattr(ending, "apply_legal", lambda *_: interrupted)
    assert planner(state, Random(1)) == tile
    assert planner._laying == []


def with_nobleman() -> State:
    """Last placements in which a card interrupts: silk for silver once a grain is in a house."""
    state = last_placing()
    state.played = (98,)
    state.boards = (*state.boards, BoardState(board("stone_house")))
    state.add("grain", 1)
    state.add("silver", 4 - state.has("silver"))
    return state


@pytest.mark.slow
def test_a_card_interrupts_the_last_placing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ending, "greedy_ending", lambda *_: (FINISH,))
    state, who, rng = with_nobleman(), Planner(FEW), Random(0)
    moves = []
    while decision(state) is not None:
        moves.append(who(state, rng))
        state = apply(state, moves[-1])
    deal = next(n for n, move in enumerate(moves) if isinstance(move, MakeDeal) or move == SKIP)
    assert isinstance(moves[deal - 1], Place)
    assert moves[-1] == FINISH


@pytest.mark.slow
def test_a_way_is_valued_beyond_a_card_that_interrupts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deal takes two of the four silver, so that only two can be laid."""
    state = with_nobleman()
    house = board_names(state)[-1]
    cells = state.boards[-1].grid.mask
    grain = Place("grain", house, cells([(1, 2), (2, 2), (3, 2), (4, 2)]))
    silver = [Place("silver", house, cells([cell])) for cell in ((1, 0), (2, 0), (1, 1), (3, 1))]
    deal = MakeDeal((("silver", 2),), (("silk", 1),))
    monkeypatch.setattr(ending, "greedy_answer", lambda *_: deal)
    monkeypatch.setattr(ending, "greedy_ending", lambda *_: (grain, *silver, FINISH))
    stub = Filling((grain, *silver), fill(state).solution)
    monkeypatch.setattr(ending, "fill", lambda *_, **__: stub)
    expected = state
    for move in (grain, deal, *silver[:2], FINISH):
        expected = apply(expected, move)
    (best,) = ending.endings(state)
    assert best.moves == (grain,)
    assert best.playout
    assert best.playout.sheet == score_sheet(expected)
    assert [move for _, move in best.playout.moves] == [deal, *silver[:2], FINISH]


@pytest.mark.nightly
def test_advice_on_the_last_placing_is_how_the_game_ends() -> None:
    state = last_placing()
    *_, advice = advise(state, FEW)
    best = advice.best
    assert best.certain
    assert best.moves[-1] == FINISH
    assert score_sheet(best.after(state)).total == best.raw_expected
    assert advice.loss_stderr(advice.candidates[-1]) == 0
    assert expected_in_words(advice.ranked(best)) == f"final score {best.raw_expected:.0f}"


@pytest.mark.alone
@pytest.mark.slow
def test_the_last_placing_is_proven() -> None:
    """The same game with the greedy last placing never scores more."""
    state = last_placing()
    ends = []
    for who in (Planner(FEW), greedy):
        now, rng = state, Random(0)
        while decision(now) is not None:
            now = apply_legal(now, who(now, rng))
        ends.append(score_sheet(now).total)
    assert ends[0] >= ends[1]


def test_nothing_hidden_is_seen() -> None:
    """The policy is given a state, and states that look alike get the same answer."""
    state = games.turn(6, 3).state
    assert Planner(FEW)(state, Random(2)) == Planner(FEW)(state.copy(), Random(2))


@pytest.mark.parametrize("name", PLAYERS)
def test_players_by_name(name: str) -> None:
    state = games.turn(6, 2).state
    assert why_not(state, player(name, FEW)(state, Random(0))) is None
