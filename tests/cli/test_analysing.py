"""``odin hint`` and ``odin analyse``."""

import json
import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from odin_cli.questions import command_of
from odin_solver.analysis import Analyst, TileValue
from odin_solver.notation.examples import example_file
from tests.cli.process import COMMAND, environment, odin, odin_process, one_line
from tests.timing import HANGING, takes_at_most

Capsys = pytest.CaptureFixture[str]
ENOUGH = ("--time-limit", f"{HANGING}")
"""In the usual time a slow machine does not prove everything."""
SMALL: dict[str, Any] = {
    "schema": 1,
    "supply": {"oil": 1, "mead": 1, "silver": 2, "wood": 1},
    "boards": [{"board": "stone_house"}],
}
ROBE: dict[str, Any] = {
    "schema": 1,
    "supply": {"robe": 1, "oil": 1},
    "boards": [{"board": "home"}],
    "objective": {"preset": "income"},
}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("ODIN_CACHE_DIR", str(folder))
    return folder


def written(folder: Path, data: dict[str, Any]) -> str:
    path = folder / "position.json"
    path.write_text(json.dumps(data))
    return str(path)


@pytest.mark.slow
@pytest.mark.alone
def test_hints_level_by_level(capsys: Capsys, tmp_path: Path, cache: Path) -> None:
    path = written(tmp_path, ROBE)
    texts = []
    for level in ("1", "2", "3", "4"):
        result = odin(capsys, "hint", path, "--level", level, "--quiet", *ENOUGH)
        assert (result.code, result.err) == (0, "")
        texts.append(" ".join(result.out.split()))
    assert "An income of 2 (now 0) is within reach." in texts[0]
    assert "robe" not in texts[0].lower()
    assert "Place Robe: every best placement has it." in texts[1]
    assert "a1:c3" not in texts[1]
    assert "Place Robe at a1:c3 on Home board." in texts[2]
    assert "proven best" in texts[3]
    assert "OPTIMAL" not in texts[3]
    told = odin(capsys, "hint", path, "--quiet", "--verbose", *ENOUGH).out
    assert "OPTIMAL: upper bound" in told
    assert list(cache.glob("*.json"))
    data = json.loads(odin(capsys, "hint", path, "--level", "3", "--json", "--quiet", *ENOUGH).out)
    assert data["schema"] == 1
    assert data["level"] == 3
    assert data["proven"] is True
    assert data["tile"] == "robe"
    assert data["placement"]["board"] == "home"
    assert [0, 11] in data["placement"]["cells"]
    assert (data["value_before"], data["value_best"], data["loss"]) == (0, 2, 1)
    assert "Robe" in data["text"]


@pytest.mark.slow
def test_the_json_of_an_analysis(tmp_path: Path) -> None:
    text = json.dumps(SMALL)
    options = ["--json", "--lines", "2", "--values", *ENOUGH]
    result = odin_process("analyse", "-", *options, stdin=text)
    assert result.code == 0
    data = json.loads(result.out)
    assert data["schema"] == 1
    assert data["proven"] is True
    assert len(data["lines"]) == 2
    first, second = data["lines"]
    assert first["loss"] == 0
    assert first["value"] - second["loss"] == second["value"]
    assert first["boards"][0]["board"] == "stone_house"
    assert first["boards"][0]["placements"][0].keys() == {"tile", "cells", "step"}
    assert set(data["tile_values"]) == set(SMALL["supply"])
    for each in data["tile_values"].values():
        assert each["proven"] is True
        assert each["value"] == each["levels"][0] >= 0
    assert data["move"] is None
    assert data["next_tiles"] is None


@pytest.mark.slow
def test_moves(capsys: Capsys, tmp_path: Path, cache: Path) -> None:
    path = written(tmp_path, SMALL)
    for move, legal, rule in (
        ("mead b2:b3", True, None),
        ("Stone house: silver b1", False, "area"),
        ("mead a1:b1", False, "area"),
    ):
        result = odin(capsys, "analyse", path, "--move", move, "--json", "--quiet", *ENOUGH)
        assert result.code == 0
        data = json.loads(result.out)
        found = data["move"]
        if rule or not legal:
            assert found["legal"] is False
            assert found["reason"]
            assert found["loss"] is None
            assert rule is None or rule in found["rules"]
        else:
            assert found["legal"] is True
            assert found["loss"] >= 0
            assert found["proven"] is True
            assert found["answer"]["boards"][0]["board"] == "stone_house"
        assert data["lines"] is None
    words = odin(capsys, "analyse", path, "--move", "mead b2:b3", "--quiet", *ENOUGH).out
    assert "is legal and loses" in words
    assert "Best answer" in words
    refused = odin(capsys, "analyse", path, "--move", "silver b1", "--quiet", *ENOUGH).out
    assert "is not legal" in refused


@pytest.mark.slow
def test_tiles_are_named_as_printed_in_the_readers_language(capsys: Capsys, tmp_path: Path) -> None:
    """Lines, moves and reasons named them by their ids."""
    supply = {"skin_and_bones": 1, "silver": 1, "wood": 2}
    path = written(tmp_path, SMALL | {"supply": supply, "boards": [{"board": "home"}]})
    for options in (
        ["--lines", "1"],
        ["--move", "skin_and_bones a1:b3"],
        ["--move", "skin_and_bones b2:c4"],
    ):
        for language, name in (("en", "Skin and bones"), ("pl", "Skóra i kości")):
            command = ("--language", language, "analyse", path, *options, "--quiet", *ENOUGH)
            told = odin(capsys, *command).out
            assert name in told or name.lower() in told, told
            assert "skin_and_bones" not in told


