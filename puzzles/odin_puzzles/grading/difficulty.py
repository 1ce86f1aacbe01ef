"""The five difficulties.

====== ===========================================================================================
grade  layouts (``fill``, ``order``, ``income``, ``bonus``, ``best``)
====== ===========================================================================================
1      only ``forced cell`` and ``forced tile``, gaps that nothing fits into (``stranded``) and, on
       a symmetric board, a choice among equal places (``symmetry``)
2      also rules of the game and counting: ``colour ban``, ``income order``, ``area``, ``parity``,
       ``counting``, ``points``, ``few tiles``
3      ``intersection`` or ``claimed tiles`` more than `FEW_INTERSECTIONS` times, or at most
       `FEW_LOOK_AHEADS` times ``look-ahead``
4      more ``look-ahead`` than that
5      ``deep look-ahead``: an assumption within an assumption
====== ===========================================================================================

A puzzle that needs search is graded by its depth, the candidates assumed at once: 3 for one, 4
for two, 5 for more.

A banquet is graded by the number of menus that fill the table and break a rule, see `MENUS`.
"""

from collections.abc import Mapping
from types import MappingProxyType

FEW_INTERSECTIONS = 2
"""So many intersections and claimed tiles are as easy as counting."""

FEW_LOOK_AHEADS = 4
"""The most look-aheads of difficulty 3."""

MENUS = (1, 5, 20, 80)
"""The most wrong menus of banquets of difficulty 1 to 4."""

_RULES = frozenset(
    {"colour ban", "income order", "area", "parity", "counting", "points", "few tiles"}
)
_INTERSECTIONS = ("intersection", "claimed tiles")

LEAST: Mapping[str, int] = MappingProxyType(
    {
        **dict.fromkeys(("forced cell", "forced tile", "stranded", "symmetry"), 1),
        **dict.fromkeys((*sorted(_RULES), *_INTERSECTIONS), 2),
        "look-ahead": 3,
        "deep look-ahead": 5,
    }
)
"""The techniques of layouts, and the least difficulty of a puzzle that needs them."""


def layout_difficulty(searched: bool, techniques: Mapping[str, int], depth: int) -> int:
    """Return the difficulty of a layout puzzle.

    Parameters
    ----------
    searched
        Whether the techniques were not enough.
    techniques
        Number of steps of each technique.
    depth
        The most candidates assumed at once.
    """
    if searched:
        return min(5, depth + 2)
    if "deep look-ahead" in techniques:
        return 5
    look_aheads = techniques.get("look-ahead", 0)
    if look_aheads > FEW_LOOK_AHEADS:
        return 4
    intersections = sum(techniques.get(name, 0) for name in _INTERSECTIONS)
    if look_aheads or intersections > FEW_INTERSECTIONS:
        return 3
    return 2 if intersections or _RULES & set(techniques) else 1


def banquet_difficulty(wrong: int) -> int:
    """Return the difficulty of a banquet by the number of wrong menus that fill the table."""
    return 1 + sum(wrong > most for most in MENUS)
