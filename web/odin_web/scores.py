"""Requests about the scores of real games: the archive, its statistics, files and CSV."""

from collections.abc import Sequence
from datetime import date
from types import MappingProxyType
from typing import Annotated, Any

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from odin_solver.errors import InputError
from odin_solver.game import scores
from odin_solver.game.scores.file import CATEGORIES
from odin_solver.game.scoring import COSTS
from odin_solver.rules.position import GameLength
from odin_solver.support.language import say
from odin_solver.words.game import category_name
from odin_web.questions import QuestionForm, form
from odin_web.replies import Refusal, attachment, get_endpoint, post, post_endpoint

MAX_TEXT = 1_000_000

ScoreDocument = dict[str, Any]
"""The data of a score file."""


class ScoreText(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, msgspec.Meta(max_length=MAX_TEXT)]
    name: Annotated[str, msgspec.Meta(max_length=200)]


class ScoreOpened(ScoreText, forbid_unknown_fields=True):
    """The text of a file; `length` is that of the sheet into which a player's game is read."""

    length: GameLength | None = None


class ScoreAdded(msgspec.Struct, forbid_unknown_fields=True):
    """A game to keep, as the data of a score file; `instead` of the game with this id."""

    game: ScoreDocument
    again: bool = False
    instead: Annotated[str, msgspec.Meta(max_length=20)] = ""


class ScoreRemoved(msgspec.Struct, forbid_unknown_fields=True):
    id: Annotated[str, msgspec.Meta(max_length=20)]


class KnownGame(Refusal):
    """The archive has this game already."""

    status = 409
    data = MappingProxyType({"known": True})


class ChangedGame(Refusal):
    """The archive no longer has the game that the page shows."""

    status = 409
    data = MappingProxyType({"gone": True})


class ScoreCategory(msgspec.Struct):
    """A line of the score sheet; `loss` is one that is taken off."""

    id: str
    name: str
    loss: bool


class KeptScore(msgspec.Struct):
    """A game of the archive: the names of its winners, and the data of its file."""

    id: str
    winners: Sequence[str]
    data: ScoreDocument


class ScoresView(msgspec.Struct):
    """All that the page shows: the games, the newest first, and how statistics are asked for."""

    today: str
    file: str
    categories: list[ScoreCategory]
    games: list[KeptScore]
    statistics: QuestionForm
    problems: Sequence[str]


def routes() -> list[Route]:
    archive = scores.default_archive()

    def kept() -> ScoresView:
        return view(archive)

    def add(asked: ScoreAdded) -> ScoresView:
        game = scores.game_from(asked.game, "game", kept=asked.again)  # as when it is put back
        try:
            added = archive.add([game], again=asked.again, instead=asked.instead)
        except scores.GoneGame:
            raise ChangedGame(
                say(
                    "the game was changed or removed elsewhere; your sheet can be saved as a game "
                    "of its own"
                )
            ) from None
        if not added:
            raise KnownGame(say("the archive has this game already"))
        return view(archive)

    def remove(asked: ScoreRemoved) -> ScoresView:
        try:
            archive.remove(asked.id)
        except scores.GoneGame:
            raise ChangedGame(say("the game was changed or removed elsewhere")) from None
        return view(archive)

    def table() -> Response:
        return attachment(scores.csv_text(archive.read_all()), "text/csv", "scores.csv")

    def add_table(asked: ScoreText) -> ScoresView:
        archive.add(scores.games_from_csv(asked.text, asked.name))
        return view(archive)

    return [
        Route("/api/scores", get_endpoint(kept)),
        Route("/api/scores/csv", get_endpoint(table)),
        post("/api/scores/add", post_endpoint(ScoreAdded, add)),
        post("/api/scores/remove", post_endpoint(ScoreRemoved, remove)),
        post("/api/scores/import", post_endpoint(ScoreText, add_table)),
        post("/api/scores/open", post_endpoint(ScoreOpened, opened)),
    ]


def opened(asked: ScoreOpened) -> ScoreDocument:
    return scores.game_data(scores.finished_game(asked.text, asked.name, length=asked.length))


def view(archive: scores.ScoreArchive) -> ScoresView:
    try:
        kept = archive.read()
    except InputError as error:
        kept = scores.ArchivedGames((), error.problems)
    games = sorted(kept.games, key=lambda game: game.date)[::-1]
    return ScoresView(
        today=date.today().isoformat(),
        file=str(archive.path),
        categories=[ScoreCategory(name, category_name(name), name in COSTS) for name in CATEGORIES],
        games=[KeptScore(game.id, game.winners, scores.game_data(game)) for game in games],
        statistics=form("score stats"),
        problems=kept.problems,
    )
