"""Starting and stopping the server."""

import errno
import os
import socket
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from odin_solver.errors import InputError
from odin_solver.support.language import say
from odin_solver.support.text import reason_of
from odin_web.lan import ANYWHERE, LOCAL, own_addresses

if TYPE_CHECKING:
    import uvicorn
    from starlette.applications import Starlette

    from odin_web.lan import LocalNetwork

PORT, PORTS = 8550, 20
"""The port by default, and how many are tried from there on."""


class PortTaken(InputError):
    """Another program listens on a port."""


BACKLOG = 2048
"""Connections that wait; those of the page do until the server has been imported."""


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    start: Sequence[str] = (),
    open_browser: bool = True,
    page: str = "",
) -> None:
    """Serve the page until Ctrl-C.

    The address is printed and the browser opened before the server is imported: the browser
    starts meanwhile.

    Parameters
    ----------
    host, port
        Address to listen on. Port 0 is any free one; by default it is `PORT` or the next free one,
        so that links and what the browser keeps stay good. Where other devices reach it, they need
        the address with a token that is printed.
    start
        Text and name of the position file to begin with, if any.
    page
        Which page to open, such as ``games#ID``; by default the one that was shown last.
    """
    listener = _listener(host, port)
    port = listener.getsockname()[1]
    network = None
    hosts = [host]
    if host not in LOCAL:
        from odin_web.lan import LocalNetwork

        if host in ANYWHERE:
            hosts = own_addresses(ipv6=host == "::") or ["127.0.0.1"]
        network = LocalNetwork(_address(hosts[0], port))
    own = _address(host if network is None else "127.0.0.1", port)
    if network is not None and host not in ANYWHERE:
        own = network.address
    begin = page or _last_view()
    print(_with_page(own, page, network), flush=True)
    if network is not None:
        network.on_entry = lambda: _invite(network)
        _invite(network)
    if open_browser:
        threading.Thread(target=_open, args=(_with_page(own, begin, network),), daemon=True).start()

    from odin_solver.placement.engines import Engines
    from odin_web.app import application

    at_once = max(1, (os.cpu_count() or 2) // 2)
    app = application(start, hosts, at_once, network)
    with Engines():
        server_of(app).run(sockets=[listener])


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _with_page(address: str, page: str, network: "LocalNetwork | None") -> str:
    if network is None:
        return address + page
    path, mark, fragment = page.partition("#")
    return f"{address}{path}?token={network.token('owner')}{mark}{fragment}"


def _invite(network: "LocalNetwork") -> None:
    from odin_web.lan import qr_text

    address = network.invitation()
    once = say("On another device of this network, once:")
    print(f"{once}\n{qr_text(address)}{address}", flush=True)


def _last_view() -> str:
    from odin_web.kept import VIEW, KeptTexts

    return KeptTexts().read().get(VIEW, "")


def server_of(app: "Starlette") -> "uvicorn.Server":
    import uvicorn

    from odin_web.connections import PageConnection

    config = uvicorn.Config(
        app, http=PageConnection, ws="none", log_level="warning", access_log=False, lifespan="on"
    )
    return uvicorn.Server(config)


def _open(address: str) -> None:
    import webbrowser

    webbrowser.open(address)


def _listener(host: str, port: int | None) -> socket.socket:
    """Listen on a port, or on the first free one from `PORT` on."""
    if port is not None:
        return _listening(host, port)
    for each in range(PORT, PORT + PORTS):
        try:
            return _listening(host, each)
        except PortTaken:
            continue
    return _listening(host, 0)


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sends small answers at once (TCP_NODELAY).
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        taken = getattr(error, "errno", None) == errno.EADDRINUSE
        kind = PortTaken if taken else InputError
        reason = reason_of(error)
        raise kind(
            say(
                "cannot listen on {host} port {port}: {reason}", host=host, port=port, reason=reason
            )
        ) from None
    return listener
