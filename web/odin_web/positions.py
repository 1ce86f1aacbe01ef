"""Requests about positions: views, changes, legal places, searches.

The page holds the position and its history; a request carries the position as a file would.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Annotated

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from odin_solver.components import Cell, Tile, board
from odin_solver.components.heard import names_of
from odin_solver.editing import changes
from odin_solver.editing.changes import ChangeRefused
from odin_solver.editing.ghost import Ghost, ghost_of
from odin_solver.errors import InputError
from odin_solver.notation.custom_boards import CustomBoard, custom_board
from odin_solver.notation.examples import example
from odin_solver.notation.goods import is_list_of_goods
from odin_solver.notation.kinds import position_in
from odin_solver.notation.own_tiles import OwnTile, own_tile
from odin_solver.notation.positions import named_tile, position_from
from odin_solver.render.svg.single import board_svg
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.pieces import checked_piece
from odin_solver.rules.position import GameLength, Position
from odin_solver.support.language import say, say_as
from odin_web.replies import get_endpoint, post, post_endpoint
from odin_web.views import PositionDocument, PositionView, components_view, position_view

MAX_BOARDS = 30
MAX_PLACES_SECONDS = 5.0
"""Seconds of processor time for all places of a tile; on real boards they take milliseconds."""


BoardNumber = Annotated[int, msgspec.Meta(ge=0, lt=MAX_BOARDS)]


class AboutPosition(msgspec.Struct, forbid_unknown_fields=True):
    position: PositionDocument


class FromText(msgspec.Struct, forbid_unknown_fields=True):
    """The text of a file with a position, puzzle or game, a share code, or a list of goods.

    Attributes
    ----------
    position
        Whose supply a list of goods replaces.
    """

    text: str
    name: str = "position"
    position: PositionDocument | None = None


class FromExample(msgspec.Struct, forbid_unknown_fields=True):
    name: str


class LayPiece(msgspec.Struct, tag="lay", tag_field="kind", forbid_unknown_fields=True):
    """Lay a tile from the supply, or from the box."""

    board: BoardNumber
    tile: str
    cells: Annotated[list[tuple[int, int]], msgspec.Meta(max_length=100)]


class LiftPiece(msgspec.Struct, tag="lift", tag_field="kind", forbid_unknown_fields=True):
    board: BoardNumber
    piece: Annotated[int, msgspec.Meta(ge=0)]


class ErasePiece(LiftPiece, tag="erase"):
    """Take a piece away: it does not go into the supply."""


class SetCount(msgspec.Struct, tag="count", tag_field="kind", forbid_unknown_fields=True):
    tile: str
    count: int


class AddOwnTile(msgspec.Struct, tag="own_tile", tag_field="kind", forbid_unknown_fields=True):
    """Add a tile of one's own, and one of it to the supply."""

    id: str
    tile: OwnTile


class AddBoard(msgspec.Struct, tag="add_board", tag_field="kind", forbid_unknown_fields=True):
    board: str | CustomBoard


class RemoveBoard(msgspec.Struct, tag="remove_board", tag_field="kind", forbid_unknown_fields=True):
    board: BoardNumber


class SetFacts(msgspec.Struct, tag="facts", tag_field="kind", forbid_unknown_fields=True):
    title: str | None = None
    game: GameLength | None = None
    round: int | None = None
    objective: str | None = None


Change = (
    LayPiece | LiftPiece | ErasePiece | SetCount | AddOwnTile | AddBoard | RemoveBoard | SetFacts
)


class ChangeRequest(msgspec.Struct, forbid_unknown_fields=True):
    position: PositionDocument
    change: Change


class PlacesRequest(msgspec.Struct, forbid_unknown_fields=True):
    position: PositionDocument
    board: BoardNumber
    tile: str


class OrientationView(msgspec.Struct):
    """A tile turned and flipped somehow.

    Attributes
    ----------
    cells
        From the top left.
    turned, flipped
        Numbers of the orientations after a turn and a flip.
    at
        By row and column of the top left corner: -1 if legal, else the number of the reason.
    """

    cells: Sequence[Cell]
    turned: int
    flipped: int
    at: list[list[int]]


class PlacesView(msgspec.Struct, omit_defaults=True):
    """Where a tile may lie on a board; `edge` if it stands on the lower one, as in a banquet."""

    orientations: list[OrientationView]
    reasons: list[str]
    edge: bool = False


def routes() -> list[Route]:
    return [
        Route("/api/components", get_endpoint(components_view)),
        Route("/api/position/picture/{name}", get_endpoint(_picture)),
        post("/api/position", post_endpoint(AboutPosition, view)),
        post("/api/position/text", post_endpoint(FromText, view_of_text)),
        post("/api/position/example", post_endpoint(FromExample, view_of_example)),
        post("/api/position/change", post_endpoint(ChangeRequest, changed)),
        post("/api/position/places", post_endpoint(PlacesRequest, places)),
    ]


