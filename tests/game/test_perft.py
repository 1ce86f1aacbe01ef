"""Numbers of ways to go on from fixed states, against a table (see data/perft.toml)."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from odin_solver.components import BOARDS, TILES
from odin_solver.game import Options, State, apply, new_game, why_not
from odin_solver.rules.board_state import BoardState
from tests.game import recount
from tests.game.building import QUIET, filled, luck, play, to_feast, turn
from tests.game.perft import perft

TABLE = tomllib.loads((Path(__file__).parent / "data" / "perft.toml").read_text("utf-8"))
POSITIONS = {entry["name"]: entry for entry in TABLE["position"]}

LAST = filled("home", "a1:c3")
"""A home board with an income of 2."""


def alone(have: dict[str, int], space: str, vikings: int, **fields: Any) -> State:
    """An action of somebody who has no Vikings left afterwards."""
    return apply(turn(1, have, vikings=vikings, **fields), f"use {space}")


STATES: dict[str, Callable[[], State]] = {
    "opening, long": lambda: new_game(),
    "opening, short": lambda: new_game(Options("short")),
    "opening with all mini expansions and three occupations": lambda: new_game(
        Options(islands=True, harvest=True, cards=frozenset({4, 8, 11}))
    ),
    "first turn": lambda: luck(new_game()),
    "hunt": lambda: alone({"wood": 2, "bow": 1}, "hunting_game_1", 1),
    "raid": lambda: alone({"longship": 1, "stone": 1}, "raiding", 1),
    "whaling": lambda: alone({"whaling_boat": 3}, "whaling_3", 3, boats=(0, 0, 1)),
    "upgrades": lambda: alone({"peas": 1, "mead": 1, "oil": 2}, "upgrade_3", 2),
    "four strips": lambda: play(
        alone(
            {},
            "mountains_2222_or_double_upgrade_3",
            4,
            strips=(("wood",), ("wood", "ore"), ("stone",) * 3),
        ),
        # Nothing can be upgraded, so that this is the only choice.
        "mountains",
    ),
    "three and two from strips": lambda: alone(
        {}, "mountain_3_and_2", 3, strips=(("wood",) * 2, ("ore",) * 7, ("stone",) * 4)
    ),
    "overseas trading": lambda: alone(
        {"knarr": 1, "silver": 1, "oil": 1, "hide": 2, "silk": 1, "robe": 1},
        "overseas_trading_1",
        1,
    ),
    "special sale": lambda: alone({"knarr": 1, "silver": 2}, "special_sale", 3),
    "ships and ore": lambda: turn(1, {"silver": 8, "ore": 2, "longship": 1}, vikings=0),
    "fourth column": lambda: alone({}, "spices_milk_wool", 4, hand=QUIET[:2]),
    "feast": lambda: to_feast(turn(1, {"peas": 2, "mead": 1, "beans": 1})),
    "last income": lambda: apply(turn(7, {}, boards=(LAST,)), "pass"),
    "oil on the home board": lambda: turn(1, {"oil": 2}, vikings=0),
    "robe, oil and silver on Greenland": lambda: turn(
        1, {"robe": 1, "oil": 1, "silver": 1}, vikings=0, boards=(BoardState(BOARDS["greenland"]),)
    ),
}


def scripted(entry: dict[str, object]) -> State:
    """The state that the moves of an entry lead to, from the beginning of a game."""
    state = new_game(Options(**entry["options"]))  # type: ignore[arg-type]  # read from a file
    return play(state, *str(entry["moves"]).strip().splitlines())


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name: str) -> None:
    entry = POSITIONS[name]
    state = scripted(entry) if "moves" in entry else STATES[name]()
    for depth, expected in enumerate(entry["counts"], 1):
        assert perft(state, depth) == expected, f"{depth} steps"
    for depth, expected in enumerate(entry.get("placing", []), 1):
        assert perft(state, depth, placing=True) == expected, f"{depth} steps with placing"


def test_all_states_are_in_the_table() -> None:
    written = {name for name, entry in POSITIONS.items() if "moves" not in entry}
    assert written == set(STATES)
    assert len(POSITIONS) >= 10
    assert all(entry["derived"] for entry in POSITIONS.values())


# --- the recounts ---


@pytest.mark.parametrize("name", [name for name, entry in POSITIONS.items() if "moves" in entry])
def test_recount_of_spaces(name: str) -> None:
    """Besides the spaces there are passing, and ships to be bought and armed."""
    state = scripted(POSITIONS[name])
    armed = state.has("ore") and len(
        {("boat", ore) for ore in state.boats if ore < 1}
        | {("longship", ore) for ore in state.longships if ore < 3}
    )
    bought = sum(state.has("silver") >= price for price in (3, 5, 8))
    found = len(recount.spaces(state)) + 1 + armed + bought
    assert POSITIONS[name]["counts"][0] == found


@pytest.mark.rule("4.16", "upgrade_3")
def test_recount_of_upgrades() -> None:
    supply = ["peas", "mead", "oil", "oil"]
    counts = POSITIONS["upgrades"]["counts"]
    assert counts == [recount.upgrade_sequences(supply, 3, n) for n in range(1, len(counts) + 1)]


@pytest.mark.rule("4.14")
def test_recount_of_strips() -> None:
    four = POSITIONS["four strips"]["counts"]
    assert four == [
        recount.strip_sequences([1, 2, 3], [2, 2, 2, 2], n) for n in range(1, len(four) + 1)
    ]
    two = POSITIONS["three and two from strips"]["counts"]
    assert two == [recount.strip_sequences([2, 7, 4], [3, 2], n) for n in range(1, len(two) + 1)]


@pytest.mark.rule("1.1", "1.4", "1.6")
@pytest.mark.slow
def test_recount_of_placing() -> None:
    """One more move than ways to place: passing, and then the feast."""
    oil = {"oil": ("green", TILES["oil"].shape)}
    found = POSITIONS["oil on the home board"]
    one = recount.placing_sequences("home", oil, 1)
    pairs = recount.placing_sequences("home", oil | {"oil ": oil["oil"]}, 2) // 2
    assert found["placing"] == [one + 1, pairs + one + (one + 1)]
    tiles = {
        name: (color, TILES[name].shape)
        for name, color in (("robe", "green"), ("oil", "green"), ("silver", "silver"))
    }
    found = POSITIONS["robe, oil and silver on Greenland"]
    one = recount.placing_sequences("greenland", tiles, 1)
    two = recount.placing_sequences("greenland", tiles, 2)
    assert found["placing"] == [one + 1, two + one + (one + 1)]


FOOD = {"peas": 2, "mead": 1, "beans": 1, "salt_meat": 1, "silver": 1}


@pytest.mark.rule("3.11", "3.12")
@pytest.mark.slow
def test_recount_of_feasts() -> None:
    """Every feast of up to 4 words on 6 cells: the engine serves just those that it should."""
    state = to_feast(turn(1, FOOD))
    allowed = recount.feast_words(6, FOOD, words=4)
    assert len(allowed) == TABLE["feasts"]["allowed"]
    refused = 0
    for words in recount.all_words(FOOD, words=4):
        legal = why_not(state, " ".join(["serve", *words])) is None
        assert legal == (words in allowed), words
        refused += not legal
    assert refused == TABLE["feasts"]["refused"]
