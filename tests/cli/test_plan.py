"""``odin plan``: in this process, and in one of its own."""

import fcntl
import json
import os
import pty
import re
import signal
import struct
import subprocess
import termios
from contextlib import suppress
from pathlib import Path
from typing import Any, Never

import pytest

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Game, Options, State, new_game, score_sheet
from odin_solver.game.kernel.cards import CARDS
from odin_solver.game.kernel.moves import parse as parse_move
from odin_solver.game.kernel.play import decision
from odin_solver.game.log import check_chance, parse, text
from odin_solver.game.scoring import ScoreSheet
from odin_solver.game.serial import state_data
from odin_solver.planner import advice, clairvoyant
from odin_solver.planner.playout import Playout, play_out
from odin_solver.questions.games import FINALISTS
from odin_solver.rollouts.policies.strategies import rollout_policy
from odin_solver.words.moves import titled
from tests.cli.process import COMMAND, Result, environment, odin, odin_process, one_line
from tests.planner import games
from tests.timing import HANGING

Capsys = pytest.CaptureFixture[str]

FEW = ("--playouts", "12")


@pytest.fixture
def log(tmp_path: Path) -> str:
    """A game near its end."""
    path = tmp_path / "late.log"
    path.write_text(games.late_log(), encoding="utf-8")
    return str(path)


def planned(capsys: Capsys, *arguments: str) -> dict[str, Any]:
    result = odin(capsys, "plan", *arguments, *FEW, "--json", "--quiet")
    assert (result.code, result.err) == (0, "")
    found = json.loads(result.out)
    assert isinstance(found, dict)
    return found


def without_time(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key != "seconds"}


def test_json(capsys: Capsys, log: str) -> None:
    found = planned(capsys, log, "--lines", "2", "--seed", "5")
    assert list(found) == [
        *("schema", "move", "moves", "words", "words_message", "aim", "expected"),
        *("raw_expected", "raw_stderr", "spread", "lines"),
        *("plan", "taken", "sheet", "playouts", "searched", "seconds", "seed", "final"),
    ]
    assert (found["schema"], found["seed"]) == (2, 5)
    assert found["playouts"] >= 12
    first, *others = found["lines"]
    assert len(others) == 2
    for line in found["lines"]:
        assert list(line) == [
            *("move", "moves", "words", "words_message", "expected", "loss", "loss_stderr"),
            *("raw_expected", "raw_stderr", "playouts", "aim"),
        ]
        assert line["words"]
        assert line["aim"]
    assert (first["move"], first["words"]) == (found["move"], found["words"])
    assert (first["expected"], first["loss"]) == (found["expected"], 0)
    assert tuple(found["sheet"]) == ScoreSheet.__struct_fields__
    assert sum(found["sheet"].values()) == pytest.approx(found["raw_expected"], abs=3)
    assert found["raw_expected"] < found["expected"] == found["final"]["expected"]
    assert [each["round"] for each in found["plan"]] == [6]
    assert found["plan"][0]["steps"][0].startswith(titled(parse_move(found["move"])))


@pytest.mark.slow
def test_a_move_that_is_asked_about(capsys: Capsys, log: str) -> None:
    """The same answer in JSON and for people, beside the same advice."""
    few = ("--playouts", "300", "--quiet")
    plain = json.loads(odin(capsys, "plan", log, *few, "--json").out)
    asked = (log, *few, "--move", "use mead")
    found = json.loads(odin(capsys, "plan", *asked, "--json").out)
    answer = found.pop("asked")
    assert list(found) == list(plain)
    assert list(answer) == [
        *("move", "moves", "words", "words_message", "expected", "loss", "loss_stderr"),
        *("raw_expected", "raw_stderr", "playouts", "best", "against", "aim", "why"),
        *("why_message", "games", "difference", "categories", "sheet", "sheet_against", "plan"),
    ]
    assert (answer["move"], answer["best"]) == ("use mead", False)
    assert answer["against"] == found["move"]
    assert 1 < answer["loss"] < 6
    assert answer["why"].startswith(f"About {round(answer['loss'])} points less")
    points = {name: each["points"] for name, each in answer["categories"].items()}
    assert sum(points.values()) == pytest.approx(answer["difference"]["points"])
    sheets = [sum(answer[name].values()) for name in ("sheet", "sheet_against")]
    assert sheets[0] - sheets[1] == pytest.approx(answer["difference"]["points"])
    assert answer["plan"][0]["steps"][0].startswith(titled(parse_move("use mead")))

    people = odin(capsys, "plan", *asked).out
    assert people.startswith(titled(parse_move("use mead")))
    assert answer["why"] in " ".join(people.split())
    assert f"Best: {titled(parse_move(found['move']))}" in people
    details = odin(capsys, "plan", *asked, "--details").out
    assert details.startswith(people)
    assert "Total" in details
    assert f"{answer['games']} games played on" in details


