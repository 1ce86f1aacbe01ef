"""Running a search elsewhere: in a thread (`odin_browser.threads`) instead of a process."""

import queue
import threading
import traceback
from collections.abc import Callable
from typing import Any, Self

from odin_browser.threads import Ended, end


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
