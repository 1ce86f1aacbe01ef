"""Pictures of boards that no one has printed: whatever the format allows can be drawn."""

import random
import re
from xml.etree import ElementTree

import pytest
from rich.console import Console

from odin_solver.notation.positions import position_from
from odin_solver.render.png import png_from
from odin_solver.render.svg.position import position_svg
from odin_solver.render.terminal.boards import position_text
from odin_solver.rules.position import Position
from tests.custom_boards import ITEMS, random_custom_board
from tests.render.test_text import printed


def position_with(**board: object) -> Position:
    return position_from({"schema": 1, "boards": [{"board": board}]})


NOTHING = position_with(map=["..B"], bonuses=[{"cells": "c1", "gives": {}}])
NO_OIL = position_with(map=["..B"], bonuses=[{"cells": "c1", "gives": {"oil": 0}}])
THOUSANDS = position_with(
    map=["..I", ".I.", "I.."], income=[{"cells": "a1 b2 c3", "values": [0, 1000, 1000, 1000]}]
)
EVERYTHING = position_with(
    map=["B."], bonuses=[{"cells": "a1", "gives": dict.fromkeys(ITEMS, 1000)}]
)
TORN = position_with(
    map=["BB", "BB", ".."],
    bonuses=[{"cells": "a2 a3 b2 b3", "gives": {"oil": 2, "wood": 1, "ore": 1}}],
)
ODD = (NOTHING, NO_OIL, THOUSANDS, EVERYTHING, TORN)


def check_svg(svg: str) -> None:
    ElementTree.fromstring(svg)
    assert not re.search(r'(width|height|r|rx|ry|font-size)="(-|nan|inf)', svg)


@pytest.mark.parametrize("position", ODD)
def test_odd_boards_are_drawn(position: Position) -> None:
    printed(position_text(position))
    svg = position_svg(position)
    check_svg(svg)
    assert png_from(svg, 200)


@pytest.mark.slow
def test_random_boards_are_drawn() -> None:
    for seed in range(200):
        board = random_custom_board(random.Random(seed))
        position = position_with(**board)
        Console(file=None, quiet=True).print(position_text(position))
        check_svg(position_svg(position))


def test_a_bonus_of_nothing_says_so() -> None:
    for position in (NOTHING, NO_OIL):
        text = printed(position_text(position))
        assert "--?" in text
        assert "Bonuses: -- nothing" in text
        assert "bonus: nothing, not won yet" in position_svg(position)


def test_an_income_of_a_thousand_fits_its_cell() -> None:
    text = printed(position_text(THOUSANDS))
    assert " 3 │ ·   ·  1k │" in text
    assert " 1 │ 0$  ·   · │" in text


def test_a_bonus_of_many_things_is_listed_within_the_width() -> None:
    assert max(map(len, printed(position_text(EVERYTHING), width=60).splitlines())) <= 60
