"""Moves and plans in words."""

import re
from collections import Counter

import pytest
from msgspec.structs import replace

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.spaces import SPACES, SPACES_BY_KEY
from odin_solver.game import Game, Options, State, score_sheet
from odin_solver.game.kernel.moves import FINISH, Move, Place, Use
from odin_solver.game.kernel.moves import parse as parse_move
from odin_solver.game.kernel.play import apply, decision
from odin_solver.game.log import parse
from odin_solver.names.printed import plain_name
from odin_solver.planner.advice import SearchLimits, advise, candidate_moves
from odin_solver.planner.candidates import Advice, Candidate
from odin_solver.planner.playout import Playout, play_out, retrace
from odin_solver.planner.review import DecisionKind, ReviewedMove
from odin_solver.planner.tree import MoveEstimate
from odin_solver.rollouts.policies.evaluation import GREEDY
from odin_solver.support.language import say, speaking
from odin_solver.words import plan
from odin_solver.words.moves import move_in_words, titled
from odin_solver.words.plan import (
    PlannedRound,
    action_in_words,
    against_in_words,
    aim_in_words,
    mistake_in_words,
    plan_in_words,
    reason_in_words,
    taken_in_words,
)
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
    game = parse(games.log("short", frozenset(OCCUPATIONS)))
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


def test_a_die_that_is_not_thrown_is_said_to_be_unknown(start: State) -> None:
    move = parse_move("use hunting_game_1")
    candidate = Candidate((move,), (play_out(apply(start, move), GREEDY, 1),))
    words = action_in_words(start, candidate)
    assert re.fullmatch(r"g1 Hunting game \(the die decides; with \d+: .+\)", words)


@pytest.mark.slow
def test_a_plan_is_the_typical_game() -> None:
    state = games.turn(4, 7).state
    *_, found = advise(state, SearchLimits(None, 8))
    planned = plan_in_words(state, found.best)
    assert [each.round for each in planned] == [4, 5, 6]
    steps = [step for each in planned for step in each.steps]
    assert steps[0].startswith(f"{titled(found.best.move)}: ")
    keys = [step.split()[0] for step in steps]
    used = [f"use {SPACES_BY_KEY[key].id}" for key in keys if key in SPACES_BY_KEY]
    decided = [str(move) for _, move in found.best.median_playout.moves if isinstance(move, Use)]
    assert used == [str(found.best.move), *decided]
    for what in (
        "feast: ",
        "income: +",
        "bonus: ",
        "harvest: +",
        "place on home: ",
        "End the action phase",
    ):
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
    assert only.round == 6
    assert only.steps[0] == "k1 beans: +1 silver, +1 beans"


def typical(moves: tuple[tuple[int, Move], ...], move: str) -> Candidate:
    """Return a candidate with five playouts of such moves; their score says nothing."""
    sheet = score_sheet(games.turn(4, 7).state)
    return Candidate((parse_move(move),), (Playout(sheet, moves, 1),) * 5)


