"""Files of games: several writers, full disks, comments; and inputs that are outputs."""

import os
import re
import resource
import signal
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from odin_puzzles.shipped import puzzle_file
from odin_solver.errors import InputError
from odin_solver.game.files import GameFile, changing, load
from odin_solver.game.log import text
from odin_solver.support.files import locked
from tests.cli.process import COMMAND, environment, odin, odin_process, one_line
from tests.cli.test_game_play import Terminal, content, session_at
from tests.timing import HANGING

Capsys = pytest.CaptureFixture[str]


@pytest.fixture
def log(capsys: Capsys, tmp_path: Path) -> str:
    path = str(tmp_path / "game.log")
    options = ("--seed", "7", "--occupations", "none", "--length", "short")
    odin(capsys, "game", "new", *options, "-o", path)
    return path


def files_beside(path: str) -> list[str]:
    return sorted(os.listdir(Path(path).parent))


# --- two writers ---


@pytest.mark.slow
def test_concurrent_commands_lose_no_move(log: str) -> None:
    moves = ("use beans", "use mead", "use take_stockfish")
    before = content(log)
    for _ in range(2):
        with ThreadPoolExecutor() as pool:
            ended = list(pool.map(lambda move: odin_process("game", "do", log, move), moves))
        assert [each.code for each in ended] == [0] * len(moves)
        assert {each[1] for each in re.findall(r"(actions: (use .*))", content(log))} == set(moves)
        assert files_beside(log) == ["game.log"]
        Path(log).write_text(before, encoding="utf-8")


def test_writers_wait_for_each_other(capsys: Capsys, log: str) -> None:
    with locked(log):
        other = threading.Thread(target=lambda: odin(capsys, "game", "do", log, "use beans"))
        other.start()
        other.join(0.3)
        assert other.is_alive()
        assert "beans" not in content(log)
    other.join(HANGING)
    assert content(log).endswith("use beans\n")


