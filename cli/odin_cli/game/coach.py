"""Help by the planner: hints during a game, and ``odin game review --play-on``."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click
from rich.console import RenderableType
from rich.text import Text

from odin_cli.commands import option
from odin_cli.output import check_writable
from odin_cli.questions import Beside, searched
from odin_solver.errors import InputError
from odin_solver.game.files import GameFile
from odin_solver.game.log import up_to
from odin_solver.questions.games import GamePlan, GameReview, Planned, Reviewed
from odin_solver.questions.question import MAX_SECONDS
from odin_solver.questions.terminal import report_drawing
from odin_solver.support.files import check_new
from odin_solver.support.language import say
from odin_solver.support.text import printable

if TYPE_CHECKING:
    from odin_solver.game import Game, State

ALTERNATIVES = 2
"""Moves of a hint besides the best one."""


@dataclass
class Hints:
    """Hints about a decision: what matters, where, and the move; each call says more."""

    about: "State | None" = None
    found: Planned | None = None
    told: int = 0

    def next(self, state: "State", typed: str) -> RenderableType:
        """Return the next hint about a state; Ctrl-C ends the search."""
        from odin_solver.questions.advising import advice_report
        from odin_solver.words.plan import what_matters, where_to_look

        seconds = seconds_in("hint", typed)
        asked = GamePlan(file="", seconds=seconds, lines=ALTERNATIVES, secret=True)
        if state is not self.about:
            self.about, self.found, self.told = state, None, 0
        if self.found is None or typed:
            self.found, _ = searched(asked, state)
        if self.found is None:
            return Text(say("No result yet."), style="dim")
        advice = self.found.advice
        if advice is None:
            return report_drawing(asked.report(self.found))
        self.told += 1
        small = (what_matters, where_to_look)
        if self.told > len(small):
            return report_drawing(advice_report(advice, ALTERNATIVES))
        again = (say("hint again says more."), "dim")
        return Text.assemble(small[self.told - 1](advice), "\n", again)


def answer_drawing(state: "State", move: str) -> RenderableType:
    """Draw what a move loses, why, and where it leads to; Ctrl-C ends the search."""
    asked = GamePlan(file="", move=move, lines=ALTERNATIVES)
    found, _ = searched(asked, state)
    return Text(say("No result yet."), style="dim") if found is None else _drawn(asked, found)


def review_drawing(game: "Game", typed: str) -> RenderableType:
    """Draw the losses of the decisions of a game; Ctrl-C ends with those reviewed so far."""
    from odin_solver.planner.review import past_decisions

    asked = GameReview(file="", seconds=seconds_in("review", typed))
    if not past_decisions(game):
        return Text(say("There is no decision to review yet."))
    found, _ = searched(asked, game)
    return _drawn(asked, found or Reviewed(game, []))


def _drawn(asked: Any, found: Any) -> RenderableType:
    return report_drawing(asked.report(found))


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


def _instead(
    asked: GameReview, path: str, *_: object, play_on: str | None, force: bool, **__: object
) -> None:
    check_writable(play_on, inputs=[path])
    if play_on is not None:
        check_new(play_on, force=force)


def _then(
    found: Reviewed, path: str, stopped: bool, *, play_on: str | None, force: bool
) -> Reviewed:
    from odin_solver.planner.review import costliest

    mistakes = costliest(found.moves)
    if play_on and mistakes:
        GameFile.create(play_on, up_to(found.game, mistakes[0].number - 1), force=force)
    elif play_on:
        click.echo(
            say("no mistake is certain: {file} is not written", file=printable(play_on)), err=True
        )
    return found


BESIDE = Beside(
    {
        "play_on": option(
            "Also write the game up to the costliest mistake: odin game play goes on from there.",
            metavar="FILE",
        ),
        "force": option("Replace an existing file."),
    },
    _instead,
    _then,
)
