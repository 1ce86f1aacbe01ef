"""Puzzles of other games: what the commands of ``odin puzzle`` do with them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from odin_cli.output import print_json, stdout_console
from odin_cli.puzzle.pictures import stars
from odin_puzzles.games.packs import THEMES, game_packs
from odin_puzzles.games.puzzle import Answer, GamePuzzle, kind_of, read_game_puzzle
from odin_puzzles.play.progress import PuzzleRecord, key_of
from odin_puzzles.shipped import heads
from odin_solver.errors import InputError
from odin_solver.support.decoding import decode
from odin_solver.support.reading import read_text, source_name
from odin_solver.support.text import shortened


def packs_of_games(records: Mapping[str, PuzzleRecord]) -> list[dict[str, Any]]:
    """Return the packs as plain data, with the player's progress."""
    rows = []
    for name, paths in game_packs().items():
        shown = heads(paths)
        levels = Counter(str(head.difficulty) for head in shown)
        rows.append(
            {
                "name": name,
                "theme": THEMES[name],
                "count": len(shown),
                "difficulties": dict(sorted(levels.items())),
                "kinds": dict(Counter(head.kind for head in shown)),
                "solved": sum(_record(path, records).solved > 0 for path in paths),
            }
        )
    return rows


def _record(path: Path, records: Mapping[str, PuzzleRecord]) -> PuzzleRecord:
    """Return the player's progress with a puzzle, which is read only if there is any progress."""
    if not records:
        return PuzzleRecord()
    return records.get(key_of(read_game_puzzle(path)), PuzzleRecord())


def game_pack_data(
    name: str, paths: Sequence[Path], records: Mapping[str, PuzzleRecord]
) -> dict[str, Any]:
    """Return a pack with its puzzles and the player's progress as plain data."""
    (pack,) = (pack for pack in packs_of_games(records) if pack["name"] == name)
    return {
        "schema": 1,
        **pack,
        "puzzles": [
            {
                "puzzle": f"{name}/{number}",
                "title": head.title,
                "kind": head.kind,
                "difficulty": head.difficulty,
                "file": str(path),
                "solved": record.solved > 0,
                "best_seconds": record.best,
                "stars": record.stars,
                "begun": record.begun is not None,
            }
            for number, (path, head) in enumerate(zip(paths, heads(paths), strict=True), 1)
            for record in [_record(path, records)]
        ],
    }


def solve_game(puzzle: GamePuzzle, as_json: bool) -> int:
    """Print the solution of a puzzle, or two; return 0 if there is exactly one."""
    kind = kind_of(puzzle)
    found = kind.solutions(puzzle)
    if as_json:
        print_json(
            {
                "schema": 1,
                "unique": len(found) == 1,
                "solution": found[0] if found else None,
                "another": found[1] if len(found) > 1 else None,
                "engine": "enumeration",
            }
        )
    else:
        count = ("no solution", "one solution", "several solutions, for example")[len(found)]
        print_question(puzzle)
        stdout_console().print(count, style="bold")
        for answer in found:
            stdout_console().print(kind.drawing(puzzle, answer))
            stdout_console().print(answer_text(answer))
    return 0 if len(found) == 1 else 1


def check_game(puzzle: GamePuzzle, answer: str | None, as_json: bool) -> int:
    """Check an answer, or that the puzzle has exactly one that is its own."""
    kind = kind_of(puzzle)
    if answer is None:
        found = kind.solutions(puzzle)
        own = [] if puzzle.solution is None else kind.faults(puzzle, puzzle.solution)
        faults = [f"its own solution is wrong: {own[0]}"] if own else []
        if len(found) != 1:
            faults.append("it has no solution" if not found else "it has several solutions")
        return _verdict(faults, as_json, right="sound: one solution", wrong="not sound", code=2)
    data = decode(read_text(answer), source_name(answer), "a solution")
    if isinstance(data, dict) and "solution" in data:
        data = data["solution"]
    if not isinstance(data, dict):
        raise InputError(f"{source_name(answer)}: expected an object with a solution")
    return _verdict(kind.faults(puzzle, data), as_json, right="right", wrong="wrong", code=1)


def _verdict(faults: list[str], as_json: bool, *, right: str, wrong: str, code: int) -> int:
    if as_json:
        print_json({"schema": 1, "correct": not faults, "faults": faults})
    else:
        stdout_console().print(wrong if faults else right, style="bold")
        for fault in faults:
            stdout_console().print(f"  {fault}")
    if faults and code == 2:
        click.echo(shortened(f"odin: the puzzle is refused: {faults[0]}"), err=True)
    return code if faults else 0


def grade_game(puzzle: GamePuzzle, as_json: bool) -> None:
    """Print the difficulty of a puzzle."""
    grade = kind_of(puzzle).grade(puzzle)
    if as_json:
        grading = {"answers": grade.answers}
        print_json({"schema": 1, "difficulty": grade.difficulty, "grading": grading})
        return
    console = stdout_console()
    console.print(f"difficulty {stars(grade.difficulty)} {grade.difficulty} of 5", style="bold")
    console.print(f"one of {grade.answers} answers that the rules allow")


def print_question(puzzle: GamePuzzle) -> None:
    """Print title, question and position of a puzzle."""
    kind = kind_of(puzzle)
    console = stdout_console()
    console.print(puzzle.title or puzzle.kind, style="bold")
    console.print(kind.question(puzzle))
    console.print(kind.drawing(puzzle))


def answer_text(answer: Answer) -> str:
    """Return an answer in words."""
    return "\n".join(
        f"{field}: {', '.join(map(str, value)) if isinstance(value, list) else value}"
        for field, value in answer.items()
        if value
    )
