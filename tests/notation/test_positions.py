"""Positions in files: written and read again, and every kind of bad input."""

import difflib
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_solver.components import BOARDS, TILES, board, tile
from odin_solver.errors import InputError
from odin_solver.notation.pieces import parse_piece, piece_text
from odin_solver.notation.positions import (
    MAX_COUNT,
    parse_position,
    position_data,
    position_from,
    position_schema,
    read_position,
)
from odin_solver.placement.objective import BONUS_ITEMS, PLAIN_KEYS, PRESETS
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.geometry import grid_of, placements
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import ROUNDS, GameLength, ObjectiveChoice, Position, RuleOptions
from odin_solver.support import validating
from odin_solver.support.validating import MOST_ADVISED
from tests.profiles import cases
from tests.reference import put

# --- there and back ------------------------------------------------------------------------------


@st.composite
def pieces(draw: st.DrawFn, name: str) -> Piece:
    """A piece within a board's area, or wood and stone."""
    kind = draw(st.sampled_from(list(TILES.values())))
    masks = placements(board(name), kind)
    if not masks:
        return Piece(tile("wood"))
    return Piece(kind, grid_of(board(name)).cells(draw(st.sampled_from(masks))))


@st.composite
def states(draw: st.DrawFn) -> BoardState:
    name = draw(st.sampled_from(list(BOARDS)))
    return BoardState(board(name), tuple(draw(st.lists(pieces(name), max_size=4))))


decimals = st.builds(
    Fraction, st.integers(-(10**9), 10**9), st.sampled_from([1, 2, 5, 10, 1000, 10**6])
).filter(lambda each: abs(each) <= 10**6)
weights = st.dictionaries(
    st.sampled_from(
        [*PLAIN_KEYS, *(f"bonus.{x}" for x in sorted(BONUS_ITEMS)), *(f"keep.{x}" for x in TILES)]
    ),
    decimals,
    max_size=4,
)


@st.composite
def files(draw: st.DrawFn) -> Position:
    """Anything that a file can hold, legal on the board or not."""
    game: GameLength = draw(st.sampled_from(["long", "short"]))
    return Position(
        boards=tuple(draw(st.lists(states(), max_size=4))),
        supply=draw(st.dictionaries(st.sampled_from(list(TILES)), st.integers(1, MAX_COUNT))),
        game=game,
        round=draw(st.integers(1, ROUNDS[game])),
        title=draw(st.text(max_size=20).filter(str.isprintable)),
        rules=RuleOptions(simultaneous=draw(st.booleans())),
        objective=ObjectiveChoice(draw(st.sampled_from([None, *PRESETS])), draw(weights)),
    )


@pytest.mark.slow
@settings(max_examples=cases(100))
@given(files())
def test_positions_are_written_and_read_again(position: Position) -> None:
    data = position_data(position)
    assert position_from(data) == position
    assert parse_position(json.dumps(data)) == position


@pytest.mark.slow
@settings(max_examples=cases(100))
@given(states())
def test_pieces_are_written_and_read_again(state: BoardState) -> None:
    for piece in state.pieces:
        assert parse_piece(piece_text(piece, state.board), state.board) == piece


@pytest.mark.slow
@settings(max_examples=cases(40))
@given(files())
def test_pieces_as_text_are_the_same_position(position: Position) -> None:
    data = position_data(position)
    for entry, state in zip(data["boards"], position.boards, strict=True):
        entry["placed"] = [piece_text(piece, state.board) for piece in state.pieces]
    assert parse_position(json.dumps(data)) == position


def test_short_notation() -> None:
    home = board("home")
    assert piece_text(put(home, "wool", "a1:b2"), home) == "wool a1:b2"
    assert piece_text(put(home, "silver", "c7"), home) == "silver c7"
    assert piece_text(put(home, "helmet", "a1 a2 b1 b2 a3"), home) == "helmet a1 b1 a2 b2 a3"
    assert piece_text(Piece(tile("wood")), board("shed")) == "wood"
    wanted = put(home, "helmet", "a1 a2 b1 b2 a3")
    for cells in ("a1 a2 b1 b2 a3", "a1:b2 a3", "  B2:A1  a3 ", "a2:b1 a3", "a3 a2 a1 b1:b2"):
        assert parse_piece(f"helmet {cells}", home) == wanted


