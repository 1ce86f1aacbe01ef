"""Requests of a player: the page holds the pieces laid so far as commands of the play session.

Every change is saved in the player's progress, which the command line shares.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache

import msgspec
from msgspec.structs import replace
from starlette.routing import Route

from odin_puzzles.booklet.pictures import play_pictures
from odin_puzzles.generate.titles import shown_title
from odin_puzzles.grading.result import GradeStep
from odin_puzzles.kinds import feast_kind, question
from odin_puzzles.kinds.boards import board_states, boards_of, command_text
from odin_puzzles.kinds.menus import banquet_pieces
from odin_puzzles.play import progress, session
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.share.codes import share_code
from odin_solver.components import Cell
from odin_solver.errors import InputError
from odin_solver.notation.positions import named_tile
from odin_solver.rules.banquet import Serving, is_servable, side_lengths
from odin_solver.rules.board_state import Piece
from odin_solver.rules.position import Placement
from odin_solver.support.language import say_as
from odin_web.games.store import GameFolder
from odin_web.games.views import GameMade
from odin_web.positions import BoardNumber, LayPiece, PlacesView, board_at, places_of
from odin_web.puzzles import actions
from odin_web.puzzles.days import endpoint_of_day, keep_solved
from odin_web.puzzles.sources import NameOrCode, PuzzleName, board_puzzle_named, puzzle_named
from odin_web.replies import extended, post, post_endpoint
from odin_web.searches import Searches
from odin_web.views import BoardView, TileInfo, board_view, tile_view


class TakePieceBack(msgspec.Struct, tag="take", tag_field="kind", forbid_unknown_fields=True):
    board: BoardNumber
    cell: tuple[int, int]


class HintFollowed(msgspec.Struct, tag="command", tag_field="kind", forbid_unknown_fields=True):
    text: progress.Command


class PuzzleViewRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A puzzle with certain pieces, or as the player left it."""

    puzzle: NameOrCode
    pieces: progress.Commands | None = None


class PuzzlePlayRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A game as the page has it, and a change."""

    puzzle: NameOrCode
    begun: progress.BegunPuzzle
    change: LayPiece | TakePieceBack | HintFollowed | None = None


class PuzzlePlacesRequest(msgspec.Struct, forbid_unknown_fields=True):
    puzzle: NameOrCode
    pieces: progress.Commands
    board: BoardNumber
    tile: str


class PuzzleHintRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A game, and whether the player wants to know what to do, not only where to look."""

    puzzle: PuzzleName
    begun: progress.BegunPuzzle
    whole: bool = False


class PuzzleBoard(BoardView, kw_only=True):
    """A board of a puzzle.

    Attributes
    ----------
    part
        Columns and rows of the part that is shown, if not all: left, top, right, bottom.
    clues
        How many pieces lie there from the start.
    hidden
        Whether it has nothing to do with the puzzle.
    """

    label: str
    part: tuple[int, int, int, int] | None
    clues: int
    hidden: bool


class StandingView(msgspec.Struct):
    """How much there is of what counts for the goal."""

    what: str
    have: int
    want: int


class PlayView(msgspec.Struct, kw_only=True):
    pieces: list[str]
    boards: list[PuzzleBoard]
    left: Mapping[str, int]
    own_tiles: list[TileInfo]
    standing: list[StandingView]
    solved: bool
    fault: str


class PuzzleView(PlayView, kw_only=True):
    """A puzzle as the player left it; `unsaved` says why progress is not kept, if so."""

    puzzle: str
    title: str
    kind: str
    difficulty: int | None
    question: str
    code: str
    begun: progress.BegunPuzzle
    record: progress.PuzzleRecord
    unsaved: str


class RecordKept(msgspec.Struct, kw_only=True):
    record: progress.PuzzleRecord
    unsaved: str


class PuzzlePlayed(PlayView, kw_only=True):
    begun: progress.BegunPuzzle
    stars: int
    record: progress.PuzzleRecord
    unsaved: str


class MarkedCells(msgspec.Struct):
    board: int
    cells: Sequence[Cell]


class PuzzleHint(msgspec.Struct, omit_defaults=True):
    """Where to look; or what to do and why, and the command that does it."""

    text: str
    command: str | None = None
    marked: MarkedCells | None = None