@pytest.mark.slow
def test_everything_in_words(capsys: Capsys, tmp_path: Path) -> None:
    shed = {"schema": 1, "supply": {"wood": 1, "stone": 1}, "boards": [{"board": "shed"}]}
    path = written(tmp_path, shed)
    result = odin(capsys, "analyse", path, "--quiet", *ENOUGH)
    assert result.code == 0
    for part in (
        "Line 1: ",
        "the best",
        "Value of each tile in the supply",
        "Gain from one more of each tile",
        "(proven best)",
    ):
        assert part in result.out
    assert "\x1b" not in result.out


@pytest.mark.slow
def test_parts_are_printed_when_they_are_ready(
    capsys: Capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    def table(analyst: Analyst, *_: object) -> list[TileValue]:
        seen.append(capsys.readouterr().out)
        return []

    monkeypatch.setattr("odin_solver.analysis.tile_values", table)
    monkeypatch.setattr("odin_solver.analysis.next_values", table)
    path = written(tmp_path, SMALL)
    assert odin(capsys, "analyse", path, "--quiet", *ENOUGH).code == 0
    assert "Line 1: " in seen[0]
    assert "Line 3: " in seen[0]


def test_the_default_analysis_takes_ten_seconds() -> None:
    (limit,) = (each for each in command_of("analyse").params if each.name == "seconds")
    assert limit.default == 10


@pytest.mark.slow
@pytest.mark.alone
def test_the_limit_covers_all_parts(capsys: Capsys, tmp_path: Path) -> None:
    path = written(tmp_path, json.loads(odin(capsys, "example", "empire").out))
    with takes_at_most(80):
        result = odin(capsys, "analyse", path, "--quiet", "--time-limit", "8")
    assert result.code == 3
    for part in ("Line 2: ", "Value of each tile in the supply", "Gain from one more"):
        assert part in result.out
    assert "the same tiles and gains" not in result.out


@pytest.mark.slow
def test_nothing_is_kept_if_not_wanted(capsys: Capsys, tmp_path: Path, cache: Path) -> None:
    path = written(tmp_path, SMALL)
    assert odin(capsys, "hint", path, "--no-cache", "--quiet", *ENOUGH).code == 0
    assert not cache.exists()


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        (["hint", "--level", "0"], ["level"]),
        (["hint", "--level", "5"], ["level"]),
        (["hint", "--level", "two"], ["level"]),
        (["hint", "--objective", "victory"], ["victory"]),
        (["hint", "--time-limit", "0"], ["time-limit"]),
        (["analyse", "--lines", "0"], ["lines"]),
        (["analyse", "--move", "toga a1"], ["unknown tile 'toga'"]),
        (["analyse", "--move", "oil a1"], ["expected 2 cells, got 1"]),
        (["analyse", "--move", "oil a1:bbb"], ["expected a cell", "'bbb1'"]),
        (["analyse", "--move", "robe a1:c3"], ["no robe in the supply"]),
        (["analyse", "--move", "mull: oil a1:a2"], ["no board 'mull'", "stone_house"]),
        (["analyse", "--move", ""], ["expected a tile"]),
        (["analyse", "--set", "points"], ["KEY=VALUE"]),
        (["analyse", "--rounds-left", "9"], ["rounds-left"]),
    ],
)
def test_bad_input(capsys: Capsys, tmp_path: Path, options: list[str], parts: list[str]) -> None:
    path = written(tmp_path, SMALL)
    result = odin(capsys, options[0], path, *options[1:])
    assert result.code == 2
    assert not result.out
    one_line(result.err, parts)


def test_bad_files(capsys: Capsys, tmp_path: Path) -> None:
    illegal = {**SMALL, "boards": [{"board": "home", "placed": ["silver h8"]}]}
    for command in ("hint", "analyse"):
        missing = odin(capsys, command, str(tmp_path / "none.json"))
        assert missing.code == 2
        one_line(missing.err, ["none.json"])
        refused = odin(capsys, command, written(tmp_path, illegal))
        assert refused.code == 2
        assert "not legal" in refused.err


@pytest.mark.slow
def test_a_short_limit_claims_nothing(capsys: Capsys, tmp_path: Path) -> None:
    odin(capsys, "example", "empire", "-o", str(tmp_path / "empire.json"))
    path = str(tmp_path / "empire.json")
    for options in (["hint"], ["hint", "--level", "3"], ["analyse", "--lines", "2"]):
        command, *rest = options
        result = odin(capsys, command, path, *rest, "--time-limit", "0.5", "--quiet")
        assert result.code == 3
        assert "not proven" in " ".join(result.out.split())
        assert "every best placement" not in result.out.lower()


@pytest.mark.slow
def test_ctrl_c_keeps_the_best_so_far(tmp_path: Path) -> None:
    path = tmp_path / "empire.json"
    path.write_text(example_file("empire").text)
    process = subprocess.Popen(
        [*COMMAND, "analyse", str(path), "--time-limit", "500", "--json", "--lines", "3"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    assert process.stderr is not None
    assert "best placement" in process.stderr.readline()
    while not re.search("best so far [1-9]", line := process.stderr.readline()):
        assert line, "the search ended"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=HANGING)
    assert process.returncode == 130
    assert json.loads(out)["lines"][0]["value"] > 0
    assert json.loads(out)["proven"] is False
    assert "stopped" in err
    assert "Traceback" not in err


def test_help_has_an_example(capsys: Capsys) -> None:
    for command in ("hint", "analyse"):
        result = odin(capsys, command, "--help")
        assert result.code == 0
        assert f"Example: odin {command} position.json" in result.out
