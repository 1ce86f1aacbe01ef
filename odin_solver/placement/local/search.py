"""The compiled local search: loading it, and searching."""

from array import array
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from ctypes import (
    CDLL,
    POINTER,
    c_char_p,
    c_int32,
    c_int64,
    c_uint64,
    c_void_p,
    create_string_buffer,
)
from functools import cache
from operator import methodcaller
from pathlib import Path

from odin_solver.placement.local.description import (
    MOST_AREA,
    MOST_BOARDS,
    MOST_CELLS,
    SearchKind,
    describe,
    folded,
    required_level,
    search_kinds,
)
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import ORE, STONE, WOOD, Laid, Problem
from odin_solver.placement.restrictions import ForbiddenPlacement, Restrictions
from odin_solver.support.language import mark
from odin_solver.support.libraries import load_search

FILLERS = 2
"""Kinds that the compiled search counts beside the tiles: silver and ore."""

AHEAD = 2
"""Turns that searches in threads are ahead of what is yielded."""

LIBRARY = Path(__file__).parent / "compiled.so"

WIDTHS = {32: "compiled.so", 256: "wide.so"}
"""Bytes of a mask, and the library that is compiled for them."""


@cache
def library(mask_bytes: int = min(WIDTHS)) -> CDLL:
    """Return the compiled search for masks of so many bytes, of `WIDTHS`.

    Raises
    ------
    NotBuiltError
        If it was not built, or cannot be loaded, or belongs to other sources.
    """
    loaded = load_search(
        LIBRARY.with_name(WIDTHS[mask_bytes]), mark("the compiled local search"), "search_digest"
    )
    numbers = POINTER(c_int32)
    loaded.search_new.restype = c_void_p
    loaded.search_new.argtypes = [c_void_p, c_char_p, c_uint64]
    loaded.search_free.argtypes = [c_void_p]
    loaded.search_run.argtypes = [c_void_p, c_int64]
    loaded.search_set.argtypes = [c_void_p, c_int32, numbers, numbers, c_char_p]
    loaded.search_best.argtypes = [c_void_p, numbers, numbers, c_char_p]
    return loaded


def local_search(
    problem: Problem,
    levels: Sequence[Weights],
    seed: int,
    restrictions: Restrictions,
    level: int = 0,
) -> "LocalSearch | None":
    """Return a local search for a problem; None if the problem is too large for it.

    Parameters
    ----------
    levels
        What to maximise, the most important first.
    restrictions
        Forbidden placements are left out. Excluded layouts are not: the caller drops them.
    level
        The level to improve; the search also heeds the later ones.
    """
    required = required_level(problem)
    fold = folded(problem, [*required, *levels])
    cells = [area.grid.coverable for area in problem.areas]
    bits = max(
        [len(problem.stock) + len(problem.least) + FILLERS, *(mask.bit_length() for mask in cells)]
    )
    mask_bytes = next((size for size in WIDTHS if bits <= 8 * size), None)
    if (
        fold is None
        or mask_bytes is None
        or len(cells) > MOST_BOARDS
        or any(stock.tile.area > MOST_AREA for stock in problem.stock)
        or sum(mask.bit_count() for mask in cells) > MOST_CELLS
    ):
        return None

    def forbidden(area: int, kind: int, cells: int) -> bool:
        return ForbiddenPlacement(area, problem.tile(kind).id, cells) in restrictions.forbidden

    kinds = search_kinds(problem, fold, required)
    described = describe(
        problem, fold, kinds, forbidden if restrictions.forbidden else None, level, mask_bytes
    )
    return LocalSearch(mask_bytes, described, kinds, seed)


