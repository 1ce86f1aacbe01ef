"""Positions and components as the page shows them: plain data and pictures."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec

from odin_solver.components import BOARDS, TILES, Cell, Tile
from odin_solver.components.cells import cell_names
from odin_solver.components.signs import sign_of
from odin_solver.names.printed import printed_name, tile_name
from odin_solver.notation.labels import board_labels, board_numbers
from odin_solver.notation.positions import position_data
from odin_solver.placement.objective import BONUS_ITEMS, choose_objective
from odin_solver.questions.report import Layout
from odin_solver.render import palette
from odin_solver.render.svg.parts import CELL
from odin_solver.render.svg.single import board_svg, defs_svg, pieces_svg, tile_svg
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.bonus import bonuses_won
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import ROUNDS, GameLength, Position
from odin_solver.rules.scoring import board_facts, score
from odin_solver.support.language import kept_by_language, say_as
from odin_web.replies import extended

Items = Sequence[tuple[str, int]]

PositionDocument = Annotated[dict[str, Any], msgspec.Meta(title="PositionDocument")]
"""The data of a position file."""


class TileInfo(msgspec.Struct, kw_only=True):
    id: str
    name: str
    sign: str
    kind: str
    color: str
    paint: str
    ink: str
    shape: Sequence[str]
    svg: str


class BoardInfo(msgspec.Struct):
    id: str
    name: str
    kind: str
    points: int
    copies: int


class ComponentsView(msgspec.Struct, kw_only=True):
    """Everything printed that the page needs; `names` are those of what bonuses give."""

    cell: float
    defs: str
    rounds: Mapping[GameLength, int]
    tiles: list[TileInfo]
    boards: list[BoardInfo]
    names: dict[str, str]


class PieceView(msgspec.Struct):
    """A piece on a board, and what a screen reader says of it."""

    tile: str
    cells: Sequence[Cell]
    text: str


class BonusView(msgspec.Struct):
    gives: Items
    won: bool
    lost: bool


class SlotView(msgspec.Struct):
    """Places for an item beside the cells of a board."""

    item: str
    count: int
    open: int


class BoardView(msgspec.Struct, kw_only=True):
    id: str
    name: str
    kind: str
    points: int
    width: int
    height: int
    svg: str
    income: int
    uncovered: int
    bonuses: list[BonusView]
    pieces: list[PieceView]
    slots: list[SlotView]


class LabelledBoard(BoardView, kw_only=True):
    """A board of a position; `number` counts those of its kind from 1, 0 if it is the only one."""

    label: str
    number: int


class LayoutNumbers(msgspec.Struct, kw_only=True):
    score: int
    income: int
    uncovered: int
    bonuses: Items


class ObjectiveView(msgspec.Struct):
    name: str
    own_weights: bool


class ViolationView(msgspec.Struct):
    board: int | None
    message: str
    cells: Sequence[Cell]


class PositionView(LayoutNumbers, kw_only=True):
    """A position; `heard` says what a list of goods was understood to mean."""

    heard: str = ""
    position: PositionDocument
    own_tiles: list[TileInfo]
    boards: list[LabelledBoard]
    rounds_left: int
    objective: ObjectiveView
    violations: list[ViolationView]


class TileOnCells(msgspec.Struct, forbid_unknown_fields=True):
    """A tile on cells of a board, counted from the top left."""

    board: Annotated[int, msgspec.Meta(ge=0, le=100_000)]
    tile: str
    cells: Annotated[Sequence[Cell], msgspec.Meta(max_length=100)]


class SolutionView(msgspec.Struct, kw_only=True, tag_field="part", tag="layout"):
    """A layout to be shown, played step by step, and accepted.

    Attributes
    ----------
    pictures
        The pieces that are new on each board.
    base
        Boards without the pieces that were lifted before.
    """

    pictures: list[str]
    numbers: LayoutNumbers
    position: PositionDocument
    steps: list[list[TileOnCells]]
    base: list[str] | None = None


@kept_by_language
def components_view() -> ComponentsView:
    return ComponentsView(
        cell=CELL,
        defs=defs_svg(),
        rounds=dict(ROUNDS),
        tiles=[tile_view(tile) for tile in TILES.values()],
        boards=[
            extended(BoardInfo, board, name=say_as("board", board.name))
            for board in BOARDS.values()
        ],
        names={item: printed_name(item) for item in sorted(BONUS_ITEMS)},
    )


def tile_view(tile: Tile) -> TileInfo:
    return extended(
        TileInfo,
        tile,
        name=tile_name(tile),
        sign=sign_of(tile),
        color=str(tile.color),
        paint=palette.paint_of(tile).fill,
        ink=palette.paint_of(tile).ink,
        svg=tile_svg(tile),
    )


def position_view(position: Position) -> PositionView:
    boards = zip(position.boards, board_labels(position), board_numbers(position), strict=True)
    objective = choose_objective(position)
    return extended(
        PositionView,
        numbers_view(position),
        position=position_data(position),
        own_tiles=[tile_view(tile) for tile in position.tiles.values()],
        boards=[
            extended(LabelledBoard, board_view(state), label=label, number=number)
            for state, label, number in boards
        ],
        rounds_left=position.rounds_left,
        objective=ObjectiveView(objective.name, objective.reweighted),
        violations=[
            ViolationView(violation.board, violation.message, violation.cells)
            for violation in position_violations(position)
        ],
    )


def new_pieces(before: Position, after: Position) -> list[str]:
    """Return a picture for each board, of the pieces that are new on it."""
    pictures, earlier = [], 0
    for old, state in zip(before.boards, after.boards, strict=True):
        pictures.append(pieces_svg(state, len(old.pieces), earlier))
        earlier += len(state.pieces) - len(old.pieces)
    return pictures


def solution_view(shown: Layout) -> SolutionView:
    before, after = shown.before, shown.after
    return SolutionView(
        pictures=new_pieces(before, after),
        numbers=numbers_view(after),
        position=position_data(after),
        steps=[
            [TileOnCells(at, piece.tile.id, piece.cells) for at, piece in step]
            for step in shown.steps
        ],
        base=None if shown.whole is None else [board_svg(state) for state in before.boards],
    )


def numbers_view(position: Position) -> LayoutNumbers:
    facts = [board_facts(state) for state in position.boards]
    bonuses: Counter[str] = Counter()
    for fact in facts:
        bonuses.update(fact.bonuses)
    return LayoutNumbers(
        score=score(position),
        income=sum(fact.income for fact in facts),
        uncovered=sum(fact.uncovered for fact in facts),
        bonuses=list(bonuses.items()),
    )


def board_view(state: BoardState) -> BoardView:
    facts = board_facts(state)
    board, grid = state.board, state.grid
    won = {bonus.cells for bonus in bonuses_won(grid, state.covered)}
    return extended(
        BoardView,
        board,
        name=say_as("board", board.name),
        width=grid.width,
        height=grid.height,
        svg=board_svg(state),
        income=facts.income,
        uncovered=facts.uncovered,
        bonuses=[
            BonusView(bonus.gives, bonus.cells in won, bool(bonus.cells & state.covered))
            for bonus in grid.bonuses
        ],
        pieces=[
            PieceView(
                piece.tile.id,
                piece.cells,
                f"{printed_name(piece.tile.id)} {cell_names(piece.cells, grid.height)}",
            )
            for piece in state.pieces
        ],
        slots=[SlotView(name, count, state.open_slots.get(name, 0)) for name, count in board.slots],
    )
