import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

import odin_cli.main
from odin_cli.commands import LazyGroup
from odin_cli.main import COMMANDS
from odin_solver import __version__
from odin_solver.errors import InputError, OdinError
from odin_solver.notation.examples import example_file
from tests.cli.process import COMMAND, environment, odin, odin_process, one_line, relative_time
from tests.timing import HANGING

Capsys = pytest.CaptureFixture[str]


def test_version(capsys: Capsys) -> None:
    assert odin(capsys, "--version") == (0, f"odin {__version__}\n", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(capsys: Capsys, command: str) -> None:
    result = odin(capsys, command, "--help")
    assert result.code == 0
    assert f"Example: odin {command}" in result.out


def test_help_lists_all_commands(capsys: Capsys) -> None:
    out = odin(capsys, "--help").out
    for command in COMMANDS:
        assert f"\n  {command}" in out


def test_help_is_in_groups_and_no_line_is_cut_off(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    out = odin(capsys, "--help").out
    for heading in ("Boards", "Puzzles", "The solo game", "Other games"):
        assert f"\n{heading}:\n" in out
    for group in ("", "puzzle", "game", "vikings", "graenaland"):
        shown = odin(capsys, *group.split(), "--help").out
        assert "..." not in shown.replace("[ARGS]...", "")
        assert max(map(len, shown.splitlines())) <= 60


def test_without_a_command_help_goes_to_stderr(capsys: Capsys) -> None:
    result = odin(capsys)
    assert result.code == 2
    assert not result.out
    assert "Usage: odin" in result.err


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["sovle"], ["'sovle'", "did you mean solve"]),
        (["frobnicate"], ["expected one of solve, hint, analyse, feast"]),
        (["solve"], ["POSITION", "odin solve --help"]),
        (["solve", "x.json", "--workers", "many"], ["--workers", "many"]),
        (["show", "x.json", "--pgn", "y"], ["--pgn"]),
        (["boards", "iceand"], ["did you mean Iceland"]),
        (["check", "a", "b"], ["b"]),
    ],
)
def test_wrong_command_lines_are_one_line(
    capsys: Capsys, arguments: list[str], parts: list[str]
) -> None:
    result = odin(capsys, *arguments)
    assert result.code == 2
    assert not result.out
    one_line(result.err, parts)


@pytest.mark.parametrize(
    ("error", "code", "part"),
    [
        (InputError("odd input"), 2, "odd input"),
        (OdinError("solver\nfailed"), 1, "solver failed"),
        (OSError(28, "No space left on device"), 2, "No space left on device"),
        (PermissionError(13, "Permission denied", "x.log"), 2, "odin: x.log: Permission denied"),
        (ValueError("a bug"), 1, "internal error: ValueError: a bug"),
    ],
)
def test_errors_become_one_line(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, error: Exception, code: int, part: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    # Output of this process must not be redirected for good.
    monkeypatch.setattr(odin_cli.main, "_give_up", lambda stream: None)
    monkeypatch.setattr(odin_cli.main.odin, "main", fail)
    result = odin(capsys, "boards")
    assert result.code == code
    one_line(result.err, [part])


def test_interrupts_are_silent(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(odin_cli.main.odin, "main", interrupt)
    assert odin(capsys, "boards") == (130, "", "")


@pytest.mark.slow
def test_a_closed_pipe_is_no_error() -> None:
    for arguments in (["tiles", "--json"], ["boards"]):
        process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        )
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(HANGING) in (0, 1)
        process.stderr.close()


def test_a_path_that_cannot_be_looked_up_is_bad_input(capsys: Capsys) -> None:
    result = odin(capsys, "game", "harvest-profile", "--new", long := "x" * 300)
    assert result.code == 2
    one_line(result.err, [long[:50], "File name too long"])


@pytest.mark.slow
def test_a_full_disk_is_one_line() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, "boards"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
            check=False,
        )
    assert done.returncode == 2
    one_line(done.stderr, ["cannot write standard output: No space left on device"])


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "position.json"],
        ["puzzle", "new", "--board", "small", "--count", "2", "--jobs", "2", "-o", "pack"],
        ["game", "auto", "--seeds", "1-2", "--jobs", "2"],
    ],
)
def test_code_of_the_current_folder_is_not_run(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "position.json").write_text(
        '{"schema": 1, "supply": {"oil": 1, "peas": 1}, "boards": [{"board": "stone_house"}]}'
    )
    for module in ("queue", "json", "random", "msgspec"):
        (tmp_path / f"{module}.py").write_text("open('run', 'w')\nraise SystemExit\n")
    command = [sys.executable, "-P", *COMMAND[1:], *arguments]
    done = subprocess.run(command, cwd=tmp_path, env=environment(), timeout=HANGING)
    assert done.returncode == 0
    assert not (tmp_path / "run").exists()


