"""What a person types into a puzzle is answered, and the session goes on."""

import io
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from odin_cli.puzzle.session import PuzzleSession
from odin_puzzles.loading import with_found_solution
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.shipped import all_packs, pack
from tests.cli.process import odin, odin_typed
from tests.puzzles.illegal import illegal_lines

NAMES = [
    f"{name}/{number}" for name, files in all_packs().items() for number in range(1, len(files) + 1)
]
SPREAD = [*NAMES[::25], "graenaland/8", "last-actions/2"]


def solved(name: str) -> Puzzle:
    folder, _, number = name.partition("/")
    puzzle = pack(folder)[int(number) - 1]
    return puzzle if puzzle.solution else with_found_solution(puzzle, 60)


def survive(name: str, count: int = 30) -> None:
    """Type illegal lines; each is answered, and what is laid can be checked and drawn."""
    puzzle = solved(name)
    out = io.StringIO()
    session = PuzzleSession(Console(file=out, width=100), puzzle)
    session.record = None
    rng = Random(name)
    for line in illegal_lines(puzzle, rng, count):
        if rng.random() < 0.5:
            session.obey("restart")
        before = out.tell()
        session.obey(line)
        assert out.tell() > before or not line.split(), line
        if session.over:  # solved, by luck
            session = PuzzleSession(Console(file=out, width=100), puzzle)
            session.record = None
    session.obey("check")
    assert "internal error" not in out.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("name", SPREAD)
def test_illegal_lines_are_refused_and_the_session_goes_on(name: str) -> None:
    survive(name)


@pytest.mark.nightly
@pytest.mark.parametrize("name", [name for name in NAMES if name not in SPREAD])
def test_illegal_lines_into_every_shipped_puzzle(name: str) -> None:
    survive(name)


def test_a_refusal_has_the_words_of_the_rules(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = "church@H\nchurch D\nvillage D\nvillage Q\nboat D\nboat\nquit\n"
    played = odin_typed("puzzle", "play", "graenaland/25", stdin=lines)
    assert played.code == 0
    assert "No: church@H: no church may stand there." in played.out
    assert "church@D: a building needs an own village there" in played.out
    assert "So far: church@D, village@D" in played.out
    assert "No: village@Q: there is no tile Q." in played.out
    assert "No: boat@D: nothing is called boat." in played.out
    assert "No: expected an item such as church@B, got 'boat'." in played.out
    answer = tmp_path / "answer.json"
    answer.write_text('{"build": ["church@H", "village@D"]}')
    checked = odin(capsys, "puzzle", "check", "graenaland/25", str(answer))
    assert checked.code == 1
    assert "church@H: no church may stand there" in checked.out


def test_a_wrong_answer_file_is_named_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    answer = tmp_path / "answer.json"
    answer.write_text('{"solution": 5}')
    checked = odin(capsys, "puzzle", "check", "first-steps/1", str(answer))
    assert checked.code == 2
    assert checked.err.endswith("answer.json: solution: expected a list, got a whole number\n")
