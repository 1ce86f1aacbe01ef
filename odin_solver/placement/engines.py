"""Running engines: each in a process of its own, started from modules imported once."""

import queue
from contextlib import ExitStack
from contextvars import ContextVar
from threading import Lock
from typing import TYPE_CHECKING

from odin_solver.linear.solvers import SOLVERS
from odin_solver.support.children import Child, ForkServer, Inbox, Write
from odin_solver.support.platform import LINUX

if TYPE_CHECKING:  # so that engines can start before all this is imported
    from odin_solver.placement.model.messages import FromEngine, Job

WORKER = "odin_solver.placement.model.worker"


class Engines:
    """Starts engines; a context manager that ends them.

    On Linux they are forked from a process that is kept for the next: most of the time that an
    engine takes to start goes into imports, which begin with the context, for HiGHS as well: it has
    the proof of a small position. All requests of its thread, and of threads with the context
    variables of that, have their engines from it.
    """

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._lock = Lock()
        self._server: ForkServer | None = None

    def _fork_server(self) -> ForkServer:
        with self._lock:
            if self._server is None or not self._server.alive:
                self._server = self._stack.enter_context(ForkServer("numpy", WORKER, __name__))
                self._server.load(SOLVERS["highs"])
            return self._server

    def start(
        self, job: "Job", outbox: "queue.Queue[tuple[EngineProcess, FromEngine | None]]"
    ) -> "EngineProcess":
        """Start an engine with a job; it puts its messages, and None at the end, into `outbox`."""
        server = self._fork_server() if LINUX else None
        more = "" if job.fills or job.without_model else SOLVERS[job.engine]
        return EngineProcess(outbox, _work, job, server=server, more=more)

    def __enter__(self) -> "Engines":
        if LINUX:
            self._fork_server()
        current.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        current.set(None)
        self._stack.close()


current: ContextVar[Engines | None] = ContextVar("engines", default=None)
"""Where the requests of this context have their engines from, if from one place."""


class EngineProcess(Child):
    """A running engine, with name and version of its solver once it has told them."""

    solver = ""
    version = ""


def _work(job: "Job", inbox: Inbox, write: Write) -> None:
    from odin_solver.placement.model.worker import work  # a fork server has imported it

    work(job, inbox, write)
