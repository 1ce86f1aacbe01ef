"""Positions and components as the page shows them: plain data and pictures."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from odin_solver.components import BOARDS, TILES, Tile
from odin_solver.components.cells import cell_names
from odin_solver.components.signs import sign_of
from odin_solver.notation.labels import board_labels
from odin_solver.notation.positions import position_data
from odin_solver.placement.objective import BONUS_ITEMS, choose_objective
from odin_solver.placement.solution import Progress, Solution
from odin_solver.render import palette
from odin_solver.render.svg.parts import CELL
from odin_solver.render.svg.single import board_svg, defs_svg, pieces_svg, tile_svg
from odin_solver.render.svg.surface import RIM
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.bonus import bonuses_won
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import ROUNDS, Placement, Position, new_placements
from odin_solver.rules.scoring import board_facts, score
from odin_solver.support.language import kept_by_language, say_as
from odin_solver.words.names import printed_name, tile_name


@kept_by_language
def components_view() -> dict[str, Any]:
    """Return everything printed that the page needs: tiles with pictures, boards, sizes."""
    return {
        "cell": CELL,
        "rim": RIM,
        "defs": defs_svg(),
        "rounds": dict(ROUNDS),
        "tiles": [tile_view(tile) for tile in TILES.values()],
        "boards": [
            {
                "id": board.id,
                "name": say_as("board", board.name),
                "kind": board.kind,
                "points": board.points,
            }
            for board in BOARDS.values()
        ],
        "names": {item: printed_name(item) for item in sorted(BONUS_ITEMS)},
    }


def tile_view(tile: Tile) -> dict[str, Any]:
    """Return a tile with its picture."""
    return {
        "id": tile.id,
        "name": tile_name(tile),
        "sign": sign_of(tile),
        "kind": tile.kind,
        "color": str(tile.color),
        "paint": palette.paint_of(tile).fill,
        "ink": palette.paint_of(tile).ink,
        "shape": tile.shape,
        "copies": tile.copies,
        "svg": tile_svg(tile),
    }


def position_view(position: Position) -> dict[str, Any]:
    """Return a position with its pictures and numbers."""
    labels = board_labels(position)
    total = Counter(state.board.id for state in position.boards)
    seen: Counter[str] = Counter()
    boards = []
    for label, state in zip(labels, position.boards, strict=True):
        seen[state.board.id] += 1
        number = seen[state.board.id] if total[state.board.id] > 1 else 0
        boards.append({"label": label, "number": number, **board_view(state)})
    objective = choose_objective(position)
    return {
        "position": position_data(position),
        "own_tiles": [tile_view(tile) for tile in position.tiles.values()],
        "boards": boards,
        **numbers_view(position),
        "rounds_left": position.rounds_left,
        "objective": {"name": objective.name, "own_weights": objective.reweighted},
        "violations": [
            {"board": violation.board, "message": violation.message, "cells": violation.cells}
            for violation in position_violations(position)
        ],
    }


def progress_view(before: Position, progress: Progress) -> dict[str, Any]:
    """Return the progress of a search, with the layout if it is a new one."""
    shown = {
        "seconds": round(progress.seconds, 3),
        "level": progress.level,
        "value": None if progress.value is None else float(progress.value),
        "bound": None if progress.bound is None else float(progress.bound),
        "gap": progress.gap,
    }
    return shown if progress.after is None else shown | layout_view(before, progress.after)


def layout_view(before: Position, after: Position) -> dict[str, Any]:
    """Return a layout as pictures of the pieces that are new, and its numbers."""
    starts = [len(state.pieces) for state in before.boards]
    pictures, earlier = [], 0
    for state, start in zip(after.boards, starts, strict=True):
        pictures.append(pieces_svg(state, start, earlier))
        earlier += len(state.pieces) - start
    return {"pictures": pictures, "numbers": numbers_view(after)}


def solution_view(solution: Solution) -> dict[str, Any]:
    """Return a layout to be shown, played step by step, and accepted."""
    return {
        "position": position_data(solution.after),
        "steps": [
            [{"board": at, "tile": piece.tile.id, "cells": piece.cells} for at, piece in step]
            for step in solution.steps
        ],
        **layout_view(solution.before, solution.after),
    }


def moved_view(before: Position, after: Position, lifted: Iterable[Placement]) -> dict[str, Any]:
    """Return what changed between two layouts of the same tiles.

    Parameters
    ----------
    before, after
        The layouts.
    lifted
        The pieces of the first that could move.

    Returns
    -------
    dict
        ``same``: how many of these lie where they were; ``moved``: for each of the others its
        ``tile``, where it was (``old``) and where one of its kind lies now (``new``), each a place
        or None; then the pieces that came from the supply. A place is ``board`` and ``cells``.
    """
    stayed = Counter(_placements(before))
    now = Counter(_placements(after))
    lifted = list(lifted)
    old = Counter(lifted) - now
    new = list((now - stayed).elements())
    moved = []
    for placement in old.elements():
        tile = placement.piece.tile
        target = next((each for each in new if each.piece.tile == tile), None)
        if target is not None:
            new.remove(target)
        moved.append(_move_view(before, placement, target))
    moved += [_move_view(before, None, target) for target in new]
    return {"same": len(lifted) - old.total(), "moved": moved}


def swapped_view(before: Position, better: Position, other: Position) -> dict[str, Any]:
    """Return which tiles another layout has more and fewer of, silver and ore left aside."""
    best, placed = _laid_tiles(before, better), _laid_tiles(before, other)
    return {"more": list((placed - best).items()), "fewer": list((best - placed).items())}


def _laid_tiles(before: Position, after: Position) -> Counter[str]:
    tiles = (piece.tile for _, piece in new_placements(before, after))
    return Counter(tile.id for tile in tiles if tile.kind != "filler")


def _placements(position: Position) -> list[Placement]:
    return [
        Placement(at, piece) for at, state in enumerate(position.boards) for piece in state.pieces
    ]


def _move_view(position: Position, old: Placement | None, new: Placement | None) -> dict[str, Any]:
    def place(placement: Placement | None) -> dict[str, Any] | None:
        if placement is None:
            return None
        at, piece = placement
        return {"board": at, "cells": cell_names(piece.cells, position.boards[at].grid.height)}

    placement = new or old
    assert placement is not None
    return {"tile": placement.piece.tile.id, "old": place(old), "new": place(new)}


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
        "bonuses": list(bonuses.items()),
    }


def board_view(state: BoardState) -> dict[str, Any]:
    """Return a board with its picture, pieces and numbers."""
    facts = board_facts(state)
    board, grid = state.board, state.grid
    won = {bonus.cells for bonus in bonuses_won(grid, state.covered)}
    return {
        "id": board.id,
        "name": say_as("board", board.name),
        "kind": board.kind,
        "points": board.points,
        "width": grid.width,
        "height": grid.height,
        "svg": board_svg(state),
        "income": facts.income,
        "uncovered": facts.uncovered,
        "bonuses": [
            {
                "gives": bonus.gives,
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
