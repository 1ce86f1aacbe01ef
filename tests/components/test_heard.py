"""Names as people write them, in every language."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odin_solver.components import BOARDS, TILES, board, tile
from odin_solver.components.heard import CODE, Entry, Names, counted, names_of, plain, tiles_named
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.ships import SHIPS
from odin_solver.components.signs import SIGNS
from odin_solver.components.spaces import SPACES
from odin_solver.components.weapons import WEAPONS
from odin_solver.errors import InputError
from odin_solver.support.language import languages, say_as, speaking
from odin_solver.support.text import fold

PRINTED = {
    "tile": ("good", {name: each.name for name, each in TILES.items()}),
    "weapon": ("weapon", {name: each.name for name, each in WEAPONS.items()}),
    "ship": ("ship", {name: each.name for name, each in SHIPS.items()}),
    "board": ("board", {name: each.name for name, each in BOARDS.items()}),
    "card": ("card", {str(number): each.name for number, each in OCCUPATIONS.items()}),
    "space": ("space", {name: each.name for name, each in SPACES.items()}),
}
"""Contexts and English names of all components."""

HOMONYM = ("island", "cs")
"""The only name of one language that others use for other things: Iceland in Czech."""


def printed_names(kind: str) -> Iterator[tuple[str, str, str]]:
    """All printed names: language, id, name."""
    context, names = PRINTED[kind]
    for language in languages():
        with speaking(language):
            for thing, name in names.items():
                yield language, thing, str(say_as(context, name))


def without_accents(text: str) -> str:
    parts = unicodedata.normalize("NFD", text.replace("ł", "l").replace("Ł", "L"))
    return "".join(char for char in parts if not unicodedata.combining(char))


def forms(name: str) -> list[str]:
    """Six ways to write a name."""
    return [
        name,
        name.lower(),
        name.upper(),
        without_accents(name),
        re.sub(r"(?<=\w) (?=\w)", "-", name),
        name.replace(" ", "_").replace("'", "’"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("reader", languages())
@pytest.mark.parametrize("kind", PRINTED)
def test_every_printed_name_in_every_language_and_six_forms(kind: str, reader: str) -> None:
    names, cases = names_of(kind), [*printed_names(kind)]
    with speaking(reader):
        for language, thing, name in cases:
            for written in forms(name):
                if (fold(written), language) == HOMONYM and reader != language:
                    with pytest.raises(InputError):
                        names.listed(written)
                    continue
                assert names.one(written) == thing, written
                assert names.listed(written) == [thing], written
    assert len(cases) == len(languages()) * len(PRINTED[kind][1])


@pytest.mark.slow
@pytest.mark.parametrize("reader", languages())
def test_every_counted_name_in_every_language_and_six_forms(reader: str) -> None:
    names = names_of("item")
    for language in languages():
        with speaking(language):
            written = [(n, thing, counted(thing, n)) for thing in names.called for n in (1, 2, 5)]
        with speaking(reader):
            for n, thing, name in written:
                if n > (names.most(thing) or n):
                    continue
                for text in (
                    *(f"{n} {form}" for form in forms(name)),
                    *(f"{form} {n}" for form in forms(name)),
                    *(f"{n}x {name}", f"{name} x{n}", f"{name}={n}", f"{name}: {n}", f"{n}×{name}"),
                ):
                    assert names.counts(text) == {thing: n}, text


LISTS = 10_000


def random_list(rng: Random, names: Names) -> tuple[str, Counter[str]]:
    """A list in random words, and what it means."""
    side = rng.choice(("before", "after"))
    between = rng.choice((", ", "; ", ",", "\n", " and ", " + ", " a ", " та ", " ", " "))
    parts: list[str] = []
    meant: Counter[str] = Counter()
    for thing in rng.sample(sorted(names.called), rng.randint(1, 6)):
        number = rng.choice((1, 1, 2, 3, 5, 12))
        if number > (names.most(thing) or number):
            number = 1
        language = rng.choice(languages())
        with speaking(language):
            spoken = [name for of, name in names.called[thing] if of in (CODE, language)]
            name = rng.choice((*spoken, counted(thing, number)))
        name = rng.choice(forms(name))
        sign = rng.choice(("", "", "x", "×"))
        if number == 1 and rng.random() < 0.7:
            parts.append(name)
        elif side == "before":
            parts.append(f"{number}{sign} {name}")
        else:
            parts.append(f"{name} {sign}{number}")
        meant[thing] += number
    return between.join(parts), meant


@pytest.mark.slow
def test_random_lists_are_read_exactly_or_refused() -> None:
    rng = Random("names")
    names = names_of("item")
    refused = 0
    for number in range(LISTS):
        text, meant = random_list(rng, names)
        with speaking(languages()[number % 4]):
            try:
                found = names.counts(text)
            except InputError:
                refused += 1
                continue
        assert found == meant, text
    assert refused < LISTS / 10


def test_lists_with_commas_are_never_refused() -> None:
    rng = Random("commas")
    names = names_of("item")
    for _ in range(300):
        text, meant = random_list(rng, names)
        if "," in text or ";" in text or "\n" in text:
            assert names.counts(text) == meant, text


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["item", "ship", "board", "card", "space"])
def test_half_a_name_is_refused(kind: str) -> None:
    names = names_of(kind)
    known = {
        tuple(re.findall(r"\w+", fold(name).replace("_", " ")))
        for each in names.called.values()
        for _, name in each
    }
    for each in names.called.values():
        for _, name in each:
            words = re.findall(r"\w+", fold(name).replace("_", " "))
            for at in range(1, len(words)):
                for half in (words[:at], words[at:]):
                    text = " ".join(half)
                    if tuple(half) in known or names.meant(text):
                        continue
                    with pytest.raises(InputError):
                        names.one(text)


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        (
            "2 rune stone, treasure chest, 2 long sword",
            "2 rune stones, 1 treasure chest, 2 long swords",
        ),
        ("skin and bones", "1 skin and bones"),
        ("skin and bones and bones and skin", None),
        ("7 silver ore 2 peas spear", "7 silver, 1 ore, 2 peas, 1 spear"),
        ("peas 2 beans 3", "2 peas, 3 beans"),
        ("pea, bean; beans\npeas", "2 peas, 2 beans"),
        ("2 peas 3 beans and oil", "2 peas, 3 beans, 1 oil"),
        ("kameny 2, 3 kamienie, Камінь", "6 stones"),
        ("peas, 2 peas", "3 peas"),
        ("\n 2 peas,\n3 beans\n", "2 peas, 3 beans"),
        ("", ""),
    ],
)
def test_lists_are_echoed_in_full(text: str, heard: str | None) -> None:
    names = names_of("item")
    if heard is None:
        with pytest.raises(InputError):
            names.counts(text)
    else:
        assert names.echo(names.counts(text)) == heard


def test_echoes_speak_the_language_in_use() -> None:
    heard = names_of("item").counts("2 rune stone, treasure chest, 5 long sword")
    with speaking("cs"):
        assert names_of("item").echo(heard) == "2 runové kameny, 1 pokladnice, 5 mečů"
        assert names_of("space").echo(["mountain_2"]) == "t2 Hory 2"
        assert names_of("card").echo(["108"]) == "108c Kovář"
        assert names_of("board").echo(["iceland", ("shed", 2)]) == "Island, 2 kůlny"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("rune", ["unknown item 'rune'", "rune stone"]),
        ("2 peas, treasure", ["'treasure'", "treasure chest", "heard before it: 2 peas"]),
        ("peas 2 beans", ["may be peas, 2 beans or 2 peas, beans"]),
        ("bow 2 spear", ["may be bow, 2 spears or 2 bows, spear"]),
        ("0 peas", ["0 peas: expected at least 1"]),
        ("99 peas", ["99 peas: the box holds 25"]),
        ("13 peas, 13 peas", ["26 peas: the box holds 25"]),
        ("2 helmets", ["2 helmets: the box holds 1"]),
        ("-2 peas", ["'-2 peas'"]),
        ("peas ?", ["'?'", "heard before it: peas"]),
        ("2 3 peas", ["'2 3 peas': expected a number and a name"]),
        ("wool, peas=-1", ["'peas=-1': expected a number and a name; heard before it: wool"]),
        ("wool, peas=½, oil", ["'peas=½': expected a number and a name; heard before it: wool"]),
        ("peas and", ["'and'"]),
        ("2", ["'2'"]),
        ("peas" * 501, ["expected at most 2000 characters"]),
        ("wool\x1b[31m", ["'\\x1b[31m'"]),
    ],
)
def test_what_is_not_understood_entirely_is_refused(text: str, told: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        names_of("item").counts(text)
    (message,) = caught.value.problems
    assert "\n" not in message
    assert all(part in message for part in told), message


def test_another_languages_homonym_is_refused() -> None:
    boards = names_of("board")
    for language in languages():
        with speaking(language):
            if language == "cs":
                assert boards.one("Island") == "iceland"
            else:
                with pytest.raises(InputError) as caught:
                    boards.one("island")
                assert str(boards.name("bear_island")) in str(caught.value)
                assert str(boards.name("iceland")) in str(caught.value)


def test_numbers_stay_as_they_are_written() -> None:
    ships, boards = names_of("ship"), names_of("board")
    assert ships.entries("whaling boat 0, longships 2, Knara") == [
        Entry("whaling_boat", 0),
        Entry("longship", 2),
        Entry("knarr"),
    ]
    assert boards.entries("iceland 4 greenland 2") == [("iceland", 4), ("greenland", 2)]
    assert names_of("item").entries("stone 2 ore 2 silver", "before") == [
        ("stone", None),
        ("ore", 2),
        ("silver", 2),
    ]
    assert names_of("space").listed(
        "k2 t1, Mountain 3 and 2; Market: fruits, oil and salt meat"
    ) == ["flax_stockfish", "mountain_1_upgrade_1", "mountain_3_and_2", "fruits_oil_salt_meat"]
    assert names_of("card").listed("91, Ironsmith 52a") == ["91", "108", "52"]


def test_the_first_name_of_a_text() -> None:
    spaces = names_of("space")
    assert spaces.first("Mountain 2 or more") == ("mountain_2", "or more")
    assert spaces.first(" g4 1\n") == ("laying_a_snare", "1")
    assert spaces.one("\ncraft_rune_stone\n") == spaces.one(" c2\n") == "craft_rune_stone"
    with pytest.raises(InputError, match="unknown action space 'more'"):
        spaces.first("more")


@pytest.mark.parametrize(
    ("written", "tile_id"),
    [
        ("Rune stone", "rune_stone"),
        ("runestone", "rune_stone"),
        ("RUNE-STONE", "rune_stone"),
        ("kamienie runiczne", "rune_stone"),
        ("Ru", "rune_stone"),
        ("st", "stone"),
        ("fur", "fur"),
        ("si", "silver"),
    ],
)
def test_tiles(written: str, tile_id: str) -> None:
    assert tile(written).id == tile_id


@pytest.mark.parametrize(
    ("written", "board_id"),
    [
        ("Home", "home"),
        ("home board", "home"),
        ("Stone House", "stone_house"),
        ("medvedi ostrov", "bear_island"),
    ],
)
def test_boards(written: str, board_id: str) -> None:
    assert board(written).id == board_id


@pytest.mark.parametrize(
    ("written", "proposed"),
    [
        ("gold", ["did you mean gold brooch or gold ornament?"]),
        ("brooch", ["gold brooch"]),
        ("oyl", ["did you mean oil"]),
        ("rune_stome", ["did you mean rune stone?"]),
        ("xyzzy", ["unknown tile 'xyzzy' (odin tiles lists them)"]),
        ("o", ["unknown tile 'o'"]),
        ("\x1b[31m", ["unknown tile '\\x1b[31m'"]),
    ],
)
def test_errors_propose_names(written: str, proposed: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        tile(written)
    assert all(part in str(caught.value) for part in proposed), str(caught.value)


def test_all_names_of_all_tiles_and_boards() -> None:
    for name, kind in TILES.items():
        for written in (name, name.upper(), kind.name, kind.name.replace(" ", ""), SIGNS[name]):
            assert tile(written) == kind
    for name, printed in BOARDS.items():
        assert board(printed.name) == board(name.replace("_", " ").title()) == printed


def test_tiles_at_hand_may_be_abbreviated_where_that_is_clear() -> None:
    assert tiles_named("r", ["robe", "silver"]) == ["robe"]
    assert tiles_named("brooch", ["gold_brooch", "silver"]) == ["gold_brooch"]
    assert tiles_named("k", ["stone", "robe"]) == ["stone"]  # kámen, kamień
    assert tiles_named("gold", ["gold_brooch", "gold_ornament"]) == ["gold_brooch", "gold_ornament"]
    assert tiles_named("r", ["robe", "silver"], exactly=True) == []
    assert tiles_named("brooch") == []


@pytest.mark.slow
@given(st.text(max_size=12))
def test_any_text_is_a_tile_or_an_error(written: str) -> None:
    try:
        found = tile(written)
    except InputError:
        return
    assert plain(written) in {plain(name) for _, name in names_of("tile").called[found.id]}


@pytest.mark.slow
@given(st.text(max_size=30))
def test_any_text_is_a_list_or_one_line(written: str) -> None:
    names = names_of("item")
    try:
        found = names.counts(written)
    except InputError:
        return
    assert names.counts(names.echo(found)) == found
