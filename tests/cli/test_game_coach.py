"""``odin game play --coach`` and ``odin game review``."""

import json
import os
import pty
import re
import signal
import subprocess
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from odin_cli.game import coach as game_coach
from odin_cli.game.play import Session
from odin_cli.output import stdout_console
from odin_solver.challenges.library import par_log
from odin_solver.components.spaces import SPACES
from odin_solver.game import Game, State, apply, decision
from odin_solver.game.files import GameFile, load
from odin_solver.game.kernel.moves import Use, parse
from odin_solver.game.log import text
from odin_solver.game.turn import Turn
from odin_solver.planner import review as review_module
from odin_solver.planner.advice import candidate_moves
from odin_solver.planner.review import PastDecision
from odin_solver.questions.games import GamePlan
from odin_solver.words.estimates import loss_in_words
from odin_solver.words.moves import titled
from tests.cli.process import COMMAND, environment, odin, odin_process, one_line
from tests.cli.test_game_play import Terminal, plain
from tests.game.texts import texts
from tests.planner import games
from tests.timing import HANGING

Capsys = pytest.CaptureFixture[str]


@pytest.fixture
def log(tmp_path: Path) -> str:
    """A game at its last turns."""
    path = tmp_path / "late.log"
    path.write_text(games.late_log(6, 2), encoding="utf-8")
    return str(path)


@pytest.mark.slow
def test_what_a_move_loses(
    log: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`what if` and `why` answer alike; an illegal move is told as such."""
    monkeypatch.setattr(game_coach, "GamePlan", partial(GamePlan, playouts=400))
    answers = []
    for words in ("what if use mead", "why use mead"):
        coached(log, words)
        out = capsys.readouterr().out
        assert "p2 Mead" in out or "Mead" in out
        answers.append(re.search(r"About \d+ points? less|About equal", out))
    assert all(answers)
    coached(log, "what if use plundering", "what mead", "what if")
    out = capsys.readouterr().out
    assert "use plundering: it takes 4 Vikings" in out
    assert out.count("No: expected what if MOVE") == 2
    coached(log, "what if use mead", coach=False)
    out = capsys.readouterr().out
    assert "use mead: it is legal." in out
    assert "odin game play --coach" in out


@pytest.fixture
def two_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the last two placements of Vikings are looked at: that takes less time."""
    really = review_module.past_decisions

    def last(game: Game) -> list[PastDecision]:
        return [each for each in really(game) if each.kind == "vikings"][-2:]

    monkeypatch.setattr(review_module, "past_decisions", last)


def coached(log: str, *typed: str, coach: bool = True) -> Session:
    session = Session(stdout_console(), GameFile.read(log), coach)
    for line in typed:
        session.obey(line)
    return session


def test_the_menu_names_the_hint(capsys: Capsys, log: str) -> None:
    for coach in (True, False):
        coached(log, "menu", coach=coach)
        also = next(line for line in capsys.readouterr().out.splitlines() if "Also:" in line)
        assert ("hint" in also) == coach


@pytest.mark.slow
def test_a_hint(capsys: Capsys, log: str) -> None:
    """What matters, then where, then the move; each once more is the last one."""
    before = Path(log).read_text()
    session = coached(log, "hint 0.3")
    what = capsys.readouterr().out.replace("\n", " ")
    assert "What matters: good games from here bring " in what
    assert "hint again says more." in what
    session.obey("hint")
    where = capsys.readouterr().out
    searched = session.hints.found
    assert searched is not None
    assert searched.advice is not None
    move = searched.advice.best.move
    assert isinstance(move, Use)
    assert f"Where: {SPACES[move.space].group.label}, a space for " in where
    for early in (what, where):
        assert titled(move) not in early
        assert "expected" not in early
    session.obey("hint")
    shown = capsys.readouterr()
    session.obey("hint")
    assert capsys.readouterr().out == shown.out
    assert session.hints.found is searched
    best = re.search(
        r"^Best: (\S+(?: \S+)*)  expected \d+ \(80 %: \d+ to \d+\)$", shown.out, re.MULTILINE
    )
    assert best is not None
    assert best[1] in map(titled, candidate_moves(load(log).state))
    table = shown.out[shown.out.index("loss") :].splitlines()
    in_words = re.compile(r" +(unclear|about equal|\d+|[\d.]+ ± [\d.]+) +(\d+|-)  \S")
    assert len([line for line in table if in_words.match(line)]) == 2
    assert Path(log).read_text() == before


def asks_more(state: State, move: str) -> bool:
    """Whether a move begins an action in which the player decides."""
    after = decision(apply(state, move)) if move.startswith("use ") else None
    return after is not None and not isinstance(after, Turn)


@pytest.mark.slow
def test_hints_at_any_decision(capsys: Capsys, tmp_path: Path) -> None:
    """In the midst of an action, at the feast, at the end."""
    path = str(tmp_path / "x.log")
    game = games.turn(6, 2)
    Path(path).write_text(text(game))
    begun = next(move for move in texts(candidate_moves(game.state)) if asks_more(game.state, move))
    session = coached(path, begun, "hint 0.2", "hint", "hint")
    inside = titled(candidate_moves(session.state)[0])
    assert f"Best: {inside}  " in capsys.readouterr().out
    while not isinstance(decision(session.state), Turn):
        session.obey(str(candidate_moves(session.state)[0]))
    session.obey("pass")
    capsys.readouterr()
    session.obey("hint 0.2")
    assert "Best: " not in capsys.readouterr().out  # another decision begins with what matters
    for _ in range(2):
        session.obey("hint")
    assert "Best: " in capsys.readouterr().out


@pytest.mark.parametrize("typed", ["hint x", "hint 0", "hint -1", "hint nan", "review x"])
def test_what_is_no_time(capsys: Capsys, log: str, typed: str) -> None:
    coached(log, typed)
    out = capsys.readouterr().out
    assert out.startswith("No: ")
    assert "seconds" in out


def test_without_a_coach(capsys: Capsys, log: str) -> None:
    coached(log, "hint", "review", coach=False)
    assert capsys.readouterr().out.count("odin game play --coach") == 2


def test_the_report_comes_at_the_end(
    capsys: Capsys, log: str, two_moves: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("odin_solver.planner.limits.SIMULATIONS", 4)
    session = coached(log, "pass")
    while not session.state.is_over:
        assert "best found" not in capsys.readouterr().out
        session.proposal = None
        session.do([candidate_moves(session.state)[0]])
    out = capsys.readouterr().out
    assert "The game is over" in out
    assert "best found" in out
    assert out.index("The game is over") < out.index("best found")
    session.obey("hint")
    assert "nothing to decide" in capsys.readouterr().out


def test_nothing_to_look_back_at(capsys: Capsys, tmp_path: Path) -> None:
    path = str(tmp_path / "new.log")
    Path(path).write_text(text(games.turn(1, 7)))
    coached(path, "review")
    assert "no decision" in capsys.readouterr().out
    result = odin(capsys, "game", "review", path)
    assert result.code == 2
    one_line(result.err, [path, "no person has made a move yet"])


@pytest.mark.slow
def test_review(capsys: Capsys, log: str, two_moves: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    options = ("game", "review", log, "--playouts", "8", "--quiet")
    result = odin(capsys, *options, "--json")
    assert (result.code, result.err) == (0, "")
    found = json.loads(result.out)
    assert list(found) == ["schema", "moves", "costliest", "total"]
    made = [move for move in texts(load(log).moves) if move.startswith("use ")]
    assert [each["move"] for each in found["moves"]] == made[-2:]
    for each in found["moves"]:
        assert list(each) == [
            *("number", "round", "kind", "move", "moves", "best", "best_moves", "expected"),
            *("loss", "loss_stderr", "futures", "mistake", "playouts"),
        ]
        assert str(load(log).moves[each["number"] - 1]) == each["move"]
    again = odin(capsys, *options).out
    assert max(map(len, again.splitlines())) <= 80
    assert titled(parse(made[-1])) in again
    assert "mistake" in again
    for each in found["moves"]:
        if each["best_moves"] != each["moves"]:
            in_words = loss_in_words(each["loss"], each["loss_stderr"], each["futures"])
            assert in_words in again
    words = [line for line in again.splitlines() if "about equal" in line]
    assert not words or "about equal: less than half a point, or within twice the ±" in words


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["--time-per-move", "0"], ["--time-per-move", "more than 0"]),
        (["--time-per-move", "nan"], ["--time-per-move", "nan"]),
        (["--playouts", "1"], ["--playouts", "1"]),
        (["--time-per-move", "1", "--playouts", "8"], ["either"]),
    ],
)
def test_bad_options(capsys: Capsys, log: str, arguments: list[str], parts: list[str]) -> None:
    result = odin(capsys, "game", "review", log, *arguments)
    assert (result.code, result.out) == (2, "")
    one_line(result.err, parts)


