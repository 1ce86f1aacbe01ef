"""Whatever stands in the files of the server, its pages open, and nothing of it is lost."""

from datetime import date
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from odin_solver.version import __version__
from odin_web.app import application
from odin_web.pagefiles import PAGES
from tests.web.junk import JUNK

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
    return TestClient(application(), base_url="http://127.0.0.1:8000")


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
