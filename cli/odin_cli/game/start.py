"""``odin game start``: the starting occupations of a new game, from the best on."""

import click

from odin_cli.commands import command, number
from odin_cli.game.new import RULINGS_OPTION, chosen_cards, length_option, occupations_option
from odin_cli.options import JSON, QUIET, workers_option
from odin_cli.output import print_json, stdout_console
from odin_cli.planner.thinking import tell_if_stopped, think, time_option
from odin_solver.errors import InputError
from odin_solver.game import Options, new_game
from odin_solver.game.kernel.rulings import Ruling
from odin_solver.questions.games import MAX_PLAYOUTS, search_limits
from odin_solver.rules.position import GameLength
from odin_solver.support.language import say

SECONDS = 300.0
"""Usual time limit."""

SEEDS = range(1, 201)
"""Seeds on which starting occupations are compared: those of ``benchmarks/planner.py``."""

FINALISTS = 6
"""Number of starting occupations in the last stage."""


@command("odin game start --time 600 --workers 2")
def start(
    length: GameLength = length_option(),
    occupations: str = occupations_option("all"),
    rulings: frozenset[Ruling] = RULINGS_OPTION,
    seconds: float | None = time_option(SECONDS),
    playouts: int | None = number(
        "Number of games instead of a time limit; the answer then depends on --workers alone.",
        1,
        MAX_PLAYOUTS,
        "--games",
        "--playouts",
    ),
    workers: int = workers_option("Threads."),
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> int:
    """Rank the starting occupations of a new game.

    Whole games of the rollout policy are played on the same seeds with every card; the worse half
    drops out again and again. Ctrl-C prints the ranking so far, with exit code 130.
    """
    limits = search_limits("--time", seconds, playouts, workers, SECONDS)
    cards = chosen_cards(occupations)
    options = Options(length=length, cards=cards, starting="choose", rulings=rulings)
    from odin_solver.planner.advice import advise

    state = new_game(options)
    number = len(state.starting_deck)
    if number < 2:
        raise InputError.said(
            "--occupations: expected decks with several starting occupations, got {got!r}",
            got=occupations,
        )
    advices = advise(
        state,
        limits,
        finalists=FINALISTS,
        width=number,
        scenarios=lambda at: SEEDS[at % len(SEEDS)],
    )
    advice, stopped = think(advices, limits, quiet=quiet)
    code = tell_if_stopped(stopped, advice)
    if advice is None:
        return code
    if as_json:
        from odin_solver.words.reports import ranking_data

        print_json(ranking_data(state, advice, options.length, occupations))
    else:
        from odin_solver.render.terminal.plan import ranking_text

        stdout_console().print(ranking_text(advice))
    missing = number - len(advice.candidates)
    if missing:
        text = say("{n} of {of} not evaluated in time", n=missing, of=number)
        click.echo(f"odin: {text}", err=True)
    return code
