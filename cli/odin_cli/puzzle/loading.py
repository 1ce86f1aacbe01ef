"""Loading puzzles from a file, a share code, a pack or standard input."""

import click

from odin_puzzles import loading, sources
from odin_puzzles.puzzle import Puzzle
from odin_solver.errors import InputError
from odin_solver.questions.question import UNPROVEN
from odin_solver.support.language import say


def load_puzzle(source: str) -> Puzzle:
    """Read a puzzle of any game; `source` is as for `odin_puzzles.sources.source_of`."""
    name, text = sources.source_of(source)
    return loading.any_puzzle_from_text(text, name or None)


def solved_puzzle(source: str) -> Puzzle:
    """Read a puzzle like `load_puzzle`, and find its solution if it does not contain it.

    The command ends with exit code 3 at the time limit.
    """
    from odin_puzzles.uniqueness.placement_model import Undecided

    name, text = sources.source_of(source)
    puzzle = loading.any_puzzle_from_text(text, name or None)
    try:
        return loading.solved(puzzle)
    except InputError as error:
        raise error.within(name or "share code") from None
    except Undecided:
        told = loading.undecided(loading.SEARCH_SECONDS)
        click.echo(say("{field}: {problem}", field="odin", problem=told), err=True)
        click.get_current_context().exit(UNPROVEN)
