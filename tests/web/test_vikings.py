"""Requests about Vikings."""

import re
from pathlib import Path
from typing import Any

import pytest

from odin_puzzles.kinds import kind_of
from odin_puzzles.kinds.games import GameKind
from odin_puzzles.shipped import pack
from odin_solver.errors import InputError
from odin_solver.questions.report import Line
from odin_solver.vikings.examples import ORDER, vikings_example, vikings_example_text
from odin_solver.vikings.files import vikings_data, vikings_from
from odin_solver.vikings.rules.scoring import outlook
from odin_web.vikings.changes import VikingsChange, changed
from odin_web.vikings.games import VikingsBegin, VikingsReplay, VikingsTurn, moved, played, replayed
from odin_web.vikings.positions import VikingsAsked, VikingsText, opened, view
from odin_web.vikings.puzzles import VikingsAnswer, checked
from tests.web.requests import client

FERRY = vikings_data(vikings_example("ferry"))


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


def change(position: dict[str, Any], at: str, lay: str = "", puzzle: str = "") -> dict[str, Any]:
    """Return the position after a change at a cell such as G1; a number is a column of ships."""
    row = 0 if at.isdigit() else 1 + "KRGYB".index(at[0])
    column = int(at if at.isdigit() else at[1:])
    shown = changed(VikingsChange(position, row, column, lay, puzzle))
    return shown.position


def test_the_page_begins_with_examples() -> None:
    with client() as page:
        assert page.get("/vikings").status_code == 200
        given = page.get("/api/vikings").json()
    assert list(given["examples"]) == list(ORDER)
    puzzles = given["puzzles"]
    assert [each["puzzle"] for each in puzzles] == [f"vikings/{n}" for n in range(1, 25)]
    assert [each["title"] for each in puzzles] == [each.title for each in pack("vikings")]
    questions = [kind_of(each).question(each) for each in pack("vikings")]
    assert [each["question"] for each in puzzles] == questions
    assert set(given["pictures"]) == {*"SMEKRGYBN", "red", "green", "yellow", "blue"}
    assert len(set(given["pictures"].values())) == len(given["pictures"])


@pytest.mark.parametrize("name", ORDER)
def test_examples_and_their_files_give_the_same_view(name: str) -> None:
    shown = opened(VikingsText(example=name))
    assert shown == opened(VikingsText(vikings_example_text(name), "x.toml"))
    assert shown == opened(VikingsText(shown.text, "x.toml"))
    assert shown.picture.startswith("<svg")
    assert shown.violations == []


def test_scores_are_those_of_the_rules() -> None:
    position = vikings_example("ferry")
    end = outlook(position)
    final = f"{end.vp} VP at the end, {end.gold} gold left"
    assert Line(final, "strong") in view(position).score
    unknown = {**FERRY, "rivals": {}}
    [reason] = view(vikings_from(unknown)).score
    assert isinstance(reason, Line)
    assert "rivals.boatsmen" in reason.text


def test_parts_are_laid_and_lifted() -> None:
    position = change(FERRY, "K5", "S")
    assert position["islands"]["K"].split()[4] == "S"
    assert position["mainland"]["K"] == 2
    standing = change(position, "K5", "figure")
    assert standing["islands"]["K"].split()[4] == "S*"
    assert standing["mainland"]["K"] == 1
    lifted = change(standing, "K5")
    assert lifted == position
    assert change(lifted, "K5") == change(change(FERRY, "4", "yellow"), "4") == FERRY
    for at, lay, message in (
        ("K1", "S", "a tile lies on K1 already"),
        ("K9", "figure", "there is no free tile on K9"),
        ("1", "red", "a ship lies there already"),
        ("9", "", "there is no ship to lift"),
        ("K9", "", "there is nothing on K9"),
    ):
        with pytest.raises(InputError, match=message):
            change(FERRY, at, lay)


def test_puzzles_are_solved_by_direct_changes() -> None:
    for number in (1, 3, 8):
        name = f"vikings/{number}"
        position = opened(VikingsText(puzzle=name)).position
        puzzle = vikings_puzzle(name)
        assert checked(VikingsAnswer(position, name)).faults
        kind = kind_of(puzzle)
        assert isinstance(kind, GameKind)
        for step in kind.steps(puzzle.solution):
            what, _, place = step.partition(" ")
            if place.startswith("boatsm"):
                left = position["mainland"]["N"] - int(what)
                position = {**position, "mainland": {**position["mainland"], "N": left}}
            else:
                position = change(position, place or what, what if place else "figure", name)
        assert checked(VikingsAnswer(position, name)).faults == []


def vikings_puzzle(name: str) -> Any:
    return pack("vikings")[int(name.partition("/")[2]) - 1]


def test_what_lies_in_a_puzzle_stays() -> None:
    position = opened(VikingsText(puzzle="vikings/1")).position
    puzzle = vikings_puzzle("vikings/1")
    cell = min(puzzle.position.area.tiles)
    at = f"{'KRGYB'[cell[0]]}{cell[1]}"
    with pytest.raises(InputError, match="what lies already stays"):
        change(position, at, "", "vikings/1")
    with pytest.raises(InputError, match="no puzzle of this name"):
        opened(VikingsText(puzzle="first-steps/1"))


VALUES = {"red": "3 gold", "yellow": "2 vp"}


@pytest.mark.slow
def test_games_of_programs_are_shown_step_by_step(config: None) -> None:
    with pytest.raises(InputError, match=r"ship_values\.red: no source"):
        played(VikingsBegin(["random", "greedy"]))
    last = played(VikingsBegin(["random", "greedy"], 3, VALUES))
    assert last == replayed(VikingsReplay(last.log))
    assert last.step == last.steps == last.log.count("round ")
    assert len(last.others) == 1
    assert last.report
    first = replayed(VikingsReplay(last.log, 0))
    assert (first.step, first.since, first.choices) == (0, [], [])
    vikings_from(first.mine.position)
    with pytest.raises(InputError, match="no person is to move"):
        moved(VikingsTurn(last.log, "pass"))
    with pytest.raises(InputError, match="expected a log that begins"):
        replayed(VikingsReplay("hello"))


def test_a_person_plays_and_values_are_kept(config: None) -> None:
    begun = played(VikingsBegin(["greedy", "human"], 3, VALUES, True, ["specials", "auction"]))
    assert (begun.waits, begun.phase, begun.since) == (True, "bid", ["1: pass"])
    assert played(VikingsBegin(["greedy", "human"], 3, {}, False, ["specials", "auction"])) == begun
    taking = moved(VikingsTurn(begun.log, "bid 2"))
    assert (taking.phase, taking.player) == ("take", 1)
    best = max(taking.choices, key=lambda choice: len(choice.moves))
    for way in list(best.moves)[::9]:
        after = moved(VikingsTurn(taking.log, way))
        assert after.since[0] == f"2: {best.tile} {best.figure}, {best.moves[way]}"
        words = " ".join([*after.since, *after.known, *best.moves.values()])
        assert not re.search("[a-z]_[a-z]", words)
        assert moved(VikingsTurn(after.log)).log == taking.log


def test_views_of_random_text_are_refused() -> None:
    for text in ("", "[]", "x = 1", "{", "\0"):
        with pytest.raises(InputError, match="file"):
            opened(VikingsText(text, "file"))
    with pytest.raises(InputError):
        opened(VikingsText(example="nothing"))
    assert view(vikings_from({"schema": 1, "game": "vikings"})).tiles == {}
    with pytest.raises(InputError, match="game: expected"):
        changed(VikingsChange({"schema": 1}, 1, 1))
    assert VikingsAsked(FERRY).position == FERRY
