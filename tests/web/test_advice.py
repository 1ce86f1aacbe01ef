"""Hints, analyses, and the loss of a move."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from odin_solver.notation.positions import position_from
from odin_solver.rules.layout import position_violations
from odin_web.app import application

pytestmark = pytest.mark.slow

SHED = {
    "schema": 1,
    "supply": {"oil": 2, "mead": 1, "silver": 2, "wood": 2, "stone": 1},
    "boards": [{"board": "shed"}, {"board": "stone_house"}],
}


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODIN_CACHE_DIR", str(tmp_path))


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(application(), base_url="http://127.0.0.1") as client:
        yield client


def events_of(client: TestClient, path: str, **data: Any) -> list[tuple[str, Any]]:
    """Return the events of a search when it has ended."""
    answer = client.post(f"/api/position/{path}", json={"seconds": 60, **data})
    assert answer.status_code == 200, answer.text
    stream = client.get(f"/api/searches/{answer.json()['search']}/events").text.strip()
    events = []
    for part in stream.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in part.split("\n"))
        events.append((fields["event"], json.loads(fields["data"])))
    return events


def result_of(client: TestClient, path: str, **data: Any) -> dict[str, Any]:
    kind, result = events_of(client, path, **data)[-1]
    assert kind == "result", result
    assert isinstance(result, dict)
    return result


def test_hints_give_away_more_with_each_level(client: TestClient) -> None:
    hints = [result_of(client, "hint", position=SHED, level=level) for level in range(1, 5)]
    assert all(hint["proven"] and "--" not in hint["text"] for hint in hints)
    assert hints[0]["tile"] is None
    assert [bool(hint["tile"]) for hint in hints[1:3]] == [True, True]
    assert [bool(hint["placement"]) for hint in hints] == [False, False, True, False]
    assert [bool(hint["layout"]) for hint in hints] == [False, False, False, True]
    layout = hints[3]["layout"]
    assert not position_violations(position_from(layout["position"]))
    assert layout["steps"]


def test_hints_of_level_one_name_the_open_cells(client: TestClient) -> None:
    home = {"schema": 1, "supply": {"oil": 1}, "boards": [{"board": "home"}]}
    hint = result_of(client, "hint", position=home, level=1, objective="income")
    (area,) = hint["area"]
    assert area["board"] == 0
    assert [0, 11] in area["cells"]


def test_lines_and_values_come_part_by_part(client: TestClient) -> None:
    events = events_of(client, "analyse", position=SHED, lines=3, gains=True, seconds=8)
    parts = [data for kind, data in events if kind == "part"]
    assert [part["part"] for part in parts] == ["best", "line", "line", "line", "values", "gains"]
    best, *lines = parts[:4]
    assert best["proven"]
    assert (lines[0]["value"], lines[0]["loss"]) == (best["value"], 0)
    for line in lines:
        assert not position_violations(position_from(line["layout"]["position"]))
    assert lines[1]["more"] or lines[1]["fewer"]
    values = parts[4]["tiles"]
    assert set(values) == set(SHED["supply"])  # type: ignore[call-overload]
    assert all(value["loss"] >= 0 for value in values.values() if value["proven"])
    assert any(value["loss"] > 0 for value in values.values())


def test_the_best_move_loses_nothing_and_another_something(client: TestClient) -> None:
    hint = result_of(client, "hint", position=SHED, level=3)
    move = {"tile": hint["tile"], **hint["placement"]}
    lost = result_of(client, "loss", position=SHED, **move)
    assert lost == {"legal": True, "loss": 0, "level": 0, "proven": True, "at_least": 0}
    silver = {"tile": "silver", "board": 1, "cells": [[1, 1]]}
    worse = result_of(client, "loss", position=SHED, **silver)
    assert worse["legal"]
    assert worse["loss"] >= 0


def test_a_move_that_is_too_early_is_not_judged(client: TestClient) -> None:
    home = {"schema": 1, "supply": {"oil": 1}, "boards": [{"board": "home"}]}
    early = {"tile": "oil", "board": 0, "cells": [[1, 10], [2, 10]]}
    lost = result_of(client, "loss", position=home, **early)
    assert not lost["legal"]
    assert "lower left" in lost["reason"]


def test_what_a_search_found_is_used_for_hints(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    result_of(client, "solve", position=SHED, seconds=30)

    def unneeded(*args: Any, **others: Any) -> None:
        raise AssertionError("the best placement is known")

    monkeypatch.setattr("odin_solver.analysis.analyst.answer", unneeded)
    assert result_of(client, "hint", position=SHED, level=4)["proven"]


@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("hint", {"level": 5}),
        ("hint", {"objective": "fun"}),
        ("hint", {"seconds": 0}),
        ("analyse", {"lines": 1000}),
        ("loss", {"tile": "oil", "board": 7}),
        ("loss", {"tile": "nothing"}),
    ],
)
def test_bad_questions_are_refused(client: TestClient, path: str, more: dict[str, Any]) -> None:
    answer = client.post(f"/api/position/{path}", json={"position": SHED, **more})
    assert answer.status_code == 422
    assert 0 < len(answer.json()["error"]) < 200
