"""``odin puzzle print``: a booklet of puzzles as PDF."""

from msgspec.structs import replace

from odin_cli.commands import argument, command, option
from odin_cli.options import output_option
from odin_cli.output import check_writable, tell_missing
from odin_cli.puzzle.loading import solved_puzzle
from odin_cli.questions import asked
from odin_puzzles.booklet.make import booklet_pdf
from odin_puzzles.booklet.pdf import need_writer
from odin_puzzles.questions import BookletStyle
from odin_puzzles.sources import path_of
from odin_solver.errors import InputError
from odin_solver.support.files import write_file
from odin_solver.support.reading import STANDARD_INPUT, read_text


@command("odin puzzle print *.json -o booklet.pdf", "print")
def print_booklet(
    sources: tuple[str, ...] = argument("FILE...", nargs=-1),
    output: str = output_option("The PDF file to write.", metavar="FILE", required=True),
    style: BookletStyle = asked(
        BookletStyle,
        per_page={"parse": int},
        foreword={"parse": lambda path: path and read_text(path)},
    ),
    solutions: str | None = option(
        "Write the solutions to a PDF file of their own.", metavar="FILE"
    ),
) -> None:
    """Print puzzles as a booklet: a PDF with tiles to cut out.

    Each FILE is a puzzle file, a share code, a puzzle of a pack such as first-steps/3, or - for
    standard input. The solutions are at the back. The same puzzles always give the same bytes.
    """
    need_writer()
    if sources.count(STANDARD_INPUT) > 1:
        raise InputError.said("only one of the files can be standard input")
    check_writable(output, solutions, inputs=map(path_of, sources))
    puzzles = [solved_puzzle(source) for source in sources]
    whole = style if solutions is None else replace(style, part="puzzles")
    data = booklet_pdf(puzzles, whole, tell_missing)
    if solutions is not None:
        write_file(solutions, booklet_pdf(puzzles, replace(style, part="solutions"), tell_missing))
    write_file(output, data)
