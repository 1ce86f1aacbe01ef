"""``odin puzzle change``: a puzzle made harder, easier, or unique by the fewest clues."""

import click

from odin_cli.commands import choice, command
from odin_cli.interrupts import stopped_by_interrupt
from odin_cli.options import PUZZLE, output_option, seed_option
from odin_cli.output import check_writable, print_text, tell_stopped
from odin_cli.puzzle.loading import UNDECIDED, input_file, load_puzzle, name_of, solved_puzzle
from odin_puzzles.files import puzzle_data, puzzle_text
from odin_puzzles.generate.change import CHANGES, changed_until
from odin_solver.errors import within
from odin_solver.support.language import say


@command("odin puzzle change puzzle.json --to harder -o harder.json")
def change(
    source: str = PUZZLE,
    to: str = choice(
        "A puzzle one difficulty harder or easier, or one with the fewest clues (tiles that lie "
        "there from the start) that leave one solution.",
        "--to",
        required=True,
        among=CHANGES,
    ),
    seed: int = seed_option("Seed of all random choices."),
    output: str | None = output_option("Write the puzzle to a file."),
) -> int:
    """Change a puzzle; the new one has one solution, proven by two engines, and is graded.

    FILE is a puzzle file, a share code, a puzzle of a pack such as first-steps/3, or - for
    standard input. Clues make a puzzle easier; fewer clues and other tiles make it harder. With
    fewest-clues it may have several solutions, and its clues stay: no smaller set of tiles of any
    solution belongs to that solution only.

    The exit code is 3 if no such puzzle is found: another seed may find one. Ctrl-C keeps the
    nearest (exit code 130).
    """
    check_writable(None if output == "-" else output, inputs=[input_file(source)])
    puzzle = load_puzzle(source) if to == "fewest-clues" else solved_puzzle(source)
    made = None
    with stopped_by_interrupt() as stop, within(name_of(source)):
        for nearer in changed_until(puzzle, to, seed, stop):
            made = nearer
    if made is not None:
        print_text(puzzle_text(puzzle_data(made)), output)
    if stop.is_set():
        return tell_stopped(None if made else say("nothing was known yet"))
    if made is None:
        click.echo(say("odin: no such puzzle found; another --seed may find one"), err=True)
        return UNDECIDED
    return 0
