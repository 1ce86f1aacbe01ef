"""Grades: what they say, that they are the same every time, and that effort is bounded."""

from dataclasses import replace
from itertools import islice

import pytest

from odin_puzzles.grading import layout_solver as grading_layouts
from odin_puzzles.grading.difficulty import banquet_difficulty, layout_difficulty
from odin_puzzles.grading.grade import grade
from odin_puzzles.kinds.banquet import BanquetGoal
from odin_puzzles.kinds.bonus import BonusGoal
from odin_puzzles.puzzle import Puzzle
from odin_solver.components import TILES
from odin_solver.notation.custom_boards import SymbolEntry
from odin_solver.rules.board_state import Piece
from odin_solver.rules.position import Placement
from tests.puzzles.grading.samples import board, fill, puzzle, random_fills, unique

HARD = fill(
    [".......", ".......", ".......", ".......", "..#...."],
    {"fur": 1, "helmet": 1, "amber_figure": 1, "oil": 3, "hide": 1, "chest": 1, "silver": 1},
)
DEEP = fill(
    ["......", "......", "......", "#.....", "......"],
    {"wool": 2, "fur": 1, "silverware": 2, "drinking_horn": 1, "silver": 1},
)


def banquet(cells: int, **supply: int) -> Puzzle:
    return puzzle("banquet", [], supply, BanquetGoal(cells))


@pytest.mark.slow
def test_grades_are_the_same_every_time() -> None:
    for made in islice(random_fills(3), 10):
        assert grade(made) == grade(made)


@pytest.mark.parametrize(
    ("searched", "techniques", "depth", "expected"),
    [
        (False, {"forced cell": 9, "forced tile": 2, "stranded": 1, "symmetry": 1}, 0, 1),
        (False, {"forced cell": 9, "colour ban": 1}, 0, 2),
        (False, {"forced cell": 9, "income order": 1}, 0, 2),
        (False, {"forced cell": 9, "parity": 1}, 0, 2),
        (False, {"forced cell": 9, "intersection": 1, "claimed tiles": 1}, 0, 2),
        (False, {"forced cell": 9, "intersection": 2, "claimed tiles": 1}, 0, 3),
        (False, {"forced cell": 9, "look-ahead": 4}, 1, 3),
        (False, {"forced cell": 9, "look-ahead": 5}, 1, 4),
        (False, {"forced cell": 9, "look-ahead": 1, "deep look-ahead": 1}, 2, 5),
        (True, {"search": 1}, 1, 3),
        (True, {"search": 2}, 2, 4),
        (True, {"search": 7}, 7, 5),
    ],
)
def test_the_definition_of_the_difficulties(
    searched: bool, techniques: dict[str, int], depth: int, expected: int
) -> None:
    assert layout_difficulty(searched, techniques, depth) == expected


def test_a_hard_puzzle_is_hard() -> None:
    found = grade(DEEP)
    assert (found.method, found.difficulty, found.depth) == ("logic", 5, 2)
    assert found.techniques["deep look-ahead"] > 0


def test_a_puzzle_that_logic_does_not_crack_is_labelled_so(monkeypatch: pytest.MonkeyPatch) -> None:
    made = unique(HARD)
    assert made is not None
    monkeypatch.setattr(grading_layouts, "LOGIC_WORK", 20_000)
    found = grade(made)
    assert (found.method, found.difficulty) == ("search", 5)
    assert found.depth > 2
    assert {step.placement for step in found.steps if step.placement} == set(made.solution)
    data = found.data()
    assert (data["method"], data["depth"], data["nodes"]) == ("search", found.depth, found.nodes)


def test_effort_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grading_layouts, "LOGIC_WORK", 500)
    monkeypatch.setattr(grading_layouts, "SEARCH_WORK", 500)
    found = grade(HARD)
    assert (found.method, found.difficulty) == ("search", 5)
    assert 0 < found.nodes < 100


def test_puzzles_without_a_solution_are_refused() -> None:
    with pytest.raises(ValueError, match="no solution: nothing could cover"):
        grade(fill(["..#..."], {"hide": 1, "silverware": 1}))


def test_puzzles_with_two_solutions_are_refused() -> None:
    with pytest.raises(ValueError, match="another solution"):
        grade(fill(["....", "...#"], {"oil": 1, "rune_stone": 1, "silverware": 1}))


def test_a_tile_too_many_makes_another_solution() -> None:
    bonus = board(["B.#.."], bonuses=[SymbolEntry("a1", {"mead": 1})])
    goal = BonusGoal(bonuses=((0, 0),), tiles=2)
    with pytest.raises(ValueError, match="another solution"):
        grade(puzzle("bonus", [bonus], {"silver": 1, "oil": 1}, goal))
    assert grade(puzzle("bonus", [bonus], {"silver": 1, "hide": 1}, goal)).difficulty == 1


def test_a_wrong_solution_is_refused() -> None:
    made = unique(fill(["..#..."], {"oil": 1, "hide": 1}))
    assert made is not None
    (oil, _) = sorted(made.solution, key=lambda each: len(each.cells))
    with pytest.raises(ValueError, match="another solution"):
        grade(replace(made, solution=(oil,)))
    beyond = Placement(0, Piece(TILES["oil"], ((1, 0), (2, 0))))
    with pytest.raises(ValueError, match="where none may lie"):
        grade(replace(made, solution=(beyond,)))


def test_a_banquet_is_graded_by_its_wrong_menus() -> None:
    plain = grade(banquet(5, beans=1, whale_meat=1))
    assert (plain.difficulty, plain.method) == (1, "logic")
    assert [step.technique for step in plain.steps] == ["serving", "serving"]
    # Three more menus fill seven cells: one lays two game meat lengthwise, in two red meets red.
    found = grade(banquet(7, game_meat=4, grain=1))
    assert found.difficulty == 2
    assert found.techniques == {"lengthwise": 1, "colour ban": 1, "serving": 2}
    assert found.steps[0].text.startswith("1 of 4 menus")
    assert found.steps[1].text.startswith("2 of 3 menus")


def test_banquets_with_several_menus_are_refused() -> None:
    with pytest.raises(ValueError, match="solutions"):
        grade(banquet(3, peas=2, mead=2, silver=2))


def test_more_wrong_menus_are_harder() -> None:
    grades = [banquet_difficulty(wrong) for wrong in (0, 1, 2, 5, 6, 20, 21, 80, 81, 9999)]
    assert grades == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
