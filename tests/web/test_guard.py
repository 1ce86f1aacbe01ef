"""Only the page itself may talk to the server, and it loads nothing from elsewhere."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from odin_puzzles.kinds.boards import command_text
from odin_puzzles.play.kept import kept_puzzles
from odin_puzzles.play.progress import default_file
from odin_puzzles.share.codes import share_code
from odin_web import guard
from odin_web.app import application
from tests.puzzles.samples import sample
from tests.web.requests import ROUTES

LOCAL = "http://127.0.0.1:8000"
EXAMPLE = {"name": "opening"}


@pytest.fixture
def client() -> TestClient:
    return TestClient(application(), base_url=LOCAL)


def test_the_page_may_ask(client: TestClient) -> None:
    same = {"origin": LOCAL, "sec-fetch-site": "same-origin"}
    answer = client.post("/api/position/example", json=EXAMPLE, headers=same)
    assert answer.status_code == 200
    assert answer.json()["score"] < 0


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "[", "10.0.0.1:8000"])
def test_other_names_for_this_computer_are_refused(client: TestClient, host: str) -> None:
    assert client.get("/api/components", headers={"host": host}).status_code == 421


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"sec-fetch-site": "cross-site"},
    ],
)
def test_other_pages_are_refused(client: TestClient, headers: dict[str, str]) -> None:
    assert client.post("/api/position/example", json=EXAMPLE, headers=headers).status_code == 403


API = [path for method, path in ROUTES if method == "GET" and path.startswith("/api/")]


@pytest.mark.parametrize("path", API)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"},
        {"sec-fetch-site": "same-site"},
        {"origin": "http://evil.example"},
    ],
)
def test_other_pages_may_not_even_read(
    client: TestClient, method: str, path: str, headers: dict[str, str]
) -> None:
    assert client.request(method, path, headers=headers).status_code == 403


def test_other_pages_may_link_to_the_pages(client: TestClient) -> None:
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    for path in ("/", "/puzzles", "/games", "/challenges", "/scores", "/graenaland", "/vikings"):
        assert client.get(path, headers=link).status_code == 200


def test_what_is_too_large_is_refused_before_it_is_sent(client: TestClient) -> None:
    for size in (str(guard.MAX_BODY + 1), "9" * 5000):
        headers = {"content-type": "application/json", "content-length": size}
        answer = client.post("/api/position", content=b"{}", headers=headers)
        assert answer.status_code == 413


def test_forms_are_refused(client: TestClient) -> None:
    plain = {"content-type": "text/plain"}
    answer = client.post("/api/position/example", content=b'{"name":"opening"}', headers=plain)
    assert answer.status_code == 415


def test_large_requests_are_refused(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "MAX_BODY", 100)
    answer = client.post("/api/position/text", json={"text": "x" * 100})
    assert answer.status_code == 413


@pytest.mark.parametrize("path", ["/", "/static/js/main.js", "/api/components", "/nothing"])
def test_every_answer_has_a_strict_policy(client: TestClient, path: str) -> None:
    policy = client.get(path).headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("path", ["/static/../guard.py", "/static/%2e%2e/guard.py", "/guard.py"])
def test_no_file_beside_those_of_the_page(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_page_names_no_other_server() -> None:
    from odin_web.pagefiles import STATIC

    for path in ("index.html", "css/shared/base.css"):
        assert "//" not in (STATIC / path).read_text().replace("/*", "").replace("<!doctype", "")


def test_only_a_puzzle_stands_in_a_frame_of_another_site(client: TestClient) -> None:
    def policy(path: str) -> str:
        return str(client.get(path).headers["content-security-policy"])

    framed = policy("/puzzles?framed")
    assert framed == policy("/").replace("frame-ancestors 'none'", "frame-ancestors *")
    for path in ("/", "/?framed", "/puzzles", "/position?framed", "/api/components"):
        assert "frame-ancestors 'none'" in policy(path)


def test_a_framed_puzzle_is_played_without_its_solution_and_nothing_is_kept(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path))
    puzzle = sample("fill")
    code = share_code(puzzle)
    begun = client.post("/api/puzzles/view", json={"puzzle": code}).json()["begun"]
    for piece in puzzle.solution:
        change = {"kind": "command", "text": command_text(puzzle, piece)}
        asked = {"puzzle": code, "begun": begun, "change": change}
        played = client.post("/api/puzzles/play", json=asked).json()
        begun = played["begun"]
    assert played["solved"]
    for path in ("hint", "check", "solution"):
        refused = client.post(f"/api/puzzles/{path}", json={"puzzle": code, "begun": begun})
        assert refused.status_code == 422
    assert not default_file().exists()
    assert not kept_puzzles()
