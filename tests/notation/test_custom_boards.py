"""Boards that a file describes."""

import threading
from typing import Any

import jsonschema
import pytest

from odin_solver import Limits, solve
from odin_solver.components import TILES
from odin_solver.errors import InputError
from odin_solver.notation.positions import position_data, position_from
from odin_solver.placement import lineup, problem
from odin_solver.placement.objective import preset
from odin_solver.placement.search import SearchContext
from odin_solver.placement.solution import Request
from odin_solver.render.svg.position import position_svg
from odin_solver.render.terminal.boards import position_text
from odin_solver.rules.geometry import grid_of
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from tests.schemas import position_schema
from tests.timing import takes_at_most

CORNER = {
    "name": "Corner",
    "map": ["....", "..B.", "--.", "I..."],
    "income": [{"cells": "a1", "values": [0, 3]}],
    "bonuses": [{"cells": "c3", "gives": {"ore": 1}}],
}


def position_with(board: Any, **supply: int) -> dict[str, Any]:
    return {"schema": 1, "supply": supply, "boards": [{"board": board}]}


def test_a_custom_board_is_read_as_drawn() -> None:
    position = position_from(position_with(CORNER))
    board = position.boards[0].board
    assert (board.name, board.kind, board.printed_negative) == ("Corner", "exploration", 2)
    grid = grid_of(board)
    assert grid.coverable.bit_count() == 15
    assert [each.values for each in grid.diagonals] == [(0, 3)]
    assert board.bonuses[0].cells == ((2, 1),)


def test_it_is_written_as_it_was_read() -> None:
    data = position_with(CORNER, oil=1)
    position = position_from(data)
    again = position_data(position)
    assert position_from(again) == position
    jsonschema.validate(again, position_schema())
    jsonschema.validate(data, position_schema())


@pytest.mark.slow
def test_it_is_solved_like_a_printed_one() -> None:
    solution = solve(position_from(position_with(CORNER, oil=1, rune_stone=1)))
    # Two negative cells, and the income of 3 for the corner.
    assert (str(solution.status), int(solution.value)) == ("OPTIMAL", 5)


@pytest.mark.slow
def test_buildings_obey_the_rules_of_buildings() -> None:
    board = {"kind": "building", "map": ["----"]}
    solution = solve(position_from(position_with(board, peas=2, ore=4)))
    assert solution.value == 2  # orange beside orange is banned, and ore is no filler here


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ({"map": ["..x"]}, "map: expected only"),
        ({"map": ["." * 101]}, "map: expected rows of 1 to 100 cells, got 101"),
        ({"map": ["." * 60] * 40}, "map: expected at most 2048 cells, got 60 by 40"),
        ({"map": [""]}, "map: expected rows of 1 to 100 cells, got 0"),
        ({"map": []}, "boards[0].board.map: expected a list of length >= 1"),
        ({"map": ["I."]}, "income: expected each cell marked I"),
        ({"map": ["B."]}, "bonuses: expected each cell marked B"),
        ({"map": [".."], "income": [{"cells": "a1", "values": [1]}]}, "income[0]: expected 2"),
        ({"map": [".."], "income": [{"values": [0, 1]}]}, "income[0].cells: missing"),
        ({"map": [".."], "bonuses": [{"cells": "a1"}]}, "bonuses[0].gives: missing"),
        (
            {"map": ["I.", ".I"], "income": [{"cells": "a2 b1", "values": [1, 2, 3]}]},
            "income[0]: expected cells from the lower left upwards",
        ),
        (
            {"map": ["I=-"], "income": [{"cells": "a1", "values": [9, 2]}]},
            "income[0]: expected values that never fall",
        ),
        (
            {"map": ["B"], "bonuses": [{"cells": "a1", "gives": {"luck": 1}}]},
            "bonuses[0].gives: no printed bonus gives 'luck'",
        ),
        ({"map": ["."], "sea": 1}, "unknown key 'sea'"),
        (5, "text or an object"),
    ],
)
def test_what_does_not_fit_together_is_named(board: Any, expected: str) -> None:
    with pytest.raises(InputError) as error:
        position_from(position_with(board))
    assert "boards[0].board" in str(error.value)
    assert expected in str(error.value)


