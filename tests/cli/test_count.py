"""``odin count``."""

import json
import sys
from pathlib import Path

import pytest

from odin_solver.notation.examples import example_file
from odin_solver.notation.positions import position_from
from odin_solver.placement.cover.counting import LayoutCount
from odin_solver.questions.placement import PositionCount
from odin_solver.questions.report import Line
from odin_solver.rules.layout import position_violations
from tests.cli.process import odin, one_line

Capsys = pytest.CaptureFixture[str]

EXAMPLE = "pentominoes-3x20"


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "a.json"
    file.write_text(example_file(EXAMPLE).text, encoding="utf-8")
    return str(file)


@pytest.mark.slow
def test_counts_are_printed(capsys: Capsys, path: str) -> None:
    result = odin(capsys, "count", path, "--quiet")
    assert result == (0, "8 layouts use all tiles\n", "")
    result = odin(capsys, "count", path, "--quiet", "--up-to-symmetry")
    assert result == (0, "2 layouts use all tiles, up to symmetry\n", "")


def test_counts_as_json(capsys: Capsys, path: str) -> None:
    result = odin(capsys, "count", path, "--json", "--quiet")
    assert result.code == 0
    data = json.loads(result.out)
    assert (data["count"], data["exact"], data["open_cells"]) == (8, True, 0)
    assert (data["of"], data["share"]) == ("all tiles", 1)


@pytest.mark.parametrize(("options", "count"), [([], 8), (["--up-to-symmetry"], 2)])
def test_all_layouts_are_written(
    capsys: Capsys, path: str, tmp_path: Path, options: list[str], count: int
) -> None:
    out = tmp_path / "all.jsonl"
    result = odin(capsys, "count", path, "--all", str(out), "--quiet", *options)
    assert result.code == 0
    assert result.out.startswith(f"{count} layouts")
    lines = out.read_text(encoding="utf-8").splitlines()
    assert len(set(lines)) == count
    for line in lines:
        data = json.loads(example_file(EXAMPLE).text)
        data["supply"] = {}
        (data["boards"][0]["placed"],) = json.loads(line)["placed"]
        position = position_from(data)
        assert position_violations(position) == []
        assert position.boards[0].covered == position.boards[0].grid.coverable


def test_a_stopped_count_is_a_lower_bound(capsys: Capsys, tmp_path: Path) -> None:
    file = tmp_path / "b.json"
    file.write_text(example_file("pentominoes-6x10").text, encoding="utf-8")
    result = odin(capsys, "count", str(file), "--time-limit", "0.01", "--quiet")
    assert result.code == 3
    assert result.out.startswith("at least ")
    result = odin(capsys, "count", str(file), "--time-limit", "0.01", "--quiet", "--json")
    data = json.loads(result.out)
    assert not data["exact"]
    assert 0 <= data["share"] < 1


def test_a_stopped_count_tells_an_estimate() -> None:
    found = LayoutCount(40, False, True, 0, 1.0, 0.003)
    first, second = PositionCount("").report(found)
    assert first == Line("at least 40 layouts use all tiles", "strong")
    assert second == Line("0.30% of the search is done: some 13,000 in all if the rest is alike")


@pytest.mark.skipif(sys.platform != "linux", reason="needs a device that is full")
def test_layouts_that_a_full_disk_does_not_take(capsys: Capsys, path: str) -> None:
    result = odin(capsys, "count", path, "--all", "/dev/full", "--quiet")
    assert (result.code, result.out) == (2, "")
    one_line(result.err, ["odin: cannot write /dev/full: No space left on device"])


def test_bad_input_is_told_in_one_line(capsys: Capsys, path: str, tmp_path: Path) -> None:
    for options, why in (
        (["--time-limit", "0"], "--time-limit: expected more than 0"),
        (["--all", str(tmp_path / "no" / "x")], "cannot write"),
        (["--all", path], "it is the input"),
    ):
        result = odin(capsys, "count", path, *options)
        assert result.code == 2
        one_line(result.err, [why])
    two = tmp_path / "two.json"
    two.write_text(
        '{"schema": 1, "supply": {"oil": 1}, "boards": [{"board": "home"}, {"board": "shetland"}]}'
    )
    result = odin(capsys, "count", str(two), "--up-to-symmetry")
    assert result.code == 2
    one_line(result.err, ["expected a position with one board"])
