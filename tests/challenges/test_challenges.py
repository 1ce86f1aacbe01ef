"""Challenges: their files, goals, par and results."""

import json
import subprocess
import sys
from dataclasses import replace as changed
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from odin_solver import __version__
from odin_solver.challenges import (
    Challenge,
    ChallengePar,
    challenge_from,
    challenge_of_day,
    day_of,
    par_games,
    result_of,
    with_par,
)
from odin_solver.challenges.challenge import challenge_data
from odin_solver.challenges.days import (
    DayResult,
    day_with_kept_par,
    day_with_par,
    keep_day,
    kept_days,
    streak,
)
from odin_solver.challenges.describing import about_challenge
from odin_solver.challenges.goals import goal
from odin_solver.challenges.kept import keep_best
from odin_solver.challenges.library import INCLUDED, included, par_log
from odin_solver.challenges.luck import luck_to_come
from odin_solver.challenges.results import card_lines
from odin_solver.components import BOARDS
from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.errors import InputError, OdinError
from odin_solver.game import Options, legal_moves
from odin_solver.game.kernel.chance import Roll
from odin_solver.game.log import Game, check_chance, parse, text, up_to
from odin_solver.game.playing import play as played
from odin_solver.game.policies import random_policy
from odin_solver.names.printed import strip_text
from odin_solver.rules.board_state import BoardState
from odin_solver.support.language import speaking
from tests.cli.process import environment, odin, one_line, small_files
from tests.game.building import filled, play, turn
from tests.game.cards.helping import PLAY
from tests.timing import HANGING

FIRST = "first-voyage"
DAY = date(2026, 11, 27)


def test_a_file_gives_the_same_challenge() -> None:
    begun = {
        "seed": 7,
        "without": ["Raiding", "greenland"],
        "goals": ["Emigrate 2"],
        "cards": "b,a",
    }
    found = challenge_from(begun, "x.toml")
    assert found.without == ("raiding", "greenland")
    assert (found.goals, found.cards) == (("emigrate 2",), "A,B")
    assert found.options.without == frozenset({"raiding", "greenland"})
    assert challenge_from(challenge_data(found), "x.toml") == found


def test_all_that_is_wrong_is_told() -> None:
    data = {"seed": -1, "without": ["nowhere"], "goals": ["fly 2"], "cards": "D", "why": 1}
    with pytest.raises(InputError) as error:
        challenge_from(data, "x.toml")
    told = "\n".join(error.value.problems)
    for fault in ("seed", "without[0]", "goals[0]", "cards", "unknown key 'why'"):
        assert f"x.toml: {fault}" in told


@pytest.mark.parametrize(
    ("text", "have", "more"),
    [
        ("explore iceland", {}, {"boards": (BoardState(BOARDS["iceland"]),)}),
        ("build shed", {}, {"boards": (BoardState(BOARDS["shed"]),)}),
        ("emigrate 2", {}, {"emigrated": ("knarr", "longship")}),
        ("animals 2", {"sheep": 1, "pregnant_cattle": 1}, {}),
        ("cover home", {}, {"boards": (filled("home", "a1:m12"),)}),
    ],
)
def test_goals(text: str, have: dict[str, int], more: dict[str, Any]) -> None:
    assert goal(text).reached(turn(1, have, **more))
    assert not goal(text).reached(turn(1, {}))


@pytest.mark.parametrize("text", ["explore", "explore home", "emigrate 0", "cover iceland", "win"])
def test_no_goals(text: str) -> None:
    with pytest.raises(InputError):
        goal(text)


@pytest.mark.parametrize("name", INCLUDED)
def test_par_games_are_games_of_the_challenge(name: str) -> None:
    challenge = included(name)
    scores = []
    for medal in ("bronze", "silver", "gold"):
        assert challenge.par is not None
        wanted = getattr(challenge.par, medal)
        if wanted is None:
            continue
        log = par_log(name, medal)
        game = parse(log)
        check_chance(game, log)
        result = result_of(challenge, game)
        assert (result.score, result.missed) == (wanted, ())
        scores.append(wanted)
    assert scores == sorted(scores)
    assert len(scores) >= 2


