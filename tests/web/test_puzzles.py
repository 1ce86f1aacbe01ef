"""Requests about puzzles."""

import base64
import datetime
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from odin_cli.web import beginning_of
from odin_puzzles import daily
from odin_puzzles.daily import kept_puzzle_of
from odin_puzzles.files import puzzle_data, puzzle_text
from odin_puzzles.generate.titles import shown_title
from odin_puzzles.kinds import kind_of
from odin_puzzles.kinds.actions import ActionsGoal, ActionsKind
from odin_puzzles.play.kept import kept_puzzles
from odin_puzzles.play.progress import change_record, default_file, key_of, load_records
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.share.codes import share_code
from odin_puzzles.shipped import pack, packs
from odin_web.app import application
from tests.puzzles.samples import NAMES, sample

KINDS = {
    "fill": "first-steps/1",
    "order": "first-things-first/3",
    "income": "up-the-diagonal/2",
    "bonus": "bonus-hunt/2",
    "best": "the-last-round/4",
    "banquet": "the-feast/3",
}
"""A puzzle of each kind."""


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    monkeypatch.setenv("ODIN_DATA_DIR", str(folder))
    return folder


@pytest.fixture
def client() -> TestClient:
    return TestClient(application(), base_url="http://127.0.0.1")


def asked(client: TestClient, path: str, **data: Any) -> dict[str, Any]:
    answer = client.post(f"/api/puzzles/{path}", json=data)
    assert answer.status_code == 200, answer.text
    result: dict[str, Any] = answer.json()
    return result


def refused(client: TestClient, path: str, **data: Any) -> str:
    answer = client.post(f"/api/puzzles/{path}", json=data)
    assert answer.status_code == 422, answer.text
    error = str(answer.json()["error"])
    assert 0 < len(error) < 200
    return error


def searched(client: TestClient, path: str, **data: Any) -> list[tuple[str, Any]]:
    """Return the events of a search."""
    search = asked(client, path, **data)["search"]
    text = client.get(f"/api/searches/{search}/events").text
    return [
        (event.partition("event: ")[2].partition("\n")[0], json.loads(event.partition("data: ")[2]))
        for event in text.strip().split("\n\n")
    ]


def test_days_that_are_solved_are_marked(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily, "puzzle_of", lambda day: sample("fill"))
    today = datetime.date.today()
    made = kept_puzzle_of(today)
    assert not any(day["solved"] for day in client.get("/api/puzzles/lists").json()["days"])
    change_record(made, lambda record: record.after_solving(10.0, 3))
    solved = [day["solved"] for day in client.get("/api/puzzles/lists").json()["days"]]
    assert solved == [False] * 6 + [True]


def test_links_to_nothing_are_left_out(client: TestClient, data_folder: Path) -> None:
    puzzles = data_folder / "puzzles"
    puzzles.mkdir(parents=True)
    (puzzles / f"{'a' * 16}.json").symlink_to("nothing")
    (puzzles / f"{'b' * 16}.json").mkdir()
    (data_folder / "daily").symlink_to("nothing")
    assert kept_puzzles() == {}
    assert client.get("/api/puzzles/lists").json()["mine"] == []


def test_lists_have_all_packs_and_the_progress(client: TestClient) -> None:
    lists = client.get("/api/puzzles/lists").json()
    assert {each["name"] for each in lists["packs"]} == {*packs(), "last-actions"}
    assert len(lists["days"]) == 7
    assert lists["mine"] == []
    assert not any(each["solved"] for group in lists["packs"] for each in group["puzzles"])
    solve(client, "first-steps/1", seconds=12.34)
    (first, *others) = next(
        group
        for group in client.get("/api/puzzles/lists").json()["packs"]
        if group["name"] == "first-steps"
    )["puzzles"]
    assert (first["solved"], first["best"], first["stars"]) == (True, 12.3, 3)
    assert not any(each["solved"] for each in others)


def solve(client: TestClient, name: str, seconds: float = 1.0) -> dict[str, Any]:
    """Play a puzzle by laying the tiles of its solution on cells, in a legal order."""
    puzzle_pack, _, number = name.partition("/")
    puzzle = pack(puzzle_pack)[int(number) - 1]
    begun: dict[str, Any] = {"seconds": seconds}
    after: dict[str, Any] = {}
    for piece in puzzle.solution:
        change = {"kind": "lay", "board": piece.board, "tile": piece.tile.id, "cells": piece.cells}
        places = asked(
            client,
            "places",
            puzzle=name,
            pieces=begun.get("pieces", []),
            board=piece.board,
            tile=piece.tile.id,
        )
        assert legal(places, piece.cells)
        after = asked(client, "play", puzzle=name, begun=begun, change=change)
        begun = after["begun"]
    return after


