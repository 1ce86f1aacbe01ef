"""``odin puzzle solve`` and ``odin puzzle check``: the solution, and the check of an answer."""

import time
from typing import Any

import click

from odin_cli.commands import BAD_INPUT, argument, command, option, seconds
from odin_cli.options import JSON, PUZZLE
from odin_cli.output import print_json, stdout_console
from odin_cli.puzzle.loading import UNDECIDED, load_answer, load_puzzle, name_of, searched
from odin_puzzles.kinds import faults as faults_of
from odin_puzzles.kinds import kind_of
from odin_puzzles.kinds.base import UniquenessResult
from odin_puzzles.loading import SEARCH_SECONDS
from odin_puzzles.puzzle import Puzzle
from odin_solver.errors import InputError
from odin_solver.questions.question import MAX_SECONDS
from odin_solver.support.language import say
from odin_solver.support.reading import STANDARD_INPUT
from odin_solver.support.text import shortened

TIME_LIMIT = seconds(
    "Time limit of the search in seconds.", default=SEARCH_SECONDS, most=MAX_SECONDS
)


@command("odin puzzle solve puzzle.json")
def solve(
    source: str = PUZZLE,
    as_json: bool = JSON,
    time_limit: float = TIME_LIMIT,
    verbose: bool = option("Also show the time and the solver."),
) -> int:
    """Find the solution of a puzzle, and whether it is unique.

    FILE is a puzzle file, a share code, a puzzle of a pack such as first-steps/3, or - for
    standard input. The solution in the file is ignored. The exit code is 0 for one solution, 1 for
    none or several (two are shown), 2 for bad input, 3 at the time limit.
    """
    puzzle = load_puzzle(source)
    began = time.perf_counter()
    result = searched(puzzle, time_limit)
    passed = time.perf_counter() - began
    if as_json:
        kind = kind_of(puzzle)
        shown = [kind.solution_data(each) for each in result.solutions] if result else []
        print_json(
            {
                "schema": 1,
                "unique": result and result.unique,
                "solution": shown[0] if shown else None,
                "another": shown[1] if len(shown) > 1 else None,
                "symmetric": result and result.symmetric,
                "engine": result and result.engine,
                "seconds": round(passed, 3),
            }
        )
    elif result is not None:
        _print_solutions(puzzle, result)
        if verbose:
            stdout_console().print(f"{passed:.2f} s, {result.engine}", style="dim")
    return UNDECIDED if result is None else 0 if result.unique else 1


@command("odin puzzle check puzzle.json answer.json")
def check(
    source: str = PUZZLE,
    answer_path: str | None = argument("[SOLUTION]"),
    as_json: bool = JSON,
    time_limit: float = TIME_LIMIT,
) -> int:
    """Check an answer; without one, check that the puzzle is sound.

    FILE is a puzzle file, a share code, a puzzle of a pack such as first-steps/3, or - for
    standard input. SOLUTION is a JSON file: a list of pieces, or an object with such a list as its
    "solution", for example a puzzle file. The exit code is 0 for a right answer, 1 for a wrong one,
    2 for bad input or an unsound puzzle (several solutions, none, or a wrong one of its own), 3 at
    the time limit.
    """
    if source == answer_path == STANDARD_INPUT:
        raise InputError.said("only one of the files can be standard input")
    puzzle = load_puzzle(source)
    answer = None if answer_path is None else load_answer(answer_path, puzzle)
    result = searched(puzzle, time_limit)
    unsound, another = _soundness(puzzle, result)
    faults = [] if answer is None or unsound else faults_of(puzzle, answer)
    kind = kind_of(puzzle)
    if as_json:
        certain = answer is not None and not unsound and (result is not None or bool(faults))
        print_json(
            {
                "schema": 1,
                "correct": not faults if certain else None,
                "faults": faults,
                "unique": result and result.unique,
                "unsound": unsound or None,
                "another": None if another is None else kind.solution_data(another),
                "symmetric": result and result.symmetric,
                "engine": result and result.engine,
            }
        )
    elif another is not None:
        stdout_console().print(say("A solution:"), style="bold")
        stdout_console().print(kind.solution_drawing(puzzle, another))
    elif not unsound:
        _print_verdict(result, faults, answered=answer is not None)
    if unsound:
        name = name_of(source)
        told = say("odin: {name}: the puzzle is refused: {reason}", name=name, reason=unsound)
        click.echo(shortened(told), err=True)
        return BAD_INPUT
    return UNDECIDED if result is None else 1 if faults else 0


def _soundness(puzzle: Puzzle, result: UniquenessResult | None) -> tuple[str, Any]:
    """Return why a puzzle is unsound, empty if it is not, and a solution besides its own."""
    found = result.solutions if result else ()
    if not puzzle.solution:
        if len(found) > 1:
            return say("it has several solutions"), found[1]
    elif wrong := faults_of(puzzle, puzzle.solution):
        fault = say("its own solution is wrong: {fault}", fault=wrong[0])
        return fault, next(iter(found), None)
    if result and not found:
        return say("it has no solution"), None
    for other in found if puzzle.solution else ():
        if not kind_of(puzzle).same(puzzle, puzzle.solution, other):
            return say("its solution is not the only one"), other
    return "", None


def _print_verdict(result: UniquenessResult | None, faults: list[str], *, answered: bool) -> None:
    console = stdout_console()
    if faults:
        console.print(say("wrong:"), style="bold red")
        for fault in faults:
            console.print(f"  {fault}", soft_wrap=True)
    elif result is None:
        if answered:
            console.print(say("it reaches the goal; whether the solution is unique is undecided"))
    else:
        sound = say("sound: it has one solution")
        verdict = say("right") if answered else _with_symmetry(sound, result)
        console.print(verdict, style="bold green")


def _print_solutions(puzzle: Puzzle, result: UniquenessResult) -> None:
    from odin_puzzles.play.drawing import title_text

    console = stdout_console()
    console.print(title_text(puzzle))
    console.print()
    for number, pieces in enumerate(result.solutions, 1):
        if not result.unique:
            console.print(say("Solution {n}", n=number) + ":", style="bold")
        console.print(kind_of(puzzle).solution_drawing(puzzle, pieces))
    style = "bold green" if result.unique else "bold red"
    if result.unique:
        verdict = _with_symmetry(say("the only solution"), result)
    elif result.solutions:
        verdict = say("several solutions; these are two of them")
    else:
        verdict = say("no solution")
    console.print(verdict, style=style)


def _with_symmetry(text: str, result: UniquenessResult) -> str:
    if result.symmetric > 1:
        return say("{text}, up to the symmetry of the board", text=text)
    return text
