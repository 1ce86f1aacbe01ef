"""``odin score``: sheets of finished games, and their archive."""

import json
import subprocess
from pathlib import Path

import pytest

from odin_solver.game.scores import default_archive
from tests.cli.process import COMMAND, environment, odin, one_line

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


@pytest.mark.slow
def test_a_game_that_cannot_be_printed_is_not_removed(capsys: Capsys) -> None:
    game = odin(capsys, "score", "add", "score.toml").out.split()[1]
    with open("/dev/full", "w") as full:
        command = [*COMMAND, "score", "remove", game]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=environment())
    assert done.returncode == 2
    assert [each.id for each in default_archive().read().games] == [game]


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
    for command in ("list", "stats"):
        result = odin(capsys, "score", command)
        assert (result.code, "Anna" in result.out) == (2, True)
        one_line(result.err, ["scores.jsonl: line 2: invalid JSON"])
    result = odin(capsys, "score", "export", "-o", "scores.csv")
    assert (result.code, Path("scores.csv").exists()) == (2, False)
    one_line(result.err, ["scores.jsonl: line 2: invalid JSON"])


def test_names_are_no_formulas_in_a_spreadsheet(capsys: Capsys) -> None:
    names = ["=1+1", "+1", "-1", "@x", "'=1", "O'Neil", "'tis"]
    players = "".join(f"[[players]]\nname = {json.dumps(name)}\ntotal = -5\n" for name in names[:4])
    Path("odd.toml").write_text(f'note = "=cmd"\n{players}', encoding="utf-8")
    players = "".join(f"[[players]]\nname = {json.dumps(name)}\ntotal = 5\n" for name in names[4:])
    Path("more.toml").write_text(players, encoding="utf-8")
    for file in ("odd.toml", "more.toml"):
        odin(capsys, "score", "add", file)
    table = odin(capsys, "score", "export", "-o", "scores.csv")
    assert table.code == 0
    cells = [line.split(",") for line in Path("scores.csv").read_text("utf-8").splitlines()[1:]]
    assert [row[5] for row in cells] == ["'=1+1", "'+1", "'-1", "'@x", "''=1", "O'Neil", "'tis"]
    assert (cells[0][4], cells[0][6]) == ("'=cmd", "-5")
    kept = default_archive().read()
    assert odin(capsys, "score", "import", "scores.csv").out == "added 0 games, 2 there already\n"
    assert default_archive().read() == kept


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


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        ("ships = 7", "ships: expected a sum of 3, 5, 8, got 7"),
        ("emigration = 20", "emigration: expected a sum of 18, 21, got 20"),
        ("houses = 15", "houses: expected a sum of 8, 10, 17, got 15"),
        ("animals = 1", "animals: expected a sum of 2, 3, 4, got 1"),
        ("penalties = 4", "penalties: expected a multiple of 3, got 4"),
        ("english_crown = 7", "english_crown: expected 0 or 2, got 7"),
    ],
)
def test_points_that_no_game_gives_are_refused(capsys: Capsys, lines: str, error: str) -> None:
    Path("bad.toml").write_text(f'[[players]]\nname = "Anna"\n{lines}\n', encoding="utf-8")
    for command in ("show", "add"):
        refused = odin(capsys, "score", command, "bad.toml")
        assert refused.code == 2
        one_line(refused.err, [f"bad.toml: players[0]: {error}"])


def test_two_players_cannot_have_the_crown(capsys: Capsys) -> None:
    both = "".join(f'[[players]]\nname = "{name}"\nenglish_crown = 2\n' for name in "ab")
    Path("bad.toml").write_text(both, encoding="utf-8")
    one_line(odin(capsys, "score", "add", "bad.toml").err, ["several have the English crown"])
    Path("bad.csv").write_text("game,name,english_crown\n1,a,2\n1,b,2\n", encoding="utf-8")
    one_line(odin(capsys, "score", "import", "bad.csv").err, ["several have the English crown"])


def test_points_that_were_kept_before_stay(capsys: Capsys) -> None:
    kept = {"players": [{"name": "Anna", "english_crown": 7, "penalties": -4}]}
    default_archive().path.parent.mkdir()
    default_archive().path.write_text(json.dumps(kept) + "\n", encoding="utf-8")
    listed = odin(capsys, "score", "list")
    assert (listed.code, "Anna 3" in listed.out) == (0, True)


def test_a_short_game_is_not_scored_on_the_sheet_of_a_long_one(capsys: Capsys) -> None:
    from tests.web.requests import LOG  # a long game

    sheet = f'game = "{{}}"\n[[players]]\nname = "Anna"\nfile = {json.dumps(str(LOG))}\n'
    Path("short.toml").write_text(sheet.format("short"), encoding="utf-8")
    refused = odin(capsys, "score", "show", "short.toml")
    one_line(refused.err, ["game.log: expected a game of length short, got long"])
    Path("long.toml").write_text(sheet.format("long"), encoding="utf-8")
    assert odin(capsys, "score", "show", "long.toml").code == 0
    position = '{"schema": 1, "boards": [{"board": "home"}]}'
    Path("home.json").write_text(position, encoding="utf-8")
    Path("short.toml").write_text(sheet.format("short").replace(str(LOG), "home.json"), "utf-8")
    assert odin(capsys, "score", "show", "short.toml").code == 0
