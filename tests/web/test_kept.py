"""What the page keeps is there tomorrow, at any port."""

import socket
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from odin_solver.errors import InputError
from odin_web.app import application
from odin_web.kept import MOST, KeptTexts
from odin_web.server import PORT, _listener, _listening
from tests.web.test_page import given

HERE = {"host": "127.0.0.1:8000"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path))
    return tmp_path


def kept(port: int, **changes: str | None) -> TestClient:
    client = TestClient(application(), base_url=f"http://127.0.0.1:{port}")
    assert client.post("/api/kept", json={"changes": changes}).status_code == 200
    return client


def test_a_page_at_another_port_is_given_what_was_kept() -> None:
    kept(8000, language="cs", view="games#one")
    other = TestClient(application(), base_url="http://127.0.0.1:9000")
    assert given(other.get("/").text)["kept"] == {"language": "cs", "view": "games#one"}
    kept(9000, language=None)
    assert dict(KeptTexts().read()) == {"view": "games#one"}


def test_what_is_no_text_is_set_aside(folder: Path) -> None:
    """One such value takes no other away, and the page says under which name it is."""
    (folder / "page.json").write_text('{"language": 5, "view": "scores", "puzzle": {"a": null}}')
    expected = {"aside.language": "5", "view": "scores", "aside.puzzle": '{"a":null}'}
    assert given(TestClient(application()).get("/", headers=HERE).text)["kept"] == expected
    kept(8000, view="games")
    assert dict(KeptTexts().read()) == {**expected, "view": "games"}


@pytest.mark.parametrize("content", [b"", b"{", b"null", b"[1]", b"\xff", b"[" * 100_000])
def test_a_damaged_file_is_set_aside(folder: Path, content: bytes) -> None:
    for name in ("aside.page.json", "aside.page.json.2"):
        (folder / "page.json").write_bytes(content)
        KeptTexts().read()
        client = kept(8000, view="scores")
        shown = given(client.get("/", headers=HERE).text)["kept"]
        assert shown == {name: "", "view": "scores"}
        assert (folder / name).read_bytes() == content


def test_what_cannot_be_read_is_not_replaced(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(8000, view="scores")
    client, before = TestClient(application()), (folder / "page.json").read_bytes()

    def denied(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "read_bytes", denied)
        assert given(client.get("/", headers=HERE).text)["kept"] == {}
        answer = client.post("/api/kept", json={"changes": {"view": "games"}}, headers=HERE)
        assert "Permission denied" in answer.json()["error"]
    assert (folder / "page.json").read_bytes() == before


def test_too_much_is_refused() -> None:
    client = kept(8000, **{f"key{n}": "x" for n in range(MOST)})
    assert client.post("/api/kept", json={"changes": {"more": "x"}}).status_code == 413
    assert client.post("/api/kept", json={"changes": {"key1": "x" * 200_001}}).status_code == 422


def test_the_port_is_the_next_free_one() -> None:
    first = _listener("127.0.0.1", None)
    second = _listener("127.0.0.1", None)
    with first, second:
        ports = [each.getsockname()[1] for each in (first, second)]
        assert PORT <= ports[0] < ports[1]
        with pytest.raises(InputError, match=f"port {ports[0]}: Address already in use"):
            _listening("127.0.0.1", ports[0])


def test_a_named_port_that_is_taken_is_an_error() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(InputError, match="Address already in use"):
            _listener("127.0.0.1", taken.getsockname()[1])