def legal(places: dict[str, Any], cells: tuple[tuple[int, int], ...]) -> bool:
    """Whether the answer to a request for places allows these cells."""
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    shape = sorted((x - left, y - top) for x, y in cells)
    return any(
        each["at"][top][left] < 0
        for each in places["orientations"]
        if sorted(map(tuple, each["cells"])) == shape
    )


@pytest.mark.parametrize("name", KINDS.values())
def test_every_kind_can_be_played(client: TestClient, name: str) -> None:
    view = asked(client, "view", puzzle=name)
    assert not view["solved"]
    assert view["standing"][0]["have"] == 0
    after = solve(client, name)
    assert after["solved"]
    assert all(each["have"] <= each["want"] for each in after["standing"][1:])
    assert after["standing"][0]["have"] >= after["standing"][0]["want"]
    assert after["record"] == {"solved": 1, "best": 1.0, "stars": 3}
    again = asked(client, "view", puzzle=name)
    assert again["pieces"] == []
    assert again["record"]["solved"] == 1


@pytest.mark.parametrize("name", KINDS.values())
def test_the_solution_ends_a_game_unsolved(client: TestClient, name: str) -> None:
    commands = asked(client, "solution", puzzle=name, begun={})["pieces"]
    assert asked(client, "view", puzzle=name, pieces=commands)["solved"]
    assert not load_records()[next(iter(load_records()))].solved


def test_a_begun_game_survives_the_server(client: TestClient) -> None:
    name = KINDS["order"]
    command = asked(client, "solution", puzzle=name, begun={})["pieces"][0]
    change = {"kind": "command", "text": command}
    asked(client, "play", puzzle=name, begun={"seconds": 7.5}, change=change)
    other = TestClient(application(), base_url="http://127.0.0.1")
    view = asked(other, "view", puzzle=name)
    assert view["begun"] == {"pieces": [command], "seconds": 7.5, "hints": 0, "nudges": 0}
    assert view["pieces"] == [command]
    cell = view["boards"][0]["pieces"][-1]["cells"][0]
    taken = {"kind": "take", "board": 0, "cell": cell}
    assert asked(other, "play", puzzle=name, begun=view["begun"], change=taken)["pieces"] == []
    assert load_records()[key_of(pack("first-things-first")[2])].begun is None


def test_hints_are_counted_and_cost_stars(client: TestClient) -> None:
    name = KINDS["fill"]
    nudge = asked(client, "hint", puzzle=name, begun={})
    assert nudge["hint"]["text"]
    assert "command" not in nudge["hint"]
    assert nudge["begun"]["nudges"] == 1
    whole = asked(client, "hint", puzzle=name, begun=nudge["begun"], whole=True)
    assert (whole["begun"]["hints"], whole["begun"]["nudges"]) == (1, 0)
    change = {"kind": "command", "text": whole["hint"]["command"]}
    after = asked(client, "play", puzzle=name, begun=whole["begun"], change=change)
    laid = after["boards"][0]["pieces"][-1]["cells"]
    assert laid == whole["hint"]["marked"]["cells"]
    assert after["stars"] == 2


def test_mistakes_are_shown_on_request(client: TestClient) -> None:
    name = KINDS["best"]
    view = asked(client, "view", puzzle=name)
    tile = next(iter(view["left"]))
    places = asked(client, "places", puzzle=name, pieces=[], board=0, tile=tile)
    right = {tuple(map(tuple, p.cells)) for p in pack("the-last-round")[3].solution}
    cells = next(
        cells
        for each in places["orientations"]
        for y, row in enumerate(each["at"])
        for x, code in enumerate(row)
        if code < 0
        and (cells := tuple(sorted((a + x, b + y) for a, b in each["cells"])))
        not in {tuple(sorted(piece)) for piece in right}
    )
    change = {"kind": "lay", "board": 0, "tile": tile, "cells": cells}
    after = asked(client, "play", puzzle=name, begun={}, change=change)
    assert "wrong" not in after
    checked = asked(client, "check", puzzle=name, begun=after["begun"])
    assert [sorted(map(tuple, each["cells"])) for each in checked["wrong"]] == [list(cells)]


