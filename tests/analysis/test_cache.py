"""Results on disk: kept, found again, and never believed without a look."""

import json
from pathlib import Path

import pytest

from odin_solver import Limits
from odin_solver.analysis import Analyst, Cache, analyst, best_lines, default_folder, hint
from odin_solver.components import board
from odin_solver.placement.solution import Status
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position
from tests.analysis.here import solve_here

POSITION = Position(
    (BoardState(board("stone_house")),), {"mead": 1, "oil": 1, "silver": 2}, title="Any"
)


def asked(folder: Path, position: Position = POSITION, seed: int = 0) -> Analyst:
    return Analyst(position, "final", limits=Limits(seed=seed), cache=Cache(folder))


@pytest.fixture
def questions(monkeypatch: pytest.MonkeyPatch) -> list[Position]:
    """The positions that were solved, not remembered."""
    solved: list[Position] = []

    def counted(position: Position, *arguments: object, **more: object) -> object:
        solved.append(position)
        # Passed on as they came.
        return solve_here(position, *arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(analyst, "solve", counted)
    return solved


def test_the_second_time_nothing_is_solved(tmp_path: Path, questions: list[Position]) -> None:
    first = [hint(asked(tmp_path), level).text for level in (1, 2, 3)]
    lines = best_lines(asked(tmp_path), 3)
    count = len(questions)
    assert count
    again = [hint(asked(tmp_path), level) for level in (1, 2, 3)]
    assert [each.text for each in again] == first
    assert all(each.proven for each in again)
    found = best_lines(asked(tmp_path), 3)
    assert [x.solution.after for x in found.lines] == [x.solution.after for x in lines.lines]
    assert len(questions) == count
    assert not [each for each in tmp_path.iterdir() if each.suffix != ".json"]


def test_what_the_answer_depends_on(tmp_path: Path, questions: list[Position]) -> None:
    _ = asked(tmp_path).best
    renamed = Position(POSITION.boards, POSITION.supply, title="Another")
    _ = asked(tmp_path, renamed).best
    assert len(questions) == 1
    _ = asked(tmp_path, seed=1).best
    _ = asked(tmp_path, Position(POSITION.boards, {"oil": 1})).best
    _ = Analyst(POSITION, "cover", cache=Cache(tmp_path)).best
    assert len(questions) == 4


def test_bad_entries_are_not_believed(tmp_path: Path, questions: list[Position]) -> None:
    best = asked(tmp_path).best
    (entry,) = tmp_path.glob("*.json")
    whole = entry.read_text()
    data = json.loads(whole)
    worse = {**data, "values": ["99"]}
    illegal = {**data, "pieces": [[0, "oil", [[0, 0], [0, 1]]]]}
    spoilt = [
        "",
        "{",
        "[]",
        whole[:-9],
        json.dumps(worse),
        json.dumps(illegal),
        json.dumps({**data, "pieces": []}),
    ]
    from odin_solver.analysis.cache import _digest

    for each in (worse, illegal, {**data, "pieces": data["pieces"] * 9}):
        spoilt.append(json.dumps({**each, "digest": _digest(each)}))
    for number, text in enumerate(spoilt, start=2):
        entry.write_text(text)
        found = asked(tmp_path).best
        assert len(questions) == number
        assert found.levels == best.levels
        assert found.status is Status.OPTIMAL
        assert entry.read_text() == whole


def test_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ODIN_CACHE_DIR", str(tmp_path / "here"))
    assert default_folder() == tmp_path / "here"
    monkeypatch.delenv("ODIN_CACHE_DIR")
    assert default_folder().name == "odin_solver"


def test_a_folder_that_cannot_be_written(tmp_path: Path, questions: list[Position]) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert asked(blocked / "cache").best.status is Status.OPTIMAL
    assert questions
