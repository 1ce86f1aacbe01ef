from pathlib import Path

import pytest

from odin_solver import example, parse_position, position_violations
from odin_solver.components import BOARDS
from odin_solver.notation.examples import ORDER, POSITIONS, TABLES, example_file
from odin_solver.notation.pieces import parse_piece, piece_text
from tests.cli.process import odin, one_line

Capsys = pytest.CaptureFixture[str]


def test_examples_are_listed_with_titles(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    result = odin(capsys, "example")
    assert result.code == 0
    assert [line.split()[0] for line in result.out.splitlines()] == [*ORDER, *TABLES]
    for name in ORDER:
        assert example(name).title in result.out


@pytest.mark.parametrize("name", ORDER)
def test_examples_are_legal_and_written_as_they_are(capsys: Capsys, name: str) -> None:
    result = odin(capsys, "example", name)
    assert result == (0, example_file(name).text, "")
    position = parse_position(result.out)
    assert position == example(name)
    assert position_violations(position) == []
    assert position.supply
    for state in position.boards:
        assert state.board.id in BOARDS or name not in POSITIONS
        for piece in state.pieces:
            assert parse_piece(piece_text(piece, state.board), state.board) == piece


def test_there_are_examples_in_both_formats() -> None:
    assert {example_file(name).file_name[-4:] for name in ORDER} == {"json", "toml"}


def test_an_example_goes_into_a_file(capsys: Capsys, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    assert odin(capsys, "example", "Harvest", "-o", str(path)) == (0, "", "")
    assert path.read_text(encoding="utf-8") == example_file("harvest").text
    assert odin(capsys, "check", str(path)).code == 0


def test_unknown_examples_and_files(capsys: Capsys, tmp_path: Path) -> None:
    result = odin(capsys, "example", "emprie")
    assert result.code == 2
    one_line(result.err, ["did you mean empire"])
    result = odin(capsys, "example", "empire", "-o", str(tmp_path / "no" / "x.json"))
    assert result.code == 2
    one_line(result.err, [str(tmp_path / "no")])
    assert odin(capsys, "example", "-o", "x").code == 2