def _picture(name: str) -> Response:
    headers = {"cache-control": "private, max-age=3600"}
    svg = board_svg(BoardState(board(name)), alone=True)
    return Response(svg, media_type="image/svg+xml", headers=headers)


def position_of(data: PositionDocument) -> Position:
    """Read the position of a request."""
    return limited(position_from(data))


def view(request: AboutPosition) -> PositionView:
    return position_view(position_of(request.position))


def view_of_text(request: FromText) -> PositionView:
    if request.position is not None and is_list_of_goods(request.text):
        tiles = names_of("tile")
        goods = tiles.counts(request.text)
        view = position_view(changes.with_supply(position_of(request.position), goods))
        heard = say("Heard: {things}", things=tiles.echo(goods) or say("nothing"))
        return msgspec.structs.replace(view, heard=heard)
    return position_view(limited(position_in(request.text, request.name)))


def view_of_example(request: FromExample) -> PositionView:
    found = limited(example(request.name))
    return position_view(replace(found, title=str(say_as("title", found.title))))


def changed(request: ChangeRequest) -> PositionView:
    """Return the position after a change; a change against the rules is refused with the reason."""
    return position_view(limited(_after(position_of(request.position), request.change)))


def _after(position: Position, change: Change) -> Position:
    match change:
        case LayPiece(at, name, cells):
            board_at(position.boards, at)
            return changes.with_piece(
                position, at, checked_piece(named_tile(name, position.tiles), cells)
            )
        case LiftPiece(at, number):
            if number >= len(board_at(position.boards, at).pieces):
                raise ChangeRefused.said("no piece lies here")
            into_supply = not isinstance(change, ErasePiece)
            return changes.without_piece(position, at, number, into_supply=into_supply)
        case SetCount(name, count):
            return changes.with_count(position, named_tile(name, position.tiles), count)
        case AddOwnTile(name, described):
            return changes.with_own_tile(position, own_tile(name, described))
        case AddBoard(named):
            made = board(named) if isinstance(named, str) else custom_board(named)
            return changes.with_board(position, made)
        case RemoveBoard(at):
            board_at(position.boards, at)
            return changes.without_board(position, at)
        case SetFacts(title, game, number, objective):
            return changes.with_facts(
                position, title=title, game=game, round=number, objective=objective
            )


def places(request: PlacesRequest) -> PlacesView:
    position = position_of(request.position)
    state = board_at(position.boards, request.board)
    laid = named_tile(request.tile, position.tiles)

    def reason(piece: Piece) -> str | None:
        if state.why_not(laid, state.grid.mask(piece.cells)) is None:
            return None
        return changes.why_refused(position, request.board, piece)

    return places_of(state, laid, reason)


def places_of(
    state: BoardState, laid: Tile, why_refused: Callable[[Piece], str | None]
) -> PlacesView:
    """Return where a tile may lie on a board, for every orientation and offset.

    Parameters
    ----------
    why_refused
        Returns why a piece may not lie there, None if it may.

    Raises
    ------
    InputError
        If the board has so many pieces that it takes too long.
    """
    until = time.thread_time() + MAX_PLACES_SECONDS
    orientations = _orientations(ghost_of(laid))
    shapes = [each.shape for each in orientations]
    reasons: dict[str, int] = {}
    described = []
    for ghost in orientations:
        columns, rows = ghost.size
        table = []
        for y in range(state.grid.height - rows + 1):
            row = []
            for x in range(state.grid.width - columns + 1):
                if time.thread_time() > until:
                    raise InputError.said(
                        "expected fewer pieces: to find all places takes too long"
                    )
                reason = why_refused(ghost.moved(x, y).piece)
                row.append(-1 if reason is None else reasons.setdefault(reason, len(reasons)))
            table.append(row)
        turned, flipped = (shapes.index(each.shape) for each in (ghost.turned(), ghost.flipped()))
        described.append(OrientationView(ghost.shape, turned, flipped, table))
    return PlacesView(described, list(reasons))


def _orientations(ghost: Ghost) -> list[Ghost]:
    found: dict[tuple[tuple[int, int], ...], Ghost] = {}
    for flipped in (ghost, ghost.flipped()):
        now = flipped
        for _ in range(4):
            found.setdefault(now.shape, now)
            now = now.turned()
    return list(found.values())


def limited(position: Position) -> Position:
    if len(position.boards) > MAX_BOARDS:
        raise InputError.said(
            "boards: expected at most {most}, got {n}", most=MAX_BOARDS, n=len(position.boards)
        )
    return position


def board_at(boards: Sequence[BoardState], at: int) -> BoardState:
    if at >= len(boards):
        raise InputError.said("board: expected a number below {n}, got {at}", n=len(boards), at=at)
    return boards[at]
