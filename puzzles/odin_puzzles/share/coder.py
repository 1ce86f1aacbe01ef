"""An entropy coder: symbols packed into one integer and back.

The integer is a stack (asymmetric numeral systems without renormalisation): a symbol of `size` in
`total` multiplies it by about total / size. The last symbol pushed is read first, so the writer
collects all symbols and pushes them in reverse.
"""

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


class Writer:
    """A list of symbols, packed by `number`."""

    def __init__(self) -> None:
        self._spans: list[tuple[int, int, int]] = []

    def choice(self, which: int, among: int) -> None:
        """Write one of `among` equally likely symbols, from 0."""
        if not 0 <= which < among:
            raise ValueError(f"expected a symbol below {among}, got {which}")
        self._spans.append((which, 1, among))

    def symbol(self, which: int, odds: Odds) -> None:
        """Write a symbol and update its odds."""
        self._spans.append((*odds.span(which), odds.total))
        odds.update(which)

    def flag(self, value: bool, odds: Odds) -> None:
        """Write a truth value."""
        self.symbol(int(value), odds)

    def count(self, value: int, odds: Odds) -> None:
        """Write a small number from 0 in unary."""
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
        """Pack all symbols into one integer."""
        packed = 0
        for start, size, total in reversed(self._spans):
            packed = packed // size * total + start + packed % size
        return packed


class Reader:
    """The symbols of an integer in the order in which they were written."""

    def __init__(self, packed: int) -> None:
        self._packed = packed

    def choice(self, among: int) -> int:
        """Read one of `among` equally likely symbols."""
        self._packed, which = divmod(self._packed, among)
        return which

    def symbol(self, odds: Odds) -> int:
        """Read a symbol and update its odds."""
        total = odds.total
        place = self._packed % total
        which = odds.symbol_at(place)
        start, size = odds.span(which)
        self._packed = self._packed // total * size + place - start
        odds.update(which)
        return which

    def flag(self, odds: Odds) -> bool:
        """Read a truth value."""
        return self.symbol(odds) == 1

    def count(self, odds: Odds) -> int:
        """Read a small number."""
        value = 0
        while self.symbol(odds):
            value += 1
            if value > MAX_RUN:
                raise ValueError("a number is too large")
        return value

    def amount(self) -> int:
        """Read a number of any size."""
        value, factor = self.choice(8), 8
        while self.choice(2):
            value += factor * self.choice(8)
            factor *= 8
        return value

    @property
    def at_end(self) -> bool:
        """Whether everything has been read."""
        return self._packed == 0
