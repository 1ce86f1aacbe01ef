"""Connections of the server: their number is limited, and slow ones are cut.

The page may be served to other devices of a home: none of them keeps the others from it, and no
stranger those who came in.
"""

import asyncio
from ipaddress import IPv6Address, ip_address
from itertools import count
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from odin_web.lan import ROLE

MAX_CONNECTIONS = 100
"""Connections at the same time; a browser has six, and one more for each search that it follows."""

MAX_UNKNOWN = 20
"""Connections of one address without a request by somebody who may use the page."""

REQUEST_SECONDS = 10.0
"""Seconds in which a request has to arrive."""

LEAST_RATE = 20_000
"""Bytes of a long request for each further second."""

SENDING_SECONDS = 20.0
"""Seconds in which a client has to read what has been sent to it."""


class _Deadline:
    """Cuts a connection after some seconds, unless it is stopped or extended before."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None
        self.until = 0.0

    def start(self, seconds: float, transport: asyncio.Transport) -> None:
        """Begin, unless it has begun."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self.until = loop.time() + seconds
            self._timer = loop.call_later(seconds, self._over, transport)

    def _over(self, transport: asyncio.Transport) -> None:
        left = self.until - asyncio.get_running_loop().time()
        self._timer = None
        if left <= 0:
            transport.abort()
        else:
            self.start(left, transport)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


_numbers = count()


class PageConnection(H11Protocol):
    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.number = next(_numbers)
        self._request = _Deadline()
        self._sending = _Deadline()
        self._was_known = False

    @property
    def is_known(self) -> bool:
        """Whether a request was by somebody who may use the page; a new one is known later."""
        return self._was_known or bool(self.scope and self.scope.get(ROLE))

    @property
    def place(self) -> str:
        """Whose connection it is: the address; of IPv6 the network, in which one has many."""
        host = self.client[0].partition("%")[0] if self.client else ""
        try:
            address = ip_address(host)
        except ValueError:
            return host
        return address.exploded[:19] if isinstance(address, IPv6Address) else host

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin; of too many connections one is cut that nobody knows, at last this one."""
        super().connection_made(transport)
        self._request.start(REQUEST_SECONDS, transport)
        unknown: dict[str, list[PageConnection]] = {}
        for each in self.connections:
            if isinstance(each, PageConnection) and not each.is_known:
                unknown.setdefault(each.place, []).append(each)
        busiest = max(unknown.values(), key=len)
        full = unknown[self.place]
        if len(full) <= MAX_UNKNOWN:
            if len(self.connections) <= MAX_CONNECTIONS:
                return
            full = busiest
        cut = min(full, key=lambda each: each.number)
        self.connections.discard(cut)
        cut.transport.abort()

    def data_received(self, data: bytes) -> None:
        self._was_known = self.is_known
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._request.start(REQUEST_SECONDS, self.transport)
            self._request.until += len(data) / LEAST_RATE
        else:
            self._request.stop()

    def pause_writing(self) -> None:
        """Wait until the client has read enough, but not for ever."""
        super().pause_writing()
        self._sending.start(SENDING_SECONDS, self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._sending.stop()

    def connection_lost(self, exc: Exception | None) -> None:
        self._request.stop()
        self._sending.stop()
        super().connection_lost(exc)
