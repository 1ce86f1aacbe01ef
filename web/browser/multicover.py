"""Exact cover with multiplicities, in the place of the library miniexact.

It is Algorithm M of Knuth (The Art of Computer Programming, 7.2.2.1), which miniexact runs too;
both find the same solutions in the same order. Puzzles of days are therefore the same everywhere.
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
        self._primary = 0
        self._bound, self._slack = [0], [0]
        self._options: list[list[int]] = []
        self._chosen: list[int] = []
        self._solutions: Iterator[bool] | None = None

    def primary(self, name: str, least: int, most: int) -> int:
        self._primary += 1
        return self._item(most, most - least)

    def secondary(self, name: str) -> int:
        return self._item(1, 1)

    def _item(self, bound: int, slack: int) -> int:
        self._bound.append(bound)
        self._slack.append(slack)
        return len(self._bound) - 1

    def add(self, items: Sequence[int]) -> int:
        self._options.append(list(items))
        return len(self._options)

    def solve(self) -> int:
        if self._solutions is None:
            self._link()
            self._solutions = self._search()
        return SATISFIABLE if next(self._solutions, False) else UNSATISFIABLE

    def selected_options(self) -> list[int]:
        return [self._option[node] for node in self._chosen if node > self._count]

    def _link(self) -> None:
        self._count = count = len(self._bound) - 1
        first = range(count + 1)
        self._left = [number - 1 for number in first]
        self._right = [number + 1 for number in first]
        self._left[0], self._right[self._primary] = self._primary, 0
        self._up, self._down, self._top = [*first], [*first], [*first]
        self._length = [0] * (count + 1)
        self._option = [0] * (count + 1)
        self._others: list[list[int]] = [[] for _ in first]
        for number, items in enumerate(self._options, 1):
            nodes = [*range(len(self._top), len(self._top) + len(items))]
            for place, (node, item) in enumerate(zip(nodes, items, strict=True)):
                last = self._up[item]
                self._top.append(item)
                self._up.append(last)
                self._down.append(item)
                self._down[last] = self._up[item] = node
                self._length[item] += 1
                self._option.append(number)
                self._others.append(nodes[place + 1 :] + nodes[:place])

    def _hide(self, node: int) -> None:
        for other in self._others[node]:
            up, down = self._up[other], self._down[other]
            self._down[up], self._up[down] = down, up
            self._length[self._top[other]] -= 1

    def _unhide(self, node: int) -> None:
        for other in reversed(self._others[node]):
            self._down[self._up[other]] = self._up[self._down[other]] = other
            self._length[self._top[other]] += 1

    def _cover(self, item: int) -> None:
        node = self._down[item]
        while node != item:
            self._hide(node)
            node = self._down[node]
        self._deactivate(item)

    def _uncover(self, item: int) -> None:
        self._activate(item)
        node = self._up[item]
        while node != item:
            self._unhide(node)
            node = self._up[node]

    def _deactivate(self, item: int) -> None:
        if item <= self._primary:
            left, right = self._left[item], self._right[item]
            self._right[left], self._left[right] = right, left

    def _activate(self, item: int) -> None:
        if item <= self._primary:
            self._right[self._left[item]] = self._left[self._right[item]] = item

    def _tweak(self, node: int, item: int) -> None:
        """Take an option off the top of an item's list: later ones do not choose it again."""
        if self._bound[item]:
            self._hide(node)
        self._down[item] = self._down[node]
        self._up[self._down[node]] = item
        self._length[item] -= 1

    def _untweak(self, first: int, item: int) -> None:
        """Put back what was taken off since `first` was on top."""
        node, above, after = first, item, self._down[item]
        self._down[item] = first
        taken = 0
        while node != after:
            self._up[node] = above
            taken += 1
            if self._bound[item]:
                self._unhide(node)
            above, node = node, self._down[node]
        self._up[after] = above
        self._length[item] += taken
        if not self._bound[item]:
            self._uncover(item)

    def _choice(self) -> tuple[int, int]:
        best, fewest = 0, 1 << 60
        item = self._right[0]
        while item:
            lacks = max(0, self._bound[item] - self._slack[item])
            ways = max(0, self._length[item] + 1 - lacks)
            if ways < fewest or (
                ways == fewest
                and (self._slack[item], -self._length[item])
                < (self._slack[best], -self._length[best])
            ):
                best, fewest = item, ways
            item = self._right[item]
        return best, fewest

    def _search(self) -> Iterator[bool]:
        rounds = 0
        for item in range(1, self._primary + 1):
            if self._bound[item] == 0:
                self._cover(item)
        stack: list[tuple[int, int]] = []
        entering = True
        while True:
            if entering:
                if self._right[0] == 0:
                    yield True
                    entering = False
                    continue
                item, ways = self._choice()
                if ways == 0:
                    entering = False
                    continue
                node = first = self._down[item]
                self._bound[item] -= 1
                if self._bound[item] == 0:
                    self._cover(item)
            else:
                if not stack:
                    return
                item, first = stack.pop()
                node = self._chosen.pop()
                if node == item:
                    self._activate(item)
                    self._restore(item, first)
                    continue
                self._undo(node)
                node = self._down[node]
            rounds += 1
            if rounds % ROUNDS == 0:
                self._breathe()
            entering = self._try(item, node)
            if entering:
                self._chosen.append(node)
                stack.append((item, first))
            else:
                self._restore(item, first)

    def _try(self, item: int, node: int) -> bool:
        """Choose an option, or none any more; return whether that is possible."""
        if self._bound[item] == 0 and self._slack[item] == 0:
            if node == item:
                return False
        elif self._length[item] <= self._bound[item] - self._slack[item]:
            return False
        elif node != item:
            self._tweak(node, item)
        elif self._bound[item]:
            self._deactivate(item)
        if node != item:
            for other in self._others[node]:
                each = self._top[other]
                self._bound[each] -= 1
                if self._bound[each] == 0:
                    self._cover(each)
        return True

    def _undo(self, node: int) -> None:
        for other in reversed(self._others[node]):
            each = self._top[other]
            self._bound[each] += 1
            if self._bound[each] == 1:
                self._uncover(each)

    def _restore(self, item: int, first: int) -> None:
        if self._bound[item] == 0 and self._slack[item] == 0:
            self._uncover(item)
        else:
            self._untweak(first, item)
        self._bound[item] += 1