FROM_THE_ISSUE = (
    '{"schema": 1, "game": "long", "round": 5, "supply": {"robe": 1, "oil": 2, "silver": 8, '
    '"ore": 3}, "boards": [{"board": "home", "placed": [{"tile": "wool", "cells": [[0,10],'
    '[1,10],[0,11],[1,11]]}]}, {"board": "iceland"}, {"board": "stone_house"}]}'
)


def test_the_example_of_the_format() -> None:
    position = parse_position(FROM_THE_ISSUE)
    assert position_violations(position) == []
    assert [state.board.id for state in position.boards] == ["home", "iceland", "stone_house"]
    assert position.boards[0].pieces == (put(board("home"), "wool", "a1:b2"),)
    assert position.supply == {"robe": 1, "oil": 2, "silver": 8, "ore": 3}
    assert (position.game, position.round, position.rounds_left) == ("long", 5, 3)


def test_toml_is_the_same(tmp_path: Path) -> None:
    path = tmp_path / "position.toml"
    path.write_text(
        """
        schema = 1
        round = 5
        supply = { robe = 1, oil = 2, silver = 8, ore = 3 }
        [[boards]]
        board = "home"
        placed = ["wool a1:b2"]
        [[boards]]
        board = "iceland"
        [[boards]]
        board = "stone_house"
        """
    )
    assert read_position(path) == parse_position(FROM_THE_ISSUE)
    with_mark = tmp_path / "position.json"
    with_mark.write_bytes(b"\xef\xbb\xbf" + FROM_THE_ISSUE.encode())
    assert read_position(with_mark) == read_position(path)


def test_nothing_of_a_tile_is_no_tile() -> None:
    assert position_from({"schema": 1, "supply": {"oil": 0, "ore": 1}}).supply == {"ore": 1}


def test_weights_may_be_numbers_or_text() -> None:
    data = {"schema": 1, "objective": {"preset": "custom", "points": 0.1, "cells": "1/4"}}
    choice = position_from(data).objective
    assert choice == ObjectiveChoice("custom", {"points": Fraction(1, 10), "cells": Fraction(1, 4)})


def test_the_schema_takes_what_is_written() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.validate(json.loads(FROM_THE_ISSUE), position_schema())
    jsonschema.validate(position_data(parse_position(FROM_THE_ISSUE)), position_schema())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"schema": 2}, position_schema())


# --- bad input -----------------------------------------------------------------------------------

