"""``odin game best``: the best game of a seed."""

import time
from typing import TYPE_CHECKING, Any

import click
import msgspec

from odin_cli.commands import command, option, seconds
from odin_cli.game.new import RULINGS_OPTION, length_option
from odin_cli.options import JSON, QUIET, seed_option
from odin_cli.output import check_writable, print_json, stdout_console, tell_if_stopped
from odin_cli.progress import progress_bar
from odin_solver.game import Options
from odin_solver.game.files import begin
from odin_solver.game.kernel.rulings import Ruling
from odin_solver.questions.question import MAX_SECONDS
from odin_solver.questions.terminal import report_drawing
from odin_solver.rules.position import GameLength
from odin_solver.support.files import write_file
from odin_solver.support.language import say
from odin_solver.support.text import printable

if TYPE_CHECKING:
    from odin_solver.game import Game
    from odin_solver.planner.clairvoyant import ClairvoyantGame

SCHEMA = 2
"""Version of the JSON output."""

SECONDS = 60.0
"""Usual time limit."""


@command("odin game best --seed 7 --length short")
def best(
    seed: int = seed_option("Seed of the game."),
    length: GameLength = length_option(),
    rulings: frozenset[Ruling] = RULINGS_OPTION,
    limit: float = seconds("Time limit.", "--time", default=SECONDS, most=MAX_SECONDS),
    log: str | None = option("Write the game.", metavar="FILE"),
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> int:
    """Search for the best game of a seed, with all dice, cards and strips known in advance.

    The game has no occupations. Every move is checked by the rules. Ctrl-C prints the best game so
    far, with exit code 130.
    """
    from odin_solver.game.log import text
    from odin_solver.planner.clairvoyant import replayed, search

    check_writable(log)
    begun = begin(Options(length=length, rulings=rulings), seed)
    found: ClairvoyantGame | None = None
    stopped = False
    began = time.monotonic()
    try:
        with progress_bar(say("starting"), limit, quiet, say("(Ctrl-C to stop)")) as update:
            for found in search(begun, seconds=limit):
                passed = min(limit, time.monotonic() - began)
                update(passed, say("best {score}, games: {n}", score=found.score, n=found.games))
    except KeyboardInterrupt:
        stopped = True
    code = tell_if_stopped(stopped, found)
    if found is None:
        return code
    game = replayed(begun, found)
    # Write the log even if printing fails.
    try:
        if as_json:
            print_json(_data(game, found, time.monotonic() - began))
        else:
            from odin_solver.questions.advising import clairvoyant_report

            stdout_console().print(report_drawing(clairvoyant_report(game, found)))
    finally:
        if log is not None:
            write_file(log, text(game))
            click.echo(say("{file}: game saved", file=printable(log)), err=True)
    return code


def _data(game: "Game", best: "ClairvoyantGame", seconds: float) -> dict[str, Any]:
    from odin_solver.game import new_game
    from odin_solver.words.plan import game_in_words

    return {
        "schema": SCHEMA,
        "seed": game.seed,
        "length": game.options.length,
        "score": best.score,
        "sheet": msgspec.structs.asdict(best.playout.sheet),
        "plan": game_in_words(new_game(game.options), best.playout),
        "moves": list(map(str, game.moves)),
        "games": best.games,
        "seconds": seconds,
    }
