"""Deals of the occupations as the compiled engine numbers them, read from the generated list."""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from odin_solver.game.kernel.moves import Pairs
from odin_solver.support.validating import decoded

Deal = tuple[Pairs, Pairs]
"""Items spent, and items gained for them."""

FILE = Path(__file__).parent / "deals.json"

STRIP_KINDS = ("wood", "stone", "ore", "silver2")
"""Items of mountain strips in the order of their bits."""


@cache
def deal_lists() -> Mapping[tuple[Deal, ...], int]:
    """Return all lists of deals with the number of the first deal of each in `deals`."""
    return numbered(decoded(FILE.read_bytes(), list[tuple[Deal, ...]]))


def numbered(lists: Iterable[tuple[Deal, ...]]) -> Mapping[tuple[Deal, ...], int]:
    """Return lists of deals with the number of the first deal of each."""
    found: dict[tuple[Deal, ...], int] = {}
    first = 0
    for each in lists:
        found[each] = first
        first += len(each)
    return MappingProxyType(found)


@cache
def deals() -> tuple[Deal, ...]:
    """Return all deals, list by list."""
    return tuple(deal for each in deal_lists() for deal in each)


def card_set(cards: Iterable[int]) -> int:
    """Return a set of cards as bits."""
    return sum(1 << card for card in cards)
