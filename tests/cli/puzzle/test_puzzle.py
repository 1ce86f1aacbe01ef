"""The commands ``odin puzzle ...`` but for those that make puzzles."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from odin_cli.groups import puzzle
from odin_puzzles.files import puzzle_data, puzzle_from
from odin_puzzles.kinds import kind_of
from odin_puzzles.kinds.boards import command_text
from odin_puzzles.play.progress import default_file
from odin_puzzles.play.session import Play
from odin_puzzles.share.codes import share_code
from tests.cli.process import odin, odin_process, one_line
from tests.puzzles.samples import NAMES, path, sample

Capsys = pytest.CaptureFixture[str]


def test_help_lists_the_commands(capsys: Capsys) -> None:
    result = odin(capsys, "puzzle", "--help")
    assert result.code == 0
    for name in puzzle.table:
        assert f"\n  {name}" in result.out
        assert f"Example: odin puzzle {name}" in odin(capsys, "puzzle", name, "--help").out


def test_without_a_command_help_goes_to_stderr(capsys: Capsys) -> None:
    result = odin(capsys, "puzzle")
    assert (result.code, result.out) == (2, "")
    assert "Usage: odin puzzle" in result.err


def test_how_a_puzzle_is_changed_must_be_said(capsys: Capsys) -> None:
    result = odin(capsys, "puzzle", "change", "first-steps/3")
    assert (result.code, result.out) == (2, "")
    one_line(result.err, ["--to"])


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_solve(capsys: Capsys, name: str) -> None:
    result = odin(capsys, "puzzle", "solve", path(name), "--json")
    data = json.loads(result.out)
    assert result.code == 0
    assert (data["schema"], data["unique"], data["another"]) == (1, True, None)
    assert data["engine"]
    assert data["seconds"] >= 0
    checked = odin(capsys, "puzzle", "check", path(name), _file(data))
    assert checked.code == 0, checked
    drawn = odin(capsys, "puzzle", "solve", share_code(sample(name)))
    assert drawn.code == 0
    assert "the only solution" in drawn.out
    assert ("up to the symmetry" in drawn.out) == (name == "skerry")


def _file(data: Any) -> str:
    """A file in the directory of this test run."""
    target = _FOLDER[0] / f"{len(list(_FOLDER[0].iterdir()))}.json"
    target.write_text(json.dumps(data))
    return str(target)


_FOLDER: list[Path] = []


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> None:
    _FOLDER[:] = [tmp_path]


@pytest.mark.slow
def test_check_without_an_answer(capsys: Capsys) -> None:
    assert odin(capsys, "puzzle", "check", path("order")).out == "sound: it has one solution\n"
    data = json.loads(odin(capsys, "puzzle", "check", path("order"), "--json").out)
    assert (data["correct"], data["unique"], data["faults"]) == (None, True, [])


@pytest.mark.slow
def test_check_answers(capsys: Capsys) -> None:
    puzzle_ = sample("fill")
    right = kind_of(puzzle_).solution_data(puzzle_.solution)
    for answer in (right, {"solution": right}, puzzle_data(puzzle_)):
        result = odin(capsys, "puzzle", "check", path("fill"), _file(answer))
        assert (result.code, result.out, result.err) == (0, "right\n", "")
    result = odin(capsys, "puzzle", "check", path("fill"), _file(right[1:]))
    assert result.code == 1
    assert result.out.startswith("wrong:\n")
    assert "left over" in result.out
    assert "is open" in result.out
    data = json.loads(
        odin(capsys, "puzzle", "check", share_code(puzzle_), _file(right[1:]), "--json").out
    )
    assert data["correct"] is False
    assert len(data["faults"]) == 2
    stray = [*right[1:], {**right[0], "board": 4}]
    assert "no board 4" in odin(capsys, "puzzle", "check", path("fill"), _file(stray)).out


def test_a_share_code_is_no_answer(capsys: Capsys) -> None:
    result = odin(capsys, "puzzle", "check", path("fill"), share_code(sample("fill")))
    assert result.code == 2
    one_line(result.err, ["a share code holds no solution"])


def ambiguous() -> dict[str, Any]:
    """Two places for one tile."""
    position = {
        "schema": 1,
        "supply": {"oil": 1, "hide": 1},
        "boards": [{"board": {"map": ["..-..", "....."], "kind": "building"}}],
    }
    return {
        "schema": 1,
        "kind": "best",
        "position": position,
        "goal": {"value": 1, "tiles": 1},
        "solution": [{"board": 0, "tile": "oil", "cells": [[1, 0], [2, 0]]}],
    }


@pytest.mark.slow
def test_a_puzzle_with_several_solutions_is_refused(capsys: Capsys) -> None:
    file = _file(ambiguous())
    result = odin(capsys, "puzzle", "check", file)
    assert result.code == 2
    one_line(result.err, [file, "refused", "its solution is not the only one"])
    assert "A solution:" in result.out
    assert "┃" in result.out
    result = odin(capsys, "puzzle", "check", file, file, "--json")
    assert result.code == 2
    data = json.loads(result.out)
    assert data["unique"] is False
    assert data["another"]
    one_line(result.err, ["not the only one"])
    assert odin(capsys, "puzzle", "solve", file, "--json").code == 1
    shown = odin(capsys, "puzzle", "solve", file)
    assert shown.code == 1
    for part in ("Solution 1", "Solution 2", "several solutions"):
        assert part in shown.out
    bare = {**ambiguous(), "solution": []}
    one_line(odin(capsys, "puzzle", "check", _file(bare)).err, ["it has several solutions"])
    for command in ("play", "grade"):
        failed = odin(capsys, "puzzle", command, _file(bare))
        assert failed.code == 2, command
        assert "Traceback" not in failed.err


@pytest.mark.slow
def test_a_puzzle_with_a_wrong_claim_is_refused(capsys: Capsys) -> None:
    data = puzzle_data(sample("best"))
    data["goal"]["value"] += 1
    result = odin(capsys, "puzzle", "check", _file(data))
    assert result.code == 2
    one_line(result.err, ["its own solution is wrong: 14 points, not 15"])
    data["solution"] = []
    one_line(odin(capsys, "puzzle", "check", _file(data)).err, ["it has no solution"])
    result = odin(capsys, "puzzle", "solve", _file(data))
    assert result.code == 1
    assert "no solution" in result.out
    data = puzzle_data(sample("fill"))
    data["solution"] = data["solution"][1:]
    result = odin(capsys, "puzzle", "check", _file(data))
    one_line(result.err, ["its own solution is wrong"])
    assert "A solution:" in result.out


def test_grade(capsys: Capsys) -> None:
    result = odin(capsys, "puzzle", "grade", path("fill"), "--json")
    data = json.loads(result.out)
    assert result.code == 0
    assert 1 <= data["difficulty"] <= 5
    assert data["grading"]["techniques"]
    text = odin(capsys, "puzzle", "grade", share_code(sample("fill")), "--steps").out
    assert "★" in text
    assert "of 5" in text
    assert "\nSteps\n" in text
    for piece in sample("fill").solution:
        assert piece.tile.id in text


@pytest.mark.slow
def test_share(capsys: Capsys, tmp_path: Path) -> None:
    code = odin(capsys, "puzzle", "share", path("order")).out.strip()
    assert code == share_code(sample("order"))
    assert odin(capsys, "puzzle", "share", code.lower()).out.strip() == code
    target = tmp_path / "back.json"
    assert odin(capsys, "puzzle", "share", code, "-o", str(target)) == (0, "", "")
    back = puzzle_from(json.loads(target.read_text()))
    puzzle_ = sample("order")
    assert set(back.solution) == set(puzzle_.solution)
    assert (back.title, back.difficulty, back.goal) == (
        puzzle_.title,
        puzzle_.difficulty,
        puzzle_.goal,
    )
    text = odin(capsys, "puzzle", "share", code, "-o", "-").out
    assert json.loads(text) == json.loads(target.read_text())
    (tmp_path / "code.txt").write_text(f"{code}\n")
    assert odin(capsys, "puzzle", "check", str(tmp_path / "code.txt")).code == 0


@pytest.mark.parametrize("command", ["solve", "check", "grade", "share", "play", "print"])
def test_a_typo_in_a_code_is_named(capsys: Capsys, command: str, tmp_path: Path) -> None:
    code = share_code(sample("order"))
    wrong = code[:12] + ("7" if code[12] != "7" else "8") + code[13:]
    more = ["-o", str(tmp_path / "x.pdf")] if command == "print" else []
    result = odin(capsys, "puzzle", command, wrong, *more)
    assert (result.code, result.out) == (2, "")
    one_line(result.err, ["share code: a typo near", "group 2"])
    assert not list(tmp_path.glob("*.pdf"))


BAD = [
    (["solve", "nowhere.json"], ["nowhere.json: No such file"]),
    (["solve", "/"], ["/: Is a directory"]),
    (["slove", "x"], ["no command 'slove': did you mean solve?"]),
    (["solve"], ["FILE", "odin puzzle solve --help"]),
    (["check", "-", "-"], ["only one of the files"]),
    (["play", "-"], ["standard input", "give a file or a share code"]),
    (["print", "-", "-", "-o", "x.pdf"], ["only one of the files"]),
    (["print", "-o", "x.pdf"], ["FILE"]),
    (["print", "x.json"], ["-o"]),
    (["print", "x.json", "-o", "/no/where.pdf"], ["cannot write /no/where.pdf"]),
    (["print", "x.json", "-o", "y.pdf", "--per-page", "3"], ["--per-page", "3"]),
    (["print", "x.json", "-o", "y.pdf", "--paper", "a5"], ["--paper", "a5"]),
    (["share", "ODIN-"], ["share code: characters are missing"]),
    (["solve", "x.json", "--time-limit", "0"], ["--time-limit"]),
]


@pytest.mark.parametrize(("arguments", "parts"), BAD)
def test_bad_input_is_one_line(capsys: Capsys, arguments: list[str], parts: list[str]) -> None:
    result = odin(capsys, "puzzle", *arguments)
    assert (result.code, result.out) == (2, "")
    one_line(result.err, parts)


@pytest.mark.parametrize(
    ("content", "part"),
    [
        ("", "expected a puzzle, got an empty file"),
        ("{", "invalid JSON"),
        ("[1]", "expected an object with a puzzle"),
        ('{"schema": 1, "boards": []}', "expected a puzzle, got a position"),
        ('{"schema": 1, "kind": "maze"}', "kind"),
        ("\udcff", "expected UTF-8 text, got byte 0"),
        ("[" * 99_999, "invalid JSON"),
    ],
)
def test_files_that_are_no_puzzles(capsys: Capsys, tmp_path: Path, content: str, part: str) -> None:
    file = tmp_path / "x.json"
    file.write_bytes(content.encode(errors="surrogateescape"))
    for command in ("solve", "check"):
        result = odin(capsys, "puzzle", command, str(file))
        assert (result.code, result.out) == (2, "")
        one_line(result.err, [f"{file}: ", part])


def test_positions_against_the_rules_are_refused(capsys: Capsys) -> None:
    data = puzzle_data(sample("fill"))
    data["position"]["boards"][0]["placed"] = ["ore b2"]
    result = odin(capsys, "puzzle", "solve", _file(data))
    assert result.code == 2
    one_line(result.err, ["the position is not legal: ore at b2"])


def test_answers_that_are_none(capsys: Capsys) -> None:
    answers: list[Any] = [{}, [1], [{"board": 0, "tile": "toga", "cells": []}]]
    for answer in answers:
        result = odin(capsys, "puzzle", "check", path("fill"), _file(answer))
        assert (result.code, result.out) == (2, "")
        one_line(result.err, ["solution"])


@pytest.mark.slow
def test_print(capsys: Capsys, tmp_path: Path) -> None:
    target = tmp_path / "booklet.pdf"
    arguments = [path("fill"), share_code(sample("banquet")), "-o", str(target)]
    assert odin(capsys, "puzzle", "print", *arguments, "--title", "Trial") == (0, "", "")
    first = target.read_bytes()
    assert first.startswith(b"%PDF-")
    assert odin(capsys, "puzzle", "print", *arguments, "--title", "Trial").code == 0
    assert target.read_bytes() == first
    bare = {**ambiguous(), "solution": []}
    result = odin(capsys, "puzzle", "print", _file(bare), "-o", str(target))
    one_line(result.err, ["more than one solution"])
    assert target.read_bytes() == first


def played(name: str, *lines: str) -> str:
    """The output of a new game."""
    default_file().unlink(missing_ok=True)
    result = CliRunner().invoke(
        puzzle, ["play", path(name)], input="".join(f"{line}\n" for line in lines)
    )
    assert result.exception is None, result.output
    assert result.exit_code == 0
    return result.output


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_playing_the_solution(name: str) -> None:
    puzzle_ = sample(name)
    play = Play(puzzle_)
    out = played(name, *(command_text(play.puzzle, piece) for piece in puzzle_.solution))
    assert puzzle_.title in out
    assert "Solved! ★★★" in out
    assert "with no hints" in out
    assert "Goodbye" not in out


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fill", "skerry", "order", "income", "bonus", "banquet"])
def test_playing_by_hints_alone(name: str) -> None:
    lines: list[str] = []
    for _ in sample(name).solution:
        out = played(name, *lines, "hint", "hint")
        assert "Hint: " in out
        command = out.split("Hint: ")[-1].splitlines()
        lines.append(next(line.strip() for line in command if line.startswith("  ")))
    out = played(name, "hint", "hint", "check", *lines)
    assert "Solved! ★★☆" in out
    assert "1 hint" in out


@pytest.mark.slow
def test_commands_of_a_game() -> None:
    out = played(
        "fill",
        "help",
        "check",
        "undo",
        "robe a1:c3",
        "hide a4:a6",
        "hide a1:a3",
        "check",
        "take a2",
        "undo",
        "restart",
        "undo",
        "",
        "SHOW",
        "helmet h2 h1 g1 f1 f2",
        "quit",
    )
    for part in (
        "restart",
        "Nothing is laid yet",
        "No: there is nothing to undo",
        "No: robe is not among the tiles",
        "All right so far: 1 of 7 pieces",
        "not the shape of helmet",
        "Goodbye, after 0",
        "Tiles left",
    ):
        assert part in out, part


def test_wrong_pieces_and_giving_up() -> None:
    out = played("fill", "hide b1:d1", "check", "hint", "hint", "take c1", "solution", "hide a1:a3")
    assert "one piece does not belong" in out
    assert "take b1" in out
    assert "That is the solution" in out
    assert out.count("Solved") == 0


@pytest.mark.slow
def test_in_processes_of_their_own() -> None:
    code = odin_process("puzzle", "share", "-", stdin=Path(path("bonus")).read_text())
    assert code.out == share_code(sample("bonus")) + "\n"
    solved = odin_process("puzzle", "solve", "-", stdin=code.out)
    assert solved.code == 0
    assert "the only solution" in solved.out
    assert "\x1b[" not in solved.out
    ended = odin_process("puzzle", "play", code.out.strip(), stdin="check\n", NO_COLOR="1")
    assert (ended.code, ended.err) == (0, "")
    assert "Goodbye" in ended.out
    ascii_ = odin_process("puzzle", "play", path("skerry"), stdin="", PYTHONIOENCODING="ascii")
    assert ascii_.code == 0
