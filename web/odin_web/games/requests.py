"""Requests about solo games."""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Annotated, Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from odin_solver.components import tile
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.errors import InputError
from odin_solver.game.files import begin, random_seed
from odin_solver.game.harvest import HARVEST_PROFILES, own_harvest_profile
from odin_solver.game.kernel.anytime import why_not_spent
from odin_solver.game.kernel.rulings import RULINGS, ruling
from odin_solver.game.kernel.state import Options, State
from odin_solver.game.log import text, up_to
from odin_solver.game.seats import alone
from odin_solver.game.setup import BOT, HUMAN, PLAYERS, STRENGTHS, seating
from odin_solver.planner.bots import Bots
from odin_solver.rules.board_state import Piece
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.support.language import language, say
from odin_solver.support.validating import converted
from odin_solver.words.harvest import PRINTED
from odin_web.games import coaching, tables
from odin_web.games.banquet import MAX_DISHES, FeastView, LaidDish, best_feast_view, feast_view
from odin_web.games.index import GameIndex, GameRow
from odin_web.games.moves import MoveText, ReviewedDecision, move_text
from odin_web.games.sharing import Sharing
from odin_web.games.store import Conflict, GameFolder, GameId, OpenGame, UnknownGame, named
from odin_web.games.table import boards_view, card_text_view, game_view, only_changes
from odin_web.games.views import CardText, GameChanges, GameMade, GameView
from odin_web.lan import LocalNetwork
from odin_web.positions import PlacesView, board_at, places_of
from odin_web.puzzles.actions import keep_progress
from odin_web.replies import Done, Endpoint, answer, attachment, get_endpoint, post, post_endpoint
from odin_web.searches import Searches, Work
from odin_web.views import TileOnCells

MAX_MOVES = 200

Deck = Literal["A", "B", "C"]
Number = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Seed = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
Name = Annotated[str, msgspec.Meta(max_length=200)]

Strength = Annotated[int, msgspec.Meta(ge=STRENGTHS[0], le=STRENGTHS[-1])]


class NewGame(msgspec.Struct, forbid_unknown_fields=True):
    name: Name = ""
    length: GameLength = "long"
    seed: Seed | None = None
    ask_chance: bool = False
    islands: bool = False
    harvest: bool = False
    decks: tuple[Deck, ...] = ("A", "B", "C")
    people: Annotated[list[Name], msgspec.Meta(max_length=PLAYERS[-1])] = []
    bots: Annotated[list[Strength], msgspec.Meta(max_length=PLAYERS[-1] - 1)] = []
    starting: Literal["random", "choose"] | int = "random"
    rulings: list[str] = []


class GameText(msgspec.Struct, forbid_unknown_fields=True):
    text: str
    name: Name = "pasted game"


class AboutGame(msgspec.Struct, forbid_unknown_fields=True):
    game: GameId
    at: Number | None = None


class PlayedAgain(msgspec.Struct, forbid_unknown_fields=True):
    """A game, and the number of its moves to begin with."""

    game: GameId
    at: Number


class GameTitle(msgspec.Struct, forbid_unknown_fields=True):
    game: GameId
    name: Name


class MovesMade(msgspec.Struct, forbid_unknown_fields=True):
    """Moves, made all or none."""

    game: GameId
    seen: Number
    moves: Annotated[list[MoveText | TileOnCells], msgspec.Meta(min_length=1, max_length=MAX_MOVES)]
    stamp: str | None = None
    only_changes: bool = False


class Rewound(msgspec.Struct, forbid_unknown_fields=True):
    """A number of moves to go back or forth to."""

    game: GameId
    seen: Number
    to: Number | None = None
    stamp: str | None = None
    only_changes: bool = False


class TileTaken(msgspec.Struct, forbid_unknown_fields=True):
    """A tile of the supply in hand."""

    game: GameId
    seen: Number
    board: Number
    tile: str


class FeastLaid(msgspec.Struct, forbid_unknown_fields=True):
    """Dishes from the left; without them the best feast, perhaps without food to keep."""

    game: GameId
    seen: Number
    dishes: Annotated[list[LaidDish | None], msgspec.Meta(max_length=MAX_DISHES)] | None = None
    keep: Annotated[list[str], msgspec.Meta(max_length=MAX_DISHES)] = []


class LengthChoice(msgspec.Struct):
    id: GameLength
    rounds: int


class RulingChoice(msgspec.Struct):
    """Another reading of a rule."""

    name: str
    text: str


class NewGameChoices(msgspec.Struct, kw_only=True):
    lengths: list[LengthChoice]
    decks: list[Deck]
    starting: list[CardText]
    rulings: list[RulingChoice]
    harvest: str


