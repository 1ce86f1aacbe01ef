"""Starting and stopping the server."""

import os
import socket
import threading
import webbrowser
from collections.abc import Sequence

import uvicorn

from odin_solver.errors import InputError
from odin_web.app import LOCAL, application


def serve(
    host: str = LOCAL[0],
    port: int = 0,
    start: Sequence[str] = (),
    open_browser: bool = True,
    searches_at_once: int | None = None,
    page: str = "",
) -> None:
    """Serve the page until Ctrl-C.

    Parameters
    ----------
    host, port
        Address to listen on; port 0 is any free one.
    start
        Text and name of the position file to begin with, if any.
    open_browser
        Whether to open the page in the browser.
    searches_at_once
        How many searches run at the same time; by default one per two cores.
    page
        Which page to open, such as ``games#ID``; by default the first one.

    Raises
    ------
    InputError
        If the address is in use or not of this computer.
    """
    at_once = searches_at_once or max(1, (os.cpu_count() or 2) // 2)
    listener = _listener(host, port)
    port = listener.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}/{page}"
    app = application(start, (*LOCAL, host), at_once)
    config = uvicorn.Config(app, log_level="warning", access_log=False, lifespan="on")
    server = _AnnouncingServer(config, address, open_browser)
    server.run(sockets=[listener])


class _AnnouncingServer(uvicorn.Server):
    """A server that says where it listens as soon as it does."""

    def __init__(self, config: uvicorn.Config, address: str, open_browser: bool) -> None:
        super().__init__(config)
        self._address = address
        self._open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening, print the address, open the browser."""
        await super().startup(sockets)
        print(self._address, flush=True)
        if self._open_browser:
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()


def _listener(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot listen on {host} port {port}: {reason}") from None
    return listener