def test_medals() -> None:
    result = result_of(included(FIRST), parse(par_log(FIRST, "gold")))
    for par, medal in (
        (ChallengePar(100, 110, result.score), "gold"),
        (ChallengePar(100, 110, result.score + 1), "silver"),
        (ChallengePar(result.score), "bronze"),
        (ChallengePar(result.score + 1), None),
    ):
        challenge = replace(result.challenge, par=par)
        assert changed(result, challenge=challenge).medal == medal
    assert changed(result, missed=("a goal",)).medal is None


def test_other_games_are_refused() -> None:
    game = parse(par_log(FIRST, "gold"))
    with pytest.raises(InputError, match="expected a game of this challenge"):
        result_of(replace(included(FIRST), seed=1), game)
    with pytest.raises(InputError, match="expected a game that is over"):
        result_of(included(FIRST), included(FIRST).begin())


def test_closed_spaces_and_missing_boards() -> None:
    game = Challenge(1, length="short", without=("hunting_game_1", "iceland")).begin()
    assert "iceland" not in {each.board for each in game.state.exploration}
    while not game.state.is_over:
        moves = list(map(str, legal_moves(game.state, placing=False)))
        assert "use hunting_game_1" not in moves
        game.do("pass" if "pass" in moves else moves[0])
        game.let_chance_decide()
    assert parse(text(game)).options == game.options


@pytest.mark.parametrize("closed", [(), ("mountain_3_upgrade_1",)])
def test_card_77_does_not_follow_to_a_closed_space(closed: tuple[str, ...]) -> None:
    options = Options(cards=frozenset({77}), without=frozenset(closed))
    blocked = frozenset({"mountain_3_upgrade_1"})
    state = turn(1, {}, options, hand=(77,), blocked=blocked)
    state = play(play(state, PLAY), "play 77")
    assert ("follow mountain_3_upgrade_1" in map(str, legal_moves(state))) == (not closed)


@pytest.mark.nightly
def test_par_is_the_same_again() -> None:
    challenge = Challenge(5, length="short", without=("forge",), goals=("emigrate 1",))
    first, again = (with_par(challenge, list(par_games(challenge, 1))) for _ in range(2))
    assert first == again
    assert first.par is not None
    assert first.par.gold is not None
    assert first.par.bronze <= (first.par.silver or 0) <= first.par.gold


@pytest.mark.slow
def test_goals_that_the_planner_misses_are_refused() -> None:
    challenge = Challenge(5, length="short", without=("emigrate_2",), goals=("emigrate 9",))
    with pytest.raises(OdinError, match="emigrate with 9 ships"):
        list(par_games(challenge, 1))


def test_everyone_has_the_same_game_of_the_day() -> None:
    challenge = challenge_of_day(DAY)
    assert (challenge.seed, challenge.length, challenge.cards) == (20261127, "short", "B")
    assert day_of(challenge.begin()) == DAY
    assert day_of(Challenge(20261127).begin()) is None
    assert day_of(Challenge(7).begin()) is None


def test_results_of_days_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path / "data"))
    assert not kept_days()
    for score in (90, 120):
        keep_day(DayResult(DAY, score, 100))
    file = tmp_path / "data" / "days.jsonl"
    file.write_text("no result\n" + file.read_text())
    assert kept_days() == {DAY: DayResult(DAY, 90, 100)}


@pytest.mark.nightly
def test_par_of_a_day_is_computed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path))
    first = day_with_par(DAY - timedelta(1), playouts=1)
    (file,) = (tmp_path / "days").iterdir()
    file.write_text('{"bronze": 77}')
    assert first.par != ChallengePar(77)
    assert day_with_par(DAY - timedelta(1)).par == ChallengePar(77)
    file.write_text("broken")
    assert day_with_par(DAY - timedelta(1), playouts=1) == first


def test_a_result_that_cannot_be_kept_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODIN_DATA_DIR", "/dev/null/data")
    with pytest.raises(InputError, match=r"cannot write /dev/null/data/days\.jsonl: "):
        keep_day(DayResult(DAY, 100, 90))


