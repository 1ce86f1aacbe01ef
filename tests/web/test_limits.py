"""Limits and refusals of every route: the answer is always a line, never a traceback."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from benchmarks.fuzz.mutations import documents
from odin_web import searches
from odin_web.positions import MAX_BOARDS
from odin_web.searches import AnyWork, Search, Searches
from tests.profiles import cases
from tests.web.requests import LOCAL, POSITION, ROUTES, client, requests

REFUSALS = {400, 404, 405, 409, 413, 422, 429}
POSTS = [path for method, path in ROUTES if method == "POST"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A data folder of its own, and searches that wait for ever."""

    def begin(self: Searches, work: AnyWork, **options: Any) -> Search:
        return Search("1", work)

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ODIN_DATA_DIR", str(tmp_path_factory.mktemp("data")))
        patch.setenv("ODIN_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        patch.setattr(searches.Searches, "begin", begin)
        yield


@pytest.fixture(scope="module")
def page(folder: None) -> TestClient:
    return client()


@pytest.fixture(scope="module")
def good(page: TestClient) -> dict[str, dict[str, Any]]:
    begun = page.post("/api/games/new", json={"seed": 1, "length": "short"})
    assert begun.status_code == 200, begun.text
    return requests(begun.json()["game"])


def test_there_is_a_request_for_every_route(good: dict[str, dict[str, Any]]) -> None:
    assert set(POSTS) - {"/api/searches/{search}/stop"} <= set(good) | {"/api/game/why"}


@pytest.mark.slow
@pytest.mark.parametrize("path", POSTS)
def test_other_sites_are_refused_everywhere(page: TestClient, path: str) -> None:
    for headers, status in (
        ({"origin": "http://evil.example"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"host": "evil.example"}, 421),
        ({"content-type": "text/plain"}, 415),
    ):
        answer = page.post(path, content=b"{}", headers=headers)
        assert answer.status_code == status, (path, headers)
        assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", [path for method, path in ROUTES if method == "GET"])
def test_other_names_are_refused_everywhere(page: TestClient, path: str) -> None:
    assert page.get(path, headers={"host": "evil.example"}).status_code == 421


@pytest.mark.parametrize(
    "name", ["../secret", "..%2fsecret", "%2e%2e/secret", "..\\secret", "/etc/passwd", "a/../../b"]
)
def test_no_name_leads_out_of_its_folder(page: TestClient, name: str) -> None:
    for path in (f"/api/games/{name}", f"/api/games/{name}/log", f"/api/texts/{name}"):
        assert page.get(path).status_code in (404, 405, 422), path
    for path in (f"/api/puzzles/picture/{name}", f"/api/puzzles/file/{name}", f"/static/{name}"):
        assert page.get(path).status_code in (404, 422), path
    for path, field in (
        ("/api/games/rename", "game"),
        ("/api/games/delete", "game"),
        ("/api/game/undo", "game"),
        ("/api/puzzles/view", "puzzle"),
        ("/api/puzzles/forget", "puzzle"),
        ("/api/position/example", "name"),
    ):
        more: dict[str, Any] = {"name": "a"} if path.endswith("rename") else {}
        more |= {"seen": 1} if path.endswith("undo") else {}
        assert page.post(path, json={field: name, **more}).status_code in (404, 422), path


@pytest.mark.parametrize(
    "limit", [{"seconds": 1e9}, {"seconds": 0}, {"seconds": -1}, {"workers": 0}, {"workers": 999}]
)
@pytest.mark.parametrize("path", ["questions/solve", "questions/hint", "questions/analyse"])
def test_time_and_workers_are_limited(
    page: TestClient, good: dict[str, dict[str, Any]], path: str, limit: dict[str, float]
) -> None:
    path = f"/api/{path}"
    answer = page.post(path, json=good[path] | limit)
    assert answer.status_code == 422
    assert next(iter(limit)) in answer.json()["error"]


@pytest.mark.parametrize(
    "path",
    ["position", "questions/solve", "questions/hint", "questions/analyse", "questions/count"],
)
def test_boards_are_limited(page: TestClient, path: str) -> None:
    many = POSITION | {"boards": [{"board": {"map": ["..."]}}] * (MAX_BOARDS + 1)}
    answer = page.post(f"/api/{path}", json={"position": many})
    assert answer.status_code == 422
    assert str(MAX_BOARDS) in answer.json()["error"]


@pytest.mark.slow
@pytest.mark.parametrize("path", [path for path in POSTS if "{" not in path])
def test_no_request_leads_to_a_traceback(
    page: TestClient, good: dict[str, dict[str, Any]], path: str
) -> None:
    foreign = [request for other, request in good.items() if other != path]
    headers = {"content-type": "application/json", "origin": LOCAL}

    @settings(max_examples=cases(6))
    @given(documents([good.get(path, {})], foreign) | st.binary(max_size=20))
    def ask(content: bytes) -> None:
        answer = page.post(path, content=content, headers=headers)
        if answer.status_code != 200:
            assert answer.status_code in REFUSALS
            error = answer.json()["error"]
            assert 0 < len(error) < 200
            assert "\n" not in error
            assert "Traceback" not in error

    ask()
