"""Solo games on the page: the same logs as on the command line, saved at every step."""

import json
import queue
import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from odin_cli.web import beginning_of
from odin_solver.components.spaces import SPACES
from odin_solver.errors import InputError
from odin_solver.game import Game, decision, legal_moves, score_sheet, why_not
from odin_solver.game.files import GameFile
from odin_solver.game.harvest import HARVEST_PROFILES
from odin_solver.game.kernel.moves import Place, Use
from odin_solver.game.log import parse, text
from odin_solver.game.seats import alone
from odin_solver.rollouts.playing import greedy
from odin_solver.words.estimates import rounded
from odin_web.app import application
from odin_web.games import coaching
from odin_web.games.store import GameFolder
from tests.timing import HANGING

LOG = Path(__file__).parent / "data" / "game.log"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path))
    return tmp_path / "games"


def connected() -> TestClient:
    return TestClient(application(), base_url="http://127.0.0.1")


@pytest.fixture
def client(folder: Path) -> TestClient:
    return connected()


@pytest.fixture(scope="module")
def recorded() -> Game:
    return parse(LOG.read_text())


def asked(client: TestClient, path: str, **data: Any) -> dict[str, Any]:
    answer = client.post(f"/api/{path}", json=data)
    assert answer.status_code == 200, answer.text
    result: dict[str, Any] = answer.json()
    return result


def refused(client: TestClient, path: str, status: int = 422, **data: Any) -> str:
    answer = client.post(f"/api/{path}", json=data)
    assert answer.status_code == status, answer.text
    error = str(answer.json()["error"])
    assert 0 < len(error) < 200
    return error


def begun(client: TestClient, **options: Any) -> dict[str, Any]:
    return asked(client, "games/new", **({"seed": 7, "decks": []} | options))


def moved(client: TestClient, view: dict[str, Any], *moves: Any) -> dict[str, Any]:
    return asked(client, "game/move", game=view["game"], seen=view["seen"], moves=moves)


def seen(client: TestClient, game: str, **query: Any) -> dict[str, Any]:
    answer = client.get(f"/api/games/{game}", params=query)
    assert answer.status_code == 200, answer.text
    result: dict[str, Any] = answer.json()
    return result


def log_of(folder: Path, view: dict[str, Any]) -> str:
    return (folder / f"{view['game']}.log").read_text()


# --- a whole game ---


def choices(game: Game) -> Iterator[tuple[int, str]]:
    """Moves of the player with their numbers."""
    for at, (state, move) in enumerate(zip(game.states, game.moves, strict=False)):
        if decision(state) is not None:
            yield at, str(move)


@pytest.mark.slow
def test_a_recorded_game_is_played_move_by_move(
    client: TestClient, folder: Path, recorded: Game
) -> None:
    """The history, kept by the page as it comes, and the log are those of the recorded game."""
    view = begun(client, seed=recorded.seed, decks=["A", "B", "C"], name="Recorded")
    history = view["history"]["lines"]
    for at, move in choices(recorded):
        state = recorded.states[at]
        assert view["seen"] == at
        assert view["vikings"] == state.vikings
        assert view["score"] == score_sheet(state).total
        shown = {each["text"] for each in view["moves"]}
        assert shown == set(map(str, legal_moves(state, placing=False)))
        view = moved(client, view, move)
        assert view["history"]["from"] == at
        history[at:] = view["history"]["lines"]
    assert view["over"]
    assert view["score"] == score_sheet(recorded.state).total
    assert [line["text"] for line in history] == list(map(str, recorded.moves))
    written = log_of(folder, view)
    assert written.replace("# name: Recorded\n", "") == text(recorded)
    (row,) = client.get("/api/games").json()["games"]
    assert (row["over"], row["score"], row["name"]) == (True, view["score"], "Recorded")


@pytest.mark.slow
def test_only_what_a_move_changes_is_sent_to_a_page_that_has_the_rest(
    client: TestClient, recorded: Game
) -> None:
    page = begun(client, seed=recorded.seed, decks=["A", "B", "C"])
    sent = whole = 0
    for _, move in islice(choices(recorded), 12):
        known = {name: page[name] for name in ("game", "seen", "stamp")}
        content = client.post(
            "/api/game/move", json={**known, "moves": [move], "only_changes": True}
        ).content
        change = json.loads(content)
        for part in change.pop("changes"):
            change[part] = [
                (page[part][at] if at < len(page[part]) else {}) | fields
                for at, fields in enumerate(change[part])
            ]
        now = client.get(f"/api/games/{page['game']}").content
        page = json.loads(now)
        history = page["history"]["lines"][change["history"]["from"] :]
        assert change["history"]["lines"] == history
        assert change | {"history": page["history"]} == page
        sent, whole = sent + len(content), whole + len(now)
    assert sent < whole / 3
    other = {"game": page["game"], "seen": page["seen"]}
    everything = asked(client, "game/undo", **other, only_changes=True)
    assert "changes" not in everything, "the page may have another view: it has no stamp"


