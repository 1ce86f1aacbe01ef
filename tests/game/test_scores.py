"""Finished games: files, counting, the archive, CSV, statistics."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from odin_solver.errors import InputError
from odin_solver.game.log import parse
from odin_solver.game.scores import (
    FinishedGame,
    ScoreArchive,
    ScoredPlayer,
    csv_text,
    finished_game,
    game_data,
    game_from,
    games_from_csv,
    score_statistics,
)
from odin_solver.game.scores.file import CATEGORIES, PARTS
from odin_solver.game.scores.template import score_template
from odin_solver.game.scoring import COSTS, ScoreSheet, score_sheet
from odin_solver.game.tables import table_text
from odin_solver.notation.positions import position_from
from odin_solver.rules.scoring import score
from tests.schemas import score_schema

LOG = Path(__file__).parents[1] / "web" / "data" / "game.log"

THREE = """
date = 2026-11-20
game = "Short"
cards = "b, A"
[[players]]
name = "Anna"
ships = 16
emigration = 39
exploration_boards = 24
occupations = -2
home_board = 12
house_cells = -3
[[players]]
name = "Ben"
total = 98
[[players]]
name = "Cyril"
total = 62
silver = 62
"""


def sheet(**points: int) -> ScoreSheet:
    return ScoreSheet(**{**dict.fromkeys(CATEGORIES, 0), **points})


def totals(*players: tuple[str, int], date: str = "2026-01-02") -> FinishedGame:
    return FinishedGame(tuple(ScoredPlayer(*each) for each in players), date)


def test_a_file_with_categories_and_totals() -> None:
    game = finished_game(THREE, "three.toml")
    assert (game.date, game.length, game.cards) == ("2026-11-20", "short", "A,B")
    anna, ben, cyril = game.players
    assert anna.sheet == sheet(
        ships=16,
        emigration=39,
        exploration_boards=24,
        occupations=-2,
        home_board=-12,
        house_cells=-3,
    )
    assert (anna.total, ben, cyril.total) == (62, ScoredPlayer("Ben", 98), 62)
    assert game.winners == ("Ben",)


@pytest.mark.rule("6.5")
def test_the_highest_total_wins_and_ties_share() -> None:
    assert totals(("a", 90), ("b", 91), ("c", 91)).winners == ("b", "c")
    assert totals(("a", 90)).winners == ()


def points_of(category: str) -> st.SearchStrategy[int]:
    """What a category may have in a game."""
    if category == "english_crown":
        return st.just(0)  # one player has it at most
    if category in PARTS:
        sums = st.lists(st.sampled_from(sorted(PARTS[category])), max_size=4).map(sum)
    else:
        sums = st.integers(0, 99)
    return sums.map(lambda each: -each) if category in COSTS else sums


points = st.fixed_dictionaries({name: points_of(name) for name in CATEGORIES})
names = st.text(st.characters(categories=("L", "N", "P")), min_size=1, max_size=12)
players = st.builds(
    lambda name, sheet, total: ScoredPlayer(name, sheet.total if sheet else total, sheet),
    names,
    st.none() | points.map(lambda each: ScoreSheet(**each)),
    st.integers(-99, 300),
)
finished = st.builds(
    FinishedGame,
    st.lists(players, min_size=1, max_size=4, unique_by=lambda each: each.name).map(tuple),
    st.sampled_from(["", "2026-11-27", "1999-01-01"]),
    st.sampled_from(["long", "short"]),
    st.sampled_from(["none", "A", "A,C"]),
    st.sampled_from(["", 'a "note", with; signs']),
)


@given(st.lists(finished, max_size=4))
def test_data_and_csv_give_the_same_games(games: list[FinishedGame]) -> None:
    for game in games:
        data = json.loads(json.dumps(game_data(game)))
        Draft202012Validator(score_schema()).validate(data)
        assert game_from(data, "file") == game
    assert games_from_csv(csv_text(games), "scores.csv") == tuple(games)


def test_a_game_is_counted_from_its_log() -> None:
    text = LOG.read_text(encoding="utf-8")
    state = parse(text, "log").state
    game = finished_game(text, "log", player="Eva")
    assert game.players == (ScoredPlayer("Eva", 128, score_sheet(state)),)
    assert game.cards == "A,B,C"


def test_a_player_in_a_file_with_points_beside_it(tmp_path: Path) -> None:
    boards = ["home", "iceland", "shed"]
    data: dict[str, object] = {"schema": 1, "boards": [{"board": each} for each in boards]}
    data["supply"] = {"silver": 5, "sheep": 2}
    (tmp_path / "boards.json").write_text(json.dumps(data), encoding="utf-8")
    position = position_from(data)
    text = '[[players]]\nname = "a"\nfile = "boards.json"\nships = 8\npenalties = 3\n'
    (player,) = finished_game(text, "s.toml", tmp_path).players
    assert player.total == score(position) + 4 + 8 - 3  # animals, ships, penalties
    assert player.sheet is not None
    assert (player.sheet.silver, player.sheet.animals, player.sheet.houses) == (5, 4, 8)
    with pytest.raises(InputError, match="file: expected points"):
        finished_game(text, "s.toml")


def test_a_table_is_counted_in_the_last_round_only() -> None:
    lines = LOG.read_text(encoding="utf-8").splitlines(keepends=True)
    early = parse("".join(lines[:38]), "log").state
    message = rf"it is in round {early.round} of 7: expected a game that is over"
    with pytest.raises(InputError, match=message):
        finished_game("".join(lines[:38]), "log")
    with pytest.raises(InputError, match=message):
        finished_game(table_text(early), "table.toml")
    late = next(
        state
        for end in range(len(lines) - 1, 0, -1)
        if not (state := parse("".join(lines[:end]), "log").state).is_over
    )
    counted = finished_game(table_text(late), "table.toml").players[0]
    assert counted.sheet == score_sheet(late)


GREEN = '{"schema": 1, "boards": [{"board": "home", "placed": ["oil a1:a2", "oil b1:b2"%s]}]}'


def test_touching_green_tiles_cost_a_thing_penalty() -> None:
    (player,) = finished_game(GREEN % "", "p.json").players
    assert player.sheet is not None
    assert player.sheet.penalties == -3
    with pytest.raises(InputError, match=r"p\.json: Home board: "):
        finished_game(GREEN % ', "oil a2:a3"', "p.json")
    with pytest.raises(InputError, match="expected the home board"):
        finished_game('{"schema": 1, "boards": [{"board": "iceland"}]}', "p.json")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('date = "soon"', "date: expected a date such as 2026-11-27, got 'soon'"),
        ("players = []\ndate = 2026-01-01", "players: expected 1 to 4 players, got none"),
        ('[[players]]\nname = "a"', "players[0]: expected a total, categories such as ships, or"),
        ('[[players]]\nname = " "\ntotal = 1', "players[0].name: expected a name"),
        ('[[players]]\nname = "a"\ntotal = 4\nships = 3', "total: 4, but the categories add up"),
        ('[[players]]\nname = "a"\nsilver = 999\nships = 3', "expected a total of at most 999"),
        ('[[players]]\nname = "a"\nsilver = -1', "players[0].silver: expected a whole number >= 0"),
        ('[[players]]\nname = "a"\nshipps = 1', "players[0]: unknown key 'shipps'"),
        ('cards = "D"\n[[players]]\nname = "a"\ntotal = 4', "cards: expected none, all, or decks"),
        ('[[players]]\nname = "a"\ntotal = 4\n' * 2, "players: a twice: expected different names"),
        ('[[players]]\nname = "a"\ntotal = 4\n' * 5, "players: expected at most 4 entries, got 5"),
    ],
)
def test_bad_files_are_refused_with_the_field(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        finished_game(text, "score.toml")
    assert any(message in problem for problem in error.value.problems), error.value.problems
    assert all(problem.startswith("score.toml: ") for problem in error.value.problems)


def test_the_archive_keeps_each_game_once(tmp_path: Path) -> None:
    archive = ScoreArchive(tmp_path / "new" / "scores.jsonl")
    assert archive.read().games == ()
    one, other = totals(("a", 90)), totals(("a", 91))
    assert archive.add([one, other, one]) == (one, other)
    assert archive.add([other]) == ()
    assert archive.add([other], again=True) == (other,)
    assert archive.read().games == (one, other, other)
    assert archive.remove(other.id) == other
    assert archive.read().games == (one, other)
    with pytest.raises(InputError, match="no game 'x'"):
        archive.remove("x")


def test_bad_lines_are_named_and_stay(tmp_path: Path) -> None:
    path = tmp_path / "scores.jsonl"
    archive = ScoreArchive(path)
    one, other = totals(("a", 90)), totals(("b", 91))
    archive.add([one])
    with path.open("a", encoding="utf-8") as file:
        file.write('{"players": [{"name": "c"}]}\n{half')
    archive.add([other])
    kept = archive.read()
    assert kept.games == (one, other)
    assert [problem.partition(": ")[2][:30] for problem in kept.problems] == [
        "line 2: players[0]: expected a",
        "line 3: invalid JSON: line 1 c",
    ]
    archive.remove(one.id)
    assert path.read_text(encoding="utf-8").splitlines()[:2] == [
        '{"players": [{"name": "c"}]}',
        "{half",
    ]
    assert archive.read().games == (other,)


def test_csv_of_a_spreadsheet() -> None:
    text = "name;Total;game;silver\r\nJan;90;1;\r\nEva;\N{MINUS SIGN}3;1;\r\n;;;\r\nIda;;;7\r\n"
    assert games_from_csv(text, "s.csv") == (
        totals(("Jan", 90), ("Eva", -3), date=""),
        FinishedGame((ScoredPlayer("Ida", 7, sheet(silver=7)),)),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("total\n3", "expected the column name, and total or categories"),
        ("", "expected the column name, and total or categories"),
        ("name,points\na,3", "column 'points': expected some of game, date, length"),
        ("name,total,total\na,3,3", "column 'total' twice"),
        ("name,total\na,x", "line 2: total: expected a whole number of points, got 'x'"),
        ("name,total\n" + "a,1\n" * 5000, "expected at most 5000 lines"),
        ("name,total\na,1,2", "line 2: expected 2 entries"),
        ("name,total\na", "line 2: expected 2 entries"),
        ("name,total,date\na,1,May", "line 2: date: expected a date such as"),
        (
            "game,name,total,date\n1,a,1,2026-01-01\n1,b,2,2026-01-02",
            "line 3: date: expected '2026-01-01' as in line 2, got '2026-01-02'",
        ),
        ('name,total\na,1\n"b,2', "line 2: not CSV: unexpected end of data"),
    ],
)
def test_bad_csv_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        games_from_csv(text, "s.csv")
    assert str(error.value).startswith(f"s.csv: {message}")


def test_statistics() -> None:
    games = [
        finished_game(THREE, "three.toml"),
        totals(("Anna", 100), ("Ben", 100)),
        totals(("ben", 40), date="2026-05-05"),
    ]
    found = score_statistics(games)
    assert found.games == 3
    assert found.all is not None
    assert found.all.mean == pytest.approx((62 + 98 + 62 + 100 + 100 + 40) / 6)
    assert (found.all.best, found.all.name, found.all.date) == (100, "Anna", "2026-01-02")
    assert [(key, each.results) for key, each in found.by["length"].items()] == [
        ("long", 3),
        ("short", 3),
    ]
    assert found.by["cards"]["A,B"].mean == pytest.approx(74)
    assert [*found.by["players"]] == ["1", "2", "3"]
    ben = found.by["player"]["Ben"]
    assert (ben.results, ben.best, ben.wins, ben.contests) == (2, 100, 2, 2)
    assert found.by_category == 2
    silver = found.categories["silver"]
    assert (silver.mean, silver.most, silver.fewest) == (31, 62, 0)
    only = score_statistics(games, length="long", player="BEN")
    assert (only.games, only.by["cards"]["none"].mean) == (2, 70)
    assert score_statistics(games, cards="C").all is None


def test_the_template_is_a_score_file() -> None:
    game = finished_game(score_template("2026-11-27", "short", "A", ["a", "b"]), "new.toml")
    assert (game.date, game.length, game.cards) == ("2026-11-27", "short", "A")
    assert [player.sheet for player in game.players] == [sheet(), sheet()]
