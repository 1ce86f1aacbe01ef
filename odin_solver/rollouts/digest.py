"""Digest of all that the compiled engine is built from; the library carries it.

A library of other data, cards, structs or C would play another game without a word.
"""

import hashlib
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
SOURCE = PACKAGE / "rollouts" / "source"

HEADERS = {name: SOURCE / name for name in ("tables.h", "layouts.h", "digest.h")}
"""Generated headers, which follow from the rest."""

_PATTERNS = (
    "version.py",
    "components/**/*.py",
    "components/data/*.toml",
    "rules/**/*.py",
    "feast/food.py",
    "placement/objective.py",
    "game/*.py",
    "game/actions/*.py",
    "game/cards/**/*.py",
    "game/kernel/*.py",
    "rollouts/card_tables.py",
    "rollouts/generate.py",
    "rollouts/structs.h",
    "rollouts/structs.py",
    "rollouts/tables.py",
    "rollouts/source/*.[ch]",
)


@cache
def digest() -> str:
    """Return the digest of the files of this package."""
    found = hashlib.sha256()
    files = {path for pattern in _PATTERNS for path in PACKAGE.glob(pattern)}
    for path in sorted(files - {*HEADERS.values()}):
        content = path.read_bytes()
        name = path.relative_to(PACKAGE).as_posix()
        found.update(f"{name} {len(content)}\n".encode() + content)
    return found.hexdigest()
