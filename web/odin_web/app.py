"""The routes of the server."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib.resources import files

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from odin_solver.errors import OdinError
from odin_web import positions
from odin_web.guard import Guard
from odin_web.replies import answer, asked, body, refused
from odin_web.searches import Searches, TooManySearches
from odin_web.views import components_view

STATIC = files("odin_web") / "static"
LOCAL = ("127.0.0.1", "localhost", "::1")
TOO_MANY, NOT_FOUND = 429, 404


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

    async def page(request: Request) -> Response:
        return FileResponse(str(STATIC / "index.html"))

    async def components(request: Request) -> Response:
        return answer(components_view())

    async def beginning(request: Request) -> Response:
        return answer({"text": start[0], "name": start[1]} if start else None)

    async def begin_solving(request: Request) -> Response:
        try:
            wanted = await body(request, positions.SolveAsked)
            return answer({"search": searches.begin(positions.solving(wanted)).id})
        except TooManySearches as error:
            return refused(str(error), TOO_MANY)
        except OdinError as error:
            return refused(str(error))

    async def events(request: Request) -> Response:
        search = searches.get(request.path_params["search"])
        if search is None:
            return refused("this search is forgotten", NOT_FOUND)
        last = request.headers.get("last-event-id", "0")
        after = int(last) if last.isdecimal() and len(last) < 9 else 0

        async def stream() -> AsyncIterator[bytes]:
            async for number, kind, data in searches.follow(search, after):
                head = f"id: {number}\nevent: {kind}\ndata: ".encode()
                yield head + msgspec.json.encode(data) + b"\n\n"

        return StreamingResponse(stream(), media_type="text/event-stream")

    async def stop(request: Request) -> Response:
        search = searches.get(request.path_params["search"])
        if search is None:
            return refused("this search is forgotten", NOT_FOUND)
        searches.stop(search)
        return answer({})

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        searches.stop_all()

    def post(path: str, endpoint: object) -> Route:
        return Route(path, endpoint, methods=["POST"])  # type: ignore[arg-type]  # an endpoint

    return Starlette(
        routes=[
            Route("/", page),
            Route("/puzzles", page),
            Route("/game", page),
            Route("/api/components", components),
            Route("/api/beginning", beginning),
            post("/api/position", asked(positions.AboutPosition, positions.view)),
            post("/api/position/text", asked(positions.FromText, positions.view_of_text)),
            post("/api/position/example", asked(positions.FromExample, positions.view_of_example)),
            post("/api/position/change", asked(positions.ChangeAsked, positions.changed)),
            post("/api/position/places", asked(positions.PlacesAsked, positions.places)),
            post("/api/position/solve", begin_solving),
            Route("/api/searches/{search}/events", events),
            post("/api/searches/{search}/stop", stop),
            Mount("/static", StaticFiles(directory=str(STATIC))),
        ],
        middleware=[Middleware(Guard, hosts=hosts)],
        lifespan=lifespan,
    )