@pytest.mark.slow
def test_every_state_of_a_game_can_be_looked_at(client: TestClient, recorded: Game) -> None:
    """Views of past states agree with the rules; here every tenth one."""
    game = asked(client, "games/import", text=LOG.read_text())["game"]
    for at in range(0, len(recorded.moves), 10):
        state = recorded.states[at]
        view = seen(client, game, at=at)
        assert (view["seen"], view["past"], view["round"]) == (at, True, state.round)
        sheet = {entry["id"]: entry["points"] for entry in view["sheet"]}
        assert sum(sheet.values()) == view["score"] == score_sheet(state).total
        assert {item["item"]: item["count"] for item in view["supply"]} == state.supply
        assert len(view["boards"]) == len(state.boards)
        assert (view["decides"] == "player") == (decision(state) is not None)
    assert seen(client, game, at=99_999)["past"] is False


def test_spaces_say_why_they_cannot_be_used(client: TestClient) -> None:
    view = begun(client)
    state = parse(client.get(f"/api/games/{view['game']}/log").text).state
    assert [space["id"] for space in view["spaces"]] == list(SPACES)
    for space in view["spaces"]:
        reason = why_not(state, Use(space["id"]))
        assert space["reason"] == (reason and reason.replace("_", " "))
        assert space["usable"] == (space["reason"] is None)
    blocked = next(space for space in view["spaces"] if not space["usable"])
    message = refused(
        client, "game/move", game=view["game"], seen=view["seen"], moves=[blocked["key"]]
    )
    assert blocked["reason"] in message


def test_no_sentence_has_an_identifier(client: TestClient, recorded: Game) -> None:
    game = asked(client, "games/import", text=LOG.read_text(), name="recorded")["game"]
    for at in range(0, len(recorded.moves), 25):
        view = seen(client, game, at=at)
        cards = [card["now"] for card in (*view["hand"], *view["played"])]
        reasons = [each["reason"] or "" for each in (*view["spaces"], *view["supply"])]
        assert not [text for text in (*cards, *reasons) if "_" in text or "NUMBER" in text]


def test_keys_texts_and_targets_name_moves(client: TestClient) -> None:
    view = begun(client)
    by_text = {move["text"]: move for move in view["moves"]}
    mountain = by_text["use mountain_2"]
    assert (mountain["group"], mountain["target"]) == ("space", "mountain_2")
    view = moved(client, view, mountain["key"].upper())
    strips = [move for move in view["moves"] if move["group"] == "strip"]
    assert {move["target"] for move in strips} == {"1", "2"}
    view = moved(client, view, strips[0]["key"])
    assert view["history"]["lines"][0]["text"] == strips[0]["text"]
    assert view["history"]["lines"][0]["changes"]


# --- tiles ---


def with_tiles(client: TestClient) -> dict[str, Any]:
    """A game in which tiles can be placed."""
    recorded = parse(LOG.read_text())
    at = next(
        at
        for at, (state, move) in enumerate(zip(recorded.states, recorded.moves, strict=False))
        if isinstance(move, Place)
    )
    game = asked(client, "games/import", text=LOG.read_text())["game"]
    return asked(client, "game/undo", game=game, seen=len(recorded.moves), to=at)


def test_places_of_a_tile_agree_with_the_rules(client: TestClient) -> None:
    view = with_tiles(client)
    state = parse(client.get(f"/api/games/{view['game']}/log").text).state
    item = next(item for item in view["supply"] if item["placeable"] and item["item"] == "wool")
    for number, board in enumerate(state.boards):
        places = asked(
            client,
            "game/places",
            game=view["game"],
            seen=view["seen"],
            board=number,
            tile=item["item"],
        )
        legal = {
            frozenset(board.grid.cells(move.cells))
            for move in legal_moves(state)
            if isinstance(move, Place) and move.tile == item["item"]
            if move.board == view["boards"][number]["board_name"]
        }
        shown = {
            frozenset((x + dx, y + dy) for dx, dy in orientation["cells"])
            for orientation in places["orientations"]
            for y, row in enumerate(orientation["at"])
            for x, code in enumerate(row)
            if code < 0
        }
        assert shown == legal


def test_tiles_are_placed_by_their_cells(client: TestClient) -> None:
    view = with_tiles(client)
    game, at = view["game"], view["seen"]
    places = asked(client, "game/places", game=game, seen=at, board=0, tile="wool")
    cells = next(
        [[x + dx, y + dy] for dx, dy in orientation["cells"]]
        for orientation in places["orientations"]
        for y, row in enumerate(orientation["at"])
        for x, code in enumerate(row)
        if code < 0
    )
    after = moved(client, view, {"board": 0, "tile": "wool", "cells": cells})
    assert after["boards"][0]["pieces"][-1]["tile"] == "wool"
    assert after["history"]["lines"][0]["text"].startswith("place wool home ")
    wrong = {"board": 0, "tile": "wool", "cells": [[0, 0], [12, 11]]}
    assert "wool" in refused(client, "game/move", game=game, seen=after["seen"], moves=[wrong])
    mistakes: list[dict[str, Any]] = [{"board": 9}, {"cells": [[99, 0]]}, {"cells": []}]
    for bad in (*mistakes, {"tile": "x"}):
        refused(client, "game/move", game=game, seen=after["seen"], moves=[wrong | bad])


# --- feast ---


def at_feast(client: TestClient) -> dict[str, Any]:
    return moved(client, begun(client), "pass")


