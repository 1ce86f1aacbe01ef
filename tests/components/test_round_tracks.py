"""Mountain strips and the rounds of both games against the rules' text."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from odin_solver.components import BOARDS
from odin_solver.components.loading import keyed
from odin_solver.components.round_tracks import (
    BANQUET_TABLE,
    FLIP_SILVER,
    TRACKS,
    RoundTrack,
    TrackId,
)
from odin_solver.components.strips import MOUNTAIN_STRIPS, Strip, strip_gain
from odin_solver.components.weapons import WEAPONS, Weapon
from odin_solver.rules.position import ROUNDS


def test_there_are_8_different_strips_of_7_items() -> None:
    assert len(MOUNTAIN_STRIPS) == len(set(MOUNTAIN_STRIPS)) == 8
    assert {len(strip) for strip in MOUNTAIN_STRIPS} == {7}


def test_items_of_all_strips_together() -> None:
    items = Counter(item for strip in MOUNTAIN_STRIPS for item in strip)
    assert items == {"wood": 23, "stone": 15, "ore": 9, "silver2": 9}


@pytest.mark.parametrize("strip", MOUNTAIN_STRIPS)
def test_a_strip_has_wood_then_stone_then_ore_then_silver(strip: tuple[str, ...]) -> None:
    order = ["wood", "stone", "ore", "silver2"]
    assert list(strip) == sorted(strip, key=order.index)
    assert (strip[0], strip[-1]) == ("wood", "silver2")


def test_two_silver_are_one_item() -> None:
    assert strip_gain("silver2") == ("silver", 2)
    assert [strip_gain("wood"), strip_gain("stone"), strip_gain("ore")] == [
        ("wood", 1),
        ("stone", 1),
        ("ore", 1),
    ]


def test_vikings_and_open_cells_grow_by_one_a_round() -> None:
    first = {"long": 6, "short": 7}
    for name, track in TRACKS.items():
        vikings = [each.vikings for each in track.rounds]
        assert vikings == list(range(first[name], 13))
        assert [each.open_cells for each in track.rounds] == vikings
    assert BANQUET_TABLE.cells == TRACKS["long"].rounds[-1].open_cells == 12
    assert BANQUET_TABLE.ship_covers == FLIP_SILVER == 2


def test_the_number_of_rounds_is_that_of_positions() -> None:
    assert {name: len(track.rounds) for name, track in TRACKS.items()} == ROUNDS


def test_harvests() -> None:
    harvests = {name: [each.harvest for each in track.rounds] for name, track in TRACKS.items()}
    assert harvests == {"long": [1, 2, 0, 3, 0, 4, 0], "short": [1, 0, 2, 0, 3, 0]}


@pytest.mark.parametrize(("name", "first"), [("long", 3), ("short", 2)])
def test_every_exploration_board_is_turned_once(name: TrackId, first: int) -> None:
    flips = {letter: each.number for each in TRACKS[name].rounds for letter in each.flips}
    assert flips == {
        "A": first,
        "B": first + 1,
        "C": first + 2,
        "D": first + 3,
        "A2": first,
        "B2": first + 1,
    }
    assert set(flips) == {each.letter for each in BOARDS.values() if each.letter}
    assert sum(len(each.flips) for each in TRACKS[name].rounds) == len(flips)


@pytest.mark.parametrize(
    ("strip", "expected"),
    [
        (["wood"] * 6, "length >= 7"),
        (["wood"] * 8, "length <= 7"),
        (["wood"] * 6 + ["gold"], "Invalid enum value 'gold'"),
    ],
)
def test_bad_strips_are_refused(strip: list[str], expected: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=expected):
        msgspec.convert(strip, Strip)


def track_file(*rounds: dict[str, Any], name: str = "long") -> dict[str, Any]:
    return {
        "flip_silver": 2,
        "banquet_table": {"cells": 12, "ship_covers": 2},
        "track": [{"id": name, "rounds": list(rounds)}],
    }


def test_an_entry_as_in_the_file_is_accepted() -> None:
    data = track_file({"number": 1, "vikings": 6, "harvest": 1})
    (track,) = msgspec.convert(data["track"], list[RoundTrack])
    assert [each.vikings for each in track.rounds] == [6]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (track_file({"number": 2, "vikings": 6, "harvest": 1}), r"got \[2\]"),
        (track_file({"number": 1, "vikings": 6, "harvest": 5}), r"<= 4.*harvest"),
        (track_file({"number": 1, "vikings": 0, "harvest": 1}), r">= 1.*vikings"),
        (track_file({"number": 1, "vikings": 6}), "missing required field `harvest`"),
        (track_file(name="endless"), "Invalid enum value 'endless'"),
    ],
)
def test_bad_tracks_are_refused(data: dict[str, Any], expected: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=expected):
        msgspec.convert(data["track"], list[RoundTrack])


def test_a_table_refuses_two_parts_with_one_key() -> None:
    assert list(keyed("weapons.toml", "weapon", Weapon, lambda each: each.id)) == list(WEAPONS)
    with pytest.raises(ValueError, match=r"weapons\.toml: a key is there twice"):
        keyed("weapons.toml", "weapon", Weapon, lambda each: each.copies)
