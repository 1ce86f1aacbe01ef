"""The model of building against all layouts of small boxes."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_solver.errors import InputError
from odin_solver.linear.levels import LevelsResult, LevelState, search_levels
from odin_solver.vikings.archipelago import Archipelago, IslandTile
from odin_solver.vikings.build import BuiltArchipelago, build, built, check_buildable, hindsight
from odin_solver.vikings.examples import vikings_example
from odin_solver.vikings.ferry import best_ferries
from odin_solver.vikings.files import vikings_from
from odin_solver.vikings.model.objective import AIMS, Aim
from odin_solver.vikings.parts import ROWS, SAILS, Sail
from odin_solver.vikings.position import FreeParts, Rivals, VikingsPosition, VikingsRules
from odin_solver.vikings.rules.laying import legal_cells, ship_columns, violations
from odin_solver.vikings.rules.scoring import outlook
from odin_solver.vikings.solution import Limits, Watcher, values_of
from tests.timing import HANGING
from tests.vikings.strategies import VALUES

KINDS = (IslandTile("S"), IslandTile("M", 1), IslandTile("E"))


def build_here(position: VikingsPosition, aim: Aim = "final") -> BuiltArchipelago:
    check_buildable(position)
    return built(
        position, aim, lambda job: search_levels(replace(job, threads=1), lambda _: None), HANGING
    )


@st.composite
def boxes(draw: st.DrawFn) -> VikingsPosition:
    """Positions with few free parts."""
    tiles = {tile: count for tile in KINDS if (count := draw(st.integers(0, 2)))}
    while sum(tiles.values()) > 4:
        tiles.popitem()
    ships = {sail: 1 for sail in SAILS if draw(st.integers(0, 3)) == 0}
    while len(ships) > 2:
        ships.popitem()
    figures = {code: count for code in ROWS if (count := draw(st.integers(0, 1)))}
    specials = {"building_1": 1} if draw(st.booleans()) else {}
    if draw(st.booleans()):
        specials["food3"] = 1
    return VikingsPosition(
        free=FreeParts(tiles, ships, figures),
        mainland={"N": 1} if draw(st.booleans()) else {},
        gold=draw(st.integers(0, 12)),
        vp=draw(st.integers(0, 9)),
        round=draw(st.integers(3, 6)),
        specials=specials,
        rivals=Rivals(*(draw(st.integers(0, 3)) for _ in range(3))),
        ship_values=VALUES,
        rules=VikingsRules(
            gaps=draw(st.integers(0, 3)) > 0,
            arm_is_mainland=draw(st.integers(0, 3)) == 0,
            mainland_edge=draw(st.sampled_from(["sea", "sea", "any"])),
            majority_min=draw(st.integers(0, 1)),
            ship_repeat=draw(st.booleans()),
        ),
    )


def archipelagos(position: VikingsPosition) -> Iterator[Archipelago]:
    """All legal layouts of the free tiles, all or some, tile by tile."""
    seen: set[frozenset[object]] = set()
    open_layouts = [(Archipelago(), dict(position.free.tiles))]
    while open_layouts:
        area, left = open_layouts.pop()
        key = frozenset(area.tiles.items())
        if key in seen:
            continue
        seen.add(key)
        yield area
        for tile in left:
            if left[tile]:
                for cell in legal_cells(area, tile, position.rules):
                    after = replace(area, tiles={**area.tiles, cell: tile})
                    open_layouts.append((after, {**left, tile: left[tile] - 1}))


def layouts(position: VikingsPosition) -> Iterator[VikingsPosition]:
    """All positions with the free parts placed."""
    fleets: list[dict[int, Sail]] = [{}]
    for sail, count in position.free.ships.items():
        for _ in range(count):
            fleets = [{**fleet, at: sail} for fleet in fleets for at in ship_columns(fleet)]
    for area in archipelagos(position):
        places = []
        for row, code in enumerate(ROWS):
            cells = area.free_cells(row)
            number = min(position.free.figures.get(code, 0), len(cells))
            places.append(list(combinations(cells, number)))
        buildings = [cell for cell, tile in area.tiles.items() if tile == IslandTile("M", 1)]
        choices = buildings if buildings and position.specials.get("building_1") else [None]
        for chosen, fleet, building in product(product(*places), fleets, choices):
            figures = frozenset(cell for row in chosen for cell in row)
            mainland = dict(position.mainland)
            for code, count in position.free.figures.items():
                mainland[code] = mainland.get(code, 0) + count
            for row, _ in figures:
                mainland[ROWS[row]] -= 1
            tiles = dict(area.tiles)
            if building is not None:
                tiles[building] = IslandTile("M", 1, True)
            yield replace(
                position,
                area=Archipelago(tiles, figures, fleet),
                mainland=mainland,
                free=FreeParts(),
            )


@pytest.mark.rule("V.15", "V.21", "V.5", "V.6", "V.8")
@pytest.mark.slow
@given(boxes(), st.sampled_from(AIMS))
@settings(max_examples=12)
def test_the_model_equals_all_layouts(position: VikingsPosition, aim: Aim) -> None:
    if not position.free:
        return
    result = build_here(position, aim)
    assert result.status == "OPTIMAL"
    assert result.values == max(values_of(after, aim) for after in layouts(position))


@pytest.mark.slow
def test_an_example_in_a_process() -> None:
    result = build(vikings_example("empty-sea"))
    assert result.status == "OPTIMAL"
    assert list(result.values) == list(result.bounds) == [20, 1]
    assert violations(result.after) == []


def test_a_solver_without_an_answer_still_leaves_the_ships() -> None:
    position = vikings_example("late-build")
    nothing = LevelsResult(None, (), proven=False)
    result = built(position, "final", lambda job: nothing, HANGING)
    assert result.status == "FEASIBLE"
    assert violations(result.after) == []
    assert len(result.after.area.ships) == 5
    assert result.after.area.tiles == position.area.tiles
    assert result.values == values_of(result.after, "final")


@pytest.mark.slow
def test_a_search_of_a_moment_still_returns_a_layout() -> None:
    result = build(vikings_example("late-build"), limits=Limits(seconds=0.05))
    assert violations(result.after) == []
    assert len(result.after.area.ships) == 5
    assert result.values == values_of(result.after, "final")


def test_what_lies_stays_and_hindsight_frees_it() -> None:
    position = vikings_example("rulebook")
    position = replace(position, free=FreeParts(tiles={IslandTile("E"): 1}))
    result = build_here(position)
    assert result.after.area.tiles.items() >= position.area.tiles.items()
    assert result.after.area.figures >= position.area.figures
    again = hindsight(result.after)
    assert not again.area.tiles
    assert sum(again.free.tiles.values()) == len(result.after.area.tiles) + sum(
        result.after.free.tiles.values()
    )
    assert again.n_figures + sum(again.free.figures.values()) == position.n_figures
    assert dict(again.free.ships) == {"blue": 1, "yellow": 1, "green": 1}


def test_nothing_to_build() -> None:
    with pytest.raises(InputError, match="free: expected tiles, ships or figures"):
        build_here(vikings_example("rulebook"))
    crowded = replace(vikings_example("empty-sea"), free=FreeParts(tiles={KINDS[0]: 61}))
    with pytest.raises(InputError, match="start tiles: expected at most 21"):
        build_here(crowded)


@pytest.mark.slow
def test_a_score_that_no_layout_lifts_above_the_floor_is_proven() -> None:
    position = vikings_from(
        {
            "schema": 1,
            "game": "vikings",
            "gold": 3,
            "mainland": {"K": 9, "N": 1},
            "free": {"tiles": {"S": 1, "E": 1}, "figures": {"Y": 2}},
            "rivals": {"boatsmen": 5, "islands": 5, "longest": 5},
            "ship_values": {"red": "3 gold", "yellow": "2 vp"},
            "rules": {"final_vp_floor": True},
        }
    )
    result = build_here(position)
    assert result.status == "OPTIMAL"
    # Two goldsmiths stand for 3 gold each; 5 of 9 gold become a point, which the floor swallows.
    assert result.values == result.bounds == (Fraction(0), Fraction(4))
    without = replace(position, rules=msgspec.structs.replace(position.rules, final_vp_floor=False))
    below = build_here(without)
    assert below.status == "OPTIMAL"
    assert below.values[0] < 0


@pytest.mark.slow
def test_a_stopped_search_keeps_the_best_so_far() -> None:
    position = vikings_example("late-build")
    cancel = threading.Event()

    def stop(state: LevelState) -> None:
        if state.value is not None:
            cancel.set()

    result = build(position, watcher=Watcher(stop, cancel.is_set))
    assert violations(result.after) == []
    assert len(result.after.area.tiles) > len(position.area.tiles)
    assert result.values[0] == outlook(result.after).vp


@pytest.mark.slow
def test_a_ferry_that_is_stopped_at_once_is_legal() -> None:
    position = vikings_example("ferry")
    advice = best_ferries(position, watcher=Watcher(cancelled=lambda: True))
    (line,) = advice.lines
    assert not line.proven
    assert violations(line.after) == []


def test_middles_with_and_without_a_known_building_are_free_together() -> None:
    tiles = {IslandTile("S"): 1, IslandTile("M"): 1, IslandTile("M", 3): 1, IslandTile("E"): 1}
    position = VikingsPosition(free=FreeParts(tiles), rivals=Rivals(0, 1, 4), ship_values=VALUES)
    result = build_here(position)
    assert result.status == "OPTIMAL"
    assert len(next(result.after.area.closed_islands())) == 4
