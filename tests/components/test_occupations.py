"""The occupation cards: checksums, and the cards that the rulebooks quote."""

import subprocess
import sys
from collections import Counter
from typing import Any

import msgspec
import pytest

from odin_solver.components.occupations import OCCUPATIONS, Occupation, OccupationKind, occupation
from odin_solver.errors import InputError
from tests.timing import HANGING

FRUIT_PICKER: dict[str, Any] = {
    "number": 43,
    "deck": "A",
    "name": "Fruit Picker",
    "points": 0,
    "kind": "immediate",
    "text": "Take 1 fruits.",
}
REMOVED_BY_HARVEST = {
    "52a": "Tutor",
    "107B": "Adventurer",
    "115b": "Princess",
    "125c": "Scribe",
    "150c": "Meat Buyer",
    "163a": "Farmhand",
    "170a": "Refugee Helper",
    "189B": "Seafarer",
}
"""The list of the rulebook with the mini expansions, by number and deck."""

PRINTED = [OCCUPATIONS[number] for number in range(1, 191)]
"""The cards of the printed game, whatever is added to them."""

every_card = pytest.mark.parametrize(
    "card", OCCUPATIONS.values(), ids=[each.id for each in OCCUPATIONS.values()]
)


@pytest.mark.rule("5.1")
def test_the_numbers_are_consecutive() -> None:
    assert list(OCCUPATIONS) == list(range(1, len(OCCUPATIONS) + 1))


@pytest.mark.rule("5.1")
def test_decks() -> None:
    decks = Counter((each.starting, each.deck) for each in PRINTED)
    assert decks == {
        (True, "A"): 15,
        (True, "B"): 15,
        (True, "C"): 15,
        (False, "A"): 57,
        (False, "B"): 44,
        (False, "C"): 44,
    }


@pytest.mark.rule("5.1")
def test_kinds() -> None:
    assert Counter(each.kind for each in PRINTED) == {
        OccupationKind.EACH_TIME: 112,
        OccupationKind.IMMEDIATE: 53,
        OccupationKind.ANYTIME: 19,
        OccupationKind.AS_SOON_AS: 6,
    }


def test_one_shot_cards_are_only_in_the_decks_b_and_c() -> None:
    decks = {each.deck for each in OCCUPATIONS.values() if each.kind == OccupationKind.AS_SOON_AS}
    assert decks == {"B", "C"}


@pytest.mark.rule("5.1")
def test_points() -> None:
    assert Counter(each.points for each in PRINTED) == {
        -2: 1,
        -1: 4,
        0: 45,
        1: 65,
        2: 50,
        3: 24,
        7: 1,
    }
    assert (occupation(5).points, occupation(180).points, occupation(100).points) == (7, -2, -1)


def test_no_two_cards_share_a_name() -> None:
    assert len({each.name for each in OCCUPATIONS.values()}) == len(OCCUPATIONS)


def test_cards_that_the_harvest_expansion_removes() -> None:
    assert {each.id: each.name for each in OCCUPATIONS.values() if each.not_with} == (
        REMOVED_BY_HARVEST
    )
    assert {each.not_with for each in OCCUPATIONS.values()} == {(), ("harvest",)}


@every_card
def test_texts_are_tidy_sentences(card: Occupation) -> None:
    for text in filter(None, (card.text, card.note)):
        assert text == " ".join(text.split())
        assert text[0].isupper()
        assert text.endswith(".")
        assert not set('{}_"') & set(text)


@every_card
def test_texts_say_when_the_card_works(card: Occupation) -> None:
    start = {
        OccupationKind.ANYTIME: ("At any time and as often as you like, ",),
        OccupationKind.AS_SOON_AS: ("As soon as ", "In the final scoring, "),
    }
    if card.kind in start:
        assert card.text.startswith(start[card.kind])
    else:
        assert not card.text.startswith(("At any time", "As soon as"))
    if card.kind == OccupationKind.IMMEDIATE:
        assert not card.text.startswith(("Each time", "In each", "After each", "Before each"))


@pytest.mark.parametrize(
    ("number", "name", "kind", "words"),
    [
        (65, "Dragonslayer", "immediate", ["exchange 2 snares and 2 spears for 1 treasure chest"]),
        (35, "Cattle Breeder", "immediate", ["Hold a Breeding phase", "yourself alone"]),
        (47, "Tanner", "anytime", ["exchange 1 salt meat for 1 hide"]),
        (54, "Tradesman", "anytime", ["exchange 1 silverware for either 1 silk or 1 chest"]),
        (86, "Hide Buyer", "immediate", ["pay 2 / 4 / 6 silver to take 1 / 2 / 3 hides"]),
        (93, "Helper in Time of Need", "each_time", ["1 beans / 1 grain / 1 cabbage", "exactly"]),
        (39, "Modifier", "anytime", ["take ore from your whaling boats and longships back"]),
        (149, "Priest", "each_time", ["Overseas trading space, take 1 oil before"]),
        (153, "Proficient Hunter", "each_time", ["roll up to 4 times instead of up to 3"]),
        (85, "Hornblower", "immediate", ["Hunting game action, once. Then", "Laying a snare"]),
        (181, "Sail Patcher", "as_soon_as", ["have 3 large ships"]),
        (179, "Cutter Operator", "as_soon_as", ["next get a knarr", "1 stockfish and 1 silver"]),
    ],
)
def test_cards_that_the_rulebooks_quote(
    number: int, name: str, kind: str, words: list[str]
) -> None:
    card = occupation(number)
    assert (card.name, card.kind) == (name, kind)
    for each in words:
        assert each in card.text


def test_ids_tell_light_from_dark_cards() -> None:
    assert [occupation(52).id, occupation(99).id, occupation(190).id] == ["52a", "99A", "190B"]


def test_labels_of_kinds() -> None:
    assert [each.label for each in OccupationKind] == [
        "immediate",
        "anytime",
        "each time",
        "as soon as",
    ]


@pytest.mark.parametrize("number", [-1, 0, 999])
def test_unknown_card_is_an_input_error(number: int) -> None:
    with pytest.raises(InputError, match=f"unknown occupation {number}: expected a number"):
        occupation(number)


def test_an_entry_as_in_the_file_is_accepted() -> None:
    read = msgspec.convert(FRUIT_PICKER, Occupation)
    assert read == OCCUPATIONS[43]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"number": 0}, r">= 1.*number"),
        ({"deck": "D"}, r"Invalid enum value 'D'.*deck"),
        ({"kind": "sometimes"}, r"Invalid enum value 'sometimes'.*kind"),
        ({"text": ""}, r"length >= 1.*text"),
        ({"note": ""}, r"length >= 1.*note"),
        ({"points": 1.5}, r"Expected `int`.*points"),
        ({"confidence": "high"}, "unknown field `confidence`"),
    ],
)
def test_bad_cards_are_refused(change: dict[str, Any], expected: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=expected):
        msgspec.convert(FRUIT_PICKER | change, Occupation)


@pytest.mark.slow
def test_whoever_places_tiles_does_not_wait_for_the_parts_of_the_game() -> None:
    program = (
        "import sys, odin_solver.components, odin_cli.positions;"
        "print(*[name for name in sys.modules if name.startswith('odin_solver.components.')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": ":".join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=True,
        timeout=HANGING,
    )
    loaded = {name.rpartition(".")[2] for name in done.stdout.split()}
    assert loaded == {"boards", "cells", "heard", "loading", "round_tracks", "signs", "tiles"}
