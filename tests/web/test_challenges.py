"""Requests about challenges."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from odin_solver.challenges.days import challenge_of_day, kept_days
from odin_solver.challenges.kept import kept_bests
from odin_solver.challenges.library import INCLUDED, included, par_log
from odin_solver.game.log import CUT
from odin_solver.version import __version__
from tests.web.requests import client

FIRST = "first-voyage"


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path))
    return client()


def own_game(page: TestClient, log: str) -> str:
    """Add a game from the text of its log."""
    return str(page.post("/api/games/import", json={"text": log, "name": "own"}).json()["game"])


def another(log: str) -> str:
    """Return a log with a comment at its end, which makes it the player's own."""
    return log + "# mine\n"


def shown(page: TestClient, name: str) -> dict[str, Any]:
    listed = page.get("/api/challenges").json()["included"]
    assert [each["id"] for each in listed] == list(INCLUDED)
    return next(each for each in listed if each["id"] == name)


def test_a_challenge_begins_with_its_bans(page: TestClient) -> None:
    assert shown(page, "no-raids")["begun"] is None
    game = page.post("/api/challenges/start", json={"challenge": "no-raids"}).json()["game"]
    view = page.get(f"/api/games/{game}").json()
    assert view["challenge"]["id"] == "no-raids"
    assert view["seed"] == included("no-raids").seed
    closed = {each["id"] for each in view["spaces"] if each["blocked"]}
    assert closed == set(included("no-raids").without)
    assert shown(page, "no-raids")["begun"]["game"] == game
    assert shown(page, FIRST)["begun"] is None


@pytest.mark.slow
def test_results_are_compared_with_friends(page: TestClient) -> None:
    game = own_game(page, another(par_log(FIRST, "bronze")))
    par = included(FIRST).par
    assert par is not None
    friend = {"name": "Eva", "text": par_log(FIRST, "gold")}
    found = page.post("/api/challenges/result", json={"game": game, "friends": [friend]}).json()
    assert (found["score"], found["medal"]) == (par.bronze, "bronze")
    (table,) = found["beside"]
    assert table["heads"] == ["", "Eva", "You"]
    medals = [["gold", str(par.gold)]], [["bronze", str(par.bronze)]]
    assert [each["of"] for each in table["rows"][0][1:]] == [*medals]
    assert found["picture"].startswith("<svg")
    assert found["par_games"] == ["gold", "silver", "bronze"]
    assert shown(page, FIRST)["best"]["score"] == par.bronze
    friend["text"] = par_log("iceland", "gold")
    refused = page.post("/api/challenges/result", json={"game": game, "friends": [friend]})
    assert refused.json()["error"].startswith("Eva: expected a game of this challenge")


@pytest.mark.slow
def test_par_games_are_nobodys_result(page: TestClient) -> None:
    asked = {"challenge": FIRST, "medal": "gold"}
    game = page.post("/api/challenges/game", json=asked).json()["game"]
    log = page.get(f"/api/games/{game}/log").text
    assert log.partition(CUT)[2] == par_log(FIRST, "gold").partition(CUT)[2]
    assert shown(page, FIRST)["best"] is None
    asked["challenge"] = "cards-a"
    assert page.post("/api/challenges/game", json=asked).status_code == 422


def test_the_game_of_the_day_has_the_par_that_is_kept(page: TestClient, tmp_path: Path) -> None:
    day = page.get("/api/challenges").json()["day"]
    assert (day["par"], day["streak"], day["kept"]) == (None, 0, None)
    file = tmp_path / "days" / f"{day['day']}-{__version__}.json"
    file.parent.mkdir()
    file.write_text(json.dumps({"bronze": 90}))
    assert page.get("/api/challenges").json()["day"]["par"] == {"bronze": 90}
    game = page.post("/api/challenges/start", json={"challenge": "today"}).json()["game"]
    view = page.get(f"/api/games/{game}").json()
    assert view["seed"] == challenge_of_day(date.fromisoformat(day["day"])).seed
    unfinished = page.post("/api/challenges/result", json={"game": game})
    assert "expected a game that is over" in unfinished.json()["error"]
    assert not kept_days()


def test_other_games_have_no_result(page: TestClient) -> None:
    game = page.post("/api/games/new", json={"seed": 5}).json()["game"]
    assert page.get(f"/api/games/{game}").json()["challenge"] is None
    answer = page.post("/api/challenges/result", json={"game": game})
    assert answer.json()["error"] == "expected a game of a challenge"
    answer = page.post("/api/challenges/start", json={"challenge": "nothing"})
    assert answer.status_code == 422


@pytest.mark.slow
def test_a_game_is_played_on_from_an_earlier_decision(page: TestClient) -> None:
    game = own_game(page, another(par_log(FIRST, "gold")))
    again = page.post("/api/games/again", json={"game": game, "at": 8}).json()["game"]
    before, after = (page.get(f"/api/games/{each}").json() for each in (game, again))
    assert (before["over"], after["over"], after["seen"]) == (True, False, 8)
    assert after["challenge"]["id"] == FIRST
    refused = page.post("/api/games/again", json={"game": game, "at": 9999})
    assert refused.status_code == 422
    assert refused.json()["error"].startswith("at: expected at most")


def test_a_challenge_from_a_position_begins_there(page: TestClient) -> None:
    game = page.post("/api/challenges/start", json={"challenge": "three-rounds"}).json()["game"]
    view = page.get(f"/api/games/{game}").json()
    assert (view["challenge"]["id"], view["round"]) == ("three-rounds", 5)
    assert shown(page, "three-rounds")["begun"]["game"] == game


@pytest.mark.slow
def test_the_best_result_is_kept_for_the_command(page: TestClient) -> None:
    own_game(page, another(par_log(FIRST, "silver")))
    own_game(page, par_log("iceland", "gold"))
    best = shown(page, FIRST)["best"]
    (kept,) = kept_bests().values()
    assert (kept.challenge, kept.score, kept.medal) == (FIRST, best["score"], best["medal"])
