"""``odin puzzle grade``: the difficulty of a puzzle, and its solution step by step."""

from collections import Counter

from rich.padding import Padding
from rich.text import Text

from odin_cli.commands import command, option
from odin_cli.options import JSON, PUZZLE
from odin_cli.output import print_json, stdout_console
from odin_cli.puzzle.loading import load_puzzle, name_of
from odin_puzzles.grading.grade import grade as grade_of
from odin_puzzles.grading.result import Grade
from odin_puzzles.kinds.boards import command_text
from odin_puzzles.play.drawing import chip, stars
from odin_puzzles.puzzle import Puzzle
from odin_solver.errors import InputError
from odin_solver.render.terminal.tables import plain_table
from odin_solver.support.language import say, say_as


@command("odin puzzle grade puzzle.json --steps")
def grade(
    source: str = PUZZLE,
    steps: bool = option("Also print every step of the solution."),
    as_json: bool = JSON,
) -> None:
    """Grade a puzzle by solving it as people do.

    FILE is a puzzle file, a share code, a puzzle of a pack such as first-steps/3, or - for
    standard input. The difficulty in the file is ignored.
    """
    puzzle = load_puzzle(source)
    try:
        graded = grade_of(puzzle)
    except ValueError as error:
        raise InputError.said(
            "{name}: {error} (odin puzzle check says more)", name=name_of(source), error=error
        ) from None
    if as_json:
        print_json({"schema": 1, "difficulty": graded.difficulty, "grading": graded.data()})
    else:
        _print(puzzle, graded, steps)


def _print(puzzle: Puzzle, graded: Grade, steps: bool) -> None:
    console = stdout_console()
    text = Text(say("difficulty"), style="bold").append(" ")
    text.append(f"{stars(graded.difficulty)} ", style="bold yellow")
    text.append(
        say("{n} of 5, {reason}", n=graded.difficulty, reason=graded.reason), style="not bold"
    )
    console.print(text)
    table = plain_table("whole", "right")
    for technique, count in Counter(step.technique for step in graded.steps).items():
        table.add_row(say_as("technique", technique.replace("_", " ")), f"{count}")
    if graded.steps:
        console.print(Padding(table, (0, 0, 0, 2), expand=False))
    if not steps:
        return
    console.print()
    console.print(say("Steps"), style="bold")
    listed = plain_table("right", "whole", "left")
    for number, step in enumerate(graded.steps, 1):
        placed = step.placement
        words = f"{step.text}\n{command_text(puzzle, placed)}" if placed else step.text
        listed.add_row(f"{number}.", chip(placed.tile) if placed else "", Text(words))
    console.print(Padding(listed, (0, 0, 0, 2), expand=False))
