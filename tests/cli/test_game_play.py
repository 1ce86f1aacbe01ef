"""``odin game play``: in a terminal, and with lines from a file."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from odin_cli.game.play import Session
from odin_cli.output import stdout_console
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Game, Options, chance_outcomes, decision
from odin_solver.game.files import GameFile, load
from odin_solver.game.kernel.moves import PASS
from odin_solver.game.log import text
from odin_solver.support.language import speaking
from odin_solver.words.moves import keys_of
from tests.cli.process import COMMAND, Result, environment, odin, odin_process, odin_typed, one_line
from tests.cli.typing_games import lines_of_a_game
from tests.timing import HANGING

Capsys = pytest.CaptureFixture[str]

PROMPT = "> "

SAME_FOR_A_TILE = ("upgrade", "trade", "forge", "sale", "take", "loot")
"""Verbs of moves whose key is the sign of a tile."""

HUGE = "9" * 5000
"""More digits than `int` reads."""


class Terminal:
    """A player in front of a terminal."""

    def __init__(self, *arguments: str, columns: int = 100, lines: int = 45) -> None:
        self.screen, other_end = pty.openpty()
        fcntl.ioctl(self.screen, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.process = subprocess.Popen(
            [*COMMAND, "game", "play", *arguments],
            stdin=other_end,
            stdout=other_end,
            stderr=other_end,
            env=environment(TERM="xterm", COLUMNS=str(columns), LINES=str(lines)),
            start_new_session=True,
        )
        os.close(other_end)
        self.shown = self.read()

    def read(self, prompt: str | tuple[str, ...] = PROMPT) -> str:
        """What is printed until the game waits for the player or has ended."""
        raw = b""
        until = time.monotonic() + HANGING
        while time.monotonic() < until:
            ready, _, _ = select.select([self.screen], [], [], 0.2)
            if ready:
                try:
                    more = os.read(self.screen, 65536)
                except OSError:
                    break
                if not more:
                    break
                raw += more
            if prompt and plain(raw).endswith(prompt):
                break
        return plain(raw)

    def type(self, line: str) -> str:
        """Enter a line; returns what is printed then."""
        os.write(self.screen, line.encode() + b"\r")
        return self.read()

    def interrupt(self) -> int:
        """Ctrl-C, again if readline overlooks it as it prompts; returns the exit code."""
        answered = False
        while not answered:
            self.process.send_signal(signal.SIGINT)
            answered = bool(select.select([self.screen], [], [], 1)[0])
        return self.end()

    def leave(self) -> int:
        """Ctrl-D; returns the exit code."""
        os.write(self.screen, b"\x04")
        return self.end()

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        self.end()

    def end(self) -> int:
        """Wait for the end; returns the exit code."""
        self.shown = self.read(prompt="")
        os.close(self.screen)
        return self.process.wait(timeout=HANGING)


def plain(raw: bytes) -> str:
    """What a terminal shows, without colours."""
    return re.sub(r"\x1b\[[?\d;]*[a-zA-Z]", "", raw.decode(errors="replace")).replace("\r", "")


@pytest.fixture
def log(capsys: Capsys, tmp_path: Path) -> str:
    path = str(tmp_path / "game.log")
    options = ("--seed", "7", "--occupations", "none", "--length", "short")
    odin(capsys, "game", "new", *options, "-o", path)
    return path


@pytest.fixture
def terminal(log: str) -> Iterator[Terminal]:
    player = Terminal(log)
    yield player
    if player.process.poll() is None:
        player.kill()


def content(path: str) -> str:
    return Path(path).read_text(encoding="utf-8")


def typed(path: str, *lines: str) -> Result:
    """Play with these lines as standard input."""
    return odin_typed("game", "play", path, stdin="".join(f"{line}\n" for line in lines))


def test_the_terminal_shows_boards_menu_and_prompt(terminal: Terminal) -> None:
    for part in ("Home board", "g3¹ Fish: stockfish", "k4⁴ spices", "[round 1, actions] > "):
        assert part in terminal.shown


@pytest.mark.slow
def test_board_and_menu_fit_in_24_lines_of_80_characters(log: str) -> None:
    player = Terminal(log, columns=80, lines=24)
    shown = player.shown.splitlines()[-24:]
    assert max(map(len, shown)) <= 80
    first = shown.index("Round 1 of 6, actions: 7 Vikings in the Thing square")
    assert shown[first + 1].startswith("12 - - - -")  # the home board
    assert any("t11⁴" in line for line in shown)
    assert any("strip 2: " in line for line in shown)
    assert player.leave() == 0


def test_keys_of_the_menu_are_moves(terminal: Terminal, log: str) -> None:
    assert "k1¹ beans" in terminal.shown
    shown = terminal.type("K1")
    assert "actions: +1 beans, +1 silver" in shown
    assert "6 Vikings in the Thing square" in shown
    assert content(log).endswith("round 1, actions: use beans\n")
    assert "No: use beans: it has been used in this round." in terminal.type("k1")


@pytest.mark.slow
def test_kill_loses_nothing(terminal: Terminal, log: str) -> None:
    terminal.type("use beans")
    os.write(terminal.screen, b"use mea")  # the move that is being typed
    terminal.kill()
    assert content(log).endswith("use beans\n")
    again = Terminal(log)
    assert "6 Vikings" in again.shown
    assert again.leave() == 0
    assert content(log).endswith("use beans\n")


def test_interrupts_leave_the_file(terminal: Terminal, log: str) -> None:
    terminal.type("use beans")
    before = content(log)
    assert terminal.interrupt() == 130
    assert "saved in" in terminal.shown
    assert content(log) == before


@pytest.mark.slow
def test_placing_is_previewed(terminal: Terminal, log: str) -> None:
    terminal.type("use mead")
    before = content(log)
    shown = terminal.type("place silver a1:a2")
    assert "income 0 → 1" in shown
    assert "Place all 2? [Y/n] > " in shown
    assert content(log) == before
    assert "Not done." in terminal.type("n")
    terminal.type("place silver a1")
    assert "[round 1, actions] > " in terminal.type("")
    assert content(log) == before + "round 1, actions: place silver home a1\n"


@pytest.mark.slow
def test_another_line_drops_a_proposal(log: str) -> None:
    result = typed(log, "use mead", "place silver a1", "use beans", "y")
    assert "No: y:" in result.out
    assert content(log).endswith("use mead\nround 1, actions: use beans\n")


@pytest.mark.slow
def test_the_best_feast_is_proposed(log: str) -> None:
    result = typed(log, "use mead", "pass", "", "")
    assert (result.code, result.err) == (0, "")
    assert "Serve it? [Y/n]" in result.out
    served = [line for line in content(log).splitlines() if ": serve " in line]
    assert len(served) == 1
    assert "Round 2 of 6" in result.out
    assert "turns to Bear Island" in result.out


@pytest.mark.slow
def test_a_feast_of_your_own(log: str) -> None:
    bad = typed(log, "pass", "y", "serve peas peas+ flax")
    assert "No: serve peas peas+ flax: there are only 1 peas" in bad.out
    own = typed(log, "serve peas - - - - -", "y")
    assert "6 Thing penalties" in own.out
    assert load(log).state.penalties == 6


@pytest.mark.slow
def test_what_is_kept_is_not_eaten(log: str) -> None:
    result = typed(log, "pass", "y", "feast keep flax,mead", "y")
    assert result.code == 0
    state = load(log).state
    assert (state.has("flax"), state.has("mead")) == (1, 1)
    assert "No: unknown food 'caviar'" in typed(log, "pass", "y", "feast keep caviar").out


@pytest.mark.slow
def test_why_and_read(log: str) -> None:
    out = typed(
        log,
        "why use plundering",
        "why build_long_house",
        "why place robe a1:c3",
        "why use beans",
        "why use nothing",
        "why s7",
        "why k1",
        "why pay wood=99",
        "why",
        "read forge",
        "read g1",
        "read card 27",
        "read 91",
        "read 108c",
        "read 0",
        "read helmet",
        "read long house",
    ).out
    for part in (
        "use plundering: it needs 2 longships.",
        "use beans: it is legal.",
        "pay wood=99: ",
        "b1   Build a shed: it costs 2 wood, there are 0",
        "use build_long_house: it costs 2 stone",
        "there is no robe in the supply.",
        "unknown action space 'nothing'",
        "c5: Forge (Crafting, 3 Vikings): Pay 1 ore",
        "g1: Hunting game (1 Viking) (Hunting, 1 Viking): Roll the d8 low",
        "27A Fisherman (immediate, 1 point): Take 1 stockfish",
        "91c Latecomer",
        "108c Ironsmith",
        "read takes a key",
        "price   1 silver",
        "bonus      k3: Peas",
    ):
        assert part in out, part


@pytest.mark.slow
def test_commands_that_only_look(log: str) -> None:
    before = content(log)
    lines = ["show", "boards", "table", "cards", "score", "log", "help", "menu", "", "99", "quit"]
    result = typed(log, *lines)
    assert (result.code, result.err) == (0, "")
    assert "Score if the game ended now" in result.out
    assert "No: the menu has no 99; Enter shows it." in result.out
    assert "place robe a1:c3" in result.out
    assert content(log) == before


@pytest.mark.parametrize(
    "line",
    ["use", "place", "place x", "place peas z99", "serve", "card", "card 1", "arm", "ship", "strip",
     "undo x", "fill x", "fill silver=", "feast", "why", "keep", "\x00", "play 4 4", "-1", "1 2",
     "place silver home a1 a1:z9", "explore", "trade x=1", "pay wood=x", "²", "chance die: 3",
     "hint 1e999", "read \x1b[2J", HUGE, f"undo {HUGE}", f"card {HUGE}", f"why {HUGE}",
     f"read card {HUGE}", f"strip {HUGE} take 1", f"sail {HUGE}", f"fill silver={HUGE}",
     f"arm longship ore={HUGE}"],
)  # fmt: skip
def test_nothing_that_is_typed_breaks_the_game(log: str, line: str, capsys: Capsys) -> None:
    before = content(log)
    session = session_at(log)
    session.obey(line)
    assert content(log) == before
    assert not session.over


@pytest.mark.slow
def test_undo(log: str) -> None:
    before = content(log)
    out = typed(log, "use hunting_game_1", "fail", "undo 2", "undo").out
    assert "Taken back: fail" in out
    assert "Taken back: use hunting_game_1" in out
    assert "No: there is no move to take back." in out
    assert content(log) == before


@pytest.mark.slow
def test_the_best_placement_is_proposed(log: str) -> None:
    lines = ["use upgrade_2", "upgrade mead", "done", "use mead", "fill silver=1", "y"]
    out = typed(log, *lines).out
    assert "proven best" in out
    assert content(log).count(": place oil home ") == 1
    assert content(log).count(": place silver home ") == 1


@pytest.mark.slow
def test_the_player_enters_chance(capsys: Capsys, tmp_path: Path) -> None:
    path = str(tmp_path / "x.log")
    odin(capsys, "game", "new", "--ask-chance", "--occupations", "none", "-o", path)
    out = typed(path, "99", "3", "undo", "4", "5", "long sword", "use hunting_game_1", "9", "7").out
    assert "Which mountain strip was revealed?" in out
    assert "chance weapon: long sword" in out
    assert "What does the d8 show? (1 to 8)" in out
    assert "No: 9: the d8 shows 1 to 8" in out
    assert list(map(str, load(path).moves)) == ["4", "5", "long_sword", "use hunting_game_1", "7"]


@pytest.mark.slow
def test_without_a_file_a_game_is_begun_and_gone_on_with(tmp_path: Path) -> None:
    here = os.getcwd()
    os.chdir(tmp_path)
    try:
        assert "A new game in odin-game.log, seed" in odin_process("game", "play").out
        before = content("odin-game.log")
        assert "A new game" not in odin_process("game", "play", stdin="score\n").out
        assert content("odin-game.log") == before
    finally:
        os.chdir(here)


@pytest.mark.slow
def test_a_whole_game_can_be_typed(capsys: Capsys, tmp_path: Path) -> None:
    """Every move of a random game, with all cards and placing, as a player types it."""
    path = str(tmp_path / "x.log")
    game = Game(Options(length="short", cards=frozenset(OCCUPATIONS)), 5)
    game.let_chance_decide()
    Path(path).write_text(text(game), encoding="utf-8")
    lines = lines_of_a_game(game)
    assert not chance_outcomes(game.state)
    result = typed(path, *lines)
    assert (result.code, result.err) == (0, "")
    assert "No:" not in result.out
    assert "The game is over:" in result.out
    assert content(path) == text(game)


def test_words_that_people_try(terminal: Terminal) -> None:
    menu = terminal.type("menu")
    assert "place TILE CELLS" in menu
    assert terminal.type("moves").replace("moves", "menu", 1) == menu
    assert terminal.type("?").replace("?", "help", 1) == terminal.type("help")
    os.write(terminal.screen, b"q\r")
    assert terminal.end() == 0


def session_at(log: str) -> Session:
    session = Session(stdout_console(), GameFile.read(log))
    session.offer()
    return session


def test_prompts_and_answers_are_in_the_language(log: str, capsys: Capsys) -> None:
    before = content(log)
    with speaking("cs"):
        session = session_at(log)
        assert session.prompt() == "[1. kolo, akce] > "
        session.obey("pass")
        assert session.prompt().endswith(" [A/n] > ")
        session.obey("ne")
        assert content(log) == before
        session.obey("pass")
        session.obey("a")
    assert content(log) == before + "round 1, actions: pass\n"


def test_passing_with_vikings_left_asks_once(log: str, capsys: Capsys) -> None:
    before = content(log)
    session = session_at(log)
    session.obey("pass")
    assert "End the action phase with 7 Vikings unused?" in capsys.readouterr().out
    session.obey("n")
    assert content(log) == before
    session.obey("pass")
    session.obey("y")
    assert content(log) == before + "round 1, actions: pass\n"


def test_upgrades_tell_their_gain_at_once(log: str, capsys: Capsys) -> None:
    session = session_at(log)
    session.obey("t3")
    capsys.readouterr()
    session.obey("me")
    assert "actions: mead becomes oil" in capsys.readouterr().out
    session.obey("do")
    assert "+1 oil" in capsys.readouterr().out


def test_a_key_means_the_same_move_all_game_long() -> None:
    """Whatever is asked; moves that differ only in what the game decides by itself aside."""
    meaning: dict[str, str] = {}
    for seed in (1, 2, 3):
        game = Game(Options(length="short", cards=frozenset(OCCUPATIONS)), seed)
        game.let_chance_decide()
        chosen = Random(seed)
        while not game.state.is_over:
            node = decision(game.state)
            assert node is not None
            moves = node.moves(game.state)
            for key, move in keys_of(moves).items():
                verb, _, rest = str(move).partition(" ")
                if verb in SAME_FOR_A_TILE:
                    verb = "a tile"
                assert meaning.setdefault(key, f"{verb} {rest}") == f"{verb} {rest}"
            if len(moves) > 1 and PASS in moves:
                moves.remove(PASS)
            game.do(chosen.choice(moves))
            game.let_chance_decide()
    assert meaning["t1"] == "use mountain_1_upgrade_1"


@pytest.mark.slow
def test_the_session_begins_a_game_with_entered_chance(log: str, tmp_path: Path) -> None:
    path = str(tmp_path / "real.log")
    ended = odin_process("game", "play", path, "--ask-chance", stdin="52a\n3\n5\n")
    assert "you enter the outcomes of chance" in ended.out
    assert content(path).count(": chance ") == 3
    assert "\nseed none\n" in content(path)
    again = odin_process("game", "play", path, "--ask-chance", stdin="quit\n")
    assert again.code == 0
    seeded = odin_process("game", "play", log, "--ask-chance")
    assert seeded.code == 2
    one_line(seeded.err, [log, "--ask-chance"])
