"""Lists of goods as people write them: ``2 silver, 1 robe``, in any language."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

from odin_solver.components import TILES
from odin_solver.components.finding import candidates, find, tiles_named
from odin_solver.errors import InputError
from odin_solver.support.language import languages, mark, say, say_as, speaking

_SEPARATORS = re.compile(r"[,;\n]")
_ENTRY = re.compile(
    r"(?:(\d{1,4})\s*[x×]?\s*)?([^\W\d_](?:[^\W\d_]|[ '’_-])*?)(?:\s*[x×:]?\s*(\d{1,4}))?"
)
_CODE = "ODIN"

LONGEST = 2_000
"""Characters of a list at most; a longer text is something else."""


def is_list_of_goods(text: str) -> bool:
    """Return whether a text may be a list of goods, and is no file and no share code."""
    if len(text) > LONGEST:
        return False
    entries = list(_entries(text))
    return (
        bool(entries)
        and not text.strip().upper().startswith(_CODE)
        and all(_ENTRY.fullmatch(each) for each in entries)
    )


def goods_from(text: str) -> dict[str, int]:
    """Return the goods of a list with their numbers.

    Parameters
    ----------
    text
        Names, each with a number before or after it, if that is not 1, separated by commas,
        semicolons or ends of lines. A name is as for `odin_solver.components.tile`, or that of any
        language.

    Raises
    ------
    InputError
        If names are unknown or ambiguous; one line names them all.
    """
    found: Counter[str] = Counter()
    faults: list[str] = []
    for each in _entries(text):
        entry = _ENTRY.fullmatch(each)
        if entry is None:
            faults.append(say("{text!r}: expected a number and a name", text=each))
            continue
        before, name, after = entry.groups()
        try:
            found[_named(name)] += int(before or after or 1)
        except InputError as error:
            faults.append(str(error))
    if faults:
        raise InputError("; ".join(faults))
    return dict(+found)


def _entries(text: str) -> Iterator[str]:
    return filter(None, map(str.strip, _SEPARATORS.split(text)))


def _named(name: str) -> str:
    """Return the good that a name means: in English or the language in use, or else any."""
    for wanted in (name, name.removesuffix("s")):
        for named in (tiles_named(wanted), candidates(wanted, _all_names())):
            if len(named) == 1:
                return named[0]
    return find(name, _all_names(), mark("unknown tile {name!r}"))


@cache
def _all_names() -> Mapping[str, tuple[str, ...]]:
    names: dict[str, list[str]] = {each: [] for each in TILES}
    for language in languages():
        with speaking(language):
            for each, tile in TILES.items():
                names[each].append(say_as("good", tile.name))
    return {each: tuple(dict.fromkeys(more)) for each, more in names.items()}
