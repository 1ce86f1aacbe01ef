"""``odin puzzle play``: a puzzle in the terminal, with hints, check, undo and timer."""

from odin_cli.commands import command
from odin_cli.options import PUZZLE
from odin_cli.output import stdout_console
from odin_cli.puzzle.loading import solved_puzzle
from odin_cli.puzzle.session import PuzzleSession
from odin_solver.errors import InputError
from odin_solver.support.reading import STANDARD_INPUT


@command("odin puzzle play puzzle.json")
def play(source: str = PUZZLE) -> None:
    """Play a puzzle in the terminal: lay tiles, ask for hints, check, undo.

    FILE is a puzzle file, a share code, a puzzle of a pack such as first-steps/3, or daily. Tiles
    may be laid in any order, except in puzzles of the kind order. Enter `help` for the commands;
    end with `quit`, Ctrl-D or Ctrl-C. The next `play` of the puzzle continues where you ended.
    """
    if source == STANDARD_INPUT:
        raise InputError.said("play reads moves from standard input: give a file or a share code")
    session = PuzzleSession(stdout_console(), solved_puzzle(source))
    session.resume()
    session.begin()
    session.run()