HOME: dict[str, Any] = {"board": "home"}
BAD: list[tuple[object, str]] = [
    (None, "object"),
    ([], "object"),
    ("home", "object"),
    ({}, "schema"),
    ({"schema": 2}, "schema"),
    ({"schema": "1"}, "schema"),
    ({"schema": True}, "schema"),
    ({"schema": None}, "schema"),
    ({"schema": 1.0}, "schema"),
    ({"schema": 1, "board": []}, "unknown key 'board'"),
    ({"schema": 1, "title": "\x1b[31mred"}, "title: .*control"),
    ({"schema": 1, "boards": [{"board": {"map": ["."], "name": "a\nb"}}]}, "name: .*control"),
    ({"schema": 1, "title": 7}, "title"),
    ({"schema": 1, "game": "medium"}, "game"),
    ({"schema": 1, "round": 0}, "round"),
    ({"schema": 1, "round": 8}, "round"),
    ({"schema": 1, "round": 7, "game": "short"}, "round"),
    ({"schema": 1, "round": 1.5}, "round"),
    ({"schema": 1, "supply": []}, "supply"),
    ({"schema": 1, "supply": {"gold": 1}}, "supply: unknown tile 'gold'"),
    ({"schema": 1, "supply": {"oil": -1}}, "supply.oil"),
    ({"schema": 1, "supply": {"ore": 1, "oil": 100_001}}, "supply.oil"),
    ({"schema": 1, "supply": {"oil": 1.5}}, "supply.oil"),
    ({"schema": 1, "supply": {"oil": "2"}}, "supply.oil"),
    ({"schema": 1, "supply": {"oil": None}}, "supply.oil"),
    ({"schema": 1, "supply": {"oil": True}}, "supply.oil"),
    ({"schema": 1, "boards": {}}, "boards"),
    ({"schema": 1, "boards": ["home"]}, r"boards\[0\]"),
    ({"schema": 1, "boards": [HOME, {}]}, r"boards\[1\].*board"),
    ({"schema": 1, "boards": [HOME, {"board": "atlantis"}]}, r"boards\[1\]\.board: .*'atlantis'"),
    ({"schema": 1, "boards": [{"board": "home", "tiles": []}]}, r"boards\[0\].*'tiles'"),
    ({"schema": 1, "boards": [{"board": "home", "placed": "oil"}]}, r"boards\[0\]\.placed"),
    ({"schema": 1, "boards": [{"board": "home", "placed": [5]}]}, r"boards\[0\]\.placed\[0\]"),
    ({"schema": 1, "rules": {"together": True}}, "rules.*'together'"),
    ({"schema": 1, "rules": {"simultaneous": 1}}, "rules.simultaneous"),
    ({"schema": 1, "objective": {"point": 1}}, "objective.*'point'"),
    ({"schema": 1, "objective": {"points": "many"}}, "objective: points"),
    ({"schema": 1, "objective": {"points": [1]}}, "objective.points"),
    ({"schema": 1, "objective": {"points": float("nan")}}, "objective: points"),
    ({"schema": 1, "objective": {"points": float("inf")}}, "objective: points"),
    ({"schema": 1, "objective": {"preset": "best"}}, "objective.preset"),
    ({"schema": 1, "objective": {"preset": 3}}, "objective.preset"),
    ({"schema": 1, "objective": "final"}, "objective"),
]
BAD_PIECES: list[tuple[object, str]] = [
    ("", "got nothing"),
    ("gold a1", "unknown tile 'gold'"),
    ("oil", "expected 2 cells, got 0"),
    ("oil a1", "expected 2 cells, got 1"),
    ("oil a1 a1", "duplicate cell"),
    ("oil a1:a2:a3", "expected a cell"),
    ("oil a0:a1", "expected a cell"),
    ("oil 11 12", "expected a cell"),
    ("oil å1 å2", "expected a cell"),
    ({"tile": "oil"}, "expected 2 cells, got 0"),
    ({"cells": []}, "tile"),
    ({"tile": "gold", "cells": []}, "unknown tile 'gold'"),
    ({"tile": "oil", "cells": [[0, 0], [1, 0]], "turned": 1}, "unknown key 'turned'"),
    ({"tile": "oil", "cells": [[0, 0], [0, 0]]}, "duplicate cell"),
    ({"tile": "oil", "cells": [[0, 0], [-1, 0]]}, "cells"),
    ({"tile": "oil", "cells": [[0, 0], [0, 100]]}, "cells"),
    ({"tile": "oil", "cells": [[0, 0], [1]]}, "cells"),
    ({"tile": "oil", "cells": [[0, 0], [1, "b"]]}, "cells"),
    ({"tile": "oil", "cells": "a1"}, "cells"),
]


@pytest.mark.parametrize(("data", "field"), BAD)
def test_bad_data(data: object, field: str) -> None:
    with pytest.raises(InputError, match=rf"^my\.json: .*{field}"):
        position_from(data, "my.json")


@pytest.mark.parametrize(("piece", "field"), BAD_PIECES)
def test_bad_pieces(piece: object, field: str) -> None:
    data = {"schema": 1, "boards": [HOME, {"board": "home", "placed": ["silver a1", piece]}]}
    where = r"boards\[1\]\.placed\[1\]"
    with pytest.raises(InputError, match=rf"^my\.json: {where}.*{field}") as caught:
        position_from(data, "my.json")
    assert len(caught.value.problems) == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("{", "invalid JSON.*line 1"),
        ('{"schema": 1,}', "invalid JSON"),
        ('{"schema": 1} {}', "invalid JSON"),
        ('{"schema": 1, "supply": {"oil": 1, "oil": 2}}', "duplicate key 'oil'"),
        ("schema = ", "neither valid JSON nor TOML"),
        ("hello", "neither valid JSON nor TOML"),
        ("[" * 100_000, ""),
        ('{"schema": 1, "round": ' + "9" * 5000 + "}", ""),
        ('{"schema": 1, "round": 1e999}', "round"),
    ],
)
def test_bad_text(text: str, why: str) -> None:
    with pytest.raises(InputError, match=rf"^my\.json: .*{why}"):
        parse_position(text, "my.json")


