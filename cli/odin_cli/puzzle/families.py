"""``odin puzzle family``: the puzzles of one board, by the cells that stay free."""

from pathlib import Path

import click

from odin_cli.commands import argument, command, option
from odin_cli.inputs import load_drawn
from odin_cli.interrupts import stopped_by_interrupt
from odin_cli.options import JSON, QUIET, output_option
from odin_cli.output import print_json, stdout_console, tell_stopped
from odin_cli.progress import shown_if_slow
from odin_puzzles.files import puzzle_data, puzzle_text
from odin_puzzles.generate.family import FamilyMember, family_until
from odin_puzzles.play.drawing import stars
from odin_solver.components.cells import cell_names
from odin_solver.errors import within
from odin_solver.render.terminal.tables import labelled_table
from odin_solver.rules.pieces import cells_named
from odin_solver.support.files import write_file, writing
from odin_solver.support.language import say, say_number
from odin_solver.support.reading import source_name


@command("odin puzzle family calendar.json --free a7:f6 --free a5:g2,a1:c1")
def family(
    file: str = argument("FILE"),
    free: tuple[str, ...] = option(
        "Cells of which one stays free; once for each cell that does. By default any cells.",
        metavar="CELLS",
        multiple=True,
    ),
    output: str | None = output_option("Write the puzzles to a directory.", metavar="DIR"),
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> int:
    """Count, grade and list all puzzles of a board, by the cells that stay free.

    FILE is a position with one board or a drawing in text (see odin import), - is standard input.
    All its tiles are laid: all dates of a calendar are the choices of a month and a day. A choice
    with a layout is listed with the number of layouts, the fewest clues that leave one of them, and
    the difficulty with these. Ctrl-C lists those so far (exit code 130).
    """
    position, folder = load_drawn(file), None if output is None else Path(output)
    if folder is not None:
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
    height = position.boards[0].grid.height if position.boards else 0
    members: list[FamilyMember] = []
    ending = say("Ctrl-C lists those so far")
    with (
        stopped_by_interrupt() as stop,
        shown_if_slow(ending, quiet, stop) as shown,
        within(source_name(file)),
    ):
        sets = [
            [cell for word in each.split(",") for cell in cells_named(word, height)]
            for each in free
        ]
        for member in family_until(position, sets, stop):
            members.append(member)
            shown(say_number("{n} choice", "{n} choices", len(members)))
    rows = [(cell_names(each.free, height), each) for each in members]
    for names, each in rows:
        if folder is not None and each.puzzle is not None:
            path = folder / f"fill-{names.replace(' ', '-') or 'all'}.json"
            write_file(str(path), puzzle_text(puzzle_data(each.puzzle)))
    layouts = sum(each.ways for each in members)
    if as_json:
        puzzles = [
            {
                "free": names,
                "layouts": each.ways,
                "clues": None if each.puzzle is None else each.clues,
                "difficulty": None if each.puzzle is None else each.puzzle.difficulty,
            }
            for names, each in rows
        ]
        print_json({"schema": 1, "layouts": layouts, "puzzles": puzzles})
    else:
        table = labelled_table(*["whole"] * 3)
        for names, each in rows:
            clues = say_number("{n} clue", "{n} clues", each.clues) if each.puzzle else ""
            ways = say_number("{n} layout", "{n} layouts", each.ways)
            table.add_row(names, ways, clues, stars(each.puzzle.difficulty) if each.puzzle else "")
        stdout_console().print(table)
        ways = say_number("{n} layout", "{n} layouts", layouts)
        click.echo(say_number("{n} choice", "{n} choices", len(members)) + ", " + ways)
    return tell_stopped() if stop.is_set() else 0
