"""States as data and games as text: what is wrong with them is said, and where."""

import json
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.errors import InputError
from odin_solver.game import Game, Options, State, decision
from odin_solver.game.log import parse, text
from odin_solver.game.serial import state_data, state_from
from tests.game.building import play, turn
from tests.game.test_random_games import random_game

STATE = play(turn(3, {"oil": 1, "longship": 1, "ore": 2}), "place oil home a1,b1", "use raiding")
DATA: dict[str, Any] = json.loads(json.dumps(state_data(STATE)))


NOT_IN_EARLIER_VERSIONS = {
    *("others", "marker", "markers", "tokens", "free_tokens"),
    *("seat", "away", "first"),
}


def refused(data: dict[str, Any]) -> str:
    with pytest.raises(InputError) as caught:
        state_from(data)
    return str(caught.value)


def test_data_of_another_version_or_without_one() -> None:
    assert refused(DATA | {"schema": 2}) == "schema: expected 1, got 2"
    assert refused({}) == "schema: expected 1, got None"


@pytest.mark.parametrize("name", DATA)
def test_a_field_that_is_missing_or_of_another_type(name: str) -> None:
    if name != "schema" and name not in NOT_IN_EARLIER_VERSIONS:
        without = {key: each for key, each in DATA.items() if key != name}
        assert refused(without) == f"{name}: expected in the state of a game"
    wrongs: list[Any] = [None, 1.5, [[[]]], [{"type": "Nothing"}], [{}]]
    for wrong in wrongs:
        refused(DATA | {name: wrong})


def test_a_field_too_many() -> None:
    assert (
        refused(DATA | {"dragons": 1}) == "dragons: there is no such field in the state of a game"
    )


@pytest.mark.parametrize(
    "board",
    [
        {"board": "atlantis", "placed": []},
        {"board": "home", "placed": ["oil z99"]},
        {"board": "home", "placed": ["dragon a1"]},
        {"placed": []},
    ],
)
def test_boards_that_are_none(board: dict[str, Any]) -> None:
    refused(DATA | {"boards": [board]})


def test_a_state_goes_on_as_before() -> None:
    again = state_from(DATA)
    assert again == STATE
    assert decision(play(again, "6")) == decision(play(STATE, "6"))
    assert isinstance(again, State)


# --- logs ---

LOG = text(random_game(8, Options("short", islands=True))).splitlines()
CUT = LOG.index("---")


def error(lines: list[str]) -> str:
    with pytest.raises(InputError) as caught:
        parse("\n".join(lines), "game.txt")
    return str(caught.value)


@pytest.mark.parametrize("at", sorted(Random(1).sample(range(CUT + 1, len(LOG)), 25)))
def test_an_edited_line_of_a_log_is_named(at: int) -> None:
    for edited in (LOG[at] + "x", LOG[at].replace(":", "", 1), f"round 9, {LOG[at]}"):
        changed = [*LOG[:at], edited, *LOG[at + 1 :]]
        assert error(changed).startswith(f"game.txt: line {at + 1}: ")


def test_a_log_may_be_cut_off_between_lines_but_not_go_on_after_the_end() -> None:
    for at in range(CUT + 1, len(LOG), 10):
        assert len(parse("\n".join(LOG[:at])).moves) == at - CUT - 1
    assert error([*LOG, LOG[-1]]).startswith(f"game.txt: line {len(LOG) + 1}: ")


@pytest.mark.parametrize("at", range(CUT + 1))
def test_a_log_needs_all_lines_of_its_head(at: int) -> None:
    assert error([*LOG[:at], *LOG[at + 1 :]]).startswith("game.txt: ")


@pytest.mark.parametrize("word", ["", "forever", "-1", "maybe 7"])
def test_options_of_a_log(word: str) -> None:
    for at in range(1, CUT):
        key = LOG[at].split()[0]
        if key == "occupations" and word == "":
            continue
        assert error([*LOG[:at], f"{key} {word}", *LOG[at + 1 :]]).startswith("game.txt: ")


def test_all_wrong_options_of_a_log_are_told_at_once() -> None:
    written = text(Game(Options(), 1)).replace("long", "forever").replace("seed 1", "seed maybe")
    with pytest.raises(InputError) as caught:
        parse(written.replace("islands", "lands"), "game.txt")
    assert caught.value.problems == (
        "game.txt: line 2: length: expected long or short, got 'forever'",
        "game.txt: line 3: seed: expected a number or none, got 'maybe'",
        "game.txt: line 4: unknown option 'lands'",
        "game.txt: expected an option 'islands ...'",
    )


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ((), "none"),
        ((27,), "27"),
        ((1, 2, 3, 10, 12, 13), "1-3 10 12-13"),
        (OCCUPATIONS, f"1-{len(OCCUPATIONS)}"),
    ],
)
def test_cards_of_a_game_are_written_in_ranges(cards: Iterable[int], words: str) -> None:
    written = text(Game(Options(cards=frozenset(cards), starting="random"), 1))
    assert f"\noccupations {words}\n" in written
    assert parse(written).options.cards == frozenset(cards)


@pytest.mark.parametrize("words", ["1-", "-3", "1-2-3", "1-9999999", "x", "1,2"])
def test_cards_that_are_no_numbers_are_refused(words: str) -> None:
    written = text(Game(Options(), 1)).replace("occupations none", f"occupations {words}")
    with pytest.raises(InputError, match="occupations: expected numbers of cards"):
        parse(written)
