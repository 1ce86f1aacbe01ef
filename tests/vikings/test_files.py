"""Position files of Vikings."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given

from odin_solver.errors import InputError
from odin_solver.support.decoding import decode
from odin_solver.vikings.examples import ORDER, vikings_example, vikings_example_text
from odin_solver.vikings.files import (
    VikingsFile,
    read_vikings,
    vikings_data,
    vikings_from,
    vikings_text,
)
from odin_solver.vikings.position import PRINTED_COUNTS, VikingsPosition
from odin_solver.vikings.rules.laying import violations
from tests.schemas import schema_of
from tests.vikings.strategies import positions

SCHEMA = schema_of(VikingsFile)
BASE: dict[str, Any] = {"schema": 1, "game": "vikings"}


@pytest.mark.slow
@given(positions())
def test_positions_are_read_as_written(position: VikingsPosition) -> None:
    position = replace(position, ship_counts=dict(PRINTED_COUNTS))
    assert vikings_from(vikings_data(position)) == position
    for form in ("json", "toml"):
        text = vikings_text(position, form)
        assert vikings_from(decode(text, f"x.{form}")) == position


@pytest.mark.parametrize("name", ORDER)
def test_examples_are_legal_and_fit_the_schema(name: str) -> None:
    position = vikings_example(name)
    assert violations(position) == []
    assert vikings_from(vikings_data(position)) == position
    jsonschema.validate(decode(vikings_example_text(name), f"{name}.toml"), SCHEMA)
    jsonschema.validate(vikings_data(position), SCHEMA)


def test_names_are_read_in_any_form() -> None:
    data = {
        **BASE,
        "islands": {"noble": ["s*", "m2", "end"], "Blue": "start -"},
        "ships": ["Blue", ".", "GREEN"],
        "mainland": {"boatsmen": 2, "yellow": 1},
        "specials": {"Ferry ship": 1},
        "ship_values": {"red": {"unit": "vp", "amount": 4}},
        "gold_weight": "1/4",
    }
    plain = {
        **BASE,
        "islands": {"R": "S* M2 E", "B": "S"},
        "ships": "blue . green",
        "mainland": {"N": 2, "Y": 1},
        "specials": {"ferry_ship": 1},
        "ship_values": {"red": "4 vp"},
        "gold_weight": 0.25,
    }
    assert vikings_from(data) == vikings_from(plain)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "chess"}, 'game: expected "game": "vikings", got \'chess\''),
        ({"schema": 2}, 'schema: expected "schema": 1, got 2'),
        ({"schema": 1.0}, "schema: expected 1, got 1.0"),
        ({"paid": ["x"], "ships": [5]}, "ships[0]: expected text, got a whole number"),
        ({"roundd": 2}, "unknown key 'roundd': did you mean round?"),
        ({"round": 7}, "round: expected a whole number <= 6"),
        ({"gold": -1}, "gold: expected a whole number >= 0"),
        ({"islands": {"K": "S X"}}, "islands.K: column 2: unknown tile 'X': expected S, M"),
        ({"islands": {"N": "S"}}, "islands: unknown row 'N': expected one of K, R, G, Y, B"),
        ({"islands": {"K": "S", "black": "S"}}, "islands: K twice"),
        ({"islands": {"K": "S!"}}, "islands.K: column 1: unknown tile 'S!'"),
        ({"islands": {"K": "S**"}}, "islands.K: column 1: unknown tile 'S*'"),
        ({"ships": "purple"}, "ships: column 1: unknown ship 'purple': expected one of red"),
        ({"paid": [2], "ships": "blue"}, "paid: no ship in column 2"),
        ({"mainland": {"Q": 1}}, "mainland: unknown figure 'Q': expected one of B, Y"),
        ({"specials": {"boat": 1}}, "specials: unknown special tile 'boat'"),
        ({"ship_values": {"red": "many"}}, "ship_values.red: expected a value such as"),
        ({"ship_values": {"red": "3 pence"}}, "ship_values.red: expected a value such as"),
        ({"gold_weight": "x"}, "gold_weight: expected a number or a fraction"),
        ({"gold_weight": -1}, "gold_weight: expected a number up to 100"),
        ({"free": {"tiles": {"M1!": 1}}}, "free.tiles: M1!: expected special tiles under"),
        ({"wheel": {"pairs": {"12": "S B"}}}, "wheel.pairs.12: expected a position from 0 to 11"),
        ({"wheel": {"pairs": {"3": "S"}}}, "wheel.pairs.3: expected a tile or ship and a figure"),
        ({"wheel": {"zero": 1, "pairs": {"3": "S B"}}}, "wheel.zero: expected 3"),
        ({"rules": {"gap": True}}, "rules: unknown key 'gap': did you mean gaps?"),
        ({"title": "a\x1b[31m"}, "title: expected one line without control characters"),
        ({"rivals": {"boatsmen": "x"}}, "rivals.boatsmen: expected a whole number or null"),
    ],
)
def test_bad_files_name_file_and_field(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps({**BASE, **change}))
    with pytest.raises(InputError) as caught:
        read_vikings(path)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_all_faults_are_reported() -> None:
    with pytest.raises(InputError) as caught:
        vikings_from({**BASE, "gold": "x", "ships": "purple", "mainland": {"Q": 1}})
    assert len(caught.value.problems) == 3
