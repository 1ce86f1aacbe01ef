"""Routes that are imported with their first request: the first page is there sooner."""

import asyncio
import threading
from collections.abc import Callable, Sequence

from starlette.routing import BaseRoute, Match, Router
from starlette.types import Receive, Scope, Send


class OnDemand(BaseRoute):
    """The routes of paths that begin so, which are imported when one is asked for."""

    _importing = threading.Lock()
    """One import at a time: packages that import each other from two sides would wait for good."""

    def __init__(
        self, prefixes: Sequence[str], imported: Callable[[], Sequence[BaseRoute]]
    ) -> None:
        self._prefixes = tuple(prefixes)
        self._imported = imported
        self._router: Router | None = None

    def router(self) -> Router:
        """Return the routes, imported by now."""
        with self._importing:
            if self._router is None:
                self._router = Router(self._imported())
        return self._router

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        begins = scope["path"].startswith(self._prefixes)
        return Match.FULL if begins else Match.NONE, {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        router = self._router
        if router is None:
            router = await asyncio.to_thread(self.router)
        await router(scope, receive, send)
