"""Progress of a player: kept whole, never overwritten if it cannot be read."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from odin_puzzles.files import puzzle_data, puzzle_from
from odin_puzzles.play.progress import (
    BegunPuzzle,
    PuzzleRecord,
    change_record,
    default_file,
    key_of,
    load_records,
)
from odin_puzzles.share.codes import puzzle_from_code, share_code
from odin_solver.errors import InputError
from tests.puzzles.samples import NAMES, sample


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "new" / "puzzles.json"


def test_records_are_kept(file: Path) -> None:
    puzzle = sample("fill")
    assert dict(load_records(file)) == {}
    begun = BegunPuzzle(("hide a1:a3",), 12.5, 1, 2)
    change_record(puzzle, lambda record: PuzzleRecord(begun=begun), file)
    assert load_records(file)[key_of(puzzle)].begun == begun
    for seconds, stars in ((90.0, 1), (60.0, 2), (70.0, 3)):
        change_record(puzzle, lambda record, s=seconds, n=stars: record.after_solving(s, n), file)  # type: ignore[misc]
    assert dict(load_records(file)) == {key_of(puzzle): PuzzleRecord(3, 60.0, 3)}
    assert [path.name for path in file.parent.iterdir()] == [file.name]


@pytest.mark.parametrize("name", NAMES)
def test_copies_of_a_puzzle_share_their_progress(name: str) -> None:
    puzzle = sample(name)
    other = replace(puzzle, title="Mine", difficulty=None, solution=(), generator="x", seed=9)
    assert key_of(other) == key_of(puzzle)
    assert key_of(puzzle_from(puzzle_data(puzzle))) == key_of(puzzle)
    assert key_of(puzzle_from_code(share_code(puzzle))) == key_of(puzzle)
    assert len({key_of(sample(each)) for each in NAMES}) == len(NAMES)


def test_writers_wait_for_each_other(file: Path) -> None:
    puzzle = sample("fill")

    def solve(seconds: int) -> None:
        change_record(puzzle, lambda record: record.after_solving(float(seconds), 1), file)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(solve, range(1, 21)))
    assert load_records(file)[key_of(puzzle)] == PuzzleRecord(20, 1.0, 1)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{",
        b"\xff",
        b"[" * 100_000,
        b'{"schema": 2, "puzzles": {}}',
        b'{"schema": 1, "puzzles": {"a": {"solved": -1}}}',
        b'{"schema": 1, "puzzles": {"a": {"best": 1e999}}}',
        b'{"schema": 1, "puzzles": {"a": {"begun": {"pieces": [1]}}}}',
    ],
)
def test_a_file_that_cannot_be_read_stays_as_it_is(file: Path, content: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(content)
    with pytest.raises(
        InputError, match=r"puzzles.json: (not the progress|line 1: expected UTF-8)"
    ):
        load_records(file)
    with pytest.raises(InputError, match=r"puzzles\.json: "):
        change_record(sample("fill"), lambda record: record, file)
    assert file.read_bytes() == content


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    too_long = tmp_path / ("x" * 300) / "puzzles.json"
    with pytest.raises(InputError, match="File name too long"):
        load_records(too_long)
    for path in (tmp_path / "file" / "puzzles.json", tmp_path, too_long):
        with pytest.raises(InputError):
            change_record(sample("fill"), lambda record: record, path)


def test_the_folder_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path))
    assert default_file() == tmp_path / "puzzles.json"
    monkeypatch.delenv("ODIN_DATA_DIR")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert default_file().parent.name == "odin_solver"
    change_record(sample("fill"), lambda record: record)
    assert json.loads(default_file().read_text())["schema"] == 1