@pytest.mark.parametrize(
    ("typed", "parts"),
    [
        ("use plundering", ["use plundering", "it takes 4 Vikings"]),
        ("use nowhere", ["nowhere"]),
        ("hello", ["hello", "expected"]),
        ("", ["expected one move", "0"]),
        ("place robe home a1", ["robe"]),
        ("other use mead", ["other"]),
    ],
)
def test_moves_that_cannot_be_asked_about(
    capsys: Capsys, log: str, typed: str, parts: list[str]
) -> None:
    result = odin(capsys, "plan", log, "--move", typed)
    assert (result.code, result.out) == (2, "")
    one_line(result.err, parts)


@pytest.mark.slow
def test_logs_and_states_are_the_same(capsys: Capsys, log: str, tmp_path: Path) -> None:
    found = without_time(planned(capsys, log))
    shown = tmp_path / "shown.json"
    shown.write_text(odin(capsys, "game", "show", log, "--json").out)
    bare = tmp_path / "bare.json"
    bare.write_text(json.dumps(state_data(games.turn(6, 4).state)))
    for path in (shown, bare):
        assert without_time(planned(capsys, str(path))) == found


@pytest.mark.slow
def test_the_seed_of_the_game_plays_no_part(capsys: Capsys, log: str, tmp_path: Path) -> None:
    found = without_time(planned(capsys, log))
    for seed in ("999", "none"):
        other = tmp_path / "other.log"
        other.write_text(Path(log).read_text().replace("\nseed 7\n", f"\nseed {seed}\n"))
        assert f"\nseed {seed}\n" in other.read_text()
        assert without_time(planned(capsys, str(other))) == found


