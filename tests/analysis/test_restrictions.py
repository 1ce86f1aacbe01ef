"""Lines that are left out: the rows of the model, the plain definition, and enumeration."""

import random
from dataclasses import replace
from unittest.mock import patch

import pytest
from hypothesis import given, settings

from odin_solver.components import board
from odin_solver.placement.gains import gains, value
from odin_solver.placement.model import neighbourhood
from odin_solver.placement.model.build import assignment
from odin_solver.placement.model.constraints import exclusions
from odin_solver.placement.model.constraints.exclusions import add_exclusions
from odin_solver.placement.model.neighbourhood import NeighbourhoodSearch
from odin_solver.placement.model.worker import model_for
from odin_solver.placement.objective import Objective, choose_objective
from odin_solver.placement.problem import Laid, compile_problem, layout
from odin_solver.placement.restrictions import (
    ForbiddenPlacement,
    LayoutSignature,
    MinimumValue,
    Restrictions,
    signature_of,
    without_idle,
)
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position
from tests.analysis import oracle
from tests.placement.model import random_positions
from tests.placement.model.inprocess import (
    NotProven,
    checked,
    make_job,
    run_job,
    violated_constraints,
)
from tests.placement.model.layouts import laid_of, some_layouts
from tests.profiles import cases

MOST = 5


def lines_of_the_model(
    position: Position, objective: Objective, most: int
) -> tuple[list[Position], bool]:
    """The best layouts, each coming to something new; whether no other is left."""
    problem = compile_problem(position)
    excluded: list[LayoutSignature] = []
    found: list[Position] = []
    while len(found) < most:
        restrictions = Restrictions(tuple(excluded), levels=objective.levels if excluded else ())
        minimums: list[MinimumValue] = []
        laid: tuple[Laid, ...] = ()
        for weights in objective.levels:
            job = replace(make_job(position, weights, minimums), restrictions=restrictions)
            try:
                record = run_job(job)
            except NotProven:
                return found, True
            laid = checked(position, record.laid)
            worth = value(weights, gains(position, layout(problem, laid)))
            assert worth == record.value
            assert restrictions.allow(problem, laid)
            minimums.append(MinimumValue(weights, worth))
        excluded.append(signature_of(problem, laid, objective.levels))
        found.append(layout(problem, laid))
    return found, False


def check_lines(position: Position, objective: Objective) -> None:
    wanted = list(oracle.best_outcomes(position, objective).values())
    found, complete = lines_of_the_model(position, objective, MOST)
    assert complete == (len(wanted) < MOST)
    assert [oracle.values(position, each, objective) for each in found] == wanted[:MOST]
    outcomes = {oracle.outcome(position, each, objective) for each in found}
    assert len(outcomes) == len(found)


@pytest.mark.slow
@settings(max_examples=cases(15))
@given(random_positions.generators)
def test_the_best_lines_are_those_of_all_layouts(choose: random.Random) -> None:
    check_lines(oracle.small_position(choose), oracle.small_objective(choose))


@pytest.mark.slow
@settings(max_examples=cases(15))
@given(random_positions.generators)
def test_the_rows_say_what_the_definition_says(choose: random.Random) -> None:
    position = oracle.small_position(choose)
    objective = oracle.small_objective(choose)
    problem = compile_problem(position)
    some = [laid_of(problem, each) for each in some_layouts(choose, position, 6)]
    some = [without_idle(problem, laid, objective.levels) for laid in some]
    excluded = tuple(signature_of(problem, laid, objective.levels) for laid in some[:2])
    restrictions = Restrictions(excluded, levels=objective.levels)
    job = replace(make_job(position, objective.levels[-1]), restrictions=restrictions)
    free = replace(job, restrictions=Restrictions(levels=objective.levels))
    for laid in some:
        model, _ = model_for(problem, free)
        if violated_constraints(model.linear, assignment(model, laid)):
            continue  # of layouts that mirror each other the model knows one
        model, _ = model_for(problem, job)
        broken = violated_constraints(model.linear, assignment(model, laid))
        assert bool(broken) == (signature_of(problem, laid, objective.levels) in excluded)


@pytest.mark.slow
@settings(max_examples=cases(15))
@given(random_positions.generators)
def test_the_definition_is_that_of_the_text(choose: random.Random) -> None:
    position = oracle.small_position(choose)
    objective = oracle.small_objective(choose)
    problem = compile_problem(position)
    layouts = some_layouts(choose, position, 8)
    ours = [signature_of(problem, laid_of(problem, each), objective.levels) for each in layouts]
    plain = [oracle.outcome(position, each, objective) for each in layouts]
    for i in range(len(layouts)):
        for j in range(i):
            assert (ours[i] == ours[j]) == (plain[i] == plain[j])


TWINS = Position(
    boards=(BoardState(board("stone_house")), BoardState(board("stone_house"))),
    supply={"mead": 1, "oil": 1},
)