@pytest.mark.alone
def test_commands_start_within_a_third_of_a_second_and_the_version_within_a_tenth() -> None:
    assert relative_time("--version") < 1
    for command in ("show", "check"):
        text = example_file("late-home").text
        assert relative_time(command, "-", stdin=text) < 3.5


@pytest.mark.slow
def test_show_and_check_start_without_a_solver() -> None:
    code = (
        "import sys, odin_cli.solving, odin_cli.positions, odin_solver, odin_cli.shipped;"
        "sys.exit(bool({'ortools', 'highspy', 'numpy', 'resvg_py'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], env=environment()).returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "most", "without"),
    [
        ("--help", 35, "rich msgspec numpy odin_solver.components odin_solver.words"),
        ("game --help", 35, "rich msgspec numpy odin_solver.components odin_solver.words"),
        ("boards", 55, "numpy odin_solver.placement odin_solver.game odin_solver.planner"),
    ],
)
def test_commands_import_what_they_draw(arguments: str, most: int, without: str) -> None:
    code = (
        "import sys; from odin_cli.main import run; run(sys.argv[1:]);"
        "sys.stderr.write(' '.join(sys.modules))"
    )
    command = [sys.executable, "-c", code, *arguments.split()]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), check=True)
    loaded = done.stderr.split()
    assert not {"ortools", "highspy", "resvg_py", *without.split()} & {*loaded}
    assert len([name for name in loaded if name.startswith("odin_")]) <= most


@pytest.mark.parametrize("name", [None, *COMMANDS])
def test_lists_of_commands_say_what_each_says_of_itself(name: str | None) -> None:
    context = click.Context(odin_cli.main.odin)
    command = odin_cli.main.odin.get_command(context, name) if name else odin_cli.main.odin
    if isinstance(command, LazyGroup):
        for below in command.table:
            loaded = command.get_command(context, below)
            assert loaded is not None
            assert command.sentence_of(below) == loaded.get_short_help_str()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("odin so", "solve"),
        ("odin --lang", "--language"),
        ("odin game sh", "show"),
        ("odin boards ice", "iceland"),
        ("odin example lat", "late-home"),
    ],
)
def test_shell_completion(words: str, completed: str) -> None:
    count = str(len(words.split()) - 1)
    environ = {"_ODIN_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": count}
    result = odin_process(**environ)
    assert result.out.split() == [f"plain,{completed}"]


def test_errors_are_short_and_send_nothing_to_the_terminal(capsys: Capsys) -> None:
    for arguments in (
        ("show", "\x1b]0;title\x07.json"),
        ("solve", "x.json", "--set", f"points={'9' * 10_000}"),
        ("tiles", "\u202e\ud800" + "x" * 5000),
        ("game", "show", "x" * 4000),
    ):
        result = odin(capsys, *arguments)
        assert result.code == 2
        one_line(result.err, [])
        assert len(result.err) <= 200
        assert result.err.rstrip("\n").isprintable()


@pytest.mark.parametrize("columns", ["0", "-1", "\N{SUPERSCRIPT TWO}", "9" * 20, "1e5", ""])
def test_odd_widths_of_the_terminal_are_ignored(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("LINES", columns)
    result = odin(capsys, "boards", "iceland")
    assert result.code == 0
    assert "Iceland" in result.out
    assert max(map(len, result.out.splitlines())) <= 80


@pytest.mark.skipif(sys.platform == "win32", reason="names of files are text there")
def test_a_name_of_a_file_that_is_no_text_is_written_with_escapes(tmp_path: Path) -> None:
    done = subprocess.run(
        [*map(os.fsencode, COMMAND), b"puzzle", b"packs", b"-o", b"\x80", b"first-steps"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        check=False,
    )
    assert done.stderr == b""
    copied = sorted((tmp_path / os.fsdecode(b"\x80")).iterdir())
    names = [f"\\udc80/{each.name}" for each in copied]
    assert sorted(done.stdout.decode().split()) == names != []
