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
    answer = client.post(f"/api/{path}", json={"seconds": 60, **data})
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


def layouts(result: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the layouts of a report."""
    return [part for part in result["report"] if part["part"] == "layout"]


def test_hints_give_away_more_with_each_level(client: TestClient) -> None:
    results = [
        result_of(client, "questions/hint", position=SHED, level=level) for level in range(1, 5)
    ]
    hints = [each["data"] for each in results]
    assert all(hint["proven"] and "--" not in hint["text"] for hint in hints)
    assert hints[0]["tile"] is None
    assert [bool(hint["tile"]) for hint in hints[1:3]] == [True, True]
    assert [bool(hint["placement"]) for hint in hints] == [False, False, True, False]
    assert [len(layouts(each)) for each in results] == [0, 0, 0, 1]
    (layout,) = layouts(results[3])
    assert not position_violations(position_from(layout["position"]))
    assert layout["steps"]


def test_hints_of_level_one_name_the_open_cells(client: TestClient) -> None:
    home = {"schema": 1, "supply": {"oil": 1}, "boards": [{"board": "home"}]}
    hint = result_of(client, "questions/hint", position=home, level=1, objective="income")
    (area,) = hint["data"]["area"]
    assert area["board_number"] == 0
    assert [0, 11] in area["cells"]


def test_lines_and_values_come_part_by_part(client: TestClient) -> None:
    wanted = {"lines": 3, "values": True, "next": True, "seconds": 8}
    events = events_of(client, "questions/analyse", position=SHED, **wanted)
    sent = [data for kind, data in events if kind == "incumbent" and data["report"]]
    assert {len(layouts(each)) for each in sent} >= {0, 1, 2, 3}
    result = events[-1][1]
    for each in sent:
        assert result["report"][: len(each["report"])] == each["report"]
    data = result["data"]
    assert data["best_proven"]
    assert (data["lines"][0]["value"], data["lines"][0]["loss"]) == (data["value_best"], 0)
    for layout in layouts(result):
        assert not position_violations(position_from(layout["position"]))
    titles = [part["title"] for part in result["report"] if part["part"] == "fold"]
    assert [title.partition(":")[0] for title in titles] == [
        "Line 1",
        "Line 2",
        "Line 3",
        "Value of each tile in the supply",
        "Gain from one more of each tile",
    ]
    values = data["tile_values"]
    assert set(values) == set(SHED["supply"])  # type: ignore[call-overload]
    assert all(value["value"] >= 0 for value in values.values() if value["proven"])
    assert any(value["value"] > 0 for value in values.values())


def lost(client: TestClient, position: dict[str, Any], move: str) -> dict[str, Any]:
    """Return what a move loses."""
    found = result_of(client, "questions/analyse", position=position, move=move)["data"]["move"]
    assert isinstance(found, dict)
    return found


def test_the_best_move_loses_nothing_and_another_something(client: TestClient) -> None:
    hint = result_of(client, "questions/hint", position=SHED, level=3)["data"]
    board, cells = hint["placement"]["board_number"], hint["placement"]["cells"]
    names = " ".join(f"{'abcde'[x]}{4 - y}" for x, y in cells)
    best = lost(client, SHED, f"{board + 1} {hint['tile']} {names}")
    assert (best["legal"], best["levels"], best["proven"]) == (True, [{"loss": 0}], True)
    worse = lost(client, SHED, "2 silver b3")
    assert worse["legal"]
    assert worse["loss"] >= 0


def test_a_move_that_is_too_early_is_not_judged(client: TestClient) -> None:
    home = {"schema": 1, "supply": {"oil": 1}, "boards": [{"board": "home"}]}
    early = lost(client, home, "1 oil b2 c2")
    assert not early["legal"]
    assert early["levels"] is None
    assert "lower left" in early["reason"]


def test_what_a_search_found_is_used_for_hints(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    result_of(client, "questions/solve", position=SHED, seconds=30)

    def unneeded(*args: Any, **others: Any) -> None:
        raise AssertionError("the best placement is known")

    monkeypatch.setattr("odin_solver.analysis.analyst.answer", unneeded)
    assert result_of(client, "questions/hint", position=SHED, level=4)["data"]["proven"]


@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("hint", {"level": 5}),
        ("hint", {"objective": "fun"}),
        ("hint", {"seconds": 0}),
        ("analyse", {"lines": 1000}),
        ("analyse", {"move": "7 oil a1:a2"}),
        ("analyse", {"move": "nothing a1"}),
    ],
)
def test_bad_questions_are_refused(client: TestClient, path: str, more: dict[str, Any]) -> None:
    answer = client.post(f"/api/questions/{path}", json={"position": SHED, **more})
    assert answer.status_code == 422
    assert 0 < len(answer.json()["error"]) < 200
