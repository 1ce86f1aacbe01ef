"""Each technique by hand: a puzzle that it solves along with forced cells and tiles alone."""

from typing import NamedTuple

import pytest

from odin_puzzles.grading.grade import grade
from odin_puzzles.grading.layout_solver import FORCED, Technique, deduce
from odin_puzzles.grading.propagation import look_ahead
from odin_puzzles.grading.state import Budget, Contradiction, Deduction, GradingState
from odin_puzzles.grading.table import table_of
from odin_puzzles.grading.techniques.claims import claimed_tiles, few_tiles
from odin_puzzles.grading.techniques.counting import check_counts, counting, points
from odin_puzzles.grading.techniques.exclusion import colour_stranded, intersection, stranded
from odin_puzzles.grading.techniques.pockets import check_pockets, pockets
from odin_puzzles.grading.techniques.symmetry import symmetry, turns_of
from odin_puzzles.kinds.best import BestGoal
from odin_puzzles.kinds.bonus import BonusGoal
from odin_puzzles.kinds.income import IncomeGoal
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.uniqueness.symmetry import symmetries
from odin_solver.notation.custom_boards import DiagonalEntry, SymbolEntry
from tests.puzzles.grading.samples import board, fill, puzzle
from tests.puzzles.samples import task_of


def income_puzzle(rows: list[str], supply: dict[str, int], income: int) -> Puzzle:
    names = " ".join(f"{'abcdefgh'[n]}{n + 1}" for n in range(len(rows)))
    state = board(rows, income=[DiagonalEntry(names, list(range(len(rows) + 1)))])
    return puzzle("income", [state], supply, IncomeGoal(income=income))


def bonus_puzzle(rows: list[str], supply: dict[str, int], tiles: int) -> Puzzle:
    ((x, y),) = [(row.index("B"), y) for y, row in enumerate(rows) if "B" in row]
    at = f"{'abcdefgh'[x]}{len(rows) - y}"
    state = board(rows, bonuses=[SymbolEntry(at, {"mead": 1})])
    return puzzle("bonus", [state], supply, BonusGoal(bonuses=((x, y),), tiles=tiles))


def best_puzzle(rows: list[str], supply: dict[str, int], value: int, tiles: int) -> Puzzle:
    made = income_puzzle(rows, supply, 1)
    return puzzle("best", made.position.boards, supply, BestGoal(value, tiles))


class Case(NamedTuple):
    puzzle: Puzzle
    technique: Technique
    name: str


CASES = {
    "stranded": Case(
        bonus_puzzle(
            ["....", "B...", "....", "...."], {"horseshoe": 1, "glass_beads": 1, "rune_stone": 1}, 2
        ),
        stranded,
        "stranded",
    ),
    "colour": Case(
        income_puzzle(["...I", "..I.", "#I.#", "I..."], {"hide": 1, "silk": 1}, 2),
        colour_stranded,
        "colour ban",
    ),
    "area": Case(
        fill(
            ["..#.", "....", ".#..", "#..."],
            {"flax": 2, "mead": 1, "salt_meat": 1, "silver": 1},
            kind="building",
        ),
        pockets,
        "area",
    ),
    "parity": Case(
        fill(
            [".....", "..#..", ".....", "....."], {"belt": 1, "skin_and_bones": 2, "rune_stone": 1}
        ),
        pockets,
        "parity",
    ),
    "counting": Case(
        bonus_puzzle(
            ["##...", "..B..", ".....", ".....", "....."],
            {"helmet": 1, "silk": 1, "oil": 1, "crucifix": 1, "spices": 1},
            2,
        ),
        counting,
        "counting",
    ),
    "points": Case(
        best_puzzle(
            ["-..I", "--I#", "#I#.", "I-.."], {"treasure_chest": 1, "wool": 1, "belt": 1}, 3, 3
        ),
        points,
        "points",
    ),
    "few tiles": Case(
        income_puzzle(
            ["....I", "...I.", "..I#.", ".I#.#", "I...."], {"throwing_axe": 1, "silk": 1}, 2
        ),
        few_tiles,
        "few tiles",
    ),
    "intersection": Case(
        fill(
            ["#....", ".....", "...#.", ".....", "..#.."],
            {"linen": 1, "fibula": 1, "silverware": 1, "oil": 1, "wool": 1},
        ),
        intersection,
        "intersection",
    ),
    "claimed tiles": Case(
        bonus_puzzle(["...B", "...#", "....", "..#."], {"silverware": 1, "throwing_axe": 1}, 3),
        claimed_tiles,
        "claimed tiles",
    ),
    "look-ahead": Case(
        income_puzzle(
            [".#.#I", "...I.", "..I..", ".I...", "I...#"],
            {"oil": 1, "linen": 1, "throwing_axe": 1},
            2,
        ),
        look_ahead(Budget(10**6)),
        "look-ahead",
    ),
}


def solved_with(made: Puzzle, *techniques: Technique) -> list[Deduction] | None:
    """What the techniques find, if they solve the puzzle."""
    state = GradingState(table_of(task_of(made)))
    found: list[Deduction] = []
    deduce(state, techniques, found)
    return found if state.finished else None


def state_of(made: Puzzle) -> GradingState:
    return GradingState(table_of(task_of(made)))


