"""The page with puzzles.

=============  ================================================================
`sources`      puzzles by their names in requests
`lists`        packs, the player's own puzzles, the puzzle of a day, pictures
`playing`      laying, hints, checks, solutions; progress is saved at every step
`making`       new puzzles, puzzles from files and codes, booklets
=============  ================================================================
"""

from starlette.concurrency import run_in_threadpool
from starlette.routing import Mount, Router
from starlette.types import Receive, Scope, Send

from odin_web.searches import Searches


def routes(searches: Searches) -> list[Mount]:
    """Return the routes of the page with puzzles, below one address."""
    return [Mount("/api/puzzles", _OnDemand(searches))]


class _OnDemand:
    """The routes, imported with the first request: other pages are there sooner."""

    def __init__(self, searches: Searches) -> None:
        self._searches = searches
        self._router: Router | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._router is None:
            self._router = await run_in_threadpool(self._imported)
        await self._router(scope, receive, send)

    def _imported(self) -> Router:
        from odin_web.puzzles import lists, making, playing

        return Router([*lists.routes(), *playing.routes(), *making.routes(self._searches)])
