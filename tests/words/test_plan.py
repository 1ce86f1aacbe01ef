"""Moves and plans in words."""

import re

import pytest

from odin_solver.components.spaces import SPACES_BY_KEY
from odin_solver.game import Game, Options, State, score_sheet
from odin_solver.game.kernel.moves import FINISH, Move, Place, Use
from odin_solver.game.kernel.moves import parse as parse_move
from odin_solver.game.kernel.play import apply, decision
from odin_solver.game.log import parse
from odin_solver.planner.advice import SearchLimits, advise, candidate_moves
from odin_solver.planner.candidates import Candidate
from odin_solver.planner.playout import play_out, retrace
from odin_solver.rollouts.policies.evaluation import GREEDY
from odin_solver.words.moves import named
from odin_solver.words.names import plain_name
from odin_solver.words.plan import aim_in_words, move_in_words, plan_in_words
from tests.planner import games


@pytest.fixture(scope="module")
def start() -> State:
    game = Game(Options(length="short"), 7)
    game.let_chance_decide()
    return game.state


def test_moves(start: State) -> None:
    for move, words in {
        "use beans": "Market: beans, 1 Viking: Take 1 beans and 1 silver.",
        "use hunting_game_2": "Hunting game, 2 Vikings: Roll the d8 low and pay the result in "
        "wood and bows: take 1 hide and 1 game meat. If you fail, take 1 wood and 1 bow.",
        "pass": "End the action phase with 7 Vikings unused.",
    }.items():
        assert move_in_words(start, parse_move(move)) == words
    rich = apply(start, "use mead")
    rich.supply["silver"] = 9
    assert move_in_words(rich, parse_move("place silver home a1")) == "Place silver on home at a1."
    assert move_in_words(rich, parse_move("ship knarr")) == "Buy a knarr for 5 silver."
    feast = apply(rich, "pass")
    assert move_in_words(feast, parse_move("serve peas mead+ silver")) == (
        "Feast: 1 peas, 1 mead, 1 silver; 3 Thing penalties."
    )


@pytest.mark.slow
def test_every_move_has_words() -> None:
    """Whatever is decided in a whole game with all cards, and whatever else could have been."""
    game = parse(games.log("short", frozenset(range(1, 191))))
    for state, move in zip(game.states, game.moves, strict=False):
        if isinstance(move, Move):
            for each in (move, *candidate_moves(state)[:3]):
                assert move_in_words(state, each)


def test_an_aim_is_what_the_typical_game_brings() -> None:
    state = games.turn(4, 7).state
    move = candidate_moves(state)[0]
    candidate = Candidate((move,), (play_out(apply(state, move), GREEDY, 1),))
    aim = aim_in_words(state, candidate)
    *_, (_, _, end) = retrace(apply(state, move), candidate.median_playout)
    emigrations = len(end.emigrated) - len(state.emigrated)
    assert emigrations
    assert f"{emigrations} emigration" in aim
    for board in {each.id for each in end.boards} - {each.id for each in state.boards}:
        assert plain_name(board) in aim


@pytest.mark.slow
def test_a_plan_is_the_typical_game() -> None:
    state = games.turn(4, 7).state
    *_, found = advise(state, SearchLimits(None, 8))
    plan = plan_in_words(state, found.best)
    assert [each.number for each in plan] == [4, 5, 6]
    steps = [step for each in plan for step in each.steps]
    assert steps[0].startswith(f"{named(found.best.move)}: ")
    keys = [step.split()[0] for step in steps]
    used = [f"use {SPACES_BY_KEY[key].id}" for key in keys if key in SPACES_BY_KEY]
    decided = [str(move) for _, move in found.best.median_playout.moves if isinstance(move, Use)]
    assert used == [str(found.best.move), *decided]
    for what in ("feast: ", "income: +", "bonus: ", "harvest: +", "place on home: ", "pass"):
        assert any(step.startswith(what) for step in steps), what
    laid = sum(
        int(count)
        for step in steps
        if step.startswith("place on")
        for count in re.findall(r"(\d+) [a-z]", step)
    )
    assert laid == sum(isinstance(move, Place) for _, move in found.best.median_playout.moves)


def test_what_an_action_brings() -> None:
    state = games.turn(6, 4).state
    line = Candidate((Use("beans"),), (play_out(apply(state, "use beans"), GREEDY, 1),))
    (only,) = plan_in_words(state, line)
    assert only.number == 6
    assert only.steps[0] == "w1 beans: +1 silver, +1 beans"


def test_a_plan_may_begin_anywhere() -> None:
    """Within an action, at the feast, at the last placing, with cards: at every decision."""
    game = parse(games.log("short", frozenset(range(1, 191))))
    seen = set()
    for state in game.states[::-1]:
        node = decision(state)
        if node is None or type(node) in seen or state.round < 5:
            continue
        seen.add(type(node))
        move = candidate_moves(state)[0]
        played = play_out(apply(state, move), GREEDY, 1)
        plan = plan_in_words(state, Candidate((move,), (played,)))
        if move != FINISH:
            assert plan[0].steps
        assert all(step for each in plan for step in each.steps)
    assert len(seen) > 5
    assert score_sheet(game.state).total
