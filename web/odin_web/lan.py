"""The page for other devices of the local network: who may use it, and how they come in.

Everybody needs a cookie, the owner on this computer too. It is given for the token of an address,
which is good once: for the owner's browser, for a phone that reads the QR code. The address shows a
button; only that uses the token up, not a program that looks at links in messages. The token of a
seat of a game (`odin_web.seats`) is good for that seat as long as the owner gives no other one.
"""

import io
import re
import secrets
import socket
from collections.abc import Callable, Iterable
from functools import wraps
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from typing import Literal
from urllib.parse import parse_qs

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from odin_solver.support.language import language, say
from odin_web.replies import Body, Endpoint, NothingAsked, Refusal, post, post_endpoint
from odin_web.seats import ASKER, Asker, Role, Seats, same

LOCAL = ("127.0.0.1", "localhost", "::1")
"""Names under which only this computer reaches itself."""

ANYWHERE = ("0.0.0.0", "::")
"""Addresses to listen on that stand for all."""


def own_addresses(ipv6: bool) -> list[str]:
    """Return the addresses of this computer for others, the most likely one first."""
    import psutil

    families = (socket.AF_INET, socket.AF_INET6) if ipv6 else (socket.AF_INET,)
    found = [
        each.address
        for addresses in psutil.net_if_addrs().values()
        for each in addresses
        if each.family in families and "%" not in each.address
    ]
    others = [each for each in found if not ip_address(each).is_loopback]
    outward = _outward_address()
    return sorted(others, key=lambda each: (each != outward, ":" in each))