@pytest.mark.parametrize("damaged", [b"broken", b'{"bron\xffe": 77}', b"\xff"])
def test_a_damaged_par_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damaged: bytes
) -> None:
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path))
    file = tmp_path / "days" / f"{DAY.isoformat()}-{__version__}.json"
    file.parent.mkdir()
    file.write_bytes(b'{"bronze": 77}')
    assert day_with_kept_par(DAY).par == ChallengePar(77)
    file.write_bytes(damaged)
    assert day_with_kept_par(DAY) == challenge_of_day(DAY)


@pytest.mark.parametrize(
    ("ago", "count"), [((), 0), ((0,), 1), ((1, 2), 2), ((2, 3), 0), ((0, 1, 2, 4), 3)]
)
def test_streak(ago: tuple[int, ...], count: int) -> None:
    assert streak([DAY - timedelta(each) for each in ago], DAY) == count


def test_the_card_in_every_language() -> None:
    result = result_of(included(FIRST), parse(par_log(FIRST, "gold")))
    english = list(card_lines(result, "Feast"))
    assert english[0].startswith(f"Feast: {result.score} points, par ")
    assert english[-1] == "gold medal"
    for language, medal in (
        ("cs", "zlatá medaile"),
        ("pl", "złoty medal"),
        ("uk", "золота медаль"),
    ):
        with speaking(language):
            assert list(card_lines(result, "Feast"))[-1] == medal
            assert list(about_challenge(result.challenge)) != english


def test_friends_are_compared(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    logs = []
    for medal in ("bronze", "gold"):
        logs.append(str(tmp_path / f"{medal}.log"))
        Path(logs[-1]).write_text(par_log(FIRST, medal))
    done = odin(capsys, "challenge", "result", *logs, "--json")
    found = json.loads(done.out)["results"]
    assert [each["medal"] for each in found] == ["gold", "bronze"]
    rows = odin(capsys, "challenge", "result", *logs).out.split("\n\n")[-1].splitlines()
    assert rows[0].split() == ["gold", "bronze"]
    best, other = (each["score"] for each in found)
    assert " ".join(rows[1].split()) == f"Total gold medal {best} bronze medal {other}"
    assert rows[2].split() == ["Ships", *(str(each["sheet"]["ships"]) for each in found)]
    Path(logs[0]).write_text(par_log(FIRST, "bronze").replace("seed 101", "seed 5"))
    done = odin(capsys, "challenge", "result", logs[0])
    assert done.code == 2
    assert done.err.count("\n") == 1


def test_par_games_that_cannot_be_written_are_told_before_they_are_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    missing = tmp_path / "no" / "games"
    done = odin(capsys, "challenge", "make", "--seed", "1", "--logs", str(missing))
    assert (done.code, done.out) == (2, "")
    one_line(done.err, [f"cannot write {missing}-bronze.log", "no directory"])


def test_par_games_for_which_the_disk_is_full_are_not_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with small_files(1):
        made = tmp_path / "made.toml"
        done = odin(capsys, "challenge", "make", "--seed", "1", "-o", str(made))
    assert (done.code, list(tmp_path.iterdir())) == (2, [])
    one_line(done.err, [f"cannot write {made}: File too large"])


def test_an_unknown_challenge_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    done = odin(capsys, "challenge", "show", "frst-voyage")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "first-voyage" in done.err


@pytest.mark.slow
def test_open_luck_is_what_comes() -> None:
    begun = replace(included(FIRST), open_luck=True).begin()
    told = dict(line.split(": ", 1) for line in luck_to_come(begun))
    log = par_log(FIRST, "gold")
    came = [line.partition("chance weapon: ")[2] for line in log.splitlines()]
    weapons = [each.replace("_", " ") for each in came if each][1:]
    assert told["weapons to come"].split(", ")[: len(weapons)] == weapons
    strips = [line.partition("chance strip: ")[2] for line in log.splitlines()]
    numbers = [int(each) - 1 for each in strips if each][2:]
    expected = [strip_text(MOUNTAIN_STRIPS[each]) for each in numbers]
    assert told["mountain strips to come"].split("; ")[: len(expected)] == expected
    game = parse(log)
    assert not list(luck_to_come(game))
    at, die = next(
        (at, before.stack[-1])
        for at, before in enumerate(game.states[:-1])
        if before.stack and isinstance(before.stack[-1], Roll)
    )
    rolls = dict(line.split(": ", 1) for line in luck_to_come(up_to(game, at)))
    assert rolls[f"the next rolls, if of the {die.die}"].split(", ")[0] == str(game.moves[at])


def test_open_luck_is_told_before_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "open.toml"
    file.write_text('schema = 1\nseed = 7\nlength = "short"\nopen_luck = true\n')
    told = odin(capsys, "challenge", "show", str(file)).out
    assert "open luck" in told
    assert "weapons to come: " in told
    file.write_text('schema = 1\nseed = 7\nlength = "short"\n')
    assert "weapons to come" not in odin(capsys, "challenge", "show", str(file)).out


def finished(challenge: Challenge) -> Game:
    """Play a game of a challenge without plan."""
    game = Game(challenge.options, challenge.seed)
    for move, state in played(game.state, random_policy, challenge.seed):
        game.moves.append(move)
        game.states.append(state)
    return game


def test_the_best_result_is_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path / "data"))

    def best() -> dict[str, Any] | None:
        listed = json.loads(odin(capsys, "challenge", "list", "--json").out)["challenges"]
        found: dict[str, Any] | None = {each["id"]: each["best"] for each in listed}[
            "two-emigrants"
        ]
        return found

    challenge = included("two-emigrants")
    own, par = tmp_path / "own.log", tmp_path / "par.log"
    par.write_text(par_log("two-emigrants", "gold") + "# not mine\n")
    game = finished(challenge)
    own.write_text(text(game))
    for logs in ([str(par)], [str(own), str(par)]):  # par games, friends
        assert odin(capsys, "challenge", "result", *logs).code == 0
        assert best() is None
    odin(capsys, "challenge", "result", str(own))
    assert best() == {"score": result_of(challenge, game).score, "medal": None}

    assert challenge.par is not None
    result = result_of(challenge, parse(par.read_text()))
    keep_best("two-emigrants", result)
    odin(capsys, "challenge", "result", str(own))
    assert best() == {"score": challenge.par.gold, "medal": "gold"}
    told = odin(capsys, "challenge", "list").out
    assert f"{challenge.par.gold} gold medal" in " ".join(told.split())
    keep_best("two-emigrants", changed(result, missed=("a goal",)))
    assert best() == {"score": challenge.par.gold, "medal": "gold"}


