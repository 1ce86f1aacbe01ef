"""Structs of puzzle files and the JSON Schema that follows from them."""

from typing import Annotated, Any, Literal

import msgspec

from odin_solver.notation.positions import MAX_CELLS, MAX_PIECES, Coordinate

Table = Annotated[dict[str, Any], msgspec.Meta(max_length=100)]

MAX_TITLE = 200


class PieceEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A piece of a solution: number of the board, tile, and cells as [x, y] from the top left."""

    board: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    tile: str
    cells: Annotated[list[tuple[Coordinate, Coordinate]], msgspec.Meta(max_length=MAX_CELLS)]


PieceEntries = Annotated[list[PieceEntry], msgspec.Meta(max_length=MAX_PIECES)]


class PuzzleFile(msgspec.Struct, forbid_unknown_fields=True):
    """A puzzle as a file holds it; its kind knows the types of position, goal and solution."""

    schema: Literal[1]
    kind: str
    position: Table
    goal: Table
    title: Annotated[str, msgspec.Meta(max_length=MAX_TITLE)] = ""
    solution: Any = None
    difficulty: Annotated[int, msgspec.Meta(ge=1, le=5)] | None = None
    grading: Table = {}
    seed: int | None = None
    generator: str = ""
