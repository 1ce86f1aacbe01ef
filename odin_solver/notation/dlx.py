"""Exact covers of items, as Knuth's programs DLX1 and DLX2 read them, without colours.

The first line has the items, behind ``|`` those that may be covered at most once; every other line
is an option with its items. Lines that begin with ``|`` are comments.
"""

import time
from collections.abc import Callable, Iterator

from odin_solver.errors import InputError
from odin_solver.placement.cover.counting import LayoutCount
from odin_solver.placement.cover.problem import MOST_BITS, CoverKind, CoverPlace, ExactCover
from odin_solver.placement.cover.search import count_covers, list_covers


def is_dlx(text: str) -> bool:
    """Whether a text is such a problem: its second line has items of the first one."""
    lines = [words for _, words in _lines(text)]
    return (
        len(lines) > 1
        and not set("={}[]<>#").intersection("".join(lines[0]))
        and {word.partition(":")[0] for word in lines[1]} <= set(lines[0])
    )


class ItemCounter:
    """Counts and lists the covers of such a problem, as `LayoutCounter` does layouts.

    Raises
    ------
    InputError
        If it has colours, too many items, or a line is wrong.
    """

    def __init__(self, text: str) -> None:
        (number, names), *options = _lines(text)
        at = names.index("|") if "|" in names else len(names)
        items = [*names[:at], *names[at + 1 :]]
        bits = {name: 1 << index for index, name in enumerate(items)}
        for name in items:
            if set(name) & {":", "|"} or items.count(name) > 1:
                raise InputError.said(
                    "line {line}: {name!r}: expected each item once, without : and |",
                    line=number,
                    name=name[:40],
                )
        if len(items) > MOST_BITS:
            raise InputError.said(
                "line {line}: expected at most {most} items, got {got}",
                line=number,
                most=MOST_BITS,
                got=len(items),
            )
        primary = (1 << at) - 1
        self._options: list[tuple[int, str]] = []
        for number, words in options:
            mask = 0
            for word in words:
                if ":" in word:
                    raise InputError.said(
                        "line {line}: {name!r}: items with colours are not read",
                        line=number,
                        name=word[:40],
                    )
                if not bits.get(word, 0) or bits[word] & mask:
                    raise InputError.said(
                        "line {line}: {name!r}: expected items of the first line, each once",
                        line=number,
                        name=word[:40],
                    )
                mask |= bits[word]
            if mask & primary:
                self._options.append((mask, " ".join(words)))
        unused = [bits[name] for name in items[at:]]
        self._cover = ExactCover(
            kinds=(CoverKind(0, 0, 1, 1, 0),),
            places=tuple(
                CoverPlace(0, (), mask, 0, -1)
                for mask in (*(mask for mask, _ in self._options), *unused)
            ),
            free=(1 << len(items)) - 1,
            light=0,
            stride=1,
            uses_all=False,
            connected=False,
        )

    def count(
        self,
        seconds: float,
        cancelled: Callable[[], bool] = lambda: False,
        on_progress: Callable[[int, float], None] = lambda found, share: None,
        workers: int = 1,
    ) -> LayoutCount:
        """Count; the parameters are those of `LayoutCounter.count`."""
        began = time.monotonic()
        counted = count_covers(
            self._cover,
            lambda: cancelled() or time.monotonic() - began > seconds,
            lambda now: on_progress(now.found, now.share),
            workers,
        )
        took = time.monotonic() - began
        return LayoutCount(counted.found, counted.complete, False, 0, took, counted.share, True)

    def each(
        self,
        use: Callable[[list[str]], None],
        seconds: float,
        cancelled: Callable[[], bool] = lambda: False,
        on_progress: Callable[[int, float], None] = lambda found, share: None,
    ) -> LayoutCount:
        """Call `use` with the options of every cover, and count them."""
        began = time.monotonic()
        texts = dict(self._options)

        def count(places: tuple[CoverPlace, ...]) -> bool:
            use([texts[place.cells] for place in places if place.cells in texts])
            return True

        found, exact, share = list_covers(
            self._cover,
            count,
            lambda: cancelled() or time.monotonic() - began > seconds,
            lambda now: on_progress(now.found, now.share),
        )
        return LayoutCount(found, exact, False, 0, time.monotonic() - began, share, True)


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the words of lines that are no comments, with their numbers."""
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if words and words[0][0] != "|":
            yield number, words
