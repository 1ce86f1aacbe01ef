"""Positions of *Vikings*: files, and what a page draws of them.

The page holds the data of a position file; a request carries it whole.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from odin_solver.errors import InputError
from odin_solver.questions.report import Line, PagePart, for_page
from odin_solver.questions.vikings import VikingsScore
from odin_solver.support.decoding import decode
from odin_solver.vikings import files
from odin_solver.vikings.archipelago import IslandTile
from odin_solver.vikings.examples import vikings_example
from odin_solver.vikings.parts import ROWS, TILES, cell_name
from odin_solver.vikings.pictures import svg
from odin_solver.vikings.position import VikingsPosition
from odin_solver.vikings.rules.laying import legal_cells, ship_columns, violations
from odin_solver.vikings.rules.scoring import outlook
from odin_web.vikings.puzzles import puzzle_of

Data = dict[str, Any]
"""The data of a position file."""


class VikingsText(msgspec.Struct, forbid_unknown_fields=True):
    """The text of a file, or the name of an example or puzzle."""

    text: Annotated[str, msgspec.Meta(max_length=500_000)] = ""
    name: str = "position"
    example: str = ""
    puzzle: str = ""


class VikingsAsked(msgspec.Struct, forbid_unknown_fields=True):
    position: Data


class GridView(msgspec.Struct, kw_only=True):
    """Where cells are in the picture."""

    columns: int
    left: float
    top: float
    cell: float
    width: float
    height: float


class VikingsView(msgspec.Struct, kw_only=True):
    """A position with its picture.

    Attributes
    ----------
    tiles, ships, figures
        What lies on cells and in columns.
    threats
        The ship that threatens each cell.
    places
        Where tiles of each kind, figures and ships may be laid.
    score
        What scores, or why there is no score.
    """

    position: Data
    text: str
    picture: str
    grid: GridView
    tiles: dict[str, str]
    ships: dict[str, str]
    figures: list[str]
    threats: dict[str, str]
    places: dict[str, list[str]]
    violations: Sequence[str]
    score: list[PagePart]


def opened(request: VikingsText) -> VikingsView:
    if request.puzzle:
        return view(puzzle_of(request.puzzle).position)
    if request.example:
        return view(vikings_example(request.example))
    return view(files.vikings_from(decode(request.text, request.name), request.name))


def viewed(request: VikingsAsked) -> VikingsView:
    return view(files.vikings_from(request.position))


def view(position: VikingsPosition) -> VikingsView:
    area = position.area
    try:
        score = for_page(VikingsScore(position={}).report((position, outlook(position))))
    except InputError as error:
        score = [Line(str(error), "dim")]
    columns = max(svg.LEAST_COLUMNS, area.columns + 1)
    parts = {cell_name(cell): str(tile) for cell, tile in area.tiles.items()}
    tiles = {kind: legal_cells(area, IslandTile(kind), position.rules) for kind in TILES}
    places: dict[str, list[str]] = {
        kind: [cell_name(cell) for cell in cells] for kind, cells in tiles.items()
    }
    free = [cell for row in range(len(ROWS)) for cell in area.free_cells(row)]
    places["figure"] = [cell_name(cell) for cell in free]
    places["ship"] = [f"{column}" for column in ship_columns(area.ships)]
    return VikingsView(
        position=files.vikings_data(position),
        text=files.vikings_text(position),
        picture=svg.position_svg(position),
        grid=GridView(
            columns=columns,
            left=svg.MARGIN + svg.COAST,
            top=svg.MARGIN + svg.TOP,
            cell=svg.CELL,
            width=2 * svg.MARGIN + svg.COAST + columns * svg.CELL,
            height=2 * svg.MARGIN + svg.TOP + (len(ROWS) + 1) * svg.CELL,
        ),
        tiles=parts,
        ships={f"{column}": sail for column, sail in area.ships.items()},
        figures=[cell_name(cell) for cell in sorted(area.figures)],
        threats={
            cell_name(cell): sail
            for cell in area.tiles
            if (sail := area.threat_to(cell)) is not None
        },
        places=places,
        violations=violations(position),
        score=score,
    )
