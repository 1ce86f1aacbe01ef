"""Requests about Vikings: positions, direct changes, games, puzzles.

The page holds the data of a position file; a request carries it whole.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from starlette.routing import Route

from odin_puzzles.kinds import kind_of
from odin_puzzles.kinds.vikings import VikingsKind
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.shipped import pack, puzzle_file
from odin_solver.errors import InputError
from odin_solver.questions.report import Line, PagePart, for_page
from odin_solver.questions.vikings import VikingsScore
from odin_solver.support.decoding import decode
from odin_solver.support.language import say, say_as
from odin_solver.support.text import whole_number
from odin_solver.vikings import files
from odin_solver.vikings.archipelago import IslandTile
from odin_solver.vikings.examples import ORDER, vikings_example
from odin_solver.vikings.game.log import play_game, replay
from odin_solver.vikings.game.players import POLICIES
from odin_solver.vikings.game.table import Table, with_rivals
from odin_solver.vikings.parts import BOATSMAN, ROWS, SAILS, TILES, Cell, cell_name
from odin_solver.vikings.pictures import svg
from odin_solver.vikings.position import FreeParts, VikingsPosition
from odin_solver.vikings.rules.laying import legal_cells, ship_columns, violations
from odin_solver.vikings.rules.scoring import outlook
from odin_solver.vikings.words import ship_name
from odin_web.replies import get_endpoint, post, post_endpoint

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


class VikingsChange(VikingsAsked):
    """A change at a cell: lay a tile or a ship, place the figure, or lift what lies on top.

    Row 0 is the row of ships. In a puzzle only free parts are moved.
    """

    row: Annotated[int, msgspec.Meta(ge=0, le=len(ROWS))]
    column: Annotated[int, msgspec.Meta(ge=1, le=files.MAX_COLUMNS)]
    lay: Annotated[str, msgspec.Meta(max_length=10)] = ""
    puzzle: str = ""


class VikingsGame(msgspec.Struct, forbid_unknown_fields=True):
    players: Annotated[list[str], msgspec.Meta(min_length=2, max_length=4)]
    seed: Annotated[int, msgspec.Meta(ge=0, lt=2**31)] = 0
    ship_values: dict[str, Any] = {}


class VikingsReplay(msgspec.Struct, forbid_unknown_fields=True):
    log: Annotated[str, msgspec.Meta(max_length=100_000)]
    step: Annotated[int, msgspec.Meta(ge=0)] = 0


class VikingsAnswer(VikingsAsked):
    puzzle: str


class VikingsPuzzleEntry(msgspec.Struct):
    puzzle: str
    title: str
    difficulty: int | None
    question: str


class VikingsBeginning(msgspec.Struct, kw_only=True):
    """Titles of examples by name, puzzles, players by program, pictures of the parts by name."""

    examples: dict[str, str]
    puzzles: list[VikingsPuzzleEntry]
    players: list[str]
    pictures: dict[str, str]


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


class VikingsGamePlayed(msgspec.Struct, kw_only=True):
    log: str


class ReplayFrame(msgspec.Struct, kw_only=True):
    """The table after some moves of a log."""

    step: int
    steps: int
    move: str
    pictures: list[str]
    position: Data


class VikingsFaults(msgspec.Struct):
    """What is wrong with an answer; nothing if it solves the puzzle."""

    faults: Sequence[str]


def routes() -> list[Route]:
    return [
        Route("/api/vikings", get_endpoint(beginning)),
        post("/api/vikings/open", post_endpoint(VikingsText, opened)),
        post("/api/vikings/view", post_endpoint(VikingsAsked, viewed)),
        post("/api/vikings/change", post_endpoint(VikingsChange, changed)),
        post("/api/vikings/play", post_endpoint(VikingsGame, played)),
        post("/api/vikings/replay", post_endpoint(VikingsReplay, replayed)),
        post("/api/vikings/check", post_endpoint(VikingsAnswer, checked)),
    ]


def beginning() -> VikingsBeginning:
    return VikingsBeginning(
        examples={name: say_as("title", vikings_example(name).title) for name in ORDER},
        puzzles=[
            _entry(f"vikings/{number}", puzzle) for number, puzzle in enumerate(pack("vikings"), 1)
        ],
        players=list(POLICIES),
        pictures={name: svg.part_svg(name) for name in (*TILES, *SAILS, *ROWS, BOATSMAN)},
    )


def _entry(name: str, puzzle: Puzzle) -> VikingsPuzzleEntry:
    kind = kind_of(puzzle)
    assert isinstance(kind, VikingsKind)
    title = kind.title(puzzle.position)
    return VikingsPuzzleEntry(name, title, puzzle.difficulty, kind.question(puzzle))


def opened(request: VikingsText) -> VikingsView:
    if request.puzzle:
        return view(_puzzle(request.puzzle).position)
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


def changed(request: VikingsChange) -> VikingsView:
    position = files.vikings_from(request.position)
    fixed = _puzzle(request.puzzle).position if request.puzzle else None
    if not request.row:
        return view(_ship_changed(position, request, fixed))
    cell = request.row - 1, request.column
    if not request.lay:
        return view(_lifted(position, cell, fixed))
    if request.lay == "figure":
        return view(_placed(position, cell, fixed))
    return view(_laid(position, cell, files.tile_of(request.lay), fixed))


def _ship_changed(
    position: VikingsPosition, request: VikingsChange, fixed: VikingsPosition | None
) -> VikingsPosition:
    area, column = position.area, request.column
    ships, free = dict(area.ships), Counter(position.free.ships)
    if request.lay:
        sail = files.sail_of(request.lay)
        if column in ships:
            raise InputError(say("a ship lies there already"))
        if fixed and not free[sail]:
            raise InputError(say("not free: {ship}", ship=ship_name(sail)))
        ships[column] = sail
        free[sail] -= 1
    else:
        if column not in ships or (fixed and column in fixed.area.ships):
            raise InputError(say("there is no ship to lift"))
        free[ships.pop(column)] += bool(fixed)
    paid = area.paid & ships.keys()
    parts = replace(position.free, ships=dict(+free))
    return replace(position, area=replace(area, ships=ships, paid=paid), free=parts)


def _laid(
    position: VikingsPosition, cell: Cell, tile: IslandTile, fixed: VikingsPosition | None
) -> VikingsPosition:
    free = Counter(position.free.tiles)
    if cell in position.area.tiles:
        raise InputError(say("a tile lies on {cell} already", cell=cell_name(cell)))
    if not free[tile]:  # a middle tile with any building
        tile = next((each for each in +free if each.kind == tile.kind), tile)
    if fixed and not free[tile]:
        raise InputError(say("no tile {tile} is free", tile=tile))
    if fixed and cell not in legal_cells(position.area, tile, position.rules):
        raise InputError(say("{tile} cannot lie on {cell}", tile=tile, cell=cell_name(cell)))
    free[tile] -= 1
    area = replace(position.area, tiles={**position.area.tiles, cell: tile})
    return replace(position, area=area, free=replace(position.free, tiles=dict(+free)))


def _placed(
    position: VikingsPosition, cell: Cell, fixed: VikingsPosition | None
) -> VikingsPosition:
    """Place a free figure, or else one from the mainland, or else a new one."""
    area, code = position.area, ROWS[cell[0]]
    if cell not in area.tiles or cell in area.figures:
        raise InputError(say("there is no free tile on {cell}", cell=cell_name(cell)))
    free, mainland = Counter(position.free.figures), Counter(position.mainland)
    pool = free if free[code] else mainland
    if fixed and (not pool[code] or (pool is mainland and fixed.free)):
        raise InputError(say("no figure of this row is free"))
    pool[code] -= 1
    return replace(
        position,
        area=replace(area, figures=area.figures | {cell}),
        mainland=dict(+mainland),
        free=replace(position.free, figures=dict(+free)),
    )


def _lifted(
    position: VikingsPosition, cell: Cell, fixed: VikingsPosition | None
) -> VikingsPosition:
    """Lift a figure to the mainland, or a tile; parts of a puzzle are free again."""
    area = position.area
    if cell not in area.tiles:
        raise InputError(say("there is nothing on {cell}", cell=cell_name(cell)))
    if cell in area.figures:
        if fixed and cell in fixed.area.figures:
            raise InputError(say("what lies already stays"))
        pool = Counter(position.free.figures if fixed and fixed.free else position.mainland)
        pool[ROWS[cell[0]]] += 1
        area = replace(area, figures=area.figures - {cell})
        if fixed and fixed.free:
            return replace(position, area=area, free=replace(position.free, figures=dict(pool)))
        return replace(position, area=area, mainland=dict(pool))
    if fixed and cell in fixed.area.tiles:
        raise InputError(say("what lies already stays"))
    tiles = dict(area.tiles)
    tile = tiles.pop(cell)
    free = position.free
    if fixed:
        free = FreeParts(dict(Counter(free.tiles) + Counter([tile])), free.ships, free.figures)
    return replace(position, area=replace(area, tiles=tiles), free=free)


def played(request: VikingsGame) -> VikingsGamePlayed:
    start = files.vikings_from({"schema": 1, "game": "vikings", "ship_values": request.ship_values})
    for sail in SAILS:
        start.ship_value(sail)
    game = play_game(tuple(request.players), request.seed, start.ship_values)
    return VikingsGamePlayed(log=game.text)


def replayed(request: VikingsReplay) -> ReplayFrame:
    frames = _frames(request.log)
    step = min(request.step, len(frames) - 1)
    return frames[step]


@lru_cache(maxsize=4)
def _frames(log: str) -> tuple[ReplayFrame, ...]:
    frames: list[ReplayFrame] = []

    def watch(move: str, table: Table) -> None:
        next_one = 0 if table.over else table.player
        position = replace(with_rivals(next_one, table.players), wheel=table.wheel)
        pictures = [
            svg.position_svg(replace(player, title=f"{number}"))
            for number, player in enumerate(table.players, 1)
        ]
        frames.append(
            ReplayFrame(
                step=len(frames),
                steps=0,
                move=move,
                pictures=pictures,
                position=files.vikings_data(position),
            )
        )

    replay(log, "log", watch)
    for frame in frames:
        frame.steps = len(frames) - 1
    return tuple(frames)


def _puzzle(name: str) -> Puzzle:
    folder, _, number = name.partition("/")
    at = whole_number(number)
    if folder != "vikings" or at is None:
        raise InputError(say("there is no puzzle of this name"))
    puzzle_file(folder, at)  # refuses other numbers
    return pack(folder)[at - 1]


def checked(request: VikingsAnswer) -> VikingsFaults:
    puzzle = _puzzle(request.puzzle)
    kind = kind_of(puzzle)
    assert isinstance(kind, VikingsKind)
    return VikingsFaults(
        kind.faults(puzzle, kind.answer_to(puzzle, files.vikings_from(request.position)))
    )