ON_A_MACHINE = """
import sys
from datetime import date
from msgspec.structs import replace
from odin_solver.challenges import ChallengePar
from odin_solver.challenges.days import challenge_of_day, day_with_par
from odin_solver.challenges.results import card_lines, card_picture, result_of
from odin_solver.game.log import text
from tests.challenges.test_challenges import finished

day = date(2026, 11, 23)
game = finished(challenge_of_day(day))
if sys.argv[1] == "planner":
    challenge = day_with_par(day, playouts=1)
else:
    challenge = replace(challenge_of_day(day), par=ChallengePar(90))
result = result_of(challenge, game)
print(text(game), *card_lines(result, "today"), card_picture(result, "today", game), sep="\\n")
"""


@pytest.mark.slow
@pytest.mark.parametrize("par", ["known", pytest.param("planner", marks=pytest.mark.nightly)])
def test_two_machines_have_the_same_game_and_the_same_card(par: str, tmp_path: Path) -> None:
    """Two processes with data folders of their own."""
    told = list[str]()
    for name, zone in (("one", "UTC"), ("two", "Asia/Tokyo")):
        done = subprocess.run(
            [sys.executable, "-c", ON_A_MACHINE, par],
            capture_output=True,
            text=True,
            env=environment(
                ODIN_DATA_DIR=str(tmp_path / name), TZ=zone, PYTHONHASHSEED=str(len(told))
            ),
            timeout=HANGING,
            check=True,
        )
        assert (tmp_path / name / "days").exists() == (par == "planner")
        told.append(done.stdout)
    assert "seed 20261123" in told[0]
    assert "today: " in told[0]
    assert ", par " in told[0]
    assert "<svg" in told[0]
    assert told[0] == told[1]
