"""Other devices come in with a token of one use, and do what the owner allows."""

import re

import pytest
from starlette.testclient import TestClient

from odin_web.app import application
from odin_web.lan import LocalNetwork, own_addresses, qr_svg, qr_text
from tests.web.requests import ROUTES

HOST = "192.168.7.5"
ADDRESS = f"http://{HOST}:8550/"


@pytest.fixture
def network() -> LocalNetwork:
    return LocalNetwork(ADDRESS)


@pytest.fixture
def stranger(network: LocalNetwork) -> TestClient:
    app = application(hosts=(HOST,), network=network)
    return TestClient(app, base_url=ADDRESS, follow_redirects=False)


@pytest.fixture
def guest(stranger: TestClient, network: LocalNetwork) -> TestClient:
    entry = stranger.post(network.invitation())
    assert (entry.status_code, entry.headers["location"]) == (303, "/")
    return stranger


@pytest.mark.parametrize(("method", "path"), [*ROUTES, ("POST", "/api/guests/may")])
def test_a_stranger_gets_nothing(stranger: TestClient, method: str, path: str) -> None:
    address = re.sub(r"{.*?}", "x", path)
    data: object = {} if method == "POST" else None
    assert stranger.request(method, address, json=data).status_code == 401


def test_a_token_is_good_once(stranger: TestClient, network: LocalNetwork) -> None:
    address = network.invitation()
    cookie = stranger.post(address).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert stranger.get("/").status_code == 200
    stranger.cookies.clear()
    assert stranger.post(address).status_code == 401
    assert stranger.post(f"{ADDRESS}?token=guessed").status_code == 401


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_looking_at_an_address_does_not_use_it_up(
    stranger: TestClient, network: LocalNetwork, method: str
) -> None:
    address = network.invitation()
    for _ in range(3):
        shown = stranger.request(method, address, headers={"accept-language": "cs"})
        assert shown.status_code == 200
        assert "set-cookie" not in shown.headers
        assert "form-action 'self'" in shown.headers["content-security-policy"]
    if method == "GET":
        assert '<html lang="cs">' in shown.text
        assert '<form method="post"><button>' in shown.text
    assert stranger.get("/").status_code == 401
    assert stranger.post(address).status_code == 303


def test_other_names_are_refused_before_tokens_are_used(
    stranger: TestClient, network: LocalNetwork
) -> None:
    path = network.invitation().removeprefix(ADDRESS)
    foreign = stranger.post(f"/{path}", headers={"host": "evil.example:8550"})
    assert foreign.status_code == 421
    assert stranger.post(f"/{path}").status_code == 303


def test_the_owner_says_what_guests_may_do(guest: TestClient, network: LocalNetwork) -> None:
    example = {"name": "opening"}
    new = {"name": "by a guest", "seed": 1}
    assert guest.post("/api/guests/may", json={"may": "look"}).status_code == 403
    owner = TestClient(guest.app, base_url=ADDRESS)
    assert owner.post(f"{ADDRESS}?token={network.token('owner')}").status_code == 200
    assert guest.post("/api/games/new", json=new).status_code == 200
    assert owner.post("/api/guests/may", json={"may": "look"}).json() == {"may": "look"}
    refused = guest.post("/api/games/new", json=new)
    assert refused.status_code == 403
    assert "looked at" in refused.json()["error"]
    assert guest.post("/api/position/example", json=example).status_code == 200
    assert guest.get("/api/games").status_code == 200
    assert owner.post("/api/games/new", json=new).status_code == 200
    assert owner.post("/api/guests/may", json={"may": "anything"}).status_code == 422


def test_an_invitation_is_a_code_and_an_address(guest: TestClient, network: LocalNetwork) -> None:
    owner = TestClient(guest.app, base_url=ADDRESS)
    owner.post(f"{ADDRESS}?token={network.token('owner')}")
    invitation = owner.post("/api/guests/invite", json={}).json()
    assert invitation["picture"] == qr_svg(invitation["address"])
    assert qr_text(invitation["address"]).count("\n") > 10
    guest.cookies.clear()
    assert guest.post(invitation["address"]).status_code == 303


def test_addresses_for_others_are_not_those_of_this_computer_alone() -> None:
    assert not [each for each in own_addresses(ipv6=True) if each.startswith(("127.", "::1"))]