@pytest.mark.parametrize(
    ("path", "data", "reason"),
    [
        ("view", {"puzzle": "first-steps/99"}, "no puzzle"),
        ("view", {"puzzle": "../../etc/passwd"}, "no puzzle"),
        ("view", {"puzzle": "mine/../puzzles"}, "not kept"),
        ("view", {"puzzle": "daily/tomorrow"}, "daily/YYYY-MM-DD"),
        ("view", {"puzzle": "x" * 20_001}, "length <= 20000"),
        ("hint", {"puzzle": "x" * 61, "begun": {}}, "length <= 60"),
        ("view", {"puzzle": "first-steps/1", "pieces": ["robe a1"]}, "robe"),
        ("play", {"puzzle": "first-steps/1", "begun": {"seconds": -1}}, "seconds"),
        ("places", {"puzzle": "first-steps/1", "pieces": [], "board": 3, "tile": "oil"}, "oil"),
        ("open", {"text": "ODIN-1PFM6"}, "share code"),
        ("open", {"text": '{"schema": 1, "boards": []}', "name": "p.json"}, "p.json"),
        ("open", {"text": "[" * 90_000}, "at most 50"),
        ("new", {"kind": "juggle"}, "kind"),
        ("new", {"kind": "fill", "count": 100_001}, "count"),
        ("new", {"kind": "banquet", "board": "home"}, "board"),
        ("booklet", {"puzzles": []}, "puzzles"),
        ("booklet", {"puzzles": ["first-steps/1"] * 61}, "puzzles"),
        ("booklet", {"puzzles": ["first-steps/1"], "paper": "a0"}, "a0"),
        ("forget", {"puzzle": "first-steps/1"}, "only puzzles that you keep"),
    ],
)
def test_what_is_not_possible_says_why(
    client: TestClient, path: str, data: dict[str, Any], reason: str
) -> None:
    assert reason in refused(client, path, **data)


def test_clues_stay(client: TestClient) -> None:
    name, view = next(
        (f"{group}/{number}", view)
        for group in ("the-home-board", "islands")
        for number in range(1, 10)
        if (view := asked(client, "view", puzzle=f"{group}/{number}"))["boards"][0]["clues"]
    )
    cell = view["boards"][0]["pieces"][0]["cells"][0]
    change = {"kind": "take", "board": 0, "cell": cell}
    assert "none of your pieces" in refused(client, "play", puzzle=name, begun={}, change=change)


@pytest.mark.parametrize("name", NAMES)
def test_files_and_codes_are_opened(client: TestClient, name: str) -> None:
    puzzle = sample(name)
    text = puzzle_text(puzzle_data(puzzle))
    opened = asked(client, "open", text=text, name=f"{name}.json")["puzzle"]
    assert opened == f"mine/{key_of(puzzle)}"
    assert asked(client, "open", text=share_code(puzzle))["puzzle"] == opened
    view = asked(client, "view", puzzle=opened)
    assert (view["title"], view["code"]) == (shown_title(puzzle), share_code(puzzle))
    saved = client.get(f"/api/puzzles/file/{opened}")
    assert saved.text == text
    assert "attachment" in saved.headers["content-disposition"]
    assert client.post("/api/puzzles/forget", json={"puzzle": opened}).json() == []
    assert not kept_puzzles()


def test_puzzles_of_packs_are_recognised(client: TestClient) -> None:
    code = share_code(pack("islands")[2])
    assert asked(client, "open", text=code.lower())["puzzle"] == "islands/3"
    assert not kept_puzzles()


def test_wrong_solutions_are_refused(client: TestClient) -> None:
    data = puzzle_data(sample("fill"))
    data["solution"] = data["solution"][:1]
    assert "solution is wrong" in refused(client, "open", text=puzzle_text(data))
    assert not kept_puzzles()


@pytest.mark.slow
def test_solutions_of_shared_puzzles_are_searched() -> None:
    with TestClient(application(), base_url="http://127.0.0.1") as client:
        puzzle = sample("fill")
        code = share_code(puzzle)
        assert asked(client, "open", text=code) == {"puzzle": None}
        *_, (kind, result) = searched(client, "find", text=code)
        assert (kind, result) == ("result", {"puzzle": f"mine/{key_of(puzzle)}"})
        assert asked(client, "open", text=code) == result