def test_the_best_feast_is_proposed(client: TestClient) -> None:
    view = at_feast(client)
    feast = view["banquet"]["feast"]
    assert [move["text"] for move in view["moves"]] == [feast["move"]]
    assert sum(each["width"] for each in feast["servings"]) + feast["empty"] == feast["cells"]
    after = moved(client, view, feast["move"])
    assert after["penalties"] == feast["empty"]


def test_a_feast_is_laid_by_hand(client: TestClient) -> None:
    view = at_feast(client)
    about = {"game": view["game"], "seen": view["seen"]}
    empty = asked(client, "game/feast", **about, dishes=[])
    assert (empty["empty"], empty["problems"]) == (empty["cells"], [])
    state = parse(client.get(f"/api/games/{view['game']}/log").text).state
    for food in empty["foods"]:
        dish = {"item": food["item"], "lengthwise": False}
        laid = asked(client, "game/feast", **about, dishes=[dish])
        assert laid["problems"] == ([food["next"]] if food["next"] else [])
        assert laid["move"] is None or why_not(state, laid["move"]) is None
    two = [{"item": "peas"}, {"item": "beans"}]
    assert "orange" in asked(client, "game/feast", **about, dishes=two)["problems"][0]
    apart = asked(client, "game/feast", **about, dishes=[two[0], None, two[1]])
    assert apart["problems"] == []
    assert moved(client, view, apart["move"])["penalties"] == apart["empty"]
    kept = asked(client, "game/feast", **about, keep=["peas"])
    assert "peas" not in [dish["item"] for dish in kept["dishes"] if dish]
    assert "not food" in refused(client, "game/feast", **about, dishes=None, keep=["robe"])


# --- chance ---


@pytest.mark.slow
def test_beside_a_real_table_chance_is_entered(
    client: TestClient, folder: Path, recorded: Game
) -> None:
    """The recorded game again, with everything that came entered as if rolled and drawn."""
    view = asked(client, "games/new", ask_chance=True)
    assert view["seed"] is None
    assert {"62b", "52a"} <= {each["label"] for each in view["chance"]["outcomes"]}
    for state, move in zip(recorded.states, recorded.moves, strict=False):
        node = decision(state)
        assert view["decides"] == ("chance" if node is None else "player")
        if node is None:
            assert str(move) in [each["outcome"] for each in view["chance"]["outcomes"]]
            assert not view["moves"]
        view = moved(client, view, str(move))
    assert view["over"]
    assert view["score"] == score_sheet(recorded.state).total


def test_wrong_outcomes_are_refused(client: TestClient) -> None:
    view = asked(client, "games/new", ask_chance=True, decks=[])
    assert view["chance"]["kind"] == "strip"
    assert len(view["chance"]["outcomes"][0]["items"]) == 7
    error = refused(client, "game/move", game=view["game"], seen=0, moves=["99"])
    assert "none of its outcomes" in error
    assert moved(client, view, "3")["chance"]["kind"] == "strip"


def test_dice_say_what_each_result_would_mean(client: TestClient) -> None:
    view = asked(client, "games/new", ask_chance=True, decks=[])
    view = moved(client, view, "1", "2", "spear", "use hunting_game_1")
    dice = view["dice"]
    assert (dice["die"], dice["rolls"], dice["roll"], dice["result"]) == ("d8", 0, None, None)
    assert [each["roll"] for each in dice["meanings"]] == list(range(1, 9))
    for meaning in dice["meanings"]:
        after = moved(client, view, str(meaning["roll"]))
        possible = "succeed" in [move["text"] for move in after["moves"]]
        assert after["dice"]["result"] == meaning["result"]
        assert after["dice"]["roll"] == meaning["roll"]
        assert possible == meaning["success"]
        view = asked(client, "game/undo", game=view["game"], seen=after["seen"])
        assert view["dice"] == dice


# --- undo, redo ---


def test_moves_are_taken_back_and_made_again(client: TestClient, folder: Path) -> None:
    view = begun(client)
    start, before = view, log_of(folder, view)
    for move in ("use mountain_2", "strip 1 take 2", "pass"):
        view = moved(client, view, move)
    whole = log_of(folder, view)
    back = asked(client, "game/undo", game=view["game"], seen=view["seen"], to=0)
    assert (back["seen"], back["redo"], back["can_undo"]) == (start["seen"], 3, False)
    assert log_of(folder, back) == before
    again = connected()  # the server was killed meanwhile
    step = asked(again, "game/redo", game=back["game"], seen=back["seen"])
    assert (step["seen"], step["redo"]) == (start["seen"] + 1, 2)
    end = asked(again, "game/redo", game=back["game"], seen=step["seen"], to=99)
    assert (end["seen"], end["redo"]) == (view["seen"], 0)
    assert log_of(folder, view) == whole
    assert "no move" in refused(again, "game/redo", game=back["game"], seen=end["seen"])


def test_another_move_ends_what_could_be_made_again(client: TestClient) -> None:
    view = moved(client, begun(client), "use mountain_2")
    back = asked(client, "game/undo", game=view["game"], seen=view["seen"])
    assert back["redo"] == 1
    assert moved(client, back, "use mountain_2")["redo"] == 0
    view = asked(client, "game/undo", game=view["game"], seen=view["seen"])
    assert moved(client, view, "pass")["redo"] == 0


