"""Threads where there are none: each is a stack of calls that the browser can suspend.

WebAssembly in a worker has one thread. With JavaScript Promise Integration a call from Python may
wait for a promise, and other calls go on meanwhile. On that locks, threads and everything that
Python builds of them (queues, events, pools) stand. A thread computes until it waits, or until
`breathe`.

Where a browser cannot suspend stacks (`stack`), a thread that waits calls what is due meanwhile on
its own stack, and pulls what is sent here (`interpreter.js`). So who waited last goes on first:
what works on and on beside others is in an interpreter of its own, and pools call at once.

Python's collector of garbage walks the frames of all threads, and those of stacks that are
suspended may have been moved away. Therefore it runs only when no thread is left.
"""

import _thread
import asyncio
import concurrent.futures.thread  # it asks of its lock what ours have not
import ctypes
import gc
import heapq
import itertools
import json
import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import js
from pyodide import webloop
from pyodide.ffi import can_run_sync, create_once_callable, create_proxy, run_sync, to_js
from pyodide.webloop import WebLoop
from pyodide_js._api import scheduleCallback

TURN = 0.02
"""Seconds that a thread computes before others may."""

PAUSE = 0.05
"""The share of a turn for which others then compute."""

LONGEST = 5.0
"""Seconds that a thread computes before it fails, where it cannot be suspended."""

IDLE = 1.0
"""Seconds without a thread until garbage is collected."""


class Ended(BaseException):
    """A thread is ended from outside."""


class Handle:
    """A thread, as `threading.Thread` holds it."""

    main: "Handle"
    current: "Handle"
    alive = 0
    _idents = itertools.count(2)

    def __init__(self) -> None:
        self.ident = next(self._idents)
        self.ended = False
        self.started: list[Handle] = []
        self.waits_for: asyncio.Future[Any] | None = None
        self._done = Lock()

    def start(self, function: Callable[[], object]) -> None:
        """Call a function as soon as another thread waits."""
        self._done.acquire()
        Handle.alive += 1

        def run() -> None:
            Handle.current = self
            _Turn.began = time.monotonic()
            try:
                function()
            except Ended:
                pass
            finally:
                self._set_done()
                Handle.current = Handle.main
                Handle.alive -= 1
                if not Handle.alive:
                    asyncio.get_running_loop().call_later(IDLE, _collect)

        if stacked():
            _schedule(run)
        else:
            scheduleCallback(create_once_callable(run, _may_syncify=True), 0)

    def join(self, timeout: float | None = None) -> None:
        if self._done.acquire(timeout=-1 if timeout is None else timeout):
            self._done.release()

    def is_done(self) -> bool:
        return not self._done.locked()

    def _set_done(self) -> None:
        if self._done.locked():
            self._done.release()


class Lock:
    """A lock; who waits for it lets others compute."""

    def __init__(self) -> None:
        self._locked = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        until = None if timeout < 0 else time.monotonic() + timeout
        while self._locked:
            left = None if until is None else until - time.monotonic()
            if not blocking or (left is not None and left <= 0):
                return False
            released = asyncio.get_running_loop().create_future()
            self._waiting.append(released)
            try:
                wait(_within(released, left))
            finally:
                if released in self._waiting:
                    self._waiting.remove(released)
        self._locked = True
        return True

    def release(self) -> None:
        if not self._locked:
            raise RuntimeError("release unlocked lock")
        self._locked = False
        while self._waiting:
            first = self._waiting.popleft()
            if not first.done():
                first.set_result(None)
                return

    def locked(self) -> bool:
        return self._locked

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


async def _within(future: "asyncio.Future[None]", seconds: float | None) -> None:
    await asyncio.wait([future], timeout=seconds)


def wait(for_what: Any) -> Any:
    """Wait for an awaitable while other threads compute; return its result."""
    me = Handle.current
    if me is Handle.main:
        raise RuntimeError("the event loop cannot wait: only threads can")
    if not (stacked() or can_run_sync()):
        from odin_solver.errors import OdinError

        raise OdinError.said(
            "this browser cannot search: that needs WebAssembly with promise integration (Chrome "
            "or Edge 137, a current Firefox, Safari 27), or odin installed"
        )
    me.waits_for = awaited = asyncio.ensure_future(for_what)
    Handle.current = Handle.main

    def enough() -> bool:
        return me.ended or awaited.done()

    try:
        if not stacked():
            return run_sync(awaited)
        while not enough():
            _run_due(enough)
            if not enough():
                hear(_due[0][0] - time.monotonic() if _due else LONGEST)
        return None if me.ended else awaited.result()
    finally:
        me.waits_for = None
        Handle.current = me
        _Turn.began = time.monotonic()
        if me.ended:
            raise Ended


def end(thread: threading.Thread) -> None:
    """End a thread, and those that it has started, as soon as they wait or let others compute."""
    ended = [thread._os_thread_handle]
    for handle in ended:
        ended += handle.started
        handle.ended = True
        if handle.waits_for is not None:
            handle.waits_for.cancel()


class _Turn:
    began = 0.0


def breathe() -> None:
    """Let other threads compute if this one has done so for a while."""
    took = time.monotonic() - _Turn.began
    if took <= TURN or Handle.current is Handle.main:
        return
    if stacked():
        hear()
        if Handle.current.ended:
            raise Ended
        wait(asyncio.sleep(0))
    elif took > LONGEST or can_run_sync():
        # A request takes several turns of the event loop.
        wait(asyncio.sleep(took * PAUSE))


