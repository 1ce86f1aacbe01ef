"""Output of commands at three widths, as files: nothing is cut off, no spaces end a line."""

import os
import re
from pathlib import Path

import pytest

from tests.cli.process import odin, odin_typed

Capsys = pytest.CaptureFixture[str]
SNAPSHOTS = Path(__file__).parent / "widths"
SMALL = (
    '{"schema": 1, "round": 7, "boards": [{"board": "stone_house"}],'
    '"supply": {"wood": 1, "oil": 1, "chest": 1}}'
)
ILLEGAL = 'schema = 1\n[[boards]]\nboard = "home"\nplaced = ["ore h8", "robe i9:k11"]\n'

COMMANDS = {
    "show": "show empire.json",
    "check": "check empire.json",
    "check-illegal": "check illegal.toml",
    "example": "example",
    "boards": "boards",
    "board": "boards mull",
    "tiles": "tiles",
    "tile": "tiles fibula",
    "solve": "solve small.json --quiet --workers 1",
    "feast": "feast --cells 9 --food peas=2,salt_meat=1,silver=3",
    "packs": "puzzle packs",
    "grade": "puzzle grade first-steps/1 --steps",
    "game": "game show game.log",
    "moves": "game moves game.log",
    "rulings": "game rulings",
    "challenges": "challenge list",
    "cards": "game cards 9",
    "plan": "plan game.log --playouts 4 --quiet",
    "review": "game review begun.log --playouts 4 --quiet",
}

TYPED = {
    "play": ("game play game.log", "read t5\nwhy b1\nt1\nstrip 1 take 1\nscore\nquit\n"),
    "puzzle": ("puzzle play first-steps/1", "hint\nhint\npeas z9\ncheck\nhelp\nquit\n"),
}


@pytest.fixture
def files(capsys: Capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    Path("small.json").write_text(SMALL, encoding="utf-8")
    Path("illegal.toml").write_text(ILLEGAL, encoding="utf-8")
    odin(capsys, "example", "empire", "-o", "empire.json")
    odin(capsys, "game", "new", "--seed", "7", "-o", "game.log")
    log = Path("game.log").read_text(encoding="utf-8")
    Path("begun.log").write_text(log, encoding="utf-8")
    odin(capsys, "game", "do", "begun.log", "t1", "strip 1 take 1")


@pytest.mark.slow
@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("name", COMMANDS)
def test_output(capsys: Capsys, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for width in (60, 80, 120):
        monkeypatch.setenv("COLUMNS", str(width))
        result = odin(capsys, *COMMANDS[name].split())
        assert result.code in (0, 1), result.err
        text = re.sub(r"\b\d+\.\d s\b, \S+ [\d.]+", "0.0 s, solver 1.0", result.out)
        text = re.sub(r"\bin \d+\.\d s\b", "in 0.0 s", text)
        compare(text, name, width)


@pytest.mark.slow
@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("name", TYPED)
def test_sessions(tmp_path: Path, name: str) -> None:
    command, typed = TYPED[name]
    for width in (60, 80, 120):
        folder = tmp_path / str(width)
        folder.mkdir()
        (folder / "game.log").write_bytes(Path("game.log").read_bytes())
        words = command.replace("game.log", f"{width}/game.log").split()
        result = odin_typed(
            *words, stdin=typed, COLUMNS=str(width), ODIN_DATA_DIR=str(folder / "data")
        )
        assert (result.code, result.err) == (0, "")
        compare(re.sub(r"\b\d+:\d\d\b", "0:00", result.out), name, width)


@pytest.mark.slow
@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    "command",
    [
        "hint small.json --level 4 --quiet --no-cache --workers 1",
        "analyse small.json --quiet --no-cache --workers 1",
    ],
)
def test_output_that_depends_on_time(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    result = odin(capsys, *command.split())
    assert result.code in (0, 3), result.err
    is_whole(result.out, 60)


def compare(text: str, name: str, width: int) -> None:
    """Compare output with its file; ``RENEW_PICTURES`` in the environment writes the file."""
    is_whole(text, width)
    path = SNAPSHOTS / f"{name}-{width}.txt"
    if os.environ.get("RENEW_PICTURES"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def is_whole(text: str, width: int) -> None:
    lines = text.splitlines()
    assert lines
    assert [line for line in lines if line != line.rstrip()] == []
    assert [line for line in lines if len(line) > width] == []
    assert "…" not in text
