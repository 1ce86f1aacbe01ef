"""Names of components, counts with nouns, amounts and objectives as text."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from odin_solver.components import BOARDS, TILES, Tile
from odin_solver.components.signs import OTHER_NAMES
from odin_solver.support.language import (
    ENGLISH,
    language,
    mark,
    say,
    say_as,
    say_decimal,
    say_number,
)

if TYPE_CHECKING:
    from odin_solver.components.occupations import Occupation
    from odin_solver.components.strips import StripItem
    from odin_solver.placement.objective import Weights

_MANY_TERMS = 4
"""Objectives with more terms than this name their bonuses together."""


def printed_name(item: str) -> str:
    """Return the name on a tile or bonus: ``Skin and bones``; of a tile of one's own its id."""
    tile = TILES.get(item)
    return say_as("good", tile.name if tile else OTHER_NAMES.get(item, item))


def tile_name(tile: Tile) -> str:
    """Return the name of a tile as printed; of one's own as its file says."""
    return tile.name if tile.kind == "own" else printed_name(tile.id)


def printed_list(items: Iterable[tuple[str, int]]) -> str:
    """Return printed names with counts above 1: ``Oil, 2 Ore``; only English has capitals there."""
    name = printed_name if language() == ENGLISH else plain_name
    return ", ".join(
        name(item) if count == 1 else _counted(count, name(item)) for item, count in items
    )


def plain_name(item: str) -> str:
    """Return the name within a sentence: ``skin and bones``, ``knarr``, ``Bear Island``."""
    if item in BOARDS and BOARDS[item].kind == "exploration":
        return say_as("board", BOARDS[item].name)
    if item in TILES:
        name = printed_name(item)
        return name[:1].lower() + name[1:]
    return say_as("item", item.replace("_", " "))


def plain_list(items: Mapping[str, int] | Iterable[tuple[str, int]]) -> str:
    """Return plain names with their counts: ``2 wood, 1 stone``; ``nothing`` if there are none."""
    pairs = items.items() if isinstance(items, Mapping) else items
    return ", ".join(_counted(count, plain_name(item)) for item, count in pairs) or say("nothing")


def _counted(count: int, name: str) -> str:
    return say("{n} {item}", n=count, item=name)


def penalties_text(count: int) -> str:
    """Return ``1 Thing penalty`` or ``3 Thing penalties``."""
    return say_number("{n} Thing penalty", "{n} Thing penalties", count)


def card_name(number: int) -> str:
    """Return a card's number and name: ``108c Ironsmith``."""
    card = _card(number)
    return f"{card.id} {say_as('card', card.name)}"


def card_title(number: int) -> str:
    """Return a card on one line: number, name, kind, points."""
    card = _card(number)
    points = say_number("{n} point", "{n} points", card.points)
    return f"{card_name(number)} ({card.kind.label}, {points})"


def card_text(number: int) -> str:
    """Return the text of a card."""
    return say_as("card", _card(number).text)


def _card(number: int) -> "Occupation":
    from odin_solver.components.occupations import occupation  # most commands need no cards

    return occupation(number)


def amount(value: Fraction) -> str:
    """Return a number: whole if it is, otherwise with six decimals at most."""
    return (
        str(value)
        if value.denominator == 1
        else say_decimal(float(value), ".6f").rstrip("0").rstrip(".,")
    )


def signed(value: Fraction) -> str:
    """Return a change with its sign: ``+2``, ``−0.5``, ``0``."""
    return f"+{amount(value)}" if value > 0 else below_zero(value)


def below_zero(value: Fraction) -> str:
    """Return a number that may be negative: ``−86``."""
    return amount(value).replace("-", "−")


def percent(gap: float) -> str:
    """Return a gap as a percentage."""
    return f"{say_decimal(100 * gap)} %"


def weights_text(weights: "Weights") -> str:
    """Return an objective level as a sum: ``points + income − silver``."""
    terms = list(weights.as_keys().items())
    bonuses = [term for term in terms if term[0].startswith("bonus.")]
    if len(terms) > _MANY_TERMS and len(bonuses) > 1:
        terms = [term for term in terms if term not in bonuses]
        terms.append((mark("bonuses by value"), Fraction(1)))
    text = ""
    for key, weight in terms:
        factor = "" if abs(weight) == 1 else f"{amount(abs(weight))} "
        joint = (" − " if weight < 0 else " + ") if text else ("−" if weight < 0 else "")
        text += f"{joint}{factor}{say(key)}"
    return text or say("nothing")


def strip_text(items: "Iterable[StripItem]") -> str:
    """Return the items of a mountain strip in the order in which they are taken."""
    from odin_solver.components.strips import strip_gain

    pairs = map(strip_gain, items)
    return " ".join(
        plain_name(name) if count == 1 else plain_list({name: count}) for name, count in pairs
    )
