"""Requests about the scores of real games."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from starlette.testclient import TestClient

from odin_solver.game.scores import default_archive, game_data, games_from_csv
from tests.timing import HANGING
from tests.web.requests import LOG, SCORES, client

OTHER = {"players": [{"name": "Eva", "total": 77}], "date": "2026-01-01"}


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path))
    return client()


def test_a_game_is_kept_once_changed_and_removed(page: TestClient) -> None:
    assert page.get("/api/scores").json()["games"] == []
    (game,) = page.post("/api/scores/add", json={"game": SCORES}).json()["games"]
    assert game["winners"] == ["Ben"]
    assert [each["total"] for each in game["data"]["players"]] == [7, 98]
    known = page.post("/api/scores/add", json={"game": SCORES})
    assert (known.status_code, known.json()["known"]) == (409, True)
    again = page.post("/api/scores/add", json={"game": SCORES, "again": True}).json()
    assert len(again["games"]) == 2
    page.post("/api/scores/remove", json={"id": game["id"]})
    same = page.post("/api/scores/add", json={"game": SCORES, "instead": game["id"]}).json()
    assert [each["id"] for each in same["games"]] == [game["id"]]
    changed = page.post("/api/scores/add", json={"game": OTHER, "instead": game["id"]}).json()
    assert [each["data"]["date"] for each in changed["games"]] == ["2026-01-01"]
    (table,) = page.post("/api/questions/score/stats", json={"length": "long"}).json()["report"]
    assert table["rows"][-1] == ["Eva", "1", "77.0", "77", "Eva, 2026-01-01", ""]
    (nothing,) = page.post("/api/questions/score/stats", json={"player": "Ben"}).json()["report"]
    assert nothing["text"] == "no games"
    refused = page.post("/api/questions/score/stats", json={"cards": "D"})
    assert refused.json()["error"].startswith("cards: expected none, all, or decks")
    gone = page.post("/api/scores/remove", json={"id": game["id"]})
    assert (gone.status_code, gone.json()["gone"]) == (409, True)
    assert [game_data(each)["date"] for each in default_archive().read().games] == ["2026-01-01"]


def test_of_two_tabs_one_changes_a_game(page: TestClient) -> None:
    for at in range(12):
        page.post("/api/scores/add", json={"game": {**OTHER, "note": f"round {at}"}})
        before = {game["id"] for game in page.get("/api/scores").json()["games"]}
        (game,) = (each.id for each in default_archive().read().games if "round" in each.note)
        both = Barrier(2)

        def change(name: str, note: str, instead: str, both: Barrier) -> int:
            both.wait(HANGING)
            changed = {"players": [{"name": name, "total": 50}], "note": note}
            asked = {"game": changed, "instead": instead}
            return page.post("/api/scores/add", json=asked).status_code

        note = f"changed {at}"
        with ThreadPoolExecutor(2) as tabs:
            begun = {name: tabs.submit(change, name, note, game, both) for name in "ab"}
        codes = {name: done.result() for name, done in begun.items()}
        assert sorted(codes.values()) == [200, 409]
        now = [each for each in default_archive().read().games if each.note == note]
        assert [codes[each.players[0].name] for each in now] == [200]
        kept = {each.id for each in default_archive().read().games}
        assert kept == before - {game} | {each.id for each in now}


def test_a_game_of_an_older_version_can_be_put_back(page: TestClient) -> None:
    """It may have points that no game gives, which the sheet takes no more."""
    old = {"players": [{"name": "Eva", "english_crown": 7}], "date": "2026-01-01"}
    refused = page.post("/api/scores/add", json={"game": old})
    assert refused.json()["error"] == "game: players[0]: english_crown: expected 0 or 2, got 7"
    default_archive().path.write_text(json.dumps(old) + "\n", encoding="utf-8")
    (game,) = page.get("/api/scores").json()["games"]
    page.post("/api/scores/remove", json={"id": game["id"]})
    back = page.post("/api/scores/add", json={"game": game["data"], "again": True}).json()
    assert [each["id"] for each in back["games"]] == [game["id"]]


def test_a_removed_game_is_not_changed(page: TestClient) -> None:
    (game,) = page.post("/api/scores/add", json={"game": SCORES}).json()["games"]
    page.post("/api/scores/remove", json={"id": game["id"]})
    for again in (False, True):
        asked = {"game": OTHER, "instead": game["id"], "again": again}
        refused = page.post("/api/scores/add", json=asked)
        assert (refused.status_code, refused.json()["gone"]) == (409, True)
    assert default_archive().read().games == ()


def test_a_game_that_is_there_replaces_none(page: TestClient) -> None:
    page.post("/api/scores/add", json={"game": OTHER})
    games = page.post("/api/scores/add", json={"game": SCORES}).json()["games"]
    (mine,) = (game["id"] for game in games if len(game["data"]["players"]) == 2)
    known = page.post("/api/scores/add", json={"game": OTHER, "instead": mine})
    assert (known.status_code, known.json()["known"]) == (409, True)
    assert len(default_archive().read().games) == 2


def test_the_newest_game_comes_first(page: TestClient) -> None:
    for date in ("2026-02-02", "2026-03-03", "2026-01-01"):
        shown = page.post("/api/scores/add", json={"game": {**OTHER, "date": date}}).json()
    assert [game["data"]["date"][:7] for game in shown["games"]] == [
        "2026-03",
        "2026-02",
        "2026-01",
    ]


def test_csv_out_and_in(page: TestClient) -> None:
    page.post("/api/scores/add", json={"game": SCORES})
    answer = page.get("/api/scores/csv")
    assert answer.headers["content-type"].startswith("text/csv")
    games = games_from_csv(answer.text, "scores.csv")
    assert games == default_archive().read().games
    text = {"text": answer.text + "9,2026-01-01,short,none,,Ida,50\n", "name": "s.csv"}
    bad = page.post("/api/scores/import", json=text)
    assert bad.json()["error"] == "s.csv: line 4: expected 20 entries"
    text["text"] = text["text"].replace("Ida,50", "Ida,50" + "," * 13)
    assert len(page.post("/api/scores/import", json=text).json()["games"]) == 2


def test_files_are_counted(page: TestClient) -> None:
    log = {"text": LOG.read_text(encoding="utf-8"), "name": "game.log"}
    (player,) = page.post("/api/scores/open", json=log).json()["players"]
    assert (player["total"], player["emigration"]) == (128, 81)
    assert page.post("/api/scores/open", json={**log, "length": "long"}).status_code == 200
    short = page.post("/api/scores/open", json={**log, "length": "short"})
    assert short.json()["error"] == "game.log: expected a game of length short, got long"
    named = {"text": json.dumps(SCORES), "name": "s.json"}
    assert page.post("/api/scores/open", json=named).json()["players"][1]["name"] == "Ben"


def test_files_that_others_name_are_not_read(page: TestClient, tmp_path: Path) -> None:
    (tmp_path / "home.json").write_text('{"boards": [{"board": "home"}]}', encoding="utf-8")
    game = {"players": [{"name": "a", "file": str(tmp_path / "home.json")}]}
    for path, asked in (
        ("add", {"game": game}),
        ("open", {"text": json.dumps(game), "name": "s.json"}),
    ):
        answer = page.post(f"/api/scores/{path}", json=asked)
        assert answer.status_code == 422
        assert "players[0]: file: expected points" in answer.json()["error"]


def test_bad_lines_are_told(page: TestClient, tmp_path: Path) -> None:
    (tmp_path / "scores.jsonl").write_text("{half\n", encoding="utf-8")
    assert "line 1: invalid JSON" in page.get("/api/scores").json()["problems"][0]


def test_a_damaged_archive_is_not_exported_in_part(page: TestClient) -> None:
    page.post("/api/scores/add", json={"game": SCORES})
    with default_archive().path.open("a", encoding="utf-8") as file:
        file.write("{half\n")
    refused = page.get("/api/scores/csv")
    assert refused.status_code == 422
    assert "line 2" in refused.json()["error"]
