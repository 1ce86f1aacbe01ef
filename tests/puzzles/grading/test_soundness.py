"""No technique ever rules out a solution: against the exact cover search, on random puzzles."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from odin_puzzles.grading.grade import grade
from odin_puzzles.grading.layout_solver import FORCED, PLAIN, Technique, solve
from odin_puzzles.grading.propagation import deep_look_ahead, look_ahead
from odin_puzzles.grading.state import Budget, Contradiction, GradingState
from odin_puzzles.grading.table import CandidateTable, table_of
from odin_puzzles.kinds import faults, kind_of
from odin_puzzles.kinds.fill import RegionGoal
from odin_puzzles.kinds.layout_task import LayoutTask
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.uniqueness import exact_cover
from odin_solver.components import TILES
from odin_solver.placement.gains import gains, value
from odin_solver.placement.problem import layout
from tests.profiles import cases
from tests.puzzles.grading import samples as samples
from tests.puzzles.samples import task_of

MOST = 400
"""Tasks with more solutions than this are left out: they say little."""

STREAMS: dict[str, tuple[Callable[[int], Iterator[Puzzle]], int]] = {
    "fill": (samples.random_fills, 80),
    "building": (lambda seed: samples.random_fills(seed, (3, 4), building=True), 40),
    "order": (samples.random_orders, 20),
    "income": (samples.random_incomes, 20),
    "bonus": (samples.random_bonuses, 60),
    "best": (samples.random_bests, 15),
    "banquet": (samples.random_banquets, 60),
}


def every_technique() -> list[Technique]:
    effort = Budget(10**9)
    return [*FORCED, *PLAIN, look_ahead(effort), deep_look_ahead(effort)]


@pytest.mark.slow
@pytest.mark.parametrize("stream", STREAMS)
def test_every_step_agrees_with_the_only_solution(stream: str) -> None:
    made, number = STREAMS[stream]
    for puzzle in islice(made(11), cases(number)):
        found = grade(puzzle)
        assert 1 <= found.difficulty <= 5
        solution = set(puzzle.solution)
        for step in found.steps:
            assert step.placement is None or step.placement in solution, step
            assert not solution & set(step.eliminated), step
            assert step.text
        laid = [step.placement for step in found.steps if step.placement]
        assert set(laid) == solution
        assert len(laid) == len(puzzle.solution)
        if puzzle.kind not in ("order", "banquet"):
            assert faults(puzzle, laid) == []


@pytest.mark.slow
def test_without_a_known_solution_the_same_is_found() -> None:
    for puzzle in islice(samples.random_fills(12), cases(12)):
        found = grade(replace(puzzle, solution=()))
        laid = tuple(step.placement for step in found.steps if step.placement)
        assert kind_of(puzzle).same(puzzle, laid, puzzle.solution)


def all_solutions(task: LayoutTask) -> list[frozenset[int]] | None:
    """The solutions of a task as sets of candidates; None if there are too many."""
    numbers = {each: number for number, each in enumerate(table_of(task).options)}
    found = []
    for count, laid in enumerate(exact_cover.layouts(task)):
        if count > 20 * MOST:
            return None
        if task.minimum is not None:
            position = task.problem.position
            after = layout(task.problem, laid)
            if value(task.minimum[0], gains(position, after)) < task.minimum[1]:
                continue
        found.append(frozenset(numbers[each] for each in laid))
        if len(found) > MOST:
            return None
    return found


def random_tasks(seed: int) -> Iterator[tuple[Puzzle, LayoutTask]]:
    """Tasks of all kinds with any number of solutions, none too."""
    rng = Random(seed)
    streams = [
        samples.random_fills(seed, (3, 4)),
        samples.random_fills(seed, (3, 4), building=True),
        samples.random_incomes(seed),
        samples.random_bonuses(seed),
        samples.random_bests(seed),
    ]
    while True:
        puzzle = next(rng.choice(streams))
        yield puzzle, task_of(puzzle)
        yield puzzle, _changed(rng, puzzle)


def _changed(rng: Random, puzzle: Puzzle) -> LayoutTask:
    """A task like a puzzle's, with one tile exchanged for silver or another tile more."""
    supply = dict(puzzle.position.supply)
    name = rng.choice(sorted(supply))
    area = TILES[name].area
    if isinstance(puzzle.goal, RegionGoal) and area < 4:
        supply["silver"] = supply.get("silver", 0) + area * supply.pop(name)
    elif not isinstance(puzzle.goal, RegionGoal):
        supply["oil"] = supply.get("oil", 0) + 1
    changed = replace(puzzle, position=replace(puzzle.position, supply=supply))
    return task_of(changed)


def start(rng: Random, table: CandidateTable, solutions: list[frozenset[int]]) -> GradingState:
    """A state on the way to one of the solutions, with some of its pieces laid."""
    state = GradingState(table)
    chosen = sorted(rng.choice(solutions))
    for number in rng.sample(chosen, rng.randint(0, max(0, len(chosen) - 2))):
        state.lay(number)
    return state


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_no_technique_rules_out_any_of_many_solutions(seed: int) -> None:
    rng = Random(seed)
    used = 0
    for puzzle, task in islice(random_tasks(seed), cases(30)):
        solutions = all_solutions(task)
        if solutions is None:
            continue
        if not solutions:
            with pytest.raises(ValueError, match="no solution"):
                solve(task, ())
            continue
        table = table_of(task)
        state = start(rng, table, solutions)
        left = [each for each in solutions if each >= set(state.laid)]
        for technique in every_technique():
            found = technique(state)
            if found is None:
                continue
            used += 1
            for solution in left:
                assert found.lay is None or found.lay in solution, (puzzle, found)
                assert not any(found.out >> number & 1 for number in solution), (puzzle, found)
    assert used > 10


@pytest.mark.slow
def test_a_state_with_a_solution_never_contradicts_itself() -> None:
    rng = Random(5)
    for puzzle, task in islice(random_tasks(5), cases(30)):
        solutions = all_solutions(task)
        if not solutions:
            continue
        table = table_of(task)
        state = start(rng, table, solutions)
        try:
            for technique in every_technique():
                technique(state)
        except Contradiction as found:
            pytest.fail(f"{puzzle}: {found.reason()}")
