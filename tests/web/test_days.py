"""Puzzles of days: who makes them, and when."""

import datetime
import threading
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from odin_puzzles import daily
from odin_puzzles.puzzle import Puzzle
from odin_web.puzzles import days
from tests.puzzles.samples import sample
from tests.web.requests import ROUTES, client

TODAY = datetime.date.today()
GETS = [path for method, path in ROUTES if method == "GET" and "{search}" not in path]


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[datetime.date]:
    """The days that are made, in a folder of their own."""
    all_days: list[datetime.date] = []

    def make(day: datetime.date, seconds: float, cancel: threading.Event) -> Puzzle:
        all_days.append(day)
        return sample("fill")

    monkeypatch.setattr(daily, "kept_puzzle_within", make)
    monkeypatch.setattr(daily, "puzzle_of", make)
    monkeypatch.setattr(days, "_made", {})
    for name in ("ODIN_DATA_DIR", "ODIN_CACHE_DIR", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    return all_days


def posted(page: TestClient, path: str, day: datetime.date) -> Any:
    return page.post(f"/api/puzzles/{path}", json={"puzzle": f"daily/{day}"})


@pytest.mark.slow
def test_no_get_makes_anything(made: list[datetime.date], tmp_path: Path) -> None:
    page = client()
    with page:
        begun = page.post("/api/games/new", json={"seed": 1, "length": "short"}).json()["game"]
        for path in ("/api/games", "/api/puzzles/lists"):  # the index of games may be written
            page.get(path)
        before = sorted(tmp_path.rglob("*"))
        for path in GETS:
            for name in (f"daily/{TODAY}", "daily/2025-01-01", "first-steps/1", "mine/a"):
                asked = path.replace("{name:path}", name).replace("{game}", begun)
                page.get(asked.replace("{language}", "de"))
        assert sorted(tmp_path.rglob("*")) == before
    assert made == []
    assert "/api/puzzles/picture/{name:path}" in GETS


@pytest.mark.parametrize("path", ["summary", "view"])
@pytest.mark.parametrize("ahead", [-6, 0, 1])
def test_days_near_today_are_made_once(made: list[datetime.date], path: str, ahead: int) -> None:
    day = TODAY + datetime.timedelta(days=ahead)
    with client() as page:
        picture = f"/api/puzzles/picture/daily/{day}"
        assert page.get(picture).status_code == 404
        assert posted(page, path, day).status_code == 200
        assert posted(page, path, day).status_code == 200
        assert page.get(picture).status_code == 200
    assert made == [day]


@pytest.mark.parametrize("ahead", [-3000, -7, 2, 3000])
def test_other_days_are_not_made(made: list[datetime.date], ahead: int) -> None:
    day = TODAY + datetime.timedelta(days=ahead)
    with client() as page:
        answers = [posted(page, path, day) for path in ("summary", "view")]
        answers.append(
            page.post("/api/puzzles/booklet", json={"puzzles": [f"daily/{day}", "daily/x"]})
        )
        for answer in answers:
            assert answer.status_code == 422
            assert answer.json()["error"] == f"the puzzle of {day} is not made"
    assert made == []


@pytest.mark.slow
def test_a_booklet_makes_its_days_in_the_line(
    made: list[datetime.date], monkeypatch: pytest.MonkeyPatch
) -> None:
    with client() as page:
        wanted = {"puzzles": [f"daily/{TODAY}", "first-steps/1"]}
        begun = page.post("/api/puzzles/booklet", json=wanted)
        assert begun.status_code == 200
        events = page.get(f"/api/searches/{begun.json()['search']}/events").text
        assert '"pdf"' in events
    assert made == [TODAY]


def test_a_full_line_refuses_to_make_a_day(
    made: list[datetime.date], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("odin_web.searches.MAX_WAITING", 0)
    with client() as page:
        answer = posted(page, "summary", TODAY)
        assert answer.status_code == 429
        assert "waiting" in answer.json()["error"]
    assert made == []
