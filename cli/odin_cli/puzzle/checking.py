"""``odin puzzle solve`` and ``odin puzzle check``: the solution, and whether an answer is right."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import click

from odin_cli.output import print_json, stdout_console
from odin_cli.puzzle.loading import (
    SEARCH_SECONDS,
    STANDARD_INPUT,
    UNDECIDED,
    load_answer,
    load_puzzle,
    name_of,
    searched,
)
from odin_puzzles.puzzle import Puzzle, SolutionPiece
from odin_puzzles.uniqueness.check import UniquenessResult, same_solution
from odin_puzzles.uniqueness.process import MAX_SECONDS
from odin_solver.errors import InputError

Decorator = Callable[[Callable[..., None]], Callable[..., None]]


def _seconds(ctx: click.Context, param: click.Parameter, given: float) -> float:
    if math.isfinite(given) and 0 < given <= MAX_SECONDS:
        return given
    expected = f"expected more than 0 and at most {MAX_SECONDS:g} seconds"
    raise InputError(f"--time-limit: {expected}, got {given:g}")


time_limit_option: Decorator = click.option(
    "--time-limit",
    type=float,
    callback=_seconds,
    default=SEARCH_SECONDS,
    metavar="S",
    show_default=True,
    help="Seconds for the search for solutions.",
)


@click.command(epilog="Example: odin puzzle solve puzzle.json")
@click.argument("source", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
@time_limit_option
@click.pass_context
def solve(ctx: click.Context, source: str, as_json: bool, time_limit: float) -> None:
    """Find the solution of a puzzle, and say whether it is the only one.

    FILE is a puzzle file, a share code, a puzzle of a pack such as first-steps/3, or - for
    standard input. What the file says about the solution is not looked at. The exit code is 0 if
    there is one solution, 1 if there is none or if there are several (two are shown), 2 for bad
    input, 3 if the time was over.
    """
    puzzle = load_puzzle(source)
    began = time.perf_counter()
    found = searched(puzzle, time_limit)
    seconds = time.perf_counter() - began
    if as_json:
        from odin_puzzles.files import pieces_data

        shown = [pieces_data(each) for each in found.solutions] if found else []
        print_json(
            {
                "schema": 1,
                "unique": found and found.unique,
                "solution": shown[0] if shown else None,
                "another": shown[1] if len(shown) > 1 else None,
                "symmetric": found and found.symmetric,
                "engine": found and found.engine,
                "seconds": round(seconds, 3),
            }
        )
    elif found is not None:
        _print_solutions(puzzle, found, seconds)
    ctx.exit(UNDECIDED if found is None else 0 if found.unique else 1)


@click.command(epilog="Example: odin puzzle check puzzle.json answer.json")
@click.argument("source", metavar="FILE")
@click.argument("answer_path", metavar="SOLUTION", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
@time_limit_option
@click.pass_context
def check(
    ctx: click.Context, source: str, answer_path: str | None, as_json: bool, time_limit: float
) -> None:
    """Say whether an answer is right; without one, whether the puzzle is sound.

    FILE is a puzzle file, a share code, a puzzle of a pack such as first-steps/3, or - for
    standard input. SOLUTION is a JSON file: a list of pieces, or an object with one as its
    "solution", such as another puzzle file. The exit code is 0 if the answer is right, 1 if it is
    wrong, 2 if it cannot be read or if the puzzle itself is unsound (it has several solutions or
    none, or its own solution is wrong), and 3 if the time was over before that was settled.
    """
    if source == answer_path == STANDARD_INPUT:
        raise InputError("only one of puzzle and solution can be standard input")
    puzzle = load_puzzle(source)
    answer = None if answer_path is None else load_answer(answer_path)
    verdict = _examined(puzzle, time_limit)
    faults = [] if answer is None or verdict.unsound else _faults(puzzle, answer)
    if as_json:
        print_json(_verdict_data(verdict, faults, answered=answer is not None))
    if verdict.unsound:
        _refuse(ctx, puzzle, name_of(source), verdict, as_json)
    if not as_json:
        _print_verdict(verdict, faults, answered=answer is not None)
    ctx.exit(UNDECIDED if verdict.solutions is None else 1 if faults else 0)


@dataclass(frozen=True)
class _Verdict:
    """What an examination of a puzzle found.

    Attributes
    ----------
    solutions
        What the search found; None if it came to no end.
    unsound
        Why the puzzle is refused; empty if it is sound.
    another
        A solution besides the puzzle's own, or instead of it.
    """

    solutions: UniquenessResult | None
    unsound: str = ""
    another: tuple[SolutionPiece, ...] | None = None


def _examined(puzzle: Puzzle, seconds: float) -> _Verdict:
    """Whether the puzzle's own solution is right and the only one."""
    own = _faults(puzzle, puzzle.solution) if puzzle.solution else []
    found = searched(puzzle, seconds)
    if own:
        instead = found.solutions[0] if found and found.solutions else None
        return _Verdict(found, f"its own solution is wrong: {own[0]}", instead)
    if found is None:
        return _Verdict(None)
    if not found.solutions:
        return _Verdict(found, "it has no solution")
    if not puzzle.solution:
        if found.unique:
            return _Verdict(found)
        return _Verdict(found, "it has several solutions", found.solutions[1])
    others = [each for each in found.solutions if not same_solution(puzzle, puzzle.solution, each)]
    if others:
        return _Verdict(found, "its solution is not the only one", others[0])
    return _Verdict(found)