def test_nothing_can_be_taken_back_at_the_start(client: TestClient) -> None:
    view = begun(client)
    about = {"game": view["game"], "seen": view["seen"]}
    assert "no move" in refused(client, "game/undo", **about)
    assert "no move" in refused(client, "game/undo", **about, to=0)
    assert "no move" in refused(client, "game/undo", **about, to=99)


# --- several at once ---


def test_two_tabs_do_nothing_twice(client: TestClient, folder: Path) -> None:
    view = begun(client)
    moved(client, view, "use mountain_2")
    answer = client.post(
        "/api/game/move", json={"game": view["game"], "seen": view["seen"], "moves": ["pass"]}
    )
    assert answer.status_code == 409
    assert answer.json()["game"]["question"].startswith("Mountain")
    assert answer.json()["game"]["history"]["from"] == 0
    assert "pass" not in log_of(folder, view)


def test_requests_at_the_same_time_make_one_of_their_moves(
    client: TestClient, folder: Path
) -> None:
    view = begun(client)
    spaces = [move["text"] for move in view["moves"] if move["group"] == "space"][:8]
    answers = {}

    def make(move: str) -> None:
        asked = {"game": view["game"], "seen": view["seen"], "moves": [move]}
        answers[move] = client.post("/api/game/move", json=asked).status_code

    threads = [threading.Thread(target=make, args=(move,)) for move in spaces]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers.values()) == [200] + [409] * (len(spaces) - 1)
    (made,) = [move for move, status in answers.items() if status == 200]
    (line,) = [line for line in log_of(folder, view).splitlines() if ": use " in line]
    assert line.endswith(made)


def test_other_moves_of_the_same_number_are_a_conflict(client: TestClient) -> None:
    view = moved(client, begun(client), "use mountain_2")
    back = asked(client, "game/undo", game=view["game"], seen=view["seen"])
    other = moved(client, back, "use take_stockfish")
    assert other["seen"] == view["seen"]
    stale = {"game": view["game"], "seen": view["seen"], "stamp": view["stamp"]}
    refused(client, "game/move", 409, **stale, moves=["pass"])
    refused(client, "game/undo", 409, **stale)
    asked(client, "game/undo", **stale | {"stamp": other["stamp"]})


def test_moves_of_the_command_line_are_seen(client: TestClient, folder: Path) -> None:
    view = begun(client)
    file = GameFile.read(str(folder / f"{view['game']}.log"))
    file.game.do("use mountain_2")
    file.save()
    assert seen(client, view["game"])["seen"] == view["seen"] + 1
    refused(client, "game/move", 409, game=view["game"], seen=view["seen"], moves=["pass"])


def test_moves_are_made_all_or_none(client: TestClient, folder: Path) -> None:
    view = begun(client)
    before = log_of(folder, view)
    about = {"game": view["game"], "seen": view["seen"]}
    refused(client, "game/move", **about, moves=["use mountain_2", "strip 9 take 9"])
    assert log_of(folder, view) == before
    assert seen(client, view["game"]) == seen(connected(), view["game"])


def test_a_killed_server_goes_on(client: TestClient) -> None:
    view = moved(client, begun(client), "use mountain_2")
    again = connected()
    assert seen(again, view["game"])["question"] == view["question"]
    assert moved(again, view, "strip 1 take 2")["seen"] == view["seen"] + 1