@pytest.mark.slow
def test_the_lock_of_a_killed_process_is_free(log: str) -> None:
    program = (
        "import sys, time; from odin_solver.support.files import locked\n"
        "with locked(sys.argv[1]): print(flush=True); time.sleep(60)"
    )
    with subprocess.Popen(
        [COMMAND[0], "-c", program, log], stdout=subprocess.PIPE, env=environment()
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        assert len(files_beside(log)) == 2
        holder.kill()
    assert odin_process("game", "do", log, "use beans").code == 0
    assert files_beside(log) == ["game.log"]


def test_a_changed_file_is_not_overwritten(capsys: Capsys, log: str) -> None:
    file = GameFile.read(log)
    odin(capsys, "game", "do", log, "use beans")
    before = content(log)
    file.game.do("use mead")
    with pytest.raises(InputError, match=r"game\.log: another program has changed it"):
        file.save()
    edited = before + "# by an editor\n"

    def change_under_an_editor() -> None:
        with changing(log) as game:
            Path(log).write_text(edited, encoding="utf-8")
            game.do("use mead")

    with pytest.raises(InputError, match="has changed it"):
        change_under_an_editor()
    assert content(log) == edited


def said(capsys: Capsys) -> str:
    """Return what was printed, without white space: lines are wrapped anywhere."""
    return "".join(capsys.readouterr().out.split())


def test_a_session_goes_on_after_the_moves_of_others(capsys: Capsys, log: str) -> None:
    session = session_at(log)
    odin(capsys, "game", "do", log, "use beans")
    session.obey("use mead")
    assert f"Anotherprogramhasaddedto{log}:usebeans." in said(capsys)
    assert content(log).endswith("actions: use beans\nround 1, actions: use mead\n")
    odin(capsys, "game", "do", log, "use take_stockfish")
    session.obey("use take_stockfish")  # not legal any more
    assert "ithasbeenusedinthisround" in said(capsys)
    odin(capsys, "game", "do", log, "use flax_stockfish")
    session.obey("undo")  # it was another program's move
    assert "nothingistakenback" in said(capsys)
    assert len(load(log).moves) == len(session.game.moves)
    session.obey("undo")
    assert content(log).endswith("use take_stockfish\n")


def test_a_session_whose_moves_are_gone_asks(capsys: Capsys, log: str) -> None:
    session = session_at(log)
    session.obey("use beans")
    odin(capsys, "game", "undo", log)
    odin(capsys, "game", "do", log, "use mead")
    theirs = content(log)
    session.obey("use take_stockfish")
    assert "changedit;`reload`continuesthere,`copy`keepsyourgame." in said(capsys)
    assert content(log) == theirs
    session.obey("copy")
    session.obey("use take_stockfish")
    assert content(log) == theirs
    copy = log.replace(".log", "-2.log")
    assert content(copy).endswith("use beans\nround 1, actions: use take_stockfish\n")
    other = session_at(log)
    Path(log).write_text("no game", encoding="utf-8")
    other.obey("use beans")
    assert "notanodingamelog" in said(capsys)
    Path(log).write_text(theirs, encoding="utf-8")
    other.obey("reload")
    other.obey("use beans")
    assert content(log) == theirs + "round 1, actions: use beans\n"


def test_the_end_of_a_session_tells_where_the_game_is(capsys: Capsys, log: str) -> None:
    session = session_at(log)
    session.obey("use beans")
    mine = content(log)
    session.obey("quit")
    assert f"Thegameissavedin{log}." in said(capsys)
    odin(capsys, "game", "undo", log)
    session.obey("quit")
    copy = log.replace(".log", "-2.log")
    assert f"yourgameissavedin{copy}" in said(capsys)
    assert content(copy) == mine


def test_a_file_that_is_gone_is_written_again(capsys: Capsys, log: str) -> None:
    session = session_at(log)
    session.obey("use beans")
    before = content(log)
    Path(log).unlink()
    session.obey("quit")
    assert "Thegameissavedin" in said(capsys)
    assert content(log) == before


# --- what is in the file stays ---


def test_comments_stay(capsys: Capsys, log: str) -> None:
    Path(log).write_text(content(log) + "# lucky\n\n", encoding="utf-8")
    before = content(log)
    odin(capsys, "game", "do", log, "use beans", "use mead")
    made = before + "round 1, actions: use beans\nround 1, actions: use mead\n"
    assert content(log) == made
    odin(capsys, "game", "undo", log, "--times", "2")
    assert content(log) == before


def test_an_existing_game_is_not_replaced(capsys: Capsys, log: str, tmp_path: Path) -> None:
    before = content(log)
    result = odin(capsys, "game", "new", "-o", log)
    assert result.code == 2
    one_line(result.err, [log, "--force"])
    assert content(log) == before
    assert odin(capsys, "game", "new", "--seed", "1", "-o", log, "--force").code == 0
    assert content(log) != before
    empty = tmp_path / "empty.log"
    empty.touch()
    assert odin(capsys, "game", "new", "-o", str(empty)).code == 0
    assert odin(capsys, "game", "new", "-o", os.devnull).code == 0
    missing = str(tmp_path / "no" / "x.log")
    one_line(odin(capsys, "game", "new", "-o", missing).err, [missing, "no directory"])
    assert not (tmp_path / "no").exists()


# --- full disks ---


def limit_files() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


@pytest.mark.slow
def test_a_full_disk_is_told_and_nothing_is_claimed(log: str) -> None:
    before = content(log)
    ended = subprocess.run(
        [*COMMAND, "game", "play", log],
        input="use beans\nlog\nundo\nquit\n",
        capture_output=True,
        text=True,
        env=environment(),
        preexec_fn=limit_files,
        timeout=HANGING,
        check=False,
    )
    assert f"No: cannot write {log}: File too large" in " ".join(ended.stdout.split())
    assert "+1 beans" not in ended.stdout
    assert "The game is saved" in ended.stdout  # as it was: the move has not been made
    assert content(log) == before
    for arguments in (["do", log, "use beans"], ["new", "-o", f"{log}x"]):
        failed = subprocess.run(
            [*COMMAND, "game", *arguments],
            capture_output=True,
            text=True,
            env=environment(),
            preexec_fn=limit_files,
            timeout=HANGING,
            check=False,
        )
        assert failed.returncode == 2
        one_line(failed.stderr, ["cannot write", "File too large"])
        assert failed.stdout == ""
    assert content(log) == before
    assert files_beside(log) == ["game.log"]


def test_an_interrupted_write_leaves_the_session_at_the_file(
    capsys: Capsys, log: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = session_at(log)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("odin_solver.game.files.extend_file", interrupt)
        with pytest.raises(KeyboardInterrupt):
            session.obey("use beans")
    assert text(session.game) == content(log)
    assert files_beside(log) == ["game.log"]


# --- inputs and outputs ---


@pytest.fixture
def position(capsys: Capsys, tmp_path: Path) -> Path:
    path = tmp_path / "position.json"
    odin(capsys, "example", "iceland", "-o", str(path))
    return path


@pytest.fixture
def aliases(position: Path) -> list[str]:
    """Other names of the position."""
    folder = position.parent
    (folder / "soft.json").symlink_to(position)
    os.link(position, folder / "hard.json")
    (folder / "d").mkdir()
    return [
        str(position),
        str(folder / "d" / ".." / "position.json"),
        str(folder / "soft.json"),
        str(folder / "hard.json"),
    ]


def test_no_command_overwrites_its_input(
    capsys: Capsys, log: str, position: Path, aliases: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = position.parent / "puzzle.json"
    odin(capsys, "puzzle", "share", "first-steps/1", "-o", str(puzzle))
    before = {path: path.read_bytes() for path in (position, puzzle, Path(log))}
    monkeypatch.chdir(position.parent)
    commands = [
        *(["show", str(position), "--svg", alias] for alias in aliases),
        ["show", "position.json", "--png", str(position)],
        ["solve", "d/../hard.json", "--svg", str(position)],
        ["solve", str(position), "--png", "soft.json"],
        ["puzzle", "print", "first-steps/2", str(puzzle), "-o", "puzzle.json"],
        ["puzzle", "share", str(puzzle), "-o", "./puzzle.json"],
        ["game", "position", log, "-o", "game.log"],
    ]
    for command in commands:
        result = odin(capsys, *command)
        assert (result.code, result.out) == (2, ""), command
        one_line(result.err, ["cannot write", "it is the input"])
    assert {path: path.read_bytes() for path in before} == before


def test_a_puzzle_of_a_pack_is_not_overwritten(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    shipped = puzzle_file("first-steps", 3)
    before = shipped.read_bytes()
    other = str(tmp_path / "booklet.pdf")
    commands = [
        ["print", "first-steps/3", "-o", str(shipped)],
        ["print", "first-steps/3", "-o", other, "--solutions", str(shipped)],
        ["share", "first-steps/3", "-o", str(shipped)],
        ["change", "first-steps/3", "--to", "harder", "-o", str(shipped)],
    ]
    try:
        for command in commands:
            result = odin(capsys, "puzzle", *command)
            assert (result.code, result.out) == (2, ""), command
            one_line(result.err, ["cannot write", "it is the input"])
        assert shipped.read_bytes() == before
    finally:
        shipped.write_bytes(before)


def test_a_booklet_and_its_solutions_are_two_files(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    same = str(tmp_path / "booklet.pdf")
    result = odin(capsys, "puzzle", "print", "first-steps/3", "-o", same, "--solutions", same)
    assert (result.code, result.out) == (2, "")
    one_line(result.err, ["cannot write two files"])


@pytest.mark.slow
def test_standard_input_is_not_overwritten_either(position: Path) -> None:
    before = position.read_bytes()
    with position.open() as source:
        ended = subprocess.run(
            [*COMMAND, "show", "-", "--svg", str(position)],
            stdin=source,
            capture_output=True,
            text=True,
            env=environment(),
            timeout=HANGING,
            check=False,
        )
    assert ended.returncode == 2
    one_line(ended.stderr, ["it is the input"])
    assert position.read_bytes() == before


@pytest.mark.slow
def test_an_open_session_and_a_command_both_keep_their_moves(log: str) -> None:
    player = Terminal(log)
    player.type("k1")
    assert odin_process("game", "do", log, "use mead").code == 0
    assert "Another program has added" in player.type("g3")
    assert odin_process("game", "do", log, "use flax_stockfish").code == 0
    assert player.leave() == 0
    assert "The game is saved in" in player.shown
    made = re.findall(r"actions: use (.*)", content(log))
    assert made == ["beans", "mead", "take_stockfish", "flax_stockfish"]
