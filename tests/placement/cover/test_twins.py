"""Mirror twins: reflections take one tile for the other."""

import itertools
from typing import Any

import pytest

from odin_solver.errors import InputError
from odin_solver.notation.positions import position_data, position_from
from odin_solver.placement.cover.counting import LayoutCounter
from odin_solver.rules.position import Position, new_placements
from tests.timing import HANGING

TILES: dict[str, Any] = {
    "J": {"cells": ["X..", "XXX"], "flip": False},
    "L": {"cells": ["XX", ".X", ".X"], "flip": False, "twin": "J"},
    "D": {"cells": ["XX"]},
    "S": {"cells": ["X"], "flip": False},
}
OTHER = {"J": "L", "L": "J"}
Layout = frozenset[tuple[str, frozenset[tuple[int, int]]]]


def position_of(width: int, height: int, supply: dict[str, int], **changed: Any) -> Position:
    tiles = {name: {**tile, **changed.get(name, {})} for name, tile in TILES.items()}
    boards = [{"board": {"map": ["." * width] * height}}]
    return position_from({"schema": 1, "tiles": tiles, "supply": supply, "boards": boards})


def all_layouts(position: Position) -> set[Layout]:
    found = set()

    def use(after: Position) -> None:
        laid = new_placements(position, after)
        found.add(frozenset((each.tile.id, frozenset(each.cells)) for each in laid))

    LayoutCounter(position).each(use, HANGING)
    return found


def classes(layouts: set[Layout], width: int, height: int, *, mirrored: bool) -> int:
    """How many there are if turned ones are the same, and reflected ones with twins swapped."""
    images = set()
    for layout in layouts:
        same = []
        for swap, left, up in itertools.product((False, True), repeat=3):
            mirrors = (swap + left + up) % 2 == 1
            if (swap and width != height) or (mirrors and not mirrored):
                continue
            moved = set()
            for name, cells in layout:
                to = frozenset(
                    (width - 1 - x if left else x, height - 1 - y if up else y)
                    for x, y in ((cell[::-1] if swap else cell) for cell in cells)
                )
                moved.add((OTHER.get(name, name) if mirrors else name, to))
            same.append(frozenset(moved))
        images.add(frozenset(same))
    return len(images)


@pytest.mark.parametrize(
    ("width", "height", "supply", "mirrored"),
    [
        (4, 4, {"J": 2, "L": 2}, True),
        (4, 4, {"J": 1, "L": 1, "D": 4}, True),
        (4, 3, {"J": 1, "L": 1, "D": 2}, True),
        (4, 3, {"J": 1, "L": 1, "D": 1, "S": 2}, True),
        (4, 3, {"J": 1, "L": 1, "D": 4}, True),  # more than the board takes
        (4, 3, {"J": 2, "L": 2}, True),
        (4, 3, {"J": 2, "D": 2}, False),
        (4, 4, {"J": 2, "L": 1, "D": 2}, False),
        (4, 2, {"J": 1, "L": 1}, True),
    ],
)
def test_layouts_up_to_symmetry(
    width: int, height: int, supply: dict[str, int], mirrored: bool
) -> None:
    position = position_of(width, height, supply)
    layouts = all_layouts(position)
    counter = LayoutCounter(position, up_to_symmetry=True)
    assert counter.count(HANGING).count == classes(layouts, width, height, mirrored=mirrored)
    listed: list[Position] = []
    assert counter.each(listed.append, HANGING).count == len(listed)
    assert len(listed) == classes(layouts, width, height, mirrored=mirrored)


def test_without_twins_reflections_count_apart() -> None:
    supply = {"J": 1, "L": 1, "D": 4}
    twins, alone = position_of(4, 4, supply), position_of(4, 4, supply, L={"twin": ""})
    counts = [LayoutCounter(each, up_to_symmetry=True).count(HANGING) for each in (twins, alone)]
    assert counts[0].count < counts[1].count == classes(all_layouts(alone), 4, 4, mirrored=False)


@pytest.mark.parametrize(
    ("tile", "change"),
    [
        ("L", {"twin": "M"}),
        ("L", {"twin": "L"}),
        ("L", {"twin": "D"}),
        ("L", {"flip": True}),
        ("L", {"turn": False}),
        ("L", {"at_least": 1}),
        ("L", {"color": "blue"}),
        ("J", {"flip": True}),
        ("J", {"twin": "S"}),
    ],
)
def test_what_is_no_twin(tile: str, change: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"tiles\.[LJ]\.twin: expected a tile that is its mirror"):
        position_of(4, 4, {}, **{tile: change})


def test_they_are_written() -> None:
    position = position_of(4, 4, {"J": 1}, S={"turn": False, "at_least": 2})
    assert position_from(position_data(position)) == position
