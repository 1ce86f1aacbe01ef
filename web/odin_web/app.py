"""The routes of the server."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib.resources import files

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from odin_web import positions, puzzles
from odin_web.desk import Desk
from odin_web.guard import Guard
from odin_web.ondemand import OnDemand
from odin_web.replies import answer, refused
from odin_web.searches import Searches
from odin_web.views import components_view

STATIC = files("odin_web") / "static"
LOCAL = ("127.0.0.1", "localhost", "::1")
PAGES = ("/", "/puzzles", "/games")
"""Addresses of pages; the script shows the one that is asked for."""

NOT_FOUND = 404


def application(
    start: Sequence[str] = (), hosts: Sequence[str] = LOCAL, searches_at_once: int = 1
) -> Starlette:
    """Return the ASGI application.

    Parameters
    ----------
    start
        Text and name of the position file to begin with, if any.
    hosts
        Host names under which it answers.
    searches_at_once
        How many searches run at the same time.
    """
    searches = Searches(searches_at_once)
    desk = Desk()

    def advice() -> Sequence[BaseRoute]:
        from odin_web.advice import routes

        return routes(searches, desk)

    def games() -> Sequence[BaseRoute]:
        from odin_web.games.requests import GameRequests
        from odin_web.games.store import GameFolder, games_folder

        return GameRequests(GameFolder(games_folder()), searches).routes()

    async def beginning(request: Request) -> Response:
        return answer({"text": start[0], "name": start[1]} if start else None)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        searches.stop_all()

    return Starlette(
        routes=[
            *(Route(path, _page) for path in PAGES),
            Route("/api/components", _components),
            Route("/api/texts/{language}", _texts),
            Route("/api/beginning", beginning),
            *positions.routes(searches, desk),
            OnDemand(["/api/game"], games),
            *puzzles.routes(searches),
            *searches.routes(),
            OnDemand([f"/api/position/{name}" for name in ("hint", "analyse", "loss")], advice),
            Mount("/static", StaticFiles(directory=str(STATIC))),
        ],
        middleware=[Middleware(Guard, hosts=hosts)],
        lifespan=lifespan,
    )


async def _page(request: Request) -> Response:
    return FileResponse(str(STATIC / "index.html"))


async def _components(request: Request) -> Response:
    return answer(components_view())


async def _texts(request: Request) -> Response:
    """Return the catalogue of a language: the files of all pages together."""
    language = request.path_params["language"]
    if language not in [folder.name for folder in (STATIC / "locales").iterdir()]:
        return refused("there is no catalogue of this language", NOT_FOUND)
    texts: dict[str, str] = {}
    for file in (STATIC / "locales" / language).iterdir():
        texts |= json.loads(file.read_text(encoding="utf-8"))
    return answer(texts)
