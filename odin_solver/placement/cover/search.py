"""The compiled search for exact covers: loading it, and searching."""

import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from ctypes import CDLL, POINTER, c_char_p, c_double, c_int32, c_int64, c_uint64, c_void_p
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from odin_solver.errors import OdinError
from odin_solver.placement.cover.problem import MOST_BITS, CoverPlace, ExactCover
from odin_solver.support.language import mark
from odin_solver.support.libraries import load_search

LIBRARY = Path(__file__).parent / "compiled.so"

DONE, PAUSED, FOUND, OVERFLOWN = range(4)
"""How the search returns."""

MEGABYTES = 256
"""Memory for what is remembered."""

TURN = 50_000
"""Nodes between looks at a search, some 0.1 s."""

FIRST_TURN = 500
"""Nodes of a first turn of two searches; further ones are longer."""

BOARD_SHARE = 0.25
"""Time for counting in the order of the board, as a share of what the other way would take."""


Purpose = Literal["find", "list", "count", "count by fewest"]


BY_FEWEST = ("find", "count by fewest")


class CoverCount(NamedTuple):
    """Covers found, whether these are all, and the share of the search that is done."""

    found: int
    complete: bool
    share: float


@cache
def library() -> CDLL:
    """Return the compiled search.

    Raises
    ------
    NotBuiltError
        If it was not built, or cannot be loaded, or belongs to other sources.
    """
    loaded = load_search(LIBRARY, mark("the compiled search for covers"), "cover_digest")
    loaded.cover_new.restype = c_void_p
    loaded.cover_new.argtypes = [c_char_p, c_int64]
    loaded.cover_free.argtypes = [c_void_p]
    loaded.cover_run.argtypes = [c_void_p, c_int64]
    loaded.cover_state.restype = c_double
    loaded.cover_state.argtypes = [c_void_p, POINTER(c_uint64)]
    loaded.cover_path.argtypes = [c_void_p, POINTER(c_int32)]
    return loaded


class CoverSearch:
    """One search for the covers of a position; deterministic.

    Parameters
    ----------
    purpose
        Whether to find a cover soon, to list them all, or to count them without being told: cell
        by cell in the order of the board, or first where there are fewest ways.
    part, parts
        Which of how many searches it is that count together.
    """

    def __init__(self, cover: ExactCover, purpose: Purpose, part: int = 0, parts: int = 1) -> None:
        self._places = cover.places
        self._library = library()
        self._search = self._library.cover_new(
            _encoded(cover, purpose, part, parts), MEGABYTES // parts
        )
        if not self._search:
            raise OdinError.said("not enough memory for the search for covers")

    def __del__(self) -> None:
        if getattr(self, "_search", None):
            self._library.cover_free(self._search)

    def now(self) -> CoverCount:
        """Return what was counted so far; whether that is all is not known here."""
        words = (c_uint64 * 2)()
        share = self._library.cover_state(self._search, words)
        return CoverCount(words[0] | words[1] << 64, False, share)

    def covers(self, stop: Callable[[], bool]) -> Iterator[tuple[CoverPlace, ...]]:
        """Yield all covers, until `stop` says so; it is asked before each and now and then."""
        result = PAUSED
        while result != DONE and not stop():
            result, found = self.turn()
            if found is not None:
                yield found

    def turn(self, nodes: int = TURN) -> tuple[int, tuple[CoverPlace, ...] | None]:
        """Search for a turn; return how it ended, and the cover that was found, if any."""
        result = self._library.cover_run(self._search, nodes)
        if result != FOUND:
            return result, None
        path = (c_int32 * MOST_BITS)()
        length = self._library.cover_path(self._search, path)
        return result, tuple(self._places[i] for i in path[:length])


def list_covers(
    cover: ExactCover,
    use: Callable[[tuple[CoverPlace, ...]], bool],
    stop: Callable[[], bool],
    on_progress: Callable[[CoverCount], None],
) -> CoverCount:
    """Call `use` with all covers, until `stop` says so, and count those for which it says so."""
    search = CoverSearch(cover, "list")
    found, stopped = 0, False

    def ended() -> bool:
        nonlocal stopped
        on_progress(CoverCount(found, False, search.now().share))
        stopped = stop()
        return stopped

    for places in search.covers(ended):
        found += use(places)
    return CoverCount(found, not stopped, search.now().share if stopped else 1.0)


