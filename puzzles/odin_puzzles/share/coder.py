"""Symbols packed into one integer and back, each at the cost of its probability.

The integer is a stack (asymmetric numeral systems, with an integer that never overflows): a
symbol of `size` in `total` multiplies it by about total / size. What is pushed last comes off
first, so that the writer collects all symbols and pushes them in reverse.
"""

from collections.abc import Sequence

LEARNING = 2
"""How much more likely a symbol of some odds becomes when it has occurred."""


MOST = 1000
"""The longest run of equal symbols that is believed in when a code is read."""


class Odds:
    """How likely each symbol of a small alphabet is; learnt alike by writer and reader.

    Parameters
    ----------
    counts
        For each symbol how often it has been seen, so to say, before the beginning; at least 1.
    """

    def __init__(self, counts: Sequence[int]) -> None:
        self._counts = list(counts)

    @property
    def total(self) -> int:
        """What the sizes of all symbols add up to."""
        return sum(self._counts)

    def span(self, symbol: int) -> tuple[int, int]:
        """Where the share of a symbol begins, and its size."""
        return sum(self._counts[:symbol]), self._counts[symbol]

    def symbol_at(self, place: int) -> int:
        """The symbol whose share holds a place."""
        for symbol, size in enumerate(self._counts):
            if place < size:
                return symbol
            place -= size
        raise ValueError("beyond the alphabet")

    def learn(self, symbol: int) -> None:
        """Make a symbol more likely from now on."""
        self._counts[symbol] += LEARNING


class Writer:
    """Collects symbols; `number` packs them."""

    def __init__(self) -> None:
        self._spans: list[tuple[int, int, int]] = []

    def choice(self, which: int, among: int) -> None:
        """Write one of so many equally likely symbols, counted from 0."""
        if not 0 <= which < among:
            raise ValueError(f"{which} is not below {among}")
        self._spans.append((which, 1, among))

    def symbol(self, which: int, odds: Odds) -> None:
        """Write a symbol by its odds, and learn from it."""
        self._spans.append((*odds.span(which), odds.total))
        odds.learn(which)

    def flag(self, value: bool, odds: Odds) -> None:
        """Write a truth value by its odds."""
        self.symbol(int(value), odds)

    def count(self, value: int, odds: Odds) -> None:
        """Write a small number from 0, by the odds that it goes on."""
        for _ in range(value):
            self.symbol(1, odds)
        self.symbol(0, odds)

    def amount(self, value: int) -> None:
        """Write a number from 0 of any size, three bits at a time."""
        while value >= 8:
            self.choice(value % 8, 8)
            self.choice(1, 2)
            value //= 8
        self.choice(value, 8)
        self.choice(0, 2)

    def number(self) -> int:
        """Everything written, as one integer."""
        packed = 0
        for start, size, total in reversed(self._spans):
            packed = packed // size * total + start + packed % size
        return packed


class Reader:
    """Takes symbols off an integer in the order in which they were written.

    Parameters
    ----------
    packed
        What `Writer.number` gave.
    """

    def __init__(self, packed: int) -> None:
        self._packed = packed

    def choice(self, among: int) -> int:
        """Read one of so many equally likely symbols."""
        self._packed, which = divmod(self._packed, among)
        return which

    def symbol(self, odds: Odds) -> int:
        """Read a symbol by its odds, and learn from it."""
        total = odds.total
        place = self._packed % total
        which = odds.symbol_at(place)
        start, size = odds.span(which)
        self._packed = self._packed // total * size + place - start
        odds.learn(which)
        return which

    def flag(self, odds: Odds) -> bool:
        """Read a truth value by its odds."""
        return self.symbol(odds) == 1

    def count(self, odds: Odds) -> int:
        """Read a small number."""
        value = 0
        while self.symbol(odds):
            value += 1
            if value > MOST:
                raise ValueError("a number is too large")
        return value

    def amount(self) -> int:
        """Read a number of any size."""
        value, worth = self.choice(8), 8
        while self.choice(2):
            value += worth * self.choice(8)
            worth *= 8
        return value

    @property
    def at_end(self) -> bool:
        """Whether everything has been read."""
        return self._packed == 0
