from fractions import Fraction

import pytest

from odin_solver.components import BOARDS, TILES
from odin_solver.components.signs import SIGNS
from odin_solver.placement.objective import Weights
from odin_solver.words.names import number_of, plain_list, printed_name, weights_text


def test_every_tile_and_bonus_has_a_sign_of_its_own() -> None:
    given = {
        item for board in BOARDS.values() for bonus in board.bonuses for item, _ in bonus.gives
    }
    assert set(SIGNS) == set(TILES) | given
    assert len(set(SIGNS.values())) == len(SIGNS)
    assert all(len(sign) == 2 and sign.isascii() for sign in SIGNS.values())


def test_everything_that_bonuses_give_has_a_name() -> None:
    assert all(map(printed_name, SIGNS))


def test_counts() -> None:
    assert number_of(1, "Viking") == "1 Viking"
    assert number_of(0, "penalty", "penalties") == "0 penalties"
    assert plain_list({"skin_and_bones": 2, "bear_island": 1}) == "2 skin and bones, 1 Bear Island"
    assert plain_list([]) == "nothing"


@pytest.mark.parametrize(
    ("weights", "text"),
    [
        (Weights(), "nothing"),
        (Weights(points=Fraction(1), silver=Fraction(-1)), "points - silver"),
        (Weights(income=Fraction(5, 2), points=Fraction(-1)), "-points + 2.5 income"),
    ],
)
def test_weights(weights: Weights, text: str) -> None:
    assert weights_text(weights) == text
