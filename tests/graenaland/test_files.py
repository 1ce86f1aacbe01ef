"""Profiles and positions in files, and what is wrong with bad ones."""

from pathlib import Path
from typing import Any

import pytest

from odin_solver.errors import InputError
from odin_solver.graenaland.examples import ORDER, example_text, graenaland_example
from odin_solver.graenaland.files import (
    PROFILES,
    graenaland_data,
    graenaland_from,
    made_up_profile,
    read_profiled,
)
from odin_solver.graenaland.rules.violations import position_violations
from tests.graenaland.positions import PLAYERS, position

TILES = [{"id": "A", "villages": {"yellow": 1}}]


@pytest.mark.parametrize("name", ORDER)
def test_positions_survive_writing_and_reading(name: str) -> None:
    shown = graenaland_example(name)
    assert graenaland_from(graenaland_data(shown)) == shown


def test_profiles_survive_writing_and_reading() -> None:
    profile = made_up_profile()
    assert profile.made_up
    assert PROFILES.from_data(PROFILES.data(profile)) == profile


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"me": "blue"}, "me: expected one of yellow, red, white, purple, got 'blue'"),
        ({"players": ["yellow"]}, "players: expected 3 to 5, got 1"),
        ({"players": [*PLAYERS, "red"]}, "players: expected each player once"),
        ({"hand": {"iron": 1}}, "hand: expected one of grain"),
        ({"hand": {"wood": -1}}, "hand.wood: expected"),
        ({"supply": [["wood"]]}, "supply[0]: expected two symbols, got 1"),
        ({"tiles": [{"id": "Q"}]}, "tiles[0].id: expected one of A, B"),
        ({"tiles": [*TILES, *TILES]}, "tiles[1].id: duplicate 'A'"),
        ({"tiles": [{"id": "A", "works": ["moat"]}]}, "tiles[0].works: expected one of road"),
        ({"tiles": [{"id": "A", "heroes": {"red": "king"}}]}, "tiles[0].heroes: expected one of"),
        ({"tiles": [{"id": "A", "villages": {"blue": 1}}]}, "tiles[0].villages: expected one of"),
        ({"mode": "boss"}, "mode: expected main or claim or final or guest, got 'boss'"),
        ({"main": "red"}, "mode: expected claim, final or guest: red is the main player"),
        ({"card": 9}, "card: expected the number of a point card of the profile (it has 2)"),
        ({"card": {"army": [1, 2, 3]}}, "card.settlements: expected three thresholds"),
        ({"adjacent": [["A", "A"]]}, "adjacent[0]: expected two different tiles"),
        ({"shares": {"A": 2}}, "shares.A: expected"),
        ({"wood": 1}, "unknown key 'wood'"),
        ({"schema": 2}, "schema: expected 1, got 2"),
        ({"joint": {"kind": "hall", "tile": "A"}}, "joint.kind: expected one of road"),
        ({"title": "\x1b[31m"}, "title: expected"),
        ({"title": "a" * 50 + "\x1b[31m"}, "title: expected at most 120 printable"),
    ],
)
def test_bad_positions(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        position(**{"tiles": TILES, **changes})
    assert any(message in problem for problem in error.value.problems), error.value.problems


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"tiles": {"A": {"terrain": "sea", "coastal": True}}}, "tiles.A.terrain: expected one"),
        ({"tiles": {"A": {"terrain": "plains"}}}, "tiles.A.coastal: missing"),
        (
            {"tiles": {"A": {"terrain": "plains", "coastal": True, "village": {"wood": 5}}}},
            "tiles.A.village: expected 4 resources at the coast, got 5",
        ),
        (
            {"tiles": {"A": {"terrain": "mountains", "coastal": False, "village": {"wood": 5}}}},
            "tiles.A.village: expected 6 resources in mountains, got 5",
        ),
        ({"buildings": {"tower": {"wood": 1}}}, "buildings: expected one of fort"),
        ({"works": {"road": {}}}, "works.road: expected at least one resource"),
        ({"hills_fort": "gold"}, "hills_fort: expected one of grain"),
        ({"supply_cards": [["wood", "wood"]] * 17}, "supply_cards: expected at most 16"),
        ({"point_cards": [{"army": [3, 2, 1]}]}, "point_cards[0].army: expected three rising"),
    ],
)
def test_bad_profiles(data: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        PROFILES.from_data({"tiles": {}, **data})
    assert any(message in problem for problem in error.value.problems), error.value.problems


def test_without_a_profile_the_program_says_what_to_copy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(PROFILES, "own_path", lambda: tmp_path / "none.toml")
    text = example_text("one-village").replace('profile = "made-up"', "")
    path = tmp_path / "position.toml"
    path.write_text(text)
    with pytest.raises(InputError) as error:
        read_profiled(path)
    problems = " ".join(error.value.problems)
    for part in ("tiles A, B, C", "cost of a village", "fort, church, hall", "profile --new"):
        assert part in problems


def test_a_position_names_a_profile_beside_it(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('[tiles.A]\nterrain = "plains"\ncoastal = true\n')
    path = tmp_path / "position.toml"
    path.write_text(
        'profile = "mine.toml"\nplayers = ["a", "b", "c"]\nme = "a"\ntiles = [{ id = "A" }]\n'
    )
    assert graenaland_from(read_profiled(path)).profile.name.endswith("mine.toml")
    (tmp_path / "mine.toml").write_text("tiles = 3")
    with pytest.raises(InputError, match=r"position.toml: profile: .*mine.toml: tiles: expected"):
        read_profiled(path)
    assert graenaland_from(read_profiled(path, "made-up")).profile.made_up


@pytest.mark.rule("G.4")
@pytest.mark.parametrize(
    ("tiles", "message"),
    [
        ([{"id": "H", "buildings": {"fort": "red"}}], "no building may stand in mountains"),
        ([{"id": "A", "buildings": {"fort": "red"}}], "the fort of red needs a village"),
        ([{"id": "A", "villages": {"red": 14}}], "red has 14 houses"),
        ([{"id": "A", "stock": ["?", "?"]}], "stock: expected at most 1 cards"),
        ([{"id": "A", "works": ["road"]}], "a public work needs a settlement"),
        ([{"id": t, "heroes": {"red": "warrior"}} for t in "AB"], "red has the warrior on 2"),
    ],
)
def test_violations(tiles: list[dict[str, Any]], message: str) -> None:
    data = {"profile": "made-up", "players": PLAYERS, "me": "yellow", "tiles": tiles}
    problems = position_violations(graenaland_from(data, "position"))
    assert any(message in problem for problem in problems), problems


def test_more_cards_than_the_game_has() -> None:
    shown = position(tiles=TILES, hand={"gold": 13}, supply=[["gold", "gold"]])
    assert position_violations(shown) == [
        "hand: 13 cards of gold are in view, but the game has 12",
        "supply: the profile has no card gold / gold",
    ]


def test_stone_is_ore() -> None:
    assert position(tiles=TILES, hand={"stone": 2}).hand["ore"] == 2


def test_a_position_needs_tiles_in_its_profile() -> None:
    with pytest.raises(InputError, match=r"tiles\[0\]\.id: the profile mine has no tiles yet"):
        position(profile={"name": "mine"}, tiles=TILES)