def test_bad_files(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no_such\.json: No such file"):
        read_position(tmp_path / "no_such.json")
    with pytest.raises(InputError, match=str(tmp_path)):
        read_position(tmp_path)
    odd = tmp_path / "odd.json"
    odd.write_bytes(b"\xff\xfe{\x00")
    with pytest.raises(InputError, match=r"odd.json: expected UTF-8"):
        read_position(odd)


MANY: dict[str, Any] = {
    "schema": 1,
    "rounds": 3,
    "game": "medium",
    "title": "\x1b",
    "supply": {"oyl": 1, "ore": -1, "oil": 1, "Oil": 2},
    "boards": [
        {"board": "homme", "placed": ["robe a1:c3", 7]},
        {"board": "home", "placd": [], "placed": ["oil a1", {"tile": "oil"}, "gold a1"]},
        {"placed": []},
    ],
    "objective": {"preset": "best", "poinst": 1, "points": "x"},
}


def test_all_errors_of_a_file_are_told() -> None:
    with pytest.raises(InputError) as caught:
        position_from(MANY, "my.json")
    told = list(caught.value.problems)
    expected = [
        "unknown key 'rounds': did you mean round?",
        "game: ",
        "title: ",
        "supply: unknown tile 'oyl': did you mean oil?",
        "supply.ore: ",
        "supply: duplicate tile oil",
        "boards[0].board: unknown board 'homme': did you mean ",
        "boards[0].placed[1]: ",
        "boards[1]: unknown key 'placd': did you mean placed?",
        "boards[1].placed[0]: oil: expected 2 cells, got 1",
        "boards[1].placed[1]: oil: expected 2 cells, got 0",
        "boards[1].placed[2]: unknown tile 'gold'",
        "boards[2].board: missing",
        "objective.preset: ",
        "objective: unknown key 'poinst'",
        "objective: points: ",
    ]
    for part in expected:
        assert sum(line.startswith(f"my.json: {part}") for line in told) == 1, part
    assert len(told) == len(expected)
    assert str(caught.value) == told[0]


TWELVE_WORDS = " ".join("abcdefghijkl") + " a1"
MANY_UNKNOWN: list[tuple[dict[str, Any], int]] = [
    ({"supply": {f"oyl{n}": 1 for n in range(4000)}}, 1),
    ({"objective": {f"keep.oyl{n}": 1 for n in range(4000)}}, 1),
    ({"boards": [{"board": "home", "placed": ["oyl a1"] * 1000}]}, 1000),
    ({"boards": [{"board": "home", "placed": [TWELVE_WORDS] * 300}]}, 300),
    ({"boards": [{"board": "homme"}] * 40}, 41),
    ({f"supplyy{n}": 1 for n in range(100_000)}, 21),
    ({"boards": [{"board": "home", **{f"placd{n}": 1 for n in range(1000)}}]}, 21),
    ({"o" * 1_000_000: 1}, 1),
    ({"supply": {"o" * 1_000_000: 1}}, 1),
]
"""Data with unknown names, and how many errors they have."""


@pytest.mark.parametrize(("data", "count"), MANY_UNKNOWN)
def test_what_may_be_meant_is_looked_for_twenty_times_at_most(
    monkeypatch: pytest.MonkeyPatch, data: dict[str, Any], count: int
) -> None:
    asked: list[int] = []

    def close(word: str, names: Iterable[str], *args: Any, **options: Any) -> list[str]:
        asked.append(len(word))
        return []

    monkeypatch.setattr(difflib, "get_close_matches", close)
    monkeypatch.setattr(validating, "get_close_matches", close)
    with pytest.raises(InputError) as caught:
        position_from({"schema": 1, **data})
    error = caught.value
    assert len(error.problems) + error.more == count
    assert len(asked) <= MOST_ADVISED
    assert all(length <= 60 for length in asked)


def test_names_in_any_case_and_spacing() -> None:
    written = {
        "schema": 1,
        "game": "Long",
        "supply": {"Rune stone": 2, "TREASURE CHEST": 1},
        "boards": [
            {"board": "Home", "placed": ["place silver home a1 a2", "Oil b1-b2", "rs c4 r1"]},
            {"board": "stone house", "placed": ["Wood"]},
        ],
        "objective": {"preset": "Score", "Bonus.Oil": 5, "keep.Rune Stone": 1},
    }
    shield = "d4 e4 c5 d5 e5 f5 c6 d6 e6 f6 d7 e7"
    assert position_from(written) == position_from(
        {
            "schema": 1,
            "supply": {"rune_stone": 2, "treasure_chest": 1},
            "boards": [
                {
                    "board": "home",
                    "placed": ["silver a1", "silver a2", "oil b1:b2", f"round_shield {shield}"],
                },
                {"board": "stone_house", "placed": ["wood"]},
            ],
            "objective": {"preset": "score", "bonus.oil": 5, "keep.rune_stone": 1},
        }
    )


# --- fuzz ----------------------------------------------------------------------------------------

WORDS = """
    schema title game round supply boards board placed tile cells rules simultaneous objective
    preset points keep.oil bonus.ore oil home silver long final
"""
words = st.sampled_from([*WORDS.split(), "silver a1", "oil a1:b1"])
leaves = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-1, 8),
    st.floats(),
    st.text(max_size=6),
    words,
)
anything = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.one_of(words, st.text(max_size=4)), inner)
    ),
    max_leaves=12,
)


