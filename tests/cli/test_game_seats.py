"""Games of two to four players who all play in one terminal."""

import json
from pathlib import Path

import pytest

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Game, Options, legal_moves, score_sheet
from odin_solver.game.files import load
from odin_solver.game.log import text
from odin_solver.names.printed import card_name
from odin_solver.words.plan import SEATS
from tests.cli.process import odin, odin_typed, one_line
from tests.cli.typing_games import lines_of_a_game

Capsys = pytest.CaptureFixture[str]
NAMES = ("Anna", "Ben", "Eva")


@pytest.fixture
def log(capsys: Capsys, tmp_path: Path) -> str:
    path = str(tmp_path / "three.log")
    made = odin(capsys, "game", "new", "--seat", "Anna, Ben,Eva", "--seed", "3", "-o", path)
    assert made.code == 0
    assert "Eva: Place some of 6 Vikings on a space" in made.err
    return path


def typed(path: str, *lines: str) -> str:
    result = odin_typed("game", "play", path, stdin="".join(f"{line}\n" for line in lines))
    assert (result.code, result.err) == (0, "")
    return result.out


def test_each_is_asked_in_turn_and_no_hand_is_shown_before(log: str) -> None:
    hands = {name: seat.hand for name, seat in zip(NAMES, load(log).state.seats, strict=True)}
    shown = {name: card_name(hand[0]) for name, hand in hands.items()}
    assert len(set(shown.values())) == 3
    out = typed(log, "", "use beans", "show", "", "use mead", "", "log", "quit")
    first, eva, again, anna, ben = out.split("press Enter when only you look")[:5]
    for part, looks in ((first, ""), (eva, "Eva"), (again, ""), (anna, "Anna"), (ben, "Ben")):
        assert [name for name in NAMES if shown[name] in part] == [looks] * bool(looks)
    assert "round 1, actions, Eva: use beans" in again, "a command does not uncover the hand"
    assert "round 1, actions, Anna: use mead" in anna
    assert load(log).state.seat == 1


def test_the_log_command_keeps_drawn_cards_secret(log: str) -> None:
    typed(log, "", "use draw_occupation", "quit")
    drawn = load(log).state.seats[2].hand[-1]
    out = typed(log, "", "log", "table", "quit")
    assert "round 1, actions, Eva: use draw_occupation" in out
    assert f"occupation: {drawn}" not in out
    assert card_name(drawn) not in out
    assert "2 occupations in the hand" in out
    assert "actions, Eva: chance occupation:" in typed(
        log, "", "pass", "y", "", "pass", "y", "", "log", "quit"
    )


def test_a_move_that_a_seat_may_not_make_is_refused_with_one_line(log: str) -> None:
    out = typed(log, "", "use beans", "", "use beans", "other use mead", "quit")
    assert "No: use beans: another player has used it in this round." in out
    assert "No: other use mead: all players move in turn here: no moves of others are" in out


def test_undo_goes_back_to_the_player_before(log: str) -> None:
    out = typed(log, "", "use beans", "", "undo", "", "quit")
    assert "Taken back: use beans" in out
    assert load(log).state.seat == 2


@pytest.mark.slow
def test_a_whole_game_of_three_can_be_typed(tmp_path: Path) -> None:
    """Every move of a random game, as three players at one screen type it."""
    path = tmp_path / "x.log"
    cards = frozenset(OCCUPATIONS)
    game = Game(Options("short", players=3, seats=NAMES, cards=cards), 5)
    game.let_chance_decide()
    path.write_text(text(game), encoding="utf-8")
    lines = lines_of_a_game(game)
    out = typed(str(path), *lines)
    assert "No:" not in out
    assert path.read_text("utf-8") == text(game)
    totals = [score_sheet(seat).total for seat in game.state.seats]
    points = ", ".join(f"{name} {total}" for name, total in zip(NAMES, totals, strict=True))
    assert f"The game is over: {points}." in out
    assert f"{NAMES[totals.index(max(totals))]} wins" in out


