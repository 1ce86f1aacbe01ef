"""The compiled engine in workers: the trees of a search grow at the same time, each on a core.

A worker computes for a short while at a time, so that it is free soon after a search is stopped.
"""

import asyncio
import itertools
from collections.abc import Sequence
from ctypes import sizeof, string_at
from struct import unpack
from typing import Any
from weakref import finalize

import js
from odin_browser.threads import Worker, as_bytes, wait

from odin_solver.planner import limits
from odin_solver.rollouts.library import MOST_ROOT_MOVES, NO_SLOT, Library, TreeSearch
from odin_solver.rollouts.structs import FlatGame, FlatNetwork, FlatPolicy

WHILE = 100
"""Simulations that a worker makes without a pause, some 50 ms."""

_engines: list["Engine"] = []


class Engine:
    """The engine in a worker, and what is awaited from it, by number."""

    _numbers = itertools.count(1)

    def __init__(self) -> None:
        self.asked: dict[int, asyncio.Future[Any]] = {}
        self._policies: dict[bytes, int] = {}
        self._worker = Worker("engine.js", self._hear)
        _engines.append(self)

    def _hear(self, data: dict[str, Any]) -> None:
        if "failed" in data:
            self._fail(data["failed"])
            return
        asked = self.asked.get(data["number"])
        if asked is not None and not asked.done():
            asked.set_result((data["result"], as_bytes(data["found"])))

    def _fail(self, why: str) -> None:
        self._worker.terminate()
        if self in _engines:
            _engines.remove(self)
        for each in self.asked.values():
            if not each.done():
                each.set_exception(RuntimeError(why))

    def tell(self, call: str, *values: object, **more: Any) -> None:
        message = {"call": call, "values": values, "write": [], "read": (0, 0), **more}
        self._worker.post(message)

    def call(self, call: str, *values: object, **more: Any) -> Any:
        """Call a function; other threads compute until it answers with its result and what is read.

        More are ``write``, addresses and the bytes to write there first, and ``read``, an address
        and how many bytes to read there after it.
        """
        if self not in _engines:
            raise RuntimeError("this worker has failed")
        number = next(self._numbers)
        self.asked[number] = asyncio.get_running_loop().create_future()
        self.tell(call, *values, number=number, **more)
        try:
            return wait(self.asked[number])
        finally:
            del self.asked[number]

    def room(self, size: int) -> int:
        """Return an address with room for so many bytes."""
        at: int
        at, _ = self.call("malloc", size)
        if not at:
            raise MemoryError
        return at

    def policy(self, policy: FlatPolicy) -> int:
        """Return the address of a policy, which stays there with its network."""
        key = bytes(policy)
        if key not in self._policies:
            copy, network = FlatPolicy.from_buffer_copy(policy), b""
            if policy.network_address:
                network = string_at(policy.network_address, sizeof(FlatNetwork))
            at = self.room(len(key) + len(network))
            copy.network_address = at + len(key) if network else 0
            self.tell("engine_start", write=[(at, bytes(copy) + network)])
            self._policies[key] = at
        return self._policies[key]


def free_engine() -> Engine:
    """Return an engine, if possible one that nobody uses; there is one more than is usual."""
    free = next((each for each in _engines if not each.asked), None)
    if free is None and len(_engines) <= limits.WORKERS:
        return Engine()
    return free or min(_engines, key=lambda each: len(each.asked))


class EngineTree(TreeSearch):
    """A tree search in a worker, as `Library.begin_tree` has it; it begins when it is used."""

    def __init__(self, states: Sequence[FlatGame], policy: FlatPolicy, *more: int) -> None:
        self._size = sizeof(states[0])
        self._states = b"".join(map(bytes, states[: MOST_ROOT_MOVES + 1]))
        self._policy = policy
        self._more = more
        self._engine: Engine | None = None
        self._found = [(0, 0.0, 0.0)] * (len(states) - 1)

    def _begin(self, engine: Engine) -> None:
        self._engine = engine
        policy, self._at = engine.policy(self._policy), engine.room(len(self._states))
        finalize(self, engine.tell, "free", self._at)
        self._tried = len(self._states) // self._size - 1
        *more, seed = self._more
        values = self._at, self._at + self._size, self._tried, *more, policy
        self._tree, _ = engine.call(
            "tree_begin", *values, js.BigInt(seed), write=[(self._at, self._states)]
        )
        if not self._tree:
            raise MemoryError
        finalize(self, engine.tell, "tree_end", self._tree)

    def adopt(self, other: TreeSearch, way: bytes, slots: Sequence[int | None], most: float) -> int:
        """Begin in the worker of another search, with what it knows: see `TreeSearch`."""
        assert isinstance(other, EngineTree)
        assert other._engine is not None
        self._begin(other._engine)
        written = way + bytes(NO_SLOT if each is None else each for each in slots)
        where = self._tree, other._tree, self._at, len(way), self._at + len(way)
        adopted, _ = other._engine.call("tree_adopt", *where, most, write=[(self._at, written)])
        return int(adopted)

    def improve(self, simulations: int) -> None:
        if self._engine is None:
            self._begin(free_engine())
        engine, tried = self._engine, self._tried
        for done in range(0, simulations, WHILE):
            more = min(WHILE, simulations - done)
            engine.call("tree_improve", self._tree, js.BigInt(more))
        # What was written there is not needed any more.
        places = (self._at + 16 * tried, self._at, self._at + 8 * tried)
        _, read = engine.call("tree_read", self._tree, *places, read=(self._at, 20 * tried))
        numbers = unpack(f"<{2 * tried}d{tried}i", read)
        self._found[:tried] = zip(
            numbers[2 * tried :], numbers[:tried], numbers[tried : 2 * tried], strict=True
        )

    def read(self) -> list[tuple[int, float, float]]:
        """Return of each state the visits, the sum of the values after it, and of their squares."""
        return self._found


class EngineLibrary(Library):
    """The compiled engine, whose tree searches are in workers."""

    def begin_tree(
        self,
        before: FlatGame,
        after: Sequence[FlatGame],
        passing: int | None,
        failing: int | None,
        required: int,
        policy: FlatPolicy,
        seed: int,
    ) -> TreeSearch:
        """Begin a tree search: see `Library`."""
        special = (-1 if each is None else each for each in (passing, failing))
        required = min(required, len(after), MOST_ROOT_MOVES)
        return EngineTree([before, *after], policy, *special, required, seed)