def places(data: Any, path: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """The paths to everything within plain data."""
    found = [tuple(path)]
    inner: Iterable[tuple[Any, Any]] = ()
    if isinstance(data, dict):
        inner = data.items()
    elif isinstance(data, list):
        inner = enumerate(data)
    for key, item in inner:
        found += places(item, (*path, key))
    return found


def put_at(data: Any, path: Sequence[Any], item: object) -> object:
    """The data with something else at a place."""
    if not path:
        return item
    changed = dict(data) if isinstance(data, dict) else list(data)
    changed[path[0]] = put_at(data[path[0]], path[1:], item)
    return changed


def reads_or_says_why(data: object) -> None:
    complaint = ""
    try:
        position = position_from(data, "my.json")
    except InputError as error:
        complaint = str(error)
    if complaint:
        assert complaint.startswith("my.json: ")
        return
    assert position_from(position_data(position)) == position
    position_violations(position)


@pytest.mark.slow
@settings(max_examples=cases(150))
@given(anything)
def test_any_data(data: object) -> None:
    reads_or_says_why(data)
    if isinstance(data, dict):
        reads_or_says_why({**data, "schema": 1})


@pytest.mark.slow
@settings(max_examples=cases(200))
@given(files(), anything, st.data())
def test_a_position_with_something_else_somewhere(
    position: Position, item: object, data: st.DataObject
) -> None:
    whole = position_data(position)
    path = data.draw(st.sampled_from(places(whole)))
    reads_or_says_why(put_at(whole, path, item))
    if path and isinstance(path[-1], str):
        reads_or_says_why(put_at(whole, (*path[:-1],), {str(item)[:5]: item}))


@pytest.mark.slow
@settings(max_examples=cases(100))
@given(st.text(), st.sampled_from(["my.json", "my.toml"]))
def test_any_text(text: str, name: str) -> None:
    for each in (text, "{" + text, "schema = 1\n" + text, '{"schema": 1, "title": "' + text + '"}'):
        complaint = name
        try:
            parse_position(each, name)
        except InputError as error:
            complaint = str(error)
        assert complaint.startswith(name)


@settings(max_examples=cases(100))
@given(st.text(max_size=20), st.sampled_from(["", "oil ", "wood ", "silver "]))
def test_any_piece(text: str, start: str) -> None:
    try:
        piece = parse_piece(start + text, board("home"))
    except InputError:
        return
    state = BoardState(board("home"), (piece,))
    position_violations(replace(Position(), boards=(state,)))
