"""The types of the page's scripts are those of the server."""

import msgspec

from tests.web.contract import FILE, Declarations, contract, exchange_of, exchanges
from tests.web.requests import ROUTES


def test_the_committed_types_are_current() -> None:
    assert FILE.read_text(encoding="utf-8") == contract(), "run python -m tests.web.contract"


def test_every_route_for_scripts_is_in_the_contract() -> None:
    """What is left is not JSON: pages, files, pictures, events."""
    from odin_web.app import application

    known = {path for path, _ in exchanges(application().routes)}
    left = {
        path
        for _, path in ROUTES
        if path.partition("{")[0] not in {each.partition("${")[0] for each in known}
    }
    assert sorted(path for path in left if path.startswith("/api/")) == [
        "/api/position/picture/{name}",
        "/api/puzzles/file/{name:path}",
        "/api/puzzles/picture/{name:path}",
        "/api/scores/csv",
    ]


class Inner(msgspec.Struct, omit_defaults=True):
    """Something."""

    cells: list[tuple[int, int]] = []


class Outer(msgspec.Struct):
    """Something that holds another."""

    inner: Inner | None
    count: int = 0
    late: str | msgspec.UnsetType = msgspec.UNSET


def test_what_has_a_default_may_be_missing_in_requests_only() -> None:
    reply, request = Declarations(), Declarations()
    assert reply.of(list[Outer | None]) == "(Outer | null)[]"
    assert "  count: number;\n  late?: string;" in reply.made["Outer"]
    assert "  cells?: [number, number][];" in reply.made["Inner"]
    assert request.of(Outer, asked=True) == "Outer"
    assert "  count?: number;" in request.made["Outer"]


def test_an_endpoint_that_wraps_nothing_takes_nothing() -> None:
    async def endpoint() -> None: ...

    found = exchange_of(endpoint, True)
    assert found is not None
    assert found.asked.__name__ == "NothingAsked"
    assert exchange_of(endpoint, False) is None
