"""Requests about positions."""

import json
import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from odin_puzzles import pack, share_code
from odin_solver.components import tile
from odin_solver.game import Game, Options
from odin_solver.game.log import text
from odin_solver.notation.examples import example
from odin_solver.notation.positions import position_data, position_from
from odin_solver.rules.layout import position_violations
from odin_web.app import application


@pytest.fixture
def client() -> TestClient:
    return TestClient(application(), base_url="http://127.0.0.1")


@pytest.fixture
def opening() -> dict[str, Any]:
    return position_data(example("opening"))


def asked(client: TestClient, path: str, **data: Any) -> dict[str, Any]:
    answer = client.post(f"/api/position{path}", json=data)
    assert answer.status_code == 200, answer.text
    result: dict[str, Any] = answer.json()
    return result


def refused(client: TestClient, path: str, **data: Any) -> str:
    answer = client.post(f"/api/position{path}", json=data)
    assert answer.status_code == 422
    return str(answer.json()["error"])


def test_a_view_has_the_position_and_its_pictures(
    client: TestClient, opening: dict[str, Any]
) -> None:
    view = asked(client, "", position=opening)
    assert view["position"] == opening
    (board,) = view["boards"]
    assert (board["width"], board["height"]) == (13, 12)
    assert board["svg"].startswith("<svg")


def test_an_example_has_its_title_in_the_language_of_the_request(client: TestClient) -> None:
    answer = client.post(
        "/api/position/example", json={"name": "opening"}, headers={"accept-language": "pl"}
    )
    title = "Otwarcie: pierwsze dobra na pustej planszy osady"
    assert answer.json()["position"]["title"] == title


def test_titles_of_files_are_escaped(client: TestClient, opening: dict[str, Any]) -> None:
    custom = {"map": ["--"], "name": "<script>alert(1)</script>"}
    view = asked(client, "", position=opening | {"boards": [{"board": custom}]})
    assert "<script" not in view["boards"][0]["svg"]


def test_files_are_read_with_the_messages_of_the_library(client: TestClient) -> None:
    assert asked(client, "/text", text="schema = 1\n", name="p.toml")["boards"] == []
    assert "p.json" in refused(client, "/text", text='{"schema": 1,}', name="p.json")


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"position": 3}', b'{"position": {}, "more": 1}', b"\xff"]
)
def test_bad_requests_are_refused_in_a_line(client: TestClient, body: bytes) -> None:
    headers = {"content-type": "application/json"}
    answer = client.post("/api/position", content=body, headers=headers)
    assert answer.status_code == 422
    assert 0 < len(answer.json()["error"]) < 200


def test_tiles_are_laid_and_lifted(client: TestClient, opening: dict[str, Any]) -> None:
    lay = {"kind": "lay", "board": 0, "tile": "oil", "cells": [[0, 11], [0, 10]]}
    laid = asked(client, "/change", position=opening, change=lay)
    assert [piece["tile"] for piece in laid["boards"][0]["pieces"]] == ["oil"]
    assert "oil" not in laid["position"]["supply"]
    lift = {"kind": "lift", "board": 0, "piece": 0}
    lifted = asked(client, "/change", position=laid["position"], change=lift)
    assert position_from(lifted["position"]) == position_from(opening)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"kind": "lay", "board": 0, "tile": "oil", "cells": [[12, 11], [11, 11]]}, "outside"),
        ({"kind": "lay", "board": 9, "tile": "oil", "cells": [[0, 0], [0, 1]]}, "below 1"),
        ({"kind": "lift", "board": 0, "piece": 4}, "no piece"),
        ({"kind": "count", "tile": "oil", "count": -1}, "expected 0 to"),
        ({"kind": "facts", "round": 9}, "1 to 7"),
        ({"kind": "juggle"}, "juggle"),
    ],
)
def test_what_is_not_possible_says_why(
    client: TestClient, opening: dict[str, Any], change: dict[str, Any], reason: str
) -> None:
    assert reason in refused(client, "/change", position=opening, change=change)


@pytest.mark.parametrize("name", ["oil", "rune_stone", "silver", "round_shield"])
def test_places_agree_with_laying(client: TestClient, opening: dict[str, Any], name: str) -> None:
    """Each place said to be legal is accepted, each other one refused with that reason."""
    position = opening | {"supply": {name: 1}}
    places = asked(client, "/places", position=position, board=0, tile=name)
    area = tile(name).area
    for orientation in places["orientations"]:
        assert len(orientation["cells"]) == area
        for y in (0, 3, len(orientation["at"]) - 1):
            for x in (0, 4, len(orientation["at"][0]) - 1):
                cells = [[a + x, b + y] for a, b in orientation["cells"]]
                lay = {"kind": "lay", "board": 0, "tile": name, "cells": cells}
                code = orientation["at"][y][x]
                if code < 0:
                    view = asked(client, "/change", position=position, change=lay)
                    laid = view["boards"][0]["pieces"][0]["cells"]
                    assert sorted(laid) == sorted(cells)
                else:
                    reason = refused(client, "/change", position=position, change=lay)
                    assert reason == places["reasons"][code]