def test_a_game_that_cannot_be_written_stays_as_it_was(
    client: TestClient, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = begun(client)
    log = log_of(folder, view)

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        about = {"game": view["game"], "seen": view["seen"], "moves": ["use mountain_2"]}
        assert "No space left" in refused(client, "game/move", **about)
    assert log_of(folder, view) == log
    assert seen(client, view["game"])["seen"] == view["seen"]


def test_a_move_that_cannot_be_shown_is_made_once(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = begun(client)

    def failing(*_: Any, **__: Any) -> None:
        raise RuntimeError("no picture")

    with monkeypatch.context() as patched:
        patched.setattr("odin_web.games.requests.game_view", failing)
        with pytest.raises(RuntimeError):
            moved(client, view, "use mountain_2")
    assert seen(client, view["game"])["seen"] == view["seen"] + 1
    refused(client, "game/move", 409, game=view["game"], seen=view["seen"], moves=["pass"])


# --- the list ---


def test_games_are_listed_renamed_and_deleted(client: TestClient, folder: Path) -> None:
    first, second = begun(client, name="One"), begun(client, name="<b>Two</b>")
    rows = client.get("/api/games").json()["games"]
    assert {row["name"] for row in rows} == {"One", "<b>Two</b>"}
    row = asked(client, "games/rename", game=first["game"], name="A # name: B\n---\n")
    assert row["name"] == "A # name: B ---"
    assert row in client.get("/api/games").json()["games"]
    moved(client, seen(client, first["game"]), "pass")
    assert seen(client, first["game"])["name"] == "A # name: B ---"
    asked(client, "games/delete", game=second["game"])
    assert [row["game"] for row in client.get("/api/games").json()["games"]] == [first["game"]]
    (kept,) = (folder / "trash").iterdir()
    assert parse(kept.read_text()).seed == 7
    for path in ("games/delete", "game/undo", "game/move"):
        more = {"seen": 0, "moves": ["pass"]} if "move" in path else {}
        more |= {"seen": 0} if "undo" in path else {}
        assert "no such game" in refused(client, path, 404, game=second["game"], **more)
    assert client.get(f"/api/games/{second['game']}").status_code == 404


def test_statistics_count_finished_games(client: TestClient) -> None:
    for name in ("one", "two"):
        asked(client, "games/import", text=LOG.read_text(), name=name)
    begun(client)
    listed = client.get("/api/games").json()
    assert len(listed["games"]) == 3
    (statistics,) = listed["statistics"]
    assert (statistics["games"], statistics["average"], statistics["best"]) == (2, 128, 128)
    assert statistics["length"] == "long"
    assert statistics["occupations"] is True
    best = {row["game"]: row for row in listed["games"]}[statistics["best_game"]]
    assert best["score"] == 128


def test_the_index_can_be_lost(client: TestClient, folder: Path) -> None:
    asked(client, "games/import", text=LOG.read_text())
    before = client.get("/api/games").json()
    (folder / "games.json").unlink()
    assert client.get("/api/games").json() == before
    (folder / "games.json").write_bytes(b"not a database" * 100)
    assert client.get("/api/games").json() == before


def test_logs_are_imported_once(client: TestClient) -> None:
    first = asked(client, "games/import", text=LOG.read_text(), name="mine.log")["game"]
    assert asked(client, "games/import", text=LOG.read_text(), name="mine.log")["game"] == first
    assert client.get(f"/api/games/{first}/log").headers["content-disposition"].endswith('.log"')


def test_a_log_that_ends_before_a_roll_goes_on_with_its_own_chance(
    client: TestClient, folder: Path
) -> None:
    lines = LOG.read_text().splitlines()
    until = lines.index("round 2, actions: chance die: 1")
    game = asked(client, "games/import", text="\n".join(lines[:until]), name="cut")["game"]
    view = seen(client, game)
    assert view["chance"] is None
    assert view["dice"]["roll"] == 1
    moved(client, view, "succeed")
    assert lines[until] in log_of(folder, view)


def test_a_log_of_the_command_line_stays_where_it_is(
    client: TestClient, folder: Path, tmp_path: Path
) -> None:
    log = tmp_path / "elsewhere" / "My game.log"
    log.parent.mkdir()
    log.write_text("\n".join(LOG.read_text().splitlines()[:13]) + "\n")
    games = GameFolder(folder)
    game = games.link(log)
    assert games.link(log) == game
    view = seen(client, game)
    assert view["name"] == "My game"
    moved(client, view, "strip 1 take 2")
    assert "strip 1 take 2" in log.read_text()
    assert (folder / f"{game}.log").is_symlink()
    asked(client, "games/delete", game=game)
    assert log.exists()
    games.link(log)
    log.unlink()
    assert client.get("/api/games").json()["games"] == []
    assert client.get(f"/api/games/{game}").status_code == 404


def test_the_command_line_begins_with_logs(
    client: TestClient, folder: Path, tmp_path: Path
) -> None:
    log = tmp_path / "logs" / "game.log"
    log.parent.mkdir()
    log.write_text(LOG.read_text())
    start, page = beginning_of(str(log))
    assert start == ()
    assert seen(client, page.removeprefix("games#"))["over"]
    assert beginning_of(str(log.parent)) == ((), "games")
    (row,) = client.get("/api/games").json()["games"]
    own = folder / f"{row['game']}.log"
    assert beginning_of(str(own)) == ((), page)
    with pytest.raises(InputError, match="logs of games"):
        beginning_of(str(tmp_path))
    log.write_text("# odin game, format 1\nlength long\n")
    with pytest.raises(InputError, match=r"game\.log"):
        beginning_of(str(log))


def test_a_long_list_comes_in_parts(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        asked(client, "games/import", text=LOG.read_text(), name=f"game {number}")
    monkeypatch.setattr("odin_web.games.index.BUDGET", 0.0)
    counts = []
    for _ in range(3):
        listed = client.get("/api/games").json()
        counts.append((len(listed["games"]), listed["pending"]))
    assert counts == [(1, 2), (2, 1), (3, 0)]


def test_a_folder_that_cannot_be_written_can_be_read(
    client: TestClient, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "two"):
        asked(client, "games/import", text=LOG.read_text(), name=name)
    (folder / "games.json").mkdir()
    monkeypatch.setattr("odin_web.games.index.BUDGET", 0.0)
    listed = client.get("/api/games").json()
    assert (len(listed["games"]), listed["pending"]) == (2, 0)


@pytest.mark.parametrize("name", ["file/data", "x" * 300])
def test_a_folder_that_cannot_be_made_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path / name))
    client = connected()
    assert "cannot" in refused(client, "games/new")
    refused(client, "game/undo", 404 if "/" in name else 422, game="a", seen=0)
    assert client.get("/api/games").status_code in (200, 422)


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        ("", "not an odin game log"),
        ("{}", "expected"),
        ("# odin game, format 9\n", "another version"),
        (LOG.read_text().replace("use mountain_2", "use mountain_9", 1), "line 13"),
        (LOG.read_text() + "# " + "x" * 600_000, "at most"),
    ],
)
def test_bad_logs_are_refused(client: TestClient, folder: Path, log: str, reason: str) -> None:
    assert reason in refused(client, "games/import", text=log, name="mine.log")
    assert not folder.exists()


