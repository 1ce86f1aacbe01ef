"""Help by the planner: hints during a game, and a review of its moves."""

from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.text import Text

from odin_cli.commands import argument, command, option
from odin_cli.options import JSON, QUIET, seed_option
from odin_cli.output import check_writable, print_json, stdout_console
from odin_cli.planner.thinking import tell_if_stopped, think
from odin_cli.progress import tracked
from odin_cli.questions import asked
from odin_solver.errors import InputError
from odin_solver.game.files import GameFile, load
from odin_solver.game.log import up_to
from odin_solver.game.seats import alone
from odin_solver.questions.games import Reviewing, Thinking
from odin_solver.questions.question import MAX_SECONDS
from odin_solver.support.files import check_new
from odin_solver.support.language import say
from odin_solver.support.reading import source_name
from odin_solver.support.text import printable

if TYPE_CHECKING:
    from odin_solver.game import Game, State
    from odin_solver.game.kernel.moves import Move
    from odin_solver.planner.advice import SearchLimits
    from odin_solver.planner.candidates import Advice
    from odin_solver.planner.review import ReviewedMove

ALTERNATIVES = 2
"""Moves of a hint besides the best one."""


@dataclass
class Hints:
    """Hints about a decision: what matters, where, and the move; each call says more."""

    about: "State | None" = None
    advice: "Advice | None" = None
    told: int = 0

    def show(self, state: "State", typed: str, console: Console) -> None:
        """Show the next hint about a state; Ctrl-C ends the search."""
        from odin_solver.planner.advice import advise, forced_move
        from odin_solver.render.terminal.plan import forced_text, hint_text
        from odin_solver.words.plan import what_matters, where_to_look

        limits = Thinking(seconds=seconds_in("hint", typed)).limits()
        if state is not self.about:
            self.about, self.advice, self.told = state, None, 0
        table, state = state, alone(state)
        if (forced := forced_move(state)) is not None:
            console.print(forced_text(state, forced))
            return
        if self.advice is None or typed:
            advices = advise(table, limits, shown=ALTERNATIVES + 1)
            # Better moves that are found meanwhile are not told.
            self.advice, _ = think(advices, limits, moves=False)
        if self.advice is None:
            console.print(Text(say("No result yet."), style="dim"))
            return
        self.told += 1
        small = (what_matters, where_to_look)
        if self.told > len(small):
            console.print(hint_text(state, self.advice, ALTERNATIVES))
            return
        console.print(small[self.told - 1](self.advice))
        console.print(Text(say("hint again says more."), style="dim"))


def show_answer(state: "State", move: "Move", console: Console) -> None:
    """Show what a move loses, why, and where it leads to; Ctrl-C ends the search."""
    from odin_solver.planner.advice import advise, forced_move
    from odin_solver.planner.asked import answered, searches_with
    from odin_solver.planner.memory import SearchMemory
    from odin_solver.render.terminal.plan import answer_text, forced_text

    table, state = state, alone(state)
    if move == forced_move(state):
        console.print(forced_text(state, move))
        return
    limits, memory = Thinking().limits(), SearchMemory()
    search = partial(advise, table, limits, shown=ALTERNATIVES + 1, memory=memory)
    found, _ = think(searches_with(state, move, search), limits)
    answer = found and answered(state, move, found, memory=memory)
    console.print(answer_text(answer) if answer else Text(say("No result yet."), style="dim"))


def show_report(game: "Game", typed: str, console: Console) -> None:
    """Show the losses of the decisions of a game; Ctrl-C ends with those reviewed so far."""
    from odin_solver.planner.review import past_decisions
    from odin_solver.render.terminal.review import review_text

    limits = Reviewing(seconds=seconds_in("review", typed)).limits()
    number = len(past_decisions(game))
    if not number:
        console.print(say("There is no decision to review yet."))
        return
    reviewed, _ = look_back(game, limits)
    console.print(review_text(game, reviewed, number - len(reviewed)))


def seconds_in(command: str, typed: str) -> float | None:
    try:
        found = float(typed) if typed else None
    except ValueError:
        raise InputError.said("expected a number of seconds, got {got!r}", got=typed) from None
    if found is not None and not 0 < found <= MAX_SECONDS:
        raise InputError.said(
            "{command}: expected more than 0 seconds, got {got:g}", command=command, got=found
        )
    return found


def look_back(
    game: "Game", limits: "SearchLimits", *, seed: int = 0, quiet: bool = False
) -> "tuple[list[ReviewedMove], bool]":
    """Review the decisions of a game with a progress bar; return them in their order.

    Also return whether Ctrl-C ended it.
    """
    from odin_solver.planner.review import past_decisions, review

    found: list[ReviewedMove] = []
    stopped = False
    try:
        moves, number = review(game, limits, seed=seed), len(past_decisions(game))
        for each in tracked(moves, number, say("Reviewing"), quiet, say("(Ctrl-C to stop)")):
            found.append(each)
    except KeyboardInterrupt:
        stopped = True
    return sorted(found, key=attrgetter("number")), stopped


@command("odin game review game.log --time-per-move 5")
def review(
    file: str = argument("LOG"),
    reviewing: Reviewing = asked(Reviewing),
    seed: int = seed_option("Seed of the scenarios."),
    play_on: str | None = option(
        "Also write the game up to the costliest mistake: odin game play goes on from there.",
        metavar="FILE",
    ),
    force: bool = option("Replace an existing file."),
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> int:
    """Review a game: the expected loss of every decision, and the costliest mistakes.

    LOG is a game, finished or not, or - for standard input. For every decision, tiles laid or
    refused included, the planner searches for better moves, and judges them and the move made by
    longer searches, again and again, until the verdict would be given again. A mistake costs a
    point at least, beyond twice its error. The real dice and cards play no part: a good move with
    bad luck stays a good move. Ctrl-C prints the review so far, with exit code 130.
    """
    limits = reviewing.limits()
    from odin_solver.planner.review import costliest, past_decisions

    check_writable(play_on, inputs=[file])
    if play_on is not None:
        check_new(play_on, force=force)
    game = load(file)
    number = len(past_decisions(game))
    if not number:
        raise InputError.said(
            "{name}: no person has made a move yet that could be reviewed", name=source_name(file)
        )
    reviewed, stopped = look_back(game, limits, seed=seed, quiet=quiet)
    code = tell_if_stopped(stopped, reviewed)
    mistakes = costliest(reviewed)
    if play_on and mistakes:
        GameFile.create(play_on, up_to(game, mistakes[0].number - 1), force=force)
    elif play_on:
        click.echo(
            say("no mistake is certain: {file} is not written", file=printable(play_on)), err=True
        )
    if as_json:
        from odin_solver.words.reports import review_data

        print_json(review_data(game, reviewed))
    else:
        from odin_solver.render.terminal.review import review_text

        stdout_console().print(review_text(game, reviewed, number - len(reviewed)))
    return code
