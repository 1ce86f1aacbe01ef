"""Puzzles on boards of one's own: from positions and drawings, proven, within limits."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from odin_puzzles.batch.run import BatchSpec
from odin_puzzles.files import puzzle_from
from odin_puzzles.generate.pipeline import generate_attempt
from odin_puzzles.generate.spec import spec_of
from odin_puzzles.kinds.answers import position_after
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.uniqueness.check import find_solutions, solution_faults
from odin_solver.errors import InputError
from odin_solver.notation.positions import position_from
from tests.cli.process import odin

SHAPES: dict[str, Any] = {
    "schema": 1,
    "tiles": {
        "U": {"cells": ["XX", "X.", "XX"]},
        "P": {"cells": ["XX", "XX", "X."]},
        "L": {"cells": ["X...", "XXXX"]},
        "Y": {"cells": [".X..", "XXXX"]},
        "V": {"cells": ["X..", "X..", "XXX"]},
        "Z": {"cells": ["XX.", ".X.", ".XX"]},
        "N": {"cells": ["XXX.", "..XX"]},
        "O": {"cells": ["XXX", "XXX"]},
    },
    "supply": dict.fromkeys("UPLYVZNO", 1),
    "boards": [{"board": {"map": ["......~"] * 2 + ["......."] * 4 + ["...~~~~"]}}],
}
"""The days of a year: 41 of 43 open cells."""

DRAWN = """\
....
....
...._
.....

AAA
A

AA
A

AAAA

AA
AA
A
"""


def board(*rows: str, **more: Any) -> Any:
    return position_from({"schema": 1, "boards": [{"board": {"map": list(rows), **more}}]})


COST = board(*["------~"] * 2, *["-------"] * 4, "---~~~~").boards[0].board


def sound(puzzle: Puzzle) -> bool:
    return not solution_faults(puzzle) and find_solutions(puzzle).unique


@pytest.mark.slow
def test_all_tiles_go_onto_the_board_and_few_cells_stay_free() -> None:
    own = position_from(SHAPES)
    spec = spec_of("fill", own=own)
    made = [puzzle for n in range(4) if (puzzle := generate_attempt(spec, 1, n))]
    assert len(made) > 1
    for puzzle in made:
        (state,) = puzzle.position.boards
        assert state.board == own.boards[0].board
        laid = [each.tile.id for each in (*state.pieces, *puzzle.solution)]
        assert sorted(laid) == sorted(SHAPES["tiles"])
        assert sound(puzzle)
        assert puzzle.difficulty
    assert len({puzzle.goal for puzzle in made}) > 1


@pytest.mark.slow
def test_tiles_that_lie_there_stay() -> None:
    spec = spec_of("fill", own=position_from(SHAPES))
    first = next(made for n in range(12) if (made := generate_attempt(spec, 1, n)))
    own = position_after(first, first.solution[:1])
    attempts = (generate_attempt(spec_of("fill", own=own), 1, n) for n in range(12))
    puzzle = next(made for made in attempts if made is not None)
    assert set(own.boards[0].pieces) <= set(puzzle.position.boards[0].pieces)
    assert sound(puzzle)
    with pytest.raises(InputError, match="only the kinds fill, order can begin with tiles"):
        spec_of("best", own=replace(own, supply={}, boards=(replace(own.boards[0], board=COST),)))


@pytest.mark.parametrize("kind", ["fill", "order", "income", "best"])
def test_printed_tiles_go_onto_own_boards(kind: str) -> None:
    rows = ("---I-", "--I--", "-I---", "I-#--", "-----")
    income = [{"cells": "a2 b3 c4 d5", "values": [0, 1, 2, 3, 4]}]
    spec = spec_of(kind, difficulty=None, own=board(*rows, income=income))
    attempts = (generate_attempt(spec, 2, n) for n in range(20))
    puzzle = next(made for made in attempts if made is not None)
    assert puzzle.position.boards[0].board.rows == rows
    assert sound(puzzle)


def test_another_board_may_be_named() -> None:
    spec = spec_of("fill", "small", own=position_from(SHAPES))
    assert spec.start is None
    assert {tile.id for tile, _ in spec.tiles} == set("UPLYVZNO")
    assert spec_of("best", own=board("--", "--")).tiles == ()


@pytest.mark.parametrize(
    ("kind", "own", "words"),
    [
        ("order", board("....", "...."), "order expects a board with income cells"),
        ("income", board("...."), "income expects a board with one income diagonal"),
        ("bonus", board("...."), "bonus expects a board with a bonus"),
        ("best", board("...."), "best expects a board with negative points or income"),
        ("banquet", board("...."), "banquet knows no board 'own'"),
        ("win", board("...."), "is a puzzle of Graenaland and has no boards"),
        ("fill", board(*["." * 21] * 20), "at most 400 .*, got 420"),
        ("fill", position_from(SHAPES | {"supply": {"U": 61}}), "at most 60 .*, got 61"),
        ("fill", position_from(SHAPES | {"boards": SHAPES["boards"] * 2}), "one board, got 2"),
    ],
)
def test_what_cannot_be_is_said(kind: str, own: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        spec_of(kind, own=own)


def test_runs_on_other_boards_are_other_runs() -> None:
    one, other = (BatchSpec(spec_of("fill", own=board(*rows))) for rows in (["..."] * 3, ["..."]))
    assert one.data() != other.data()
    assert json.loads(json.dumps(one.data())) == one.data()


def test_a_goal_without_cells_is_all_open_cells() -> None:
    corner = {"tiles": {"L": {"cells": ["XX", "X."]}}, "supply": {"L": 2}}
    position = {"schema": 1, **corner, "boards": [{"board": {"map": ["...", "..."]}}]}
    data = {"schema": 1, "kind": "fill", "position": position, "goal": {}}
    assert len(puzzle_from(data).goal.cells) == 6
    position["supply"] = {"L": 1}
    with pytest.raises(InputError, match="the tiles have 3 cells, and 6 are open"):
        puzzle_from(data)


@pytest.mark.slow
def test_a_drawing_is_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.txt").write_text(DRAWN)
    assert odin(capsys, "puzzle", "new", "mine.txt", "--tries", "60", "-o", "puzzle.json").code == 0
    made = puzzle_from(json.loads(Path("puzzle.json").read_text()))
    assert made.position.boards[0].board.rows == ("....~", "....~", "....~", ".....")
    former = odin(capsys, "puzzle", "new", "--tiles", "mine.txt", "--kind", "order")
    refused = odin(capsys, "puzzle", "new", "mine.txt", "--kind", "order")
    assert refused.code == 2
    assert refused.err.startswith("odin: mine.txt: board: order expects")
    assert former == refused
