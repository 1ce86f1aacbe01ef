"""Everything that the page without a server keeps, as one file."""

from base64 import b64encode
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from odin_solver.errors import OdinError
from odin_web.replies import refusal_of

SOURCE = Path(__file__).parents[2] / "web" / "browser" / "everything.py"
ADDRESS = "/api/everything"


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path))
    spec = spec_from_file_location("everything", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    everything = module_from_spec(spec)
    spec.loader.exec_module(everything)
    handlers: Any = {OdinError: refusal_of}
    return TestClient(Starlette(routes=everything.routes(), exception_handlers=handlers))


def with_file(name: str) -> dict[str, Any]:
    content = b64encode(b"other").decode()
    return {"odin_browser": 1, "files": [{"name": name, "content": content}]}


def test_a_file_brings_all_back(client: TestClient, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "one.log").write_bytes(b"\xff\x00log")
    (tmp_path / "page.json").write_text("{}")
    saved = client.get(ADDRESS).json()
    (tmp_path / "games" / "one.log").write_bytes(b"changed")
    (tmp_path / "games" / "two.log").write_bytes(b"new")
    assert client.post(ADDRESS, json={**saved, "page": {"view": "games"}}).status_code == 200
    found = {path.name: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert found == {"one.log": b"\xff\x00log", "page.json": b"{}"}


@pytest.mark.parametrize("name", ["", "../out", "/out", "a/../../out", "folder/", "a/.."])
def test_names_that_lead_elsewhere_change_nothing(
    client: TestClient, tmp_path: Path, name: str
) -> None:
    (tmp_path / "page.json").write_text("{}")
    refused = client.post(ADDRESS, json=with_file(name))
    assert refused.status_code == 422
    assert "names within the folder" in refused.json()["error"]
    assert [path.name for path in tmp_path.iterdir()] == ["page.json"]


@pytest.mark.parametrize("content", [b"[1]", b"\x00", b"{}", b'{"odin_browser": 2, "files": []}'])
def test_files_of_another_kind_are_refused(client: TestClient, content: bytes) -> None:
    refused = client.post(ADDRESS, content=content)
    assert refused.status_code == 422
    assert refused.json()["error"].startswith("request")
    assert "\n" not in refused.json()["error"]
