"""JSON Schemas of profiles and positions."""

import tomllib
from typing import Any

import pytest

from odin_solver.errors import InputError
from odin_solver.graenaland.examples import ORDER, example_text
from odin_solver.graenaland.files import PROFILES, graenaland_data, graenaland_from, made_up_profile
from tests.schemas import validator

PROFILE = validator("odin_solver/graenaland/schema/profile.schema.json")
POSITION = validator("odin_solver/graenaland/schema/position.schema.json")
MAP = tomllib.loads(example_text("one-village"))
GOOD = PROFILES.data(made_up_profile())


@pytest.mark.parametrize("name", ORDER)
def test_examples_fit_the_schema(name: str) -> None:
    data = tomllib.loads(example_text(name))
    POSITION.validate(data)
    POSITION.validate(graenaland_data(graenaland_from(data)))


def test_the_made_up_profile_fits_the_schema() -> None:
    PROFILE.validate(GOOD)


def tile(**changes: object) -> dict[str, Any]:
    return {**MAP, "tiles": [{"id": "A", **changes}]}


@pytest.mark.parametrize(
    "bad",
    [
        {},
        {**MAP, "schema": 2},
        {**MAP, "players": ["a", "b"]},
        {**MAP, "mode": "maine"},
        {**MAP, "hand": {"fish": 1}},
        {**MAP, "hand": {"wood": -1}},
        {**MAP, "hand": {"wood": 10**30}},
        {**MAP, "supply": [["wood"]]},
        {**MAP, "tiles": []},
        {**MAP, "card": {"army": [1, 2, 3]}},
        {**MAP, "card": 0},
        {**MAP, "colour": "red"},
        {**MAP, "joint": {"kind": "hall", "tile": "A"}},
        {**MAP, "discards": {"sea": {}}},
        tile(works=["road", "road"]),
        tile(heroes={"yellow": "king"}),
        tile(stock=["fish"]),
        tile(villages={"yellow": "two"}),
    ],
)
def test_bad_positions_fit_neither(bad: dict[str, Any]) -> None:
    assert not POSITION.is_valid(bad)
    with pytest.raises(InputError):
        graenaland_from(bad)


@pytest.mark.parametrize(
    "bad",
    [
        {"tiles": {"A": {"terrain": "sea", "coastal": True}}},
        {"tiles": {"A": {"terrain": "plains"}}},
        {"tiles": {"A": {"terrain": "plains", "coastal": True, "symbol": "fish"}}},
        {"buildings": {"tower": {"wood": 1}}},
        {"works": {"road": {}}},
        {"hills_fort": "gold"},
        {"supply_cards": [["wood", "wood"]] * 17},
        {"point_cards": [{"army": [1, 2]}]},
        {"schema": 0},
    ],
)
def test_bad_profiles_fit_neither(bad: dict[str, Any]) -> None:
    assert not PROFILE.is_valid({**GOOD, **bad})
    with pytest.raises(InputError):
        PROFILES.from_data({**GOOD, **bad})
