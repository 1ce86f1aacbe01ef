"""Scoring and laying against an independent statement."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from odin_solver.vikings.archipelago import Archipelago, IslandTile
from odin_solver.vikings.parts import BUILDINGS, ROWS, SAILS
from odin_solver.vikings.position import Rivals, VikingsPosition, VikingsRules
from odin_solver.vikings.rules.laying import legal_cells, violations
from odin_solver.vikings.rules.scoring import (
    after_large_scoring,
    final_scoring,
    large_scoring,
    outlook,
    small_scoring,
)
from tests.profiles import cases
from tests.vikings import reference
from tests.vikings.strategies import VALUES, positions


@pytest.mark.rule("V.10", "V.12", "V.13", "V.14", "V.21", "V.9")
@pytest.mark.slow
@given(positions())
def test_scorings_equal_the_reference(position: VikingsPosition) -> None:
    small, large, last = small_scoring(position), large_scoring(position), final_scoring(position)
    assert (small.vp, small.gold) == (0, reference.small(position))
    assert (large.vp, large.gold) == reference.large(position)
    vp, gold = reference.final(position)
    assert (position.vp + last.vp, position.gold + last.gold) == (vp, gold)
    assert len(list(position.area.closed_islands())) == len(
        reference.islands(reference.plain(position))
    )


def random_area(rng: Random) -> VikingsPosition:
    """A random small position by the rules of laying, quicker than Hypothesis makes one."""
    area = Archipelago()
    for _ in range(rng.randint(0, 12)):
        tile = IslandTile("M", rng.choice(BUILDINGS)) if rng.random() < 0.4 else None
        tile = tile or IslandTile(rng.choice(["S", "E"]))
        cells = legal_cells(area, tile, VikingsRules())
        if cells:
            area = replace(area, tiles={**area.tiles, rng.choice(cells): tile})
    figures = frozenset(cell for cell in area.tiles if rng.random() < 0.6)
    columns = rng.sample([1, 2, 3], rng.randint(0, 3))
    area = replace(area, figures=figures, ships={at: rng.choice(SAILS) for at in columns})
    return VikingsPosition(
        area=area,
        mainland={code: rng.randint(0, 2) for code in "KRGYBN"},
        gold=rng.randint(0, 12),
        vp=rng.randint(0, 40),
        round=rng.randint(1, 6),
        rivals=Rivals(rng.randint(0, 2), rng.randint(0, 3), rng.randint(0, 5)),
        ship_values=VALUES,
    )


@pytest.mark.slow
def test_thousands_of_small_areas_score_as_in_the_reference() -> None:
    rng = Random(7)
    for _ in range(cases(400, 100_000)):
        position = random_area(rng)
        small, large, last = (
            scoring(position) for scoring in (small_scoring, large_scoring, final_scoring)
        )
        assert small.gold == reference.small(position)
        assert (large.vp, large.gold) == reference.large(position)
        end = position.vp + last.vp, position.gold + last.gold
        assert end == reference.final(position)


@pytest.mark.slow
@given(positions())
def test_the_outlook_plays_all_rounds(position: VikingsPosition) -> None:
    now = position
    for number in range(position.round, 7):
        if number % 2:
            vp, gold = 0, reference.small(now)
        else:
            vp, gold = reference.large(now)
            now = after_large_scoring(now)
        now = replace(now, vp=now.vp + vp, gold=now.gold + gold)
    end = outlook(position)
    assert (end.vp, end.gold) == reference.final(now)


@pytest.mark.rule("V.6")
@given(positions(most_tiles=7))
def test_legal_cells_are_those_that_leave_the_layout_legal(position: VikingsPosition) -> None:
    assert reference.is_legal_layout(position)
    for tile in list(position.area.tiles.values())[:2]:
        legal = legal_cells(position.area, tile, position.rules)
        for row in range(len(ROWS)):
            for column in range(1, position.area.columns + 3):
                cell = (row, column)
                if cell not in position.area.tiles:
                    tiles = {**position.area.tiles, cell: tile}
                    after = replace(position, area=replace(position.area, tiles=tiles))
                    assert reference.is_legal_layout(after) == (cell in legal), cell


@pytest.mark.rule("V.5")
@given(positions(most_tiles=7))
def test_violations_are_those_of_the_reference(position: VikingsPosition) -> None:
    assert violations(position) == []
    tiles = dict(list(position.area.tiles.items())[1:])
    broken = replace(position, area=replace(position.area, tiles=tiles))
    assert (violations(broken) == []) == reference.is_legal_layout(broken)
