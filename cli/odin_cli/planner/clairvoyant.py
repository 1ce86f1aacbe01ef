"""``odin plan --clairvoyant``: the best game of a seed, and what nobody can exceed."""

import time
from typing import TYPE_CHECKING, Any

import click
import msgspec

from odin_cli.output import check_writable, print_json, stdout_console, write_file
from odin_cli.planner.thinking import live_line
from odin_solver.rules.position import GameLength

if TYPE_CHECKING:
    from odin_solver.game import Game
    from odin_solver.planner.clairvoyant import ClairvoyantGame

SCHEMA = 1
"""Version of what --json prints."""

PATIENCE = 60.0
"""Seconds to wait for the bound when the search is over; it takes a few seconds at most."""


def show_ceiling(
    length: GameLength, seed: int, seconds: float, *, as_json: bool, log: str | None, quiet: bool
) -> bool:
    """Look for the best game of a seed and print it; returns whether Ctrl-C came.

    Raises
    ------
    InputError
        If the log cannot be written: before the search if that is known then, otherwise at the end.
    """
    from odin_solver.game import Options
    from odin_solver.game.log import text
    from odin_solver.planner.bounding import BoundProcess
    from odin_solver.planner.clairvoyant import first_turn, search

    check_writable(log)
    options = Options(length=length)
    found: ClairvoyantGame | None = None
    bound, stopped = None, False
    began = time.monotonic()
    with BoundProcess(first_turn(options, seed), seed) as bounding:
        try:
            with live_line(seconds, quiet) as told:
                for found in search(options, seed, seconds=seconds):
                    told(f"best {found.score}, {found.games} games")
            bound = bounding.result(PATIENCE)
        except KeyboardInterrupt:
            stopped = True
    if stopped:
        known = "this is the best so far" if found else "nothing was known yet"
        click.echo(f"odin: stopped; {known}", err=True)
    if found is None:
        return stopped
    game = _replayed(options, seed, found)
    # What cannot be printed can still be written, and the other way round: nothing is lost.
    try:
        if as_json:
            print_json(_data(game, found, bound, time.monotonic() - began))
        else:
            from odin_solver.render.terminal.ceiling import ceiling_text

            stdout_console().print(ceiling_text(game, found, bound))
    finally:
        if log is not None:
            write_file(log, text(game))
            click.echo(f"{log}: the game that was found", err=True)
    return stopped


def _replayed(options: Any, seed: int, found: "ClairvoyantGame") -> "Game":
    """The game that was found, played again with every move checked.

    Raises
    ------
    OdinError
        If it breaks a rule or comes to another score.
    """
    from odin_solver.errors import OdinError
    from odin_solver.game import Game, score_sheet

    game = Game(options, seed)
    game.let_chance_decide()
    for _, move in found.playout.moves:
        game.do(move)
        game.let_chance_decide()
    if not game.state.is_over or score_sheet(game.state) != found.playout.sheet:
        raise OdinError(f"seed {seed}: played again, the game comes to another end")
    return game


def _data(
    game: "Game", found: "ClairvoyantGame", bound: int | None, seconds: float
) -> dict[str, Any]:
    from odin_solver.game import new_game
    from odin_solver.words.plan import game_in_words

    rounds = game_in_words(new_game(game.options), found.playout)
    return {
        "schema": SCHEMA,
        "seed": game.seed,
        "length": game.options.length,
        "score": found.score,
        "bound": bound,
        "sheet": msgspec.structs.asdict(found.playout.sheet),
        "plan": [{"round": each.number, "steps": list(each.steps)} for each in rounds],
        "moves": list(game.moves),
        "games": found.games,
        "seconds": seconds,
    }
