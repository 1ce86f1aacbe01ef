"""Puzzles of other games: the pack, files, commands."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from odin_puzzles.games.booklet import game_booklet_pdf
from odin_puzzles.games.make_vikings import boatsmen_puzzle
from odin_puzzles.games.packs import game_packs, game_puzzle_path
from odin_puzzles.games.puzzle import (
    GamePuzzle,
    game_puzzle_from,
    game_puzzle_text,
    kind_of,
    read_game_puzzle,
)
from odin_solver.errors import InputError
from tests.cli.process import odin
from tests.profiles import PROFILE

Capsys = pytest.CaptureFixture[str]
FILES = game_packs()["vikings"]
PUZZLES = [read_game_puzzle(path) for path in FILES]
STEP = 1 if PROFILE == "nightly" else 5


def first_of(kind: str) -> GamePuzzle:
    return next(puzzle for puzzle in PUZZLES if puzzle.kind == kind)


def test_the_pack_has_both_kinds_from_easy_to_hard() -> None:
    assert len(PUZZLES) == 24
    assert set(Counter(puzzle.kind for puzzle in PUZZLES)) == {"archipelago", "boatsmen"}
    grades = [puzzle.difficulty for puzzle in PUZZLES]
    assert grades == sorted(grades, key=lambda grade: grade or 0)
    assert set(grades) == {1, 2, 3, 4}
    assert len({game_puzzle_text(puzzle) for puzzle in PUZZLES}) == len(PUZZLES)


def test_files_are_read_as_written() -> None:
    for path, puzzle in zip(FILES, PUZZLES, strict=True):
        assert game_puzzle_text(puzzle) == path.read_text(encoding="utf-8")
        assert puzzle.solution is not None
        assert kind_of(puzzle).faults(puzzle, puzzle.solution) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "puzzle", PUZZLES[::STEP], ids=lambda puzzle: f"{puzzle.kind}-{puzzle.seed}"
)
def test_puzzles_are_unique_graded_and_best(puzzle: GamePuzzle) -> None:
    kind = kind_of(puzzle)
    found = kind.solutions(puzzle)
    assert len(found) == 1
    assert kind.grade(puzzle).difficulty == puzzle.difficulty
    assert kind.solutions(replace(puzzle, value=puzzle.value + 1)) == []
    assert len(kind.solutions(replace(puzzle, value=puzzle.value - 40))) == 2


def test_wrong_answers() -> None:
    ferry, build = first_of("boatsmen"), first_of("archipelago")
    for puzzle, answer, message in (
        (ferry, {"cells": ["K9"], "boatsmen": 1}, "no free tile on K9"),
        (ferry, {"cells": ["X1"], "boatsmen": 1}, "expected a cell such as G1, got 'X1'"),
        (ferry, {"cells": [], "boatsmen": 9}, "9 boatsmen cannot carry exactly these figures"),
        (ferry, {"cells": "K1"}, "solution.cells: expected a list"),
        (build, {}, "expected all free tiles and ships to be laid"),
        (build, {"tiles": ["S K1", "S K1", "S K1", "S K1"]}, "cannot lie on K1"),
    ):
        faults = kind_of(puzzle).faults(puzzle, answer)
        assert len(faults) == 1
        assert message in faults[0]


def test_bad_files_name_file_and_field(tmp_path: Path) -> None:
    data: dict[str, Any] = json.loads(game_puzzle_text(first_of("boatsmen")))
    for change, message in (
        ({"kind": "x"}, "kind: expected one of archipelago, boatsmen"),
        ({"goal": {}}, 'goal: expected {"value": N}'),
        ({"difficulty": 9}, "difficulty: expected a whole number <= 5"),
        ({"position": {}}, 'position: game: expected "game": "vikings"'),
        ({"extra": 1}, "unknown key 'extra'"),
    ):
        with pytest.raises(InputError) as caught:
            game_puzzle_from({**data, **change}, "x.json")
        assert str(caught.value).startswith(f"x.json: {message}")
    with pytest.raises(InputError, match="pack vikings: expected a puzzle from 1 to"):
        game_puzzle_path("vikings/999")


@pytest.mark.slow
def test_booklets_are_reproducible() -> None:
    pages = game_booklet_pdf(PUZZLES[:3], "Vikings")
    assert pages.startswith(b"%PDF")
    assert game_booklet_pdf(PUZZLES[:3], "Vikings") == pages


def test_generation_is_reproducible() -> None:
    puzzle = next(puzzle for puzzle in PUZZLES if puzzle.kind == "boatsmen")
    assert puzzle.seed is not None
    assert boatsmen_puzzle(puzzle.seed) == puzzle


def test_commands(capsys: Capsys, tmp_path: Path) -> None:
    listed = odin(capsys, "puzzle", "packs", "vikings").out
    assert listed.count("vikings/") == len(PUZZLES)
    assert "vikings" in odin(capsys, "puzzle", "packs").out
    path = str(FILES[0])
    solved = json.loads(odin(capsys, "puzzle", "solve", path, "--json").out)
    assert solved["unique"]
    assert solved["solution"] == PUZZLES[0].solution
    assert odin(capsys, "puzzle", "check", "vikings/1").out.startswith("sound: one solution")
    answer = tmp_path / "answer.json"
    answer.write_text(json.dumps({"cells": [], "boatsmen": 0}))
    assert odin(capsys, "puzzle", "check", path, str(answer)).code == 1
    assert odin(capsys, "puzzle", "check", path, path).out == "right\n"
    grade = json.loads(odin(capsys, "puzzle", "grade", path, "--json").out)
    assert grade["difficulty"] == PUZZLES[0].difficulty
    booklet = tmp_path / "x.pdf"
    assert odin(capsys, "puzzle", "print", "vikings/1", "vikings/2", "-o", str(booklet)).code == 0
    assert booklet.read_bytes().startswith(b"%PDF")
    mixed = odin(capsys, "puzzle", "print", "vikings/1", "first-steps/1", "-o", str(booklet))
    assert mixed.code == 2
