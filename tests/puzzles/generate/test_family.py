"""Families: what is counted is counted again one puzzle after the other."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from odin_puzzles.files import read_puzzle
from odin_puzzles.generate.clues import by_rows
from odin_puzzles.generate.family import family
from odin_puzzles.kinds.fill import RegionGoal
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.uniqueness.check import find_solutions_by_model
from odin_puzzles.uniqueness.exact_cover import layouts_by_miniexact
from odin_solver.components import Cell
from odin_solver.errors import InputError
from odin_solver.notation.positions import position_from
from tests.cli.process import odin
from tests.puzzles.samples import task_of

BOARD: dict[str, Any] = {
    "schema": 1,
    "tiles": {"I": {"cells": ["XX"]}, "L": {"cells": ["XX", "X."]}},
    "supply": {"I": 2, "L": 2},
    "boards": [{"board": {"map": ["....", "....", "...."]}}],
}
TOP, BOTTOM = [(x, 0) for x in range(4)], [(x, 2) for x in range(4)]
EVERY = [(x, y) for y in range(3) for x in range(4)]


def ways(free: tuple[Cell, Cell]) -> int:
    """The layouts of one puzzle of the family, by the other search for exact covers."""
    goal = RegionGoal(cells=by_rows({*EVERY} - {*free}))
    puzzle = Puzzle("fill", "", position_from(BOARD), goal)
    return sum(1 for _ in layouts_by_miniexact(task_of(puzzle)))


@pytest.mark.parametrize(
    ("sets", "choices"),
    [
        ((), [*combinations(EVERY, 2)]),
        ((TOP, BOTTOM), [(one, other) for one in TOP for other in BOTTOM]),
    ],
)
def test_a_family_is_counted_as_its_puzzles(
    sets: tuple[list[Cell], ...], choices: list[tuple[Cell, Cell]]
) -> None:
    found = [*family(position_from(BOARD), sets)]
    counted = {frozenset(each): n for each in choices if (n := ways(each))}
    assert {frozenset(each.free): each.ways for each in found} == counted
    for each in found:
        assert each.puzzle is not None
        assert {*EVERY} - {*each.free} == {
            *each.puzzle.goal.cells,
            *(cell for piece in each.puzzle.position.boards[0].pieces for cell in piece.cells),
        }
        assert find_solutions_by_model(task_of(each.puzzle)).unique
        assert each.clues or each.ways in (1, 2, 4)  # images of one layout count as one


@pytest.mark.parametrize(
    ("sets", "part"),
    [((TOP,), "the tiles leave 2 cells free"), ((TOP, [(0, 9)]), "not all of them are open")],
)
def test_sets_that_do_not_fit_are_refused(sets: tuple[list[Cell], ...], part: str) -> None:
    with pytest.raises(InputError, match=part):
        list(family(position_from(BOARD), sets))


@pytest.mark.parametrize(
    ("board", "tiles", "open_cells"), [({"board": "home"}, 4, 143), (BOARD["boards"][0], 9, 12)]
)
def test_tiles_that_cannot_cover_the_board_are_refused(
    board: dict[str, Any], tiles: int, open_cells: int
) -> None:
    position = position_from(BOARD | {"boards": [board], "supply": {"I": tiles}})
    text = f"^the tiles have {2 * tiles} cells, and {open_cells} are open$"
    with pytest.raises(InputError, match=text):
        next(family(position))


@pytest.mark.slow
def test_the_command_lists_and_writes_a_family(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.json"
    file.write_text(json.dumps(BOARD))
    done = odin(capsys, "puzzle", "family", str(file), "--free", "a3:d3", "--free", "a1,b1:d1")
    counted = [n for one in TOP for other in BOTTOM if (n := ways((one, other)))]
    assert done.out.splitlines()[-1] == f"{len(counted)} choices, {sum(counted)} layouts"
    folder = tmp_path / "made"
    done = odin(
        capsys,
        "puzzle",
        "family",
        str(file),
        "--free",
        "a3:d3",
        "--free",
        "a1:d1",
        "--json",
        "-o",
        str(folder),
    )
    data = json.loads(done.out)
    assert len(data["puzzles"]) == len(counted) == len([*folder.iterdir()])
    first = data["puzzles"][0]
    puzzle = read_puzzle(str(folder / f"fill-{first['free'].replace(' ', '-')}.json"))
    assert puzzle.kind == "fill"
    assert puzzle.difficulty == first["difficulty"]
