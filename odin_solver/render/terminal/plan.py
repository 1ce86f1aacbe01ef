"""Advice of the planner in a terminal: moves and their alternatives, plans, the best game known."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from odin_solver.components.spaces import SPACES_BY_KEY
from odin_solver.game import Game
from odin_solver.game.kernel.anytime import placeable
from odin_solver.game.kernel.moves import Keep, Move
from odin_solver.game.kernel.state import State
from odin_solver.game.setup import new_game
from odin_solver.names.printed import card_name
from odin_solver.planner.asked import MoveAnswer
from odin_solver.planner.candidates import Advice, Candidate, Ranked
from odin_solver.render.terminal.game import headline
from odin_solver.render.terminal.sheet import mean_sheet_text
from odin_solver.render.terminal.tables import labelled_table, titled_table
from odin_solver.support.language import say, say_decimal, say_number
from odin_solver.words import estimates
from odin_solver.words.asked import answer_in_words, category_in_words, signed
from odin_solver.words.game import length_name
from odin_solver.words.moves import move_in_words, titled
from odin_solver.words.plan import (
    PlannedRound,
    against_in_words,
    aim_in_words,
    candidate_in_words,
    candidate_named,
    game_in_words,
    plan_in_words,
    reason_in_words,
    taken_in_words,
)

if TYPE_CHECKING:
    from odin_solver.planner.clairvoyant import ClairvoyantGame

MORE = " ..."
"""The end of what is cut short."""

SMALLEST = 0.05
"""Points that are not 0.0 when they are rounded."""


def plan_text(state: State, advice: Advice, *, lines: int, others: str = "") -> RenderableType:
    """Draw advice: the move and why, and alternatives with what they give up.

    With three alternatives these are 24 lines at most.

    Parameters
    ----------
    others
        What is assumed of the other players.
    """
    return Group(
        headline(state),
        hint_text(state, advice, lines, line_text(state, advice.best)),
        *([Text(others, style="dim")] if others else []),
    )


def line_text(state: State, candidate: Candidate) -> Table:
    """Draw what a move brings, what follows, and where it leads to."""
    reason = reason_in_words(plan_in_words(state, candidate))
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for label, text in (
        (say("Now"), reason.now),
        (say("Then"), reason.then),
        (say("Next round"), reason.next_round),
        (say("Aims at"), aim_in_words(state, candidate)),
    ):
        if text:
            table.add_row(label, AtMost(Text(text), 2))
    return table


def answer_text(answer: MoveAnswer, *, details: bool = False) -> RenderableType:
    """Draw what a move loses against the best one, why, and where it leads to.

    Parameters
    ----------
    details
        Whether to draw the mean score sheets by category, and the whole plan.
    """
    state, mine = answer.state, answer.ranked
    head = Text.assemble((candidate_named(Candidate((answer.move,))), "bold"), "  ")
    told = estimates.loss_in_words(mine.loss, mine.loss_stderr, mine.scenarios)
    if any(each.isdecimal() for each in told):
        head.append(say("loss {loss}", loss=told))
    best = answer.advice.ranked(answer.advice.best)
    named, expected = candidate_named(best.candidate), estimates.expected_in_words(best)
    parts: list[RenderableType] = [
        AtMost(head, 2),
        Text(answer_in_words(answer)),
        line_text(state, answer.line),
        *([] if answer.is_best else [AtMost(_best_line(named, expected), 2)]),
    ]
    if details and answer.other is not None:
        against = say("points more or less than {move}", move=titled(answer.other.move))
        table = titled_table(("left", against), ("right", ""), style="dim")
        for name, each in answer.categories.items():
            if abs(each.points) >= SMALLEST:
                text = f"{signed(each.points)} ± {say_decimal(each.stderr)}"
                table.add_row(category_in_words(name), text)
        total = answer.difference
        table.add_row(
            say("Total"), f"{signed(total.points)} ± {say_decimal(total.stderr)}", style="bold"
        )
        note = say_number("{n} game played on", "{n} games played on", len(answer.games))
        plan = rounds_text(plan_in_words(state, answer.line))
        parts += [Text(), table, Text(note, "dim"), Text(), plan]
    return Group(*parts)


def details_text(state: State, advice: Advice, *, seed: int, workers: int) -> RenderableType:
    """Draw the plan of a typical playout, the mean score sheet, and what the search says."""
    return Group(
        Text(say("Plan of a typical playout"), style="bold"),
        rounds_text(plan_in_words(state, advice.best)),
        Text(say("Mean score sheet of the playouts after the best move"), style="bold"),
        mean_sheet_text(playout.sheet for playout in advice.best.playouts),
        Text(estimates.raw_in_words(advice)),
        Text(
            say(
                "{counts} in {seconds:.1f} s",
                counts=estimates.effort_in_words(advice, seed, workers),
                seconds=advice.seconds,
            ),
            "dim",
        ),
    )


def hint_text(
    state: State, advice: Advice, lines: int, *reason: "RenderableType"
) -> RenderableType:
    """Draw the best move, perhaps its reason, and alternatives, the smallest loss first."""
    first, *others = advice.ranking(lines)
    best = first.candidate
    return Group(
        *_best_text(
            candidate_named(best),
            estimates.expected_in_words(first),
            candidate_in_words(state, best),
        ),
        *reason,
        *([_alternatives(state, best, others)] if others else []),
        *([Text(taken)] if (taken := taken_in_words(advice)) else []),
    )


class AtMost:
    """A drawing of at most so many lines; three dots say that it goes on."""

    def __init__(self, text: Text, lines: int) -> None:
        self.text, self.lines = text, lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw the first lines."""
        wrapped = self.text.wrap(console, options.max_width, overflow="fold")
        if len(wrapped) > self.lines:
            last = wrapped[self.lines - 1]
            last.truncate(options.max_width - len(MORE))
            last.rstrip()
            last.append(MORE)
        yield from wrapped[: self.lines]

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Return the widths of the whole text."""
        return Measurement.get(console, options, self.text)


def forced_text(state: State, move: Move) -> RenderableType:
    """Draw the only legal move."""
    only = say("the only legal move")
    if placeable(state):
        only = say("the only legal move; tiles may be placed first")
    return Group(*_best_text(titled(move), only, move_in_words(state, move)))


def _best_text(best: str, about: str, words: str) -> Iterator[RenderableType]:
    """Yield the best move, and what it does unless its name says it all."""
    yield AtMost(_best_line(best, about), 2)
    if words != f"{best}.":
        yield Padding(AtMost(Text(words, style="dim"), 3), (0, 0, 0, 2))


def _best_line(best: str, about: str) -> Text:
    return Text.assemble(
        (say("Best: "), "bold"), (best, "bold green"), f"  {about}", overflow="fold"
    )


def _alternatives(state: State, best: Candidate, others: Iterable[Ranked]) -> RenderableType:
    heads = ("right", say("loss")), ("right", say("expected")), ("left", say("instead"))
    table = titled_table(*heads, style="dim")
    losses = []
    for each in others:
        losses.append(estimates.loss_in_words(each.loss, each.loss_stderr, each.scenarios))
        against = against_in_words(state, best, each.candidate)
        table.add_row(
            losses[-1],
            "-" if each.is_unclear else f"{each.expected:.0f}",
            Group(
                AtMost(Text(candidate_named(each.candidate)), 1),
                *([AtMost(Text(against, style="dim"), 1)] if against else []),
            ),
        )
    told = estimates.legend(losses)
    return Padding(Group(table, *([Text(told, style="dim")] if told else [])), (0, 0, 0, 2))


def rounds_text(rounds: Iterable[PlannedRound]) -> RenderableType:
    """Draw the rounds of a plan."""
    table = labelled_table()
    for each in rounds:
        label = say("Round {n}", n=each.round) if each.round else say("Setup")
        for at, step in enumerate(each.steps):
            head, colon, rest = step.partition(": ")
            # The move stands out from its result.
            style = "bold" if head.partition(" ")[0] in SPACES_BY_KEY else ""
            table.add_row("" if at else label, Text.assemble((head, style), colon, rest))
    return Padding(table, (0, 0, 1, 2))


def ranking_text(advice: Advice) -> RenderableType:
    """Draw the ranking of starting occupations.

    Parameters
    ----------
    advice
        Advice on the moves ``keep NUMBER``.
    """
    titles = say("expected"), say("spread"), say("loss"), say("games")
    numbers = (("right", each) for each in titles)
    heads = ("right", ""), ("left", say("starting occupation")), *numbers
    table = titled_table(*heads, style="dim")
    losses = []
    for at, ranked in enumerate(advice.ranking(), 1):
        candidate = ranked.candidate
        assert isinstance(candidate.move, Keep)
        loss = estimates.loss_in_words(ranked.loss, ranked.loss_stderr, ranked.scenarios)
        losses.append("" if at == 1 else loss)
        table.add_row(
            str(at),
            card_name(candidate.move.card),
            say_decimal(ranked.expected),
            "?" if candidate.spread is None else f"{candidate.spread:.0f}",
            losses[-1],
            str(len(candidate.playouts)),
        )
    games = say_number("{n} game", "{n} games", advice.playouts)
    note = say("{counts} in {seconds:.1f} s", counts=games, seconds=advice.seconds)
    told = estimates.legend(losses)
    return Group(table, *([Text(told, style="dim")] if told else []), Text(note, style="dim"))


def clairvoyant_text(game: Game, best: "ClairvoyantGame") -> RenderableType:
    """Draw the best game: round by round, and its score."""
    title = say(
        "{game} of seed {seed}, all chance known in advance",
        game=length_name(game.options.length),
        seed=game.seed,
    )
    points = say_number("{n} point", "{n} points", best.score)
    tried = say_number(
        "{n} game tried in {seconds:.1f} s",
        "{n} games tried in {seconds:.1f} s",
        best.games,
        seconds=best.seconds,
    )
    return Group(
        Text(title[:1].upper() + title[1:], style="bold"),
        Text(say("Best game found: {points}", points=points)),
        Text(),
        rounds_text(game_in_words(new_game(game.options), best.playout)),
        Text(say("Score sheet"), style="bold"),
        mean_sheet_text([best.playout.sheet]),
        Text(tried, style="dim"),
    )
