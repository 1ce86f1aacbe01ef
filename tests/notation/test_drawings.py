"""Tiles and boards that others drew."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_solver.errors import InputError
from odin_solver.notation.drawings import drawing_of, imported
from odin_solver.notation.positions import position_from
from odin_solver.placement.cover.counting import LayoutCounter
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from tests.cli.process import odin
from tests.timing import HANGING

PUZZLE = (
    '<?xml version="1.0"?><puzzle version="2"><gridType type="0"/><shapes>'
    '<voxel x="2" y="2" z="1">##\n#_</voxel><voxel x="3" y="1" z="1">#1##</voxel>'
    '<voxel x="3" y="2" z="1">####+#</voxel></shapes><problems><problem><shapes>'
    '<shape id="0" min="0" max="1"/><shape id="1" count="1"/></shapes><result id="2"/>'
    "</problem></problems></puzzle>"
)
TEXT = "AA\nA\n\nBBB\n\n...\n...\n"
MATRICES = {"board": [[1, 1, 1], [1, 1, 1]], "pieces": [[[1, 1], [1, 0]], [[1, 1, 1]]]}


def drawn(text: str) -> Position:
    return position_from(imported(text))


def test_ranges_of_burrtools() -> None:
    ranged = PUZZLE.replace('min="0" max="1"', 'min="1" max="3"')
    position = drawn(ranged)
    assert position.supply == {"T1x": 3, "T2x": 1}
    assert [tile.at_least for tile in position.tiles.values()] == [1, 0]


@pytest.mark.parametrize("text", ["AAB\nACB\nCC.\n", "AAB_\n_ABB\n\nAA\nA_\n", "ABA\nABA\n", TEXT])
def test_a_position_is_drawn_and_read_again(text: str) -> None:
    position = drawn(text)
    again = drawn(drawing_of(position))
    assert again.supply == position.supply
    assert [state.board.rows for state in again.boards] == [
        state.board.rows for state in position.boards
    ]
    assert [{piece.cells for piece in state.pieces} for state in again.boards] == [
        {piece.cells for piece in state.pieces} for state in position.boards
    ]


@pytest.mark.parametrize("text", [TEXT, TEXT.replace("\n", "\r\n"), json.dumps(MATRICES), PUZZLE])
def test_one_puzzle_in_all_forms(text: str) -> None:
    position = drawn(text)
    assert position.supply == {"T1x": 1, "T2x": 1}
    assert [tile.area for tile in position.tiles.values()] == [3, 3]
    assert [state.board.rows for state in position.boards] == [("...", "...")]


def test_turned_and_reflected_tiles_are_one_kind() -> None:
    position = drawn("XXX\nX\n\n Y\n Y\nYY\n\nZZZ\n  Z\n\nOO\nOO")
    assert position.supply == {"T1x": 3, "T2x": 1}
    assert position.boards == ()


def test_a_filled_board_has_its_tiles() -> None:
    position = drawn("AAB\nACB\nCC.\n")
    assert position_violations(position) == []
    (state,) = position.boards
    assert sorted(len(piece.cells) for piece in state.pieces) == [2, 3, 3]
    assert len(position.tiles) == 2
    assert state.board.rows == ("...", "...", "...")


def test_letters_that_do_not_touch_are_several_tiles() -> None:
    (state,) = drawn("ABA\nABA\n").boards
    assert [len(piece.cells) for piece in state.pieces] == [2, 2, 2]


@settings(max_examples=200)
@given(st.text("AB. \n_", max_size=60))
def test_any_drawing_is_read_or_refused(text: str) -> None:
    try:
        position = drawn(text)
    except InputError:
        assert not set(text) & set("AB")
    else:
        assert position_violations(position) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "got none"),
        ("...\n...", "got none"),
        ("[", "invalid JSON"),
        ('{"a": 1}', "expected matrices"),
        ("[[[1, 2]]]", r"pieces\[0\]: expected a matrix of 0 and 1"),
        ('{"pieces": [[[1]]], "board": [[0]]}', "board: expected at least one cell"),
        ("<a", "invalid puzzle of BurrTools"),
        ("<a/>", "made of squares"),
        (PUZZLE.replace('gridType type="0"', 'gridType type="1"'), "made of squares"),
        (PUZZLE.replace('y="2" z="1"', 'y="1" z="2"', 1), "voxel 1: expected one layer, got 2"),
        (PUZZLE.replace("##\n#_", "##"), "voxel 1: expected 4 marks, got 2"),
        (PUZZLE.replace('result id="2"', 'result id="7"'), "invalid puzzle"),
        (PUZZLE.replace("problem>", "puzzled>"), "with a problem and its result"),
    ],
)
def test_bad_drawings(text: str, expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        drawn(text)


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    packed = tmp_path / "x.xmpuzzle"
    packed.write_bytes(gzip.compress(PUZZLE.encode()))
    made = tmp_path / "position.json"
    assert odin(capsys, "import", str(packed), "-o", str(made)) == (0, "", "")
    counted = LayoutCounter(position_from(json.loads(made.read_text()))).count(HANGING)
    assert (counted.count, counted.exact) == (0, True)
    assert odin(capsys, "show", str(made), "--plain") == (0, "...\n...\n\nAA\nA_\n\nA\nA\nA\n", "")
    packed.write_bytes(gzip.compress(b"x" * 100)[:-9])
    result = odin(capsys, "import", str(packed))
    assert result.code == 2
    assert result.err.startswith(f"odin: {packed}: ")
    packed.write_text("[[[3]]]")
    result = odin(capsys, "import", str(packed))
    assert result.err == f"odin: {packed}: pieces[0]: expected a matrix of 0 and 1\n"
