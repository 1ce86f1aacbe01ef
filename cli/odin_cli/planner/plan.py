"""``odin plan``: the best move of a solo game, with a plan for the rest of it."""

import math
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from odin_cli.game.new import chosen_cards
from odin_cli.game.rulings import chosen_rulings, ruling_option
from odin_cli.interrupts import INTERRUPTED
from odin_cli.options import number_option
from odin_cli.output import print_json, stdout_console
from odin_cli.planner.clairvoyant import show_ceiling
from odin_cli.planner.thinking import tell_if_stopped, think
from odin_solver.errors import InputError
from odin_solver.game import Options
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.support.reading import read_text, source_name

if TYPE_CHECKING:
    from odin_solver.planner.advice import SearchLimits

SECONDS = 5.0
"""Default time limit."""

RANKING_SECONDS = 300.0
"""Default time limit of the ranking of starting occupations."""

CEILING_SECONDS = 60.0
"""Default time limit of the clairvoyant search."""

SEEDS = range(1, 201)
"""Seeds on which starting occupations are compared: those of ``benchmarks/planner.py``."""

FINALISTS = 6
"""Number of starting occupations in the last stage."""

FILE, RANKING, CEILING = ("a file", "--choose-starting-occupation", "--clairvoyant")
"""Modes of the command, as messages call them."""

DEFAULT_SECONDS: Mapping[str, float] = MappingProxyType(
    {FILE: SECONDS, RANKING: RANKING_SECONDS, CEILING: CEILING_SECONDS}
)
"""Default time limit of each mode."""

_OF_NEW_GAMES = dict.fromkeys(("length", "occupations", "rulings"), "the game has its own")
_NO_LOG = "expected --clairvoyant"

IDLE: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        FILE: {"log": _NO_LOG, **_OF_NEW_GAMES},
        RANKING: {"lines": "it shows all of them", "seed": "its seeds are fixed", "log": _NO_LOG},
        CEILING: {
            "playouts": "expected --time",
            "lines": "it shows one game",
            "workers": "it searches in one process",
            "occupations": "its game has none",
        },
    }
)
"""Options without effect in each mode, and why."""


def check_time(option: str, seconds: float | None) -> None:
    """Check a time limit.

    Raises
    ------
    InputError
        If it is not a number above 0.
    """
    if seconds is not None and not 0 < seconds < math.inf:
        raise InputError(f"{option}: expected more than 0 seconds, got {seconds:g}")


def limits_of(
    option: str, seconds: float | None, playouts: int | None, workers: int
) -> "SearchLimits":
    """Return the limits of a search."""
    from odin_solver.planner.advice import SearchLimits

    check_time(option, seconds)
    return SearchLimits(seconds, playouts, workers)


