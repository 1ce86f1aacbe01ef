"""Changes of a program that no test can notice: what is known about them, and what is new."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path


def unexplained(path: Path, alive: Iterable[str]) -> Iterator[str]:
    """Yield those changes that are not in the list, or more often than there.

    Parameters
    ----------
    path
        Tables ``survivor`` with the place ``in``, the texts of ``changes`` there, and ``why``.
    alive
        The changes that survive, as ``place: text``.
    """
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["survivor"]
    known = Counter(f"{each['in']}: {change}" for each in entries for change in each["changes"])
    for text in alive:
        known[text] -= 1
        if known[text] < 0:
            yield text