def test_turning_four_times_and_flipping_twice_comes_back(
    client: TestClient, opening: dict[str, Any]
) -> None:
    places = asked(client, "/places", position=opening, board=0, tile="round_shield")
    orientations = places["orientations"]
    for at in range(len(orientations)):
        turned = at
        for _ in range(4):
            turned = orientations[turned]["turned"]
        assert turned == at
        assert orientations[orientations[at]["flipped"]]["flipped"] == at


@pytest.mark.slow
def test_a_search_streams_to_its_proven_result(opening: dict[str, Any]) -> None:
    with TestClient(application(), base_url="http://127.0.0.1") as client:
        asked_for = {"position": opening, "objective": "final", "seconds": 60}
        begun = client.post("/api/questions/solve", json=asked_for).json()
        path = f"/api/searches/{begun['search']}/events"
        kinds, last = [], ""
        with client.stream("GET", path) as stream:
            for line in stream.iter_lines():
                if line.startswith("event: "):
                    kinds.append(line.removeprefix("event: "))
                elif line.startswith("data: "):
                    last = line.removeprefix("data: ")
        assert kinds[0] == "running"
        assert "incumbent" in kinds
        assert kinds[-1] == "result"
        result = json.loads(last)
        assert result["data"]["status"] == "OPTIMAL"
        (layout,) = (part for part in result["report"] if part["part"] == "layout")
        assert not position_violations(position_from(layout["position"]))
        assert len(layout["steps"]) == len([step for step in layout["steps"] if step])
        again = client.get(path, headers={"last-event-id": str(len(kinds) - 1)})
        assert again.text.count("event: ") == 1
        assert client.get("/api/searches/99/events").status_code == 404


def events_of(client: TestClient, search: str) -> list[tuple[str, Any]]:
    """Return the events of a search when it has ended."""
    stream = client.get(f"/api/searches/{search}/events").text.strip()
    parts = [
        dict(line.split(": ", 1) for line in part.split("\n")) for part in stream.split("\n\n")
    ]
    return [(part["event"], json.loads(part["data"])) for part in parts]


def test_text_of_puzzles_and_games_is_read(client: TestClient) -> None:
    puzzle = pack("first-steps")[0]
    view = asked(client, "/text", text=share_code(puzzle), name="clipboard")
    assert position_from(view["position"]) == puzzle.position
    game = Game(Options(), 3)
    game.let_chance_decide()
    view = asked(client, "/text", text=text(game), name="game.log")
    assert view["boards"][0]["id"] == "home"
    assert "game.log" in refused(client, "/text", text="# odin game\n?\n", name="game.log")


def test_a_list_of_goods_is_the_supply(client: TestClient, opening: dict[str, Any]) -> None:
    given = {"position": opening, "name": "clipboard"}
    view = asked(client, "/text", text="2 silver, 1 tunika", **given)
    assert view["position"]["supply"] == {"silver": 2, "robe": 1}
    assert view["heard"] == "Heard: 2 silver, 1 robe"
    assert view["position"]["boards"] == opening["boards"]
    assert "'roobe': did you mean robe" in refused(client, "/text", text="2 roobe", **given)
    assert "the box holds 1" in refused(client, "/text", text="2 English crowns", **given)


def test_an_erased_piece_is_not_in_the_supply(client: TestClient) -> None:
    oil = {"tile": "oil", "cells": [[0, 11], [0, 10]]}
    position = {"schema": 1, "boards": [{"board": "home", "placed": [oil]}]}
    for kind, supply in (("lift", {"oil": 1}), ("erase", {})):
        change = {"kind": kind, "board": 0, "piece": 0}
        after = asked(client, "/change", position=position, change=change)["position"]
        assert not after["boards"][0].get("placed")
        assert after.get("supply", {}) == supply


def test_boards_have_pictures(client: TestClient) -> None:
    for board in client.get("/api/components").json()["boards"]:
        picture = client.get(f"/api/position/picture/{board['id']}")
        assert picture.headers["content-type"] == "image/svg+xml"
        used = set(re.findall(r"url\(#([\w-]+)\)", picture.text))
        assert used <= set(re.findall(r'id="([\w-]+)"', picture.text))
    assert client.get("/api/position/picture/nowhere").status_code == 422