@click.command(
    epilog="Example: odin plan game.log --time 20; "
    "odin plan --choose-starting-occupation --time 600 --workers 2"
)
@click.argument("path", metavar="[GAME|TABLE]", required=False)
@click.option(
    "--time",
    "seconds",
    type=float,
    metavar="S",
    help=f"Time limit in seconds. [default: {SECONDS:g}; {RANKING_SECONDS:g} for starting "
    f"occupations, {CEILING_SECONDS:g} with --clairvoyant]",
)
@number_option(
    "--playouts",
    "--games",
    least=1,
    help="Number of playouts instead of a time limit; the answer then depends on --seed and "
    "--workers alone.",
)
@click.option(
    "--lines",
    type=click.IntRange(1, 100),
    default=3,
    metavar="K",
    show_default=True,
    help="Number of alternatives.",
)
@number_option(
    "--seed",
    least=0,
    most=2**31 - 1,
    default=0,
    help="Seed of the scenarios, independent of the seed of the game; with --clairvoyant: seed of "
    "the game.",
)
@number_option("--workers", least=1, most=256, default=1, help="Threads.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
@click.option(
    "--choose-starting-occupation",
    "choosing",
    is_flag=True,
    help="Rank the starting occupations of a new game.",
)
@click.option(
    "--clairvoyant",
    is_flag=True,
    help="Search for the best game of --seed with all chance known; without cards.",
)
@click.option("--log", metavar="FILE", help="With --clairvoyant: write the best game.")
@click.option(
    "--length",
    type=click.Choice(list(ROUNDS)),
    default="long",
    show_default=True,
    help="Length of the new game: seven rounds or six.",
)
@click.option(
    "--occupations",
    default="implemented",
    metavar="implemented|A,B,C",
    show_default=True,
    help="Occupation cards of the new game.",
)
@ruling_option
@click.pass_context
def plan(
    ctx: click.Context,
    path: str | None,
    seconds: float | None,
    playouts: int | None,
    lines: int,
    seed: int,
    workers: int,
    as_json: bool,
    quiet: bool,
    choosing: bool,
    clairvoyant: bool,
    log: str | None,
    length: GameLength,
    occupations: str,
    rulings: tuple[str, ...],
) -> None:
    """Recommend a move in a solo game, and plan the rest of it.

    GAME is made with odin game new, or a state as odin game show --json prints it. TABLE is a real
    table in a file (odin table new). - is standard input. A tree search in the compiled engine
    compares the moves; learned values stand for the rest of the game. More time gives better
    advice. Ctrl-C prints the best move so
    far, with exit code 130.

    With --clairvoyant it takes no game: it searches for the best game of a seed with all dice,
    cards and strips known.
    """
    if seconds is not None and playouts is not None:
        raise InputError("expected either --time or --playouts, not both")
    asked = {RANKING: choosing, CEILING: clairvoyant}
    modes = [mode for mode, is_asked in asked.items() if is_asked] or [FILE]
    if len(modes) > 1:
        raise InputError(f"expected {modes[0]} or {modes[1]}, not both")
    mode = modes[0]
    if path is not None and mode in (RANKING, CEILING):
        raise InputError(f"{mode} starts a new game: expected no file")
    if path is None and mode == FILE:
        raise InputError("expected a game or a table: a file, or - (odin plan --help)")
    _refuse_idle(ctx, mode)
    usual = DEFAULT_SECONDS[mode] if seconds is None and playouts is None else seconds
    limits = limits_of("--time", usual, playouts, workers)
    if clairvoyant:
        assert limits.seconds is not None  # --playouts has been refused
        options = Options(length=length, rulings=chosen_rulings(rulings))
        stopped = show_ceiling(options, seed, limits.seconds, as_json=as_json, log=log, quiet=quiet)
    elif choosing:
        options = Options(
            length=length,
            cards=chosen_cards(occupations),
            starting="choose",
            rulings=chosen_rulings(rulings),
        )
        stopped = _rank(options, occupations, limits, as_json=as_json, quiet=quiet)
    else:
        assert path is not None
        stopped = _plan(path, limits, lines=lines, seed=seed, as_json=as_json, quiet=quiet)
    if stopped:
        ctx.exit(INTERRUPTED)


def _refuse_idle(ctx: click.Context, mode: str) -> None:
    """Refuse options without effect, even with their default values."""
    for param in ctx.command.params:
        reason = IDLE[mode].get(param.name or "")
        given = ctx.get_parameter_source(param.name or "") is not ParameterSource.DEFAULT
        if reason is not None and given:
            raise InputError(f"{param.opts[0]} does not go with {mode}: {reason}")


def _plan(
    path: str, limits: "SearchLimits", *, lines: int, seed: int, as_json: bool, quiet: bool
) -> bool:
    """Plan a game and print the advice; returns whether Ctrl-C came."""
    from odin_solver.planner.advice import advise, candidate_moves, forced_move, width_for
    from odin_solver.planner.reading import as_if_alone, read_state
    from odin_solver.words.plan import OTHERS

    name = source_name(path)
    state = read_state(read_text(path), name)
    others = state.options.players > 1
    if others:
        state = as_if_alone(state)
    try:
        moves = candidate_moves(state)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    if (forced := forced_move(state)) is not None:
        if not as_json:
            from odin_solver.render.terminal.plan import forced_text

            stdout_console().print(forced_text(state, forced))
            return False
        limits = replace(limits, seconds=None, playouts=1)  # for the fields of the answer
    # A single candidate gets playouts too: they estimate its score and show a plan.
    only = moves if len(moves) == 1 else ()
    width = max(width_for(limits), lines + 1)
    advices = advise(state, limits, seed=seed, moves=only, finalists=lines + 1, width=width)
    advice, stopped = think(advices, limits, quiet=quiet)
    tell_if_stopped(stopped, advice)
    if advice is None:
        return stopped
    if as_json:
        from odin_solver.words.reports import advice_data

        data = advice_data(state, advice, lines=lines, seed=seed)
        print_json({**data, "others": OTHERS} if others else data)
    else:
        from odin_solver.render.terminal.plan import plan_text

        console = stdout_console()
        console.print(plan_text(state, advice, lines=lines, seed=seed))
        if others:
            console.print(OTHERS, style="dim")
    return stopped


def _rank(
    options: Options, occupations: str, limits: "SearchLimits", *, as_json: bool, quiet: bool
) -> bool:
    """Rank the starting occupations; returns whether Ctrl-C came."""
    from odin_solver.game import new_game
    from odin_solver.planner.advice import advise

    state = new_game(options)
    number = len(state.starting_deck)
    if number < 2:
        raise InputError(
            f"--occupations: expected decks with several starting occupations, got {occupations!r}"
        )
    advices = advise(
        state,
        limits,
        finalists=FINALISTS,
        width=number,
        scenarios=lambda at: SEEDS[at % len(SEEDS)],
    )
    advice, stopped = think(advices, limits, quiet=quiet)
    tell_if_stopped(stopped, advice)
    if advice is None:
        return stopped
    if as_json:
        from odin_solver.words.reports import ranking_data

        print_json(ranking_data(state, advice, options.length, occupations))
    else:
        from odin_solver.render.terminal.plan import ranking_text

        stdout_console().print(ranking_text(advice))
    missing = number - len(advice.candidates)
    if missing:
        click.echo(f"odin: {missing} of {number} not evaluated in time", err=True)
    return stopped
