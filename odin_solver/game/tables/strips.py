"""Reading tables: mountain strips."""

import re
from collections.abc import Mapping, Sequence
from functools import partial

from odin_solver.components.heard import LONGEST, names_of
from odin_solver.components.strips import MOUNTAIN_STRIPS, StripItem
from odin_solver.errors import InputError
from odin_solver.game.kernel.state import State
from odin_solver.game.setup import open_strips
from odin_solver.game.tables.fields import TableFields
from odin_solver.support.language import mark, say

_ITEMS: Mapping[str, tuple[StripItem, int]] = {
    "wood": ("wood", 1),
    "stone": ("stone", 1),
    "ore": ("ore", 1),
    "silver": ("silver2", 2),
}
"""Items of a strip in words, and how many of the word one item is."""

_DOUBLE = re.compile(r"(?:(\d+) +)?silver2\b")


def ask_for_strips(fields: TableFields) -> None:
    """Ask for the strips if they are missing."""
    example = 'strips = ["2 wood stone ore 2 silver", "3 stone 2 silver"]'
    fields.missing("strips", say("the items left on each face-up strip"), example)


def read_strips(fields: TableFields, state: State, phase: str) -> None:
    """Lay the strips; which ones are hidden is what their rests leave."""
    ask_for_strips(fields)
    read = [
        fields.faults.attempt(f"strips[{at}]", partial(strip_from, written))
        for at, written in enumerate(fields.part("strips", []))
    ]
    state.strips = tuple(each for each in read if each is not None)
    total = len(MOUNTAIN_STRIPS)
    shown = min(total, open_strips(state.options) + state.round - 1 + (phase == "return"))
    of = say("strips face up in round {round}", round=state.round)
    fields.at_most("strips", len(state.strips), shown, of)
    given = frozenset(fields.part("hidden_strips", ()))
    numbers = strip_numbers(state.strips, given)
    if numbers is None:
        fields.fault(
            say("strips: no different strips have these rests besides the hidden ones")
            if given
            else say("strips: no different strips have these rests")
        )
        return
    # Strips that are used up have left the game: which ones is not to be seen.
    rest = [number for number in range(1, total + 1) if number not in numbers]
    hidden = fields.part("hidden_strips", rest[shown - total :] if total > shown else [])
    if len(set(hidden)) != len(hidden) or not set(hidden) <= set(rest):
        fields.faults.said("hidden_strips: expected different strips that are not face up")
    state.hidden_strips = tuple(sorted(hidden))


def strip_from(written: str) -> tuple[StripItem, ...]:
    """Return the rest of a strip in words: ``2 wood stone ore 2 silver``; empty if used up."""
    if not written:
        return ()
    items: list[StripItem] = []
    unknown = mark("expected wood, stone, ore and silver, got {name!r}")
    names = names_of("item").only(_ITEMS, unknown=unknown)
    silver = _DOUBLE.sub(lambda found: f"{2 * int(found[1] or 1)} silver", written[:LONGEST])
    for name, count in names.entries(silver, "before"):
        item, size = _ITEMS[name]
        number = size if count is None else count
        if number % size or not number:
            raise InputError.said("expected an even number of silver, got {n}", n=number)
        items += [item] * min(number // size, len(MOUNTAIN_STRIPS[0]) + 1)
    rest = tuple(items)
    if not rest:
        raise InputError.said(
            "expected items such as 2 wood stone ore 2 silver, got {got!r}", got=written
        )
    if not strip_candidates(rest):
        most = max(strip.count("silver2") for strip in MOUNTAIN_STRIPS)
        if rest.count("silver2") > most:
            raise InputError.said(
                "no strip has more than {n} silver, got {got!r}", n=2 * most, got=written
            )
        raise InputError.said("no strip ends with {got!r}", got=written)
    return rest


def strip_candidates(rest: tuple[StripItem, ...]) -> list[int]:
    """Return the numbers of the strips that end with some items."""
    return [
        number
        for number, strip in enumerate(MOUNTAIN_STRIPS, 1)
        if strip[len(strip) - len(rest) :] == rest
    ]


def strip_numbers(
    strips: Sequence[tuple[StripItem, ...]], hidden: frozenset[int] = frozenset()
) -> list[int] | None:
    """Return the numbers of different strips that have these rests; None if there are none."""
    options = list(map(strip_candidates, filter(None, strips)))

    def assign(numbers: list[int]) -> list[int] | None:
        if len(numbers) == len(options):
            return numbers
        for number in options[len(numbers)]:
            if number not in hidden and number not in numbers:
                found = assign([*numbers, number])
                if found is not None:
                    return found
        return None

    return assign([])