def improve_together(
    searches: "Sequence[LocalSearch]", turns: Iterable[int], threads: int
) -> Iterator[tuple[Laid, ...] | None]:
    """Let searches improve in turns; what they find does not depend on the number of threads.

    Parameters
    ----------
    turns
        Steps of each search, turn by turn.
    threads
        With more than one, each search has a thread of its own.

    Yields
    ------
    tuple of Laid, or None
        For each search in each turn its best layout if it is new (`LocalSearch.improve`).
    """
    if threads == 1:
        for steps in turns:
            yield from map(methodcaller("improve", steps), searches)
        return
    # A thread for each search, which does not wait for the others: the kernel may let threads that
    # begin together share a core for the time of a turn. Nobody joins them here: the garbage
    # collector may end this at any place, and that has been a deadlock.
    threaded = [(ThreadPoolExecutor(1), search) for search in searches]
    begun: deque[list[Future[tuple[Laid, ...] | None]]] = deque()
    for steps in turns:
        begun.append([pool.submit(search.improve, steps) for pool, search in threaded])
        if len(begun) > AHEAD:
            yield from (each.result() for each in begun.popleft())
    for turn in begun:
        yield from (each.result() for each in turn)


class LocalSearch:
    """A local search; deterministic for a seed and the layouts offered to it.

    Attributes
    ----------
    large
        Whether it is one for large boards, each step of which takes long.
    """

    def __init__(
        self,
        mask_bytes: int,
        described: tuple["array[int]", bytes],
        kinds: Sequence[SearchKind],
        seed: int,
    ) -> None:
        self._mask_bytes = mask_bytes
        self.large = mask_bytes > min(WIDTHS)
        self._required = {each.kind: at for at, each in enumerate(kinds) if at != each.kind}
        self._described = described
        self._kinds = kinds
        self._library = loaded = library(mask_bytes)
        numbers, masks = described
        address, _ = numbers.buffer_info()
        self._search = loaded.search_new(address, masks, seed)

    def __del__(self) -> None:
        self._library.search_free(self._search)

    def improve(self, steps: int) -> tuple[Laid, ...] | None:
        """Search for some steps; return the best layout if it is new, without wood and stone."""
        if not self._library.search_run(self._search, steps):
            return None
        boards, kinds = (c_int32 * MOST_CELLS)(), (c_int32 * MOST_CELLS)()
        size = self._mask_bytes
        cells = create_string_buffer(MOST_CELLS * size)
        count = self._library.search_best(self._search, boards, kinds, cells)
        raw = cells.raw
        return tuple(
            Laid(
                boards[i],
                self._kind(kinds[i]),
                int.from_bytes(raw[size * i : size * (i + 1)], "little"),
            )
            for i in range(count)
        )

    def offer(self, laid: Sequence[Laid]) -> None:
        """Go on from a layout."""
        pieces = [piece for piece in laid if piece.kind >= ORE]
        boards = (c_int32 * len(pieces))(*(piece.area for piece in pieces))
        kinds = (c_int32 * len(pieces))(*self._search_kinds(piece.kind for piece in pieces))
        cells = b"".join(piece.cells.to_bytes(self._mask_bytes, "little") for piece in pieces)
        self._library.search_set(self._search, len(pieces), boards, kinds, cells)

    def with_seed(self, seed: int) -> "LocalSearch":
        """Return a search for the same from another seed."""
        return LocalSearch(self._mask_bytes, self._described, self._kinds, seed)

    def _kind(self, kind: int) -> int:
        return kind if kind < 0 else self._kinds[kind].kind

    def _search_kinds(self, kinds: Iterable[int]) -> Iterator[int]:
        """Yield the kinds of pieces as the search counts them: those that have to be laid first."""
        used: Counter[int] = Counter()
        for kind in kinds:
            required = self._required.get(kind, kind)
            used[kind] += 1
            yield (
                required
                if kind != required and used[kind] <= self._kinds[required].copies
                else kind
            )


def slot_pieces(problem: Problem, levels: Sequence[Weights]) -> list[Laid]:
    """Return wood and stone for the slots of buildings, if filling them gains anything.

    The local search lays tiles, silver and ore only.
    """
    pieces = []
    points = [weights.points for weights in levels]
    for kind, name in ((WOOD, "wood"), (STONE, "stone")):
        if points <= [weights.kept(name) for weights in levels]:
            continue
        left = problem.position.supply.get(name, 0)
        for area in problem.areas:
            filled = min(left, area.slots.get(name, 0))
            pieces += [Laid(area.number, kind, 0)] * filled
            left -= filled
    return pieces
