"""Occupation cards as a table."""

from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from odin_solver.components.occupations import Occupation
from odin_solver.game.kernel.rulings import RULINGS
from odin_solver.render.terminal.tables import labelled_table


def cards_table(found: Iterable[Occupation], with_details: bool) -> Table:
    """Return a row for each card: number and deck, then its text."""
    table = labelled_table()
    for card in found:
        lines = [card.text]
        if card.note:
            lines.append(f"Our reading: {card.note}")
        if with_details:
            lines += _details(card)
        table.add_row(card.id, Text("\n").join([_title(card), *map(Text, lines)]))
    return table


def _title(card: Occupation) -> Text:
    points = "1 point" if card.points == 1 else f"{card.points} points"
    return Text(f"{card.name} ({card.kind.label}, {points})", style="bold")


def _details(card: Occupation) -> list[str]:
    lines = [f"Deck {card.deck}, {'starting' if card.starting else 'dark'} card."]
    if card.not_with:
        lines.append(f"Not in a game with the mini expansion {' or '.join(card.not_with)}.")
    if card.better_without:
        expansions = " or ".join(card.better_without)
        lines.append(f"Better left out with the mini expansion {expansions}, say its rules.")
    for name, (_, cards, text) in RULINGS.items():
        if card.number in cards:
            lines.append(f"Ruling {name}: {text}")
    return lines