@pytest.mark.slow
@pytest.mark.parametrize("seats", [("Anna", "Bot 2", "Bot 3"), ("Bot 1", "Ben", "Eva")])
def test_a_whole_game_with_bots_can_be_typed(tmp_path: Path, seats: tuple[str, ...]) -> None:
    """Every move of the people is typed; the bots move as they do in the library."""
    path = tmp_path / "x.log"
    bots = tuple(2 if name.startswith("Bot") else 0 for name in seats)
    cards = frozenset(OCCUPATIONS)
    game = Game(Options("short", players=3, seats=seats, bots=bots, cards=cards), 5)
    game.let_chance_decide()
    path.write_text(text(game), encoding="utf-8")
    out = typed(str(path), *lines_of_a_game(game))
    assert "No:" not in out
    assert path.read_text("utf-8") == text(game)
    totals = [score_sheet(seat).total for seat in game.state.seats]
    points = ", ".join(f"{name} {total}" for name, total in zip(seats, totals, strict=True))
    assert f"The game is over: {points}." in out


@pytest.mark.slow
def test_what_is_asked_of_one_seat_is_answered(capsys: Capsys, log: str, tmp_path: Path) -> None:
    """Placing, planning and a table, at a turn that others still have before them."""
    placed = odin(capsys, "game", "place", log, "--json", "--time-limit", "2")
    assert placed.code in (0, 3)
    table, again = str(tmp_path / "t.toml"), str(tmp_path / "again.log")
    assert odin(capsys, "game", "table", log, "-o", table).code == 0
    assert odin(capsys, "game", "from-table", table, "-o", again).code == 0
    state, whole = load(again).state, load(log).state
    assert (state.hand, state.supply, state.away) == (whole.hand, whole.supply, ())
    assert state.others.vikings == sum(seat.vikings for seat in whole.away)
    assert odin(capsys, "plan", table, "--playouts", "30", "--quiet").code == 0
    advice = json.loads(odin(capsys, "plan", log, "--playouts", "30", "--json", "--quiet").out)
    assert advice["others"] == SEATS
    assert max(advice["taken"].values()) > 0.1


@pytest.mark.parametrize("typed", ["", "Anna", "Anna,Ben,Eva,Dan,Flo"])
def test_seats_for_too_few_or_many_are_named(capsys: Capsys, tmp_path: Path, typed: str) -> None:
    refused = odin(capsys, "game", "new", "--seat", typed, "-o", str(tmp_path / "x.log"))
    assert refused.code == 2
    assert refused.err.startswith("odin: seats: expected")
    assert refused.err.rstrip().endswith(typed.replace(",", ", ") or "''")


def test_bots_move_by_themselves(capsys: Capsys, tmp_path: Path) -> None:
    path = str(tmp_path / "bots.log")
    made = odin(capsys, "game", "new", "--seat", "human,bot:1,bot:2", "--seed", "3", "-o", path)
    assert (made.code, made.err.splitlines()[-1][:15]) == (0, "Player 1: Place")
    assert "\nbots 0 1 2\n" in Path(path).read_text("utf-8")
    before = len(load(path).moves)
    hidden = {card_name(card) for seat in load(path).state.seats[1:] for card in seat.hand}
    out = typed(path, "use beans", "undo", "use mead", "quit")
    assert "press Enter when only you look" not in out, "nobody else looks"
    assert not [name for name in hidden if name in out]
    assert "round 1, actions, Bot 2: use " in out
    assert "Taken back: use beans" in out, "with the moves of the bots since"
    game = load(path)
    assert (game.state.seat, str(game.moves[before])) == (0, "use mead")
    assert {state.seat for state in game.states[before:]} == {0, 1, 2}
    moves = set(map(str, legal_moves(game.state, placing=False)))
    simple = (moves & {"use flax_stockfish", "use fruits_oil_salt_meat"}).pop()
    done = odin(capsys, "game", "do", path, simple).out
    assert "Bot 2: " in done
    assert "Player 1: Place" in done


def test_what_a_bot_draws_is_not_told(capsys: Capsys, tmp_path: Path) -> None:
    path = str(tmp_path / "bots.log")
    odin(capsys, "game", "new", "--seat", "human,bot:1", "--seed", "3", "--length", "short",
         "-o", path)  # fmt: skip
    told = odin(capsys, "game", "do", path, "use beans").out
    drawn = load(path).state.seats[1].hand[-1]
    assert ": chance occupation: " in Path(path).read_text("utf-8")
    assert "Bot 2: -2 wood, +1 longship" in told, "what it gains besides"
    assert card_name(drawn) not in told
    assert "chance occupation" not in told


def test_the_next_player_is_told_what_came_with_a_hidden_card(log: str) -> None:
    out = typed(log, "", "use draw_occupation", "", "quit")
    told = out.partition("use draw_occupation")[2]
    drawn = load(log).state.seats[2].hand[-1]
    assert "Eva: +1 silver" in told
    assert card_name(drawn) not in told


