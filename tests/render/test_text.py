import io

import pytest
from rich.console import Console, RenderableType

from odin_solver.components import BOARDS
from odin_solver.render.terminal.boards import board_text, position_text
from odin_solver.render.terminal.canvas import ACROSS, DOWN
from odin_solver.render.terminal.drawing import Drawing
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position
from tests.render.baselines import check_against_baseline
from tests.render.positions import HOME, NEW_FROM, POSITION, SHED, STONE_HOUSE, state_of


def printed(picture: RenderableType, width: int = 80, encoding: str = "utf-8") -> str:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    Console(file=stream, width=width, no_color=True, highlight=False).print(picture)
    stream.flush()
    written: io.BytesIO = stream.buffer
    text = written.getvalue().decode(encoding)
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def grid_of_text(state: BoardState, new_from: int | None = None) -> list[str]:
    """The lines of the grid alone, without row numbers."""
    lines = ["".join(part.text for part in line) for line in board_text(state, new_from).lines]
    first = next(i for i, line in enumerate(lines) if "┌" in line or "┏" in line)
    return [line[3:] for line in lines[first : first + DOWN * state.board.height + 1]]


def regions(lines: list[str], state: BoardState) -> dict[tuple[int, int], int]:
    """Which cells hang together, going by the drawn lines alone."""
    found: dict[tuple[int, int], int] = {}

    def fill(x: int, y: int, number: int) -> None:
        if (x, y) in found or not (0 <= x < state.board.width and 0 <= y < state.board.height):
            return
        found[x, y] = number
        left, top = ACROSS * x, DOWN * y
        if lines[top + 1][left + ACROSS] not in "│┃":
            fill(x + 1, y, number)
        if lines[top + 1][left] not in "│┃":
            fill(x - 1, y, number)
        if lines[top + DOWN][left + 1] not in "─━":
            fill(x, y + 1, number)
        if lines[top][left + 1] not in "─━":
            fill(x, y - 1, number)

    for y in range(state.board.height):
        for x in range(state.board.width):
            fill(x, y, y * state.board.width + x)
    return found


def test_position_looks_as_it_did() -> None:
    check_against_baseline("position.txt", printed(position_text(POSITION, NEW_FROM)))


@pytest.mark.parametrize("board_id", BOARDS)
def test_fits_into_80_columns(board_id: str) -> None:
    lines = printed(board_text(BoardState(BOARDS[board_id]))).splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) == len(board_text(BoardState(BOARDS[board_id])).lines)


def test_wide_terminals_show_boards_side_by_side() -> None:
    assert any(
        "Home board" in line and "Bear Island" in line
        for line in printed(position_text(POSITION), width=140).splitlines()
    )
    assert max(map(len, printed(position_text(POSITION)).splitlines())) <= 80


def test_lines_alone_tell_every_piece_from_its_neighbours() -> None:
    found = regions(grid_of_text(HOME), HOME)
    seen = set()
    for piece in HOME.pieces:
        numbers = {found[cell] for cell in piece.cells}
        assert len(numbers) == 1, piece
        (number,) = numbers
        cells = {cell for cell, each in found.items() if each == number}
        assert cells == set(piece.cells)
        seen.add(number)
    assert len(seen) == len(HOME.pieces)


def test_every_cell_of_a_piece_has_its_colour() -> None:
    drawing = board_text(HOME)
    top = next(i for i, line in enumerate(drawing.lines) if "┌" in "".join(p.text for p in line))
    for piece in HOME.pieces:
        shades = set()
        for x, y in piece.cells:
            line = drawing.lines[top + DOWN * y + 1]
            characters = [part.style for part in line for _ in part.text]
            style = characters[3 + ACROSS * x + 2]
            assert style is not None
            shades.add(style.bgcolor)
        assert len(shades) == 1
        assert shades != {None}


def test_new_pieces_are_marked_without_colour() -> None:
    old, new = "\n".join(grid_of_text(HOME, 7)), "\n".join(grid_of_text(HOME, 5))
    assert "*" not in old
    assert "┏" not in old
    assert new.count("*") == 2
    assert "English crown*" in new
    assert "┏" in new


def test_open_cells_show_what_is_printed() -> None:
    text = "\n".join(grid_of_text(state_of("caithness")))
    assert text.count("-1") + 2 * text.count("-2") == BOARDS["caithness"].printed_negative
    assert " 0$" in text
    assert "Ls?" in text


def test_caption_names_income_bonuses_and_uncovered() -> None:
    text = printed(position_text(POSITION, NEW_FROM))
    assert "Bear Island (12 points)\nincome 1, uncovered -15\nbonuses won: Rune stone, Ore" in text


def test_legend_lists_only_what_occurs() -> None:
    text = printed(board_text(HOME))
    assert "Ru Rune stone ×2" in text
    assert "Wd Wood" in text
    assert "Robe ×" not in text
    assert "Mead" not in text


def test_slots_are_shown_filled_and_empty() -> None:
    shed = printed(board_text(SHED, 2))
    assert "[Wd ] [Wd ] [-1 ]" in shed
    assert "[St*] [-1 ] [-1 ]" in shed
    assert "Wood:" in printed(board_text(STONE_HOUSE))


def test_ascii_terminals_get_ascii() -> None:
    """Nothing is replaced by question marks but those that stand for open bonuses."""
    state = state_of("long_house", "peas a1 a2", "silver a3")
    text = printed(board_text(state, 1), encoding="ascii")
    assert text.count("?") == text.count("Pe?") + text.count("Oi?") + text.count("Be?") + 1
    assert "+---+" in text
    assert "|Si*|" in text


def test_wholly_empty_position() -> None:
    assert printed(position_text(Position())).startswith("Long game")
    assert Drawing(()).width == 0


def test_illegal_positions_are_drawn_too() -> None:
    state = state_of("stone_house", "beans a4 b4 a3 b3", "oil b3 b2", "oil b3 b2", "silver z9")
    assert "Oil" in printed(board_text(state))
    assert board_text(state_of("shed", "oil a1 a2")).lines
