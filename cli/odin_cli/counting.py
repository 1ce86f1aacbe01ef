"""``odin count``: the number of layouts that use all tiles, or cover all cells."""

from collections.abc import Callable
from typing import Any

import click
import msgspec

from odin_cli.commands import UNPROVEN, command, option, seconds
from odin_cli.inputs import load_position
from odin_cli.interrupts import INTERRUPTED, stopped_by_interrupt
from odin_cli.options import JSON, POSITION, QUIET
from odin_cli.output import check_writable, print_json
from odin_cli.progress import shown_if_slow
from odin_cli.searches import DEFAULTS
from odin_cli.solving import refuse_position
from odin_solver.notation.pieces import piece_text
from odin_solver.notation.positions import SCHEMA
from odin_solver.placement.cover.counting import LayoutCount, LayoutCounter
from odin_solver.rules.position import Position, new_placements
from odin_solver.support.language import say, say_number


@command("odin count position.json --up-to-symmetry")
def count(
    position_path: str = POSITION,
    out: str | None = option(
        "Write every layout to a file, a line of JSON each.", "--all", metavar="OUT"
    ),
    up_to_symmetry: bool = option(
        "Count layouts once that turns and reflections of the board take to each other."
    ),
    time_limit: float = seconds(
        "Time limit in seconds; then a lower bound is printed.", default=DEFAULTS.seconds
    ),
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> int:
    """Count the layouts that use all tiles of a position's supply.

    If the supply has more cells than the boards, those that cover all cells are counted. Wood and
    stone are left out. POSITION is a position, puzzle or game, or - for standard input. The exit
    code is 0 if the number is exact, 3 if it is a lower bound, 2 for bad input, and 130 after
    Ctrl-C, which prints the lower bound.
    """
    position = load_position(position_path)
    check_writable(out, inputs=[position_path])
    refuse_position(position, position_path)
    counter = LayoutCounter(position, up_to_symmetry=up_to_symmetry)
    advice = say("Ctrl-C prints a lower bound")
    with stopped_by_interrupt() as cancel, shown_if_slow(advice) as show:

        def on_progress(found: int, share: float) -> None:
            if not quiet:
                show(say("layouts so far: {n}, {share:.1%} of the search", n=found, share=share))

        if out is None:
            counted = counter.count(time_limit, cancel.is_set, on_progress)
        else:
            counted = _listed(counter, position, out, time_limit, cancel.is_set, on_progress)
    if as_json:
        print_json(_data(counted, up_to_symmetry))
    else:
        click.echo(_sentence(counted, up_to_symmetry))
    if cancel.is_set():
        return INTERRUPTED
    return 0 if counted.exact else UNPROVEN


def _listed(
    counter: LayoutCounter,
    position: Position,
    out: str,
    seconds: float,
    cancelled: Callable[[], bool],
    on_progress: Callable[[int, float], None],
) -> LayoutCount:
    """Write all layouts to a file, one line each, and count them."""
    with open(out, "w", encoding="utf-8") as file:

        def write(after: Position) -> None:
            lines: list[list[str]] = [[] for _ in position.boards]
            for at, piece in new_placements(position, after):
                lines[at].append(piece_text(piece, position.boards[at].board))
            file.write(f"{msgspec.json.encode({'placed': lines}).decode()}\n")

        return counter.each(write, seconds, cancelled, on_progress)


def _data(counted: LayoutCount, up_to_symmetry: bool) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "count": counted.count,
        "exact": counted.exact,
        "of": "all tiles" if counted.uses_all else "all cells",
        "open_cells": counted.open_cells,
        "up_to_symmetry": up_to_symmetry,
        "seconds": round(counted.seconds, 3),
    }


def _sentence(counted: LayoutCount, up_to_symmetry: bool) -> str:
    digits = f"{counted.count:,}"
    if counted.uses_all:
        text = say_number(
            "{digits} layout uses all tiles",
            "{digits} layouts use all tiles",
            counted.count,
            digits=digits,
        )
    else:
        text = say_number(
            "{digits} layout covers all cells",
            "{digits} layouts cover all cells",
            counted.count,
            digits=digits,
        )
    if up_to_symmetry:
        text = say("{what}, up to symmetry", what=text)
    return text if counted.exact else say("at least {what}", what=text)