class Library(ctypes.CDLL):
    """A library; after each call others may compute, as elsewhere during it."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)

        class Function(self._FuncPtr):  # type: ignore[name-defined, misc]
            _flags_, _restype_ = self._FuncPtr._flags_, self._FuncPtr._restype_

            def __call__(self, *arguments: Any) -> Any:
                result = super().__call__(*arguments)
                breathe()
                return result

        self._FuncPtr = Function


def _collect() -> None:
    if not Handle.alive:
        gc.collect()


def _run_in_executor(
    loop: WebLoop, executor: object, function: Callable[..., Any], *arguments: Any
) -> "asyncio.Future[Any]":
    """Call a function in a thread that ends with it; a pool would keep its threads."""
    future = loop.create_future()

    def work() -> None:
        try:
            found = function(*arguments)
        except Exception as error:
            if not future.done():
                future.set_exception(error)
        else:
            if not future.done():
                future.set_result(found)

    threading.Thread(target=work, daemon=True).start()
    return future


hears: dict[object, Callable[[Any], object]] = {}
"""What to call with what is sent here, by what it is for; also with what a worker tells."""

_due: list[tuple[float, int, Callable[[], object]]] = []
_numbers = itertools.count()


def stacked() -> bool:
    """Whether threads are on one stack."""
    return hasattr(js, "pull")


def _schedule(callback: Callable[[], object], delay: float = 0) -> None:
    """Call a function after milliseconds, from the event loop or where a thread waits."""
    heapq.heappush(_due, (time.monotonic() + delay / 1000, next(_numbers), callback))
    scheduleCallback(create_once_callable(_run_due), delay)


def _run_due(enough: Callable[[], bool] = lambda: False) -> None:
    # A timer may be a little early.
    while _due and _due[0][0] <= time.monotonic() + 0.002 and not enough():
        heapq.heappop(_due)[2]()


def hear(seconds: float = 0) -> None:
    """Take what was sent here; if there is nothing, wait for it so long."""
    for to, data in json.loads(js.pull(1000 * max(0, min(seconds, LONGEST)))):
        heard(to, data)


def heard(to: object, data: Any) -> None:
    """Take what was sent here."""
    if to in hears:
        hears[to](data)


def tell(*message: object) -> None:
    """Send a message to the page: what it has to do, and with what."""
    js.postMessage(_plain(message))


def as_bytes(data: Any) -> bytes:
    """Return bytes as a worker tells them; those that are pulled are letters."""
    return data.encode("latin-1") if isinstance(data, str) else bytes(data)


def _itself(callback: Any, **_: object) -> Any:
    return callback


class Worker:
    """A worker of the browser; it tells ``failed``, a text, if its script fails."""

    def __init__(self, script: str, heard: Callable[[Any], object] = _itself) -> None:
        self.heard = heard
        self._number = next(_numbers)
        if stacked():
            hears[self._number] = lambda data: self.heard(data)
            tell("make", self._number, script)
            return
        self._worker = js.Worker.new(f"/{script}", _plain({"type": "module"}))
        self._worker.onmessage = create_proxy(lambda event: heard(event.data.to_py()))
        self._worker.onerror = create_proxy(lambda event: heard({"failed": event.message}))

    def post(self, data: object) -> None:
        if stacked():
            tell("post", self._number, data)
        else:
            self._worker.postMessage(_plain(data))

    def terminate(self) -> None:
        if stacked():
            hears.pop(self._number, None)
            tell("end", self._number)
        else:
            self._worker.terminate()


def _plain(data: object) -> Any:
    return to_js(data, dict_converter=js.Object.fromEntries)


def _submit(_: object, function: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
    """Call a function in the place of a pool."""
    future: concurrent.futures.Future[Any] = concurrent.futures.Future()
    try:
        future.set_result(function(*arguments, **more))
    except Exception as error:
        future.set_exception(error)
    return future


def stack() -> None:
    """Have threads on one stack from now on."""
    webloop.scheduleCallback, webloop.create_once_callable = _schedule, _itself
    concurrent.futures.ThreadPoolExecutor.submit = _submit
    gc.enable()


def install() -> None:
    gc.disable()
    Handle.main = Handle.current = main = Handle()
    former = threading.main_thread()
    del threading._active[former.ident]
    former._ident = main.ident
    threading._active[main.ident] = former

    def start(bootstrap: Any, handle: Handle, daemon: bool = True) -> None:
        # Nobody waits until the thread has begun: tasks of the event loop start threads.
        bootstrap.__self__._started.set()
        starts = Handle.current
        starts.started = [each for each in starts.started if not each.is_done()] + [handle]
        handle.start(bootstrap)

    def ident() -> int:
        return Handle.current.ident

    threading._start_joinable_thread = start
    threading._ThreadHandle = Handle
    threading.get_ident = _thread.get_ident = ident
    threading._allocate_lock = threading.Lock = _thread.allocate_lock = Lock
    threading._CRLock = None
    threading.RLock = threading._PyRLock
    queue.SimpleQueue = queue._PySimpleQueue
    # Threads of a pool call it an error that they are ended.
    pools = logging.getLogger("concurrent.futures")
    pools.addFilter(lambda record: not record.exc_info or record.exc_info[0] is not Ended)
    ctypes.CDLL = Library
    time.thread_time = time.perf_counter
    WebLoop.run_in_executor = _run_in_executor