@pytest.mark.slow
def test_boards_may_be_swapped() -> None:
    objective = choose_objective(TWINS, "cover")
    check_lines(TWINS, objective)
    problem = compile_problem(TWINS)
    cells = problem.areas[0].placements[0][0]
    one, other = (signature_of(problem, [Laid(at, 0, cells)], objective.levels) for at in (0, 1))
    assert one == other


@pytest.mark.slow
@pytest.mark.parametrize("mutant", ["no less", "no more", "income", "item", "tile"])
def test_wrong_rows_are_noticed(mutant: str) -> None:
    """Each part of the rows matters: without it some position gets other lines."""
    plain = exclusions._differences

    def crippled(*arguments: object) -> object:
        made = arguments[-1]
        found = plain(*arguments)  # type: ignore[arg-type]  # passed on as they came
        if found is None:
            return None
        # Arguments are plain objects here.
        keys = {var: key for key, var in made.items()}  # type: ignore[attr-defined]
        dropped = {"no less": -1, "no more": 1}.get(mutant)
        return [
            var for var in found if keys[var][2] != dropped and not keys[var][0].startswith(mutant)
        ]

    noticed = 0
    with patch.object(exclusions, "_differences", crippled):
        for seed in range(80):
            if noticed:
                break
            choose = random.Random(seed)
            noticed += _fails(oracle.small_position(choose), oracle.small_objective(choose))
    assert noticed


def _fails(position: Position, objective: Objective) -> bool:
    try:
        check_lines(position, objective)
    except AssertionError:
        return True
    return False


@pytest.mark.slow
@settings(max_examples=cases(15))
@given(random_positions.generators)
def test_barred_placements(choose: random.Random) -> None:
    position = oracle.small_position(choose)
    objective = oracle.small_objective(choose)
    problem = compile_problem(position)
    fullest = laid_of(problem, some_layouts(choose, position, 1)[-1])
    tiles = [each for each in fullest if each.kind >= 0]
    if not tiles or any(a.state == b.state for a in problem.areas for b in problem.areas if a != b):
        return
    forbidden = choose.choice(tiles)
    restrictions = Restrictions(
        forbidden=frozenset(
            {
                ForbiddenPlacement(
                    forbidden.area, problem.stock[forbidden.kind].tile.id, forbidden.cells
                )
            }
        )
    )
    weights = objective.levels[0]
    record = run_job(replace(make_job(position, weights), restrictions=restrictions))
    checked(position, record.laid)
    assert restrictions.allow(problem, record.laid)
    wanted = max(
        value(weights, gains(position, each))
        for each in oracle.layouts(position)
        if restrictions.allow(problem, laid_of(problem, each))
    )
    assert record.value == wanted


@pytest.mark.slow
@settings(max_examples=cases(15))
@given(random_positions.generators)
def test_gaps_are_not_filled_with_what_is_left_out(choose: random.Random) -> None:
    position = oracle.small_position(choose)
    objective = oracle.small_objective(choose)
    problem = compile_problem(position)
    layouts = [laid_of(problem, each) for each in some_layouts(choose, position, 30)]
    layouts = [without_idle(problem, laid, objective.levels) for laid in layouts]

    def worth(laid: tuple[Laid, ...]) -> oracle.Values:
        return oracle.values(position, layout(problem, laid), objective)

    layouts.sort(key=worth)
    excluded = {signature_of(problem, laid, objective.levels) for laid in layouts[-3:]}
    restrictions = Restrictions(tuple(excluded), levels=objective.levels)
    starts = [laid for laid in layouts if laid and restrictions.allow(problem, laid)]
    if not starts:
        return
    seed = choose.randrange(100)
    with patch.object(neighbourhood, "FIRST_SIZE", 2):
        search = NeighbourhoodSearch(problem, objective.levels, (), seed, starts[-1], restrictions)
        for _ in range(4):
            before = worth(search.laid)
            if not search.laid or not search.step():
                break
            checked(position, search.laid)
            assert restrictions.allow(problem, search.laid)
            after = worth(search.laid)
            assert all(new >= old for new, old in zip(after, before, strict=True))


def test_what_is_kept_counts() -> None:
    """Beside kept pieces only the rest of an outcome is forbidden, or nothing at all."""
    objective = choose_objective(TWINS, "cover")
    problem = compile_problem(TWINS)
    mead, oil = ([each.tile.id for each in problem.stock].index(name) for name in ("mead", "oil"))
    both = [
        Laid(0, mead, problem.areas[0].placements[mead][0]),
        Laid(1, oil, problem.areas[1].placements[oil][0]),
    ]
    whole = signature_of(problem, both, objective.levels)
    restrictions = Restrictions((whole,), levels=objective.levels)
    (rest,) = restrictions.beside(problem, both[:1]).excluded
    assert dict(rest.tiles) == {"oil": 1}
    assert not restrictions.beside(problem, [*both, both[0]]).excluded


def test_nothing_is_stated_without_restrictions() -> None:
    problem = compile_problem(TWINS)
    model, _ = model_for(problem, make_job(TWINS, choose_objective(TWINS, "final").levels[0]))
    rows = len(model.linear.constraints)
    add_exclusions(model.linear, model.variables, problem, Restrictions())
    assert len(model.linear.constraints) == rows
