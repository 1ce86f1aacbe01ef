"""Tables entered by answers to questions: what is read, and how many keys it takes."""

from typing import Any

import pytest

from odin_solver.errors import InputError
from odin_solver.game.harvest import harvest_data
from odin_solver.game.tables import table_from
from odin_solver.game.tables.entry import BOARD, QUESTIONS, answered, asked, faults_of, shown
from odin_solver.notation.examples import example_file
from odin_solver.planner.reading import read_state
from tests.game.test_harvest import PROFILE

NEW: dict[str, Any] = {"schema": 1, "game": "long", "round": 1, "supply": {}, "boards": []}
ROUND_4 = (
    *("", "4", "", "", "", "b4", "g1 k3 c2 t2 j3"),
    "3 st 2 si, 2 st 2 si, wd 2 st 2 or 2 si, 2 wd 3 st or 2 si",
    *("182", "99 136", "longship", "longship"),
    "7 si or pe fl be gr ca fr sf sm oil bow snare 4 spear",
    *("bow long sword", "", "", ""),
    "home: wo a1:b2",
    "iceland: si a5 d3 d2 f3 d6 d7 e6, wo a2:b3, or d1, hi e1:e3, oil g2:g3, "
    "fh c1 c2 c3 b4 c4 d4 b5 c5 d5, ru e4:e5, oil b6:b7",
    *("stone_house", ""),
)
"""What is typed for the example ``table-round-4``; Enter follows each."""


def entered(answers: tuple[str, ...]) -> dict[str, Any]:
    """Return the table after answers to all questions in their order."""
    table, left = NEW, iter(answers)
    for question in QUESTIONS:
        if question.asked(table) and (typed := next(left)):
            table = answered(table, question, typed)
    for at, typed in enumerate(filter(None, left)):
        table = answered(table, BOARD, typed, at)
    return table


def test_a_table_of_round_4_takes_two_minutes() -> None:
    table = entered(ROUND_4)
    assert faults_of(table) == []
    found, wanted = table_from(table), read_state(example_file("table-round-4").text, "example")
    pieces = [
        [sorted((each.tile.id, each.cells) for each in board.pieces) for board in state.boards]
        for state in (found, wanted)
    ]
    assert pieces[0] == pieces[1]
    found.boards = wanted.boards  # pieces come in another order
    assert found == wanted
    keys = sum(len(each) + 1 for each in ROUND_4)
    assert keys < 360  # three keys a second


def question(field: str) -> Any:
    return next(each for each in (*QUESTIONS, BOARD) if each.field == field)


@pytest.mark.parametrize(
    ("field", "typed", "message"),
    [
        ("round", "x", "expected a number, got 'x'"),
        ("round", "9", "round"),
        ("used", "zz", "unknown action space 'zz'"),
        ("used", "k2, k2", "named twice"),
        ("strips", "3 s", "expected wood, stone, ore and silver"),
        ("strips", "9 wood", "no strip ends with"),
        ("ships", "canoe", "unknown ship"),
        ("ships", "whaling boat 5", "at most 1 .ore., got 5"),
        ("supply", "2 gold", "gold"),
        ("boards", "attic", "unknown board"),
        ("exploration", "iceland", "expected a number"),
        ("exploration", "moon 2", "unknown exploration board"),
        ("boards", "home: wo a1:b9", "wool"),
    ],
)
def test_wrong_answers_change_nothing(field: str, typed: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        answered(NEW, question(field), typed)
    assert NEW == {"schema": 1, "game": "long", "round": 1, "supply": {}, "boards": []}


def test_answers_are_shown_and_emptied() -> None:
    table = answered(entered(ROUND_4), question("ships"), "whaling boat 1, knarr, longship 2")
    assert table["ships"] == {
        "whaling_boats": [1],
        "knarrs": 1,
        "longships": [2],
        "emigrated": ["longship"],
    }
    assert shown(table, question("ships")) == "3 ships"
    assert shown(table, question("emigrated")) == "longship"
    assert shown(table, question("used")) == "build_house_and_ship"
    assert shown(table, BOARD, 1) == "iceland: 14 pieces"
    assert answered(table, question("emigrated"), "-")["ships"]["emigrated"] == []
    assert answered(table, question("supply"), "-").get("supply") is None
    assert [each["board"] for each in answered(table, BOARD, "-", 1)["boards"]] == [
        "home",
        "stone_house",
    ]


def test_what_is_missing_is_asked_again() -> None:
    table = {**NEW, "round": 3}
    assert [each.field for each in asked(table, faults_of(table))] == ["blocked", "strips"]


def test_several_players_are_asked_for_what_others_do() -> None:
    table = answered(answered(NEW, question("players"), "4"), question("copy_tiles"), "1 4")
    others = [each for each in QUESTIONS if each.field == "blocked" and each.asked(table)]
    (of_others,) = others
    assert "others" in of_others.words
    table = answered(table, of_others, "t1 c1")
    table = answered(table, question("copied"), "4")
    table = answered(table, question("others"), "11")
    table = answered(table, question("cards_gone"), "99 136")
    table = answered(table, question("gone"), "shetland helmet shed shed")
    table = answered(table, question("exploration"), "iceland 4, greenland 2")
    table = answered(table, question("penalties"), "1")
    table = answered(table, question("strips"), "2 wd st 2 or 2 si, 2 st 2 si")
    state = table_from(table)
    assert (state.others.copies, state.others.copied) == ((1, 4), (4,))
    assert (state.others.vikings, state.penalties) == (11, 1)
    assert {99, 136}.isdisjoint(state.deck)
    assert {each.board: each.silver for each in state.exploration}["iceland"] == 4
    assert len(state.blocked) == 2
    assert dict(state.others.built) == {"shed": 2}


def test_harvest_markers_are_asked_for_if_they_are_known() -> None:
    table = answered(NEW, question("harvest"), "yes")
    assert shown(table, question("harvest")) == "yes"
    assert answered(table, question("harvest"), "no")["harvest"] is False
    of_markers = [question(each) for each in ("marker", "markers_gone", "tokens", "tokens_gone")]
    assert [each.asked(table) for each in of_markers] == [False] * 4
    table["harvest_profile"] = harvest_data(PROFILE)
    assert [each.asked(table) for each in of_markers] == [True, False, False, False]
    for each, typed in zip(of_markers, ("5", "1", "7", ""), strict=True):
        if typed:
            table = answered(table, each, typed)
    assert [each.asked(table) for each in of_markers] == [True, True, True, False]
    with pytest.raises(InputError, match="marker, markers_gone: 5 is named twice"):
        answered(table, question("markers_gone"), "5")
    with pytest.raises(InputError, match="expected yes or no, got 'maybe'"):
        answered(table, question("harvest"), "maybe")
    state = table_from(answered(table, question("strips"), "3 st 2 si"))
    assert (state.marker, state.tokens) == (5, (7,))
    assert 1 not in state.markers


def test_the_dark_card_that_was_not_kept_is_asked_for() -> None:
    table = {**NEW, "game": "short", "harvest": True}
    (asks,) = (each for each in QUESTIONS if each.field == "cards_gone" and each.asked(table))
    assert "dark card" in asks.words
    table = answered(answered(table, asks, "99"), question("strips"), "3 st 2 si")
    assert 99 not in table_from(table).deck
    assert not asks.asked({**table, "game": "long"})
