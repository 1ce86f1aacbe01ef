"""Exact cover with multiplicities, in the place of the library miniexact.

It is Algorithm M of Knuth (The Art of Computer Programming, 7.2.2.1), which miniexact runs too;
both find the same solutions in the same order. Puzzles of days are therefore the same everywhere.
Sets of options are numbers here: each option is a bit.
"""

from collections.abc import Callable, Iterator, Sequence

SATISFIABLE, UNSATISFIABLE = 10, 20
ROUNDS = 500
"""Options tried until others may compute."""


class Multicover:
    """Items with bounds, options that cover some, and the search, which breathes now and then.

    It fulfils `miniexacts_m`.
    """

    def __init__(self, breathe: Callable[[], object] = lambda: None) -> None:
        self._breathe = breathe
        self._rounds = 0
        self._primary = 0
        self._bound: list[int] = []
        self._slack: list[int] = []
        self._with: list[int] = []
        self._options: list[list[int]] = []
        self._chosen: list[int] = []
        self._solutions: Iterator[list[int]] | None = None

    def primary(self, name: str, least: int, most: int) -> int:
        self._primary += 1
        return self._item(most, most - least)

    def secondary(self, name: str) -> int:
        return self._item(1, 1)

    def _item(self, bound: int, slack: int) -> int:
        self._bound.append(bound)
        self._slack.append(slack)
        self._with.append(0)
        return len(self._bound) - 1

    def add(self, items: Sequence[int]) -> int:
        for item in items:
            self._with[item] |= 1 << len(self._options)
        self._options.append(list(items))
        return len(self._options)

    def solve(self) -> int:
        if self._solutions is None:
            options = (1 << len(self._options)) - 1
            self._solutions = self._search(options, self._bound, [*range(self._primary)], [])
        found = next(self._solutions, None)
        self._chosen = found or []
        return UNSATISFIABLE if found is None else SATISFIABLE

    def selected_options(self) -> list[int]:
        return self._chosen

    def _search(
        self, options: int, bound: Sequence[int], items: Sequence[int], chosen: list[int]
    ) -> Iterator[list[int]]:
        """Yield the options of solutions: those chosen, with some that are left."""
        for each in items:
            if not bound[each]:
                options &= ~self._with[each]
        items = [each for each in items if bound[each]]
        if not items:
            yield chosen
            return

        def ways(item: int) -> tuple[int, int, int]:
            length = (options & self._with[item]).bit_count()
            lacks = max(0, bound[item] - self._slack[item])
            return max(0, length + 1 - lacks), self._slack[item], -length

        item = min(items, key=ways)
        left = options & self._with[item]
        bound = [*bound]
        bound[item] -= 1
        lacks = bound[item] - self._slack[item]
        if not bound[item]:
            options &= ~left
        while left.bit_count() > lacks:
            self._rounds += 1
            if self._rounds % ROUNDS == 0:
                self._breathe()
            # The last way is none of the options that are left.
            if not left:
                others = [each for each in items if each != item]
                yield from self._search(options, bound, others, chosen)
                return
            number = (left & -left).bit_length()
            left &= left - 1
            options &= ~(1 << number - 1)
            after, now = options, [*bound]
            for other in self._options[number - 1]:
                if other != item:
                    now[other] -= 1
                    if not now[other]:
                        after &= ~self._with[other]
            yield from self._search(after, now, items, [*chosen, number])
