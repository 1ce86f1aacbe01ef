"""Connections of the server: their number is limited, and slow ones are cut.

The page may be served to other devices of a home: none of them keeps the others from it.
"""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_CONNECTIONS = 100
"""Connections at the same time; a browser has six, and one more for each search that it follows."""

REQUEST_SECONDS = 10.0
"""Seconds in which a request has to arrive."""

SENDING_SECONDS = 20.0
"""Seconds in which a client has to read what has been sent to it."""


class _Deadline:
    """Cuts a connection after some seconds, unless it is stopped before."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def start(self, seconds: float, transport: asyncio.Transport) -> None:
        """Begin, unless it has begun."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, transport.abort)

    def stop(self) -> None:
        """Let the connection be."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class PageConnection(H11Protocol):
    """A connection of a browser."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._request = _Deadline()
        self._sending = _Deadline()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, or cut a connection too many."""
        if len(self.connections) >= MAX_CONNECTIONS:
            self.transport = transport
            transport.abort()
            return
        super().connection_made(transport)
        self._request.start(REQUEST_SECONDS, transport)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._request.start(REQUEST_SECONDS, self.transport)
        else:
            self._request.stop()

    def pause_writing(self) -> None:
        """Wait until the client has read enough, but not for ever."""
        super().pause_writing()
        self._sending.start(SENDING_SECONDS, self.transport)

    def resume_writing(self) -> None:
        """Go on writing."""
        super().resume_writing()
        self._sending.stop()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._request.stop()
        self._sending.stop()
        super().connection_lost(exc)
