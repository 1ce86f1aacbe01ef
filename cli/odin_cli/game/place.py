"""``odin game place``: the optimal placement of the supply of a game."""

from odin_cli.commands import UNPROVEN, command, option
from odin_cli.game.do import make
from odin_cli.game.proposals import laid_text
from odin_cli.game.show import SCHEMA
from odin_cli.interrupts import INTERRUPTED, stopped_by_interrupt
from odin_cli.options import FILE, JSON, VERBOSE
from odin_cli.output import print_json, stdout_console
from odin_cli.questions import asked
from odin_solver.errors import InputError
from odin_solver.game import decision
from odin_solver.game.files import GameFile, load
from odin_solver.notation.results import solution_data
from odin_solver.placement.solution import Status
from odin_solver.questions.games import Filling


@command("odin game place game.log --silver 3 --do")
def place(
    file: str = FILE,
    filling: Filling = asked(Filling),
    done: bool = option("Make these moves in the game.", "--do"),
    verbose: bool = VERBOSE,
    as_json: bool = JSON,
) -> int:
    """Find the best placement of the supply of a game, as moves.

    A placement is worth the points that it brings by the end of the game. The exit code is 3 if
    it is not proven that no other is worth more by the list of prices. Ctrl-C ends the search with
    the best so far, which is then not laid; the exit code is 130.
    """
    stored = GameFile.read(file) if done else None
    game = stored.game if stored else load(file)
    if decision(game.state) is None:
        raise InputError.said(
            "{file}: nothing can be placed now: chance decides or the game is over", file=file
        )
    with stopped_by_interrupt() as cancel:
        found = filling.laying(game.state, cancel)
    before = game.state
    done = done and not cancel.is_set()
    if stored and done:
        for move in found.moves:
            make(game, str(move))
        stored.save()
    if as_json:
        print_json(
            {
                "schema": SCHEMA,
                "moves": list(map(str, found.moves)),
                "done": done,
                "compared": [
                    {
                        "moves": list(map(str, each.candidate.moves)),
                        "expected": each.expected,
                        "raw_expected": each.candidate.raw_expected,
                        "stderr": each.candidate.raw_stderr,
                        "playouts": each.candidate.samples,
                    }
                    for each in (found.compared.ranking() if found.compared else ())
                ],
                "solution": solution_data(found.solution),
            }
        )
    else:
        stdout_console().print(laid_text(before, found, verbose=verbose))
    if cancel.is_set():
        return INTERRUPTED
    return 0 if found.solution.status is Status.OPTIMAL else UNPROVEN
