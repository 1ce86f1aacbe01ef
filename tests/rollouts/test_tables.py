"""The generated tables of the compiled engine, and its build."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from odin_solver.rollouts.deals import FILE
from odin_solver.rollouts.library import Library
from odin_solver.rollouts.tables import HEADER, deals_file, tables

ROOT = Path(__file__).parents[2]


def test_tables_are_current() -> None:
    """If not: python -m odin_solver.rollouts.tables."""
    assert HEADER.read_text(encoding="utf-8") == tables()
    assert FILE.read_bytes() == deals_file()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The sources of the engine alone."""
    folder = Path("odin_solver") / "rollouts" / "source"
    shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copy(ROOT / "hatch_build.py", tmp_path)
    return tmp_path


def build(folder: Path, compiler: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-S", "hatch_build.py"],
        cwd=folder,
        env={"PATH": "", "CC": compiler},
        capture_output=True,
        text=True,
        check=False,
    )


def test_no_compiler(copy: Path) -> None:
    done = build(copy, "")
    assert done.returncode
    assert done.stderr == "the compiled engine was not built: no C compiler was found\n"


def test_failed_build_removes_the_library(copy: Path) -> None:
    """A library of other sources would be worse than none."""
    library = copy / "odin_solver" / "rollouts" / "engine.so"
    library.write_bytes(b"")
    done = build(copy, shutil.which("false") or "/bin/false")
    assert "failed" in done.stderr
    assert not library.exists()


def test_other_library(tmp_path: Path) -> None:
    damaged = tmp_path / "engine.so"
    damaged.write_bytes(b"")
    with pytest.raises(OSError, match=r"engine\.so"):
        Library(damaged)
