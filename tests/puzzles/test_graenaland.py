"""Puzzles of Graenaland: one set of things alone wins."""

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from odin_puzzles.files import puzzle_data, puzzle_from, puzzle_text, read_puzzle
from odin_puzzles.kinds import GAME_OF
from odin_puzzles.kinds.games import ValueGoal
from odin_puzzles.kinds.win import KIND, plan_for
from odin_puzzles.puzzle import Puzzle, Spec
from odin_puzzles.shipped import files_of_pack
from odin_solver.errors import InputError
from odin_solver.graenaland.rules.building import BuildItem
from odin_solver.graenaland.rules.counts import score_of
from tests.graenaland.positions import one_village

PACK = files_of_pack("graenaland")


def puzzle() -> Puzzle:
    """The sixth worked example; a village on C, or a building there, wins."""
    shown = one_village({"wood": 2, "livestock": 2})
    return Puzzle("win", "a title", replace(shown, offered=()), ValueGoal(3))


def test_the_pack() -> None:
    assert len(PACK) >= 24
    for path in PACK:
        read = read_puzzle(path, GAME_OF)
        assert read.position.profile.made_up
        assert read.solution
        assert score_of(read.position) < read.goal.value
        assert path.name == f"{read.difficulty}-win-{read.seed:05}.json"


@pytest.mark.slow
@pytest.mark.parametrize("path", PACK[:: len(PACK) // 3], ids=lambda path: path.stem)
def test_puzzles_of_the_pack_are_unique(path: object) -> None:
    read = read_puzzle(str(path), GAME_OF)
    assert KIND.solutions(read) == [read.solution]
    assert read.solution
    assert KIND.faults(read, read.solution) == []
    assert KIND.grade(read).difficulty == read.difficulty


@pytest.mark.slow
def test_the_generator_makes_the_same_puzzle_again() -> None:
    read = read_puzzle(PACK[0], GAME_OF)
    assert read.seed is not None
    assert KIND.attempt(Spec("win", "graenaland"), read.seed) == read


def test_files_keep_puzzles() -> None:
    written = replace(puzzle(), solution={"build": ["village@C"]})
    assert puzzle_from(json.loads(puzzle_text(puzzle_data(written))), kinds=GAME_OF) == written


def test_a_profile_without_a_cost_is_refused() -> None:
    data = json.loads(puzzle_text(puzzle_data(puzzle())))
    del data["position"]["profile"]["works"]["market"]
    with pytest.raises(InputError, match=r"position: .*: works\.market: missing"):
        puzzle_from(data, kinds=GAME_OF)


def test_answers() -> None:
    assert KIND.solutions(puzzle()) == [{"build": ["village@C"]}]
    assert KIND.faults(puzzle(), {"build": ["village@C"]}) == []
    assert KIND.faults(puzzle(), {"build": ["church@C"]}) == [
        "this cannot be built and paid in one turn"
    ]
    assert KIND.faults(puzzle(), {"build": ["village@A"]}) == [
        "this cannot be built and paid in one turn"
    ]
    assert KIND.faults(puzzle(), {"build": ["village@C", "tower@C", "army@C"]}) == [
        "army@C: the army is on no tile",
        "tower@C: nothing is called tower",
    ]
    wrong: list[Any] = [[], "army", ["tower"], ["@C", ""]]
    for names in wrong:
        assert KIND.faults(puzzle(), {"build": names})[0].startswith("build: expected")
    assert KIND.faults(puzzle(), {})[0].startswith("build: expected")


def test_a_plan_builds_exactly_the_items() -> None:
    items = Counter([BuildItem("village", "C")])
    plan = plan_for(puzzle().position, items)
    assert plan is not None
    assert plan.built == items


def test_the_question_names_all_costs() -> None:
    question = KIND.question(puzzle())
    for part in ("fort 2 wood, 2 ore", "church", "hall", "market", "4 grain, 1 ore", "ore (hills)"):
        assert part in question
