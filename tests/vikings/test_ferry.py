"""Ferrying: the closed form against boatsmen rowing one by one, the model against enumeration."""

from dataclasses import replace
from itertools import combinations, islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_solver.errors import InputError
from odin_solver.vikings.archipelago import Archipelago, IslandTile
from odin_solver.vikings.examples import vikings_example
from odin_solver.vikings.ferry import best_ferries, ferries_here
from odin_solver.vikings.model.objective import AIMS, Aim
from odin_solver.vikings.parts import ShipValue
from odin_solver.vikings.position import Rivals, VikingsPosition, VikingsRules
from odin_solver.vikings.rules.ferrying import ferried, plans, room
from odin_solver.vikings.solution import Limits, values_of
from tests.profiles import PROFILE
from tests.vikings.strategies import positions

State = tuple[tuple[int, ...], int, int]
"""Figures of each row that can be carried, boatsmen left, ferry ships left."""


def trips(state: State, expert: bool) -> set[State]:
    """All states after the trip of one boatsman, by the words of the rulebook."""
    left, boatsmen, ships = state
    if not boatsmen:
        return set()
    after = set()
    if not expert or ships:
        for row, number in enumerate(left):
            if number:
                after.add((*left[:row], 0, *left[row + 1 :]))
        if any(left):
            after.add(tuple(max(0, number - 1) for number in left))
    reached = {(rest, boatsmen - 1, ships - expert) for rest in after}
    if expert:
        for row, number in enumerate(left):
            if number:
                rest = (*left[:row], number - 1, *left[row + 1 :])
                reached.add((rest, boatsmen - 1, ships))
    return reached


def reachable(state: State, expert: bool) -> set[State]:
    reached, new = {state}, {state}
    while new:
        new = {after for before in new for after in trips(before, expert)} - reached
        reached |= new
    return reached


def waiting(counts: tuple[int, ...], boatsmen: int, ships: int, expert: bool) -> VikingsPosition:
    tiles = {(row, column): IslandTile("S") for row in range(5) for column in range(1, 5)}
    mainland = dict(zip("KRGYB", counts, strict=True)) | {"N": boatsmen}
    return VikingsPosition(
        area=Archipelago(tiles),
        mainland=mainland,
        round=2,
        specials={"ferry_ship": ships} if ships else {},
        rules=VikingsRules(expert_ferry=expert),
    )


def compared(counts: tuple[int, ...], boatsmen: int, ships: int, expert: bool) -> None:
    position = waiting(counts, boatsmen, ships, expert)
    claimed = {(carried, plan.boatsmen, plan.ferry_ships) for plan, carried in plans(position)}
    rowed = {
        (
            tuple(had - has for had, has in zip(counts, left, strict=True)),
            boatsmen - rest,
            ships - rest_ships,
        )
        for left, rest, rest_ships in reachable((counts, boatsmen, ships), expert)
    }
    if expert:
        assert claimed == rowed
    else:
        assert {way[:2] for way in claimed} == {way[:2] for way in rowed}


def test_closed_form_of_three_colours() -> None:
    for counts in product(range(4), repeat=3):
        for boatsmen in range(5):
            compared((*counts, 0, 0), boatsmen, 0, False)


@pytest.mark.rule("V.11")
@pytest.mark.slow
def test_closed_form() -> None:
    """All 21,875 cases in a nightly run, every 150th otherwise."""
    step = 1 if PROFILE == "nightly" else 150
    for *counts, boatsmen in islice(product(*[range(5)] * 5, range(7)), 0, None, step):
        compared(tuple(counts), boatsmen, 0, False)


@pytest.mark.rule("V.17")
@pytest.mark.slow
@given(st.tuples(*[st.integers(0, 2)] * 3), st.integers(0, 4), st.integers(0, 2))
@settings(max_examples=100)
def test_closed_form_of_the_expert_game(counts: tuple[int, ...], boatsmen: int, ships: int) -> None:
    compared((*counts, 0, 0), boatsmen, ships, True)


def enumerated(position: VikingsPosition, aim: Aim) -> dict[tuple[int, tuple[int, ...]], object]:
    """The best value of every way, over all its plans and cells."""
    best: dict[tuple[int, tuple[int, ...]], object] = {}
    for plan, counts in plans(position):
        places = [
            list(combinations(position.area.free_cells(row), number))
            for row, number in enumerate(counts)
        ]
        for chosen in product(*places):
            cells = frozenset(cell for row in chosen for cell in row)
            value = values_of(ferried(position, plan, cells), aim)
            way = plan.boatsmen, counts
            if way not in best or value > best[way]:  # type: ignore[operator]
                best[way] = value
    return best


@pytest.mark.rule("V.11")
@pytest.mark.slow
@given(positions(most_tiles=7, most_ships=4), st.sampled_from(AIMS), st.sampled_from([2, 4, 6]))
@settings(max_examples=30)
def test_the_model_equals_enumeration(position: VikingsPosition, aim: Aim, number: int) -> None:
    position = replace(position, round=number)
    best = sorted(enumerated(position, aim).values(), reverse=True)  # type: ignore[type-var]
    lines = ferries_here(position, aim, count=2)
    assert [line.values for line in lines] == best[: len(lines)]
    assert len(lines) == min(2, len(best))
    assert all(line.proven for line in lines)


def test_an_empty_archipelago_has_one_way() -> None:
    (line,) = ferries_here(VikingsPosition(area=Archipelago({}), round=2), "income", count=2)
    assert list(line.values) == [0]
    assert line.proven


def test_no_final_score_is_below_0() -> None:
    """Then the gold left decides."""
    area = Archipelago({}, ships={1: "red"}, paid=frozenset({1}))
    position = VikingsPosition(
        area=area, round=2, ship_values={"red": ShipValue("gold", 3)}, rivals=Rivals(1, 1, 1)
    )
    for floor, score in ((True, 0), (False, -3)):
        rules = VikingsRules(final_vp_floor=floor, majority_min=2)
        (line,) = ferries_here(replace(position, rules=rules), "final", count=2)
        assert list(line.values) == [score, 0]
        assert line.proven


@pytest.mark.slow
def test_ways_of_an_example_in_a_process() -> None:
    advice = best_ferries(vikings_example("ferry"), count=3, limits=Limits(workers=1))
    best = sorted(enumerated(vikings_example("ferry"), "final").values(), reverse=True)  # type: ignore[type-var]
    assert [line.values for line in advice.lines] == best[:3]
    assert [line.status for line in advice.lines] == ["OPTIMAL"] * 3
    assert advice.solver.startswith("CP-SAT")


@pytest.mark.rule("V.11")
def test_in_the_last_round_all_boatsmen_row_who_can() -> None:
    position = vikings_example("last-round")
    for plan, counts in plans(position):
        assert plan.boatsmen == position.boatsmen or counts == room(position)
    assert any(not plan.boatsmen for plan, _ in plans(replace(position, round=4)))


def test_no_ferrying_before_a_small_scoring() -> None:
    with pytest.raises(InputError, match=r"round: expected one with a large scoring \(2, 4, 6\)"):
        ferries_here(replace(vikings_example("ferry"), round=3))
