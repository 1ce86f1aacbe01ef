"""``odin table``: files for a table as it stands."""

import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from odin_cli.commands import LazyGroup, argument, choice, command, number
from odin_cli.options import output_option
from odin_cli.output import check_writable, print_text, stderr_console, stdout_console
from odin_solver.errors import InputError
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.support.language import say

TABLE: Mapping[str, str] = {"new": "odin_cli.tables:new", "edit": "odin_cli.tables:edit"}

if TYPE_CHECKING:
    from odin_solver.game.tables.entry import Question

table = LazyGroup(
    "table",
    TABLE,
    help="""Write down a real table in the middle of a game.

    odin plan recommends a move for it, and odin game from-table goes on with it.
""",
    example="odin table new --round 4 -o table.toml && odin plan table.toml",
)


@command("odin table new --length short --round 3 -o table.toml")
def new(
    position: str | None = argument("[POSITION]"),
    length: GameLength | None = choice("Seven rounds or six. [default: long]", among=ROUNDS),
    round_: int | None = number("Round. [default: 1]", 1, 7, "--round"),
    players: int = number("Players at the table.", 1, 4, default=1),
    output: str | None = output_option(metavar="TABLE"),
) -> None:
    """Write a table to fill in, with what the rules give for a round.

    POSITION is any file with boards and supply, which the table takes over.
    """
    from odin_cli.inputs import load_position
    from odin_solver.game.tables.template import template
    from odin_solver.rules.position import Position

    check_writable(output, inputs=[position] if position else [])
    begun = load_position(position) if position else Position()
    game = length or begun.game
    at = round_ or begun.round or 1
    if at > ROUNDS[game]:
        raise InputError(
            say(
                "--round: expected 1 to {most} in a {game} game, got {got}",
                most=ROUNDS[game],
                game=game,
                got=at,
            )
        )
    print_text(template(begun, game, at, players), output)


@command("odin table edit table.toml")
def edit(file: str = argument("TABLE")) -> None:
    """Enter a table by answers to short questions, or change one.

    TABLE is a TOML or JSON file, or a new one. Enter keeps what stands in brackets, - empties it;
    names can be cut short. What is wrong is asked again. Ctrl-D ends; the answers so far are saved.
    """
    from odin_solver.game.tables.entry import BOARD, QUESTIONS, asked, faults_of

    check_writable(file)
    table = _begun(file)
    console = stdout_console()
    wanted = [*QUESTIONS, BOARD]
    with suppress(EOFError):
        while wanted:
            for question in wanted:
                table = _entered(table, question)
            faults = faults_of(table)
            for each in faults:
                console.print(each, style="red", soft_wrap=True, markup=False)
            wanted = asked(table, faults)
    _save(file, table)


def _begun(file: str) -> dict[str, Any]:
    """Return the data of a file; those of a new table if there is none."""
    from odin_solver.support.decoding import decode
    from odin_solver.support.reading import read_text

    if not Path(file).exists():
        return {"schema": 1, "game": "long", "round": 1, "supply": {}, "boards": []}
    data = decode(read_text(file), file, "a table")
    if not isinstance(data, dict):
        raise InputError(say("{name}: expected a table", name=file))
    return data


def _entered(table: dict[str, Any], question: "Question") -> dict[str, Any]:
    """Ask a question until the answer can be read; that of boards once for each, and once more."""
    from odin_solver.game.tables.entry import BOARD, NOTHING, answered, shown

    at = 0
    while question.asked(table):
        typed = _answer(f"{say(question.words)} [{shown(table, question, at)}] > ")
        try:
            if typed:
                table = answered(table, question, typed, at)
        except InputError as error:
            for each in error.problems:
                text = say("No: {reason}", reason=each)
                stdout_console().print(text, style="red", soft_wrap=True, markup=False)
            continue
        if question is not BOARD or (not typed and at >= len(table.get("boards", []))):
            break
        at += typed != NOTHING
    return table


def _answer(prompt: str) -> str:
    """Read a line.

    Raises
    ------
    EOFError
        At the end of the input.
    """
    from odin_solver.support.reading import read_line

    if sys.stdin is not None and sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  (arrow keys edit the line)
        return input(prompt).strip()
    typed = read_line()
    if not typed:
        raise EOFError
    return typed.strip()


def _save(file: str, table: dict[str, Any]) -> None:
    """Write a table, complete or not."""
    import json

    import tomli_w

    from odin_solver.game.tables.entry import faults_of
    from odin_solver.support.files import write_file

    boards = {"boards": table["boards"]} if table.get("boards") else {}
    data = {**{name: each for name, each in table.items() if name != "boards"}, **boards}
    is_json = file.endswith(".json")
    write_file(file, json.dumps(data, indent=2) + "\n" if is_json else tomli_w.dumps(data))
    left = len(faults_of(table))
    if left:
        text = say("{file}: table saved; still missing or wrong: {n}", file=file, n=left)
    else:
        text = say("{file}: table saved", file=file)
    stderr_console().print(text, soft_wrap=True, markup=False)