LIMITS = [
    ({"boards": [{"board": "shed"}] * 41}, "boards: expected at most 40 entries, got 41"),
    (
        {"boards": [{"board": {"map": ["." * 26] * 40}}] * 2},
        "boards: expected at most 2000 cells in all, got 2080",
    ),
    (
        {"boards": [{"board": "home", "placed": ["silver a1"] * 2001}]},
        "boards[0].placed: expected at most 2000 entries, got 2001",
    ),
    (
        {"boards": [{"board": "home", "placed": ["oil" + " a1:z40" * 2000]}]},
        "boards[0].placed[0]: oil: expected a tile's cells, got more than 2000",
    ),
    (
        {"boards": [{"board": "home", "placed": [{"tile": "oil", "cells": [[0, 0]] * 2001}]}]},
        "boards[0].placed[0].cells: expected at most 2000 entries, got 2001",
    ),
    (
        {"boards": [{"board": "home", "placed": ["silver a1"] * 1001}] * 2},
        "boards: expected at most 2000 pieces in all, got 2002",
    ),
    ({"supply": {"oil": 100_001}}, "supply.oil: expected a whole number <= 100000"),
]


@pytest.mark.parametrize(("data", "expected"), LIMITS)
def test_what_a_position_may_contain(data: dict[str, Any], expected: str) -> None:
    with pytest.raises(InputError) as caught:
        position_from({"schema": 1, **data})
    assert expected in str(caught.value)
    assert len(str(caught.value)) < 200


def position_of_squares(width: int, height: int, tiles: int) -> Position:
    """A position with so many kinds of tiles on a board without features."""
    names = [name for name, tile in TILES.items() if tile.color in ("green", "blue")][:tiles]
    board = {"map": ["-" * width] * height}
    return position_from({**position_with(board), "supply": dict.fromkeys(names, 1)})


def test_how_many_placements_a_position_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as memory allows, and not so few that it is asked."""
    monkeypatch.setattr(problem, "available_memory", lambda: 1 << 19)
    few = position_of_squares(26, 26, 1)
    assert problem.compile_problem(few).n_placements == 1300
    monkeypatch.setattr(problem, "MANY", 1300)
    sentence = "up to 1,352 placements, which take 0 MB, and 0 MB are free"
    with pytest.raises(InputError, match=sentence):
        solve(few)


def test_where_no_model_has_room_only_local_searches_take_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    request = Request(position_of_squares(26, 26, 1), preset("cover"), Limits(workers=2))
    search = SearchContext(request, threading.Event())
    monkeypatch.setattr(lineup, "MANY", 0)
    for free, parts in ((10**9, {"prove", "improve"}), (10**7, {"local search"})):
        monkeypatch.setattr(lineup, "available_memory", lambda free=free: free)
        entries = lineup.lineup(search, request.objective.levels, construct=True)
        assert {each.part for each in entries} == parts


def green_tiles_on_a_large_board() -> Position:
    """Tiles that may not touch: no layout is proven best soon."""
    greens = [name for name, tile in TILES.items() if tile.color == "green"]
    return position_from(
        {**position_with({"map": ["-" * 26] * 26}), "supply": dict.fromkeys(greens, 9)}
    )


@pytest.mark.slow
@pytest.mark.alone
def test_the_time_limit_holds_on_large_boards() -> None:
    position = green_tiles_on_a_large_board()
    with takes_at_most(20):
        solution = solve(position, limits=Limits(1))
    assert solution.status == "FEASIBLE"


@pytest.mark.slow
@pytest.mark.alone
def test_ctrl_c_is_heard_on_large_boards() -> None:
    position = green_tiles_on_a_large_board()
    cancel = threading.Event()
    timer = threading.Timer(0.5, cancel.set)
    timer.start()
    with takes_at_most(20):
        assert solve(position, limits=Limits(60), cancel=cancel).status == "FEASIBLE"


@pytest.mark.slow
@pytest.mark.alone
def test_many_pieces_are_checked_and_drawn_quickly() -> None:
    cells = [f"{chr(97 + x)}{y + 1}" for y in range(40) for x in range(26)]
    rows = ["-" * 25 + "I", *["-" * 26] * 39]
    board = {"map": rows, "income": [{"cells": "z40", "values": [0, 1]}]}
    placed = [f"silver {cell}" for cell in cells]
    position = position_from({"schema": 1, "boards": [{"board": board, "placed": placed}]})
    with takes_at_most(10):
        assert position_violations(position) == []
        position_text(position)
        position_svg(position)
