"""The short notation, as people write it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_solver.components import BOARDS, TILES, board, tile
from odin_solver.errors import InputError
from odin_solver.notation.pieces import parse_piece, parse_pieces, piece_text, read_placing
from odin_solver.rules.board_state import Piece
from odin_solver.rules.geometry import grid_of, orientations, placements, turned
from tests.profiles import cases
from tests.reference import put

HOME = board("home")
SEVERAL = [HOME, board("stone_house"), board("stone_house"), board("iceland")]


@pytest.mark.parametrize(
    ("line", "kind", "boards", "cells"),
    [
        ("oil e2:f2", "oil", (0, 1, 2, 3), ["e2:f2"]),
        ("place oil home e2:f2", "oil", (0,), ["e2:f2"]),
        ("Place Oil on Home at E2-F2", "oil", (0,), ["e2:f2"]),
        ("place oil Home board e2,f2", "oil", (0,), ["e2:f2"]),
        ("iceland: oil a1 a2", "oil", (3,), ["a1:a2"]),
        ("rune stone ice a1-a2", "rune_stone", (3,), ["a1:a2"]),
        ("stone_house 2: mead b2:b3", "mead", (2,), ["b2:b3"]),
        ("mead stone house 2 b2:b3", "mead", (2,), ["b2:b3"]),
        ("place mead stone_house#2 b2:b3", "mead", (2,), ["b2:b3"]),
        ("mead stone house b2:b3", "mead", (1, 2), ["b2:b3"]),
        ("4 ro a1:c3", "robe", (3,), ["a1:c3"]),
        ("silver a1 a2,a3", "silver", (0, 1, 2, 3), ["a1", "a2", "a3"]),
        ("silver a1:a3 home", None, (), []),
        ("silver home a1:a2 c4", "silver", (0,), ["a1", "a2", "c4"]),
        ("silver home b1", "silver", (0,), ["b1"]),
        ("oil a1:a2 b1:b2", "oil", (0, 1, 2, 3), ["a1:a2", "b1:b2"]),
        ("helmet a1 a2 b1 b2 a3", "helmet", (0, 1, 2, 3), ["a1 a2 b1 b2 a3"]),
    ],
)
def test_lines(line: str, kind: str | None, boards: tuple[int, ...], cells: list[str]) -> None:
    if kind is None:
        with pytest.raises(InputError):
            read_placing(line, SEVERAL).pieces(HOME)
        return
    found = read_placing(line, SEVERAL)
    assert (found.tile.id, found.boards) == (kind, boards)
    assert found.pieces(HOME) == [put(HOME, kind, names) for names in cells]


def test_wood_in_the_slot_of_a_building() -> None:
    assert parse_pieces("wood stone house", SEVERAL[1]) == parse_pieces("wood", SEVERAL[1])
    assert read_placing("stone stone house 2", SEVERAL).boards == (2,)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("", "got nothing"),
        ("a1", "expected a tile .* got 'a1'"),
        ("place", "got nothing"),
        ("oil a1", "oil: expected 2 cells, got 1"),
        ("oil a1:a2 b1", "oil: expected 2 cells, got 3"),
        ("oil a1 a1", "duplicate cell"),
        ("oil mull a1:a2", "no board 'mull' here: expected one of home, stone_house 1"),
        ("x: oil a1:a2", "no board 'x' here"),
        ("9 oil a1:a2", "there are boards 1 to 4"),
        ("oil " + "ab " * 5000, "got 5001 words before the cells"),
        ("oil" * 5000, "unknown tile 'oiloil"),
        ("gold a1", "gold brooch or gold ornament"),
        ("round_shield z0 r1", "expected a cell such as a1, got 'z0'"),
        ("round_shield c4 r4", "expected 12 cells, got 2"),
        ("silver " + "a1:z99 " * 2, "got more than 2000"),
    ],
)
def test_refused_lines(line: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        read_placing(line, SEVERAL).pieces(HOME)


def test_another_board_than_that_of_the_entry_is_refused() -> None:
    with pytest.raises(InputError, match="no board 'iceland' here: expected one of home"):
        parse_pieces("place oil iceland a1:a2", HOME)


@pytest.mark.parametrize("name", [name for name, kind in TILES.items() if kind.cells])
def test_an_anchor_is_the_lower_left_corner_of_what_a_turn_gives(name: str) -> None:
    kind = tile(name)
    assert {turned(kind, turns, flipped=flip) for turns in range(4) for flip in (False, True)} == (
        set(orientations(kind))
    )
    for turn in ("r0", "r1", "r2", "r3", "f", "r1f", "r2 f", "r3F"):
        piece = parse_piece(f"{name} c4 {turn}", HOME)
        assert min(x for x, _ in piece.cells) == 2
        assert max(y for _, y in piece.cells) == HOME.height - 4
    upright = parse_piece(f"{name} c4 r0", HOME).cells
    assert tuple((x - 2, y) for x, y in upright) == tuple(
        (x, y + HOME.height - 4 - (len(kind.shape) - 1)) for x, y in sorted(kind.cells, key=_by_row)
    )


def _by_row(cell: tuple[int, int]) -> tuple[int, int]:
    return cell[1], cell[0]


def test_cells_come_before_turns_on_boards_with_a_column_r() -> None:
    wide = board("home").__class__("custom", "Wide", "exploration", 0, ("." * 26,) * 3)
    assert parse_piece("oil q1 r1", wide) == put(wide, "oil", "q1 r1")
    assert parse_piece("oil q1 r1", HOME) == put(HOME, "oil", "q1 q2")


@pytest.mark.slow
@settings(max_examples=cases(60))
@given(st.data())
def test_all_that_is_written_is_read(data: st.DataObject) -> None:
    boards = data.draw(st.lists(st.sampled_from(list(BOARDS.values())), min_size=1, max_size=4))
    at = data.draw(st.integers(0, len(boards) - 1))
    kind = data.draw(st.sampled_from([each for each in TILES.values() if each.cells]))
    masks = placements(boards[at], kind)
    if not masks:
        return
    cells = grid_of(boards[at]).cells(data.draw(st.sampled_from(masks)))
    text = piece_text(Piece(kind, cells), boards[at])
    verb = data.draw(st.sampled_from(["", "place ", "Lay "]))
    line = f"{verb}{text}".upper() if data.draw(st.booleans()) else f"{at + 1} {text}"
    assert parse_piece(text, boards[at]).cells == cells
    (piece,) = read_placing(line, boards).pieces(boards[at])
    assert (piece.tile, piece.cells) == (kind, cells)


@pytest.mark.slow
@settings(max_examples=cases(150))
@given(
    st.lists(
        st.sampled_from(
            ["place", "oil", "ro", "silver", "home", "stone", "house", "2", "a1", "a1:b9"]
        )
        | st.text(max_size=6),
        max_size=6,
    )
)
def test_any_line_is_read_or_refused_in_one_line(words: list[str]) -> None:
    problem = "none"
    try:
        read_placing(" ".join(words), SEVERAL).pieces(HOME)
    except InputError as error:
        problem = str(error)
    assert problem
