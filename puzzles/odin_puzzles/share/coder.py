"""An entropy coder: symbols packed into one integer and back.

The integer is a stack (asymmetric numeral systems without renormalisation): a symbol of `size` in
`total` multiplies it by about total / size. The last symbol pushed is read first, so the writer
collects all symbols and pushes them in reverse.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

LEARNING = 2
"""Weight that a symbol gains when it occurs."""

MAX_RUN = 1000
"""The longest run of equal symbols that a code may have."""


class Odds:
    """Adaptive weights of the symbols of a small alphabet, the same for writer and reader.

    Parameters
    ----------
    weights
        The initial weight of each symbol, at least 1.
    """

    def __init__(self, weights: Sequence[int]) -> None:
        self._weights = list(weights)

    @property
    def total(self) -> int:
        """Sum of all weights."""
        return sum(self._weights)

    def span(self, symbol: int) -> tuple[int, int]:
        """Return start and size of a symbol's interval."""
        return sum(self._weights[:symbol]), self._weights[symbol]

    def symbol_at(self, place: int) -> int:
        """Return the symbol whose interval contains a number."""
        for symbol, size in enumerate(self._weights):
            if place < size:
                return symbol
            place -= size
        raise ValueError("beyond the alphabet")

    def update(self, symbol: int) -> None:
        """Increase the weight of a symbol."""
        self._weights[symbol] += LEARNING


class Coder(ABC):
    """Symbols in their order, which are written or read by the same calls.

    Each takes the symbol to be written, which a `Reader` ignores, and returns the symbol.
    """

    @abstractmethod
    def choice(self, among: int, which: int = 0) -> int:
        """Code one of `among` equally likely symbols, from 0."""

    @abstractmethod
    def symbol(self, odds: Odds, which: int = 0) -> int:
        """Code a symbol and update its odds."""

    def flag(self, odds: Odds, value: bool = False) -> bool:
        """Code a truth value."""
        return self.symbol(odds, int(value)) == 1

    def count(self, odds: Odds, value: int = 0) -> int:
        """Code a small number from 0 in unary."""
        found = 0
        while self.flag(odds, found < value):
            found += 1
            if found > MAX_RUN:
                raise ValueError("a number is too large")
        return found

    def amount(self, value: int = 0) -> int:
        """Code a number from 0 of any size, three bits at a time."""
        found, factor = self.choice(8, value % 8), 8
        while self.choice(2, int(value >= factor)):
            found += factor * self.choice(8, value // factor % 8)
            factor *= 8
        return found


class Writer(Coder):
    """A list of symbols, packed by `number`."""

    def __init__(self) -> None:
        self._spans: list[tuple[int, int, int]] = []

    def choice(self, among: int, which: int = 0) -> int:
        """Write one of `among` equally likely symbols, from 0."""
        if not 0 <= which < among:
            raise ValueError(f"expected a symbol below {among}, got {which}")
        self._spans.append((which, 1, among))
        return which

    def symbol(self, odds: Odds, which: int = 0) -> int:
        """Write a symbol and update its odds."""
        self._spans.append((*odds.span(which), odds.total))
        odds.update(which)
        return which

    def number(self) -> int:
        """Pack all symbols into one integer."""
        packed = 0
        for start, size, total in reversed(self._spans):
            packed = packed // size * total + start + packed % size
        return packed


class Reader(Coder):
    """The symbols of an integer in the order in which they were written."""

    def __init__(self, packed: int) -> None:
        self._packed = packed

    def choice(self, among: int, which: int = 0) -> int:
        """Read one of `among` equally likely symbols."""
        self._packed, which = divmod(self._packed, among)
        return which

    def symbol(self, odds: Odds, which: int = 0) -> int:
        """Read a symbol and update its odds."""
        total = odds.total
        place = self._packed % total
        which = odds.symbol_at(place)
        start, size = odds.span(which)
        self._packed = self._packed // total * size + place - start
        odds.update(which)
        return which

    @property
    def at_end(self) -> bool:
        """Whether everything has been read."""
        return self._packed == 0
