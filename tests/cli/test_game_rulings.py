"""Rulings on the command line: choosing them, listing them, and seeing them."""

import json
from pathlib import Path

import pytest

from odin_solver.game.kernel.rulings import RULINGS
from tests.cli.process import odin, one_line

Capsys = pytest.CaptureFixture[str]


def test_the_list_names_every_ruling(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = odin(capsys, "game", "rulings").out
    words = " ".join(out.split())
    for name, ruling in RULINGS.items():
        assert name in out
        assert f"(rules, {ruling.section}" in words
    assert "175B Codliver Oil Presser" in words
    assert max(map(len, out.splitlines())) <= 80
    rows = json.loads(odin(capsys, "game", "rulings", "--json").out)["rulings"]
    assert [row["name"] for row in rows] == list(RULINGS)


def test_a_game_keeps_its_rulings(capsys: Capsys, tmp_path: Path) -> None:
    path = str(tmp_path / "game.log")
    rulings = ("--ruling", "Boatman keeps ore", "--ruling", "lone-silver-removed")
    assert odin(capsys, "game", "new", "--seed", "7", *rulings, "-o", path).code == 0
    shown = odin(capsys, "game", "show", path).out
    assert "Rulings      boatman-keeps-ore, lone-silver-removed" in shown
    state = odin(capsys, "game", "show", path, "--json").out
    kept = json.loads(state)["state"]["options"]["rulings"]
    assert kept == ["boatman-keeps-ore", "lone-silver-removed"]
    assert odin(capsys, "game", "replay", path, "--check").code == 0


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["--ruling", "boatman-keeps-oar"], ["--ruling", "'boatman-keeps-oar'", "did you mean"]),
        (["--ruling", "x" * 300], ["--ruling", "odin game rulings"]),
        (
            ["--occupations", "none", "--ruling", "boatman-keeps-ore"],
            ["boatman-keeps-ore", "card 9"],
        ),
        (["--ruling", "harvest-fewer-cards"], ["harvest-fewer-cards", "Harvest"]),
    ],
)
def test_bad_input(capsys: Capsys, tmp_path: Path, arguments: list[str], parts: list[str]) -> None:
    path = tmp_path / "game.log"
    result = odin(capsys, "game", "new", *arguments, "-o", str(path))
    assert result.code == 2
    one_line(result.err, parts)
    assert not path.exists()


def test_auto_takes_rulings(capsys: Capsys) -> None:
    new = ("--length", "short", "--occupations", "B,C", "--ruling", "presser-no-gifts", "--json")
    result = odin(capsys, "game", "auto", "--policy", "random", "--seeds", "1", *new)
    assert json.loads(result.out)["rulings"] == ["presser-no-gifts"]


def test_a_card_names_its_ruling(capsys: Capsys) -> None:
    assert "Ruling presser-no-gifts:" in odin(capsys, "game", "cards", "175").out
    assert "Better left out with" in odin(capsys, "game", "cards", "175").out
