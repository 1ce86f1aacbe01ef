"""Running a search elsewhere: in a thread or an interpreter of its own, instead of a process."""

import asyncio
import itertools
import pickle
import queue
import threading
import traceback
from collections.abc import Callable
from typing import Any, ClassVar, Self

import js
from odin_browser.threads import Ended, Worker, as_bytes, end, hears

IDLE = 60.0
"""Seconds without a job until an interpreter ends: it takes 100 MB."""


class ThreadChild:
    """A function at work in a thread; fulfils `odin_solver.support.children.Child`."""

    def __init__(
        self,
        outbox: "queue.Queue[Any]",
        function: Callable[..., None],
        *arguments: object,
        server: object = None,
        more: str = "",
    ) -> None:
        self._inbox: queue.Queue[Any] = queue.Queue()

        def write(message: object) -> None:
            outbox.put((self, message))

        def run() -> None:
            try:
                function(*arguments, self._inbox, write)
            except Ended:
                return
            except Exception:
                traceback.print_exc()
            outbox.put((self, None))

        self._thread = threading.Thread(target=run, daemon=True)
        self._thread.start()

    def send(self, message: object) -> None:
        self._inbox.put(message)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        end(self._thread)


class WorkerChild:
    """A function at work in an interpreter of its own; fulfils `Child` as well."""

    _idle: ClassVar[list[tuple[Worker, asyncio.TimerHandle]]] = []
    _jobs = itertools.count(1)

    def __init__(
        self,
        outbox: "queue.Queue[Any]",
        function: Callable[..., None],
        *arguments: object,
        server: object = None,
        more: str = "",
    ) -> None:
        self._outbox, self._job, self._failed = outbox, next(self._jobs), False
        self._at: Worker | None
        if self._idle:
            self._at, ends = self._idle.pop()
            ends.cancel()
        else:
            self._at = Worker("python.js")
        self._at.heard = self._hear
        self.send((function, arguments))

    def _hear(self, data: Any) -> None:
        self._failed = isinstance(data, dict)
        job, message = (self._job, None) if self._failed else pickle.loads(as_bytes(data))
        if job == self._job:
            self._outbox.put((self, message))

    def send(self, message: object) -> None:
        if self._at is not None:
            self._at.post(pickle.dumps((self._job, message)))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._at is None:
            return
        if self._failed:
            self._at.terminate()
        else:
            self._job = 0
            self.send(None)
            ends = asyncio.get_running_loop().call_later(IDLE, self._end_first)
            self._idle.append((self._at, ends))
        self._at = None

    @classmethod
    def _end_first(cls) -> None:
        cls._idle.pop(0)[0].terminate()


def working() -> None:
    """Do the jobs of children, one after the other, in the interpreter that they have."""
    current = 0
    inbox: queue.Queue[Any] = queue.Queue()
    thread = threading.Thread()

    def hear(data: Any) -> None:
        nonlocal current, inbox, thread
        job, message = pickle.loads(as_bytes(data))
        if job == current:
            inbox.put(message)
            return
        if current:
            end(thread)
        current, inbox = job, queue.Queue()
        if job:
            thread = threading.Thread(target=work, args=(job, inbox, *message), daemon=True)
            thread.start()

    def work(job: int, mine: "queue.Queue[Any]", function: Any, arguments: Any) -> None:
        def write(message: object) -> None:
            js.postMessage(js.Uint8Array.new(pickle.dumps((job, message))))

        try:
            function(*arguments, mine, write)
        except Ended:
            return
        except Exception:
            traceback.print_exc()
            js.postMessage(js.Object.new())  # who gave the job uses this interpreter no more
            return
        write(None)

    hears["message"] = hear