class _CountingTogether:
    """Searches that count the covers of one position together, each in a thread."""

    def __init__(self, searches: Sequence[CoverSearch], pool: ThreadPoolExecutor) -> None:
        self._searches = searches
        self._pool = pool
        self._result = dict.fromkeys(searches, PAUSED)
        self.seconds = 0.0

    def now(self) -> CoverCount:
        """Return what was counted so far."""
        each = [search.now() for search in self._searches]
        share = sum(one.share for one in each) / len(each)
        complete = set(self._result.values()) == {DONE}
        return CoverCount(sum(one.found for one in each), complete, share)

    def turn(self) -> None:
        """Let those search that are not done."""
        running = [search for search, result in self._result.items() if result == PAUSED]
        for search, (result, seconds) in zip(running, self._pool.map(_timed, running), strict=True):
            self._result[search] = result
            self.seconds += seconds
        if OVERFLOWN in self._result.values():
            raise OdinError.said("there are more than 2 to the power of 126 layouts")


def _timed(search: CoverSearch) -> tuple[int, float]:
    began = time.thread_time()
    result, _ = search.turn()
    return result, time.thread_time() - began


def count_covers(
    cover: ExactCover,
    stop: Callable[[], bool],
    on_progress: Callable[[CoverCount], None],
    workers: int,
) -> CoverCount:
    """Count all covers, until `stop` says so; `on_progress` is called some ten times a second.

    By fewest ways is faster where tiles are different; its time can be estimated, and the nodes
    below the root are dealt out to the threads. In the order of the board, where the same sets of
    open cells come again and again, neither can be: that is tried for a quarter of the other's
    time, in one thread.

    Raises
    ------
    OdinError
        If there are more than 2 to the power of 126.
    """
    with ThreadPoolExecutor(workers) as pool:
        parts = [CoverSearch(cover, "count by fewest", at, workers) for at in range(workers)]
        fewest = _CountingTogether(parts, pool)
        board = _CountingTogether([CoverSearch(cover, "count")], pool)
        now = CoverCount(0, False, 0.0)
        while not now.complete and not stop():
            estimate = fewest.seconds / max(1e-9, fewest.now().share)
            search = board if board.seconds < BOARD_SHARE * estimate else fewest
            search.turn()
            now = max(now, search.now(), key=lambda each: (each.complete, each.found))
            on_progress(now)
    return now


def covers_either_way(cover: ExactCover) -> Iterator[tuple[CoverPlace, ...] | None]:
    """Yield all covers, some of them twice, by the order of the board and by fewest ways in turns.

    None is yielded after turns without a cover. Which order is faster differs a thousandfold from
    cover to cover. A node by fewest ways takes twice as long as one in the order of the board.
    """
    searches = CoverSearch(cover, "find"), CoverSearch(cover, "list")
    nodes = FIRST_TURN
    while True:
        nodes = min(2 * nodes, TURN)
        for search, times in zip(searches, (1, 2), strict=True):
            result, found = search.turn(times * nodes)
            if result == DONE:
                return
            yield found


def _encoded(cover: ExactCover, purpose: Purpose, part: int, parts: int) -> bytes:
    places = cover.places
    words = max(1, -(-cover.free.bit_length() // 64))
    connected = cover.connected and all(len(place.laid) == 1 for place in places)
    colors = 1 + max((place.color for place in places), default=-1)
    numbers = [words, cover.stride, purpose.startswith("count"), purpose in BY_FEWEST]
    numbers += [cover.uses_all, connected, part, parts, colors, len(cover.kinds), len(places)]
    for kind in cover.kinds:
        spare = 0 if cover.uses_all else kind.copies - kind.least
        numbers += (kind.copies, spare, kind.area, kind.excess)
    masks = [cover.free, cover.light]
    for at, laid, cells, beside, color in places:
        numbers += (at, len(laid), color)
        masks += (cells, beside)
    size = 8 * words
    return array("q", numbers).tobytes() + b"".join(
        [mask.to_bytes(size, "little") for mask in masks]
    )