def test_undo_says_how_many_moves_there_are(capsys: Capsys, log: str) -> None:
    odin(capsys, "game", "do", log, "use beans", "use mead")
    before = Path(log).read_text("utf-8")
    result = odin(capsys, "game", "undo", log, "--times", "5")
    assert result.code == 2
    one_line(result.err, ["there are only 2 moves to take back"])
    assert "No: there are only 2 moves to take back." in typed(log, "", "undo 9", "quit")
    assert Path(log).read_text("utf-8") == before


def test_a_review_needs_a_move_of_a_person(capsys: Capsys, tmp_path: Path) -> None:
    path = str(tmp_path / "bots.log")
    odin(capsys, "game", "new", "--seat", "bot:1,human", "--seed", "5", "-o", path)
    result = odin(capsys, "game", "review", path)
    assert result.code == 2
    one_line(result.err, ["no person has made a move yet"])


def test_a_table_is_shown_from_every_seat(capsys: Capsys, log: str) -> None:
    state = load(log).state
    for name, seat in zip(NAMES, state.seats, strict=True):
        shown = odin(capsys, "game", "show", log, "--seat", name).out
        assert card_name(seat.hand[0]) in " ".join(shown.split())
        assert ("Place some of 6 Vikings" in shown) == (name == "Eva")
    data = json.loads(odin(capsys, "game", "show", log, "--json").out)
    assert [each["name"] for each in data["seats"]] == [*NAMES]
    assert [each["score"] for each in data["seats"]] == [
        score_sheet(each).total for each in state.seats
    ]
    one_line(odin(capsys, "game", "show", log, "--seat", "Dan").err, ["Anna, Ben, Eva", "'Dan'"])
    one_line(odin(capsys, "game", "show", log, "--seat", "Ben", "--json").err, ["--json"])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--seat", "Anna"), ["a different name for each of 2 to 4 players, got Anna"]),
        (("--seat", "Anna,Ben", "--players", "3"), ["the names of 3 players, got Anna, Ben"]),
        (("--seat", "Anna,,Eva"), ["names of 1 to 20 letters"]),
        (("--seat", "Anna,bot:5"), ["--seat: expected the strength of a bot, 1 to 4, got '5'"]),
        (("--seat", "bot,bot"), ["a number for each player, and a person among them"]),
        (("--seat", "Anna,Ben", "--starting-occupation", "7"), ["several players draw theirs"]),
    ],
)
def test_seats_that_are_none(
    capsys: Capsys, tmp_path: Path, options: tuple[str, ...], words: list[str]
) -> None:
    path = tmp_path / "x.log"
    result = odin(capsys, "game", "new", *options, "-o", str(path))
    assert result.code == 2
    one_line(result.err, words)
    assert not path.exists()


def test_a_game_with_other_players_is_not_gone_on_with(capsys: Capsys, log: str) -> None:
    result = odin(capsys, "game", "play", log, "--seat", "Anna,Ben")
    assert result.code == 2
    one_line(result.err, ["--seat: the game has other players"])


@pytest.mark.slow
def test_a_policy_plays_every_seat(capsys: Capsys, tmp_path: Path) -> None:
    arguments = ("game", "auto", "--players", "3", "--seeds", "1-2", "--occupations", "all")
    result = odin(capsys, *arguments, "--logs", str(tmp_path), "--quiet")
    assert result.code == 0
    data = json.loads(odin(capsys, *arguments, "--json", "--quiet").out)
    rows = [line.split() for line in result.out.splitlines()]
    for game in data["games"]:
        scores = [each["score"] for each in game["seats"]]
        row = next(row for row in rows if row[0] == str(game["seed"]))
        assert row[1:4] == [str(score) for score in scores]
        assert game["winners"][0] == "ABC"[scores.index(max(scores))]
        path = str(tmp_path / f"greedy-long-{game['seed']}.log")
        assert [score_sheet(seat).total for seat in load(path).state.seats] == scores
        points = ", ".join(f"{name} {score}" for name, score in zip("ABC", scores, strict=True))
        assert points in odin(capsys, "game", "replay", path, "--check").out
        assert f"{game['winners'][0]} wins" in odin(capsys, "score", "show", path).out
        one_line(odin(capsys, "game", "review", path).err, ["only games of one person"])
