"""A server in a thread, and what its event loop computes."""

import asyncio
import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import uvicorn
from starlette.applications import Starlette

from odin_web.app import application
from odin_web.connections import PageConnection
from odin_web.server import server_of
from tests.timing import HANGING

STATIC = "/static/js/main.js"
HOST = "127.0.0.1"


class Serving:
    """A running server.

    Parameters
    ----------
    port, server, loop_thread
        Where it listens, the server, and the thread of its event loop.
    """

    def __init__(self, port: int, server: uvicorn.Server, loop_thread: threading.Thread) -> None:
        self.port = port
        self._server = server
        self._thread = loop_thread

    @property
    def connections(self) -> int:
        """Number of connections that it has."""
        return len(self._server.server_state.connections)

    @property
    def made(self) -> list[PageConnection]:
        """The connections that it has."""
        found = list(self._server.server_state.connections)
        return [each for each in found if isinstance(each, PageConnection)]

    @property
    def requests(self) -> int:
        """Number of requests that it works on."""
        return len(self._server.server_state.tasks)

    @property
    def loop_ident(self) -> int:
        """The identifier of the loop's thread."""
        assert self._thread.ident is not None
        return self._thread.ident

    def loop_seconds(self) -> float:
        """Return the processor time of the event loop so far, however busy the machine is."""
        return time.clock_gettime(time.pthread_getcpuclockid(self.loop_ident))

    def connected(self) -> http.client.HTTPConnection:
        """Return a connection."""
        return http.client.HTTPConnection(HOST, self.port, timeout=HANGING)

    def get(self, path: str) -> tuple[int, bytes]:
        """Return status and content of an answer."""
        with closing(self.connected()) as connection:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read()

    def post(self, path: str, content: bytes) -> tuple[int, bytes]:
        """Return status and content of an answer; a connection that is cut before has status 0."""
        with closing(self.connected()) as connection:
            headers = {"content-type": "application/json"}
            try:
                connection.request("POST", path, content, headers)
                answer = connection.getresponse()
                return answer.status, answer.read()
            except OSError:
                return 0, b""

    def asked(self, path: str, **data: Any) -> tuple[int, Any]:
        """Return status and JSON of an answer."""
        status, content = self.post(path, json.dumps(data).encode())
        return status, json.loads(content)


@contextmanager
def serving(app: Starlette | None = None) -> Iterator[Serving]:
    """Run a server."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind((HOST, 0))
    listener.listen(2048)
    server = server_of(app or application())
    server.config.timeout_graceful_shutdown = 1
    server.config.timeout_keep_alive = 60
    thread = threading.Thread(
        target=lambda: asyncio.run(server.serve(sockets=[listener])), daemon=True
    )
    thread.start()
    try:
        yield Serving(listener.getsockname()[1], server, thread)
    finally:
        server.should_exit = True
        thread.join(30)


class Fetching:
    """Fetches a static file again and again; the most that the loop computes for one fetch.

    A context manager begins and ends it.

    Attributes
    ----------
    worst, wall
        The slowest fetch, in seconds of the loop's processor time, and by the clock.
    """

    def __init__(self, server: Serving) -> None:
        self.worst = self.wall = 0.0
        self.count = 0
        self._server = server
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._fetch, daemon=True)

    def __enter__(self) -> "Fetching":
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._end.set()
        self._thread.join()

    def _fetch(self) -> None:
        while not self.count or not self._end.is_set():
            busy, began = self._server.loop_seconds(), time.monotonic()
            status, _ = self._server.get(STATIC)
            assert status == 200
            self.worst = max(self.worst, self._server.loop_seconds() - busy)
            self.wall = max(self.wall, time.monotonic() - began)
            self.count += 1
