"""``odin check`` and ``odin show``: a position without solving it."""

import re
from typing import TYPE_CHECKING

import click
from rich.table import Table

from odin_cli.commands import command, option
from odin_cli.inputs import load_position, load_shown
from odin_cli.options import FILE, JSON, PICTURES, POSITION, Pictures, output_option
from odin_cli.output import (
    check_writable,
    print_json,
    print_text,
    stdout_console,
    tell_if_illegal,
    verdict_text,
)
from odin_solver.errors import InputError, within
from odin_solver.names.printed import printed_list
from odin_solver.notation.drawings import drawing_of, imported
from odin_solver.notation.kinds import FileKind, recognised
from odin_solver.notation.labels import board_labels, violation_line
from odin_solver.notation.positions import position_from
from odin_solver.notation.results import check_data
from odin_solver.notation.writing import Form, position_text
from odin_solver.render.terminal.tables import titled_table
from odin_solver.rules.layout import position_violations
from odin_solver.rules.order import in_legal_order
from odin_solver.rules.position import Position
from odin_solver.rules.scoring import board_facts, score
from odin_solver.support.files import write_file
from odin_solver.support.language import say
from odin_solver.support.reading import read_text, source_name

if TYPE_CHECKING:
    from odin_solver.game.kernel.state import State


@command("odin check position.json --fix")
def check(
    position_path: str = POSITION,
    as_json: bool = JSON,
    fix: bool = option("Put the pieces in a legal order in the file, or in that of -o."),
    output: str | None = output_option("Where --fix writes the position."),
) -> int | None:
    """Check whether a position is legal, and what it earns.

    POSITION is a position, puzzle or game, or - for standard input. Its pieces may be listed in
    any order if they can be placed in some order. The exit code is 0 if the position is legal, 1
    if not, and 2 if it cannot be read.
    """
    if output and not fix:
        raise click.UsageError(say("-o needs --fix."))
    if fix and position_path == "-" and not output:
        raise click.UsageError(say("--fix of standard input needs -o FILE."))
    check_writable(output)
    position = load_position(position_path)
    violations = position_violations(position)
    if fix and not violations:
        _write_in_order(position, position_path, output)
    elif not violations and in_legal_order(position) != position:
        note = say("legal in another order of the pieces (--fix writes it)")
        click.echo(say("{field}: {problem}", field="odin", problem=note), err=True)
    if as_json:
        print_json(check_data(position))
    else:
        console = stdout_console()
        console.print(verdict_text([violation_line(each, position) for each in violations]))
        if position.boards:
            console.print(_facts(position))
        console.print(say("score {n}", n=score(position)))
    return 1 if violations else 0


@command("odin show position.json --png position.png")
def show(
    position_path: str = POSITION,
    pictures: Pictures = PICTURES,
    as_ascii: bool = option(
        "Print a position file (TOML) with the boards drawn as text, which can be read again.",
        "--ascii",
    ),
    plain: bool = option(
        "Print boards and supply as a drawing of letters, as odin import reads it.", "--plain"
    ),
) -> None:
    """Draw the boards of a position, or the whole table of a game.

    POSITION is a position, puzzle or game, or - for standard input. Illegal positions are drawn
    too.
    """
    pictures.check(position_path)
    shown = load_position(position_path) if as_ascii or plain else load_shown(position_path)
    if not isinstance(shown, Position):
        _show_game(shown, pictures)
        return
    pictures.draw(shown)
    if plain:
        click.echo(drawing_of(shown), nl=False)
    elif as_ascii:
        click.echo(position_text(shown, "drawn"), nl=False)
    elif not pictures:
        from odin_solver.render.terminal.summary import position_with_supply

        stdout_console().print(position_with_supply(shown))
    tell_if_illegal(len(position_violations(shown)), "odin check")


@command("odin import pieces.txt -o position.json", name="import")
def import_drawing(
    file: str = FILE, output: str | None = output_option("Write to a file.", metavar="POSITION")
) -> None:
    """Make a position of tiles and a board that somebody drew.

    FILE is a text with empty lines between tiles of one letter and a board of dots (or a filled
    board, a letter for each tile), JSON with matrices of 0 and 1, or a puzzle of BurrTools of one
    layer; - is standard input. A POSITION that ends in .toml is written as TOML.
    """
    check_writable(None if output == "-" else output, inputs=[file])
    name = source_name(file)
    text = read_text(file)
    with within(name):
        if name.lower().endswith((".dlx", ".dlx.gz")):
            raise InputError.said("exact covers of items have no board: odin count counts them")
        data = imported(text)
    is_toml = output is not None and output.endswith(".toml")
    print_text(position_text(position_from(data, name), "toml" if is_toml else "json"), output)


def _show_game(state: "State", pictures: Pictures) -> None:
    if pictures:
        from odin_solver.render.svg.table import table_svg

        pictures.write(table_svg(state))
    else:
        from odin_solver.render.terminal.game import game_text

        stdout_console().print(game_text(state))


def _write_in_order(position: Position, source: str, output: str | None) -> None:
    ordered = in_legal_order(position)
    if ordered == position and output is None:
        note = say("{file}: already in a legal order", file=source)
        click.echo(say("{field}: {problem}", field="odin", problem=note), err=True)
        return
    target = output or source
    form: Form = "toml" if target.lower().endswith(".toml") else "json"
    if output is None:
        text = read_text(source)
        if recognised(text, source).kind is not FileKind.POSITION:
            raise InputError.said(
                "{file}: --fix changes position files only: use -o FILE", file=source
            )
        if not text.lstrip().startswith("{"):
            form = "toml"
            # Text in quotes may hold number signs: cells of a map.
            if "#" in re.sub(r"""\"[^"]*"|'[^']*'""", "", text):
                raise InputError.said(
                    "{file}: --fix would lose its comments: use -o FILE", file=source
                )
    write_file(target, position_text(ordered, form))
    note = say("{file}: written in a legal order", file=target)
    click.echo(say("{field}: {problem}", field="odin", problem=note), err=True)


def _facts(position: Position) -> Table:
    table = titled_table(
        ("left", say("board")),
        *(("right", title) for title in (say("points"), say("income"), say("uncovered"))),
        ("left", say("bonuses won")),
    )
    for label, state in zip(board_labels(position), position.boards, strict=True):
        facts = board_facts(state)
        bonuses = printed_list(facts.bonuses.items()) or "-"
        row = (facts.points, facts.income, -facts.uncovered)
        table.add_row(label, *map(str, row), bonuses)
    return table
