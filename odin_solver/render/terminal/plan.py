"""Advice of the planner in a terminal: the best move, its alternatives, and the plan."""

from typing import TYPE_CHECKING

from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from odin_solver.components.spaces import SPACES_BY_KEY
from odin_solver.game.kernel.anytime import placeable
from odin_solver.game.kernel.moves import Keep, Move
from odin_solver.render.terminal.game import headline
from odin_solver.render.terminal.sheet import mean_sheet_text
from odin_solver.render.terminal.tables import labelled_table
from odin_solver.words.estimates import UNCLEAR, expected_in_words, loss_in_words
from odin_solver.words.moves import named
from odin_solver.words.names import number_of
from odin_solver.words.plan import (
    aim_in_words,
    candidate_in_words,
    candidate_named,
    move_in_words,
    plan_in_words,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType

    from odin_solver.game.kernel.state import State
    from odin_solver.planner.candidates import Advice, Candidate
    from odin_solver.words.plan import PlannedRound


def plan_text(state: "State", advice: "Advice", *, lines: int, seed: int) -> "RenderableType":
    """Draw advice: the move, alternatives, the plan, the mean score sheet.

    Parameters
    ----------
    state, advice
        State of the game, and advice on it.
    lines
        Number of alternatives.
    seed
        Seed of the scenarios.
    """
    simulations = number_of(advice.searched, "simulation")
    searched = f" and {simulations} of a tree search" if advice.searched else ""
    return Group(
        headline(state),
        hint_text(state, advice, lines),
        Text(),
        Text(f"It aims at {aim_in_words(state, advice.best)}."),
        Text("Plan of a typical playout", style="bold"),
        rounds_text(plan_in_words(state, advice.best)),
        Text("Mean score sheet of the playouts after the best move", style="bold"),
        mean_sheet_text(playout.sheet for playout in advice.best.playouts),
        Text(
            f"{number_of(advice.playouts, 'playout')}{searched} in {advice.seconds:.1f} s, "
            f"seed {seed}",
            "dim",
        ),
    )


def hint_text(state: "State", advice: "Advice", lines: int) -> "RenderableType":
    """Draw the best move with its expected score, and alternatives with their losses."""
    others = advice.candidates[1 : lines + 1]
    return Group(
        _best_text(
            candidate_named(advice.best),
            expected_in_words(advice.best),
            candidate_in_words(state, advice.best),
        ),
        *([_alternatives(advice, others)] if others else []),
    )


def advice_text(advice: "Advice", lines: int = 5) -> "RenderableType":
    """Draw advice without its state: the best move, and alternatives with their losses."""
    others = advice.candidates[1 : lines + 1]
    return Group(
        _best_line(candidate_named(advice.best), expected_in_words(advice.best)),
        *([_alternatives(advice, others)] if others else []),
    )


def forced_text(state: "State", move: Move) -> "RenderableType":
    """Draw the only legal move."""
    tiles = "; tiles may be placed first" if placeable(state) else ""
    return _best_text(named(move), f"the only legal move{tiles}", move_in_words(state, move))


def _best_text(best: str, about: str, words: str) -> "RenderableType":
    """Draw the best move, and what it does."""
    return Group(_best_line(best, about), Padding(Text(words, style="dim"), (0, 0, 0, 2)))


def _best_line(best: str, about: str) -> Text:
    return Text.assemble(("Best: ", "bold"), (best, "bold green"), f"  {about}", overflow="fold")


def _alternatives(advice: "Advice", others: "tuple[Candidate, ...]") -> "RenderableType":
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("instead", overflow="fold")
    for title in ("expected", "loss", "playouts"):
        table.add_column(title, justify="right", no_wrap=True)
    for candidate in others:
        loss, stderr = advice.loss(candidate), advice.loss_stderr(candidate)
        words = (
            f"{loss:.0f}"
            if candidate.certain
            else loss_in_words(loss, stderr, advice.scenarios(candidate))
        )
        table.add_row(
            candidate_named(candidate),
            "-" if words == UNCLEAR else f"{advice.expected_score(candidate):.0f}",
            words,
            str(candidate.samples),
        )
    return Padding(table, (0, 0, 0, 2))


def rounds_text(rounds: "Iterable[PlannedRound]") -> "RenderableType":
    """Draw the rounds of a plan."""
    table = labelled_table()
    for each in rounds:
        label = f"Round {each.number}" if each.number else "Setup"
        for at, step in enumerate(each.steps):
            head, colon, rest = step.partition(": ")
            # The move stands out from its result.
            style = "bold" if head.partition(" ")[0] in SPACES_BY_KEY else ""
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
    for at, ranked in enumerate(advice.ranking(), 1):
        candidate = ranked.candidate
        assert isinstance(candidate.move, Keep)
        card = occupation(candidate.move.card)
        loss = loss_in_words(ranked.loss, ranked.loss_stderr, ranked.scenarios)
        table.add_row(
            str(at),
            f"{card.id} {card.name}",
            f"{ranked.expected:.1f}",
            "?" if candidate.spread is None else f"{candidate.spread:.0f}",
            "" if at == 1 else loss,
            str(len(candidate.playouts)),
        )
    note = f"{number_of(advice.playouts, 'game')} in {advice.seconds:.1f} s"
    return Group(table, Text(note, style="dim"))
