"""``odin puzzle share``: a puzzle as a short code, and back."""

from dataclasses import replace

import click

from odin_cli.commands import command, option
from odin_cli.options import PUZZLE, output_option
from odin_cli.output import check_writable, print_text
from odin_cli.puzzle.loading import load_puzzle, solved_puzzle
from odin_puzzles.files import file_of
from odin_puzzles.share.codes import share_code
from odin_puzzles.sources import path_of, source_of


@command("odin puzzle share puzzle.json")
def share(
    source: str = PUZZLE,
    output: str | None = output_option("Write a puzzle file instead of the code."),
    link: str | None = option(
        "Print a link that plays the puzzle on the page at this address.", metavar="ADDRESS"
    ),
) -> None:
    """Print the share code of a puzzle, or write the file of a share code.

    FILE is a puzzle file, a share code, a puzzle of a pack such as first-steps/3, or - for
    standard input. Every command accepts a code in place of a puzzle file. A code holds the puzzle
    with its title and difficulty; its solution is searched for when a file is written.
    """
    check_writable(None if output == "-" else output, inputs=[path_of(source)])
    if output is None:
        code = share_code(load_puzzle(source))
        click.echo(code if link is None else f"{link.rstrip('/')}/#p={code.replace('-', '')}")
        return
    puzzle = solved_puzzle(source)
    if not source_of(source)[0] and not puzzle.generator:
        puzzle = replace(puzzle, generator="share code")
    print_text(file_of(puzzle), output)
