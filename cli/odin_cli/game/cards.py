"""``odin game cards``: the occupation cards."""

import re
from collections.abc import Sequence
from typing import Any

import click
import msgspec

from odin_cli.commands import argument, choice, command, option
from odin_cli.output import print_json, stdout_console
from odin_solver.components.heard import names_of
from odin_solver.components.occupations import OCCUPATIONS, Occupation, OccupationKind
from odin_solver.errors import InputError
from odin_solver.game.kernel.cards import CARDS
from odin_solver.render.terminal.cards import cards_table
from odin_solver.support.language import say, say_as
from odin_solver.support.text import did_you_mean

_NUMBER = re.compile(r"(\d{1,9})([A-Ca-c]?)", re.ASCII)


@command("odin game cards --starting --search silver")
def cards(
    card: str | None = argument("[NUMBER|NAME]", among=[str(card) for card in OCCUPATIONS]),
    deck: str | None = choice("Only cards of this deck.", among=["A", "B", "C"]),
    starting: bool | None = option(
        "Only starting cards, or only the others.", "--starting/--dark", default=None
    ),
    kind: str | None = choice(
        "Only cards of this kind.", among=[each.value for each in OccupationKind]
    ),
    search: str | None = option("Only cards with this in their name or text.", metavar="TEXT"),
    as_json: bool = option("Print JSON instead.", "--json"),
) -> None:
    """List the occupation cards, or show one of them."""
    named = tuple(OCCUPATIONS.values()) if card is None else _look_up(card)
    found = [
        each
        for each in named
        if (deck is None or each.deck == deck)
        and (starting is None or each.starting == starting)
        and (kind is None or each.kind == kind)
        and (search is None or _mentions(each, search))
    ]
    if as_json:
        print_json({"cards": [_data(each) for each in found]})
        return
    if found:
        stdout_console().print(cards_table(found, with_details=card is not None))
    if card is None or not found:
        click.echo(say("{n} of {of} cards", n=len(found), of=len(OCCUPATIONS)), err=True)


def _look_up(wanted: str) -> Sequence[Occupation]:
    number = _NUMBER.fullmatch(wanted.strip())
    if number:
        return [_numbered(int(number[1]), number[2])]
    cards = names_of("card")
    meant = cards.meant(wanted) or [cards.one(wanted)]
    return [OCCUPATIONS[int(each)] for each in meant]


def _numbered(number: int, deck: str) -> Occupation:
    found = OCCUPATIONS.get(number)
    if found is None:
        first, last = min(OCCUPATIONS), max(OCCUPATIONS)
        raise InputError.said(
            "unknown card {n}: expected a number from {first} to {last}",
            n=number,
            first=first,
            last=last,
        )
    if deck and deck.upper() != found.deck:
        meant = f"{found.id} ({say_as('card', found.name)})"
        advice = did_you_mean([meant])
        raise InputError.said(
            "unknown card {name}: {advice}", name=f"{number}{deck}", advice=advice
        )
    return found


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[_\-]", " ", re.sub(r"['’]", "", text)).lower().split())


def _mentions(card: Occupation, text: str) -> bool:
    spoken = (say_as("card", part) for part in (card.name, card.text, card.note) if part)
    return any(_plain(text) in _plain(part) for part in (card.name, *spoken))


def _data(card: Occupation) -> dict[str, Any]:
    return {"id": card.id, **msgspec.to_builtins(card), "implemented": card.number in CARDS}
