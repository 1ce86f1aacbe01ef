"""``odin plan --clairvoyant``: the best game of a seed."""

import time
from typing import TYPE_CHECKING, Any

import click
import msgspec

from odin_cli.output import check_writable, print_json, stdout_console
from odin_cli.planner.thinking import live_line, tell_if_stopped
from odin_solver.game import Options
from odin_solver.support.files import write_file
from odin_solver.support.text import printable

if TYPE_CHECKING:
    from odin_solver.game import Game
    from odin_solver.planner.clairvoyant import ClairvoyantGame

SCHEMA = 2
"""Version of the JSON output."""


def show_ceiling(
    options: Options, seed: int, seconds: float, *, as_json: bool, log: str | None, quiet: bool
) -> bool:
    """Search for the best game of a seed and print it; returns whether Ctrl-C came.

    Raises
    ------
    InputError
        If the log cannot be written; before the search, if that is known.
    """
    from odin_solver.game.log import text
    from odin_solver.planner.clairvoyant import search

    check_writable(log)
    best: ClairvoyantGame | None = None
    stopped = False
    began = time.monotonic()
    try:
        with live_line(seconds, quiet) as set_text:
            for best in search(options, seed, seconds=seconds):
                set_text(f"best {best.score}, {best.games} games")
    except KeyboardInterrupt:
        stopped = True
    tell_if_stopped(stopped, best)
    if best is None:
        return stopped
    game = _replayed(options, seed, best)
    # Write the log even if printing fails.
    try:
        if as_json:
            print_json(_data(game, best, time.monotonic() - began))
        else:
            from odin_solver.render.terminal.clairvoyant import clairvoyant_text

            stdout_console().print(clairvoyant_text(game, best))
    finally:
        if log is not None:
            write_file(log, text(game))
            click.echo(f"{printable(log)}: game saved", err=True)
    return stopped


def _replayed(options: Options, seed: int, best: "ClairvoyantGame") -> "Game":
    """Return the game, replayed with every move checked.

    Raises
    ------
    OdinError
        If it breaks a rule or ends with another score.
    """
    from odin_solver.errors import OdinError
    from odin_solver.game import Game, score_sheet

    game = Game(options, seed)
    game.let_chance_decide()
    for _, move in best.playout.moves:
        game.do(move)
        game.let_chance_decide()
    if not game.state.is_over or score_sheet(game.state) != best.playout.sheet:
        raise OdinError(f"seed {seed}: the replay ends differently")
    return game


def _data(game: "Game", best: "ClairvoyantGame", seconds: float) -> dict[str, Any]:
    from odin_solver.game import new_game
    from odin_solver.words.plan import game_in_words

    rounds = game_in_words(new_game(game.options), best.playout)
    return {
        "schema": SCHEMA,
        "seed": game.seed,
        "length": game.options.length,
        "score": best.score,
        "sheet": msgspec.structs.asdict(best.playout.sheet),
        "plan": [{"round": each.number, "steps": list(each.steps)} for each in rounds],
        "moves": list(map(str, game.moves)),
        "games": best.games,
        "seconds": seconds,
    }