def test_a_log_that_breaks_a_rule(capsys: Capsys, tmp_path: Path) -> None:
    bad = tmp_path / "bad.log"
    bad.write_text(games.late_log() + "round 6, actions: use plundering\n")
    result = odin(capsys, "game", "review", str(bad))
    assert result.code == 2
    one_line(result.err, ["bad.log", "line", "plundering"])


@pytest.mark.slow
def test_an_interrupt_prints_what_is_known(tmp_path: Path) -> None:
    """It comes when the bar shows the second of many decisions, each of which takes long."""
    log = tmp_path / "game.log"
    log.write_text(par_log("first-voyage", "gold"))
    screen, errors = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "game", "review", str(log), "--playouts", "500", "--json"],
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        env=environment(TERM="xterm"),
    )
    os.close(errors)
    shown = b""
    while not re.search(r"\b([2-9]|\d\d+)/[1-9]", plain(shown)):
        shown += os.read(screen, 65536)
    process.send_signal(signal.SIGINT)
    with suppress(OSError):  # as nobody writes any more
        while more := os.read(screen, 65536):
            shown += more
    os.close(screen)
    out, _ = process.communicate(timeout=HANGING)
    assert process.returncode == 130
    found = json.loads(out)
    assert found["schema"] == 2
    assert found["moves"]
    assert plain(shown).endswith("odin: stopped; this is the best so far\n")


@pytest.mark.slow
def test_an_interrupt_takes_the_hint_that_there_is(log: str) -> None:
    player = Terminal(log, "--coach")
    os.write(player.screen, b"hint 60\r")
    player.read("%  (Ctrl-C keeps the best)")
    player.process.send_signal(signal.SIGINT)
    shown = player.read("] > ")
    assert "What matters: " in shown
    assert "pass" in player.type("menu")
    assert player.leave() == 0


@pytest.mark.slow
def test_play_with_a_coach_in_a_process(log: str) -> None:
    result = odin_process("game", "play", log, "--coach", stdin="hint 0.2\nhint\nhint\nquit\n")
    assert result.code == 0
    assert "hint gives advice in three steps" in result.out
    assert "Best: " in result.out


def test_play_on_replaces_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """That is said before the review, which takes long."""
    log, there = tmp_path / "game.log", tmp_path / "there.log"
    log.write_text(par_log("first-voyage", "gold"))
    there.write_text("mine")
    done = odin(capsys, "game", "review", str(log), "--play-on", str(there))
    assert (done.code, done.out, there.read_text()) == (2, "", "mine")
    one_line(done.err, [str(there), "the file exists", "--force"])
