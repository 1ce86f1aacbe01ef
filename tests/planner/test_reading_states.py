"""Games to be planned, from files good and bad."""

import json
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.errors import InputError
from odin_solver.game import Options, new_game
from odin_solver.game.playing import play
from odin_solver.game.policies import random_policy
from odin_solver.game.serial import state_data, state_from
from odin_solver.planner.reading import read_state
from tests.planner import games
from tests.profiles import cases

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
        ("supply", {"english_crown": 2}, "no more of a tile than there are"),
        ("supply", {"helmet": 1}, "no more of a tile than there are"),  # it is still to be had
        ("strips", [["ore", "wood"]], "rests of mountain strips"),
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
        ("penalties", 10**9, "penalties"),
        ("supply", {"silver": 10**9}, "supply"),
        ("exploration", [{"board": "moon", "silver": 0}], "exploration"),
        ("exploration", [{"board": "home", "silver": 0}], "exploration"),
        ("exploration", [{"board": "iceland", "silver": -1}], "exploration"),
        ("specials", ["oil"], "specials"),
        ("emigrated", ["raft"], "emigrated"),
        ("weapons", [["cannon", 1]], "weapons"),
        ("discards", [["bow", 0]], "discards"),
        ("hand", [999], "hand"),
        ("played", [1, 1], "played"),
        ("deck", [-1], "deck"),
        ("hidden_strips", [99], "hidden_strips"),
        ("hidden_strips", [1, 1], "hidden_strips"),
        ("strips", [[]], "strips"),
        ("space", "moon", "space"),
        ("table", [{"tile": "moon", "start": 0, "lengthwise": False}], "moon"),
        ("stack", [{"type": "Trade", "count": "x"}], "state"),
        ("stack", [{"type": "Turn"}, 5], "state"),
        ("stack", [{"type": "Explore", "space": "moon"}], "state"),
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
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"a":' * 100_000,
        "[" * 100_000,
        "{\x00",
        '{"state":{"x":[}}',
        '{"state": 5}',
        '{"schema": 1}',
        "# odin game, format 1\n---\n",
    ],
)
def test_what_is_no_game(text: str) -> None:
    with pytest.raises(InputError, match=r"^x: "):
        read_state(text, "x")


@cache
def reached_states() -> list[dict[str, Any]]:
    """States of a game with all cards, in the middle of actions too."""
    state = new_game(Options(length="short", islands=True, cards=frozenset(OCCUPATIONS)))
    states = [after for _, after in play(state, random_policy, seed=3)]
    return [DATA, *json.loads(json.dumps([state_data(each) for each in states[::7]]))]


WRONG: list[Any] = [
    None,
    -1,
    0,
    99,
    10**30,
    2.5,
    True,
    "",
    "x",
    "home",
    "oil",
    "\x1b[2J",
    [],
    {},
    [[]],
    ["x"],
]


@settings(max_examples=cases(100), deadline=None)
@given(st.integers(0, 2**32))
def test_any_altered_state_is_refused_or_can_be_played(seed: int) -> None:
    """A field anywhere in the state is dropped, doubled, changed or replaced."""
    luck = Random(seed)
    data = deepcopy(luck.choice(reached_states()))
    at: Any = data
    while True:
        key = luck.choice(list(at) if isinstance(at, dict) else range(len(at)))
        if not (isinstance(at[key], dict | list) and at[key]) or luck.random() < 0.2:
            break
        at = at[key]
    change = luck.random()
    if change < 0.2:
        del at[key]
    elif change < 0.4 and isinstance(at, list):
        at.insert(key, at[key])
    elif change < 0.6 and isinstance(at[key], int):
        at[key] += luck.choice([-2, -1, 1, 2])
    else:
        at[key] = luck.choice([*WRONG, deepcopy(data[luck.choice(list(data))])])
    try:
        state = read_state(json.dumps(data), "x")
    except InputError as error:
        assert str(error).startswith("x: ")  # noqa: PT017  (many changes are legal)
        return
    assert state_from(state_data(state)) == state
    for _ in play(state, random_policy, seed):
        pass
