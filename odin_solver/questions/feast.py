"""What can be asked about a feast."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

import msgspec

from odin_solver.components.round_tracks import BANQUET_TABLE
from odin_solver.errors import InputError
from odin_solver.feast.food import FOOD_VALUES, FOODS, foods
from odin_solver.feast.table import beside_ships, free_cells
from odin_solver.names.printed import amount, penalties_text, plain_name
from odin_solver.notation.positions import number
from odin_solver.questions.fields import asks, option
from odin_solver.questions.placement import File, position_of
from odin_solver.questions.question import Asker, Question, about_field
from odin_solver.questions.report import Board, Chip, Fold, Line, Part, Table
from odin_solver.rules.scoring import THING_PENALTY_POINTS
from odin_solver.support.language import mark, say, say_number

if TYPE_CHECKING:
    from odin_solver.feast.best import Feast

EXACT = re.compile(r"[+-]?\d{1,6}(\.\d{1,6}|/[1-9]\d{0,5})?")


class Served(NamedTuple):
    """Cells that are free, the food, and its value."""

    cells: int
    food: dict[str, int]
    values: dict[str, Fraction]


class PositionFeast(Question[Served, "Feast"]):
    """Find the feast of the smallest loss: the value of the food, 3 points per empty cell.

    POSITION is a position, puzzle or game, or - for standard input: food and silver of its
    supply are set on the open cells of its round. Alternatively give --cells and --food.
    """

    example: ClassVar[str] = 'odin feast --cells 9 --food "peas=2,salt_meat=1,silver=3"'

    position: Annotated[File, asks("[POSITION]", "")] | None = None
    cells: (
        Annotated[
            int,
            option(
                mark("Open cells of the table, including those under emigrated ships."),
                ge=0,
                le=BANQUET_TABLE.cells,
            ),
        ]
        | None
    ) = None
    food: Annotated[
        str | None,
        option(
            mark(
                "Food, animals and silver that may be eaten; also pregnant_sheep and "
                "pregnant_cattle."
            ),
            metavar="GOOD=N,...",
        ),
    ] = None
    emigrated: Annotated[
        int,
        option(
            f"Emigrated ships: each covers {BANQUET_TABLE.ship_covers} cells, from the left.", ge=0
        ),
    ] = 0
    values: Annotated[
        list[str],
        option(
            mark(
                "Value of keeping one piece, in points; may be repeated. A Thing penalty is 3 "
                "points."
            ),
            option="--value",
            metavar="GOOD=V",
            begins=[f"{name}=" for name in FOODS],
        ),
    ] = msgspec.field(default_factory=list)

    def __post_init__(self) -> None:
        if self.position is None and self.cells is None:
            raise InputError.said("expected a POSITION, or --cells with --food")
        if self.position is not None and (self.cells, self.food) != (None, None):
            raise InputError.said("expected either a POSITION or --cells with --food, not both")

    def subject(self, name: str) -> Served:
        values = dict(FOOD_VALUES) | dict(map(_value, self.values))
        if self.position is not None:
            position = position_of(self.position, name)
            free = free_cells(position.game, position.round or 1, self.emigrated)
            food = {name: count for name, count in position.supply.items() if name in FOODS}
            return Served(free, food, values)
        free = beside_ships(self.cells or 0, self.emigrated)
        with about_field("food"):
            return Served(free, foods().counts(self.food or ""), values)

    def heard(self, subject: Served) -> str:
        """Return what the food was understood to be."""
        return say("Heard: {things}", things=foods().echo(subject.food)) if self.food else ""

    def answer(self, subject: Served, asker: Asker["Feast"]) -> "Feast":
        from odin_solver.feast.best import best_feast

        return best_feast(*subject)

    def data(self, found: "Feast") -> dict[str, Any]:
        """Return the feast; cells are counted from 0 at the left."""
        return {
            "cells": found.cells,
            "servings": [
                {
                    "tile": each.tile.id,
                    "start": each.start,
                    "width": each.width,
                    "lengthwise": each.lengthwise,
                }
                for each in found.servings
            ],
            "empty": found.empty,
            "loss": number(found.loss),
            "eaten": dict(found.eaten),
            "proven": found.proven,
        }

    def report(self, found: "Feast") -> Iterator[Part]:
        title: str = say_number("Feast on {n} free cell", "Feast on {n} free cells", found.cells)
        if self.emigrated:
            title += ", " + say_number(
                "{n} emigrated ship at the left", "{n} emigrated ships at the left", self.emigrated
            )
        yield Line(title, "title")
        if found.cells or self.emigrated:
            yield _table(found, self.emigrated)
        if found.eaten:
            yield Fold(say("Eaten"), [self._eaten(found)], open=True)
        else:
            yield Line(say("Nothing is eaten."))
        yield Line(_verdict(found), "strong")

    def _eaten(self, found: "Feast") -> Table:
        values = dict(FOOD_VALUES) | dict(map(_value, self.values))
        rows: list[list[str | Chip]] = []
        for name, count in found.eaten.items():
            label = plain_name(name)
            value = values[name]
            sums = [f"{count}", amount(value), amount(count * value)]
            rows.append([Chip.of(FOODS[name]), label[:1].upper() + label[1:], *sums])
        heads = ["", say("food"), say("tiles"), say("value each"), say("total")]
        return Table(heads, ["left", "left", "right", "right", "right"], rows)


def _table(feast: "Feast", emigrated: int) -> Board:
    from odin_solver.render.svg.single import board_svg
    from odin_solver.render.terminal.boards import grid_text
    from odin_solver.render.terminal.feast import laid_table

    table = laid_table(feast, emigrated)
    return Board({}, lambda: board_svg(table, alone=True), lambda: grid_text(table))


def _verdict(feast: "Feast") -> str:
    fine = -THING_PENALTY_POINTS * feast.empty
    loss = amount(feast.loss)
    if not feast.empty:
        return say("Loss {loss} (proven best), no Thing penalty", loss=loss)
    return say(
        "Loss {loss} (proven best): {food} for food, {fine} for {penalties}",
        loss=loss,
        food=amount(feast.loss - fine),
        fine=fine,
        penalties=penalties_text(feast.empty),
    )


def _value(text: str) -> tuple[str, Fraction]:
    name, equals, given = (part.strip() for part in text.partition("="))
    with about_field("values"):
        if not equals:
            raise InputError.said("expected GOOD=NUMBER such as peas=2, got {got!r}", got=text)
        food = foods().one(name)
        if not EXACT.fullmatch(given):
            raise InputError.said(
                "{name}: expected a number such as 2, 0.5 or 1/3, got {got!r}", name=food, got=given
            )
    return food, Fraction(given)
