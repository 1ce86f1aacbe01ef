from fractions import Fraction

import pytest

from odin_solver.components import BOARDS, TILES
from odin_solver.components.heard import board as find_board
from odin_solver.components.heard import tile as find_tile
from odin_solver.components.heard import tiles_named
from odin_solver.components.signs import SIGNS, sign_of_item
from odin_solver.editing.finding import matching
from odin_solver.names.printed import (
    penalties_text,
    plain_list,
    plain_name,
    printed_name,
    weights_text,
)
from odin_solver.notation.drawn import drawing
from odin_solver.notation.examples import example
from odin_solver.placement.objective import Weights
from odin_solver.render.terminal.boards import board_text
from odin_solver.support.language import speaking
from tests.words.languages import languages


def test_every_tile_and_bonus_has_a_sign_of_its_own() -> None:
    given = {
        item for board in BOARDS.values() for bonus in board.bonuses for item, _ in bonus.gives
    }
    assert set(SIGNS) == set(TILES) | given
    assert len(set(SIGNS.values())) == len(SIGNS)
    assert all(len(sign) == 2 and sign.isascii() for sign in SIGNS.values())


@pytest.mark.parametrize("language", languages())
def test_every_language_has_signs_of_its_own_names(language: str) -> None:
    with speaking(language):
        shown = {item: sign_of_item(item) for item in SIGNS}
        assert len({sign.casefold() for sign in shown.values()}) == len(SIGNS)
        for item, sign in shown.items():
            assert printed_name(item).startswith(sign[0])
            assert sign[1:] in printed_name(item)[1:].lower()
        robe = shown["robe"]
        assert matching(robe)[0].id == "robe"
        assert tiles_named(robe, ["oil", "robe"]) == ["robe"]
        state = example("late-home").boards[0]
        picture = ["".join(part.text for part in line) for line in board_text(state).lines]
        assert f"{shown['silverware']} {printed_name('silverware')}" in " ".join(picture)
        assert "Sw" in (drawing(state) or "").split()
    assert sign_of_item("robe") == "Ro"


def test_everything_that_bonuses_give_has_a_name() -> None:
    assert all(map(printed_name, SIGNS))


def test_counts() -> None:
    assert plain_list({"skin_and_bones": 2, "bear_island": 1}) == "2 skin and bones, 1 Bear Island"
    assert plain_list([]) == "nothing"


@pytest.mark.parametrize(
    ("weights", "text"),
    [
        (Weights(), "nothing"),
        (Weights(points=Fraction(1), silver=Fraction(-1)), "points − silver"),
        (Weights(income=Fraction(5, 2), points=Fraction(-1)), "−points + 2.5 income"),
        (Weights(points=Fraction(999999999999, 10**6)), "999999.999999 points"),
        (Weights(points=Fraction(-1, 10**6)), "−0.000001 points"),
    ],
)
def test_weights(weights: Weights, text: str) -> None:
    assert weights_text(weights) == text


@pytest.mark.parametrize(
    ("language", "printed", "plain", "listed"),
    [
        ("cs", "Kosti a kůže", "luk a šíp", "2× dřevo, 1× Medvědí ostrov"),
        ("pl", "Skóra i kości", "łuk i strzała", "2× drewno, 1× Wyspa Niedźwiedzia"),
        ("uk", "Шкіра та кістки", "лук", "2× дерево, 1× Ведмежий острів"),
    ],
)
def test_names_are_those_of_the_rulebook_of_the_language(
    language: str, printed: str, plain: str, listed: str
) -> None:
    with speaking(language):
        assert printed_name("skin_and_bones") == printed
        assert plain_name("bow") == plain
        assert plain_list({"wood": 2, "bear_island": 1}) == listed


def test_only_the_first_letter_is_small_within_a_sentence() -> None:
    with speaking("pl"):
        assert plain_name("english_crown") == "korona Anglii"


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("cs", ["1 trest Thingu", "2 tresty Thingu", "5 trestů Thingu"]),
        ("pl", ["1 kara Ting", "2 kary Ting", "5 kar Ting"]),
        ("uk", ["1 штраф тінга", "2 штрафи тінга", "5 штрафів тінга"]),
    ],
)
def test_penalties_are_counted_in_every_language(language: str, texts: list[str]) -> None:
    with speaking(language):
        assert [penalties_text(count) for count in (1, 2, 5)] == texts


@pytest.mark.parametrize(
    ("language", "tile", "board"),
    [
        ("cs", "sušená ryba", "grónsko"),
        ("pl", "sztokfisz", "Grenlandia"),
        ("uk", "в'ялена риба", "Гренландія"),
    ],
)
def test_names_of_the_language_are_understood_beside_english(
    language: str, tile: str, board: str
) -> None:
    with speaking(language):
        assert find_tile(tile) == find_tile("stockfish") == TILES["stockfish"]
        assert find_board(board) == find_board("greenland") == BOARDS["greenland"]
    assert find_tile(tile) == TILES["stockfish"]