def _outward_address() -> str:
    """Return the address from which this computer would reach others; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        address: str = probe.getsockname()[0]
        return address


May = Literal["change", "look"]

ROLE = "odin.role"
"""Key of the role in the scope of a request."""

TOKEN = "token"

ENTRANCE_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
"""What the page with the button may do: send its form."""

LOOKS = frozenset(
    {
        "/api/game/places",
        "/api/graenaland/open",
        "/api/graenaland/view",
        "/api/position",
        "/api/position/change",
        "/api/position/example",
        "/api/position/places",
        "/api/position/text",
        "/api/puzzles/view",
        "/api/vikings/view",
    }
)
"""POST requests that change nothing here and take no time: who may only look may send them."""


OF_SEAT = re.compile(
    r"/games|/styles\.css|/static/.+|/manifest\..+|/icon-\d+\.png|"
    r"/api/(components|games/boards|games/[^/]+|game/seats/[^/]+|searches/[^/]+/(events|stop)|"
    r"game/(move|undo|places|feast|coach|fill|seat|agree))"
)
"""Paths that a player at a seat may ask for; of games only the own one is shown."""

SEAT_SECONDS = 30 * 24 * 3600
"""How long a phone keeps its seat."""


class NotTheOwner(Refusal):
    """A guest asks for what only the owner may."""

    status = 403


class GuestsMay(msgspec.Struct, forbid_unknown_fields=True):
    """What guests may do from now on."""

    may: May


class GuestInvitation(msgspec.Struct):
    """An address with a new token, its QR code, and what guests may do."""

    address: str
    picture: str
    may: May


class LocalNetwork:
    """Who of the local network may use the page.

    Parameters
    ----------
    address
        Address of the server for other devices, such as ``http://192.168.1.5:8550/``.

    Attributes
    ----------
    on_entry
        Called when a guest has come in.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.may: May = "change"
        self.on_entry: Callable[[], None] = lambda: None
        self.seats = Seats()
        self._cookie = f"odin_{address.rstrip('/').rpartition(':')[2]}"
        self._tokens: dict[str, Role] = {}
        self._sessions: dict[str, Role] = {}

    def token(self, role: Role = "guest") -> str:
        token = secrets.token_urlsafe(16)
        self._tokens[token] = role
        return token

    def invitation(self) -> str:
        return f"{self.address}?{TOKEN}={self.token()}"

    def asker(self, cookies: str) -> Asker | None:
        """Return who has some cookies; in one browser the owner stays the owner."""
        try:
            given = SimpleCookie(cookies)
        except CookieError:
            return None
        own, seat = given.get(self._cookie), given.get(self._of_seat)
        role = own and self._sessions.get(_known(own.value, self._sessions))
        taken = self.seats.whose(seat.value) if seat and role != "owner" else None
        return taken or (Asker(role) if role else None)

    @property
    def _of_seat(self) -> str:
        return f"{self._cookie}_seat"

    def entered(self, method: str, path: str, query: str) -> Response | None:
        """Return the answer to an address with a good token: a button, or a cookie and the way on.

        Only a POST request uses the token up.
        """
        given = parse_qs(query).get(TOKEN, [""])[0]
        token, seat = _known(given, self._tokens), self.seats.whose(given)
        if not token and seat is None:
            return None
        if method != "POST":
            return HTMLResponse(
                _entrance(seat is not None), headers={"content-security-policy": ENTRANCE_POLICY}
            )
        if seat is not None:
            response = Response(status_code=303, headers={"location": f"{path}#{seat.game}"})
            response.set_cookie(
                self._of_seat, given, max_age=SEAT_SECONDS, httponly=True, samesite="lax"
            )
            return response
        role = self._tokens.pop(token)
        session = secrets.token_urlsafe(32)
        self._sessions[session] = role
        response = Response(status_code=303, headers={"location": path})
        response.set_cookie(self._cookie, session, httponly=True, samesite="lax")
        if role == "guest":
            self.on_entry()
        return response

    def forbids(self, role: Role, method: str, path: str) -> bool:
        """Return whether a request is more than looking, from somebody who may only look."""
        if role == "seat":
            return OF_SEAT.fullmatch(path) is None
        looks = method in ("GET", "HEAD") or path in LOOKS
        return role == "guest" and self.may == "look" and not looks

    def shown_to(self, role: Role | None) -> str:
        """Return what the page has to know: whose it is, or what a guest may do."""
        return role if role in ("owner", "seat") else self.may

    def routes(self) -> list[Route]:
        def owner(kind: type[Body], work: Callable[[Body], object]) -> Endpoint:
            answering = post_endpoint(kind, work)

            @wraps(work)
            async def endpoint(request: Request) -> Response:
                expect_owner()
                return await answering(request)

            return endpoint

        def invite(asked: NothingAsked) -> GuestInvitation:
            address = self.invitation()
            return GuestInvitation(address, qr_svg(address), self.may)

        def allow(asked: GuestsMay) -> GuestsMay:
            self.may = asked.may
            return asked

        return [
            post("/api/guests/invite", owner(NothingAsked, invite)),
            post("/api/guests/may", owner(GuestsMay, allow)),
        ]


def expect_owner() -> None:
    if ASKER.get().role != "owner":
        raise NotTheOwner.said("only the owner of this page may do this")


def _known(given: str, tokens: Iterable[str]) -> str:
    """Return the token that is given; empty if it is not known."""
    found = ""
    for token in [*tokens]:
        if same(token, given):
            found = token
    return found


def _entrance(seat: bool) -> str:
    begin, once = say("Open the page"), say("This address works once.")
    if seat:
        once = say("This address opens your seat. Show it to nobody.")
    return f"""<!doctype html>
<html lang="{language()}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>odin_solver</title>
<style>
body {{ font: 1.2rem sans-serif; margin: 15vh 1rem; text-align: center }}
button {{ font: inherit; padding: 1em 2em }}
</style>
<form method="post"><button>{begin}</button></form>
<p>{once}</p>
"""


def qr_svg(text: str) -> str:
    import segno

    svg: str = segno.make(text).svg_inline(scale=5, dark="#000000", light="#ffffff")
    return svg


def qr_text(text: str) -> str:
    import segno

    drawn = io.StringIO()
    segno.make(text).terminal(drawn, compact=True)
    return drawn.getvalue()
