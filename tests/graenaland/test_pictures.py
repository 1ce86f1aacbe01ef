"""Pictures of maps and plans."""

import re

from odin_solver.graenaland.examples import ORDER, graenaland_example
from odin_solver.graenaland.model.solve import replayed
from odin_solver.graenaland.parts import (
    BUILDINGS,
    HEROES,
    RESOURCES,
    UNKNOWN,
    VILLAGE,
    WARRIOR,
    WORKS,
)
from odin_solver.graenaland.pictures.signs import sign_svg
from odin_solver.graenaland.pictures.svg import graenaland_svg, plan_svg, tiles_svg
from odin_solver.graenaland.rules.building import BuildItem, BuildStep, TakeStep
from tests.graenaland.positions import one_village


def test_the_map_has_every_tile_once() -> None:
    for name in ORDER:
        position = graenaland_example(name)
        for picture in (graenaland_svg(position), tiles_svg(position)):
            for tile in position.tiles:
                assert picture.count(f'data-tile="{tile}"') == 1


def test_the_map_alone_has_no_title() -> None:
    picture = graenaland_svg(graenaland_example("points"))
    assert "Six victory points" in picture
    assert "Six victory points" not in tiles_svg(graenaland_example("points"))


def test_a_plan_shows_order_and_payments() -> None:
    cards = tuple((card, card) for card in ("wood", "wood", "livestock", "livestock"))
    shown = one_village({"wood": 2, "livestock": 2})
    steps = (TakeStep(("ore", "ore")), BuildStep(BuildItem("village", "C"), cards=cards))
    picture = plan_svg(replayed(shown, steps))
    assert "take supply card ore/ore" in picture
    assert "1. village on C: 2 livestock, 2 wood" in picture
    assert "empty" in picture


def test_resources_buildings_works_and_heroes_are_told_apart_without_letters() -> None:
    names = (*RESOURCES, UNKNOWN, VILLAGE, *BUILDINGS, *WORKS, *HEROES)
    shapes = {re.sub(r'"#\w+"', "", sign_svg(name)) for name in names}
    assert len(shapes) == len(names)
    lettered = [name for name in names if "<text" in sign_svg(name)]
    assert lettered == [UNKNOWN, WARRIOR]
