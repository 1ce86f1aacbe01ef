"""Puzzles with tiles of one's own: files, searches, share codes, play, booklets, generator."""

import json
from typing import Any

import pytest

from odin_puzzles.booklet.tiles import cut_rows, tiles_picture, usable_tiles
from odin_puzzles.files import puzzle_data, puzzle_from
from odin_puzzles.generate.pipeline import generate_puzzle
from odin_puzzles.generate.spec import spec_of
from odin_puzzles.grading.grade import grade
from odin_puzzles.play.session import Play, Refused
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.share.codes import puzzle_from_code, share_code
from odin_puzzles.uniqueness.check import (
    find_by_exact_cover,
    find_solutions_by_model,
    solution_faults,
)
from odin_solver.errors import InputError
from odin_solver.notation.examples import example
from odin_solver.notation.positions import position_from
from tests.puzzles.samples import task_of

TEE: dict[str, Any] = {"cells": ["XXX", ".X."], "color": "blue", "name": "Tee"}
DATA: dict[str, Any] = {
    "schema": 1,
    "kind": "fill",
    "title": "Two shapes",
    "position": {
        "schema": 1,
        "tiles": {"T": TEE, "J": {"cells": ["X.", "XX"], "flip": False}},
        "supply": {"T": 1, "J": 1},
        "boards": [{"board": {"map": ["----", ".--~"]}}],
    },
    "goal": {"board": 0, "cells": [[0, 0], [1, 0], [2, 0], [3, 0], [0, 1], [1, 1], [2, 1]]},
    "solution": [
        {"board": 0, "tile": "T", "cells": [[1, 0], [2, 0], [3, 0], [2, 1]]},
        {"board": 0, "tile": "J", "cells": [[0, 0], [0, 1], [1, 1]]},
    ],
}


@pytest.fixture
def puzzle() -> Puzzle:
    return puzzle_from(DATA)


def test_files_hold_them(puzzle: Puzzle) -> None:
    assert puzzle.solution[0].tile is not None
    assert puzzle.solution[0].tile.name == "Tee"
    assert puzzle_from(json.loads(json.dumps(puzzle_data(puzzle)))) == puzzle
    assert solution_faults(puzzle) == []


def test_both_searches_find_the_only_solution(puzzle: Puzzle) -> None:
    task = task_of(puzzle)
    for found in (find_by_exact_cover(task), find_solutions_by_model(task)):
        assert found.unique
        assert set(found.solutions[0]) == set(puzzle.solution)
    assert grade(puzzle).difficulty == 1


def test_share_codes_hold_them(puzzle: Puzzle) -> None:
    again = puzzle_from_code(share_code(puzzle))
    assert again.position == puzzle.position
    assert (again.kind, again.title, again.goal) == (puzzle.kind, puzzle.title, puzzle.goal)
    other = puzzle_from(DATA | {"title": "Others"})
    assert share_code(other) != share_code(puzzle)


LONG = (
    "ODIN-31HF7-2QKE9-T4GJK-RD24X-550WG-9577N-EA6E9-0P001-HYH48-RAARS-402JE-E5947-94TAH-R"
    "DJYX-08G23-G6HH4-C0JA8-6PMD2-0G9EG-QG4GF-AGKDD-CR4DB-SM628-S7NFD-TE14A-1SW3J-5JV1C-2"
    "01TM-G6JQ"
)
"""The code of this puzzle as it once was: with the goal of the file."""


def test_goals_take_few_characters_and_earlier_codes_are_read(puzzle: Puzzle) -> None:
    earlier = puzzle_from_code(LONG)
    assert (earlier.position, earlier.goal) == (puzzle.position, puzzle.goal)
    assert len(share_code(puzzle)) < len(LONG)


def test_they_are_laid_by_their_ids(puzzle: Puzzle) -> None:
    play = Play(puzzle).after("t b2 c2 d2 c1")
    assert play.pieces == puzzle.solution[:1]
    assert "J" in play.hint().nudge
    with pytest.raises(Refused, match="no T is left"):
        play.after("T b2 c2 d2 c1")
    assert play.after("J a1 a2 b1").solved


def test_booklets_draw_them(puzzle: Puzzle) -> None:
    tiles = usable_tiles(puzzle)
    assert {tile.id: count for tile, count in tiles.items()} == {"T": 1, "J": 1}
    assert ">Tee</text>" in tiles_picture(tiles, 500).content
    assert len(cut_rows(puzzle, 50)) == 2


@pytest.mark.slow
def test_puzzles_are_made_of_them() -> None:
    own = example("pentominoes-6x10")
    made = generate_puzzle(spec_of("fill", "small", own=own), 1)
    used = {piece.tile.id for piece in made.solution}
    assert used <= own.tiles.keys()
    assert made.position.tiles.keys() == used
    assert all(count == 1 for count in made.position.supply.values())
    assert puzzle_from_code(share_code(made)).position == made.position


@pytest.mark.parametrize(
    ("kind", "position", "words"),
    [
        ("best", example("pentominoes-6x10"), "best expects a board with negative points"),
        (
            "best",
            position_from({"schema": 1, "tiles": {"T": TEE}, "supply": {"T": 1}}),
            "only for the kinds fill, order, got best",
        ),
        (
            "fill",
            position_from({"schema": 1, "tiles": {"T": TEE}, "supply": {"silver": 1}}),
            "expected a board, or a supply with tiles",
        ),
    ],
)
def test_others_are_refused(kind: str, position: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        spec_of(kind, own=position)


def test_bad_input_is_one_line() -> None:
    unknown = DATA | {"solution": [{"board": 0, "tile": "Z", "cells": [[0, 0]]}]}
    with pytest.raises(InputError, match=r"solution\[0\].tile: unknown tile 'Z'"):
        puzzle_from(unknown)
    banquet = {
        "schema": 1,
        "kind": "banquet",
        "position": {"schema": 1, "tiles": {"T": TEE}, "supply": {"T": 1}},
        "goal": {"cells": 4},
    }
    with pytest.raises(InputError, match=r"position\.tiles: expected none"):
        puzzle_from(banquet)
