"""Running engines: each in a process of its own, started from modules imported once."""

import pickle
import queue
import sys
import threading
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO

from odin_solver.linear.solvers import SOLVERS
from odin_solver.support.children import ForkServer, start_child

if TYPE_CHECKING:  # so that engines can start before all this is imported
    from odin_solver.placement.model.messages import FromEngine, Job, ToEngine

WORKER = "odin_solver.placement.model.worker"


class Engines:
    """Starts engines; a context manager that ends them.

    On Linux they are forked from a process that is kept for the next: most of the time that an
    engine takes to start goes into imports, which begin with the context, for HiGHS as well: it has
    the proof of a small position. It has to be used in one thread.
    """

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._server: ForkServer | None = None

    def _fork_server(self) -> ForkServer:
        if self._server is None or not self._server.alive:
            self._server = self._stack.enter_context(ForkServer(WORKER))
            self._server.load(SOLVERS["highs"])
        return self._server

    def start(
        self, job: "Job", outbox: "queue.Queue[tuple[EngineProcess, FromEngine | None]]"
    ) -> "EngineProcess":
        """Start an engine with a job; it puts its messages, and None at the end, into `outbox`."""
        if sys.platform == "linux":
            # A lead needs no solver.
            more = "" if job.part == "lead" else SOLVERS[job.engine]
            child = self._fork_server().start(more)
            return EngineProcess(job, outbox, child.stdin, child.stdout, ExitStack())
        process = start_child(WORKER)
        assert process.stdin is not None
        assert process.stdout is not None
        ending = ExitStack()
        ending.callback(process.wait)
        ending.callback(process.kill)
        return EngineProcess(job, outbox, process.stdin, process.stdout, ending)

    def __enter__(self) -> "Engines":
        if sys.platform == "linux":
            self._fork_server()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()


class EngineProcess:
    """A running engine; a context manager that ends it.

    Parameters
    ----------
    job
        The engine's job.
    outbox
        Receives its messages, each with this process; None when it hangs up.
    stdin, stdout
        Its streams. It ends when its input ends.
    ending
        Ends it otherwise.
    """

    def __init__(
        self,
        job: "Job",
        outbox: "queue.Queue[tuple[EngineProcess, FromEngine | None]]",
        stdin: BinaryIO,
        stdout: BinaryIO,
        ending: ExitStack,
    ) -> None:
        self.engine = job.engine
        self.solver = ""
        self.version = ""
        self._stdin = stdin
        self._stdout = stdout
        self._ending = ending
        self.send(job)
        threading.Thread(target=self._read, args=(outbox,), daemon=True).start()

    def send(self, message: "ToEngine") -> None:
        """Send a message to the engine; ignored if it is gone."""
        with suppress(BrokenPipeError, ValueError):
            pickle.dump(message, self._stdin)
            self._stdin.flush()

    def _read(self, outbox: "queue.Queue[tuple[EngineProcess, FromEngine | None]]") -> None:
        with self._stdout:
            try:
                while True:
                    outbox.put((self, pickle.load(self._stdout)))
            except (EOFError, pickle.UnpicklingError, ValueError):
                outbox.put((self, None))

    def __enter__(self) -> "EngineProcess":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ending.close()
        with suppress(BrokenPipeError):
            self._stdin.close()