def test_no_more_than_thirty_boards(client: TestClient) -> None:
    boards = [{"board": {"map": ["--"], "name": f"plank {n}"}} for n in range(30)]
    full = {"schema": 1, "boards": boards}
    assert len(asked(client, "", position=full)["boards"]) == 30
    change = {"kind": "add_board", "board": "home"}
    assert "at most 30" in refused(client, "/change", position=full, change=change)


def test_numbers_name_bonuses_and_rounds(client: TestClient, opening: dict[str, Any]) -> None:
    view = asked(client, "", position=opening | {"round": 3, "game": "long", "objective": {}})
    assert (view["rounds_left"], view["objective"]["name"]) == (5, "score")
    assert view["bonuses"] == []
    gives = [bonus["gives"] for bonus in view["boards"][0]["bonuses"]]
    assert [["mead", 1]] in gives


@pytest.mark.slow
def test_pieces_that_are_not_locked_move(opening: dict[str, Any]) -> None:
    """Lifted pieces are laid again, locked ones stay, and the result is not worse."""
    robe = {"tile": "oil", "cells": [[6, 0], [6, 1]]}
    stone = {"tile": "rune_stone", "cells": [[0, 11], [1, 11]]}
    position = opening | {"boards": [{"board": "home", "placed": [stone, robe]}]}
    with TestClient(application(), base_url="http://127.0.0.1") as client:
        asked_for = {"position": position, "objective": "final", "seconds": 60, "lift": [[0, 1]]}
        begun = client.post("/api/questions/solve", json=asked_for).json()
        events = events_of(client, begun["search"])
    reports = [data["report"] for kind, data in events if kind in ("incumbent", "result")]
    shown = [part for report in reports for part in report or () if part["part"] == "layout"]
    assert all(len(layout["base"]) == 1 for layout in shown)
    result = shown[-1]
    pieces = result["position"]["boards"][0]["placed"]
    assert stone in pieces
    (moved,) = (part for part in reports[-1] if part["part"] == "fold")
    assert moved["title"].endswith("elsewhere, 0 as before")
    assert any(row[0] == "Oil" for row in moved["parts"][0]["rows"])
    assert result["numbers"]["score"] >= asked(client, "", position=position)["score"]


def test_components_have_the_names_of_the_language_of_each_request(client: TestClient) -> None:
    for language, tile_name, board_name in (
        ("pl", "Groch", "Szetlandy"),
        ("uk", "Горох", "Шетландські острови"),
        ("en", "Peas", "Shetland"),
        ("pl", "Groch", "Szetlandy"),
    ):
        view = client.get("/api/components", headers={"accept-language": language}).json()
        assert view["tiles"][0]["name"] == tile_name
        assert view["boards"][1]["name"] == board_name
        assert tile_name in view["tiles"][0]["svg"]


TEE = {"kind": "own_tile", "id": "T", "tile": {"cells": ["XXX.", ".X.."], "color": "blue"}}


def test_tiles_of_ones_own_are_added_laid_and_drawn(
    client: TestClient, opening: dict[str, Any]
) -> None:
    added = asked(client, "/change", position=opening, change=TEE)
    (drawn,) = added["own_tiles"]
    assert (drawn["id"], drawn["shape"], drawn["kind"]) == ("T", ["###", ".#."], "own")
    assert added["position"]["supply"]["T"] == 1
    places = asked(client, "/places", position=added["position"], board=0, tile="T")
    assert len(places["orientations"]) == 4  # its mirror image is itself
    cells = [[0, 0], [1, 0], [2, 0], [1, 1]]
    laid = asked(
        client,
        "/change",
        position=added["position"],
        change={"kind": "lay", "board": 0, "tile": "T", "cells": cells},
    )
    assert laid["position"]["boards"][0]["placed"][-1] == {"tile": "T", "cells": cells}
    assert "T" not in laid["position"]["supply"]
    assert ">T</text>" in laid["boards"][0]["svg"]


def test_tiles_of_ones_own_are_refused_with_the_reason(
    client: TestClient, opening: dict[str, Any]
) -> None:
    added = asked(client, "/change", position=opening, change=TEE)["position"]
    assert refused(client, "/change", position=added, change=TEE) == "T: there is a tile T already"
    apart = TEE | {"id": "V", "tile": {"cells": ["X.X"]}}
    assert "expected connected cells" in refused(client, "/change", position=added, change=apart)
    printed = TEE | {"id": "oil"}
    assert "clashes" in refused(client, "/change", position=added, change=printed)