@pytest.mark.slow
def test_new_puzzles_are_kept_one_by_one() -> None:
    with TestClient(application(), base_url="http://127.0.0.1") as client:
        events = searched(client, "new", kind="fill", board="small", difficulty=1, count=2, seed=3)
        parts = [data for kind, data in events if kind == "part"]
        assert [each["difficulty"] for each in parts] == [1, 1]
        (kind, result) = events[-1]
        assert kind == "result"
        assert result["made"] == [each["puzzle"] for each in parts]
        assert result["seed"] == 3
        mine = client.get("/api/puzzles/lists").json()["mine"]
        assert {each["puzzle"] for each in mine} == set(result["made"])


@pytest.mark.slow
def test_a_booklet_is_a_pdf() -> None:
    with TestClient(application(), base_url="http://127.0.0.1") as client:
        names = ["first-steps/1", "the-feast/3"]
        *_, (kind, result) = searched(client, "booklet", puzzles=names, title="Two", per_page=1)
        assert kind == "result"
        assert base64.b64decode(result["pdf"]).startswith(b"%PDF-")
        assert result["warning"] is None
        *_, (_, result) = searched(client, "booklet", puzzles=names[:1], title="Žižkov ☃")
        assert result["warning"].startswith("the fonts lack these letters")
        assert result["warning"].endswith(": ☃")


def test_pictures_are_safe_svg(client: TestClient) -> None:
    picture = client.get("/api/puzzles/picture/the-feast/1")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.text.startswith("<svg")
    assert client.get("/api/puzzles/picture/../../../etc/passwd").status_code == 404
    assert client.get("/api/puzzles/picture/mine/0123456789abcdef").status_code == 404


def test_games_go_on_if_progress_cannot_be_kept(client: TestClient, data_folder: Path) -> None:
    data_folder.write_text("a file where the folder belongs")
    after = solve(client, KINDS["fill"])
    assert after["solved"]
    assert str(default_file()) in after["unsaved"]


def test_the_command_begins_with_a_puzzle(tmp_path: Path) -> None:
    puzzle = sample("best")
    code = share_code(puzzle)
    file = tmp_path / "code.txt"
    file.write_text(code)
    assert beginning_of(str(file)) == ((), f"puzzles#{code}")
    assert not kept_puzzles()
    file.write_text(puzzle_text(puzzle_data(puzzle)))
    assert beginning_of(str(file)) == ((), f"puzzles#{code}")
    assert list(kept_puzzles()) == [key_of(puzzle)]
    file.write_text(puzzle_text(puzzle_data(puzzle) | {"solution": []}))
    assert beginning_of(str(file)) == ((), f"puzzles#{code}")


# --- puzzles of last actions, which are played as solo games ---


def game_of(client: TestClient, name: str) -> dict[str, Any]:
    """Open a puzzle; return its game."""
    game = asked(client, "view", puzzle=name)["game"]
    view: dict[str, Any] = client.get(f"/api/games/{game}").json()
    return view


def made(client: TestClient, view: dict[str, Any], moves: list[str]) -> dict[str, Any]:
    """Return a game after moves."""
    body = {"game": view["game"], "seen": view["seen"], "moves": moves}
    after: dict[str, Any] = client.post("/api/game/move", json=body).json()
    assert "error" not in after
    return after


def best_moves(puzzle: Puzzle) -> list[str]:
    """Return the moves of the proven best line."""
    kind = kind_of(puzzle)
    assert isinstance(kind, ActionsKind)
    line = kind.line(puzzle, puzzle.solution)
    assert line is not None
    return [str(move) for _, move in line.steps]


def listed(client: TestClient, name: str) -> dict[str, Any]:
    """Return the entry of a puzzle in the lists."""
    lists = client.get("/api/puzzles/lists").json()
    entries = [each for group in lists["packs"] for each in group["puzzles"]] + lists["mine"]
    return next(each for each in entries if each["puzzle"] == name)


