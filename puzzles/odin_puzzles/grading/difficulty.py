"""What the five difficulties mean.

====== ===========================================================================================
grade  layouts (``fill``, ``order``, ``income``, ``bonus``, ``best``)
====== ===========================================================================================
1      forced cells and forced tiles do, along with gaps that plainly nothing fits into
       (``stranded``) and, on a board that can be turned, a choice among equal places (``symmetry``)
2      the rules of the game and counting are needed: ``colour ban``, ``income order``, ``area``,
       ``parity``, ``counting``, ``points``, ``few tiles``
3      ``intersection`` or ``claimed tiles`` more than `FEW_COMMON` times, or `FEW_TRIALS` places
       at most at which one has to look ahead
4      look-ahead at more places than that
5      ``deep look-ahead``, that is an assumption within an assumption
====== ===========================================================================================

What only search finds is graded by its depth, the candidates assumed at once: 3 for one, 4 for
two, 5 for more.

A banquet is graded by the number of menus that fill the table and break a rule, see `MENUS`.
"""

from collections.abc import Mapping

FEW_COMMON = 2
"""Up to so many intersections and claimed tiles are no harder than counting."""

FEW_TRIALS = 4
"""Up to so many places with look-ahead are a little of it."""

MENUS = (1, 5, 20, 80)
"""The most wrong menus of banquets of difficulty 1 to 4."""

_RULES = frozenset(
    {"colour ban", "income order", "area", "parity", "counting", "points", "few tiles"}
)
_COMMON = ("intersection", "claimed tiles")


def layout_difficulty(searched: bool, techniques: Mapping[str, int], depth: int) -> int:
    """The difficulty of a layout puzzle.

    Parameters
    ----------
    searched
        Whether the techniques were not enough.
    techniques
        How many steps each technique took.
    depth
        How many candidates had to be assumed at once.
    """
    if searched:
        return min(5, depth + 2)
    if "deep look-ahead" in techniques:
        return 5
    trials = techniques.get("look-ahead", 0)
    if trials > FEW_TRIALS:
        return 4
    common = sum(techniques.get(name, 0) for name in _COMMON)
    if trials or common > FEW_COMMON:
        return 3
    return 2 if common or _RULES & set(techniques) else 1


def banquet_difficulty(wrong: int) -> int:
    """The difficulty of a banquet with so many wrong menus that fill the table."""
    return 1 + sum(wrong > most for most in MENUS)
