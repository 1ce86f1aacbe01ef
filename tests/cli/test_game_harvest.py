"""Games with Harvest on the command line, and the profile of the owner's box."""

from collections.abc import Callable
from pathlib import Path

import pytest

from odin_solver.game.harvest import HARVEST_PROFILES
from tests.cli.process import Result, odin

BOX = Path(__file__).parent.parent / "game" / "data" / "harvest-profile.toml"

Run = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `odin game` with arguments; no profile is saved."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return lambda *arguments: odin(capsys, "game", *arguments)


def test_harvest_says_that_the_printed_harvests_are_played(run: Run, tmp_path: Path) -> None:
    answer = run("new", "--harvest", "--seed", "1", "-o", str(tmp_path / "a.log"))
    assert answer.code == 0
    assert "the harvests printed on the round track are played" in answer.err
    plain = run("new", "--seed", "1", "-o", str(tmp_path / "b.log"))
    assert "Harvest" not in plain.err


def test_harvest_by_the_profile_of_the_own_box(run: Run, tmp_path: Path) -> None:
    path = HARVEST_PROFILES.own_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(BOX.read_text(encoding="utf-8"), encoding="utf-8")
    log = str(tmp_path / "a.log")
    answer = run("new", "--harvest", "--occupations", "none", "--seed", "1", "-o", log)
    assert "printed" not in answer.err
    assert run("do", log, "token 3").code == 0
    shown = run("show", log)
    assert "Harvest marker" in shown.out
    assert "Resource token 3: orange: 1 egg; back: 1 amber, 3 silver" in shown.out
    played = run("auto", "--harvest", "--seeds", "1", "--policy", "greedy", "--quiet")
    assert played.code == 0
    assert "printed" not in played.err
    path.write_text("markers = 3\n", encoding="utf-8")
    refused = run("new", "--harvest", "-o", str(tmp_path / "b.log"))
    assert refused.code == 2
    assert "harvest.toml: markers: expected" in refused.err


def test_the_form_of_a_harvest_profile(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    goods = ["2 peas, egg", "orange"]
    answers = ["helmet", *goods, *goods * 3, *["-", "back"] * 4, *["berry", "-"] * 9, ""]
    lines = iter([f"{line}\n" for line in answers])
    monkeypatch.setattr("odin_cli.forms.read_line", lambda: next(lines, ""))
    path = tmp_path / "box.toml"
    answer = run("harvest-profile", "--new", str(path))
    assert answer.code == 0, answer.err
    assert "unknown good 'helmet'" in answer.err
    unfinished = run("harvest-profile", str(path))
    assert unfinished.code == 2
    assert "box.toml: tokens: expected 10 tokens, got 9" in unfinished.err
    lines = iter(["silver\n", "2 ore\n"])
    assert run("harvest-profile", "--new", str(path)).code == 0
    shown = run("harvest-profile", str(path))
    assert "Harvest marker 1: 1 egg, 2 peas; orange" in shown.out
    assert "Resource token 10: orange: 1 silver; back: 2 ore" in shown.out
