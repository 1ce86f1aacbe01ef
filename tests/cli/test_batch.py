"""``odin solve --batch``: a line for each file, resumed where it was stopped."""

import json
import os
import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from odin_cli import batch
from odin_solver.notation.examples import example_file
from tests.cli.process import COMMAND, environment, odin, one_line
from tests.timing import HANGING, wait_until

Capsys = pytest.CaptureFixture[str]
SMALL = {"schema": 1, "supply": {"oil": 1}, "boards": [{"board": "shetland"}]}
OTHER = {"schema": 1, "supply": {"peas": 2, "wood": 1}, "boards": [{"board": "stone_house"}]}
ILLEGAL = {**SMALL, "boards": [{"board": "shetland", "placed": ["oil a1:a2", "oil a1:a2"]}]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "positions"
    folder.mkdir()
    (folder / "b.json").write_text(json.dumps(SMALL))
    (folder / "a.json").write_text(json.dumps(OTHER))
    (folder / "notes.txt").write_text("no position")
    return folder


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def without_time(line: dict[str, Any]) -> dict[str, Any]:
    """Return a line without the time, and without the solver that was first to prove it."""
    return {key: value for key, value in line.items() if key not in ("seconds", "solver")}


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are solved, with an answer that takes no time."""
    names: list[str] = []

    def noted(name: str, text: str, key: str, *_: object) -> dict[str, Any]:
        names.append(name)
        return {"file": name, "key": key, "status": "OPTIMAL", "length": len(text)}

    monkeypatch.setattr(batch, "answer", noted)
    return names


@pytest.mark.slow
def test_each_line_holds_what_solve_prints(capsys: Capsys, folder: Path) -> None:
    result = odin(capsys, "solve", "--batch", str(folder), "--seed", "4")
    assert (result.code, result.err) == (0, "")
    first, second = map(json.loads, result.out.splitlines())
    assert (first["file"], second["file"]) == ("a.json", "b.json")
    for line in (first, second):
        alone = odin(capsys, "solve", str(folder / line.pop("file")), "--seed", "4", "--json")
        assert line.pop("key")
        assert without_time(line) == without_time(json.loads(alone.out))


def test_what_is_there_is_not_solved_again(
    capsys: Capsys, folder: Path, tmp_path: Path, solved: list[str]
) -> None:
    out = tmp_path / "out.jsonl"
    command = ("solve", "--batch", str(folder), "--out", str(out))
    assert odin(capsys, *command) == (0, "", "")
    before = out.read_bytes()
    (folder / "c.json").write_text(json.dumps(SMALL))
    result = odin(capsys, *command)
    assert (result.code, result.err) == (0, "2 of 3 positions are in the output already\n")
    assert solved == ["a.json", "b.json", "c.json"]
    assert out.read_bytes().startswith(before)
    # Another content and other options are other questions.
    (folder / "a.json").write_text(json.dumps({**OTHER, "title": "Changed"}))
    assert odin(capsys, *command).code == 0
    assert solved[3:] == ["a.json"]
    assert odin(capsys, *command, "--seed", "1").code == 0
    assert sorted(solved[4:]) == ["a.json", "b.json", "c.json"]


def test_a_line_that_was_cut_off_is_made_again(
    capsys: Capsys, folder: Path, tmp_path: Path, solved: list[str]
) -> None:
    out = tmp_path / "out.jsonl"
    command = ("solve", "--batch", str(folder), "--out", str(out), "--quiet")
    odin(capsys, *command)
    whole = out.read_bytes()
    out.write_bytes(whole[:-9])
    assert odin(capsys, *command) == (0, "", "")
    assert out.read_bytes() == whole
    assert solved == ["a.json", "b.json", "b.json"]


@pytest.mark.slow
def test_errors_do_not_stop_the_others(
    capsys: Capsys, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.json").write_text("{")
    (folder / "aa.json").write_text(json.dumps(ILLEGAL))
    (folder / "ab.toml").write_bytes(b"\xff\xff")
    out = tmp_path / "out.jsonl"
    for _ in range(2):
        result = odin(capsys, "solve", "--batch", str(folder), "--out", str(out), "--quiet")
        assert result == (2, "", "odin: files with errors: 3 of 4\n")
    found = {line["file"]: line for line in lines(out)}
    assert len(lines(out)) == len(found) == 4
    assert found["a.json"]["error"].startswith("a.json: invalid JSON")
    assert "not legal" in found["aa.json"]["error"]
    assert "UTF-8" in found["ab.toml"]["error"]
    assert found["b.json"]["status"] == "OPTIMAL"

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("out of luck")

    monkeypatch.setattr("odin_solver.placement.solve.solve", broken)
    result = odin(capsys, "solve", "--batch", str(folder), "--quiet")
    assert result.code == 2
    assert json.loads(result.out.splitlines()[-1])["error"] == (
        "internal error: RuntimeError: out of luck"
    )


@pytest.mark.slow
def test_unproven_results_are_told_by_the_exit_code(capsys: Capsys, tmp_path: Path) -> None:
    (tmp_path / "empire.json").write_text(example_file("empire").text)
    result = odin(capsys, "solve", "--batch", str(tmp_path), "--time-limit", "0.3")
    assert result.code == 3
    assert json.loads(result.out)["status"] == "FEASIBLE"


@pytest.mark.slow
def test_processes_give_the_same_lines(capsys: Capsys, folder: Path, tmp_path: Path) -> None:
    for jobs in ("1", "2"):
        out = str(tmp_path / jobs)
        assert odin(capsys, "solve", "--batch", str(folder), "--jobs", jobs, "--out", out).code == 0
    one, two = ({x["file"]: without_time(x) for x in lines(tmp_path / n)} for n in ("1", "2"))
    assert one == two


def test_the_cluster_is_used(capsys: Capsys, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def parallel_map(function: object, tasks: list[Any], **how: Any) -> list[Any]:
        asked.append((len(tasks), how))
        return []

    monkeypatch.setattr(batch, "parallel_map", parallel_map)
    odin(capsys, "solve", "--batch", str(folder), "--cluster", "tcp://host:1")
    assert asked == [(2, {"jobs": 1, "cluster": "tcp://host:1"})]


@pytest.mark.slow
def test_ctrl_c_keeps_finished_lines(folder: Path, tmp_path: Path) -> None:
    (folder / "c.json").write_text(example_file("empire").text)
    out = tmp_path / "out.jsonl"
    process = subprocess.Popen(
        [*COMMAND, "solve", "--batch", str(folder), "--out", str(out)],
        env=environment(),
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )

    def two_are_finished() -> bool:
        assert process.poll() is None
        return out.exists() and len(lines(out)) == 2

    wait_until(two_are_finished)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=HANGING)
    assert process.returncode == 130
    one_line(err, ["stopped; positions done: ", "the same command resumes the run"])
    assert re.search(" [12] of 3;", err)  # the second is written before it is counted
    assert len(lines(out)) == 2


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["--batch", "nowhere"], ["--batch nowhere", "No such file"]),
        (["--batch", "empty"], ["--batch empty", "expected files ending in .json"]),
        (["--batch", "positions", "x.json"], ["no POSITION"]),
        (["--batch", "positions", "--svg", "x.svg"], ["no --svg"]),
        (["--batch", "positions", "--out", "positions/c.json"], ["not among the positions"]),
        (
            ["--batch", "positions", "--out", "foreign"],
            ["--out foreign: line 1", "a line of a batch"],
        ),
        (["--batch", "positions", "--out", "no/x"], ["cannot write no/x"]),
        (["--batch", "positions", "--objective", "x"], ["objective: expected one of"]),
        (["--batch", "positions", "--set", "x=1"], ["--set: unknown key"]),
        (["--batch", "positions", "--time-limit", "0"], ["--time-limit"]),
        (["x.json", "--jobs", "2"], ["--jobs: expected --batch"]),
        (["x.json", "--out", "x"], ["--out: expected --batch"]),
        ([], ["POSITION"]),
    ],
)
def test_bad_input_is_one_line(
    capsys: Capsys,
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
    solved: list[str],
    arguments: list[str],
    parts: list[str],
) -> None:
    monkeypatch.chdir(folder.parent)
    (folder.parent / "empty").mkdir()
    (folder.parent / "foreign").write_text('{"my": "data"}\n')
    result = odin(capsys, "solve", *arguments)
    assert (result.code, result.out) == (2, "")
    one_line(result.err, parts)
    assert solved == []
    assert (folder.parent / "foreign").read_text() == '{"my": "data"}\n'
