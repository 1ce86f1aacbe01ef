"""Ships, the bay and the weapon cards against the rules' text."""

from typing import Any

import msgspec
import pytest

from odin_solver.components import BOARDS
from odin_solver.components.ships import BAY, SHIPS, Ship
from odin_solver.components.weapons import WEAPONS, Weapon

KNARR: dict[str, Any] = {
    "id": "knarr",
    "name": "Knarr",
    "size": "large",
    "price": 5,
    "wood": 2,
    "points": 5,
}


def test_prices_wood_and_points() -> None:
    found = {each.id: (each.price, each.wood, each.points) for each in SHIPS.values()}
    assert found == {"whaling_boat": (3, 1, 3), "knarr": (5, 2, 5), "longship": (8, 2, 8)}


def test_ore_on_ships() -> None:
    found = {each.id: (each.printed_ore, each.ore_slots) for each in SHIPS.values()}
    assert found == {"whaling_boat": (1, 1), "knarr": (0, 0), "longship": (0, 3)}


def test_three_armed_whaling_boats_carry_one_more_than_five_ore() -> None:
    """The rulebook's whaling example: three boats, two of them armed, reduce a roll by 5."""
    boat = SHIPS["whaling_boat"]
    assert 3 * boat.printed_ore + 2 * boat.ore_slots == 5
    assert 3 * (boat.printed_ore + boat.ore_slots) == 6


def test_only_large_ships_emigrate() -> None:
    assert {each.id: each.emigration_points for each in SHIPS.values()} == {
        "whaling_boat": None,
        "knarr": 18,
        "longship": 21,
    }
    assert [each.id for each in SHIPS.values() if each.size == "large"] == ["knarr", "longship"]


@pytest.mark.rule("2.3", "4.8")
def test_berths() -> None:
    assert {each.id: BAY.berths(each.size) for each in SHIPS.values()} == {
        "whaling_boat": 3,
        "knarr": 4,
        "longship": 4,
    }


def test_boards_name_these_ships() -> None:
    assert {name for board in BOARDS.values() for name in board.ships} == set(SHIPS)


def test_there_are_47_weapon_cards_and_three_of_them_are_dealt() -> None:
    assert {each.id: (each.copies, each.start) for each in WEAPONS.values()} == {
        "bow": (12, 1),
        "snare": (12, 1),
        "spear": (12, 1),
        "long_sword": (11, 0),
    }
    assert sum(each.copies for each in WEAPONS.values()) == 47


def test_an_entry_as_in_the_file_is_accepted() -> None:
    assert msgspec.convert(KNARR, Ship).id == "knarr"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"size": "huge"}, r"Invalid enum value 'huge'.*\[0\]\.size"),
        ({"price": -1}, r">= 0.*price"),
        ({"points": "5"}, r"Expected `int`.*points"),
        ({"sails": 2}, "unknown field `sails`"),
    ],
)
def test_bad_ships_are_refused(change: dict[str, Any], expected: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=expected):
        msgspec.convert([KNARR | change], list[Ship])


def test_bad_weapons_are_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match=r">= 1.*copies"):
        msgspec.convert({"id": "bow", "name": "Bow", "copies": 0}, Weapon)
