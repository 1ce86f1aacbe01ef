"""JSON requests and answers."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from odin_solver.errors import InputError, OdinError
from odin_solver.support.text import shortened
from odin_solver.support.validating import decoded

Asked = TypeVar("Asked")

Endpoint = Callable[[Request], Awaitable[Response]]

BAD_REQUEST = 422


def post(path: str, endpoint: Endpoint) -> Route:
    """Make a route that takes POST requests only."""
    return Route(path, endpoint, methods=["POST"])


def answer(data: object, status: int = 200) -> Response:
    """Return data as JSON."""
    return Response(msgspec.json.encode(data), status, media_type="application/json")


def refused(message: str, status: int = BAD_REQUEST) -> Response:
    """Return an error message as JSON: ``{"error": message}``."""
    return answer({"error": shortened(message)}, status)


def asked(kind: type[Asked], work: Callable[[Asked], Any]) -> Endpoint:
    """Make an endpoint of a function.

    Parameters
    ----------
    kind
        Type of the request's JSON.
    work
        The function; it runs in a thread. Its `OdinError` is the answer, with status 422.
    """

    async def endpoint(request: Request) -> Response:
        try:
            wanted = await body(request, kind)
            return answer(await asyncio.to_thread(work, wanted))
        except OdinError as error:
            return refused(str(error))

    return endpoint


async def body(request: Request, kind: type[Asked]) -> Asked:
    """Decode the JSON of a request.

    Raises
    ------
    InputError
        If it is not what is expected.
    """
    try:
        return decoded(await request.body(), kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"request: {error}") from None
