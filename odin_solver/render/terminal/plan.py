"""Advice of the planner in a terminal: the best move, its alternatives, and the plan."""

from typing import TYPE_CHECKING

from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from odin_solver.game.kernel.moves import Keep
from odin_solver.render.terminal.game import headline
from odin_solver.render.terminal.sheet import mean_sheet_text
from odin_solver.render.terminal.tables import labelled_table
from odin_solver.words.names import number_of
from odin_solver.words.plan import move_in_words, plan_in_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType

    from odin_solver.game.kernel.state import State
    from odin_solver.planner.advice import Advice, Candidate
    from odin_solver.words.plan import PlannedRound


def plan_text(
    state: "State", advice: "Advice", *, lines: int, bound: int | None, seed: int
) -> "RenderableType":
    """Draw advice: the move, alternatives, the plan, the mean score sheet, the upper bound.

    Parameters
    ----------
    state, advice
        State of the game, and advice on it.
    lines
        Number of alternatives.
    bound
        Upper bound of the score; None if unknown.
    seed
        Seed of the scenarios.
    """
    return Group(
        headline(state),
        hint_text(state, advice, lines),
        Text(),
        Text("Plan of a typical playout", style="bold"),
        rounds_text(plan_in_words(state, advice.best)),
        Text("Mean score sheet after the best move", style="bold"),
        mean_sheet_text(playout.sheet for playout in advice.best.playouts),
        *([Text(f"Proven upper bound: {bound}.")] if bound is not None else []),
        Text(
            f"{number_of(advice.playouts, 'playout')} in {advice.seconds:.1f} s, seed {seed}", "dim"
        ),
    )


def hint_text(state: "State", advice: "Advice", lines: int) -> "RenderableType":
    """Draw the best move with its expected score, and alternatives with their losses."""
    best = advice.best
    about = [f"expected score {best.mean:.1f}"]
    if best.spread is not None:
        about.append(f"spread {best.spread:.1f}")
    others = advice.candidates[1 : lines + 1]
    return Group(
        Text.assemble(
            ("Best: ", "bold"),
            (str(best.move), "bold green"),
            f"  {', '.join(about)}",
            overflow="fold",
        ),
        Padding(Text(move_in_words(state, best.move), style="dim"), (0, 0, 0, 2)),
        *([_alternatives(advice, others)] if others else []),
    )


def _alternatives(advice: "Advice", others: "tuple[Candidate, ...]") -> "RenderableType":
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("instead", overflow="fold")
    for title in ("expected", "loss", "playouts"):
        table.add_column(title, justify="right", no_wrap=True)
    for candidate in others:
        table.add_row(
            str(candidate.move),
            f"{advice.expected_score(candidate):.1f}",
            loss_text(advice.loss(candidate), advice.loss_stderr(candidate)),
            str(len(candidate.playouts)),
        )
    return Padding(table, (0, 0, 0, 2))


def loss_text(loss: float, stderr: float | None) -> str:
    """Return a loss with its standard error, a question mark if there is none."""
    return f"{loss + 0.0:.1f} ± {'?' if stderr is None else f'{stderr:.1f}'}"


def rounds_text(rounds: "Iterable[PlannedRound]") -> "RenderableType":
    """Draw the rounds of a plan."""
    table = labelled_table()
    for each in rounds:
        label = f"Round {each.number}" if each.number else "Setup"
        for at, step in enumerate(each.steps):
            head, colon, rest = step.partition(": ")
            # The move stands out from its result.
            style = "bold" if head.startswith("use ") else ""
            table.add_row("" if at else label, Text.assemble((head, style), colon, rest))
    return Padding(table, (0, 0, 1, 2))


def ranking_text(advice: "Advice") -> "RenderableType":
    """Draw the ranking of starting occupations.

    Parameters
    ----------
    advice
        Advice on the moves ``keep NUMBER``.
    """
    from odin_solver.components.occupations import occupation

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("", justify="right")
    table.add_column("starting occupation", overflow="fold")
    for title in ("expected", "spread", "loss", "games"):
        table.add_column(title, justify="right", no_wrap=True)
    for at, candidate in enumerate(advice.candidates, 1):
        assert isinstance(candidate.move, Keep)
        card = occupation(candidate.move.card)
        table.add_row(
            str(at),
            f"{card.id} {card.name}",
            f"{advice.expected_score(candidate):.1f}",
            "?" if candidate.spread is None else f"{candidate.spread:.1f}",
            "" if at == 1 else loss_text(advice.loss(candidate), advice.loss_stderr(candidate)),
            str(len(candidate.playouts)),
        )
    note = f"{number_of(advice.playouts, 'game')} in {advice.seconds:.1f} s"
    return Group(table, Text(note, style="dim"))
