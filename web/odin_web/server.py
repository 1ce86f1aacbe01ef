"""Starting and stopping the server."""

import os
import socket
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from odin_solver.errors import InputError

if TYPE_CHECKING:
    import uvicorn
    from starlette.applications import Starlette

BACKLOG = 2048
"""Connections that wait; those of the page do until the server has been imported."""


def serve(
    host: str = "127.0.0.1",
    port: int = 0,
    start: Sequence[str] = (),
    open_browser: bool = True,
    searches_at_once: int | None = None,
    page: str = "",
) -> None:
    """Serve the page until Ctrl-C.

    The address is printed and the browser opened before the server is imported: the browser
    starts meanwhile.

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
    listener = _listener(host, port)
    port = listener.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}/{page}"
    print(address, flush=True)
    if open_browser:
        threading.Thread(target=_open, args=(address,), daemon=True).start()

    from odin_web.app import application

    at_once = searches_at_once or max(1, (os.cpu_count() or 2) // 2)
    server_of(application(start, (host,), at_once)).run(sockets=[listener])


def server_of(app: "Starlette") -> "uvicorn.Server":
    """Return a server of the application."""
    import uvicorn

    from odin_web.connections import PageConnection

    config = uvicorn.Config(
        app, http=PageConnection, ws="none", log_level="warning", access_log=False, lifespan="on"
    )
    return uvicorn.Server(config)


def _open(address: str) -> None:
    import webbrowser

    webbrowser.open(address)


def _listener(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sends small answers at once (TCP_NODELAY).
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot listen on {host} port {port}: {reason}") from None
    return listener
