"""JSON requests and answers.

The event loop of the server only routes requests: they are read, worked on and answered in threads.
What an endpoint takes and returns is read from the function that it wraps (`tests.web.contract`).
Errors of all of them become answers in `refusal_of`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from odin_solver.errors import InputError, OdinError
from odin_solver.support.decoding import checked_values
from odin_solver.support.language import json_bytes
from odin_solver.support.text import shortened
from odin_solver.support.validating import UNREADABLE, converted, problem_of

Body = TypeVar("Body")
Reply = TypeVar("Reply", bound=msgspec.Struct)

Endpoint = Callable[[Request], Awaitable[Response]]

MAX_VALUES = 50_000
"""Values of a request at most, keys and those in lists included; a full position has 10,000."""

BAD_REQUEST, NOT_FOUND = 422, 404


class Refusal(OdinError):
    """A request that is refused for another reason than bad input."""

    status: ClassVar[int] = BAD_REQUEST

    data: Mapping[str, Any] = MappingProxyType({})
    """What the answer says besides."""


class Unknown(Refusal):
    """There is nothing of the name in an address."""

    status = NOT_FOUND


class TooMuch(Refusal):
    """A request with too many values."""

    status = 413


def post(path: str, endpoint: Endpoint) -> Route:
    """Make a route that takes POST requests only."""
    return Route(path, endpoint, methods=["POST"])


def answer(data: object, status: int = 200) -> Response:
    if isinstance(data, Response):
        return data
    return Response(json_bytes(data), status, media_type="application/json")


class Fault(msgspec.Struct):
    error: str


class NothingAsked(msgspec.Struct, forbid_unknown_fields=True):
    """A request that says nothing but its address."""


class Done(msgspec.Struct):
    """It is done, and there is nothing to say."""


def fault_of(error: OdinError) -> Fault:
    return Fault(shortened(str(error)))


def refused(message: str, status: int = BAD_REQUEST) -> Response:
    return answer(Fault(shortened(message)), status)


async def refusal_of(request: Request, error: Exception) -> Response:
    """Return the answer to a request that raised an error: the handler of the application."""
    assert isinstance(error, OdinError)
    if isinstance(error, Refusal):
        return answer({"error": shortened(str(error)), **error.data}, error.status)
    return answer(fault_of(error), BAD_REQUEST)


def extended(kind: type[Reply], given: object, /, **more: Any) -> Reply:
    """Return a reply with the fields that it shares with something else, and more."""
    others = (name for name in kind.__struct_fields__ if name not in more and hasattr(given, name))
    return kind(**{name: getattr(given, name) for name in others}, **more)


def post_endpoint(kind: type[Body], work: Callable[[Body], Any]) -> Endpoint:
    """Make an endpoint of a function of the request's JSON, which runs in a thread."""

    @wraps(work)
    async def endpoint(request: Request) -> Response:
        content = await request.body()
        return await asyncio.to_thread(lambda: answer(work(body(content, kind))))

    return endpoint


def get_endpoint(work: Callable[..., Any]) -> Endpoint:
    """Make an endpoint that answers GET requests with what a function returns in a thread.

    It is called with the names in the address; of a file it returns the whole answer.
    """

    @wraps(work)
    async def endpoint(request: Request) -> Response:
        return await asyncio.to_thread(lambda: answer(work(**request.path_params)))

    return endpoint


def attachment(content: bytes | str, media_type: str, name: str) -> Response:
    """Return the answer with a file that the browser saves under a name."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=media_type, headers=headers)


def body(content: bytes, kind: type[Body], most: int = MAX_VALUES) -> Body:
    """Decode the JSON of a request that has so many values at most."""
    try:
        data = msgspec.json.decode(content)
        values = checked_values(data)
        if values > most:
            raise TooMuch.said(
                "request: expected at most {most} values, got {got}", most=most, got=values
            )
        return converted(data, kind)
    except msgspec.ValidationError as error:
        raise InputError(problem_of(error)).within("request") from None
    except UNREADABLE as error:
        raise InputError.said("{field}: {problem}", field="request", problem=error) from None
    except InputError as error:
        raise error.within("request") from None
