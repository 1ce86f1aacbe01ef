"""The action board against the rules' text."""

import re
from collections import Counter
from typing import Any

import msgspec
import pytest

from odin_solver.components import BOARDS, TILES
from odin_solver.components.heard import names_of
from odin_solver.components.ships import SHIPS
from odin_solver.components.spaces import SPACES, SPACES_BY_KEY, ActionSpace, Group
from odin_solver.errors import InputError
from odin_solver.support.language import languages, say_as, speaking
from odin_solver.support.text import fold

SHED: dict[str, Any] = {
    "id": "build_shed",
    "key": "b1",
    "name": "Build a shed",
    "column": 1,
    "groups": ["build_houses"],
    "text": "Pay 2 wood: build a shed.",
    "short": "2 wood → shed",
    "icons": "2*wood > shed",
}

SIGNS_OF_ACTIONS = {
    *(">", "/", ":", "d8", "d12", "strip", "upgrade", "double_upgrade", "trade", "loot"),
    *("special", "forged", "island", "emigrate", "occupation", "play", "weapon"),
}
"""What stands in pictures of spaces besides items."""


def test_there_are_spaces_in_four_columns() -> None:
    assert {each.column for each in SPACES.values()} == {1, 2, 3, 4}


def test_keys_are_unique_and_fit_beside_the_board() -> None:
    assert len(SPACES_BY_KEY) == len(SPACES)
    for each in SPACES.values():
        assert len(each.key) + len(each.short) <= 22


@pytest.mark.parametrize("language", languages())
def test_no_key_reads_like_the_name_of_another_space(language: str) -> None:
    with speaking(language):
        for each in SPACES.values():
            names = (say_as("space", each.name), each.id.replace("_", " "))
            read = {
                f"{fold(name)[0]}{number}" for name in names for number in re.findall(r"\d+", name)
            }
            like = [other.id for other in SPACES.values() if other.key in read]
            assert like in ([], [each.id]), f"{each.name}: {like}"


def test_mountains_1_and_2_have_these_numbers() -> None:
    assert SPACES_BY_KEY["t1"].name.startswith("Mountain 1,")
    assert SPACES_BY_KEY["t2"].name == "Mountain 2"


def test_former_keys_are_read_in_files_only_and_are_never_used_again() -> None:
    former = {each.was: name for name, each in SPACES.items() if each.was}
    assert len(former) == 37
    assert former.keys().isdisjoint(SPACES_BY_KEY)
    typed, filed = names_of("space"), names_of("filed_space")
    for name, each in SPACES.items():
        assert typed.meant(each.key) == filed.meant(each.key) == [name]
    for key, name in former.items():
        assert filed.one(key) == name
        with pytest.raises(InputError) as caught:
            typed.one(key)
        assert f"did you mean {SPACES[name].key} {SPACES[name].name}?" in str(caught.value)


@pytest.mark.parametrize("each", SPACES.values(), ids=SPACES)
def test_icons_are_items_and_signs(each: ActionSpace) -> None:
    items = {*TILES, *BOARDS, *SHIPS} | SIGNS_OF_ACTIONS
    for icon in each.icons.split():
        count, _, item = icon.rpartition("*")
        assert item in items
        assert not count or int(count) > 1
    assert (each.dice is not None) == (each.dice in each.icons.split())


def test_groups() -> None:
    assert Counter(each.group for each in SPACES.values()) == {
        Group.BUILD_HOUSES: 4,
        Group.BUILD_SHIPS: 3,
        Group.HUNTING: 6,
        Group.LIVESTOCK_MARKET: 6,
        Group.WEEKLY_MARKET: 4,
        Group.PRODUCTS: 3,
        Group.CRAFTING: 7,
        Group.MOUNTAINS_AND_TRADE: 11,
        Group.SAILING: 10,
        Group.EMIGRATION_AND_OCCUPATION: 7,
    }


def test_groups_stand_together_and_reach_over_the_first_three_columns() -> None:
    for group in Group:
        assert {1, 2, 3} <= {each.column for each in SPACES.values() if each.group == group}
    groups = [each.group for each in SPACES.values()]
    assert list(dict.fromkeys(groups)) == list(Group)
    assert groups == sorted(groups, key=list(Group).index)


def test_two_spaces_stretch_over_two_rows() -> None:
    assert {each.id: each.groups[1] for each in SPACES.values() if len(each.groups) > 1} == {
        "build_house_and_ship": Group.BUILD_SHIPS,
        "spices_milk_wool": Group.PRODUCTS,
    }


def test_dice() -> None:
    assert {each.id: each.dice for each in SPACES.values() if each.dice} == {
        "hunting_game_1": "d8",
        "hunting_game_2": "d8",
        "laying_a_snare": "d8",
        "raiding": "d8",
        "whaling_3": "d12",
        "whaling_1": "d12",
        "pillaging_2": "d12",
        "pillaging_3": "d12",
    }


def test_boards_name_these_spaces() -> None:
    named = {board.action for board in BOARDS.values() if board.action}
    assert named == {"explore_1", "explore_2", "explore_3"}
    for board in BOARDS.values():
        if board.action:
            assert board.name.removeprefix("Isle of ") in SPACES[board.action].text


@pytest.mark.parametrize("each", SPACES.values(), ids=SPACES)
def test_texts_are_one_tidy_line(each: ActionSpace) -> None:
    assert each.text.endswith(".")
    assert each.text == " ".join(each.text.split())
    assert not set("{}_") & set(each.text + each.name)
    assert each.text[0].isupper()
    assert each.name[0].isupper()
    assert len(each.name) <= 36
    assert each.vikings == each.column
    assert ("roll" in each.text.lower()) == (each.dice is not None)


def test_names_are_different() -> None:
    assert len({each.name for each in SPACES.values()}) == len(SPACES)


def test_labels_of_groups() -> None:
    assert Group.BUILD_HOUSES.label == "Build houses"
    assert Group.EMIGRATION_AND_OCCUPATION.label == "Emigration and occupation"


def test_an_entry_as_in_the_file_is_accepted() -> None:
    assert msgspec.convert(SHED, ActionSpace) == SPACES["build_shed"]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"column": 5}, r"<= 4.*column"),
        ({"column": 0}, r">= 1.*column"),
        ({"groups": []}, "length >= 1"),
        ({"groups": ["casino"]}, "Invalid enum value 'casino'"),
        ({"dice": "d6"}, r"Invalid enum value 'd6'.*dice"),
        ({"text": ""}, r"length >= 1.*text"),
        ({"vikings": 1}, "unknown field `vikings`"),
    ],
)
def test_bad_spaces_are_refused(change: dict[str, Any], expected: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=expected):
        msgspec.convert(SHED | change, ActionSpace)
