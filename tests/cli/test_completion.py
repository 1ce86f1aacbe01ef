"""What the shell completes: files, names and languages, by the commands' parameters."""

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from odin_cli.main import odin
from odin_solver.support.language import speaking
from tests.cli.process import odin as command
from tests.cli.test_scores import GAME
from tests.timing import HANGING


def completed(line: str) -> list[tuple[str, str]]:
    *words, begun = line.split(" ")
    with speaking("en"):
        found = ShellComplete(odin, {}, "odin", "_ODIN_COMPLETE").get_completions(words, begun)
    return [(each.type, each.value) for each in found]


@pytest.mark.parametrize(
    "line",
    [
        "game play even",
        "game do even",
        "game review even",
        "plan even",
        "solve even",
        "check even",
        "table edit even",
        "score import even",
        "puzzle check first.json even",
        "puzzle print one.json even",
        "web even",
        "vikings score even",
        "graenaland win --profile even",
        "solve position.json --svg even",
        "solve position.json --start even",
        "example late-home -o even",
        "game new -o even",
    ],
)
def test_files_are_completed(line: str) -> None:
    assert completed(line) == [("file", "even")]


def test_folders_are_completed() -> None:
    assert completed("solve --batch even") == [("dir", "even")]
    assert completed("puzzle packs first-steps -o even") == [("dir", "even")]
    assert completed("puzzle new -o even") == [("dir", "even"), ("file", "even")]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("boards ice", "iceland"),
        ("puzzle new --kind order --board home-7", "home-7"),
        ("tiles skin", "skin_and_bones"),
        ("analyse position.json --move skin", "skin_and_bones"),
        ("feast position.json --value salt", "salt_meat="),
        ("game place game.log --keep oil,skin", "oil,skin_and_bones"),
        ("puzzle packs first-s", "first-steps"),
        ("--language u", "uk"),
        ("example late-h", "late-home"),
        ("game new --length sh", "short"),
        ("game cards 19", "19"),
        ("solve position.json --objective fi", "final"),
    ],
)
def test_names_are_completed(line: str, name: str) -> None:
    found = completed(line)
    assert ("plain", name) in found
    assert {kind for kind, _ in found} == {"plain"}


def test_a_puzzle_is_a_file_or_one_of_a_pack() -> None:
    assert completed("puzzle play first-steps/3")[:2] == [
        ("file", "first-steps/3"),
        ("plain", "first-steps/3"),
    ]
    assert completed("puzzle play ") == [("file", "")]  # not all the puzzles there are
    assert ("plain", "today") in completed("challenge show tod")


def test_games_of_the_archive_are_completed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path))
    (tmp_path / "score.toml").write_text(GAME, encoding="utf-8")
    game = command(capsys, "score", "add", str(tmp_path / "score.toml")).out.split()[1]
    assert completed("score remove ") == [("plain", game)]
    assert completed(f"score show {game[:3]}") == [("file", game[:3]), ("plain", game)]


SHELLS = {
    "bash": (["--norc", "-i"], 'eval "$(_ODIN_COMPLETE=bash_source odin)"'),
    "zsh": (
        ["-f", "-i"],
        'autoload -U compinit; compinit -D; eval "$(_ODIN_COMPLETE=zsh_source odin)"',
    ),
    "fish": (["--no-config"], "_ODIN_COMPLETE=fish_source odin | source"),
}


@pytest.mark.slow
@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("odin game play even", "odin game play evening.log"),
        ("odin boards newf", "odin boards newfoundland"),
        ("odin solve evening.log --obj", "odin solve evening.log --objective"),
        ("odin solve evening.log --svg even", "odin solve evening.log --svg evening.log"),
        ("odin tiles skin", "odin tiles skin_and_bones"),
        ("odin game place g --keep oil,skin", "odin game place g --keep oil,skin_and_bones"),
        ("odin puzzle packs first-s", "odin puzzle packs first-steps"),
        ("odin --language u", "odin --language uk"),
        ("odin graenaland vot", "odin graenaland votes"),
    ],
)
def test_shells_complete_what_is_typed(shell: str, typed: str, line: str, tmp_path: Path) -> None:
    program = shutil.which(shell)
    if sys.platform == "win32" or program is None:
        pytest.skip(f"no {shell}")
    import pty

    (tmp_path / "evening.log").touch()
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "odin"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m odin_cli "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "TERM": "xterm"}
    environment |= {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    options, setup = SHELLS[shell]
    if shell == "fish":  # which drops what is typed before it asks
        asked = f"{setup}; complete -C '{typed}'"
        done = subprocess.check_output(
            [program, *options, "-c", asked], cwd=tmp_path, env=environment, text=True
        )
        names = [each.partition("\t")[0] for each in done.splitlines()]
        assert names == line.split()[-1:]
        return
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [program, *options],
        cwd=tmp_path,
        env=environment,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    ) as process:
        os.close(theirs)
        # Ctrl-A goes to the beginning of the line, which is then printed into a file.
        os.write(ours, f"{setup}\n{typed}\t\x01echo \x05 >line\nexit\n".encode())
        with contextlib.suppress(OSError):  # the end of a terminal
            while os.read(ours, 65536):
                pass
        process.wait(HANGING)
    os.close(ours)
    assert (tmp_path / "line").read_text().split() == line.split()