def test_a_broken_log_in_the_folder_is_shown_with_its_reason(
    client: TestClient, folder: Path
) -> None:
    view = begun(client)
    (folder / "broken.log").write_text("# odin game, format 1\nlength medium\n")
    (folder / "Not A Game.log").write_text("x")
    rows = {row["game"]: row for row in client.get("/api/games").json()["games"]}
    assert rows.keys() == {view["game"], "broken"}
    assert "broken" in rows["broken"]["broken"]
    answer = client.get("/api/games/broken")
    assert answer.status_code == 422
    asked(client, "games/delete", game="broken")


@pytest.mark.parametrize(
    "name",
    ["../secret", "..", ".", "", "a/b", "/etc/passwd", "A", "a b", "-a", "a\x00", "x" * 61, "a\n"],
)
def test_names_of_games_are_not_paths(client: TestClient, folder: Path, name: str) -> None:
    begun(client)
    (folder.parent / "secret.log").write_text(LOG.read_text())
    for path, more in (
        ("games/delete", {}),
        ("games/rename", {"name": "x"}),
        ("game/undo", {"seen": 0}),
        ("game/move", {"seen": 0, "moves": ["pass"]}),
        ("game/coach", {"seen": 0}),
    ):
        assert "game" in refused(client, path, game=name, **more)
    assert (folder.parent / "secret.log").exists()


@pytest.mark.parametrize("path", ["..%2fsecret", "%2e%2e%2fsecret", "..%2fsecret/log", "A", "x%00"])
def test_addresses_of_games_are_not_paths(client: TestClient, folder: Path, path: str) -> None:
    begun(client)
    (folder.parent / "secret.log").write_text(LOG.read_text())
    answer = client.get(f"/api/games/{path}")
    assert answer.status_code == 404
    assert "128" not in answer.text


@pytest.mark.parametrize(
    "options",
    [
        {"length": "medium"},
        {"seed": -1},
        {"seed": 2**31},
        {"seed": 1, "ask_chance": True},
        {"decks": ["D"]},
        {"starting": 1000},
        {"starting": "first"},
        {"rulings": ["none"]},
        {"rulings": ["card-before-only"], "decks": []},
        {"name": "x" * 300},
        {"more": 1},
    ],
)
def test_bad_options_are_refused(client: TestClient, folder: Path, options: dict[str, Any]) -> None:
    refused(client, "games/new", **options)
    assert not folder.exists()


def test_all_choices_of_a_new_game_work(client: TestClient) -> None:
    choices = client.get("/api/games/choices").json()
    view = begun(
        client,
        length="short",
        decks=choices["decks"],
        islands=True,
        starting=choices["starting"][0]["number"],
        rulings=["lone-silver-removed"],
    )
    assert view["rounds"] == 6
    assert [card["number"] for card in view["hand"]] == [choices["starting"][0]["number"]]
    assert {"lofoten", "orkney"} & {offer["board"] for offer in view["exploration"]}
    choosing = begun(client, decks=["A"], starting="choose")
    assert {move["group"] for move in choosing["moves"]} == {"card"}
    boards = client.get("/api/games/boards").json()
    assert {offer["board"] for offer in view["exploration"]} <= boards.keys()


# --- searches ---


def events(client: TestClient, search: str) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    with client.stream("GET", f"/api/searches/{search}/events") as stream:
        for line in stream.iter_lines():
            if line.startswith("event: "):
                kind = line.removeprefix("event: ")
            elif line.startswith("data: "):
                found.append((kind, json.loads(line.removeprefix("data: "))))
    return found


@pytest.mark.slow
def test_the_coach_streams_legal_moves_with_their_losses() -> None:
    with connected() as client:
        view = begun(client)
        search = asked(client, "game/coach", game=view["game"], seen=view["seen"], seconds=1.0)
        found = events(client, search["search"])
        assert found[0][0] == "running"
        assert "incumbent" in [kind for kind, _ in found]
        kind, result = found[-1]
        assert kind == "result"
        legal = {move["text"]: move for move in view["moves"]}
        for line in result["lines"]:
            move = legal[line["move"]]
            assert (move["group"], move["target"]) == (line["group"], line["target"])
        assert result["lines"][0]["loss"] == 0
        assert all(line["aim"] for line in result["lines"])
        first = next(data for kind, data in found if kind == "incumbent")
        assert first["lines"][0]["aim"]
        assert result["plan"][0]["steps"]
        numbers = {each["target"] for each in (*result["lines"], *result["others"])}
        assert {each["id"] for each in view["spaces"] if each["usable"]} <= numbers


@pytest.mark.slow
def test_the_first_coach_is_started_when_a_game_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    started = queue.Queue[str]()

    class Started:
        game = ""

        def __init__(self) -> None:
            started.put(threading.current_thread().name)

    monkeypatch.setattr(coaching, "_Coach", Started)
    with connected() as client:
        game = asked(client, "games/new")["game"]
        assert started.empty()
        for _ in range(3):
            client.get(f"/api/games/{game}")
        # A process ends with its thread: this one lasts.
        assert started.get(timeout=HANGING).startswith("requests")
    assert started.empty()


