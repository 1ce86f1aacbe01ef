"""Games to be planned, from files good and bad."""

import json
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odin_solver.errors import InputError
from odin_solver.game.serial import state_data
from odin_solver.planner.reading import read_state
from tests.planner import games

STATE = games.turn(6, 4).state
DATA: dict[str, Any] = json.loads(json.dumps(state_data(STATE)))


def test_logs_and_states() -> None:
    assert read_state(games.late_log(), "x") == STATE
    assert read_state(json.dumps(DATA), "x") == STATE
    assert read_state("\n " + json.dumps({"schema": 1, "state": DATA, "over": False}), "x") == STATE


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [
        ("round", 9, "round"),
        ("round", "six", "Expected `int`"),
        ("vikings", -1, "vikings"),
        ("supply", {"caviar": 1}, "supply"),
        ("supply", {"silver": -2}, "supply"),
        ("supply", [], "Expected `object`"),
        ("placed", [["moon", 1]], "placed"),
        ("placed", [5], "Expected `array`"),
        ("blocked", ["moon"], "blocked"),
        ("boats", [0, 0, 0, 0], "boats"),
        ("knarrs", 5, "large ships"),
        ("boards", [], "boards"),
        ("boards", [{"board": "home", "placed": ["robe a1:c3"]}], "a1:c3"),
        ("boards", [{"board": "moon", "placed": []}], "moon"),
        ("boards", [{"board": "home", "placed": ["wool a1 a2 b1 b2", "robe a1 a2 a3"]}], "boards"),
        ("penalties", -1, "penalties"),
        ("stack", [{"type": "Nothing"}], "Nothing"),
        ("stack", 7, "state"),
        ("schema", 9, "schema"),
        ("options", {"length": "endless"}, "length"),
    ],
)
def test_what_cannot_be(field: str, value: object, named: str) -> None:
    with pytest.raises(InputError) as caught:
        read_state(json.dumps(DATA | {field: value}), "x.json")
    message = str(caught.value)
    assert message.startswith("x.json: ")
    assert named in message
    assert "\n" not in message


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"state": 5}', '{"schema": 1}', "# odin game, format 1\n---\n"]
)
def test_what_is_no_game(text: str) -> None:
    with pytest.raises(InputError, match=r"^x: "):
        read_state(text, "x")


@given(st.integers(0, 2**32))
def test_any_broken_state_gets_an_answer(seed: int) -> None:
    """A field anywhere in the state is replaced by something else: refused, or a state."""
    luck = Random(seed)
    data = deepcopy(DATA)
    at: Any = data
    while True:
        key = luck.choice(list(at) if isinstance(at, dict) else range(len(at)))
        if isinstance(at[key], dict | list) and at[key] and luck.random() < 0.7:
            at = at[key]
            continue
        at[key] = luck.choice([None, -1, 10**9, "x", [], {}, 2.5, True, [[]]])
        break
    with suppress(InputError):
        read_state(json.dumps(data), "x")