@pytest.mark.slow
def test_all_last_actions_are_solved_as_games(client: TestClient) -> None:
    puzzles = pack("last-actions")
    for number, puzzle in enumerate(puzzles, 1):
        name = f"last-actions/{number}"
        view = game_of(client, name)
        about = view["challenge"]
        assert (about["id"], about["puzzle"]["verdict"]) == (name, "")
        assert str(puzzle.goal.value) in about["puzzle"]["question"]
        after = made(client, view, best_moves(puzzle))
        assert (after["over"], after["score"]) == (True, puzzle.goal.value)
        assert after["challenge"]["puzzle"]["verdict"].startswith("Solved!")
        assert (listed(client, name)["solved"], listed(client, name)["stars"]) == (True, 3)
        following = f"last-actions/{number + 1}" if number < len(puzzles) else ""
        assert after["challenge"]["puzzle"]["next"] == following
    assert client.get("/api/games").json()["statistics"] == []


@pytest.mark.slow
def test_a_worse_end_is_taken_back_and_hints_cost_stars(client: TestClient) -> None:
    name, puzzle = "last-actions/4", pack("last-actions")[3]
    view = game_of(client, name)
    game = view["game"]
    view = made(client, view, ["pass"])
    assert listed(client, name)["begun"]
    while not view["over"]:
        (first, *_) = (each["text"] for each in view["moves"] if not each["anytime"])
        view = made(client, view, [first])
    verdict = view["challenge"]["puzzle"]["verdict"]
    assert verdict.startswith(f"{view['score']} of {puzzle.goal.value} points")
    assert not listed(client, name)["solved"]
    back = client.post("/api/game/undo", json={"game": game, "seen": view["seen"], "to": 0}).json()
    assert back["challenge"]["puzzle"]["verdict"] == ""
    assert game_of(client, name)["moves_made"] == 0
    assert asked(client, "help", game=game)["lines"] == ["Look at Emigration and occupation."]
    assert asked(client, "help", game=game, want="hint")["lines"] == ["Emigrate (2 Vikings)"]
    others = (each["text"] for each in back["moves"] if each["text"].startswith("use "))
    wrong = made(client, back, [next(each for each in others if each != "use emigrate_2")])
    (line,) = asked(client, "help", game=game)["lines"]
    assert "does not belong" in line
    client.post("/api/game/undo", json={"game": game, "seen": wrong["seen"], "to": 0})
    made(client, game_of(client, name), best_moves(puzzle))
    assert (listed(client, name)["solved"], listed(client, name)["stars"]) == (True, 2)


def test_the_solution_of_last_actions_is_told(client: TestClient) -> None:
    view = game_of(client, "last-actions/4")
    lines = asked(client, "help", game=view["game"], want="solution")["lines"]
    assert len(lines) == len(best_moves(pack("last-actions")[3]))
    assert not listed(client, "last-actions/4")["solved"]
    assert "game of a puzzle" in refused(client, "help", game=another_game(client))


def another_game(client: TestClient) -> str:
    return str(client.post("/api/games/new", json={"seed": 5}).json()["game"])


@pytest.mark.slow
def test_last_actions_from_elsewhere_are_played_as_games(client: TestClient) -> None:
    shipped = pack("last-actions")[3]
    assert asked(client, "open", text=share_code(shipped)) == {"puzzle": "last-actions/4"}
    own = replace(shipped, goal=ActionsGoal(99))
    code = share_code(own)
    assert asked(client, "open", text=code) == {"puzzle": None}
    with client:
        (*_, (event, found)) = searched(client, "find", text=code)
    assert (event, found) == ("result", {"puzzle": f"mine/{key_of(own)}"})
    assert asked(client, "open", text=puzzle_text(puzzle_data(own))) == found
    made(client, game_of(client, found["puzzle"]), best_moves(own))
    assert listed(client, found["puzzle"])["solved"]
    assert not listed(client, "last-actions/4")["solved"]
    wrong = puzzle_text(puzzle_data(replace(own, solution={"spaces": ["hunting_1"]})))
    change = {"text": wrong.replace('"value": 99', '"value": 98')}
    assert refused(client, "open", **change).startswith("the puzzle's own solution is wrong")
    other = share_code(pack("vikings")[0])
    assert "another game" in refused(client, "open", text=other)


def test_other_routes_refuse_last_actions(client: TestClient) -> None:
    name = "last-actions/1"
    message = "this puzzle is played as a solo game"
    for path in ("play", "hint", "check", "solution"):
        assert refused(client, path, puzzle=name, begun={}) == message
    assert refused(client, "booklet", puzzles=[name]) == message
    picture = client.get(f"/api/puzzles/picture/{name}")
    assert picture.text.startswith("<svg")
