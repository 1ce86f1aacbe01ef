"""Whatever stands in the files of the server, its pages open, and nothing of it is lost."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from odin_solver.version import __version__
from odin_web.app import application
from odin_web.games.store import GameFolder
from odin_web.pagefiles import PAGES
from tests.cli.process import small_files
from tests.web.junk import JUNK
from tests.web.requests import LOCAL, LOG, requests

TODAY = f"{date.today().isoformat()}-{__version__}.json"

STORES = {
    "data/page.json": "",
    "data/puzzles.json": "/api/puzzles/lists",
    "data/scores.jsonl": "/api/scores",
    "data/challenges.jsonl": "/api/challenges",
    "data/days.jsonl": "/api/challenges",
    f"data/days/{TODAY}": "/api/challenges",
    f"data/daily/{TODAY}": "/api/puzzles/lists",
    "data/games/one.log": "/api/games",
    "data/games/one.undone": "/api/games",
    "config/odin/harvest.toml": "/api/games/parts",
    "config/odin/graenaland.toml": "/api/graenaland",
}
"""Files, and what the pages ask for that reads them."""


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    for name, folder in {
        "ODIN_DATA_DIR": "data",
        "ODIN_CACHE_DIR": "cache",
        "XDG_CONFIG_HOME": "config",
    }.items():
        monkeypatch.setenv(name, str(tmp_path / folder))
    return TestClient(application(), base_url=LOCAL)


@pytest.mark.slow
@pytest.mark.parametrize("store", STORES)
def test_junk_in_a_store_closes_no_page(client: TestClient, tmp_path: Path, store: str) -> None:
    assert len(JUNK) >= 40
    path = tmp_path / store
    path.parent.mkdir(parents=True)
    asked = [STORES[store]] if STORES[store] else [*PAGES]
    for text in JUNK:
        path.write_text(text, encoding="utf-8")
        for address in asked:
            answer = client.get(address)
            assert answer.status_code == 200, (text, answer.text)
            if store == "data/scores.jsonl" and text == "\x00":
                assert "scores.jsonl: " in answer.json()["problems"][0]
        left = {each.read_bytes() for each in path.parent.iterdir() if each.is_file()}
        if store != "data/page.json":
            assert text.encode() in left
    assert client.get("/").status_code == 200


def answered(client: TestClient, path: str, body: Any) -> tuple[int, str]:
    """Return status and error of a request; a search is stopped, and its end is its answer."""
    answer = client.post(path, json=body)
    found = answer.json() if isinstance(answer.json(), dict) else {}
    if "search" in found:
        events = f"/api/searches/{found['search']}"
        client.post(f"{events}/stop", json={})
        last = client.get(f"{events}/events").text.rstrip().rpartition("\n\n")[2]
        data = last.partition("data: ")[2]
        return answer.status_code, (json.loads(data) or {}).get("error", "")
    return answer.status_code, found.get("error", "")


@pytest.mark.slow
@pytest.mark.parametrize("place", ["full", "nowhere"])
def test_what_cannot_be_kept_is_one_sentence_and_nothing_is_half_written(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """On a full disk, and where the folder of kept things cannot be made."""
    if place == "nowhere":
        monkeypatch.setenv("ODIN_DATA_DIR", "/dev/null/data")
        monkeypatch.setenv("XDG_CONFIG_HOME", "/dev/null/config")
        client = TestClient(application(), base_url=LOCAL)
    with client:
        kept = {}
        if place == "full":
            client.post("/api/kept", json={"changes": {"language": "cs", "view": "games"}})
            client.post("/api/scores/add", json={"game": {"players": [{"name": "C", "total": 9}]}})
            GameFolder(tmp_path / "data/games").add(LOG.read_text(encoding="utf-8"), "")
            folder = tmp_path / "data"
            kept = {each: each.read_bytes() for each in folder.rglob("*") if each.is_file()}
        refused = set()
        with small_files(0):
            for path, body in requests("mine").items():
                status, error = answered(client, path, body)
                assert status < 500, (path, error)
                assert "internal error" not in error
                assert len(error.splitlines()) <= 1
                refused |= {path} if error.startswith("cannot write") else set()
        assert refused >= {"/api/kept", "/api/games/new", "/api/scores/add", "/api/challenges/game"}
        for each, content in kept.items():
            if each.name != "games.json":
                assert each.read_bytes() == content
        assert client.get("/").status_code == 200
