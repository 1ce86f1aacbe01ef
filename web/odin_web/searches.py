"""Searches in the background: a waiting line, their events, and their end.

A search is prepared and runs in threads of this process; the solver's engines are processes of
their own. Its events are kept until it is forgotten, so that a page that lost its connection can
catch up. A search without a listener ends.
"""

import asyncio
import secrets
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Literal, Protocol, TypeVar, overload

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from odin_solver.errors import InputError, OdinError
from odin_solver.support.language import json_bytes, mark, say
from odin_solver.support.text import shortened
from odin_web import replies

IncumbentT = TypeVar("IncumbentT")
PartT = TypeVar("PartT")
ResultT = TypeVar("ResultT")
IncumbentSent = TypeVar("IncumbentSent", contravariant=True)
PartSent = TypeVar("PartSent", contravariant=True)


class Send(Protocol[IncumbentSent, PartSent]):
    """Receives the kind and the data of an event."""

    @overload
    def __call__(self, kind: Literal["incumbent"], data: IncumbentSent) -> None: ...
    @overload
    def __call__(self, kind: Literal["part"], data: PartSent) -> None: ...


Work = Callable[[Send[IncumbentT, PartT], threading.Event], ResultT]
"""What a search does: it sends events, ends when the event is set, and returns its result."""

AnyWork = Work[Any, Any, Any]

Event = tuple[str, bytes]
"""Kind and data of an event, the data as JSON."""

WAITING, RUNNING, DONE = "waiting", "running", "done"

LONELY_SECONDS = 5.0
"""How long a search goes on without a listener."""

KEPT = 20
"""Finished searches that are remembered."""

MAX_WAITING = 20


class SearchBegun(msgspec.Struct):
    search: str


class PlaceInLine(msgspec.Struct):
    """How many searches come before."""

    place: int


class TooManySearches(replies.Refusal):
    """The waiting line is full."""

    status = 429


@dataclass
class Search:
    """A search and its events so far.

    Attributes
    ----------
    id
        Its name in addresses.
    context
        That of the request which began it, with its language.
    cancel
        Ends it when set; the result is the incumbent.
    state
        `WAITING`, `RUNNING` or `DONE`.
    events
        Kind and data as JSON, which is made where the search runs.
    """

    id: str
    work: AnyWork
    context: Context = field(default_factory=copy_context)
    cancel: threading.Event = field(default_factory=threading.Event)
    state: str = WAITING
    events: list[Event] = field(default_factory=list)
    listeners: int = 0
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)


