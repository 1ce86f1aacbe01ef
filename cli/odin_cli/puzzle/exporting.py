"""``odin puzzle export``: one puzzle as a drawing in text, as SVG or as PDF."""

from pathlib import Path

from odin_cli.commands import command
from odin_cli.options import PUZZLE, output_option
from odin_cli.output import check_writable, print_text
from odin_cli.puzzle.loading import load_puzzle
from odin_puzzles.booklet.alone import alone_pdf, alone_svg, alone_text
from odin_puzzles.sources import path_of
from odin_solver.errors import InputError
from odin_solver.support.files import write_file

ENDINGS = (".txt", ".svg", ".pdf")


@command("odin puzzle export puzzle.json -o puzzle.svg")
def export(
    source: str = PUZZLE,
    output: str | None = output_option(
        "A file ending in .txt, .svg or .pdf; by default the text is printed."
    ),
) -> None:
    """Draw one puzzle alone: its question, boards and tiles.

    FILE is a puzzle file, a share code, a puzzle of a pack such as first-steps/3, or - for
    standard input. A text of fill and order is a drawing that odin import and odin puzzle new read.
    """
    ending = ".txt" if output in (None, "-") else Path(str(output)).suffix.lower()
    InputError.unless_among("--output", ending, ENDINGS)
    check_writable(None if output == "-" else output, inputs=[path_of(source)])
    puzzle = load_puzzle(source)
    if ending == ".txt":
        print_text(alone_text(puzzle), output)
    elif ending == ".svg":
        print_text(alone_svg(puzzle), output)
    else:
        write_file(str(output), alone_pdf(puzzle))