def _faults(puzzle: Puzzle, pieces: Sequence[SolutionPiece]) -> list[str]:
    from odin_puzzles.kinds import faults

    return faults(puzzle, pieces)


def _verdict_data(verdict: _Verdict, faults: list[str], *, answered: bool) -> dict[str, Any]:
    from odin_puzzles.files import pieces_data

    found = verdict.solutions
    certain = answered and not verdict.unsound and (found is not None or bool(faults))
    return {
        "schema": 1,
        "correct": not faults if certain else None,
        "faults": faults,
        "unique": found and found.unique,
        "unsound": verdict.unsound or None,
        "another": None if verdict.another is None else pieces_data(verdict.another),
        "symmetric": found and found.symmetric,
        "engine": found and found.engine,
    }


def _print_verdict(verdict: _Verdict, faults: list[str], *, answered: bool) -> None:
    """Print what became of an answer to a puzzle that is not refused."""
    console = stdout_console()
    if faults:
        console.print("wrong:", style="bold red")
        for each in faults:
            console.print(f"  {each}", soft_wrap=True)
    elif verdict.solutions is None:
        if answered:
            console.print("it reaches the goal; whether nothing else does is not settled")
    elif answered:
        console.print("right", style="bold green")
    else:
        symmetry = _symmetry(verdict.solutions)
        console.print(f"sound: it has one solution{symmetry}", style="bold green")


def _refuse(
    ctx: click.Context, puzzle: Puzzle, name: str, verdict: _Verdict, as_json: bool
) -> None:
    """End with one line that says why a puzzle is unsound, and show the other solution."""
    if verdict.another is not None and not as_json:
        from odin_cli.puzzle.pictures import solution_text

        console = stdout_console()
        console.print("Another solution:" if not _wrong(verdict) else "A solution:", style="bold")
        console.print(solution_text(puzzle, verdict.another))
    shown = " (a solution is shown)" if verdict.another is not None and not as_json else ""
    click.echo(f"odin: {name}: the puzzle is refused: {verdict.unsound}{shown}", err=True)
    ctx.exit(2)


def _wrong(verdict: _Verdict) -> bool:
    return verdict.unsound.startswith("its own")


def _print_solutions(puzzle: Puzzle, found: UniquenessResult, seconds: float) -> None:
    from odin_cli.puzzle.pictures import solution_text, title_text

    console = stdout_console()
    console.print(title_text(puzzle))
    console.print()
    for number, each in enumerate(found.solutions, 1):
        if not found.unique:
            console.print(f"Solution {number}:", style="bold")
        console.print(solution_text(puzzle, each))
    style = "bold green" if found.unique else "bold red"
    if found.unique:
        verdict = f"the only solution{_symmetry(found)}"
    else:
        verdict = (
            "no solution" if not found.solutions else "several solutions; these are two of them"
        )
    console.print(verdict, style=style)
    console.print(f"{seconds:.2f} s, {found.engine}", style="dim")


def _symmetry(found: UniquenessResult) -> str:
    return ", up to the symmetry of the board" if found.symmetric > 1 else ""
