"""``odin puzzle print``: a booklet of puzzles as PDF."""

import click

from odin_cli.output import check_writable
from odin_cli.puzzle.loading import input_file, solved_puzzle
from odin_puzzles.kinds import KINDS
from odin_solver.errors import InputError
from odin_solver.support.files import write_file
from odin_solver.support.reading import STANDARD_INPUT


@click.command(name="print", epilog="Example: odin puzzle print *.json -o booklet.pdf")
@click.argument("sources", metavar="FILE...", nargs=-1, required=True)
@click.option("-o", "--output", metavar="FILE", required=True, help="The PDF file to write.")
@click.option("--title", metavar="TEXT", help="Title on the cover.")
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"]),
    default="a4",
    show_default=True,
    help="Size of the pages.",
)
@click.option(
    "--per-page",
    type=click.Choice(["1", "2", "4"]),
    help="Puzzles per page; by default four small ones or two.",
)
def print_booklet(
    sources: tuple[str, ...], output: str, title: str | None, paper: str, per_page: str | None
) -> None:
    """Print puzzles as a booklet: a PDF with tiles to cut out.

    Each FILE is a puzzle file, a share code, a puzzle of a pack such as first-steps/3, or - for
    standard input. The solutions are at the back. The same puzzles always give the same bytes.
    """
    from odin_puzzles.booklet.games import game_booklet_pdf
    from odin_puzzles.booklet.make import DEFAULT_TITLE, booklet_pdf

    if sources.count(STANDARD_INPUT) > 1:
        raise InputError("only one of the puzzles can be standard input")
    check_writable(output, inputs=map(input_file, sources))
    puzzles = [solved_puzzle(source) for source in sources]
    of_feast = {puzzle.kind in KINDS for puzzle in puzzles}
    if len(of_feast) > 1:
        raise InputError("print: expected puzzles of A Feast for Odin, or of other games only")
    name = " ".join((title or DEFAULT_TITLE).split()) or DEFAULT_TITLE
    if of_feast == {True}:
        slots = None if per_page is None else int(per_page)
        data = booklet_pdf(puzzles, title=name, paper=paper, per_page=slots)
    else:
        data = game_booklet_pdf(puzzles, name, paper)
    write_file(output, data)
