"""Work beside the screen."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from odin_solver.errors import OdinError
from odin_solver.placement.solution import Progress
from odin_solver.support.language import say

Result = TypeVar("Result")


class Background(Generic[Result]):
    """A search in a thread of its own; the engines run in processes.

    Parameters
    ----------
    work
        The search. It is given this object, sets `progress` and ends early after `cancel`.

    Attributes
    ----------
    cancel
        Set it to end the search with the best so far.
    what, progress
        What is being solved, and how far it is.
    result, error
        The result, or why there is none; both None while it runs.
    """

    def __init__(self, work: "Callable[[Background[Result]], Result]") -> None:
        self.cancel = threading.Event()
        self.what = ""
        self.progress: Progress | None = None
        self.result: Result | None = None
        self.error: str | None = None
        self._work = work
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def note(self, progress: Progress, what: str = "") -> None:
        self.what, self.progress = what, progress

    def stop(self, seconds: float = 0) -> None:
        self.cancel.set()
        self._thread.join(seconds)

    def _run(self) -> None:
        try:
            self.result = self._work(self)
        except OdinError as error:
            self.error = str(error)
        except Exception as error:  # shown on the screen, which must not die of it
            self.error = say(
                "internal error: {kind}: {error}", kind=type(error).__name__, error=error
            )
