"""The puzzle of the day."""

import datetime
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from odin_puzzles import daily
from odin_puzzles.daily import (
    WEEK,
    kept_puzzle_of,
    kept_puzzle_within,
    made_puzzle_of,
    puzzle_of,
    spec_for,
)
from odin_puzzles.files import read_puzzle
from odin_puzzles.generate.titles import shown_title
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.uniqueness.check import solution_faults
from odin_solver.errors import OdinError
from tests.cli.process import odin, one_line
from tests.profiles import cases
from tests.puzzles.samples import sample

MONDAY = datetime.date(2026, 11, 23)


def test_the_week_goes_from_easy_to_hard() -> None:
    levels = [spec_for(MONDAY + datetime.timedelta(days=n)).difficulty for n in range(7)]
    assert levels == sorted(levels, key=lambda level: level or 0)
    assert levels[0] == 1
    assert levels[-1] == 4
    kinds = {spec_for(MONDAY + datetime.timedelta(days=n)).kind for n in range(14)}
    assert len(kinds) == 6
    assert all(each.difficulty for specs in WEEK for each in specs)


@pytest.mark.slow
@pytest.mark.parametrize("days", range(cases(7, 60)))
def test_a_day_has_a_puzzle(days: int) -> None:
    day = MONDAY + datetime.timedelta(days=days)
    puzzle = puzzle_of(day)
    assert solution_faults(puzzle) == []
    assert puzzle.difficulty == spec_for(day).difficulty


@pytest.mark.slow
def test_a_day_has_the_same_puzzle_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "today.json"
    shown = odin(capsys, "puzzle", "daily", "--date", "2026-11-23", "-o", str(path))
    assert shown.code == 0
    puzzle = read_puzzle(path)
    assert shown_title(puzzle) in shown.out
    printed = odin(capsys, "puzzle", "daily", "--date", "2026-11-23", "--json")
    assert printed.out == path.read_text(encoding="utf-8")


def test_a_day_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path))
    made: list[datetime.date] = []

    def make(day: datetime.date) -> Puzzle:
        made.append(day)
        return replace(sample("fill"), title=day.isoformat())

    monkeypatch.setattr(daily, "puzzle_of", make)
    first = kept_puzzle_of(MONDAY)
    assert kept_puzzle_of(MONDAY) == first
    assert made == [MONDAY]
    (file,) = tmp_path.glob("daily/*.json")
    file.write_text("{")
    assert kept_puzzle_of(MONDAY) == first, "a damaged file is made again"
    assert made == [MONDAY] * 2
    monkeypatch.setattr(daily, "__version__", "other")
    kept_puzzle_of(MONDAY)
    assert made == [MONDAY] * 3
    monkeypatch.setattr(daily, "MOST_KEPT", 1)
    kept_puzzle_of(MONDAY + datetime.timedelta(days=1))
    assert len(list(tmp_path.glob("daily/*.json"))) == 1
    (tmp_path / "file").touch()
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path / "file"))
    assert kept_puzzle_of(MONDAY) == first, "without a folder it is only made"


@pytest.mark.slow
def test_today_has_a_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    assert odin(capsys, "puzzle", "daily").code == 0


@pytest.mark.parametrize("text", ["tomorrow", "2026-13-01", "2026-02-30", ""])
def test_no_date_is_one_clear_error(capsys: pytest.CaptureFixture[str], text: str) -> None:
    done = odin(capsys, "puzzle", "daily", "--date", text)
    assert done.code == 2
    one_line(done.err, ["--date", "YYYY-MM-DD"])


def test_a_file_that_cannot_be_written_is_named_first(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    done = odin(capsys, "puzzle", "daily", "-o", str(tmp_path / "no" / "file.json"))
    assert done.code == 2
    one_line(done.err, ["cannot write"])


@pytest.mark.slow
def test_a_day_is_made_in_a_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path))
    stopped, never = threading.Event(), threading.Event()
    stopped.set()
    assert kept_puzzle_within(MONDAY, 100, stopped) is None
    with pytest.raises(OdinError, match=r"not made after 0\.01 s"):
        kept_puzzle_within(MONDAY, 0.01, never)
    assert not list(tmp_path.iterdir())
    made = kept_puzzle_within(MONDAY, 300, never)
    assert made == made_puzzle_of(MONDAY) == puzzle_of(MONDAY)
