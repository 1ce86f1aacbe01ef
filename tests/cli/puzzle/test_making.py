"""``odin puzzle new``."""

import json
from pathlib import Path

import pytest

from odin_puzzles.batch.folder import LOG
from odin_puzzles.files import puzzle_from, read_puzzle
from tests.cli.process import odin, odin_process, one_line

NEW = ("puzzle", "new", "--kind", "banquet", "--seed", "2")


def test_one_puzzle_goes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    done = odin(capsys, *NEW)
    assert done.code == 0
    puzzle = puzzle_from(json.loads(done.out))
    assert puzzle.kind == "banquet"
    assert odin(capsys, *NEW, "-o", "-").out == done.out


def test_one_puzzle_goes_to_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "puzzle.json"
    done = odin(capsys, *NEW, "-o", str(path))
    assert (done.code, done.out) == (0, f"{path}\n")
    assert path.read_text(encoding="utf-8") == odin(capsys, *NEW).out
    assert [each.name for each in tmp_path.iterdir()] == ["puzzle.json"]


def test_many_puzzles_go_to_a_directory(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    done = odin(capsys, *NEW, "--count", "5", "--difficulty", "2", "-o", str(folder), "--json")
    assert done.code == 0
    data = json.loads(done.out)
    assert data["accepted"] == data["wanted"] == 5
    assert data["tried"] >= 5
    assert data["seconds"] >= 0
    puzzles = [read_puzzle(path) for path in data["files"]]
    assert all(puzzle.difficulty == 2 for puzzle in puzzles)
    assert {each.name for each in folder.iterdir()} == {
        LOG,
        *(Path(path).name for path in data["files"]),
    }
    again = odin(capsys, *NEW, "--count", "5", "--difficulty", "2", "-o", str(folder))
    assert again.out.splitlines() == data["files"]


def test_too_few_puzzles_are_said_to_be(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments = [*NEW, "--difficulty", "5", "--count", "3", "--tries", "3", "-o", str(tmp_path)]
    done = odin(capsys, *arguments)
    assert done.code == 3
    one_line(done.err, ["of 3 (attempts: 3", "--tries"])


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["--kind", "jigsaw"], ["kind", "fill, income", "'jigsaw'"]),
        (["--difficulty", "6"], ["difficulty", "1 to 5"]),
        (["--board", "atlantis"], ["board", "'atlantis'"]),
        (["--kind", "income", "--board", "labrador"], ["impossible", "'labrador'"]),
        (["--count", "2"], ["--count 2", "-o DIR"]),
        (["--count", "2", "-o", "file.json"], ["--count 2", "-o DIR"]),
        (["--count", "0"], ["--count"]),
        (["--jobs", "0"], ["--jobs"]),
        (["--seed", "-1"], ["--seed"]),
        (["--json"], ["--output"]),
        (["-o", "no/such/folder/file.json"], ["cannot write"]),
        (["-o", "/dev/null/folder"], ["cannot write"]),
    ],
)
def test_bad_input_is_one_clear_error(
    capsys: pytest.CaptureFixture[str], arguments: list[str], parts: list[str]
) -> None:
    done = odin(capsys, "puzzle", "new", *arguments)
    assert done.code == 2
    assert done.out == ""
    one_line(done.err, parts)


@pytest.mark.slow
def test_the_command_in_a_process_of_its_own(tmp_path: Path) -> None:
    done = odin_process(*NEW, "--count", "3", "--jobs", "2", "-o", str(tmp_path / "out"))
    assert (done.code, done.err) == (0, "")
    assert len(done.out.splitlines()) == 3


def test_an_empty_name_is_not_the_directory_one_is_in(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = odin(capsys, *NEW, "-o", "")
    assert done.code == 2
    one_line(done.err, ["--output", "empty name"])
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_path_is_no_command_for_the_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    done = odin(capsys, "puzzle", "packs", "islands", "-o", str(tmp_path / "\x1b]0;title\x07"))
    assert done.code == 0
    assert "\x1b" not in done.out
    assert "\\x1b]0;title\\x07" in done.out
