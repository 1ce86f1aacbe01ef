"""The library for Windows plays the games that this system plays, in Wine."""

import os
import shutil
import subprocess
import sys
from ctypes import sizeof
from pathlib import Path

import pytest

from benchmarks.checking import encoded
from hatch_build import PLATFORMS
from odin_solver.game import Options, new_game
from odin_solver.rollouts.library import LIBRARY, library
from odin_solver.rollouts.policies.evaluation import GREEDY
from odin_solver.rollouts.structs import FlatLog, FlatPlayout
from odin_solver.rollouts.weights import flat_policy

ROOT = Path(__file__).parents[2]
GAMES = 50

WHERE = os.pathsep.join((os.environ.get("PATH", ""), "/usr/lib/wine"))
"""Debian keeps wine64 in a folder of its own."""


@pytest.mark.nightly
def test_fifty_games_are_alike(tmp_path: Path) -> None:
    wine = shutil.which("wine64", path=WHERE) or shutil.which("wine", path=WHERE)
    if wine is None:
        pytest.skip("wine is not installed")
    pytest.importorskip("ziglang", reason="pip install ziglang")
    (tmp_path / "state").write_bytes(bytes(encoded(library(), new_game(Options()))))
    (tmp_path / "policy").write_bytes(bytes(flat_policy(GREEDY, "long")))
    sizes = map(str, (GAMES, sizeof(FlatLog), sizeof(FlatPlayout)))
    arguments = ["state", "policy", *sizes]

    def compiled(source: Path, name: str, *flags: str, target: str) -> Path:
        command = [sys.executable, "-m", "ziglang", "cc", "-target", target, "-O2", *flags]
        subprocess.run([*command, str(source), "-o", name], cwd=tmp_path, check=True)
        return tmp_path / name

    windows = PLATFORMS["win_amd64"]
    games = ROOT / "tests" / "platforms" / "games.c"
    compiled(games, "games.exe", target=windows)
    copy = tmp_path / "copy"
    shutil.copytree(ROOT / "odin_solver", copy / "odin_solver")
    shutil.copy(ROOT / "hatch_build.py", copy)
    ours = os.environ | {"ODIN_PLATFORM": "win_amd64", "WINEDEBUG": "-all"}
    ours["WINEPREFIX"] = str(tmp_path / "prefix")
    subprocess.run([sys.executable, "hatch_build.py"], cwd=copy, env=ours, check=True)
    shutil.copy(copy / LIBRARY.relative_to(ROOT), tmp_path / "engine.dll")
    there = subprocess.run(
        [wine, "games.exe", "engine.dll", *arguments],
        cwd=tmp_path,
        env=ours,
        capture_output=True,
        check=True,
    ).stdout
    here = compiled(games, "games", "-ldl", target="native")
    native = subprocess.run(
        [here, str(LIBRARY), *arguments], cwd=tmp_path, capture_output=True, check=True
    ).stdout
    assert len(native) == GAMES * (sizeof(FlatLog) + sizeof(FlatPlayout))
    assert there == native
