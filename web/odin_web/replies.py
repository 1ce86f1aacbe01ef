"""JSON requests and answers.

The event loop of the server only routes requests: they are read, worked on and answered in threads.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from odin_solver.errors import InputError, OdinError
from odin_solver.support.decoding import checked_values
from odin_solver.support.language import json_bytes, say
from odin_solver.support.text import shortened
from odin_solver.support.validating import converted

Body = TypeVar("Body")

Endpoint = Callable[[Request], Awaitable[Response]]

MAX_VALUES = 50_000
"""Values of a request at most, keys and those in lists included; a full position has 10,000."""

BAD_REQUEST, NOT_FOUND = 422, 404


class Refusal(OdinError):
    """A request that is refused for another reason than bad input."""

    status: ClassVar[int] = BAD_REQUEST

    data: Mapping[str, Any] = MappingProxyType({})
    """What the answer says besides."""


class TooMuch(Refusal):
    """A request with too many values."""

    status = 413


def post(path: str, endpoint: Endpoint) -> Route:
    """Make a route that takes POST requests only."""
    return Route(path, endpoint, methods=["POST"])


def answer(data: object, status: int = 200) -> Response:
    """Return data as JSON."""
    return Response(json_bytes(data), status, media_type="application/json")


def refused(message: str, status: int = BAD_REQUEST) -> Response:
    """Return an error message as JSON: ``{"error": message}``."""
    return answer({"error": shortened(message)}, status)


def refusal_of(error: OdinError) -> Response:
    """Return an error as an answer."""
    if isinstance(error, Refusal):
        return answer({"error": shortened(str(error)), **error.data}, error.status)
    return refused(str(error))


def post_endpoint(kind: type[Body], work: Callable[[Body], Any]) -> Endpoint:
    """Make an endpoint of a function.

    Parameters
    ----------
    kind
        Type of the request's JSON.
    work
        The function; it runs in a thread. Its `OdinError` is the answer.
    """

    async def endpoint(request: Request) -> Response:
        content = await request.body()
        return await in_thread(lambda: answer(work(body(content, kind))))

    return endpoint


def get_endpoint(work: Callable[[], Any]) -> Endpoint:
    """Make an endpoint that answers every GET request with what a function returns.

    It runs in a thread; its `OdinError` is the answer.
    """

    async def endpoint(request: Request) -> Response:
        return await in_thread(lambda: answer(work()))

    return endpoint


async def in_thread(work: Callable[[], Response]) -> Response:
    """Return an answer that is made in a thread, or the error."""

    def attempt() -> Response:
        try:
            return work()
        except OdinError as error:
            return refusal_of(error)

    return await asyncio.to_thread(attempt)


def body(content: bytes, kind: type[Body]) -> Body:
    """Decode the JSON of a request.

    Raises
    ------
    InputError
        If it is not what is expected.
    TooMuch
        If it has too many values.
    """
    try:
        data = msgspec.json.decode(content)
        values = checked_values(data)
        if values > MAX_VALUES:
            raise TooMuch(
                say(
                    "request: expected at most {most} values, got {got}",
                    most=MAX_VALUES,
                    got=values,
                )
            )
        return converted(data, kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(say("{field}: {problem}", field="request", problem=error)) from None
    except InputError as error:
        raise error.within("request") from None
