from itertools import combinations

import pytest

from odin_solver.components import BOARDS, TILES
from odin_solver.render import palette
from odin_solver.render.palette import Paint
from odin_solver.words.names import SIGNS, printed_name


def luminance(color: str) -> float:
    channels = [value / 255 for value in bytes.fromhex(color[1:])]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_every_tile_and_bonus_has_a_sign_of_its_own() -> None:
    given = {
        thing for board in BOARDS.values() for bonus in board.bonuses for thing, _ in bonus.gives
    }
    assert set(SIGNS) == set(TILES) | given
    assert len(set(SIGNS.values())) == len(SIGNS)
    assert all(len(sign) == 2 and sign.isascii() for sign in SIGNS.values())


def test_everything_that_bonuses_give_has_name_and_colours() -> None:
    for thing in SIGNS:
        assert printed_name(thing)
        assert palette.paint_of_item(thing)


@pytest.mark.parametrize(
    "paint",
    [*palette.COLOR_PAINTS.values(), palette.SPECIAL, palette.LAND, palette.PAGE, palette.COIN],
)
def test_text_on_tiles_is_readable(paint: Paint) -> None:
    assert contrast(paint.fill, paint.ink) >= 4.5


def test_colours_differ() -> None:
    fills = [each.fill for each in (*palette.COLOR_PAINTS.values(), palette.SPECIAL, palette.LAND)]
    for one, other in combinations(fills, 2):
        distance = sum(
            abs(a - b)
            for a, b in zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
        )
        assert distance > 60, (one, other)
