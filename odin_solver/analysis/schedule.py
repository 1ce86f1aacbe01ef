"""Time of the parts of an analysis."""

from collections.abc import Iterable

SHARES = {"best": 5, "move": 2, "lines": 2, "values": 2, "gains": 2}
"""Shares of the time left that a part and the later ones have."""


def fraction(parts: Iterable[str], of: Iterable[str]) -> float:
    """Return the fraction of the time of all parts that some of them have."""
    return _share(parts) / _share(of)


def _share(parts: Iterable[str]) -> int:
    return sum(SHARES[part] for part in parts)
