"""The routes of the server."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache
from pkgutil import resolve_name
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute

from odin_solver.errors import OdinError
from odin_web import installed, kept, pagefiles, puzzles
from odin_web.guard import Guard
from odin_web.lan import LOCAL, LocalNetwork
from odin_web.ondemand import OnDemand
from odin_web.replies import refusal_of
from odin_web.searches import Searches
from odin_web.seats import games_folder

if TYPE_CHECKING:
    from odin_web.games.store import GameFolder

REQUESTS_AT_ONCE = 16
"""Requests that are worked on at the same time; the others wait."""

SWITCH_SECONDS = 0.001
"""How long a thread computes before another one may: files are served while it does."""


def application(
    start: Sequence[str] = (),
    hosts: Sequence[str] = (),
    searches_at_once: int = 1,
    network: LocalNetwork | None = None,
) -> Starlette:
    """Return the ASGI application.

    Parameters
    ----------
    start
        Text and name of the position file to begin with, if any.
    hosts
        Host names under which it answers, besides those of this computer.
    searches_at_once
        How many searches run at the same time.
    network
        Who may use it from other devices, if they reach it.
    """
    searches = Searches(searches_at_once)

    @cache
    def folder() -> "GameFolder":
        from odin_web.games.store import GameFolder

        return GameFolder(games_folder())

    def games() -> Sequence[BaseRoute]:
        from odin_web.games.requests import GameRequests

        return GameRequests(folder(), searches, network).routes()

    def challenges() -> Sequence[BaseRoute]:
        from odin_web.challenges import ChallengeRequests

        return ChallengeRequests(folder(), searches).routes()

    def routes_of(module: str, *arguments: object) -> Callable[[], Sequence[BaseRoute]]:
        return lambda: resolve_name(f"{module}:routes")(*arguments)

    first = OnDemand(["/api/components", "/api/position"], routes_of("odin_web.positions"))

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_default_executor(
            ThreadPoolExecutor(REQUESTS_AT_ONCE, "requests")
        )
        sys.setswitchinterval(SWITCH_SECONDS)
        searches.serving = True
        importing = asyncio.create_task(asyncio.to_thread(first.router))
        yield
        await importing
        searches.stop_all()

    return Starlette(
        routes=[
            *pagefiles.routes({"text": start[0], "name": start[1]} if start else None, network),
            *installed.routes(),
            first,
            OnDemand(["/api/game"], games),
            OnDemand(["/api/challenges"], challenges),
            OnDemand(["/api/scores"], routes_of("odin_web.scores")),
            OnDemand(["/api/graenaland"], routes_of("odin_web.graenaland")),
            OnDemand(["/api/vikings"], routes_of("odin_web.vikings")),
            OnDemand(["/api/questions"], routes_of("odin_web.questions", searches)),
            *puzzles.routes(searches, folder),
            *searches.routes(),
            *kept.routes(),
            *(network.routes() if network else ()),
        ],
        middleware=[Middleware(Guard, hosts=(*LOCAL, *hosts), network=network)],
        exception_handlers={OdinError: refusal_of},
        lifespan=lifespan,
    )