def test_the_coach_answers_about_one_move() -> None:
    """With the number that it shows at this move."""
    with connected() as client:
        view = begun(client)
        for seconds in (1, 10, 100):  # a busy machine needs more of them for as many simulations
            about = {"game": view["game"], "seen": view["seen"], "seconds": seconds}
            search = asked(client, "game/coach", **about, move="use mead")
            kind, result = events(client, search["search"])[-1]
            assert kind == "result"
            answer = result["asked"]
            if "unclear" not in answer["loses"]:
                break
        assert answer["move"] == "use mead"
        assert answer["plan"][0]["steps"]
        number = next(
            each for each in (*result["lines"], *result["others"]) if each["move"] == "use mead"
        )
        assert answer["loses"].startswith(rounded(number["loss"], number["loss_stderr"]))
        assert answer["why"].startswith(f"About {round(number['loss'])} points less")
        assert "it needs" in refused(client, "game/coach", **about, move="use plundering")
        robe = {"board": 0, "tile": "robe", "cells": [[0, 0]]}
        assert "robe" in refused(client, "game/coach", **about, move=robe)


def test_the_coach_never_sees_the_seed(client: TestClient) -> None:
    """What the planner receives is the same for every seed of the same state."""
    from odin_solver.game.serial import state_data

    game = parse(LOG.read_text(), until=10)
    other = parse(LOG.read_text().replace("seed 1\n", "seed 2\n"), until=10)
    assert game.seed != other.seed
    assert state_data(game.state) == state_data(other.state)


def test_searches_need_something_to_search() -> None:
    with connected() as client:
        over = asked(client, "games/import", text=LOG.read_text())["game"]
        last = seen(client, over)["seen"]
        assert "nothing to decide" in refused(client, "game/coach", game=over, seen=last)
        assert "nothing can be placed" in refused(client, "game/fill", game=over, seen=last)
        assert "no decision to review" in refused(client, "game/review", game=begun(client)["game"])


@pytest.mark.slow
def test_the_best_placement_can_be_made() -> None:
    with connected() as client:
        view = with_tiles(client)
        asking = {"game": view["game"], "seen": view["seen"], "seconds": 3}
        kind, result = events(client, asked(client, "game/fill", **asking)["search"])[-1]
        assert kind == "result"
        assert len(result["moves"]) == len(result["steps"]) > 0
        income = result["income"][1]
        by_cells = moved(client, view, *result["steps"])
        assert by_cells["income"] == income
        view = asked(client, "game/undo", game=view["game"], seen=by_cells["seen"], to=view["seen"])
        assert moved(client, view, *result["moves"])["boards"] == by_cells["boards"]


@pytest.mark.slow
def test_a_review_streams_every_placement() -> None:
    with connected() as client:
        view = begun(client)
        for move in ("use mountain_2", "strip 1 take 1", "use wood_per_player_and_ore", "pass"):
            view = moved(client, view, move)
        asking = {"game": view["game"], "seconds": 0.2}
        found = events(client, asked(client, "game/review", **asking)["search"])
        parts = [data for kind, data in found if kind == "part"]
        kind, result = found[-1]
        assert kind == "result"
        assert result["moves"] == parts
        assert [part["done"] for part in parts] == list(range(1, len(parts) + 1))
        assert parts[0]["of"] == len(parts)
        labels = [{part["move_label"], *part["other_labels"]} for part in parts]
        assert any(len(each) > 1 for each in labels)
        assert all(
            len(each) == len(part["other_labels"]) + 1
            for each, part in zip(labels, parts, strict=True)
        )


def test_playing_on_leaves_the_game_as_it_is(client: TestClient) -> None:
    view = begun(client)
    for move in ("use mountain_2", "strip 1 take 1"):
        view = moved(client, view, move)
    before = client.get(f"/api/games/{view['game']}/log").text
    again = asked(client, "games/again", game=view["game"], at=view["seen"] - 1)["game"]
    assert again != view["game"]
    assert seen(client, again)["seen"] == view["seen"] - 1
    assert client.get(f"/api/games/{view['game']}/log").text == before
    refused(client, "games/again", game=view["game"], at=-1)


@pytest.mark.slow
def test_a_stopped_search_ends_its_process_at_once() -> None:
    with connected() as client:
        view = begun(client)
        search = asked(client, "game/coach", game=view["game"], seen=view["seen"], seconds=300)
        timer = threading.Timer(
            1.0, lambda: client.post(f"/api/searches/{search['search']}/stop", json={})
        )
        timer.start()
        assert events(client, search["search"])[-1][0] == "result"
        timer.join()


@pytest.mark.parametrize(
    "limits", [{"seconds": 0}, {"seconds": 1e9}, {"workers": 0}, {"workers": 257}, {"more": 1}]
)
def test_searches_are_limited(client: TestClient, limits: dict[str, Any]) -> None:
    view = begun(client)
    for path in ("coach", "fill"):
        refused(client, f"game/{path}", game=view["game"], seen=view["seen"], **limits)
    refused(client, "game/review", game=view["game"], **limits)


