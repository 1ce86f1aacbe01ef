"""Ctrl-C at any moment: exit code 130 without a traceback."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.process import COMMAND, environment, odin
from tests.timing import HANGING

SITE = """
import os, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == os.environ.get("INTERRUPTED_IMPORT"):
            del os.environ["INTERRUPTED_IMPORT"]
            if os.environ.get("IN_FINALISER"):
                Final()
            else:
                os.kill(os.getpid(), signal.SIGINT)

class Final:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
"""


def interrupted(tmp_path: Path, module: str, *arguments: str, **changes: str) -> tuple[int, str]:
    """Run a command that receives Ctrl-C when it imports a module."""
    (tmp_path / "sitecustomize.py").write_text(SITE)
    env = environment(INTERRUPTED_IMPORT=module, **changes)
    env["PYTHONPATH"] = os.pathsep.join([str(tmp_path), env["PYTHONPATH"]])
    done = subprocess.run(
        [*COMMAND, *arguments],
        env=env,
        capture_output=True,
        text=True,
        timeout=HANGING,
        check=False,
    )
    return done.returncode, done.stderr.strip()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "arguments"),
    [
        ("click", ["boards"]),
        ("odin_solver.errors", ["boards"]),
        ("odin_cli.components", ["boards"]),
        ("rich.table", ["boards"]),
        ("odin_puzzles.puzzle", ["puzzle", "share", "first-steps/1"]),
    ],
)
def test_during_imports(module: str, arguments: list[str], tmp_path: Path) -> None:
    assert interrupted(tmp_path, module, *arguments) == (130, "")


@pytest.fixture
def log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    path = str(tmp_path / "game.log")
    assert odin(capsys, "game", "new", "--seed", "1", "-o", path).code == 0
    return path


@pytest.mark.slow
def test_within_a_finaliser(log: str, tmp_path: Path) -> None:
    module = "odin_solver.planner.advice"
    code, error = interrupted(tmp_path, module, "plan", log, "--time", "30", IN_FINALISER="1")
    assert code == 130
    assert "Exception ignored" not in error


@pytest.mark.slow
def test_while_a_worker_starts(tmp_path: Path) -> None:
    module = "joblib.externals.loky.backend.fork_exec"
    code, error = interrupted(tmp_path, module, "game", "auto", "--jobs", "2")
    assert code == 130
    assert "Traceback" not in error


@pytest.mark.slow
def test_a_background_job_keeps_ignoring_it(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert interrupted(tmp_path, "rich.table", "boards") == (0, "")
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.slow
def test_an_interrupt_within_exec_has_the_exit_code_too(tmp_path: Path) -> None:
    """Python itself would end by the signal: the exception passed through code in a string."""
    (tmp_path / "sitecustomize.py").write_text(
        "import os, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'odin_cli.components':\n"
        "            exec('os.kill(os.getpid(), signal.SIGINT)')\n"
        "sys.meta_path.insert(0, Finder())\n"
    )
    env = environment()
    env["PYTHONPATH"] = os.pathsep.join([str(tmp_path), env["PYTHONPATH"]])
    done = subprocess.run([*COMMAND, "boards"], env=env, capture_output=True, timeout=HANGING)
    assert (done.returncode, done.stderr.strip()) == (130, b"")
