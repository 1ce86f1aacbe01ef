"""Requests about the scores of real games: the archive, its statistics, files and CSV."""

from collections.abc import Callable
from datetime import date
from types import MappingProxyType
from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from odin_solver.game.scores import (
    FinishedGame,
    ScoreArchive,
    csv_text,
    default_archive,
    finished_game,
    game_data,
    game_from,
    games_from_csv,
    score_statistics,
)
from odin_solver.game.scores.file import CATEGORIES
from odin_solver.game.scoring import COSTS
from odin_solver.support.language import say
from odin_solver.words.game import category_name
from odin_web.replies import Endpoint, Refusal, get_endpoint, in_thread, post, post_endpoint

MAX_TEXT = 1_000_000

Data = dict[str, Any]


class ScoreText(msgspec.Struct, forbid_unknown_fields=True):
    """The text of a file."""

    text: Annotated[str, msgspec.Meta(max_length=MAX_TEXT)]
    name: Annotated[str, msgspec.Meta(max_length=200)]


class ScoreAdded(msgspec.Struct, forbid_unknown_fields=True):
    """A game to keep, as the data of a score file; `instead` of the game with this id."""

    game: Data
    again: bool = False
    instead: Annotated[str, msgspec.Meta(max_length=20)] = ""


class ScoreRemoved(msgspec.Struct, forbid_unknown_fields=True):
    """A game to take out of the archive."""

    id: Annotated[str, msgspec.Meta(max_length=20)]


class KnownGame(Refusal):
    """The archive has this game already."""

    status = 409
    data = MappingProxyType({"known": True})


def routes() -> list[Route]:
    """Return the routes of the page."""
    archive = default_archive()

    def shown(change: Callable[[Any], object]) -> Callable[[Any], Data]:
        def work(asked: Any) -> Data:
            change(asked)
            return view(archive)

        return work

    def add(asked: ScoreAdded) -> None:
        game = game_from(asked.game, "game")
        if asked.instead == game.id:
            return
        if not archive.add([game], again=asked.again):
            raise KnownGame(say("the archive has this game already"))
        if asked.instead:
            archive.remove(asked.instead)

    return [
        Route("/api/scores", get_endpoint(lambda: view(archive))),
        Route("/api/scores/csv", _csv(archive)),
        post("/api/scores/add", post_endpoint(ScoreAdded, shown(add))),
        post(
            "/api/scores/remove", post_endpoint(ScoreRemoved, shown(lambda a: archive.remove(a.id)))
        ),
        post(
            "/api/scores/import",
            post_endpoint(ScoreText, shown(lambda a: archive.add(games_from_csv(a.text, a.name)))),
        ),
        post(
            "/api/scores/open",
            post_endpoint(ScoreText, lambda a: game_data(finished_game(a.text, a.name))),
        ),
    ]


def view(archive: ScoreArchive) -> Data:
    """Return all that the page shows: the games, the newest first, and statistics."""
    kept = archive.read()
    games = sorted(kept.games, key=lambda game: game.date)[::-1]
    return {
        "today": date.today().isoformat(),
        "file": str(archive.path),
        "categories": [
            {"id": name, "name": category_name(name), "loss": name in COSTS} for name in CATEGORIES
        ],
        "games": [_game(game) for game in games],
        "statistics": msgspec.structs.asdict(score_statistics(kept.games)),
        "problems": kept.problems,
    }


def _game(game: FinishedGame) -> Data:
    return {"id": game.id, "winners": game.winners, "data": game_data(game)}


def _csv(archive: ScoreArchive) -> Endpoint:
    def attachment() -> Response:
        headers = {"content-disposition": 'attachment; filename="scores.csv"'}
        return Response(csv_text(archive.read().games), media_type="text/csv", headers=headers)

    async def endpoint(request: Request) -> Response:
        return await in_thread(attachment)

    return endpoint
