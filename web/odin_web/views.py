"""Positions and components as the page shows them: plain data and pictures."""

from functools import cache
from typing import Any

from odin_solver.components import BOARDS, TILES
from odin_solver.components.cells import cell_names
from odin_solver.components.signs import SIGNS
from odin_solver.notation.labels import board_labels
from odin_solver.notation.positions import position_data
from odin_solver.render import palette
from odin_solver.render.svg.parts import CELL
from odin_solver.render.svg.single import board_svg, defs_svg, pieces_svg, tile_svg
from odin_solver.render.svg.surface import RIM
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.bonus import bonuses_won
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import ROUNDS, Position
from odin_solver.rules.scoring import board_facts, score
from odin_solver.words.names import printed_list, printed_name


@cache
def components_view() -> dict[str, Any]:
    """Return everything printed that the page needs: tiles with pictures, boards, sizes."""
    return {
        "cell": CELL,
        "rim": RIM,
        "defs": defs_svg(),
        "rounds": dict(ROUNDS),
        "tiles": [
            {
                "id": tile.id,
                "name": printed_name(tile.id),
                "sign": SIGNS[tile.id],
                "kind": tile.kind,
                "color": str(tile.color),
                "paint": palette.paint_of(tile).fill,
                "ink": palette.paint_of(tile).ink,
                "shape": tile.shape,
                "copies": tile.copies,
                "svg": tile_svg(tile),
            }
            for tile in TILES.values()
        ],
        "boards": [
            {"id": board.id, "name": board.name, "kind": board.kind, "points": board.points}
            for board in BOARDS.values()
        ],
    }


def position_view(position: Position) -> dict[str, Any]:
    """Return a position with its pictures and numbers."""
    labels = board_labels(position)
    return {
        "position": position_data(position),
        "boards": [
            {"label": label, **_board_view(state)}
            for label, state in zip(labels, position.boards, strict=True)
        ],
        "score": score(position),
        "income": sum(state.income for state in position.boards),
        "violations": [
            {"board": violation.board, "message": violation.message, "cells": violation.cells}
            for violation in position_violations(position)
        ],
    }


def layout_view(before: Position, after: Position) -> dict[str, Any]:
    """Return a layout as pictures of the pieces that are new, and its numbers."""
    starts = [len(state.pieces) for state in before.boards]
    pictures, earlier = [], 0
    for state, start in zip(after.boards, starts, strict=True):
        pictures.append(pieces_svg(state, start, earlier))
        earlier += len(state.pieces) - start
    return {"pictures": pictures, "numbers": numbers_view(after)}


def numbers_view(position: Position) -> dict[str, Any]:
    """Return score, income, bonuses and uncovered points of a position."""
    facts = [board_facts(state) for state in position.boards]
    bonuses: dict[str, int] = {}
    for fact in facts:
        for item, count in fact.bonuses.items():
            bonuses[item] = bonuses.get(item, 0) + count
    return {
        "score": score(position),
        "income": sum(fact.income for fact in facts),
        "uncovered": sum(fact.uncovered for fact in facts),
        "bonuses": printed_list(bonuses.items()),
    }


def _board_view(state: BoardState) -> dict[str, Any]:
    facts = board_facts(state)
    board, grid = state.board, state.grid
    won = {bonus.cells for bonus in bonuses_won(grid, state.covered)}
    return {
        "id": board.id,
        "name": board.name,
        "kind": board.kind,
        "points": board.points,
        "width": grid.width,
        "height": grid.height,
        "svg": board_svg(state),
        "income": facts.income,
        "uncovered": facts.uncovered,
        "bonuses": [
            {
                "gives": printed_list(bonus.gives),
                "won": bonus.cells in won,
                "lost": bool(bonus.cells & state.covered),
            }
            for bonus in grid.bonuses
        ],
        "pieces": [
            {
                "tile": piece.tile.id,
                "cells": piece.cells,
                "text": f"{printed_name(piece.tile.id)} {cell_names(piece.cells, grid.height)}",
            }
            for piece in state.pieces
        ],
        "slots": [
            {"item": name, "count": count, "open": state.open_slots.get(name, 0)}
            for name, count in board.slots
        ],
    }
