"""Rulings: other readings of a rule or card, where rulebooks differ or a card leaves it open.

By default a game follows docs/rules-coverage.md. Each ruling changes one decision that is marked
**D** there.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from odin_solver.errors import InputError
from odin_solver.support.language import mark, say_at_shell


class Ruling(StrEnum):
    """Names of the rulings."""

    LONE_SILVER_REMOVED = "lone-silver-removed"
    CARD_BEFORE_ONLY = "card-before-only"
    HARVEST_FEWER_CARDS = "harvest-fewer-cards"
    BOATMAN_KEEPS_ORE = "boatman-keeps-ore"
    INSPECTOR_TOGETHER = "inspector-together"
    MERCHANT_TURNS_ANIMALS = "merchant-turns-animals"
    PREACHER_EXACTLY_FOUR = "preacher-exactly-four"
    STEERSMAN_TWO_KNARRS = "steersman-two-knarrs"
    PLACED_VIKINGS_ONLY = "placed-vikings-only"
    PRESSER_NO_GIFTS = "presser-no-gifts"


FORMER_RULINGS = frozenset({"sower-grain"})
"""Names of rulings that are the rule now; older files may have them."""


class RulingText(NamedTuple):
    """What a ruling changes."""

    section: str
    cards: tuple[int, ...]
    text: str


RULINGS: Mapping[Ruling, RulingText] = MappingProxyType(
    {
        Ruling.LONE_SILVER_REMOVED: RulingText(
            "3.11",
            (),
            mark(
                "In phase 11 a strip left with only its last two silver is removed as well, as in "
                "the Polish rulebook."
            ),
        ),
        Ruling.CARD_BEFORE_ONLY: RulingText(
            "4",
            (),
            mark(
                "Next to an action of the fourth column an occupation may be played only before "
                "the action, as in the Ukrainian rulebook."
            ),
        ),
        Ruling.HARVEST_FEWER_CARDS: RulingText(
            "8",
            (),
            mark(
                "With Harvest, the 30 further occupations that its rules advise against leave the "
                "game."
            ),
        ),
        Ruling.BOATMAN_KEEPS_ORE: RulingText(
            "5",
            (9,),
            mark("Ore that finds no legal cell goes to the supply instead of being lost."),
        ),
        Ruling.INSPECTOR_TOGETHER: RulingText(
            "5",
            (60, 151),
            mark(
                "The two Vikings of card 60 come back together: card 151 gives 1 silver for both."
            ),
        ),
        Ruling.MERCHANT_TURNS_ANIMALS: RulingText(
            "5",
            (78,),
            mark("Sheep and cattle may be turned over too: they become pregnant, or cease to be."),
        ),
        Ruling.PREACHER_EXACTLY_FOUR: RulingText(
            "5", (87,), mark("Exactly four items are taken, from a strip that has as many.")
        ),
        Ruling.STEERSMAN_TWO_KNARRS: RulingText(
            "5",
            (147,),
            mark(
                "A knarr stands in for one longship: Plundering without longships needs two knarrs."
            ),
        ),
        Ruling.PLACED_VIKINGS_ONLY: RulingText(
            "5",
            (154, 155, 156),
            mark("Only spaces on which you placed Vikings count, not those used by card 77 or 91."),
        ),
        Ruling.PRESSER_NO_GIFTS: RulingText(
            "5",
            (175,),
            mark(
                "Stockfish of a card counts only in exchange for something, as with cards 53 and "
                "83, not if the card just gives it, as card 27 does."
            ),
        ),
    }
)
"""What each ruling changes."""


def ruling(text: str) -> Ruling:
    """Return the ruling of a name or a unique beginning of one, in any case and spacing."""
    from difflib import get_close_matches

    name = "-".join(text.lower().replace("_", " ").replace("-", " ").split())
    named = [each for each in RULINGS if each == name] or [
        each for each in RULINGS if name and each.startswith(name)
    ]
    if len(named) == 1:
        return named[0]
    close = get_close_matches(name, list(RULINGS), 1)
    if close:
        raise InputError.said(
            "unknown ruling {name!r}: did you mean {close}?", name=text[:40], close=close[0]
        )
    advice = say_at_shell(": `odin game rulings` lists them")
    raise InputError.said("unknown ruling {name!r}{advice}", name=text[:40], advice=advice)
