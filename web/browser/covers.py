"""The library miniexact, compiled as our own are: as much of `miniexacts_m` as odin asks."""

from collections.abc import Sequence
from ctypes import CDLL, c_int32
from pathlib import Path
from weakref import finalize


class Covers:
    """A search for exact covers, by the names and numbers of `miniexact.miniexacts_m`."""

    def __init__(self) -> None:
        self._library = CDLL(str(Path(__file__).with_name("compiled.so")))
        self._at = self._library.miniexacts_init_m()
        finalize(self, self._library.miniexacts_free, self._at)

    def primary(self, name: str, least: int, most: int) -> int:
        define = self._library.miniexacts_define_primary_item_with_slack
        return int(define(self._at, name.encode(), least, most))

    def secondary(self, name: str) -> int:
        return int(self._library.miniexacts_define_secondary_item(self._at, name.encode()))

    def add(self, items: Sequence[int]) -> int:
        for item in items:
            self._library.miniexacts_add(self._at, item, 0, 0)
        return int(self._library.miniexacts_add(self._at, 0, 0, 0))

    def solve(self) -> int:
        return int(self._library.miniexacts_solve(self._at))

    def selected_options(self) -> list[int]:
        found = (c_int32 * self._library.miniexacts_solution_length(self._at))()
        return found[: self._library.miniexacts_extract_solution(self._at, found)]
