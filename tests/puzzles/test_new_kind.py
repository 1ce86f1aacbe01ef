"""A new kind is one module and one line: the worked example of `docs/map.md`."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "puzzles" / "odin_puzzles"
EXAMPLE = Path(__file__).with_name("corners.py")
LINE = '        "corners": ODIN,\n'

SCRIPT = """
import json, sys
import odin_puzzles
from odin_puzzles.booklet.make import booklet_pdf
from odin_puzzles.files import puzzle_data, puzzle_from
from odin_puzzles.generate.pipeline import generate_puzzle
from odin_puzzles.generate.spec import spec_of
from odin_puzzles.grading.grade import grade
from odin_puzzles.kinds import KINDS, faults, feast_kind, kind_named, question
from odin_puzzles.play.progress import key_of
from odin_puzzles.share.codes import puzzle_from_code, share_code
from odin_puzzles.uniqueness.check import find_solutions

assert odin_puzzles.__path__[0].startswith(sys.argv[1])
puzzle = generate_puzzle(spec_of("corners"), 1)
assert puzzle.title == "All corners of a small board"
assert question(puzzle).startswith("Cover all corners with at most ")
assert faults(puzzle, puzzle.solution) == [] != faults(puzzle, ())
assert find_solutions(puzzle).unique
assert grade(puzzle).difficulty == puzzle.difficulty
data = json.loads(json.dumps(puzzle_data(puzzle)))
assert puzzle_from(data) == puzzle
again = puzzle_from_code(share_code(puzzle))
assert (again.goal, key_of(again)) == (puzzle.goal, key_of(puzzle))
assert "corners" in KINDS
assert "home" in kind_named("corners").boards()
kind = feast_kind(puzzle)
play = kind.play(puzzle)
while not play.solved:
    play = play.after(play.hint().command)
    play.drawing()
covered, wanted = kind.standing(puzzle, puzzle.solution)["corners"]
assert covered == wanted > 0
assert booklet_pdf([puzzle]).startswith(b"%PDF")
"""


@pytest.mark.slow
def test_a_kind_is_one_module_and_one_line(tmp_path: Path) -> None:
    copy = tmp_path / "odin_puzzles"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(EXAMPLE, copy / "kinds")
    registry = copy / "kinds" / "__init__.py"
    text = registry.read_text(encoding="utf-8")
    before = '        mark("archipelago"): "vikings",\n'
    assert before in text
    registry.write_text(text.replace(before, LINE + before), encoding="utf-8")
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{SCRIPT}"
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=True)
