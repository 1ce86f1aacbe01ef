"""Puzzles that are changed: harder, easier, unique by the fewest clues."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from odin_puzzles.files import puzzle_from
from odin_puzzles.generate.aim import aimed, graded, swapped
from odin_puzzles.generate.change import changed, with_fewest_clues
from odin_puzzles.generate.clues import clues_of, with_clues
from odin_puzzles.generate.pipeline import generate_attempt, proven
from odin_puzzles.generate.spec import spec_of
from odin_puzzles.kinds import kind_of
from odin_puzzles.kinds.banquet import BanquetGoal
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.uniqueness.check import find_solutions, find_solutions_by_model, solution_faults
from odin_solver.errors import InputError
from tests.profiles import cases
from tests.puzzles.samples import sample, task_of


def small(random: Random) -> Puzzle:
    """A board of 3x3 or 3x4 with random dominoes and trominoes, which may lie in many ways."""
    width = random.choice((3, 4))
    shapes = {"I": ["XX"], "L": ["XX", "X."], "T": ["XXX"]}
    supply, area = dict.fromkeys(shapes, 0), 3 * width
    while area > 1:
        name = random.choice([each for each in shapes if each == "I" or area >= 3])
        supply[name] += 1
        area -= 2 if name == "I" else 3
    rows = ["." * width] * 2 + ["." * (width - area) + "~" * area]
    position = {
        "schema": 1,
        "tiles": {name: {"cells": cells} for name, cells in shapes.items()},
        "supply": {name: count for name, count in supply.items() if count},
        "boards": [{"board": {"map": rows}}],
    }
    puzzle = puzzle_from({"schema": 1, "kind": "fill", "position": position, "goal": {}})
    return puzzle if any(True for _ in kind_of(puzzle).solutions(puzzle)) else small(random)


def fewest_by_trying(puzzle: Puzzle) -> int:
    """The fewest clues by trying all sets of pieces of all solutions, smallest first."""
    solutions = [*kind_of(puzzle).solutions(puzzle)]
    for size in range(len(solutions[0])):
        tried = set()
        for solution in solutions:
            for clues in combinations(solution, size):
                made = with_clues(replace(puzzle, solution=solution), clues)
                if frozenset(clues) in tried or made is None:
                    continue
                tried.add(frozenset(clues))
                if find_solutions_by_model(task_of(made)).unique:
                    return size
    raise AssertionError("no clues make it unique")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(cases(6, 50)))
def test_the_fewest_clues_are_those_of_brute_force(seed: int) -> None:
    puzzle = small(Random(seed))
    made = with_fewest_clues(puzzle)
    assert len(clues_of(made)) == fewest_by_trying(puzzle)
    assert not solution_faults(made)
    assert find_solutions_by_model(task_of(made)).unique


def test_a_unique_puzzle_needs_no_clue() -> None:
    puzzle = sample("fill")
    assert with_fewest_clues(puzzle) == puzzle


def test_what_has_no_clues_is_refused() -> None:
    puzzle = sample("banquet")
    assert with_fewest_clues(puzzle) == puzzle
    several = replace(puzzle, position=replace(puzzle.position, supply={"peas": 2, "beans": 2}))
    with pytest.raises(InputError, match="banquet is made unique by no clues"):
        with_fewest_clues(replace(several, goal=BanquetGoal(cells=2)))
    with pytest.raises(InputError, match="banquet is made neither harder nor easier"):
        list(changed(puzzle, "harder"))


@pytest.mark.slow
def test_tiles_are_swapped_for_others_in_the_same_cells() -> None:
    puzzle, random = sample("fill"), Random(3)
    made = next(each for _ in range(100) if (each := swapped(puzzle, random)))
    assert made.goal == puzzle.goal
    assert made.position.supply != puzzle.position.supply
    assert not solution_faults(made)


@pytest.mark.slow
def test_a_search_comes_nearer_to_its_aim() -> None:
    spec = spec_of("fill", "home-5", 1)
    easy = next(made for n in range(40) if (made := generate_attempt(spec, 1, n)))
    found = [*aimed(graded(easy), spec_of("fill", "home-5", 3), Random(1))]
    levels = [each.difficulty or 0 for each in found]
    assert levels == sorted(levels)
    assert levels[0] == 1
    assert levels[-1] > 1
    assert all(find_solutions(each).unique for each in found)


@pytest.mark.slow
def test_a_puzzle_is_made_easier() -> None:
    spec = spec_of("fill", "home-5", 2)
    puzzle = next(made for n in range(40) if (made := generate_attempt(spec, 1, n)))
    *_, made = changed(puzzle, "easier")
    assert made.difficulty == 1
    assert proven(made)
    with pytest.raises(InputError, match="it has difficulty 1 of 1 to 5 already"):
        list(changed(made, "easier"))
