"""Time of the parts of an analysis."""

from collections.abc import Iterable, Sequence

SHARES = {"best": 5, "move": 2, "lines": 2, "values": 2, "gains": 2}
"""Shares of the time limit of the parts of an analysis; later ones also get what is left."""


def deadline(part: str, parts: Sequence[str], seconds: float) -> float:
    """Return when a part must end, in seconds from the beginning.

    Parameters
    ----------
    part
        Name of the part.
    parts
        All parts in their order.
    seconds
        Time limit of all parts together.
    """
    return seconds * _share(parts[: parts.index(part) + 1]) / _share(parts)


def _share(parts: Iterable[str]) -> int:
    return sum(SHARES[part] for part in parts)
