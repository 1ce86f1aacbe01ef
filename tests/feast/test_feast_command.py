"""``odin feast``."""

import json
from pathlib import Path

import pytest

from tests.cli.process import odin, odin_process, one_line

Capsys = pytest.CaptureFixture[str]


def test_the_table_is_drawn(capsys: Capsys) -> None:
    result = odin(capsys, "feast", "--cells", "9", "--food", "peas=2, salt_meat=1,silver=3")
    assert (result.code, result.err) == (0, "Heard: 2 peas, 1 salt meat, 3 silver\n")
    assert result.out.splitlines()[:6] == [
        "Feast on 9 free cells",
        "                           ┌───┐",
        " 2                         │   │",
        "   ┌───────┬───────────────┤Pe ├───┬───┐",
        " 1 │ Peas  │   Salt meat   │   │Si │Si │",
        "   └───────┴───────────────┴───┴───┴───┘",
    ]
    lines = [line.split() for line in result.out.splitlines()]
    assert ["Sm", "Salt", "meat", "1", "1.2", "1.2"] in lines
    assert ["Si", "Silver", "2", "1", "2"] in lines
    assert "Loss 3.8 (proven best), no Thing penalty" in result.out


def test_ships_and_penalties_are_shown(capsys: Capsys) -> None:
    result = odin(capsys, "feast", "--cells", "7", "--emigrated", "2", "--food", "pregnant_sheep=1")
    assert result.code == 0
    assert "Feast on 3 free cells, 2 emigrated ships at the left" in result.out
    assert " 1 │░░░░░░░░░░░░░░░│       │ · │" in result.out
    assert "Pregnant sheep" in result.out
    assert "Loss 6 (proven best): 3 for food, 3 for 1 Thing penalty" in result.out
    nothing = odin(capsys, "feast", "--cells", "4", "--emigrated", "2").out
    assert "Nothing is eaten." in nothing
    assert "Loss 0" in nothing


def test_json(capsys: Capsys) -> None:
    question = ("feast", "--cells", "5", "--emigrated", "1", "--food", "cattle=2,pregnant_cattle=1")
    data = json.loads(odin(capsys, *question, "--value", "cattle=9/2", "--json").out)
    assert data == {
        "schema": 1,
        "cells": 3,
        "servings": [{"tile": "cattle", "start": 0, "width": 3, "lengthwise": False}],
        "empty": 0,
        "loss": 4,
        "eaten": {"pregnant_cattle": 1},
        "proven": True,
    }


def test_positions(capsys: Capsys, tmp_path: Path) -> None:
    position = {
        "schema": 1,
        "game": "short",
        "round": 3,
        "supply": {"silver": 4, "oil": 2, "sheep": 1, "milk": 1, "wood": 3},
        "boards": [{"board": "home"}],
    }
    path = tmp_path / "position.json"
    path.write_text(json.dumps(position))
    data = json.loads(odin(capsys, "feast", str(path), "--json").out)
    assert data["cells"] == 9
    assert (data["eaten"], data["empty"]) == ({"silver": 3, "sheep": 1, "milk": 1}, 0)
    fewer = odin(capsys, "feast", str(path), "--emigrated", "3")
    assert "Feast on 3 free cells" in fewer.out


def test_food_in_any_case_and_spacing(capsys: Capsys) -> None:
    line = ["feast", "--cells", "9", "--food"]
    written = odin(capsys, *line, "Salt meat=1,PEAS=2,pregnant-cattle=1")
    assert written.code == 0
    assert written.out == odin(capsys, *line, "salt_meat=1,peas=2,pregnant_cattle=1").out
    in_czech = odin(capsys, *line, "Solené maso, 2 hrachy a brezi krava")
    assert in_czech.out == written.out
    assert in_czech.err == "Heard: 1 salt meat, 2 peas, 1 pregnant cattle\n"
    one_line(odin(capsys, *line, "salt=1").err, ["'salt'", "did you mean salt meat?"])


def test_plain_output_in_a_process() -> None:
    supply = '{"schema": 1, "round": 1, "supply": {"silver": 6}}'
    result = odin_process("feast", "-", stdin=supply, PYTHONIOENCODING="ascii")
    assert (result.code, result.err) == (0, "")
    assert "Feast on 6 free cells" in result.out
    assert " 1 |Si |Si |Si |Si |Si |Si |" in result.out
    assert "\x1b" not in result.out


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ([], ["POSITION", "--cells"]),
        (["--food", "peas=1"], ["--cells"]),
        (["x.json", "--cells", "3"], ["POSITION", "--cells", "not both"]),
        (["x.json", "--food", "peas=1"], ["not both"]),
        (["nowhere.json"], ["nowhere.json", "No such file"]),
        (["--cells", "13"], ["--cells", "13", "12"]),
        (["--cells", "-1"], ["--cells", "-1"]),
        (["--cells", "9", "--food", "oil=1"], ["unknown food 'oil'", "expected one of peas"]),
        (["--cells", "9", "--food", "oat=1,pee=1"], ["--food", "unknown food 'oat'"]),
        (["--cells", "9", "--food", "peas=-1"], ["--food", "'peas=-1'", "a number and a name"]),
        (["--cells", "9", "--food", "peas=½"], ["--food", "'peas=½'", "a number and a name"]),
        (["--cells", "9", "--food", "peas=999999"], ["--food", "999999 peas: the box holds 25"]),
        (["--cells", "9", "--food", "peas=0"], ["--food", "0 peas: expected at least 1"]),
        (["--cells", "9", "--food", "oil and peas"], ["--food", "unknown food 'oil and peas'"]),
        (["--cells", "9", "--value", "peas=cheap"], ["--value", "peas", "'cheap'"]),
        (["--cells", "9", "--value", "peas=1/0"], ["--value", "peas", "'1/0'"]),
        (["--cells", "9", "--value", "wood=1"], ["--value", "unknown food 'wood'"]),
        (["--cells", "3", "--emigrated", "2"], ["emigrated", "0 to 1 ships", "got 2"]),
        (["--cells", "3", "--emigrated", "-1"], ["--emigrated", "-1"]),
    ],
)
def test_bad_input_is_one_line(capsys: Capsys, arguments: list[str], parts: list[str]) -> None:
    result = odin(capsys, "feast", *arguments)
    assert result.code == 2
    assert not result.out
    one_line(result.err, parts)
