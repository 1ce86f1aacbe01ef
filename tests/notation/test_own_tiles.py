"""Tiles of one's own in files of positions."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from odin_solver.errors import InputError
from odin_solver.notation.positions import parse_position, position_data, position_from
from odin_solver.notation.writing import position_text
from odin_solver.placement.solution import Limits, Status
from odin_solver.placement.solve import solve
from odin_solver.render.png import png_from
from odin_solver.render.svg.position import position_svg
from odin_solver.rules.geometry import orientations
from odin_solver.rules.layout import position_violations
from odin_solver.rules.scoring import score
from tests.cli.process import odin, one_line
from tests.schemas import position_schema
from tests.timing import HANGING

DATA: dict[str, Any] = {
    "schema": 1,
    "tiles": {
        "T": {"cells": ["XXX", ".X."], "color": "blue", "name": "Tee"},
        "O": {"cells": ["XXX", "X.X", "XXX"]},
        "F": {"cells": [".XX", "XX.", ".X."], "flip": False, "color": "green"},
        "Q": {"cells": ["X..", "..X"], "loose": True},
    },
    "supply": {"T": 1, "O": 1, "F": 1, "Q": 1, "silver": 2},
    "boards": [
        {
            "board": {"map": ["......", "......", "..~...", "......", "......"]},
            "placed": ["T a1 b1 c1 b2"],
        }
    ],
}


def test_they_are_read() -> None:
    position = position_from(DATA)
    tee, ring, eff, _ = position.tiles.values()
    assert (tee.name, tee.color, tee.area) == ("Tee", "blue", 4)
    assert (ring.name, ring.color, ring.area) == ("O", "none", 8)
    assert [len(orientations(tile)) for tile in (tee, ring, eff)] == [4, 1, 4]
    assert position.boards[0].pieces[0].tile is tee
    assert position_violations(position) == []
    assert score(position) == 2


@pytest.mark.parametrize("form", ["json", "toml", "drawn"])
def test_they_are_written_and_read_again(form: Any) -> None:
    position = position_from(DATA)
    assert position_from(position_data(position)) == position
    assert parse_position(position_text(position, form), f"a.{form}") == position


def test_the_schema_takes_them() -> None:
    jsonschema.validate(position_data(position_from(DATA)), position_schema())
    jsonschema.validate(DATA, position_schema())


def test_letters_of_drawings_may_be_theirs() -> None:
    rows = ["......", "......", "..~...", ".T....", "TTT..."]
    drawn = {"board": DATA["boards"][0]["board"], "drawn": rows}
    assert position_from({**DATA, "boards": [drawn]}).boards == position_from(DATA).boards
    renamed = {**drawn, "drawn": [row.replace("T", "u") for row in rows], "letters": {"u": "T"}}
    assert position_from({**DATA, "boards": [renamed]}).boards == position_from(DATA).boards


@pytest.mark.slow
def test_they_are_solved() -> None:
    solution = solve(position_from(DATA), "cover", limits=Limits(HANGING, workers=1))
    assert solution.status is Status.OPTIMAL
    assert solution.value == 8 + 5 + 4 + 2 + 2
    assert position_violations(solution.after) == []


@pytest.mark.slow
def test_a_tile_of_green_keeps_apart_from_green() -> None:
    data = {
        "schema": 1,
        "tiles": {"G": {"cells": ["XX"], "color": "green"}, "N": {"cells": ["XX"]}},
        "boards": [{"board": {"map": ["..", ".."]}}],
    }
    for name, best in (("G", 2), ("N", 4)):
        position = position_from({**data, "supply": {name: 2}})
        assert solve(position, "cover", limits=Limits(HANGING, workers=1)).value == best


@pytest.mark.slow
def test_a_tile_that_may_not_be_flipped_is_only_turned() -> None:
    board = {"map": [".~", ".~", ".."]}
    for cells, value in ((["X.", "X.", "XX"], 4), ([".X", ".X", "XX"], 0)):
        data = {
            "schema": 1,
            "tiles": {"L": {"cells": cells, "flip": False}},
            "supply": {"L": 1},
            "boards": [{"board": board}],
        }
        assert solve(position_from(data), "cover", limits=Limits(HANGING, workers=1)).value == value


def test_they_are_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    position = position_from(DATA)
    assert "Tee: " in position_svg(position)
    assert png_from(position_svg(position)).startswith(b"\x89PNG")
    path = tmp_path / "a.json"
    path.write_text(json.dumps(DATA), encoding="utf-8")
    shown = odin(capsys, "show", str(path))
    assert shown.code == 0
    assert "T Tee" in shown.out
    assert odin(capsys, "show", str(path), "--ascii").code == 0


@pytest.mark.parametrize(
    ("tiles", "why"),
    [
        ({"T": {}}, "tiles.T.cells: missing"),
        ({"T": {"cells": []}}, "tiles.T: cells: expected at least one X"),
        ({"T": {"cells": ["..", "."]}}, "tiles.T: cells: expected at least one X"),
        ({"T": {"cells": ["X.X"]}}, 'tiles.T: cells: expected connected cells, or "loose": true'),
        ({"T": {"cells": ["X" * 13]}}, "tiles.T: cells: expected rows of at most 12 cells"),
        ({"T": {"cells": ["X"] * 13}}, "tiles.T.cells: expected at most 12 entries, got 13"),
        ({"T": {"cells": ["X#"]}}, "tiles.T: cells: expected only X and ., got '#'"),
        ({"T": {"cells": ["X"], "color": "pink"}}, "tiles.T.color: expected orange or red"),
        ({"T": {"cells": ["X"], "name": "a\nb"}}, "tiles.T: name: expected one line"),
        ({"oil": {"cells": ["X"]}}, "tiles.oil: name clashes with the printed tile oil"),
        ({"Oi": {"cells": ["X"]}}, "tiles.Oi: name clashes with the printed tile oil"),
        ({"a b": {"cells": ["X"]}}, "tiles.a b: expected a name of at most 20 letters"),
        ({"Ta": {"cells": ["X"]}, "T_a": {"cells": ["X"]}}, "tiles: Ta and T_a: expected names"),
    ],
)
def test_bad_ones_are_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, tiles: Any, why: str
) -> None:
    path = tmp_path / "a.json"
    data = {"schema": 1, "tiles": tiles, "supply": dict.fromkeys(tiles, 1)}
    path.write_text(json.dumps(data), encoding="utf-8")
    result = odin(capsys, "check", str(path))
    assert result.code == 2
    one_line(result.err, [f"{path}: {why}"])


def test_too_many_are_refused() -> None:
    tiles = {f"T{number}x": {"cells": ["X"]} for number in range(1001)}
    with pytest.raises(InputError, match="at most 1000"):
        position_from({"schema": 1, "tiles": tiles})
