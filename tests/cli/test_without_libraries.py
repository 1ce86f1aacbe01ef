"""Commands where a compiled library is missing: those that need it say how to build it."""

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from odin_solver.errors import NotBuiltError
from odin_solver.game import Options
from odin_solver.placement.cover import search as cover
from odin_solver.placement.local import search
from odin_solver.planner.series import play_one
from odin_solver.rollouts import library as engine
from odin_solver.rollouts.playing import compiled
from tests.cli.process import odin, one_line

Capsys = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr(engine, "LIBRARY", tmp_path / "engine.so")
    monkeypatch.setattr(search, "LIBRARY", tmp_path / "compiled.so")
    monkeypatch.setattr(cover, "LIBRARY", tmp_path / "cover.so")
    for known in (engine.library, search.library, cover.library, compiled):
        known.cache_clear()
    yield
    for known in (engine.library, search.library, cover.library, compiled):
        known.cache_clear()


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A game of the random player."""
    path = tmp_path_factory.mktemp("games") / "game.log"
    text = play_one("random", Options("short"), 1, with_log=True).log
    assert text is not None
    path.write_text(text)
    return str(path)


@pytest.fixture
def words(log: str, begun: str, tmp_path: Path, capsys: Capsys) -> dict[str, str]:
    """Files by the words that stand for them."""
    position = str(tmp_path / "position.json")
    assert odin(capsys, "example", "iceland", "-o", position).code == 0
    return {"LOG": log, "BEGUN": begun, "POSITION": position, "NEW": str(tmp_path / "new.log")}


@pytest.fixture
def begun(log: str, tmp_path: Path) -> str:
    """The same game after some moves."""
    path = tmp_path / "begun.log"
    lines = Path(log).read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:20]))
    return str(path)


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "POSITION"),
        ("show", "POSITION"),
        ("game", "new", "--seed", "1", "-o", "NEW"),
        ("game", "show", "LOG"),
        ("game", "replay", "LOG"),
        ("game", "moves", "BEGUN"),
        ("game", "auto", "--policy", "random", "--seeds", "1", "--quiet"),
        ("feast", "POSITION"),
    ],
)
def test_what_works_without(
    capsys: Capsys, words: dict[str, str], arguments: tuple[str, ...]
) -> None:
    result = odin(capsys, *(words.get(word, word) for word in arguments))
    assert result.code == 0, result.err


@pytest.mark.parametrize(
    ("what", "arguments"),
    [
        ("the compiled local search", ("solve", "POSITION")),
        ("the compiled local search", ("hint", "POSITION", "--no-cache")),
        ("the compiled local search", ("game", "place", "BEGUN")),
        ("the compiled search for covers", ("count", "POSITION")),
        ("the compiled engine", ("plan", "BEGUN", "--time", "1")),
        ("the compiled engine", ("game", "best", "--time", "1")),
        ("the compiled engine", ("game", "start", "--games", "1")),
        ("the compiled engine", ("game", "review", "LOG")),
        ("the compiled engine", ("game", "auto", "--policy", "greedy", "--seeds", "1")),
        ("the compiled engine", ("game", "auto", "--policy", "planner", "--seeds", "1")),
    ],
)
def test_what_does_not(
    capsys: Capsys, words: dict[str, str], what: str, arguments: tuple[str, ...]
) -> None:
    result = odin(capsys, *(words.get(word, word) for word in arguments))
    assert (result.code, result.out) == (1, "")
    one_line(result.err, [f"{what} cannot be used (it was not built)", "python hatch_build.py"])


def test_processes_pass_the_error_on() -> None:
    error = pickle.loads(pickle.dumps(NotBuiltError("the compiled engine", "another version")))
    assert str(error).startswith("the compiled engine cannot be used (another version): run ")
