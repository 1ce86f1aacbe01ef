import copy
import json
import tomllib
from typing import Any

import pytest

from odin_solver.errors import InputError
from odin_solver.notation.examples import ORDER, example_file
from odin_solver.notation.positions import position_data, position_from
from tests.schemas import validator

VALIDATOR = validator("odin_solver/notation/schema/position.schema.json")
GOOD: dict[str, Any] = {
    "schema": 1,
    "supply": {"robe": 1},
    "boards": [{"board": "home", "placed": ["oil a1:a2", {"tile": "ore", "cells": [[1, 1]]}]}],
    "objective": {"preset": "custom", "points": 2, "bonus.oil": "1/2", "keep.robe": 3},
}


@pytest.mark.parametrize("name", ORDER)
def test_examples_fit_the_schema(name: str) -> None:
    file = example_file(name)
    toml = file.file_name.endswith("toml")
    data = tomllib.loads(file.text) if toml else json.loads(file.text)
    VALIDATOR.validate(data)
    VALIDATOR.validate(position_data(position_from(data)))


def changed(*path: str | int, to: object) -> dict[str, Any]:
    data = copy.deepcopy(GOOD)
    place: Any = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return data


@pytest.mark.parametrize(
    "bad",
    [
        {},
        {"schema": 2},
        changed("schema", to="1"),
        changed("colour", to="red"),
        changed("game", to="medium"),
        changed("round", to=8),
        changed("round", to=2.5),
        changed("supply", to=["robe"]),
        changed("supply", "robe", to=-1),
        changed("supply", "robe", to=10**9),
        changed("supply", "toga", to=1),
        changed("boards", 0, "board", to="atlantis"),
        changed("boards", 0, "place", to=[]),
        changed("boards", 0, "placed", 1, "tile", to="oar"),
        changed("boards", 0, "placed", 1, "cells", to=[[1]]),
        changed("boards", 0, "placed", 1, "cells", to=[[-1, 0]]),
        changed("objective", "points", to=None),
        changed("objective", "glory", to=1),
        changed("objective", "bonus.robe", to=1),
        changed("rules", to={"simultaneous": "yes"}),
    ],
)
def test_schema_and_reader_refuse_the_same(bad: dict[str, Any]) -> None:
    assert VALIDATOR.is_valid(GOOD)
    position_from(GOOD)
    assert not VALIDATOR.is_valid(bad)
    with pytest.raises(InputError):
        position_from(bad)


def test_schema_and_reader_take_names_in_any_case_and_spacing() -> None:
    written = {
        "schema": 1,
        "supply": {"Rune stone": 1, "treasure-chest": 2},
        "boards": [
            {"board": "Stone House", "placed": [{"tile": "OIL", "cells": [[1, 1], [1, 2]]}]}
        ],
        "objective": {"Bonus.Oil": 1, "keep.Round Shield": 2},
    }
    position_from(written)
    VALIDATOR.validate(written)
