"""Occupation cards as a table."""

from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from odin_solver.components.occupations import Occupation
from odin_solver.game.kernel.rulings import RULINGS
from odin_solver.render.terminal.tables import labelled_table
from odin_solver.support.language import mark, say, say_as, say_number


def cards_table(found: Iterable[Occupation], with_details: bool) -> Table:
    """Return a row for each card: number and deck, then its text."""
    table = labelled_table()
    for card in found:
        lines: list[str] = [say_as("card", card.text)]
        if card.note:
            lines.append(say("Our reading: {note}", note=say_as("card", card.note)))
        if with_details:
            lines += _details(card)
        table.add_row(card.id, Text("\n").join([_title(card), *map(Text, lines)]))
    return table


def _title(card: Occupation) -> Text:
    points = say_number("{n} point", "{n} points", card.points)
    return Text(f"{say_as('card', card.name)} ({card.kind.label}, {points})", style="bold")


def _details(card: Occupation) -> list[str]:
    kind = mark("Deck {deck}, starting card.") if card.starting else mark("Deck {deck}, dark card.")
    lines: list[str] = [say(kind, deck=card.deck)]
    if card.not_with:
        text = mark("Not in a game with the mini expansion {expansion}.")
        lines.append(say(text, expansion=_expansions(card.not_with)))
    if card.better_without:
        text = mark("Better left out with the mini expansion {expansion}, say its rules.")
        lines.append(say(text, expansion=_expansions(card.better_without)))
    for name, (_, cards, text) in RULINGS.items():
        if card.number in cards:
            lines.append(say("Ruling {name}: {text}", name=name, text=say(text)))
    return lines


def _expansions(names: Iterable[str]) -> str:
    return ", ".join(say_as("expansion", name) for name in names)