def test_why_not_another_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it blocks for the plan of the best one, and what becomes of the best one."""
    aims = {"use hunting_game_2": Counter({"iceland": 1, "emigration": 2})}
    monkeypatch.setattr(plan, "_aims", lambda _, each: aims.get(str(each.move), Counter()))
    state = games.turn(4, 7).state
    beans, flax, mead, hunt = map(Use, ("beans", "flax_stockfish", "mead", "hunting_game_2"))
    best = typical(((4, flax), (5, beans)), "use hunting_game_2")

    def against(moves: tuple[tuple[int, Move], ...], move: str, at: State = state) -> str:
        return against_in_words(at, best, typical(moves, move))

    missing = "without Iceland, 2 emigrations"
    assert against(((4, hunt),), "use flax_stockfish") == (
        f"follows in the same round; g2 comes later; {missing}"
    )
    assert against(((5, hunt),), "use beans") == (
        f"blocked in round 5 then, when the plan uses it; leaves g2 for round 5; {missing}"
    )
    assert against(((4, mead),), "pass") == f"does without g2; {missing}"
    # Among several players spaces are free again, and others may come first.
    several = replace(state, options=replace(state.options, players=3))
    assert against(((4, hunt),), "use beans", several) == (
        f"g2 comes later if nobody takes it; {missing}"
    )


def test_a_reason_is_the_beginning_of_the_plan() -> None:
    def action(name: str, changes: str) -> str:
        return say(plan.ACTION, action=name, changes=changes)

    steps = (action("g1 Hunting game", "-1 wood, +1 hide"), action("Buy a knarr", "-5 silver"))
    more = ("place on home: 1 hide", "pass", say(plan.INCOME, changes="+4 silver"), "feast: 1 peas")
    later = [
        PlannedRound(5, ("harvest: +1 peas", action("j3 Emigrate", "-4 silver"))),
        PlannedRound(6, ()),
    ]
    reason = reason_in_words([PlannedRound(4, (*steps, *more)), *later])
    assert reason == ("-1 wood, +1 hide", "Buy a knarr, income: +4 silver", "j3 Emigrate")
    laid = say(plan.PLACED, board="home", tiles="1 hide")
    assert reason_in_words([PlannedRound(6, (laid,))]) == ("place on home: 1 hide", "", "")
    assert reason_in_words([]) == ("", "", "")


def test_a_plan_may_begin_anywhere() -> None:
    """Within an action, at the feast, at the last placing, with cards: at every decision."""
    game = parse(games.log("short", frozenset(OCCUPATIONS)))
    seen = set()
    for state in game.states[::-1]:
        node = decision(state)
        if node is None or type(node) in seen or state.round < 5:
            continue
        seen.add(type(node))
        move = candidate_moves(state)[0]
        played = play_out(apply(state, move), GREEDY, 1)
        planned = plan_in_words(state, Candidate((move,), (played,)))
        if move != FINISH:
            assert planned[0].steps
        assert all(step for each in planned for step in each.steps)
    assert len(seen) > 5
    assert score_sheet(game.state).total


def mistaken(kind: DecisionKind, moves: list[str], best: list[str], loss: float) -> ReviewedMove:
    read = tuple(map(parse_move, moves)), tuple(map(parse_move, best))
    return ReviewedMove(7, 2, kind, *read, 90.0, loss, 0.2, 100, 200)


MISTAKES: list[tuple[ReviewedMove, dict[str, str]]] = [
    (
        mistaken("vikings", ["use explore_2"], ["use raiding"], 2.3),
        {
            "en": "Round 2: you chose Explore further ({made}); "
            "Raiding ({best}) was about 2 points better.",
            "cs": "2. kolo: zvolili jste pole Vzdálenější objevy ({made}); "
            "asi o 2 body lepší bylo zvolit pole Nájezd ({best}).",
            "pl": "Runda 2: wybrano pole Odkrywanie dalszych wysp ({made}); "
            "o około 2 punkty lepiej było wybrać pole Rabunek ({best}).",
            "uk": "Раунд 2: ви вибрали комірку Дослідити дальші острови ({made}); "
            "приблизно на 2 бали краще було вибрати комірку Набіг ({best}).",
        },
    ),
    (
        mistaken("tiles", ["place hide home a1", "place hide home b1", "pass"], ["pass"], 1.0),
        {
            "en": "Round 2: you laid 2 hide (home); laying nothing yet was about 1 point better.",
            "cs": "2. kolo: položili jste: 2× useň (domovská deska); "
            "asi o 1 bod lepší bylo zatím nic nepokládat.",
            "pl": "Runda 2: ułożono: 2× skóra (plansza osady); "
            "o około 1 punkt lepiej było na razie niczego nie układać.",
            "uk": "Раунд 2: ви виклали: 2× шкура (особистий планшет); "
            "приблизно на 1 бал краще було поки нічого не викладати.",
        },
    ),
    (
        mistaken("vikings", ["pass"], ["use raiding"], 5.4),
        {
            "en": "Round 2: you chose “End the action phase”; "
            "Raiding ({best}) was about 5 points better.",
            "cs": "2. kolo: zvolili jste „Ukončit fázi akcí“; "
            "asi o 5 bodů lepší bylo zvolit pole Nájezd ({best}).",
        },
    ),
    (
        mistaken("tiles", ["pass"], ["place oil iceland e2"], 2.0),
        {"en": "Round 2: you laid nothing; laying 1 oil (Iceland) was about 2 points better."},
    ),
]


@pytest.mark.parametrize(("mistake", "texts"), MISTAKES)
def test_a_mistake_says_what_was_done_and_what_was_better(
    mistake: ReviewedMove, texts: dict[str, str]
) -> None:
    keys = {
        name: SPACES[moves[0].space].key
        for name, moves in (("made", mistake.moves), ("best", mistake.best))
        if isinstance(moves[0], Use)
    }
    for name, text in texts.items():
        with speaking(name):
            assert mistake_in_words(mistake) == text.format_map(keys)


def test_what_others_take(start: State) -> None:
    shares = {"beans": 1.0, "stone_house": 0.6, "shetland": 0.3, "mead": 0.05}
    found = Candidate((Use("wool"),), estimate=MoveEstimate(80, 60.0, 1.0, shares))
    assert taken_in_words(Advice(start, (found,), 1.0)) == (
        "May be gone before your next turn: beans (k1) 70 %, the last stone house 45 %, "
        "Shetland 30 %."
    )
    with speaking("cs"):
        assert taken_in_words(Advice(start, (found,), 1.0)) == (
            "Než přijdeš znovu na tah, může být pryč: fazole (k1) 70 %, poslední kamenný dům 45 %, "
            "Shetlandy 30 %."
        )
    found = Candidate((Use("wool"),), estimate=MoveEstimate(80, 60.0, 1.0))
    assert taken_in_words(Advice(start, (found,), 1.0)) == ""
