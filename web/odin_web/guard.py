"""Who may talk to the server, and what the page may load.

The language of the answers is that of the cookie, which the page sets when one is chosen; else the
first that the browser accepts and that there is.

The server is for one person on one computer, and for those whom they let in (`odin_web.lan`). Other
pages in the same browser are kept out by the `Host` of their requests (another name that points
here, DNS rebinding), by their `Origin`, and by what the browser says about the site that asks
(`Sec-Fetch-Site`). They may only link to the pages.
"""

from collections.abc import Sequence
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from odin_solver.support.language import ENGLISH, known_language, say, speaking
from odin_web.lan import ROLE, LocalNetwork
from odin_web.replies import Refusal, refused
from odin_web.seats import ASKER

MAX_BODY = 2_000_000
"""Bytes of a request at most."""

API = "/api/"
"""Beginning of the paths that only the page itself asks for."""

POLICY = "content-security-policy"
HEADERS = {
    POLICY: (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


class TooLarge(Refusal):
    """A request body above `MAX_BODY`."""

    status = 413


class Guard:
    """Middleware that refuses foreign requests and adds headers to all answers.

    The server may be called by the names `hosts`, without the port, and by those of the network.
    """

    def __init__(
        self, app: ASGIApp, hosts: Sequence[str], network: LocalNetwork | None = None
    ) -> None:
        self.app = app
        self.hosts = frozenset(hosts)
        self.network = network

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        chosen = HTTPConnection(scope).cookies.get("language")
        accepted = Headers(scope=scope).get("accept-language", "").split(",")
        wishes = [chosen, *(each.strip() for each in accepted)]
        with speaking(known_language(wishes) or ENGLISH, at_shell=False):
            await self._guarded(scope, receive, send)

    async def _guarded(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, _with_headers(send))
            return
        size = 0

        async def limited() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > MAX_BODY:
                raise TooLarge.said("expected at most {most} bytes", most=MAX_BODY)
            return message

        with suppress(ClientDisconnect):  # nobody waits for an answer
            await self.app(scope, limited, _with_headers(send))

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if _host_name(f"//{host}") not in self.hosts:
            return _refused(421, say("this server answers only under its own address"))
        if self.network is not None:
            asker = self.network.asker(headers.get("cookie", ""))
            if asker is None or asker.role != "owner":
                query = scope["query_string"].decode("latin-1")
                if entered := self.network.entered(scope["method"], scope["path"], query):
                    return entered
            if asker is None:
                return _refused(401, say("open the address that odin web shows"))
            if asker.role == "seat" and scope["path"] == "/":
                return RedirectResponse("/games")
            if self.network.forbids(asker.role, scope["method"], scope["path"]):
                return refused(say("this page may only be looked at"), 403)
            scope[ROLE] = asker.role
            ASKER.set(asker)
        else:
            scope[ROLE] = "owner"
        reads = scope["method"] in ("GET", "HEAD")
        if not reads or scope["path"].startswith(API):
            origin = headers.get("origin")
            if origin is not None and origin != f"{scope['scheme']}://{host}":
                return _refused(403, say("requests of other sites are refused"))
            if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
                return _refused(403, say("requests of other sites are refused"))
        if reads:
            return None
        size = headers.get("content-length", "0")
        if size.isdecimal() and (len(size) > len(str(MAX_BODY)) or int(size) > MAX_BODY):
            return _refused(413, say("expected at most {most} bytes", most=MAX_BODY))
        if headers.get("content-type", "").partition(";")[0] != "application/json":
            return _refused(415, say("expected application/json"))
        return None


def _host_name(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


def _refused(status: int, reason: str) -> PlainTextResponse:
    return PlainTextResponse(f"{reason}\n", status)


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, content in HEADERS.items():
                headers.setdefault(name, content)
            headers.setdefault("cache-control", "no-cache")
        await send(message)

    return sending
