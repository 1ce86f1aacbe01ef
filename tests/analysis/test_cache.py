"""Results on disk: kept, found again, and never believed without a look."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from odin_solver import Limits
from odin_solver.analysis import (
    Analyst,
    Cache,
    analyst,
    best_lines,
    cache,
    default_folder,
    hint,
    tile_values,
)
from odin_solver.analysis.cache import LARGEST, CacheEntry
from odin_solver.components import board
from odin_solver.placement.solution import LevelResult, Request, Solution, Status
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position
from tests.analysis.here import answer_here

POSITION = Position(
    (BoardState(board("stone_house")),), {"mead": 1, "oil": 1, "silver": 2}, title="Any"
)


def asked(folder: Path, position: Position = POSITION, seed: int = 0) -> Analyst:
    return Analyst(position, "final", limits=Limits(seed=seed), cache=Cache(folder))


@pytest.fixture
def questions(monkeypatch: pytest.MonkeyPatch) -> list[Position]:
    """The positions that were solved, not remembered."""
    solved: list[Position] = []

    def counted(request: Request, **more: object) -> object:
        solved.append(request.position)
        return answer_here(request, **more)

    monkeypatch.setattr(analyst, "answer", counted)
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


def sealed(data: dict[str, Any]) -> str:
    """An entry with the digest that belongs to it."""
    entry = CacheEntry(**{**data, "digest": ""})
    return json.dumps({**data, "digest": entry.content_digest()})


def spoilt(data: dict[str, Any]) -> Iterator[str]:
    """Entries that are damaged, of another shape, or false."""
    whole = json.dumps(data)
    yield from ("", "{", "[]", "null", "7", "[" * 100_000, whole[:-9], whole + "x", "\0\1")
    yield whole + " " * LARGEST
    for name in data:
        others: list[Any] = [None, -1, 1e999, "x", [], [[]], {}, {"a": 1}, [None], True]
        for other in others:
            yield json.dumps({**data, name: other})
        yield json.dumps({key: value for key, value in data.items() if key != name})
    yield json.dumps({**data, "more": 1})
    (piece, *_) = data["pieces"]
    yield json.dumps({**data, "pieces": []})  # the digest of another entry
    for pieces in (
        [],
        [[0, "oil", [[0, 0], [0, 1]]]],  # not legal
        data["pieces"] * 9,
        [[9, *piece[1:]]],
        [[piece[0], "boat", piece[2]]],
        [[*piece[:2], [[1 << 80, 0]]]],
        [[*piece[:2], []]],
    ):
        yield sealed({**data, "pieces": pieces})
    for values in (["99"], ["1e999999999"], ["1/0"], [], ["one"]):
        yield sealed({**data, "values": values, "bounds": values})
    yield sealed({**data, "bounds": ["99"]})  # nothing is proven
    yield sealed({**data, "bounds": [None]})
    yield sealed({**data, "bounds": ["-99"]})


@pytest.mark.slow
def test_bad_entries_are_ignored(tmp_path: Path, questions: list[Position]) -> None:
    best = asked(tmp_path).best
    (entry,) = tmp_path.glob("*.json")
    whole = entry.read_bytes()
    assert sealed(json.loads(whole)) == json.dumps(json.loads(whole))
    for number, text in enumerate(spoilt(json.loads(whole)), start=2):
        entry.write_text(text)
        found = asked(tmp_path).best
        assert len(questions) == number, text[:200]
        assert (found.levels, found.status) == (best.levels, Status.OPTIMAL)
        assert entry.read_bytes() == whole


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_what_is_no_file_is_ignored(
    make: Callable[[Path], None], tmp_path: Path, questions: list[Position]
) -> None:
    _ = asked(tmp_path).best
    (entry,) = tmp_path.glob("*.json")
    entry.unlink()
    make(entry)
    for _ in range(2):
        assert asked(tmp_path).best.status is Status.OPTIMAL
    assert len(questions) == 3


def test_entries_of_other_code_are_ignored(
    tmp_path: Path, questions: list[Position], monkeypatch: pytest.MonkeyPatch
) -> None:
    _ = asked(tmp_path).best
    monkeypatch.setattr(cache, "program", lambda: "another program")
    _ = asked(tmp_path).best
    assert len(questions) == 2


def test_the_program_is_its_code_and_its_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.program.cache_clear()
    before = cache.program()
    cache.program.cache_clear()
    assert cache.program() == before
    read = Path.read_bytes
    modules = ("placement/solve.py", "linear/highs.py", "rules/income.py")
    for module in (*modules, "components/data/tiles.toml"):
        with monkeypatch.context() as changed:
            changed.setattr(
                Path,
                "read_bytes",
                lambda path, end=module: read(path) + b" " * str(path).endswith(end),
            )
            cache.program.cache_clear()
            assert cache.program() != before, module
    with monkeypatch.context() as changed:
        changed.setattr(cache, "versions", lambda: {"highspy": "99"})
        cache.program.cache_clear()
        assert cache.program() != before
    cache.program.cache_clear()


def test_a_cached_optimum_that_is_beaten_is_ignored(
    tmp_path: Path, questions: list[Position]
) -> None:
    first = asked(tmp_path)
    _ = first.best
    (entry,) = tmp_path.glob("*.json")
    data = json.loads(entry.read_bytes())
    less = [str(value) for value in first.values_before]
    entry.write_text(sealed({**data, "pieces": [], "values": less, "bounds": less}))
    forged = asked(tmp_path)
    found = forged.solve("again", start=first.best.after, ties=True)
    assert found.levels == first.best.levels
    assert len(questions) == 2


def test_an_unproven_best_placement_is_found_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Later levels of a hint take it as it is; the first level, asked again, goes on from it."""
    starts: list[object] = []

    def unproven(request: Request, **more: object) -> Solution:
        if request.ties:
            starts.append(request.start)
        found = answer_here(request, **more)
        levels = tuple(LevelResult(each.value, each.value + 2) for each in found.levels)
        return replace(found, status=Status.FEASIBLE, levels=levels)

    monkeypatch.setattr(analyst, "answer", unproven)
    first = asked(tmp_path)
    assert not hint(first, 1).proven
    for level in (2, 3):
        later = asked(tmp_path)
        assert not hint(later, level).proven
        assert (later.best.after, later.best.levels) == (first.best.after, first.best.levels)
    assert starts == [None]
    hint(asked(tmp_path), 1)
    assert starts == [None, first.best.after]


def test_hints_do_not_depend_on_the_cache(tmp_path: Path, questions: list[Position]) -> None:
    fresh = [hint(asked(tmp_path / str(level)), level).text for level in (1, 2, 3)]
    analysed = asked(tmp_path)
    best_lines(analysed, 3)
    tile_values(analysed)
    assert [hint(asked(tmp_path), level).text for level in (1, 2, 3)] == fresh
    assert [hint(analysed, level).text for level in (1, 2, 3)] == fresh


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