def test_moves_of_a_request_are_limited(client: TestClient) -> None:
    view = begun(client)
    about = {"game": view["game"], "seen": view["seen"]}
    refused(client, "game/move", **about, moves=["pass"] * 201)
    refused(client, "game/move", **about, moves=["x" * 2001])
    refused(client, "game/move", **about, moves=[])
    refused(client, "game/feast", **about, dishes=[{"item": "peas"}] * 31)
    assert seen(client, view["game"])["seen"] == view["seen"]


def test_harvest_by_the_profile_of_the_own_box(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    wanted: dict[str, Any] = {"length": "long", "seed": 5, "harvest": True, "decks": []}
    assert "printed on the round track" in client.get("/api/games/choices").json()["harvest"]
    printed = ["The harvests printed on the round track are played."]
    assert asked(client, "games/new", **wanted)["harvest"] == printed

    HARVEST_PROFILES.own_path().parent.mkdir(parents=True)
    box = Path(__file__).parent.parent / "game" / "data" / "harvest-profile.toml"
    HARVEST_PROFILES.own_path().write_text(box.read_text(encoding="utf-8"), encoding="utf-8")
    assert client.get("/api/games/choices").json()["harvest"] == ""
    view = asked(client, "games/new", **wanted)
    assert view["question"] == "Choose a resource token"
    assert [each["text"] for each in view["moves"]] == [f"token {n}" for n in range(1, 11)]
    assert view["moves"][2]["meaning"] == "orange: 1 egg; back: 1 amber, 3 silver"
    [marker] = view["harvest"]
    assert marker.startswith("Harvest marker ")

    HARVEST_PROFILES.own_path().write_text("markers = 3", encoding="utf-8")
    assert "harvest.toml: markers: expected" in refused(client, "games/new", **wanted)


def test_a_refused_name_of_a_game_is_said_in_words(client: TestClient) -> None:
    error = refused(client, "game/undo", game="../x", seen=0)
    assert error == "request: game: nothing can have this name"


def test_a_person_plays_with_bots(client: TestClient, folder: Path) -> None:
    """Bots move with every request; the page shows one's own seat, and no hand of theirs."""
    view = asked(client, "games/new", bots=[2, 1], length="short", decks=["A"], seed=4)
    assert [each["bot"] for each in view["seats"]] == [0, 2, 1]
    name = view["game"]
    secrets = 0
    while not view["over"]:
        assert view["question"].startswith("Player 1: ")
        (path,) = folder.glob("*.log")
        game = parse(path.read_text("utf-8"))
        assert game.state.seat == 0
        assert [each["number"] for each in view["hand"]] == [*game.state.hand]
        move = str(greedy(alone(game.state), Random(1)))
        view = asked(
            client, "game/move", game=name, seen=view["seen"], moves=[move], stamp=view["stamp"]
        )
        hidden = [each for each in view["history"]["lines"] if "an unseen" in each["words"]]
        assert all(each["words"].startswith("Bot ") for each in hidden)
        secrets += len(hidden)
    assert secrets
    totals = [score_sheet(seat).total for seat in parse(path.read_text("utf-8")).state.seats]
    assert [each["score"] for each in view["seats"]] == totals
    assert view["score"] == totals[0]
    (row,) = client.get("/api/games").json()["games"]
    assert row["score"] == totals[0]
    before = asked(client, "game/undo", game=name, seen=view["seen"], stamp=view["stamp"])
    assert before["question"].startswith("Player 1: ")
    again = asked(client, "game/redo", game=name, seen=before["seen"], stamp=before["stamp"])
    assert again["stamp"] == view["stamp"]


def test_two_people_see_their_own_seats_by_turns(client: TestClient) -> None:
    view = asked(
        client, "games/new", people=["Anna", "Ben"], bots=[1], length="short", decks=["B"], seed=2
    )
    assert [(each["name"], each["bot"]) for each in view["seats"]] == [
        ("Anna", 0),
        ("Ben", 0),
        ("Bot 3", 1),
    ]
    alone_together = asked(client, "games/new", people=["Anna", "Ben"], seed=2)
    assert [each["name"] for each in alone_together["seats"]] == ["Anna", "Ben"]
    looked = []
    for _ in range(40):
        known = {"game": view["game"], "seen": view["seen"], "stamp": view["stamp"]}
        log = client.get(f"/api/games/{view['game']}/log").text
        state = parse(log).state
        assert view["seat"] == state.seat
        assert [each["number"] for each in view["hand"]] == [*state.hand]
        looked.append(view["seat"])
        move = str(greedy(alone(state), Random(1)))
        view = asked(client, "game/move", **known, moves=[move])
        cards = [str(move) for each in state.seats for move in each.hand]
        told = [line for line in view["history"]["lines"] if line["text"] in cards]
        assert all(": an unseen occupation" in line["words"] for line in told)
        assert not any(line["changes"] for line in told)
    assert set(looked) == {0, 1}
    assert refused(client, "games/new", people=["Anna", "Anna"]).startswith("seats: expected a")
    assert asked(client, "games/new", people=["Anna"])["seats"] == []


def test_bots_need_a_seed(client: TestClient) -> None:
    assert "a seed and bots or ask_chance" in refused(
        client, "games/new", bots=[2], ask_chance=True
    )
    refused(client, "games/new", bots=[5])
    refused(client, "games/new", bots=[1, 1, 1, 1])