@pytest.mark.parametrize("name", CASES)
def test_a_puzzle_that_takes_one_technique(name: str) -> None:
    case = CASES[name]
    assert solved_with(case.puzzle, *FORCED) is None
    found = solved_with(case.puzzle, *FORCED, case.technique)
    assert found is not None
    assert case.name in {each.technique for each in found}
    others = {each.technique for each in found} - {case.name, "forced cell", "forced tile"}
    assert others <= {"area", "colour ban"}


def test_forced_cell_and_its_words() -> None:
    found = grade(fill(["..#..."], {"oil": 1, "hide": 1}))
    assert found.difficulty == 1
    assert found.method == "logic"
    assert [step.text for step in found.steps] == [
        "only the oil can cover a1",
        "only the hide can cover d1",
    ]
    assert found.steps[0].placement is not None
    assert found.steps[0].placement.cells == ((0, 0), (1, 0))
    assert found.data() == {
        "method": "logic",
        "techniques": {"forced cell": 2},
        "depth": 0,
        "nodes": 0,
        "steps": 2,
    }


def test_forced_tile_comes_where_no_cell_is_forced() -> None:
    made = fill([".....", ".....", "....#", "#...."], {"fibula": 1, "horseshoe": 1, "silver": 2})
    found = grade(made)
    assert (found.steps[0].technique, found.difficulty) == ("forced tile", 1)
    assert found.steps[0].text == "one place is left for the fibula"


def test_a_colour_that_forces_a_cell_is_named() -> None:
    # Beside the hide only blue may lie.
    made = fill(["...#", "##.."], {"hide": 1, "oil": 1, "rune_stone": 1})
    state = state_of(made)
    assert not state.banned
    hide = next(
        n for n, kind in enumerate(state.table.kinds) if state.table.tiles[kind].id == "hide"
    )
    state.lay(hide)
    names = {state.table.tiles[state.table.kinds[n]].id for n in range(99) if state.banned >> n & 1}
    assert names == {"oil"}


def test_the_order_of_the_income_is_named() -> None:
    made = income_puzzle(
        ["....I", "#.#I.", "..I#.", ".I...", "I...."], {"horseshoe": 1, "skin_and_bones": 1}, 2
    )
    found = grade(made)
    assert found.steps[0].technique == "income order"
    assert found.difficulty == 2
    assert "order of the income" in found.steps[0].text


def test_a_tile_on_an_income_cell_makes_its_lower_left_needed() -> None:
    state = state_of(income_puzzle(["..I", ".I.", "I.."], {"oil": 1, "chest": 1, "hide": 1}, 1))
    table = state.table
    assert table.grid.names(state.open) == "a1"
    oil = next(
        number for number in range(len(table.cells)) if table.text(number) == "the oil on b2 c2"
    )
    state.lay(oil)
    assert table.grid.names(state.open) == "a1 a2 b1"


def test_symmetry_chooses_among_equal_places() -> None:
    made = fill(["....", "....", "....", "...."], {"jewelry": 2})
    found = grade(made)
    assert [step.technique for step in found.steps] == ["symmetry", "forced cell"]
    assert found.difficulty == 1


def test_symmetry_keeps_the_place_that_is_known() -> None:
    made = fill(["...", "..."], {"oil": 1, "chest": 1})
    task = task_of(made)
    table = table_of(task)
    turns = turns_of(table, symmetries(task))
    assert len(turns) == 3
    upright = [
        n for n, cells in enumerate(table.cells) if table.tiles[table.kinds[n]].id == "chest"
    ]
    for kept in upright:
        found = symmetry(turns, frozenset({kept}))(GradingState(table))
        assert found is not None
        assert not found.out >> kept & 1


def test_a_pocket_is_no_contradiction_unless_cells_do_not_add_up() -> None:
    check_pockets(state_of(fill(["..#..."], {"oil": 1, "hide": 1})))
    with pytest.raises(Contradiction) as caught:
        check_pockets(state_of(fill(["..#..."], {"silver": 1, "silk": 1})))
    assert caught.value.reason() == "no tiles left would add up to the 2 cells a1 b1"


def test_words_are_those_of_the_moment_when_it_was_found() -> None:
    case = CASES["area"]
    found = solved_with(case.puzzle, *FORCED, case.technique)
    assert found is not None
    words = [each.reason() for each in found if each.technique == "area"]
    assert words[0].endswith(
        "no tiles left would add up to the 11 cells a4 b1 b3 b4 c1 c2 c3 d1 d2 d3 d4"
    )


def test_parity_is_a_contradiction() -> None:
    with pytest.raises(Contradiction) as caught:
        check_pockets(state_of(fill(["#...", "...#"], {"oil": 3})))
    assert "dark and light" in caught.value.reason()


def test_too_few_tiles_are_a_contradiction() -> None:
    made = bonus_puzzle(["...", ".B.", "..."], {"oil": 4, "chest": 1}, 2)
    with pytest.raises(Contradiction):
        check_counts(state_of(made))


def test_boards_are_named_where_there_are_several() -> None:
    one, other = board(["..#..."], name="North"), board(["..."], name="South")
    made = fill(["..#..."], {"oil": 1, "hide": 1})
    both = puzzle("fill", [one, other], made.position.supply, made.goal)
    assert grade(both).steps[0].text == "only the oil can cover a1 of North"
