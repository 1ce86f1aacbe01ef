"""Weights as people write them: keys such as ``keep.robe``, and numbers."""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from odin_solver.components import tile
from odin_solver.components.heard import Names, names_of
from odin_solver.errors import InputError, within
from odin_solver.placement.objective import BONUS_ITEMS, MAX_DENOMINATOR, PLAIN_KEYS
from odin_solver.support.language import mark

MAX_WEIGHT = 1_000_000


@cache
def _bonuses() -> Names:
    called = {each: names_of("item").called.get(each, ()) for each in sorted(BONUS_ITEMS)}
    unknown, where = mark("unknown bonus {name!r}"), mark("expected one of {names}")
    return Names(called, unknown, where=where)


_NUMBER = re.compile(
    r"[+-]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20}|\d{1,20}/\d{1,20})(e(?P<exponent>[+-]?\d{1,20}))?",
    re.I,
)


def weight_key(written: str) -> str:
    """Return a key of weights, whose items may be written as people write them."""
    head, dot, tail = written.strip().partition(".")
    head = head.lower()
    if head not in (*PLAIN_KEYS, "keep") or (dot and head not in ("bonus", "keep")):
        keys = ", ".join((*PLAIN_KEYS, "bonus.GOOD", "keep.TILE"))
        raise InputError.said(
            "objective: unknown key {written!r}: expected one of {keys}", written=written, keys=keys
        )
    with within(f"objective: {written}"):
        if head == "keep":
            return f"keep.{tile(tail).id}"
        if not dot:
            return head
        return f"bonus.{_bonuses().one(tail)}"


def parse_weight(key: str, text: object) -> Fraction:
    """Read the weight of a key.

    Raises
    ------
    InputError
        If the key is unknown, or the weight is not a number of reasonable size.
    """
    key = weight_key(key)
    try:
        number = _NUMBER.fullmatch("" if isinstance(text, bool) else str(text).strip())
        if number is None:
            raise ValueError
        # Fractions of huge exponents would take forever.
        exponent = int(number["exponent"] or 0)
        weight = Fraction(str(text)) if abs(exponent) < 100 else None
    except (ValueError, ZeroDivisionError):
        raise InputError.said(
            "objective: {key}: expected a number, got {text!r}", key=key, text=text
        ) from None
    if weight is None or abs(weight) > MAX_WEIGHT or weight.denominator > MAX_DENOMINATOR:
        raise InputError.said(
            "objective: {key}: expected a number up to {most} with at most six decimals, "
            "got {text}",
            key=key,
            most=MAX_WEIGHT,
            text=text,
        )
    return weight


def parse_weights(weights: Mapping[str, object]) -> dict[str, Fraction]:
    """Read weights by key; errors as of `parse_weight`."""
    return {weight_key(key): parse_weight(key, weight) for key, weight in weights.items()}