class PuzzleHinted(RecordKept, kw_only=True):
    """A hint, which is counted."""

    hint: PuzzleHint
    begun: progress.BegunPuzzle


class PuzzleChecked(msgspec.Struct, kw_only=True):
    """The pieces that do not belong to the solution, how many lie, how many will."""

    wrong: list[MarkedCells]
    laid: int
    total: int


class PuzzleSolution(RecordKept, kw_only=True):
    """Commands of the solution that fits the player's pieces best."""

    pieces: list[str]


def routes(searches: Searches, games: GameFolder) -> list[Route]:
    def opened(request: PuzzleViewRequest) -> PuzzleView | PlayView | GameMade:
        puzzle = puzzle_named(request.puzzle)
        if puzzle.kind == actions.ACTIONS:
            return actions.begun_game(games, request.puzzle, puzzle)
        return viewed(request)

    def helped(request: actions.HelpAsked) -> actions.HelpGiven:
        return actions.help_given(games, request)

    return [
        post("/view", endpoint_of_day(searches, PuzzleViewRequest, opened)),
        post("/help", post_endpoint(actions.HelpAsked, helped)),
        post("/play", post_endpoint(PuzzlePlayRequest, played)),
        post("/places", post_endpoint(PuzzlePlacesRequest, places)),
        post("/hint", post_endpoint(PuzzleHintRequest, hinted)),
        post("/check", post_endpoint(PuzzlePlayRequest, checked)),
        post("/solution", post_endpoint(PuzzlePlayRequest, solution)),
    ]


def viewed(request: PuzzleViewRequest) -> PuzzleView | PlayView:
    puzzle = board_puzzle_named(request.puzzle)
    if request.pieces is not None:
        return play_view(session.replayed(puzzle, request.pieces)[-1])
    records, unsaved = progress.known_records()
    record = records.get(progress.key_of(puzzle), progress.PuzzleRecord())
    begun = record.begun or progress.BegunPuzzle()
    try:
        play = session.replayed(puzzle, begun.pieces)[-1]
    except session.Refused:
        play, begun = session.Play(puzzle), replace(begun, pieces=())
    return extended(
        PuzzleView,
        play_view(play),
        puzzle=request.puzzle,
        title=shown_title(puzzle),
        kind=puzzle.kind,
        difficulty=puzzle.difficulty,
        question=question(puzzle),
        code=share_code(puzzle),
        begun=begun,
        record=record,
        unsaved=unsaved,
    )


def played(request: PuzzlePlayRequest) -> PuzzlePlayed:
    puzzle, play = _play_of(request)
    match request.change:
        case LayPiece(board, name, cells):
            play = session.lay_piece(play, _piece(play, board, name, cells))
        case TakePieceBack(board, cell):
            play = session.take_at(play, board, cell)
        case HintFollowed(text):
            word, _, place = text.partition(" ")
            play = play.without(place) if word == "take" else play.after(text)
        case None:
            pass
    begun = replace(request.begun, pieces=play.commands)
    if play.solved and request.change is not None:
        seconds = round(begun.seconds, 1)
        saved = _saved(puzzle, lambda record: record.after_solving(seconds, begun.stars))
        with suppress(InputError):
            keep_solved(request.puzzle)
    else:
        saved = _saved_begun(puzzle, begun)
    return extended(
        PuzzlePlayed,
        play_view(play),
        begun=begun,
        stars=begun.stars,
        record=saved.record,
        unsaved=saved.unsaved,
    )


def places(request: PuzzlePlacesRequest) -> PlacesView:
    play = session.replayed(board_puzzle_named(request.puzzle), request.pieces)[-1]
    laid = session.tile_named(play, request.tile)
    state = board_at(board_states(play.puzzle), request.board)

    def reason(piece: Piece) -> str | None:
        return session.why_not(play, _piece(play, request.board, laid.id, piece.cells))

    return replace(places_of(state, laid, reason), edge=play.at_table)


