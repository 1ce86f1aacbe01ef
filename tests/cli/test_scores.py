"""``odin score``: sheets of finished games, and their archive."""

import json
from pathlib import Path

import pytest

from odin_solver.game.scores import default_archive
from tests.cli.process import odin, one_line

Capsys = pytest.CaptureFixture[str]

GAME = """
date = 2026-11-20
game = "short"
cards = "A"
[[players]]
name = "Anna"
ships = 16
exploration_boards = 94
home_board = 12
[[players]]
name = "Ben"
total = 98
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path / "data"))
    Path("score.toml").write_text(GAME, encoding="utf-8")
    return tmp_path


def test_the_sheet_of_a_game(capsys: Capsys) -> None:
    shown = odin(capsys, "score", "show", "score.toml").out
    lines = [line.split() for line in shown.splitlines()]
    assert shown.startswith("2026-11-20, short game, deck A\n")
    for row in (["Anna", "Ben"], ["Ships", "16"], ["Home", "board", "-12"], ["Total", "98", "98"]):
        assert row in lines
    assert shown.endswith("Anna and Ben share the victory\n")
    data = json.loads(odin(capsys, "score", "show", "score.toml", "--json").out)
    assert data["winners"] == ["Anna", "Ben"]
    assert [player["total"] for player in data["players"]] == [98, 98]


def test_adding_listing_and_removing(capsys: Capsys) -> None:
    assert odin(capsys, "score", "list").out.startswith("no games")
    added = odin(capsys, "score", "add", "score.toml")
    game = added.out.split()[1]
    twice = odin(capsys, "score", "add", "score.toml")
    assert twice.code == 2
    one_line(twice.err, ["the archive has this game of 2026-11-20 already", "--again"])
    assert odin(capsys, "score", "add", "score.toml", "--again").out == added.out
    listed = odin(capsys, "score", "list").out.splitlines()
    assert [line.split() for line in listed[1:]] == [
        [game, "2026-11-20", "short", "A", "Anna", "98,", "Ben", "98"]
    ] * 2
    assert "Exploration boards" in odin(capsys, "score", "show", game).out
    removed = odin(capsys, "score", "remove", game).out
    Path("removed.json").write_text(removed, encoding="utf-8")
    odin(capsys, "score", "remove", game)
    assert odin(capsys, "score", "remove", game).code == 2
    assert odin(capsys, "score", "add", "removed.json").out == added.out


def test_statistics_of_what_is_asked_for(capsys: Capsys) -> None:
    odin(capsys, "score", "add", "score.toml")
    shown = odin(capsys, "score", "stats").out
    rows = [line.split() for line in shown.splitlines()]
    assert ["all", "2", "98.0", "98", "Anna,", "2026-11-20"] in rows
    assert ["Ben", "1", "98.0", "98", "Ben,", "2026-11-20", "1", "of", "1"] in rows
    assert ["Home", "board", "-12.0", "-12", "-12"] in rows
    assert odin(capsys, "score", "stats", "--length", "long").out == "no games\n"
    assert odin(capsys, "score", "stats", "--cards", "none").out == "no games\n"
    data = json.loads(odin(capsys, "score", "stats", "--player", "ben", "--json").out)
    assert (data["all"]["results"], data["categories"]) == (1, {})


def test_csv_out_and_in(capsys: Capsys) -> None:
    odin(capsys, "score", "add", "score.toml")
    assert odin(capsys, "score", "export", "-o", "scores.csv").code == 0
    again = odin(capsys, "score", "import", "scores.csv").out
    assert again == "added 0 games, 1 there already\n"
    default_archive().path.unlink()
    assert odin(capsys, "score", "import", "scores.csv").out == "added 1 game\n"
    assert odin(capsys, "score", "export").out == Path("scores.csv").read_text(encoding="utf-8")


def test_bad_lines_of_the_archive_are_named(capsys: Capsys) -> None:
    odin(capsys, "score", "add", "score.toml")
    with default_archive().path.open("a", encoding="utf-8") as file:
        file.write("{half\n")
    for command in ("list", "stats", "export"):
        result = odin(capsys, "score", command)
        assert (result.code, "Anna" in result.out) == (2, True)
        one_line(result.err, ["scores.jsonl: line 2: invalid JSON"])


def test_a_new_file_can_be_shown_and_added(capsys: Capsys) -> None:
    words = ("--players", "3", "--length", "short", "--cards", "b,a", "-o", "new.toml")
    assert odin(capsys, "score", "new", *words).code == 0
    assert "short game, decks A, B\n" in odin(capsys, "score", "show", "new.toml").out
    assert odin(capsys, "score", "add", "new.toml").code == 0


def test_a_score_file_is_no_position(capsys: Capsys) -> None:
    result = odin(capsys, "show", "score.toml")
    assert result.code == 2
    one_line(result.err, ["score.toml: expected a position, got a score file"])


def test_names_are_for_files_without_names(capsys: Capsys) -> None:
    result = odin(capsys, "score", "show", "score.toml", "--player", "Eva")
    assert result.code == 2
    one_line(result.err, ["score.toml: it names its players"])
