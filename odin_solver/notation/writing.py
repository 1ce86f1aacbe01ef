"""Positions as text of files, with pieces in the short notation."""

from collections.abc import Mapping
from typing import Literal

from odin_solver.components import Board, Tile
from odin_solver.errors import InputError
from odin_solver.notation.drawn import drawing
from odin_solver.notation.pieces import parse_piece, piece_text
from odin_solver.notation.positions import position_data
from odin_solver.rules.board_state import Piece
from odin_solver.rules.position import Position
from odin_solver.support.files import data_text

Form = Literal["json", "toml", "drawn"]


def position_text(position: Position, form: Form = "json") -> str:
    """Return the text of a position file; `odin_solver.notation.positions` reads it back."""
    data = position_data(position)
    data["supply"] = {
        name: data["supply"][name] for name in position.kinds if data["supply"].get(name)
    }
    for entry, state in zip(data["boards"], position.boards, strict=True):
        picture = drawing(state) if form == "drawn" else None
        if picture is not None:
            entry["drawn"] = f"{picture}\n"
        entry["placed"] = [
            _short(piece, state.board, position.tiles) or cells
            for piece, cells in zip(state.pieces, entry["placed"], strict=True)
            if picture is None or not piece.cells
        ]
        if not entry["placed"]:
            del entry["placed"]
    return data_text(data, form, multiline=form == "drawn")


def _short(piece: Piece, board: Board, own: Mapping[str, Tile]) -> str | None:
    text = piece_text(piece, board)
    try:
        return text if parse_piece(text, board, own) == piece else None
    except InputError:
        return None  # a cell outside of the board
