"""Which single tile would be worth most to me? A question as a contributor writes it."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from odin_solver.components import TILES
from odin_solver.names.printed import amount, printed_name
from odin_solver.notation.positions import position_from
from odin_solver.questions.fields import asks
from odin_solver.questions.question import UNPROVEN, Asker, Question, Seconds, Workers
from odin_solver.questions.report import Line, Part, Table
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from odin_solver.support.language import mark, say

Gains = list[tuple[str, Fraction, bool]]
"""Tile, what it adds to the value, and whether both values are proven; the best first."""


class Worth(Question[Position, Gains]):
    """Find the single tile that would add most to the best placement.

    Each tile is added once to the supply, and all is placed anew.
    """

    title: ClassVar[str] = mark("Worth")
    example: ClassVar[str] = "odin example late-home | odin worth -"

    position: Annotated[dict[str, Any], asks("POSITION", "")]
    most: Annotated[int, asks(mark("Tiles"), mark("Most tiles to show."), ge=1, le=50)] = 10
    seconds: Seconds = 60.0
    workers: Workers = 2

    def subject(self, name: str) -> Position:
        """Return the position."""
        return position_from(self.position, name)

    def answer(self, subject: Position, asker: Asker[Gains]) -> Gains:
        """Return what tiles add; ever more of them are sent."""
        from odin_solver.placement.solution import Limits
        from odin_solver.placement.solve import solve

        limits = Limits(self.seconds / (1 + len(TILES)), self.workers)
        best = solve(subject, limits=limits, cancel=asker.cancel)
        gains: Gains = []
        for tile in TILES:
            if asker.cancel.is_set():
                break
            supply = {**subject.supply, tile: subject.supply.get(tile, 0) + 1}
            richer = replace(subject, supply=supply)
            if position_violations(richer):
                continue  # the box has no more of it
            found = solve(richer, best.objective, limits=limits, cancel=asker.cancel)
            (before, *_), (after, *_) = best.levels, found.levels
            gain = tile, after.value - before.value, before.proven and after.proven
            gains = sorted([*gains, gain], key=lambda each: -each[1])
            asker.send(say("{n} tiles so far", n=len(gains)), gains)
        return gains

    def data(self, found: Gains) -> dict[str, Any]:
        """Return the tiles."""
        rows = [{"tile": t, "gain": float(gain), "proven": p} for t, gain, p in found[: self.most]]
        return {"tiles": rows}

    def code(self, found: Gains) -> int:
        """Return 0 if every gain is proven."""
        return 0 if all(proven for *_, proven in found) else UNPROVEN

    def report(self, found: Gains) -> Iterator[Part]:
        """Yield the best tile and a table."""
        if found:
            yield Line(say("{tile} would add most", tile=printed_name(found[0][0])), "strong")
        rows = [
            [printed_name(tile), amount(gain), "" if proven else say("not proven")]
            for tile, gain, proven in found[: self.most]
        ]
        yield Table([say("tile"), say("gain"), ""], ["whole", "right", "left"], rows)