def hinted(request: PuzzleHintRequest) -> PuzzleHinted:
    puzzle, play = _solved_play(request)
    given = play.hint(_steps(request.puzzle))
    begun = request.begun
    if request.whole:
        begun = replace(begun, hints=begun.hints + 1, nudges=max(0, begun.nudges - 1))
        marked = _marked(given.piece) if given.piece else None
        shown = PuzzleHint(given.answer, given.command, marked)
    else:
        begun = replace(begun, nudges=begun.nudges + 1)
        shown = PuzzleHint(given.nudge)
    return extended(PuzzleHinted, _saved_begun(puzzle, begun), hint=shown, begun=begun)


def checked(request: PuzzlePlayRequest) -> PuzzleChecked:
    puzzle, play = _solved_play(request)
    wrong = [_marked(piece) for piece in play.misplaced]
    return PuzzleChecked(wrong=wrong, laid=len(play.pieces), total=len(puzzle.solution))


def solution(request: PuzzlePlayRequest) -> PuzzleSolution:
    puzzle, play = _solved_play(request)
    pieces = [command_text(puzzle, piece) for piece in session.solution_for(play)]
    saved = _saved(puzzle, lambda record: replace(record, begun=None))
    return extended(PuzzleSolution, saved, pieces=pieces)


def play_view(play: session.Play) -> PlayView:
    puzzle, boards = play.puzzle, boards_of(play.puzzle, play.pieces)
    names = [say_as("board", each.state.board.name) for each in boards]
    return extended(
        PlayView,
        play,
        pieces=list(play.commands),
        boards=[
            extended(
                PuzzleBoard,
                board_view(each.state),
                label=f"{name} {number}" if names.count(name) > 1 else name,
                svg=picture,
                part=each.part,
                clues=each.clues,
                hidden=each.shown == (),
            )
            for number, (name, each, picture) in enumerate(
                zip(names, boards, play_pictures(puzzle, play.pieces), strict=True), 1
            )
        ],
        own_tiles=[tile_view(tile) for tile in puzzle.position.tiles.values()],
        standing=[
            StandingView(what, have, want)
            for what, (have, want) in feast_kind(puzzle).standing(puzzle, play.pieces).items()
        ],
    )


def _play_of(request: PuzzlePlayRequest | PuzzleHintRequest) -> tuple[Puzzle, session.Play]:
    puzzle = board_puzzle_named(request.puzzle)
    return puzzle, session.replayed(puzzle, request.begun.pieces)[-1]


def _solved_play(request: PuzzlePlayRequest | PuzzleHintRequest) -> tuple[Puzzle, session.Play]:
    puzzle, play = _play_of(request)
    if not puzzle.solution:
        raise InputError.said("the solution of a share code is not known: open it as a puzzle")
    return puzzle, play


def _piece(
    play: session.Play, board: int, name: str, cells: Sequence[tuple[int, int]]
) -> Placement:
    """Return a piece; at the banquet table it slides down to the edge."""
    board_at(board_states(play.puzzle), board)
    laid = named_tile(name, play.puzzle.position.tiles)
    if play.at_table and cells and is_servable(laid):
        columns = {x for x, _ in cells}
        lengthwise = len(columns) > min(side_lengths(laid))
        return banquet_pieces([Serving(laid, min(columns), lengthwise)])[0]
    ordered = tuple(sorted(cells, key=lambda cell: (cell[1], cell[0])))
    return Placement(board, Piece(laid, ordered))


def _marked(piece: Placement) -> MarkedCells:
    return MarkedCells(piece.board, piece.piece.cells)


def _saved_begun(puzzle: Puzzle, begun: progress.BegunPuzzle) -> RecordKept:
    return _saved(puzzle, lambda record: replace(record, begun=begun if begun.anything else None))


def _saved(
    puzzle: Puzzle, change: Callable[[progress.PuzzleRecord], progress.PuzzleRecord]
) -> RecordKept:
    """Keep progress, but that with a share code: frames of other sites play those."""
    try:
        if not puzzle.solution:
            return RecordKept(record=change(progress.PuzzleRecord()), unsaved="")
        return RecordKept(record=progress.change_record(puzzle, change), unsaved="")
    except InputError as error:
        return RecordKept(record=progress.PuzzleRecord(), unsaved=str(error))


@lru_cache(maxsize=20)
def _steps(name: str) -> tuple[GradeStep, ...]:
    from odin_puzzles.grading.grade import steps_for_hints

    return steps_for_hints(board_puzzle_named(name))
