from itertools import combinations

import pytest

from odin_solver.components.signs import SIGNS
from odin_solver.render import palette
from odin_solver.render.palette import Paint


def luminance(color: str) -> float:
    channels = [value / 255 for value in bytes.fromhex(color[1:])]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_everything_that_bonuses_give_has_colours() -> None:
    assert all(map(palette.paint_of_item, SIGNS))


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
