"""The structs of the compiled engine, as ``structs.h`` describes them."""

import ctypes
import re
from collections.abc import Iterator, Mapping
from ctypes import Structure, c_uint8, c_uint64
from types import MappingProxyType
from typing import Any, ClassVar

from odin_solver.rollouts.tables import HEADER, SIZES, WORDS


def _numbers() -> Iterator[tuple[str, int]]:
    found = dict(SIZES)
    for body in re.findall(r"enum \{(.*?)\}", HEADER, re.DOTALL):
        following = 0
        for entry in body.split(","):
            name, _, given = map(str.strip, entry.partition("="))
            found[name] = _sum(given, found) if given else following
            following = found[name] + 1
    yield from found.items()


def _sum(text: str, known: Mapping[str, int]) -> int:
    terms = map(str.strip, text.split("+"))
    return sum(int(term) if term.isdecimal() else known[term] for term in terms)


_NUMBERS = dict(_numbers())

MOST_NODES = _NUMBERS["MOST_NODES"]
MOST_PAUSES = _NUMBERS["MOST_PAUSES"]
HIDDEN = _NUMBERS["HIDDEN"]

WATCHED = tuple(
    name[2:].lower()
    for name, number in _NUMBERS.items()
    if name.startswith("W_") and number < _NUMBERS["N_GIVEN"]
)
"""Items whose gains by an action cards watch, in the order of their numbers."""


class FlatNode(Structure):
    """A node of the stack."""


class FlatMove(Structure):
    """A move or an outcome of chance."""


class FlatBoard(Structure):
    """A board with its tiles."""


class FlatOpenStrip(Structure):
    """A face-up mountain strip."""


class FlatUnexplored(Structure):
    """An exploration board that is not taken."""


class FlatAction(Structure):
    """What cards know about the action under way."""


class FlatCards(Structure):
    """Occupations, and what they depend on."""


class FlatMarkers(Structure):
    """Markers and tokens of Harvest."""


class FlatState(Structure):
    """The state of a game."""


class FlatTable(Structure):
    """Several seats at one table."""


class FlatPrices(Structure):
    """Weights of a round."""


class FlatPolicy(Structure):
    """Weights of a greedy policy."""


class FlatPlayout(Structure):
    """What a playout brings."""


class FlatLog(Structure):
    """Moves and outcomes of chance in order."""


class FlatNetwork(Structure):
    """A learned correction of the evaluation (``source/learned.c``)."""


FlatGame = FlatState | FlatTable
"""A game of one, or of several seats."""

STRUCTS: Mapping[str, type[Structure]] = MappingProxyType(
    {
        name[4:]: each
        for name, each in [*globals().items()]
        if name.startswith("Flat") and isinstance(each, type)
    }
)
"""The structs of the engine by their names in C."""


class FlatPair(Structure):
    """An item and its number."""

    _fields_: ClassVar = [("item", c_uint8), ("count", c_uint8)]


_TYPES: Mapping[str, Any] = {"void": None, "Mask": c_uint64 * WORDS, "Pair": FlatPair, **STRUCTS}


def type_of(name: str) -> Any:
    """Return a type by its name in C."""
    return _TYPES[name] if name in _TYPES else getattr(ctypes, f"c_{name.removesuffix('_t')}")


def _fields(body: str) -> Iterator[tuple[str, Any]]:
    of_union = re.sub(r"union \{[^;]*;", "", body)  # its last member
    for kind, names in re.findall(r"(\w+) (\w[^;]*);", of_union):
        for name, bounds in re.findall(r"(\w+)((?:\[[^\]]*\])*)", names):
            field = type_of(kind)
            for bound in reversed(re.findall(r"\[(.*?)\]", bounds)):
                field = field * _sum(bound, _NUMBERS)
            yield name, field


for _body, _name in re.findall(r"typedef struct \{(.*?)\} (\w+);", HEADER, re.DOTALL):
    STRUCTS[_name]._fields_ = [*_fields(_body)]
