"""``odin table``: files for a table as it stands."""

from collections.abc import Iterable
from operator import add
from pathlib import Path
from typing import Any

from rich.padding import Padding
from rich.text import Text

from odin_cli.commands import argument, choice, command, number
from odin_cli.forms import FormEndedError, ask, can_begin
from odin_cli.inputs import load_position
from odin_cli.options import output_option
from odin_cli.output import check_writable, naming, print_text, stderr_console
from odin_solver.errors import InputError
from odin_solver.game.tables import table_from
from odin_solver.game.tables.entry import TableForm
from odin_solver.game.tables.template import template
from odin_solver.render.terminal.game import game_text
from odin_solver.rules.position import ROUNDS, GameLength, Position
from odin_solver.support.decoding import decode
from odin_solver.support.files import CannotWrite, data_text, write_file
from odin_solver.support.language import say
from odin_solver.support.reading import read_text

BACK = "<"
"""Goes to the row before."""


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
    check_writable(output, inputs=[position] if position else [])
    begun = load_position(position) if position else Position()
    game = length or begun.game
    at = round_ or begun.round or 1
    if at > ROUNDS[game]:
        raise InputError.said(
            "--round: expected 1 to {most} in a {game} game, got {got}",
            most=ROUNDS[game],
            game=game,
            got=at,
        )
    print_text(template(begun, game, at, players), output)


@command("odin table edit table.toml")
def edit(file: str = argument("TABLE")) -> None:
    """Enter a table, or change one, in a form.

    TABLE is a TOML or JSON file, or a new one. Rows have several answers, with ; between them. At
    the end the table is drawn, and Enter writes it; until then nothing is saved.
    """
    check_writable(file)
    is_new = not Path(file).exists()
    with naming(file):
        form = TableForm(_begun(file))
    try:
        _tell(
            say(
                "Enter keeps a row. ; goes to its next answer, - says that there is none. The "
                "name of a row goes to it, < to the one before."
            )
        )
        at = 0
        while at < len(form.rows):
            at = _asked(form, at)
        while not (_is_confirmed(form) and _is_saved(file, form.table)):
            pass
    except (FormEndedError, KeyboardInterrupt) as stop:
        kept = say("nothing is saved") if is_new else say("nothing is saved, it is as it was")
        problem = say("{file}: {problem}", file=file, problem=kept)
        stderr_console().print()
        if isinstance(stop, FormEndedError):
            raise InputError(problem) from None
        stderr_console().print(f"odin: {problem}", soft_wrap=True)
        raise


def _begun(file: str) -> dict[str, Any]:
    if not Path(file).exists():
        return {"schema": 1}
    data = decode(read_text(file), file, "a table")
    if not isinstance(data, dict):
        raise InputError.said("{name}: expected a table", name=file)
    return data


def _asked(form: TableForm, at: int, *, again: bool = False) -> int:
    row = form.rows[at]
    whole = again and can_begin()
    begun = kept = form.typed(row) if whole else ""
    examples = (f" ({each.example})" if each.example else "" for each in row.fields)
    labels = (say(each.label) for each in row.fields)
    _tell("; ".join(map(add, labels, examples)), "dim")
    if not whole and (values := form.typed(row)):
        _tell(f"[{values}]", "dim")
    while (typed := ask(f"{at + 1} {row.name}", begun)) != kept:
        try:
            target = _go(form, typed, at)
            if target is not None:
                return max(at, target + 1)
            _tell_heard(form.answer(row, typed, whole=whole))
            break
        except InputError as error:
            _refuse(error.problems)
            begun = typed if can_begin() else ""
    return at + 1


def _go(form: TableForm, typed: str, at: int) -> int | None:
    """Answer or ask the row that is named; return its place, None if none is.

    Parameters
    ----------
    typed
        The name of a row, or its number at the end, perhaps with a colon and an answer.
    at
        The place of the row that is asked.
    """
    name, _, answer = typed.partition(":")
    end = len(form.rows)
    by_number = at == end and name.strip().isdecimal() and 1 <= int(name) <= end
    target = int(name) - 1 if by_number else form.row_named(name, at)
    if typed == BACK:
        target = max(at - 1, 0)
    if target is None:
        return None
    if answer.strip():
        _tell_heard(form.answer(form.rows[target], answer.strip()))
    else:
        _asked(form, target, again=True)
    return target


def _is_confirmed(form: TableForm) -> bool:
    faults, at = form.wrong()
    if at is not None:
        _refuse(faults)
        _asked(form, at, again=True)
        return False
    if not faults:
        stderr_console().print(game_text(table_from(form.table)))
    for at, row in enumerate(form.rows):
        _tell(f"{at + 1} {row.name}: {form.typed(row)}")
    _refuse(faults)
    question = say("Enter writes it; a name or number goes to a row")
    typed = ask(question)
    if typed:
        try:
            if _go(form, typed, len(form.rows)) is None:
                _refuse([say("no row {name!r}", name=typed)])
        except InputError as error:
            _refuse(error.problems)
    return not typed and not faults


def _tell(text: str, style: str = "") -> None:
    stderr_console().print(Padding(Text(text, style), (0, 0, 0, 3)))


def _tell_heard(heard: Iterable[tuple[str, str]]) -> None:
    for label, value in heard:
        _tell(say("{field}: {problem}", field=label, problem=value))


def _refuse(problems: Iterable[str]) -> None:
    for each in problems:
        _tell(say("No: {reason}", reason=each), "red")


def _is_saved(file: str, table: dict[str, Any]) -> bool:
    """Write the table; if the disk is full, say so: nothing that was entered is lost."""
    try:
        write_file(file, data_text(table, "json" if file.endswith(".json") else "toml"))
    except CannotWrite as error:
        _refuse(error.problems)
        return False
    stderr_console().print(say("{file}: table saved", file=file), soft_wrap=True, markup=False)
    return True
