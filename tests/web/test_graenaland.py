"""Requests of the page of Graenaland."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from odin_solver.graenaland.examples import ORDER, example_text
from odin_solver.graenaland.files import PROFILES, made_up_profile
from odin_solver.graenaland.parts import MAX_TITLE, RESOURCES, START_ARMY
from odin_solver.support.language import json_bytes
from odin_web.app import application
from odin_web.searches import Search, Searches
from tests.timing import HANGING

MAP = tomllib.loads(example_text("one-village"))
ASK = "/api/questions/graenaland"
PROFILE = PROFILES.data(made_up_profile())


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return TestClient(application(), base_url="http://127.0.0.1")


def post(client: TestClient, path: str, **data: Any) -> Any:
    answer = client.post(path if path.startswith("/api/") else f"/api/graenaland{path}", json=data)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(client: TestClient, path: str, **data: Any) -> str:
    answer = client.post(path if path.startswith("/api/") else f"/api/graenaland{path}", json=data)
    assert answer.status_code == 422
    return str(answer.json()["error"])


def found(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, ask: str, **data: Any
) -> list[dict[str, Any]]:
    """Return the report of a question, searched for at once."""
    results: list[dict[str, Any]] = []

    def begin(self: Searches, work: Any) -> Search:
        import threading

        results.append(json.loads(json_bytes(work(lambda kind, data: None, threading.Event()))))
        return Search("1", work)

    monkeypatch.setattr(Searches, "begin", begin)
    post(client, f"{ASK}/{ask}", **data)
    report: list[dict[str, Any]] = results[0]["report"]
    return report


def said(parts: list[dict[str, Any]]) -> list[str]:
    return [part["text"] for part in parts if "text" in part]


def field(fields: list[dict[str, Any]], *path: str) -> dict[str, Any]:
    """Return a field of a form; ``*`` stands for what a table or list holds."""
    for name in path:
        (found,) = fields if name == "*" else [each for each in fields if each["name"] == name]
        fields = found["entries"]
    return found


def test_forms_are_those_of_the_files(client: TestClient) -> None:
    given = client.get("/api/graenaland").json()
    form, profile = given["form"], given["profile_form"]
    hand = field(form, "hand")
    assert (hand["kind"], list(hand["choices"])) == ("table", list(RESOURCES))
    cards = field(form, "hand", "*")
    assert (cards["kind"], cards["least"], cards["most"]) == ("whole", 0, 99)
    supply = field(form, "supply", "*")
    assert (supply["whole"], supply["room"], field(form, "supply")["room"]) == (True, 2, 99)
    assert field(form, "tiles", "*", "villages")["among"] == "players"
    assert field(form, "tiles", "*", "works")["unique"]
    assert field(form, "army")["usual"] == START_ARMY
    assert field(form, "title")["room"] == MAX_TITLE
    assert field(form, "mode")["choices"]["claim"] == "claim builder"
    assert "id" not in {each["name"] for each in field(form, "tiles", "*")["entries"]}
    coastal = field(profile, "tiles", "*", "coastal")
    assert coastal["choices"] == {"false": "inland", "true": "coast"}
    assert (coastal["required"], coastal["label"]) == (True, "place")
    assert field(profile, "buildings")["help"].startswith("From your overview card")


def test_examples_are_drawn(client: TestClient) -> None:
    assert list(client.get("/api/graenaland").json()["examples"]) == list(ORDER)
    for name in ORDER:
        view = post(client, "/view", position=post(client, "/open", example=name)["data"])
        assert view["problems"] == []
        assert 'data-tile="A"' in view["picture"]
        assert view["names"]["goals"]["church@A"] == "church on A"
    assert "unknown example" in refused(client, "/open", example="../points")


def test_a_wrong_position_says_all_that_is_wrong(client: TestClient) -> None:
    view = post(client, "/view", position={**MAP, "hand": {"fish": 1}, "me": "green"})
    hand, me = view["problems"]
    assert hand.startswith("hand: expected one of grain")
    assert me.startswith("me: expected one of yellow")
    assert post(client, "/view", position={})["problems"] == [
        "players: missing",
        "me: missing",
        "tiles: missing",
    ]
    assert post(client, "/view", position={"tiles": 3, "players": [1], "joint": 2})["problems"]


def test_no_file_of_the_computer_is_read(client: TestClient, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("name = 'secret'")
    (problem,) = post(client, "/view", position={**MAP, "profile": str(file)})["problems"]
    assert problem.startswith("profile: files are not read here")
    assert "secret" not in problem


def test_texts_are_told_apart(client: TestClient) -> None:
    text = example_text("points")
    assert post(client, "/open", text=text, name="p.toml")["kind"] == "position"
    assert post(client, "/open", text=json.dumps(PROFILE), name="p.json")["kind"] == "profile"
    assert "p.json" in refused(client, "/open", text="{", name="p.json")


@pytest.mark.slow
def test_win_says_how_or_what_is_missing(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = {"hand": {"wood": 2, "livestock": 2}, "supply": [], "offered": []}
    won = found(client, monkeypatch, "win", position={**MAP, **hand})
    assert said(won)[0].startswith("You can win now: 3 goals (")
    steps = next(part["rows"] for part in won if "rows" in part)
    built = next(paid for _, what, paid in steps if what.startswith("village"))
    cards = sorted(name for group in built["of"] for name in group if name)
    assert cards == sorted(2 * ["wood", "livestock"])
    assert "2 wood" in built["words"]
    lost = found(client, monkeypatch, "win", position={**MAP, "hand": {}, "supply": []})
    first, missing = said(lost)[:2]
    assert first == "You cannot win now (proven)"
    assert missing.startswith("missing at least: 2 cards, for example ")
    assert lost[1]["signs"]["of"]
    assert any("<svg" in part.get("picture", "") for part in lost)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ask", "more", "first"),
    [
        ("build", {"keep": {"wood": 1, "supply": 1}, "most": "settlements"}, "Best to build"),
        ("reach", {"goals": ["army=2"], "from_nothing": True}, "It can be reached"),
        ("plan", {"rounds": 5, "scenarios": 1}, "Estimate: "),
    ],
)
def test_other_questions(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, ask: str, more: Any, first: str
) -> None:
    position = {**MAP, "shares": {"A": 1}}
    answer = found(client, monkeypatch, ask, position=position, seconds=HANGING, **more)
    assert said(answer)[0].startswith(first)


@pytest.mark.slow
def test_supply(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table, *plans = found(client, monkeypatch, "supply", position=MAP, seconds=HANGING)
    assert len(table["rows"]) == len(plans) == 4
    assert table["rows"][0][0]["of"] == [["grain", "grain"]]
    assert all(plan["details"] for plan in plans)


def test_votes(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    palisade = tomllib.loads(example_text("palisade"))
    report = found(client, monkeypatch, "votes", position=palisade, reserves={"white": 2})
    table = report[0]["parts"][0]["rows"]
    assert [row[:2] for row in table] == [
        ["yellow", "1"],
        ["red", "2"],
        ["white", "2"],
        ["purple", "3"],
    ]
    assert "proposer: expected" in refused(
        client, f"{ASK}/votes", position=palisade, proposer="green"
    )


def test_bad_questions_are_refused(client: TestClient) -> None:
    for ask, more, reason in (
        ("reach", {"goals": ["army"] * 21}, "length"),
        ("win", {"seconds": 1e9}, "seconds"),
        ("build", {"keep": {"gold": 100}}, "keep"),
        ("reach", {}, "goals: expected at least one"),
        ("reach", {"goals": ["tower@A"]}, "expected one of village"),
        ("build", {"keep": {"fish": 1}}, "keep: expected one of grain"),
    ):
        assert reason in refused(client, f"{ASK}/{ask}", position=MAP, **more)


def test_a_profile_is_checked_field_by_field(client: TestClient) -> None:
    shown = post(client, "/profile", profile={"tiles": {"A": {"village": {"wood": 3}}}})
    assert shown["problems"] == ["tiles.A.terrain: missing", "tiles.A.coastal: missing"]
    assert shown["entered"] == 1
    tile = {"terrain": "plains", "coastal": True, "village": {"wood": 3}}
    shown = post(client, "/profile", profile={"tiles": {"A": tile}})
    assert shown["problems"] == ["tiles.A.village: expected 4 resources at the coast, got 3"]
    complete = post(client, "/profile", profile=PROFILE)
    assert complete["left"] == ["point card: 18"]


def test_a_profile_is_saved_for_all_commands(client: TestClient) -> None:
    assert client.get("/api/graenaland").json()["profile"] is None
    seen = post(client, "/profile/save", profile=PROFILE)["seen"]
    assert PROFILES.read(PROFILES.own_path()) == made_up_profile()
    given = client.get("/api/graenaland").json()
    assert given["seen"] == seen
    assert given["profile"]["tiles"]["A"]["terrain"] == "plains"
    assert "changed elsewhere" in refused(client, "/profile/save", profile=PROFILE)
    own = {key: part for key, part in MAP.items() if key != "profile"}
    assert post(client, "/view", position=own)["problems"] == []
    bad = {**PROFILE, "hills_fort": "gold"}
    assert "hills_fort" in refused(client, "/profile/save", profile=bad, seen=seen)
    assert PROFILES.read(PROFILES.own_path()) == made_up_profile()


def test_a_broken_profile_is_reported(client: TestClient) -> None:
    PROFILES.own_path().parent.mkdir(parents=True)
    PROFILES.own_path().write_text("name = ")
    given = client.get("/api/graenaland").json()
    assert given["profile"] is None
    assert "graenaland.toml" in given["error"]


@pytest.mark.parametrize(
    ("language", "labels", "heading"),
    [
        ("pl", ("Ręka", "osady", "żółty"), "1 cel; wygrywają 3 cele"),
        ("uk", ("Рука", "поселення", "жовтий"), "1 ціль; для перемоги потрібні 3 цілі"),
    ],
)
def test_forms_and_answers_are_in_the_language(
    client: TestClient, language: str, labels: tuple[str, ...], heading: str
) -> None:
    client.headers["accept-language"] = language
    given = client.get("/api/graenaland").json()
    form = given["form"]
    named = field(form, "hand"), field(form, "tiles", "*", "villages")
    assert (*(each["label"] for each in named), given["names"]["yellow"]) == labels
    view = post(client, "/view", position=MAP)
    assert said(view["score"]) == [heading]
    missing = post(client, "/view", position={})["problems"][0]
    assert missing.startswith("players: ")
    assert "missing" not in missing


def test_problems_are_short(client: TestClient) -> None:
    many = MAP | {"players": ["yellow"] * 400, "tiles": MAP["tiles"] * 400}
    view = post(client, "/view", position=many)
    assert view["problems"][0].startswith("players: expected at most 5 entries")
    long = MAP | {"players": ["yellow" * 100_000, "red", "blue"]}
    assert len(json.dumps(post(client, "/view", position=long))) < 200_000
    text = "made-up" + "x" * 1_000_000
    view = post(client, "/view", position=MAP | {"profile": text})
    assert "files are not read here" in view["problems"][0]