class GameRequests:
    def __init__(
        self, games: GameFolder, searches: Searches, network: LocalNetwork | None = None
    ) -> None:
        self.games = games
        self.sharing = Sharing(games, network)
        self.searches = searches
        self.index = GameIndex(games)
        self.coaches = coaching.Coaches()

    def routes(self) -> list[Route]:
        return [
            Route("/api/games", get_endpoint(self.index.listed)),
            Route("/api/games/choices", get_endpoint(choices)),
            Route("/api/games/boards", get_endpoint(boards_view)),
            post("/api/games/new", post_endpoint(NewGame, self.new)),
            post("/api/games/import", post_endpoint(GameText, self.imported)),
            Route("/api/games/parts", get_endpoint(tables.parts_view)),
            post("/api/games/table/open", post_endpoint(tables.TableText, tables.opened)),
            post("/api/games/table/check", post_endpoint(tables.AboutTable, tables.checked)),
            post(
                "/api/games/table/advice",
                self.searches.endpoint(tables.TableAsked, tables.planning),
            ),
            post("/api/games/table/play", post_endpoint(tables.AboutTable, self.from_table)),
            post("/api/games/again", post_endpoint(PlayedAgain, self.again)),
            post("/api/games/rename", post_endpoint(GameTitle, self.renamed)),
            post("/api/games/delete", post_endpoint(AboutGame, self.deleted)),
            Route("/api/games/{game}", self._viewed()),
            Route("/api/games/{game}/log", get_endpoint(self.log)),
            *self.sharing.routes(),
            post("/api/game/move", post_endpoint(MovesMade, self.move)),
            post("/api/game/undo", post_endpoint(Rewound, self.undo)),
            post("/api/game/redo", post_endpoint(Rewound, self.redo)),
            post("/api/game/places", post_endpoint(TileTaken, self.places)),
            post("/api/game/feast", post_endpoint(FeastLaid, self.feast)),
            post("/api/game/coach", self.searches.endpoint(coaching.CoachAsked, self.coach)),
            post("/api/game/fill", self.searches.endpoint(coaching.FillAsked, self.fill)),
            post("/api/game/review", self.searches.endpoint(coaching.ReviewAsked, self.review)),
        ]

    # --- all games ---

    def new(self, wanted: NewGame) -> GameView:
        people = wanted.people or [HUMAN]
        names, bots = seating(",".join([*people, *(f"{BOT}:{each}" for each in wanted.bots)]))
        if wanted.ask_chance and (wanted.seed is not None or wanted.bots):
            raise InputError.said("expected either a seed and bots or ask_chance, not both")
        options = Options(
            length=wanted.length,
            islands=wanted.islands,
            harvest=wanted.harvest,
            profile=own_harvest_profile() if wanted.harvest else None,
            cards=frozenset(
                number for number, card in OCCUPATIONS.items() if card.deck in wanted.decks
            ),
            starting=wanted.starting,
            rulings=frozenset(map(ruling, wanted.rulings)),
            players=len(names),
            seats=names if len(names) > 1 else (),
            bots=bots,
        )
        seed = wanted.seed
        if seed is None and not wanted.ask_chance:
            seed = random_seed()
        begun = begin(options, seed)
        Bots(begun).move()
        game = self.games.new(begun, wanted.name)
        with self.games.opened(game) as opened:
            return game_view(opened)

    def imported(self, wanted: GameText) -> GameMade:
        return GameMade(self.games.add(wanted.text, wanted.name))

    def from_table(self, wanted: tables.AboutTable) -> GameMade:
        title = wanted.table.get("title")
        return GameMade(self.games.add(tables.game_text(wanted), str(title or say("real table"))))

    def again(self, wanted: PlayedAgain) -> GameMade:
        """Add a game that has the first moves of another one, to play on from there."""
        with self.games.opened(wanted.game) as opened:
            self.sharing.expect_uncovered(opened)
            most, name = len(opened.game.moves), opened.name
            if wanted.at > most:
                raise InputError.said(
                    "at: expected at most {most} moves, got {got}", most=most, got=wanted.at
                )
            earlier = up_to(opened.game, wanted.at)
        title = say("{game}, again from round {round}", game=name, round=earlier.state.round)
        return GameMade(self.games.add(named(text(earlier), title), title))

    def renamed(self, wanted: GameTitle) -> GameRow:
        self.games.rename(wanted.game, wanted.name)
        return self.index.row(wanted.game)

    def deleted(self, wanted: AboutGame) -> Done:
        self.games.delete(wanted.game)
        self.sharing.forget(wanted.game)
        return Done()

    # --- one game ---

    def view(self, wanted: AboutGame) -> GameView:
        with self.games.opened(wanted.game) as opened:
            return game_view(opened, at=wanted.at, screen=self.sharing.screen(opened))

    def log(self, game: GameId) -> Response:
        with self.games.opened(game) as opened:
            self.sharing.expect_uncovered(opened)
            return attachment(opened.file.content, "text/plain", f"{game}.log")

    def move(self, wanted: MovesMade) -> GameView | GameChanges:
        def change(opened: OpenGame) -> None:
            self.sharing.expect_here(opened, opened.state)
            self.games.play(opened, [move_text(opened.state, move) for move in wanted.moves])
            self.sharing.moved(opened)
            keep_progress(opened, time.time() - self.games.path(opened.id).stat().st_mtime)

        return self._changed(wanted, change)

    def undo(self, wanted: Rewound) -> GameView | GameChanges:
        return self._changed(wanted, lambda opened: self.sharing.undo(opened, wanted.to))

    def redo(self, wanted: Rewound) -> GameView | GameChanges:
        def change(opened: OpenGame) -> None:
            self.sharing.expect_uncovered(opened)
            self.games.redo(opened, wanted.to)

        return self._changed(wanted, change)

    def places(self, wanted: TileTaken) -> PlacesView:
        state = self._state(wanted.game, wanted.seen)
        laid = tile(wanted.tile)
        board = board_at(state.boards, wanted.board)
        kept = why_not_spent(state, laid.id)

        def reason(piece: Piece) -> str | None:
            return board.why_not(laid, board.grid.mask(piece.cells)) or kept

        return places_of(board, laid, reason)

    def feast(self, wanted: FeastLaid) -> FeastView:
        state = self._state(wanted.game, wanted.seen)
        if wanted.dishes is None:
            return best_feast_view(state, wanted.keep)
        return feast_view(state, wanted.dishes)

    # --- searches ---

    def coach(self, wanted: coaching.CoachAsked) -> coaching.CoachWork:
        self._state(wanted.game, wanted.seen, coached=True)
        with self._known(wanted.game, wanted.seen) as opened:
            return self.coaches.coaching(opened.game, wanted)

    def fill(self, wanted: coaching.FillAsked) -> Work[coaching.Filled, None, coaching.FillResult]:
        return coaching.filling(alone(self._state(wanted.game, wanted.seen, coached=True)), wanted)

    def review(
        self, wanted: coaching.ReviewAsked
    ) -> Work[None, ReviewedDecision, coaching.ReviewResult]:
        with self.games.opened(wanted.game) as opened:
            return coaching.reviewing(opened.game, wanted)

    def _changed(
        self, wanted: MovesMade | Rewound, change: Callable[[OpenGame], None]
    ) -> GameView | GameChanges:
        def view(opened: OpenGame) -> GameView | GameChanges:
            screen = self.sharing.screen(opened)
            before, said_in = opened.shown.get(screen.looking, (None, ""))
            now = game_view(opened, min(wanted.seen, len(opened.game.moves)), screen=screen)
            if wanted.only_changes and before is not None and said_in == language():
                return only_changes(before, now) if before.stamp == wanted.stamp else now
            return now

        with self._as_it_is(wanted.game):
            return self.games.changed(wanted.game, wanted.seen, wanted.stamp, change, view)

    def _state(self, game: str, seen: int, *, coached: bool = False) -> State:
        """Return a state about which the player asks whose turn it is."""
        with self._known(game, seen) as opened:
            state = opened.game.states[seen]
            self.sharing.expect_here(opened, state, coached=coached)
            return state

    @contextmanager
    def _known(self, game: str, seen: int) -> Iterator[OpenGame]:
        """Open a game that has as many moves as a page has seen."""
        with self._as_it_is(game), self.games.opened(game) as opened:
            if seen > len(opened.game.moves):
                raise Conflict.said("the game has gone back elsewhere; here it is as it stands now")
            yield opened

    @contextmanager
    def _as_it_is(self, game: str) -> Iterator[None]:
        """Let a `Conflict` tell the game as it is."""
        try:
            yield
        except Conflict as error:
            error.data = {"game": self.view(AboutGame(game))}
            raise

    def _viewed(self) -> Endpoint:
        @wraps(self.view)
        async def endpoint(request: Request) -> Response:
            shown = await asyncio.to_thread(lambda: answer(self.view(_named_in(request))))
            if self.searches.serving:
                asyncio.get_running_loop().run_in_executor(None, self.coaches.ready)
            return shown

        return endpoint


def _named_in(request: Request) -> AboutGame:
    """Return the game that an address names."""
    at = request.query_params.get("at")
    named: dict[str, Any] = {"game": request.path_params["game"]}
    if at is not None:
        named["at"] = at
    try:
        return converted(named, AboutGame, strict=False)
    except msgspec.ValidationError as error:
        message = f"request: {error}"
        raise UnknownGame(message) if at is None else InputError(message) from None


def choices() -> NewGameChoices:
    starting: Sequence[int] = [number for number, card in OCCUPATIONS.items() if card.starting]
    return NewGameChoices(
        lengths=[LengthChoice(name, rounds) for name, rounds in ROUNDS.items()],
        decks=["A", "B", "C"],
        starting=[card_text_view(number) for number in starting],
        rulings=[RulingChoice(name, say(each.text)) for name, each in RULINGS.items()],
        harvest="" if HARVEST_PROFILES.own_path().is_file() else say(PRINTED),
    )
