"""``odin puzzle play``: any order, the region alone, progress that is kept."""

import datetime
import json
from pathlib import Path

import pytest

from odin_puzzles.daily import puzzle_of
from odin_puzzles.generate.titles import shown_title
from odin_puzzles.kinds import KINDS
from odin_puzzles.kinds.boards import command_text
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.shipped import pack, packs
from tests.cli.process import Result, odin, odin_process, odin_typed, one_line
from tests.puzzles.samples import path, sample

Capsys = pytest.CaptureFixture[str]


def play(name: str, *lines: str) -> Result:
    return odin_typed("puzzle", "play", name, stdin="".join(f"{line}\n" for line in lines))


def commands(puzzle: Puzzle) -> list[str]:
    return [command_text(puzzle, piece) for piece in puzzle.solution]


def first_of(kind: str) -> str:
    """The first puzzle of a kind in the packs, by name."""
    for name in packs():
        for number, puzzle in enumerate(pack(name), 1):
            if puzzle.kind == kind and len(puzzle.solution) > 1:
                return f"{name}/{number}"
    raise AssertionError(kind)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_last_tile_may_come_first_unless_the_order_is_asked_for(kind: str) -> None:
    name = first_of(kind)
    folder, _, number = name.partition("/")
    puzzle = pack(folder)[int(number) - 1]
    backwards = play(name, *reversed(commands(puzzle)))
    assert ("Solved!" in backwards.out) == (kind != "order")
    assert ("to its lower left has to be covered first" in backwards.out) == (kind == "order")


@pytest.mark.slow
def test_an_answer_in_any_order_is_right(capsys: Capsys, tmp_path: Path) -> None:
    for kind in ("fill", "income", "bonus", "best", "order"):
        data = json.loads(Path(path(kind)).read_text())
        if kind == "order":
            data = json.loads(packs()["first-things-first"][0].read_text())
        file, answer = tmp_path / "puzzle.json", tmp_path / "answer.json"
        file.write_text(json.dumps(data))
        answer.write_text(json.dumps(data["solution"][::-1]))
        checked = odin(capsys, "puzzle", "check", str(file), str(answer))
        assert checked.code == (1 if kind == "order" else 0), checked


@pytest.mark.slow
def test_a_game_is_continued_where_it_ended() -> None:
    first, second, *rest = commands(sample("fill"))
    begun = play(path("fill"), first, "hint", second, "quit")
    assert "Continuing" not in begun.out
    # Ended by the end of the input, and once more without a move.
    assert "with 2 tiles laid" in play(path("fill")).out
    again = play(path("fill"), "undo", "undo", "undo", "undo")
    assert again.out.count("there is nothing to undo") == 2
    ended = play(path("fill"), first, second, *rest)
    assert "Continuing" in ended.out  # the hint is not forgotten
    assert "Solved! ★★☆" in ended.out
    assert "1 hint" in ended.out
    solved = play(path("fill"), "quit")
    assert "Continuing" not in solved.out
    assert "Solved before, best time 00:" in solved.out
    once_more = play(path("fill"), first, second, *rest)
    assert "best" in once_more.out.splitlines()[-1]


@pytest.mark.slow
def test_what_was_played_is_saved_even_if_the_process_is_killed(data_folder: Path) -> None:
    import os
    import subprocess

    from tests.cli.process import COMMAND, environment

    process = subprocess.Popen(
        [*COMMAND, "puzzle", "play", path("fill")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(f"{commands(sample('fill'))[0]}\nhelp\n".encode())
    process.stdin.flush()
    for line in process.stdout:
        if line.startswith(b"quit"):
            break
    os.kill(process.pid, 9)
    process.wait()
    process.stdin.close()
    process.stdout.close()
    assert "with 1 tile laid" in play(path("fill")).out
    assert [file.name for file in data_folder.iterdir()] == ["puzzles.json"]


@pytest.mark.slow
def test_giving_up_ends_the_game() -> None:
    play(path("fill"), commands(sample("fill"))[0], "solution")
    assert "Continuing" not in play(path("fill")).out


@pytest.mark.slow
def test_progress_that_cannot_be_kept_does_not_stop_the_game(data_folder: Path) -> None:
    (data_folder / "puzzles.json").write_text("mine")
    ended = play(path("fill"), *commands(sample("fill")))
    assert ended.code == 0
    assert "Solved! ★★★" in ended.out
    one_line(ended.err, ["puzzles.json: not the progress of puzzles", "progress is not kept"])
    assert (data_folder / "puzzles.json").read_text() == "mine"
    listed = odin_process("puzzle", "packs")
    assert listed.code == 0
    one_line(listed.err, ["puzzles.json"])


def test_notes_about_the_progress_are_short(
    capsys: Capsys, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ODIN_DATA_DIR", str(data_folder / ("x" * 300)))
    result = odin(capsys, "puzzle", "packs")
    assert result.code == 0
    one_line(result.err, ["File name too long"])
    assert len(result.err) <= 200


@pytest.mark.slow
def test_packs_mark_what_is_solved(capsys: Capsys) -> None:
    name = "first-steps"
    play(f"{name}/2", *commands(pack(name)[1]))
    play(f"{name}/3", commands(pack(name)[2])[0])
    lines = odin(capsys, "puzzle", "packs", name).out.splitlines()
    marks = [line.split()[0] for line in lines if "solved in 00:" in line]
    assert marks == [f"{name}/2"]
    assert [line.split()[0] for line in lines if line.rstrip().endswith("begun")] == [f"{name}/3"]
    data = json.loads(odin(capsys, "puzzle", "packs", name, "--json").out)
    assert data["solved"] == 1
    assert [each["solved"] for each in data["puzzles"][:3]] == [False, True, False]
    assert [each["begun"] for each in data["puzzles"][:3]] == [False, False, True]
    assert data["puzzles"][1]["stars"] == 3
    assert data["puzzles"][1]["best_seconds"] >= 0
    listed = odin(capsys, "puzzle", "packs").out
    assert "1 solved" in next(line for line in listed.splitlines() if line.startswith(name))
    every = json.loads(odin(capsys, "puzzle", "packs", "--json").out)
    assert sum(each["solved"] for each in every["packs"]) == 1


@pytest.mark.slow
def test_the_region_is_drawn_and_not_the_whole_board() -> None:
    drawn = play(path("fill")).out
    home = sample("fill").position.boards[0].board
    assert f"\n{home.height} │" not in drawn
    assert "uncovered" not in drawn
    assert "uncovered" in play(path("income")).out


@pytest.mark.slow
def test_the_puzzle_of_a_day_is_a_puzzle_like_others(capsys: Capsys) -> None:
    day = "2026-11-23"  # a Monday: the easiest and quickest
    puzzle = puzzle_of(datetime.date.fromisoformat(day))
    assert shown_title(puzzle) in play(f"daily/{day}").out
    assert odin(capsys, "puzzle", "check", f"daily/{day}").code == 0
    shared = odin(capsys, "puzzle", "share", f"daily/{day}")
    assert shared.out.startswith("ODIN-")
    assert odin(capsys, "puzzle", "grade", "daily").code == 0


def test_days_that_are_none(capsys: Capsys) -> None:
    for name in ("daily/", "daily/tomorrow", "daily/2026-02-30"):
        result = odin(capsys, "puzzle", "play", name)
        assert result.code == 2
        one_line(result.err, [name, "expected daily or daily/YYYY-MM-DD"])
