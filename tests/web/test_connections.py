"""Slow clients, many clients, and clients that leave."""

import http.client
import logging
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress

import pytest

from odin_web import connections
from odin_web.app import application
from odin_web.lan import LocalNetwork
from tests.timing import HANGING, wait_until
from tests.web.serving import HOST, STATIC, Serving, serving


@pytest.fixture
def server() -> Iterator[Serving]:
    with serving() as running:
        yield running


@pytest.fixture
def errors() -> Iterator[list[str]]:
    """What the server reports."""
    told: list[str] = []

    class Told(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told.append(record.getMessage())

    logger, handler = logging.getLogger("uvicorn.error"), Told()
    logger.addHandler(handler)
    yield told
    logger.removeHandler(handler)


def connected(server: Serving) -> socket.socket:
    return socket.create_connection((HOST, server.port), timeout=HANGING)


HEAD = f"POST /api/position HTTP/1.1\r\nhost: {HOST}\r\ncontent-type: application/json\r\n".encode()
SLOW = {
    "nothing": b"",
    "half a head": HEAD[:20],
    "a head without an end": HEAD,
    "half a body": HEAD + b'content-length: 100\r\n\r\n{"position"',
    "half a chunk": HEAD + b"transfer-encoding: chunked\r\n\r\n40\r\nabc",
}


@pytest.mark.slow
@pytest.mark.parametrize("sent", SLOW)
def test_a_slow_request_is_cut(
    server: Serving, errors: list[str], monkeypatch: pytest.MonkeyPatch, sent: str
) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.2)
    with closing(connected(server)) as client:
        client.sendall(SLOW[sent])
        with suppress(ConnectionResetError):
            assert client.recv(1000) == b""
    wait_until(lambda: not server.connections and not server.requests)
    assert not errors


def test_a_byte_now_and_then_does_not_help(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.3)
    with closing(connected(server)) as client:
        client.sendall(HEAD + b"content-length: 100000\r\n\r\n")
        sent = 0
        with suppress(OSError):
            while sent < 10_000:
                client.sendall(b"x")
                sent += 1
                time.sleep(0.01)
    assert sent < 10_000


@pytest.mark.slow
def test_the_second_request_of_a_connection_is_cut_too(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(connected(server)) as client:
        get = f"GET {STATIC} HTTP/1.1\r\nhost: {HOST}\r\n\r\n".encode()
        client.sendall(get)
        received = client.recv(1000)
        assert b"200 OK" in received
        monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.2)
        time.sleep(0.5)  # waiting between requests is allowed
        assert server.connections == 1
        client.sendall(get[:10])
        while received:
            try:
                received = client.recv(100_000)
            except ConnectionResetError:
                break


@pytest.mark.slow
def test_a_client_that_does_not_read_is_cut(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "SENDING_SECONDS", 0.2)
    with closing(connected(server)) as client:
        client.settimeout(0.2)
        get = f"GET /static/vendor/htm-preact.js HTTP/1.1\r\nhost: {HOST}\r\n\r\n".encode()
        for _ in range(2000):
            try:
                client.sendall(get)
            except OSError:
                break
        wait_until(lambda: not server.connections)
    assert server.get(STATIC)[0] == 200


def test_the_number_of_connections_is_limited(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MAX_CONNECTIONS", 5)
    with ExitStack() as stack:
        known = [stack.enter_context(closing(server.connected())) for _ in range(5)]
        for client in known:
            client.request("GET", STATIC)
            client.getresponse().read()
        assert server.connections == 5
        with pytest.raises((OSError, http.client.HTTPException)):
            server.get(STATIC)
        assert server.connections == 5
        known[0].close()
        wait_until(lambda: server.connections == 4)
        assert server.get(STATIC)[0] == 200


def test_a_connection_without_a_request_gives_way(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MAX_CONNECTIONS", 5)
    with ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(closing(connected(server)))
        wait_until(lambda: server.connections == 5)
        assert server.get(STATIC)[0] == 200


def test_a_long_request_has_more_time(server: Serving) -> None:
    with closing(connected(server)) as client:
        wait_until(lambda: server.connections)
        (connection,) = server.made
        before = connection._request.until
        client.sendall(HEAD + b"content-length: 100000\r\n\r\n" + b"x" * 60_000)
        wait_until(lambda: connection._request.until > before + 3)
        assert connection._request.until < before + 4


@pytest.mark.skipif(sys.platform != "linux", reason="needs several addresses of this computer")
def test_a_stranger_does_not_lock_out_the_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", HANGING)  # nobody is cut for slowness
    network = LocalNetwork(f"http://{HOST}:8550/")
    with serving(application(hosts=(HOST,), network=network)) as server, ExitStack() as stack:
        entered = server.connected()
        entered.request("POST", f"/?token={network.token('owner')}")
        answer = entered.getresponse()
        cookie = (answer.getheader("set-cookie") or "").partition(";")[0]
        entered.close()
        for _ in range(200):
            stranger = socket.create_connection(
                (HOST, server.port), HANGING, source_address=("127.0.0.2", 0)
            )
            stack.enter_context(closing(stranger))
            with suppress(OSError):  # it is cut at once
                stranger.sendall(HEAD[:20])
        wait_until(lambda: 0 < server.connections <= connections.MAX_UNKNOWN)
        for _ in range(10):
            with closing(server.connected()) as owner:
                owner.request("GET", STATIC, headers={"cookie": cookie})
                assert owner.getresponse().status == 200
        assert server.connections >= connections.MAX_UNKNOWN


def test_who_came_in_goes_before_strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MAX_CONNECTIONS", 8)
    monkeypatch.setattr(connections, "MAX_UNKNOWN", 6)
    network = LocalNetwork(f"http://{HOST}:8550/")
    with serving(application(hosts=(HOST,), network=network)) as server, ExitStack() as stack:
        owner = stack.enter_context(closing(server.connected()))
        owner.request("POST", f"/?token={network.token('owner')}")
        answer = owner.getresponse()
        answer.read()
        cookie = (answer.getheader("set-cookie") or "").partition(";")[0]
        for _ in range(30):
            stack.enter_context(closing(connected(server)))
            owner.request("GET", STATIC, headers={"cookie": cookie})
            answer = owner.getresponse()
            assert answer.status == 200
            answer.read()
        assert owner.sock is not None


@pytest.mark.parametrize("path", ["/api/position", "/api/questions/solve", "/api/puzzles/view"])
def test_a_client_that_leaves_while_sending_is_no_error(
    server: Serving, errors: list[str], path: str
) -> None:
    server.post(path, b"{}")
    client = connected(server)
    head = HEAD.replace(b"/api/position", path.encode())
    client.sendall(head + b'content-length: 1000\r\n\r\n{"position"')
    wait_until(lambda: server.requests == 1)
    client.close()
    wait_until(lambda: not server.requests)
    assert not errors


def test_a_client_that_leaves_before_the_answer_is_no_error(
    server: Serving, errors: list[str]
) -> None:
    server.post("/api/position", b"{}")
    client = connected(server)
    client.sendall(HEAD + b"content-length: 2\r\n\r\n{}")
    client.close()
    wait_until(lambda: not server.requests and not server.connections)
    assert not errors
