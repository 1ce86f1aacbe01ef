"""Requests of the page of Graenaland."""

import json
import os
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from odin_solver.graenaland.examples import ORDER, example_text
from odin_solver.graenaland.files import (
    made_up_profile,
    own_profile_path,
    profile_data,
    read_profile,
)
from odin_solver.support.language import page_texts
from odin_web.app import application
from odin_web.graenaland import answers, forms
from odin_web.searches import Search, Searches

MAP = tomllib.loads(example_text("one-village"))
PROFILE = profile_data(made_up_profile())
TEXTS = page_texts("en")


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return TestClient(application(), base_url="http://127.0.0.1")


def post(client: TestClient, path: str, **data: Any) -> Any:
    answer = client.post(f"/api/graenaland{path}", json=data)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(client: TestClient, path: str, **data: Any) -> str:
    answer = client.post(f"/api/graenaland{path}", json=data)
    assert answer.status_code == 422
    return str(answer.json()["error"])


def found(client: TestClient, monkeypatch: pytest.MonkeyPatch, **data: Any) -> dict[str, Any]:
    """Return the result of a question, searched for at once."""
    results: list[dict[str, Any]] = []

    def begin(self: Searches, work: Any) -> Search:
        import threading

        results.append(work(lambda kind, data: None, threading.Event()))
        return Search("1", work)

    monkeypatch.setattr(Searches, "begin", begin)
    post(client, "/answer", **data)
    return results[0]


def said(parts: list[dict[str, Any]]) -> list[str]:
    return [part["say"] for part in parts if "say" in part]