@pytest.mark.slow
def test_for_people(capsys: Capsys, log: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = planned(capsys, log)
    for columns in ("80", "120"):
        monkeypatch.setenv("COLUMNS", columns)
        out = odin(capsys, "plan", log, *FEW, "--quiet").out
        assert max(map(len, out.splitlines())) <= int(columns)
        best = titled(parse_move(found["move"]))
        final = found["final"]
        assert found["raw_expected"] < found["expected"] == final["expected"]
        assert final["low"] < final["expected"] < final["high"]
        within = f"{final['low']:.0f} to {final['high']:.0f}"
        assert f"Best: {best}  expected {final['expected']:.0f} (80 %: {within})" in out
        for part in ("Round 6 of 6", "Now  ", "Aims at  ", "instead", "loss"):
            assert part in out
        for line in found["lines"][1:]:
            assert titled(parse_move(line["move"])) in out
        assert "\x1b" not in out
        assert "Plan of a typical playout" not in out

        more = odin(capsys, "plan", log, *FEW, "--quiet", "--details").out
        assert more.startswith(f"{out}\nPlan of a typical playout\n")
        assert max(map(len, more.splitlines())) <= int(columns)
        for part in ("feast: ", "Home board"):
            assert part in more
        assert f"{found['searched']} simulations, 1 thread, seed 0 in " in more
        assert f"Search, not calibrated: {found['raw_expected']:.1f} ± " in more


def short_answer(capsys: Capsys, state: State, tmp_path: Path) -> str:
    path = tmp_path / "state.json"
    path.write_text(json.dumps(state_data(state)))
    result = odin(capsys, "plan", str(path), *FEW, "--quiet")
    assert result.code == 0, result.err
    return result.out


@pytest.mark.slow
def test_the_answer_fits_on_a_screen(
    capsys: Capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every kind of decision, with cards, and where only tiles are left to lay."""
    monkeypatch.setenv("COLUMNS", "80")
    game = parse(games.log("short", frozenset(OCCUPATIONS)))
    seen: dict[tuple[str, bool], State] = {}
    for state in game.states:
        if (asked := decision(state)) is not None and state.round:
            seen.setdefault((type(asked).__name__, state.vikings == 0), state)
    assert len(seen) > 8
    for state in seen.values():
        out = short_answer(capsys, state, tmp_path)
        lines = out.splitlines()
        assert len(lines) <= 24, out
        assert max(map(len, lines)) <= 80, out
        assert any(line.startswith("Best: ") for line in lines)


def test_every_better_move_is_told_on_standard_error(capsys: Capsys, log: str) -> None:
    result = odin(capsys, "plan", log, *FEW)
    best = result.out.splitlines()[1].split()[2]
    told = result.err.splitlines()
    assert told
    assert best in told[-1]
    assert all(" s  " in line and "expected" in line for line in told)


@pytest.fixture
def forced(tmp_path: Path) -> str:
    """A state in which only passing is legal, and placing tiles."""
    path = tmp_path / "x.log"
    over = games.turn(6, 4).state.copy()
    over.vikings = 0
    over.supply = {"silver": 2}
    path.write_text(json.dumps(state_data(over)))
    return str(path)


def test_a_game_with_one_move_left(capsys: Capsys, forced: str) -> None:
    """A playout fills the fields of the answer."""
    found = planned(capsys, forced)
    assert (found["move"], found["spread"], found["playouts"]) == ("pass", None, 1)


def test_a_forced_move_is_named_without_playouts(
    capsys: Capsys, forced: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "play_out", None)
    result = odin(capsys, "plan", forced, "--time", "60")
    assert result.code == 0
    assert result.out.startswith("Best: End the action phase  the only legal move; tiles may be")
    assert "expected" not in result.out + result.err


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["--time", "0"], ["--time", "more than 0", "0"]),
        (["--time", "-1"], ["--time", "-1"]),
        (["--time", "nan"], ["--time", "nan"]),
        (["--time", "inf"], ["--time", "inf"]),
        (["--time", "soon"], ["--time", "soon"]),
        (["--lines", "0"], ["--lines", "0"]),
        (["--playouts", "0"], ["--playouts", "0"]),
        (["--workers", "0"], ["--workers"]),
        (["--seed", "-1"], ["--seed"]),
        (["--time", "1", "--playouts", "9"], ["either", "--time", "--playouts"]),
        (["--length", "short"], ["No such option", "--length"]),
        (["--occupations", "A"], ["No such option", "--occupations"]),
    ],
)
def test_bad_options(capsys: Capsys, log: str, arguments: list[str], parts: list[str]) -> None:
    result = odin(capsys, "plan", log, *arguments)
    assert (result.code, result.out) == (2, "")
    one_line(result.err, parts)


@pytest.mark.slow
def test_the_ceiling(capsys: Capsys, tmp_path: Path) -> None:
    path = tmp_path / "best.log"
    arguments = ("--seed", "2", "--length", "short", "--time", "2")
    result = odin(capsys, "game", "best", *arguments, "--json", "--log", str(path))
    assert result.code == 0
    assert result.err == f"{path}: game saved\n"
    found = json.loads(result.out)
    assert list(found) == [
        *("schema", "seed", "length", "score", "sheet", "plan", "moves", "games"),
        "seconds",
    ]
    game = parse(path.read_text())
    assert (game.seed, game.options, game.state.is_over) == (2, Options("short"), True)
    check_chance(game, path.read_text())
    assert list(map(str, game.moves)) == found["moves"]
    assert score_sheet(game.state).total == found["score"] == sum(found["sheet"].values())
    assert [each["round"] for each in found["plan"]] == [0, 1, 2, 3, 4, 5, 6][-len(found["plan"]) :]

    shown = odin(capsys, "game", "best", *arguments)
    assert shown.code == 0
    assert "all chance known in advance" in shown.out
    assert "Round 6" in shown.out


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["game", "best", "--playouts", "9"], ["No such option", "--playouts"]),
        (["game", "best", "--occupations", "A"], ["No such option", "--occupations"]),
        (["game", "best", "--time", "0"], ["--time", "more than 0", "0"]),
        (["game", "best", "x.log"], ["x.log"]),
        (["game", "start", "--lines", "3"], ["No such option", "--lines"]),
        (["game", "start", "--seed", "0"], ["No such option", "--seed"]),
        (["game", "start", "--time", "1", "--playouts", "9"], ["either", "--time", "--playouts"]),
        (["game", "start", "--occupations", "implemented"], ["none, all, or decks"]),
        (["plan"], ["GAME|TABLE", "odin plan --help"]),
    ],
)
def test_a_command_has_only_options_with_effect(
    capsys: Capsys, arguments: list[str], parts: list[str]
) -> None:
    result = odin(capsys, *arguments)
    assert (result.code, result.out) == (2, "")
    one_line(result.err, parts)


@pytest.mark.parametrize("name", ["", "no/best.log", "file/best.log"])
def test_a_log_that_cannot_be_written_is_refused_at_once(
    capsys: Capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def search(*arguments: object, **more: object) -> Never:
        raise AssertionError("it was searched")

    monkeypatch.setattr(clairvoyant, "search", search)
    (tmp_path / "file").write_text("")
    path = tmp_path / name
    result = odin(capsys, "game", "best", "--log", str(path))
    assert (result.code, result.out) == (2, "")
    one_line(result.err, [f"cannot write {path}"])


@pytest.mark.slow
def test_a_full_disk_costs_no_answer(capsys: Capsys) -> None:
    arguments = ("--length", "short", "--time", "2", "--log", "/dev/full")
    result = odin(capsys, "game", "best", *arguments, "--json")
    assert result.code == 2
    one_line(result.err, ["cannot write /dev/full", "No space left"])
    assert json.loads(result.out)["score"]


@pytest.mark.slow
def test_a_log_is_written_even_if_nobody_reads_the_answer(tmp_path: Path) -> None:
    path = tmp_path / "best.log"
    arguments = ("--length", "short", "--time", "2", "--log", str(path))
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, "game", "best", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
            timeout=HANGING,
            check=False,
        )
    assert done.returncode == 2
    assert "No space left" in done.stderr
    assert parse(path.read_text()).state.is_over


def refused(capsys: Capsys, tmp_path: Path, content: str) -> str:
    path = tmp_path / "bad.log"
    path.write_text(content, encoding="utf-8")
    result = odin(capsys, "plan", str(path))
    assert (result.code, result.out) == (2, "")
    one_line(result.err, ["bad.log"])
    return result.err


def test_games_in_which_nothing_is_to_be_planned(capsys: Capsys, tmp_path: Path) -> None:
    assert "the game is over" in refused(capsys, tmp_path, games.log())
    chance = text(Game(Options(), None))
    assert "chance decides" in refused(capsys, tmp_path, chance)


def test_logs_that_break_a_rule(capsys: Capsys, tmp_path: Path) -> None:
    bad = games.late_log() + "round 6, actions: use plundering\n"
    assert f"line {bad.count(chr(10))}" in refused(capsys, tmp_path, bad)
    assert "expected a game or a table" in refused(capsys, tmp_path, "hello")
    assert "vikings" in refused(
        capsys, tmp_path, json.dumps(state_data(games.turn(6, 4).state) | {"vikings": -3})
    )


def test_files_that_are_not_there(capsys: Capsys, tmp_path: Path) -> None:
    result = odin(capsys, "plan", str(tmp_path / "no.log"))
    assert result.code == 2
    one_line(result.err, ["no.log", "No such file"])
    result = odin(capsys, "plan")
    assert result.code == 2
    one_line(result.err, ["Missing argument"])


def interrupted(log: str, *arguments: str) -> Result:
    """Plan in a process of its own, and press Ctrl-C as soon as something is known."""
    process = subprocess.Popen(
        [*COMMAND, "plan", *arguments, log, "--time", "100"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    assert process.stderr is not None
    first = process.stderr.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=HANGING)
    return Result(process.returncode, out, first + err)


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupt_prints_the_best_so_far(log: str, workers: str) -> None:
    result = interrupted(log, "--workers", workers)
    assert result.code == 130
    assert "Best: " in result.out
    assert "Aims at  " in result.out
    assert result.err.endswith("odin: stopped; this is the best so far\n")
    assert "Traceback" not in result.err


@pytest.mark.slow
def test_an_interrupt_leaves_whole_json(log: str) -> None:
    result = interrupted(log, "--json")
    assert result.code == 130
    assert json.loads(result.out)["move"]


@pytest.mark.slow
def test_standard_input_and_the_time(log: str) -> None:
    result = odin_process(
        "plan", "-", "--time", "0.5", "--json", "--quiet", stdin=Path(log).read_text()
    )
    assert (result.code, result.err) == (0, "")
    assert json.loads(result.out)["seconds"] < HANGING


# --- the starting occupation ---


def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that end at once, with a score that depends on the card and on the seed."""

    def play_out(state: State, policy: object, scenario: int) -> Playout:
        end = state.copy()
        end.supply["silver"] = 1000 - state.hand[0] + scenario
        return Playout(score_sheet(end), (), scenario)

    monkeypatch.setattr(advice, "play_out", play_out)


def test_ranking(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    fast(monkeypatch)
    result = odin(capsys, "game", "start", "--games", "300", "--json")
    assert result.code == 0
    found = json.loads(result.out)
    assert list(found) == [
        *("schema", "length", "occupations", "rulings", "ranking", "games", "seconds")
    ]
    assert (found["length"], found["occupations"]) == ("long", "all")
    numbers = [each["number"] for each in found["ranking"]]
    assert len(numbers) == 45
    assert set(numbers) <= set(CARDS)
    assert numbers[:FINALISTS] == sorted(numbers)[:FINALISTS]
    first, second = found["ranking"][:2]
    assert first["playouts"] == second["playouts"] > 10
    games_played = first["playouts"]
    # Silver of the seeds 1, 2, 3, ...: the committed ones.
    mean = found["ranking"][0]["expected"]
    assert mean == pytest.approx(_base(first) + 1000 - numbers[0] + (games_played + 1) / 2)
    assert second["loss"] == pytest.approx(numbers[1] - numbers[0])
    assert second["loss_stderr"] == pytest.approx(0)
    assert first["spread"] > 0
    assert first["words"]


def _base(first: dict[str, Any]) -> int:
    """The score of a game that has just begun, without the silver."""
    state = new_game(Options(cards=frozenset(CARDS), starting=first["number"]))
    return score_sheet(state).total


def test_ranking_for_people(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    fast(monkeypatch)
    monkeypatch.setenv("COLUMNS", "80")
    out = odin(capsys, "game", "start", "--games", "150").out
    lines = out.splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) == 1 + 45 + 1 + 1
    assert lines[-2] == "unclear: too few simulations"
    assert lines[-1].startswith("1")
    assert lines[-1].split()[1] == "games"


@pytest.mark.slow
def test_whole_games_are_played(capsys: Capsys) -> None:
    """A card's first game is the one that is played out with it on seed 1."""
    options = ("--games", "15", "--length", "short")
    result = odin(capsys, "game", "start", *options, "--occupations", "A", "--json", "--quiet")
    found = json.loads(result.out)
    deck = frozenset(number for number, card in OCCUPATIONS.items() if card.deck == "A")
    assert len(found["ranking"]) == 15
    assert {ranked["playouts"] for ranked in found["ranking"]} == {1}

    def score(number: int) -> int:
        game = new_game(Options(length="short", cards=deck, starting=number))
        return play_out(game, rollout_policy("short"), 1).sheet.total

    # The others are compared with the best one by smoothed scores.
    assert any(ranked["expected"] == score(ranked["number"]) for ranked in found["ranking"])


def test_no_starting_occupations(capsys: Capsys) -> None:
    result = odin(capsys, "game", "start", "--occupations", "none")
    assert result.code == 2
    one_line(result.err, ["--occupations", "none"])


# --- on a terminal ---


def on_a_terminal(log: str, options: tuple[str, ...] = FEW, **changes: str) -> str:
    """Everything that a terminal of 80 columns gets, with its control sequences."""
    screen, other_end = pty.openpty()
    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 45, 80, 0, 0))
    kept = {key: value for key, value in environment().items() if key != "NO_COLOR"}
    process = subprocess.Popen(
        [*COMMAND, "plan", log, *options],
        stdin=other_end,
        stdout=other_end,
        stderr=other_end,
        env={**kept, "TERM": "xterm-256color", "COLUMNS": "80", **changes},
    )
    os.close(other_end)
    raw = b""
    with suppress(OSError):
        while more := os.read(screen, 65536):
            raw += more
    os.close(screen)
    assert process.wait(timeout=HANGING) == 0
    return raw.decode()


COLOR = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-8]|9[0-7])(?:;\d+)*m")


@pytest.mark.slow
def test_a_line_shows_how_far_it_is(log: str) -> None:
    shown = on_a_terminal(log, ("--time", "2"))
    assert "%  (Ctrl-C keeps the best)" in shown
    assert COLOR.search(shown)
    # The line goes away, the better moves stay.
    assert shown.index("(Ctrl-C keeps the best)") < shown.index("Round 6 of 6")
    assert "expected" in shown


@pytest.mark.slow
def test_no_color(log: str) -> None:
    shown = on_a_terminal(log, NO_COLOR="1")
    assert "Best: " in shown
    assert not COLOR.search(shown)
