"""``odin feast``: the feast of the smallest loss."""

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from typing import TypeVar

import click

from odin_cli.commands import argument, command, number, option
from odin_cli.inputs import load_position
from odin_cli.options import JSON
from odin_cli.output import print_json, stdout_console
from odin_solver.components.round_tracks import BANQUET_TABLE
from odin_solver.errors import InputError
from odin_solver.feast import FOOD_VALUES, FOODS, beside_ships, best_feast, free_cells
from odin_solver.feast.food import foods
from odin_solver.notation.feasts import feast_data
from odin_solver.support.language import say

Heard = TypeVar("Heard")

_NUMBER = re.compile(r"[+-]?\d{1,6}(\.\d{1,6}|/[1-9]\d{0,5})?")


@command('odin feast --cells 9 --food "peas=2,salt_meat=1,silver=3"')
def feast(
    position_path: str | None = argument("[POSITION]"),
    cells: int | None = number(
        "Open cells of the table, including those under emigrated ships.", 0, BANQUET_TABLE.cells
    ),
    larder: str | None = option(
        "Food, animals and silver that may be eaten; also pregnant_sheep and pregnant_cattle.",
        "--food",
        metavar="GOOD=N,...",
    ),
    emigrated: int = number(
        f"Emigrated ships: each covers {BANQUET_TABLE.ship_covers} cells, from the left.",
        0,
        default=0,
    ),
    settings: tuple[str, ...] = option(
        "Value of keeping one piece, in points; may be repeated. A Thing penalty is 3 points.",
        "--value",
        metavar="GOOD=V",
        multiple=True,
        among=[f"{name}=" for name in FOODS],
    ),
    as_json: bool = JSON,
) -> None:
    """Find the feast of the smallest loss: the value of the food, 3 points per empty cell.

    POSITION is a position, puzzle or game, or - for standard input: food and silver of its
    supply are set on the open cells of its round. Alternatively give --cells and --food.
    """
    values = {name: _value(name, text) for name, text in _pairs("--value", settings)}
    if position_path is None:
        if cells is None:
            raise InputError.said("expected a POSITION, or --cells with --food")
        free = beside_ships(cells, emigrated)
        food = _heard("--food", lambda: foods().counts(larder or ""))
        if larder and not as_json:
            click.echo(say("Heard: {things}", things=foods().echo(food)), err=True)
    else:
        if cells is not None or larder is not None:
            raise InputError.said("expected either a POSITION or --cells with --food, not both")
        position = load_position(position_path)
        free = free_cells(position.game, position.round or 1, emigrated)
        food = {name: count for name, count in position.supply.items() if name in FOODS}
    best = best_feast(free, food, values)
    if as_json:
        print_json(feast_data(best))
    else:
        from odin_solver.render.terminal.feast import feast_text

        stdout_console().print(feast_text(best, {**FOOD_VALUES, **values}, emigrated))


def _value(name: str, text: str) -> Fraction:
    if not _NUMBER.fullmatch(text):
        raise InputError.said(
            "--value: {name}: expected a number such as 2, 0.5 or 1/3, got {got!r}",
            name=name,
            got=text,
        )
    return Fraction(text)


def _pairs(option: str, texts: Iterable[str]) -> list[tuple[str, str]]:
    """Split ``GOOD=N`` into its two sides; the good must be food."""
    pairs = []
    for text in texts:
        name, equals, amount = (part.strip() for part in text.partition("="))
        if not equals:
            raise InputError.said(
                "{option}: expected GOOD=NUMBER such as peas=2, got {got!r}",
                option=option,
                got=text,
            )
        pairs.append((_heard(option, partial(foods().one, name)), amount))
    return pairs


def _heard(option: str, read: Callable[[], Heard]) -> Heard:
    """Return what an option says; its name stands before errors."""
    try:
        return read()
    except InputError as error:
        raise error.within(option) from None