def fields(form: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for section in form:
        yield from section["fields"]


def test_examples_are_drawn_with_a_form(client: TestClient) -> None:
    assert list(client.get("/api/graenaland").json()["examples"]) == list(ORDER)
    for name in ORDER:
        view = post(client, "/view", position=post(client, "/example", name=name))
        assert view["problems"] == []
        assert 'data-tile="A"' in view["picture"]
        paths = [tuple(field["path"]) for field in fields(view["form"])]
        assert ("hand",) in paths
        assert ("tiles", 0, "stock") in paths
    assert "no example" in refused(client, "/example", name="../points")


def test_a_wrong_position_keeps_its_form(client: TestClient) -> None:
    view = post(client, "/view", position={**MAP, "hand": {"fish": 1}, "me": "green"})
    hand, me = view["problems"]
    assert hand.startswith("hand: expected one of grain")
    assert me.startswith("me: expected one of yellow")
    assert {field["kind"] for field in fields(view["form"])} > {"cards", "choice", "stock", "check"}
    assert post(client, "/view", position={})["problems"] == [
        "players: missing",
        "me: missing",
        "tiles: missing",
    ]
    assert post(client, "/view", position={"tiles": 3, "players": [1], "joint": 2})["form"]


def test_no_file_of_the_computer_is_read(client: TestClient, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("name = 'secret'")
    (problem,) = post(client, "/view", position={**MAP, "profile": str(file)})["problems"]
    assert problem.startswith("profile: files are not read here")
    assert "secret" not in problem


def test_texts_are_told_apart(client: TestClient) -> None:
    text = example_text("points")
    assert post(client, "/text", text=text, name="p.toml")["kind"] == "position"
    assert post(client, "/text", text=json.dumps(PROFILE), name="p.json")["kind"] == "profile"
    assert "p.json" in refused(client, "/text", text="{", name="p.json")


def test_fewer_players_leave_nothing_behind(client: TestClient) -> None:
    changed = post(client, "/players", position=MAP, count=3)
    assert changed["players"] == ["yellow", "red", "white"]
    assert "purple" not in json.dumps(changed)
    assert post(client, "/view", position=changed)["problems"] == []
    more = post(client, "/players", position=MAP, count=5)
    assert more["players"][4] == "blue"


@pytest.mark.slow
def test_win_says_how_or_what_is_missing(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = {"hand": {"wood": 2, "livestock": 2}, "supply": [], "offered": []}
    won = found(client, monkeypatch, position={**MAP, **hand})
    assert said(won["parts"])[0] == "gr_can_win"
    steps = next(part["steps"] for part in won["parts"] if "steps" in part)
    built = next(step for step in steps if step["what"][0] == "village")
    assert sorted(cards[0] for _, cards, _ in built["paid"]) == sorted(2 * ["wood", "livestock"])
    lost = found(client, monkeypatch, position={**MAP, "hand": {}, "supply": []})
    assert said(lost["parts"])[:2] == ["gr_cannot_win", "gr_missing"]
    assert lost["parts"][1]["cards"]
    assert "<svg" in lost["picture"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ask", "more", "first"),
    [
        ("build", {"keep": {"wood": 1, "supply_card": 1}, "most": "settlements"}, "gr_can_do"),
        ("reach", {"goals": ["army=2"], "from_nothing": True}, "gr_can_do"),
        ("supply", {}, "gr_ask_supply"),
        ("plan", {"rounds": 5, "scenarios": 1}, "gr_estimate"),
    ],
)
def test_other_questions(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, ask: str, more: Any, first: str
) -> None:
    position = {**MAP, "shares": {"A": 1}}
    answer = found(client, monkeypatch, position=position, ask=ask, seconds=2, **more)
    assert said(answer["parts"])[0] == first


def test_votes(client: TestClient) -> None:
    palisade = tomllib.loads(example_text("palisade"))
    parts = post(client, "/votes", position=palisade, reserves={"white": 2})["parts"]
    table = next(part["table"] for part in parts if "table" in part)
    assert [row[:2] for row in table] == [["yellow", 1], ["red", 2], ["white", 2], ["purple", 3]]
    assert "proposer: expected" in refused(client, "/votes", position=palisade, proposer="green")


def test_bad_questions_are_refused(client: TestClient) -> None:
    for more, reason in (
        ({"ask": "reach"}, "goals: expected at least one"),
        ({"ask": "reach", "goals": ["army"] * 21}, "length"),
        ({"ask": "reach", "goals": ["tower@A"]}, "expected one of village"),
        ({"keep": {"fish": 1}}, "keep: expected one of grain"),
        ({"seconds": 1e9}, "seconds"),
    ):
        assert reason in refused(client, "/answer", position=MAP, **more)


def test_a_profile_is_checked_field_by_field(client: TestClient) -> None:
    shown = post(client, "/profile", profile={"tiles": {"A": {"village": {"wood": 3}}}})
    assert shown["problems"] == ["tiles.A.terrain: missing", "tiles.A.coastal: missing"]
    assert shown["entered"] == 1
    tile = {"terrain": "plains", "coastal": True, "village": {"wood": 3}}
    shown = post(client, "/profile", profile={"tiles": {"A": tile}})
    assert shown["problems"] == ["tiles.A.village: expected 4 resources at the coast, got 3"]
    paths = {".".join(map(str, field["path"])) for field in fields(shown["form"])}
    assert "tiles.A.village" in paths
    complete = post(client, "/profile", profile=PROFILE)
    assert complete["left"] == {"point_card": 18}


def test_a_profile_is_saved_for_all_commands(client: TestClient) -> None:
    assert client.get("/api/graenaland").json()["profile"] is None
    seen = post(client, "/profile/save", profile=PROFILE)["seen"]
    assert read_profile(own_profile_path()) == made_up_profile()
    given = client.get("/api/graenaland").json()
    assert given["seen"] == seen
    assert given["profile"]["tiles"]["A"]["terrain"] == "plains"
    assert "changed elsewhere" in refused(client, "/profile/save", profile=PROFILE)
    own = {key: part for key, part in MAP.items() if key != "profile"}
    assert post(client, "/view", position=own)["problems"] == []
    bad = {**PROFILE, "hills_fort": "gold"}
    assert "hills_fort" in refused(client, "/profile/save", profile=bad, seen=seen)
    assert read_profile(own_profile_path()) == made_up_profile()


def test_a_broken_profile_is_reported(client: TestClient) -> None:
    own_profile_path().parent.mkdir(parents=True)
    own_profile_path().write_text("name = ")
    given = client.get("/api/graenaland").json()
    assert given["profile"] is None
    assert "graenaland.toml" in given["error"]


def test_all_that_the_server_says_has_a_text() -> None:
    code = "".join(Path(str(module.__file__)).read_text() for module in (answers, forms))
    keys = set(re.findall(r'say\(\s*"([a-z_]+)"', code))
    keys |= {key.removeprefix("gr_") for key in re.findall(r'"(gr_[a-z_]+)"', code)}
    keys |= {"can_win", "can_do", "cannot_win", "cannot_do", "in_all", "missing", "enough"}
    keys |= {"proven_fewest", "perhaps_fewer", "left", "left_none", "now"}
    assert {f"gr_{key}" for key in keys} <= set(TEXTS)


def test_names_of_parts_have_words(client: TestClient) -> None:
    for name in ORDER:
        view = post(client, "/view", position=post(client, "/example", name=name))
        form = [*view["form"], *({"title": "", "fields": each} for each in view["asks"].values())]
        form += post(client, "/profile", profile=PROFILE)["form"]
        labels = {section["title"] for section in form}
        labels |= {field["label"] for field in fields(form)}
        labels |= {each["name"] for each in view["wishes"]}
        assert {f"gr.{label}" for label in labels if label} <= set(TEXTS)


def _folder(path: Path) -> None:
    path.mkdir()


UNREADABLE: dict[str, Callable[[Path], Any]] = {
    "a folder": _folder,
    "a link to nothing": lambda path: path.symlink_to("nothing"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a pipe": os.mkfifo,
    "not text": lambda path: path.write_bytes(b"\xff\xfe\xfa"),
    "no profile": lambda path: path.write_text("tiles ="),
    "too large": lambda path: path.write_bytes(b"#" * 10_000_001),
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_a_profile_that_cannot_be_read_is_told(client: TestClient, what: str) -> None:
    own_profile_path().parent.mkdir(parents=True)
    UNREADABLE[what](own_profile_path())
    answer = client.get("/api/graenaland")
    assert answer.status_code == 200
    told = answer.json()
    assert told["profile"] is None
    assert str(own_profile_path()) in told["error"]
    if what != "no profile":  # text that is none is replaced if it was seen
        assert str(own_profile_path()) in refused(client, "/profile/save", profile=PROFILE)


def test_forms_show_what_a_file_may_hold(client: TestClient) -> None:
    many = MAP | {"players": ["yellow"] * 400, "tiles": MAP["tiles"] * 400}
    view = post(client, "/view", position=many)
    assert view["problems"][0].startswith("players: expected at most 5 entries")
    assert len(json.dumps(view["form"])) < 200_000
    long = MAP | {"players": ["yellow" * 100_000, "red", "blue"]}
    assert len(json.dumps(post(client, "/view", position=long))) < 200_000
    text = "made-up" + "x" * 1_000_000
    view = post(client, "/view", position=MAP | {"profile": text})
    assert "files are not read here" in view["problems"][0]
    many_tiles: dict[str, Any] = {f"T{n}": {} for n in range(1000)}
    view = post(client, "/profile", profile={"tiles": many_tiles})
    assert len(json.dumps(view["form"])) < 200_000
