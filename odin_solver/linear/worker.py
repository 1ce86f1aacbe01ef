"""The process of `odin_solver.linear.levels`: reads jobs, searches, and reports as it goes."""

import os
import pickle
import queue
import sys
import threading
from typing import BinaryIO

from odin_solver.linear.levels import LevelMessage, LevelsJob, search_levels


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Do the jobs from `source`; exit at once when the other side hangs up."""
    lock = threading.Lock()
    jobs: queue.Queue[LevelsJob] = queue.Queue()

    def write(message: LevelMessage) -> None:
        with lock:  # bounds come from other threads
            pickle.dump(message, sink)
            sink.flush()

    def read() -> None:
        try:
            while True:
                jobs.put(pickle.load(source))
        except EOFError:
            os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    while True:
        write(search_levels(jobs.get(), write))


if __name__ == "__main__":
    # Solvers sometimes print to standard output: keep the stream of messages to ourselves.
    messages = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, messages)
