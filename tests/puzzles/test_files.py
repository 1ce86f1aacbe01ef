"""Puzzle files: the schema, the reader, and that both refuse the same."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from odin_puzzles.files import puzzle_data, puzzle_from, read_puzzle
from odin_puzzles.kinds import kind_named, kind_of
from odin_solver.errors import InputError
from odin_solver.rules.position import Position
from tests.puzzles.samples import NAMES, path, sample
from tests.schemas import puzzle_schema, validator

VALIDATOR = validator("puzzles/odin_puzzles/schema/puzzle.schema.json")
PACKS = sorted((Path(__file__).parents[2] / "puzzles" / "packs").rglob("*.json"))


def test_every_part_of_the_schema_is_reached_and_keeps_its_name() -> None:
    schema = puzzle_schema()
    text = json.dumps(schema)
    for name, part in schema["$defs"].items():
        assert part["title"] == name
        assert f'"$ref": "#/$defs/{name}"' in text
    assert "values" in schema["$defs"]["DiagonalEntry"]["properties"]
    assert "gives" in schema["$defs"]["SymbolEntry"]["properties"]
    assert "board" in schema["$defs"]["PieceEntry"]["properties"]
    assert "board" not in schema["$defs"]["PlacedEntry"]["properties"]


@pytest.mark.parametrize("name", NAMES)
def test_samples_fit_the_schema(name: str) -> None:
    data = json.loads(Path(path(name)).read_text())
    VALIDATOR.validate(data)
    puzzle = puzzle_from(data)
    assert puzzle_from(puzzle_data(puzzle)) == puzzle
    VALIDATOR.validate(puzzle_data(puzzle))
    kind, position = kind_of(puzzle), puzzle.position
    pieces = kind.solution_data(puzzle.solution)
    for answer in (pieces, {"solution": pieces}):
        assert kind.answer_from(answer, "answer", position) == puzzle.solution


@pytest.mark.slow
@pytest.mark.parametrize("file", PACKS, ids=lambda file: file.stem)
def test_shipped_puzzles_fit_the_schema(file: Path) -> None:
    data = json.loads(file.read_text())
    for each in data if isinstance(data, list) else data.get("puzzles", [data]):
        VALIDATOR.validate(each)


GOOD: dict[str, dict[str, Any]] = {name: puzzle_data(sample(name)) for name in NAMES}


def changed(name: str, *steps: str | int, to: object) -> dict[str, Any]:
    data = copy.deepcopy(GOOD[name])
    place: Any = data
    for step in steps[:-1]:
        place = place[step]
    place[steps[-1]] = to
    return data


@pytest.mark.parametrize(
    "bad",
    [
        {},
        {"schema": 1},
        changed("fill", "schema", to=2),
        changed("fill", "kind", to="maze"),
        changed("fill", "colour", to="red"),
        changed("fill", "title", to=3),
        changed("fill", "difficulty", to=6),
        changed("fill", "difficulty", to="2"),
        changed("fill", "seed", to="x"),
        changed("fill", "grading", to=[]),
        changed("fill", "goal", to=[]),
        changed("fill", "goal", "cells", 0, to=[1]),
        changed("fill", "goal", "cells", 0, to=[-1, 2]),
        changed("fill", "goal", "board", to=-1),
        changed("fill", "goal", "value", to=1),
        changed("fill", "position", "round", to=9),
        changed("fill", "position", "supply", to={"toga": 1}),
        changed("fill", "position", "boards", 0, "board", to="atlantis"),
        changed("skerry", "position", "boards", 0, "board", "map", to=[]),
        changed("fill", "solution", 0, "tile", to="toga"),
        changed("fill", "solution", 0, "cells", to="a1"),
        changed("fill", "solution", 0, "step", to=1),
        changed("income", "goal", "income", to=0),
        changed("bonus", "goal", "tiles", to=0),
        changed("best", "goal", "value", to=1.5),
        changed("best", "goal", "board", to=0),
        changed("banquet", "goal", "cells", to=21),
    ],
)
def test_schema_and_reader_refuse_the_same(bad: dict[str, Any]) -> None:
    assert not VALIDATOR.is_valid(bad)
    with pytest.raises(InputError):
        puzzle_from(bad)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (changed("fill", "goal", "board", to=3), "goal.board: expected 0 to 0, got 3"),
        (changed("fill", "goal", "cells", to=[[12, 11]]), "goal.cells: [12, 11] cannot be covered"),
        (changed("bonus", "goal", "bonuses", to=[[0, 0]]), "goal.bonuses: there is no bonus"),
        (changed("income", "goal", "income", to=50), "goal.income: expected at most 18"),
        (changed("fill", "position", "schema", to=7), "position: schema: expected 1, got 7"),
        ({"schema": 1, "boards": []}, "kind: expected a puzzle, got a position"),
        ([], "expected an object with a puzzle"),
    ],
)
def test_what_only_the_reader_sees(bad: object, message: str) -> None:
    with pytest.raises(InputError) as caught:
        puzzle_from(bad, "x.json")
    assert str(caught.value).startswith("x.json: ")
    assert message in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe\x00", b"[" * 100_000, b"null"])
def test_files_that_are_no_puzzles(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "x.json"
    file.write_bytes(content)
    with pytest.raises(InputError, match=r"x\.json: "):
        read_puzzle(file)
    with pytest.raises(InputError, match="No such file"):
        read_puzzle(tmp_path / "y.json")


@pytest.mark.parametrize("bad", [None, 3, {}, [1], [{"tile": "oil"}], {"solution": [{"board": 0}]}])
def test_answers_that_are_none(bad: object) -> None:
    with pytest.raises(InputError, match="a: solution: "):
        kind_named("fill").answer_from(bad, "a", Position())


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (changed("fill", "schema", to=2), "schema: expected 1, got 2"),
        (changed("fill", "schema", to=True), "schema: expected 1, got True"),
        (changed("fill", "kind", to="maze"), "kind: expected one of fill, income, bonus"),
        (changed("fill", "kind", to=[]), "kind: expected one of fill, income, bonus"),
        ({k: v for k, v in GOOD["fill"].items() if k != "goal"}, "goal: missing"),
        (changed("fill", "goal", "board", to=-1), "goal: board: expected a whole number >= 0"),
        (changed("fill", "difficulty", to="2"), "difficulty: expected a whole number or null"),
        (changed("fill", "position", "boards", to=[]), "position.boards: expected at least one"),
        (changed("fill", "solution", 1, "tile", to="toga"), "solution[1].tile: unknown tile"),
        (changed("fill", "title", to="a\x1b[31mb"), "title: expected one line without control"),
        (changed("fill", "title", to="a\nb"), "title: expected one line without control"),
        (changed("fill", "title", to="a" * 201), "title: expected text of length <= 200"),
    ],
)
def test_errors_name_the_field_and_what_is_expected(bad: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        puzzle_from(bad, "x.json")
    assert str(caught.value).startswith(f"x.json: {message}")