class Searches:
    """All searches of the server.

    Parameters
    ----------
    at_once
        How many run at the same time; the others wait in line.

    Attributes
    ----------
    serving
        Whether a server runs that can have something ready before it is asked for.
    """

    serving = False

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        self._all: dict[str, Search] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._preparing = 0
        self._threads = ThreadPoolExecutor(at_once, "searches")

    def routes(self) -> list[Route]:
        """Return the routes to follow and to stop a search."""
        return [
            Route("/api/searches/{search}/events", self._events),
            replies.post("/api/searches/{search}/stop", self._stop),
        ]

    def endpoint(
        self, kind: type[replies.Body], work: Callable[[replies.Body], AnyWork]
    ) -> replies.Endpoint:
        """Make an endpoint that begins a search; the answer is its id."""

        @wraps(work)
        async def endpoint(request: Request) -> Response:
            content = await request.body()
            with self._place():
                made = await asyncio.to_thread(lambda: work(replies.body(content, kind)))
            return replies.answer(SearchBegun(self.begin(made).id))

        return endpoint

    @contextmanager
    def _place(self) -> Iterator[None]:
        """Keep a place in the line for a search that is being prepared."""
        self._expect_room()
        self._preparing += 1
        try:
            yield
        finally:
            self._preparing -= 1

    def begin(self, work: AnyWork) -> Search:
        """Put a search into the line; it starts when a place is free."""
        self._expect_room()
        search = Search(secrets.token_urlsafe(12), work)  # nobody else follows it
        self._all[search.id] = search
        self._spawn(self._end_if_lonely(search))
        self._advance()
        return search

    async def finished(self, work: AnyWork) -> None:
        """Begin a search and wait for its end.

        Raises
        ------
        OdinError
            If the line is full, or the search fails.
        """
        search = self.begin(work)
        async for _, kind, data in self.follow(search, 0):
            if kind == "failed":
                raise OdinError(msgspec.json.decode(data)["error"])

    def stop(self, search: Search) -> None:
        """End a search; a running one reports its best result."""
        search.cancel.set()
        if search.state == WAITING:
            self._spawn(self._finish(search, _event("stopped")))

    def stop_all(self) -> None:
        for search in self._all.values():
            search.cancel.set()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def follow(self, search: Search, after: int) -> AsyncIterator[tuple[int, str, bytes]]:
        """Yield the events of a search, numbered from 1, beginning after the given number."""
        search.listeners += 1
        try:
            number = after
            while True:
                async with search.changed:
                    while number >= len(search.events) and search.state != DONE:
                        await search.changed.wait()
                    new = search.events[number:]
                    ended = search.state == DONE
                for kind, data in new:
                    number += 1
                    yield number, kind, data
                if ended:
                    return
        finally:
            search.listeners -= 1
            if not search.listeners and search.state != DONE:
                self._spawn(self._end_if_lonely(search))

    def _named_in(self, request: Request) -> Search:
        search = self._all.get(request.path_params["search"])
        if search is None:
            raise replies.Unknown(say("this search is forgotten"))
        return search

    async def _events(self, request: Request) -> Response:
        search = self._named_in(request)
        last = request.headers.get("last-event-id", "0")
        after = int(last) if last.isdecimal() and len(last) < 9 else 0

        async def stream() -> AsyncIterator[bytes]:
            async for number, kind, data in self.follow(search, after):
                head = f"id: {number}\nevent: {kind}\ndata: ".encode()
                yield head + data + b"\n\n"

        return StreamingResponse(stream(), media_type="text/event-stream")

    async def _stop(self, request: Request) -> Response:
        self.stop(self._named_in(request))
        return replies.answer(replies.Done())

    def _expect_room(self) -> None:
        if len(self._in(WAITING)) + self._preparing >= MAX_WAITING:
            raise TooManySearches.said("searches waiting already: {n}", n=MAX_WAITING)

    def _in(self, state: str) -> list[Search]:
        return [search for search in self._all.values() if search.state == state]

    def _advance(self) -> None:
        waiting = self._in(WAITING)
        free = self.at_once - len(self._in(RUNNING))
        for search in waiting[: max(0, free)]:
            search.state = RUNNING
            self._spawn(self._run(search))
        for place, search in enumerate(waiting[max(0, free) :], 1):
            self._spawn(self._announce(search, _event("waiting", PlaceInLine(place))))

    async def _run(self, search: Search) -> None:
        loop = asyncio.get_running_loop()

        def send(kind: str, data: Any) -> None:
            event = kind, json_bytes(data)
            loop.call_soon_threadsafe(lambda: self._spawn(self._announce(search, event)))

        def work() -> bytes:
            return json_bytes(search.context.run(search.work, send, search.cancel))

        await self._announce(search, _event("running"))
        try:
            last = "result", await loop.run_in_executor(self._threads, work)
        except OdinError as error:
            if search.cancel.is_set() and not isinstance(error, InputError):
                stopped = mark("stopped; {what}")
                known = search.context.run(say, mark("nothing was known yet"))
                error = OdinError(search.context.run(say, stopped, what=known))
            last = _event("failed", replies.fault_of(error))
        except Exception as error:
            kind = type(error).__name__
            what = shortened(say("internal error: {kind}: {error}", kind=kind, error=error))
            await self._finish(search, _event("failed", replies.Fault(what)))
            raise
        await self._finish(search, last)

    async def _finish(self, search: Search, last: Event) -> None:
        async with search.changed:
            search.events.append(last)
            search.state = DONE
            search.changed.notify_all()
        done = self._in(DONE)
        for old in done[: max(0, len(done) - KEPT)]:
            if not old.listeners:
                del self._all[old.id]
        self._advance()

    async def _announce(self, search: Search, event: Event) -> None:
        async with search.changed:
            if search.state != DONE:
                search.events.append(event)
                search.changed.notify_all()

    async def _end_if_lonely(self, search: Search) -> None:
        await asyncio.sleep(LONELY_SECONDS)
        if not search.listeners and search.state != DONE:
            self.stop(search)

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _event(kind: str, data: object = None) -> Event:
    return kind, json_bytes(data)
